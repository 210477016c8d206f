// test_own_kernel_views.cpp: pictures of a person's own kernel: findings, lines, launches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/pictures/label_fit.h"
#include "core/words/own_file.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr std::string_view kFile =
    "__global__ void step(Key* keys) {\n\tif (keys[0] > keys[1]) {\n    Key held = keys[0];\n  "
    "}\n}\n"
    "void sort(Key* keys, unsigned n) { step<<<1, 2>>>(keys); }\n";

Finding finding(FindingKind kind, bool wrong, std::uint32_t line, std::string text) {
  Finding made;
  made.kind = kind;
  made.wrong = wrong;
  made.line = line;
  made.threads = {1, 3};
  made.text = std::move(text);
  return made;
}

// Four wires, two launches of a layer each.
std::shared_ptr<KernelReport> report_of_two_launches() {
  auto report = std::make_shared<KernelReport>();
  report->path = "/a folder/my sort.cu";
  report->n = 4;
  report->compiled = report->ran = report->sorted = true;
  report->verdict = KernelVerdict::kNetwork;
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}, {2, 3}}, {{1, 2}}};
  report->network = *ListedNetwork::build(4, layers, "Your kernel");
  report->origins.resize(3);
  for (std::uint32_t i = 0; i < 3; ++i) {
    report->origins[i].line = 2;
    report->origins[i].thread = i;
    report->origins[i].launch = i / 2;
  }
  report->launches.resize(2);
  report->launches[0].kernel = report->launches[1].kernel = "step";
  report->launches[0].last_layer = report->launches[1].first_layer = 1;
  report->launches[1].last_layer = 2;
  report->findings = {
      finding(FindingKind::kRace, true, 2,
              "Threads 1 and 3 of block 0 touch place 2 of shared memory with no barrier between: "
              "line 3 writes it, line 2 reads it. Put __syncthreads() between them."),
      finding(
          FindingKind::kUncoalesced, false, 3,
          "Line 3: the lanes of a warp touch 5.5 sectors of 32 bytes a request, 2.5 would do.")};
  return report;
}

RunView run_of(const std::shared_ptr<KernelReport>& report) {
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{report->network});
  request.keys = keys_of({2, 1, 4, 3});
  RunView run(request);
  auto kernel = std::make_shared<OwnKernel>();
  kernel->held = report;
  kernel->lines = shown_lines(kFile);
  run.measured.kernel = kernel;
  return run;
}

bool says(const Picture& picture, std::string_view words) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(words) != std::string::npos;
  });
}

// Labels lie on the page and not on each other.
void expect_readable(const Picture& picture, const std::string& what) {
  for (std::size_t i = 0; i < picture.labels.size(); ++i) {
    const LabelArea area = area_of(picture.labels[i]);
    EXPECT_GE(area.left, 0) << what << picture.labels[i].text;
    EXPECT_LE(area.bottom, picture.height + 2) << what << picture.labels[i].text;
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(overlap(area, area_of(picture.labels[j])))
          << what << picture.labels[i].text << " and " << picture.labels[j].text;
    }
  }
}

TEST(OwnKernelViews, AreReadableAtEverySize) {
  const auto report = report_of_two_launches();
  const auto broken = std::make_shared<KernelReport>();
  broken->path = "x.cu";
  broken->messages.push_back({2, 5, true, "'Kez' was not declared in this scope"});
  RunView run = run_of(report);
  auto not_compiled = std::make_shared<OwnKernel>();
  not_compiled->held = broken;
  not_compiled->lines = shown_lines(kFile);
  const auto compiled = run.measured.kernel;
  for (const auto& kernel : {compiled, std::shared_ptr<const OwnKernel>(not_compiled)}) {
    run.measured.kernel = kernel;
    for (const char* view : {"findings", "code"}) {
      for (const auto& [width, height] :
           {std::pair{200.0F, 160.0F}, {320.0F, 500.0F}, {640.0F, 720.0F}, {1200.0F, 300.0F}}) {
        const Picture picture = (*find_layout(view))->layout(run.at({0, 0}), width, height);
        EXPECT_FALSE(picture.labels.empty());
        expect_readable(picture, fmt::format("{} {} × {}: ", view, width, height));
      }
    }
  }
}

TEST(OwnKernelViews, FindingsArePressedWhereTheyStand) {
  RunView run = run_of(report_of_two_launches());
  const Layout& findings = **find_layout("findings");
  const Scene scene = run.at({0, 0});
  const Picture picture = findings.layout(scene, 640, 720);
  EXPECT_TRUE(says(picture, "Race"));
  for (const Label& label : picture.labels) {
    if (label.text != "Race" && label.text != "Scattered access") continue;
    EXPECT_EQ(findings.action(scene, 640, 720, label.x + 2, label.y),
              label.text == "Race" ? "kernel-finding 1" : "kernel-finding 2");
  }
  EXPECT_EQ(findings.action(scene, 640, 720, 5, 5), "");
}

TEST(OwnKernelViews, TheCodeIsThePersonsFileAtTheCursor) {
  RunView run = run_of(report_of_two_launches());
  const Layout& code = **find_layout("code");
  const Picture picture = code.layout(run.at({1, 0}), 640, 480);
  EXPECT_TRUE(says(picture, "my sort.cu"));
  EXPECT_TRUE(says(picture, "if (keys[0] > keys[1]) {"));
  EXPECT_TRUE(says(picture, "thread = 2"));
  EXPECT_TRUE(says(picture, "launch 2"));
  // Another run has its own code.
  RunView other("bitonic", keys_of({4, 3, 2, 1}));
  other.measured = run.measured;
  EXPECT_FALSE(says(code.layout(other.at({0, 0}), 640, 480), "my sort.cu"));
}

TEST(OwnKernelViews, LaunchesAndTheFirstDifferenceLieOverTheDiagram) {
  const auto report = report_of_two_launches();
  report->against = "bitonic";
  report->first_difference = {1, Comparator{1, 2}, Comparator{0, 3}};
  RunView run = run_of(report);
  const Picture picture = (*find_layout("network"))->layout(run.at({0, 0}), 900, 500);
  EXPECT_TRUE(says(picture, "launch 1"));
  EXPECT_TRUE(says(picture, "launch 2"));
  EXPECT_TRUE(says(picture, "bitonic: 0 and 3"));
  EXPECT_FALSE(says(picture, "Your kernel"));
}

}  // namespace
}  // namespace sortscope
