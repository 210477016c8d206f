// test_own_kernel_views.cpp: pictures of a person's own kernel: findings, lines, launches.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/scenes/moved_keys.h"
#include "core/views/network/diagram.h"
#include "core/views/network/findings.h"
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
  report->launches[0].line = report->launches[1].line = 6;
  report->launches[0].grid[0] = 2;
  report->launches[0].epochs = 2;
  report->origins[1].block = 1;
  report->stretches = {{0, 0, 0, 4, 1, 6, 2},
                       {0, 0, 1, 0, 0, 2, 0},
                       {0, 1, 0, 4, 1, 6, 6},
                       {0, 1, 1, 0, 0, 2, 0},
                       {1, 0, 0, 0, 1, 4, 0}};
  report->lines = {{.line = 2,
                    .comparisons = 3,
                    .global_reads = 6,
                    .global_requests = 3,
                    .sectors = 9,
                    .least_sectors = 3},
                   {.line = 3, .shared_reads = 6, .shared_requests = 2, .wavefronts = 8}};
  report->variables = {{"i", true, 1, 5}, {"n", false, 1, 5}, {"i", true, 7, 9}};
  report->origins[2].values = {{{2, 4}, {1, 0xffffffff}, {3, 9}}};
  report->findings = {
      finding(FindingKind::kRace, true, 2,
              "Threads 1 and 3 of block 0 touch place 2 of shared memory with no barrier between: "
              "line 3 writes it, line 2 reads it. Put __syncthreads() between them."),
      finding(
          FindingKind::kUncoalesced, false, 3,
          "Line 3: the lanes of a warp touch 5.5 sectors of 32 bytes a request, 2.5 would do.")};
  return report;
}

// The same, held against bitonic: it parts from it in layer 1.
std::shared_ptr<KernelReport> report_beside_bitonic() {
  const auto report = report_of_two_launches();
  report->against = "bitonic";
  const std::vector<std::vector<Comparator>> should = {
      {{0, 1}, {3, 2}}, {{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}};
  report->intended = *ListedNetwork::build(4, should, "bitonic");
  report->first_difference = {0, Comparator{2, 3}, Comparator{3, 2}};
  report->counterexample = {1, 0, 1, 0};
  return report;
}

RunView run_of(const std::shared_ptr<KernelReport>& report,
               std::vector<std::int32_t> keys = {2, 1, 4, 3}) {
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{report->network});
  request.keys = keys_of(std::move(keys));
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
    for (const char* view : {"findings", "code", "launches", "compare", "memory"}) {
      // Of what does not compile there is nothing of its own in other views.
      const std::string_view id = view;
      if (kernel != compiled && id != "findings" && id != "code") continue;
      for (const auto& [width, height] :
           {std::pair{200.0F, 160.0F}, {320.0F, 500.0F}, {640.0F, 720.0F}, {1200.0F, 300.0F}}) {
        const Picture picture = (*find_layout(view))->layout(run.at({1, 0}), width, height);
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

// In a small pane the page is taller than the pane, and says all when it is as tall as it wants.
TEST(OwnKernelViews, TheWholePageOfFindingsCanBeScrolledTo) {
  const auto report = report_of_two_launches();
  report->notes = {"main (line 9) is left aside."};
  for (int i = 0; i < 12; ++i) report->findings.push_back(report->findings[1]);
  RunView run = run_of(report);
  const Scene scene = run.at({0, 0});
  const Layout& findings = **find_layout("findings");
  EXPECT_TRUE(says(findings.layout(scene, 300, 400), "there is more"));
  const float height = findings_height(scene, 300);
  EXPECT_GT(height, 800);
  const Picture whole = findings.layout(scene, 300, height);
  EXPECT_FALSE(says(whole, "there is more"));
  EXPECT_TRUE(says(whole, "main (line 9) is left"));
  EXPECT_TRUE(std::ranges::all_of(
      whole.labels, [&](const Label& label) { return area_of(label).bottom <= height; }));
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

// A variable of another function with the same name is not taken for it.
TEST(OwnKernelViews, ValuesOfVariablesStandBesideTheLine) {
  RunView run = run_of(report_of_two_launches());
  const Picture picture = (*find_layout("code"))->layout(run.at({1, 0}), 640, 480);
  EXPECT_TRUE(says(picture, "i = -1   n = 4"));
  EXPECT_FALSE(says(picture, "i = 9"));
  const Picture before = (*find_layout("code"))->layout(run.at({0, 0}), 640, 480);
  EXPECT_FALSE(says(before, "i = "));
}

TEST(OwnKernelViews, LaunchesBlocksAndBarriersInTime) {
  RunView run = run_of(report_of_two_launches());
  const Layout& launches = **find_layout("launches");
  const Scene scene = run.at({1, 0});
  const Picture picture = launches.layout(scene, 900, 500);
  EXPECT_TRUE(says(picture, "2 launches, 1 barrier"));
  EXPECT_TRUE(says(picture, "8 of 20 requests of warps in part"));
  EXPECT_TRUE(says(picture, "launch 2"));
  EXPECT_TRUE(says(picture, "block 1"));
  EXPECT_TRUE(says(picture, "if (keys[0] > keys[1]) {"));  // of the running line
  // One box a stretch; pressing one goes to its layer, pointing at one to its comparator.
  std::set<std::string> lines;
  std::set<std::pair<std::uint32_t, std::uint32_t>> comparators;
  for (float x = 0; x < 900; x += 4) {
    for (float y = 100; y < 300; y += 4) {
      lines.insert(launches.action(scene, 900, 500, x, y));
      if (const auto id = launches.pick(scene, 900, 500, x, y).comparator) {
        comparators.insert({id->layer, id->index});
      }
    }
  }
  EXPECT_EQ(lines, (std::set<std::string>{"", "seek 0", "seek 1"}));
  EXPECT_EQ(comparators,
            (std::set<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}, {0, 1}, {1, 0}}));
}

TEST(OwnKernelViews, MemoryByLineAsCounted) {
  RunView run = run_of(report_of_two_launches());
  const Picture picture = (*find_layout("memory"))->layout(run.at({1, 0}), 960, 400);
  EXPECT_TRUE(says(picture, "9 of 3"));
  EXPECT_TRUE(says(picture, "8 of 2"));
  EXPECT_TRUE(says(picture, "Key held = keys[0];"));
}

TEST(OwnKernelViews, ItsNetworkAboveTheIntendedOne) {
  const auto report = report_beside_bitonic();
  RunView run = run_of(report);
  const Layout& compare = **find_layout("compare");
  const Scene scene = run.at({2, 0});
  const Picture picture = compare.layout(scene, 1000, 600);
  EXPECT_TRUE(says(picture, "my sort.cu: 3 comparators in 2 layers"));
  EXPECT_TRUE(says(picture, "bitonic: 6 comparators in 3 layers"));
  EXPECT_TRUE(says(picture, "Line 2 compares wires 2 and 3 in layer 1 with the smaller key above"));
  // Framed in both: the comparators where they part.
  EXPECT_EQ(
      std::ranges::count_if(
          picture.boxes, [](const Box& box) { return box.role == Role::kAccent && box.width > 2; }),
      2);
  // 2 1 4 3 through two layers of its own and of bitonic: 1 2 3 4 and 1 2 3 4 there, 3 and 4 turned
  // before.
  std::map<std::string, int> keys;
  for (const Label& label : picture.labels) {
    if (label.anchor == Anchor::kMiddle && label.face == Face::kMono) ++keys[label.text];
  }
  EXPECT_EQ(keys, (std::map<std::string, int>{{"1", 2}, {"2", 2}, {"3", 2}, {"4", 2}}));
  std::set<std::string> lines;
  for (float x = 0; x < 900; x += 4) {
    for (float y = 40; y < 100; y += 10) lines.insert(compare.action(scene, 1000, 600, x, y));
  }
  EXPECT_EQ(lines, (std::set<std::string>{"", "seek 0", "kernel-counterexample"}));
  // Not said yet what it should be: that can be chosen.
  const auto plain = report_of_two_launches();
  RunView other = run_of(plain);
  EXPECT_EQ(compare.action(other.at({0, 0}), 1000, 600, 30, 50), "kernel-against bitonic");
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
  // On screen the list of views, 128 wide and down to 34, hides no launch's number.
  const Scene scene = run.at({0, 0});
  const NetworkGeometry geometry(run.network(), false);
  for (float width = 260; width < 900; width += 20) {
    const DiagramFrame frame =
        frame_diagram(run.recording(), geometry, run.options, Camera{}, width, 300);
    const Picture screen = layout_diagram(scene, geometry, frame, width, 300, false);
    for (const std::string number : {"1", "2"}) {
      const auto name = std::ranges::find_if(screen.labels, [&](const Label& label) {
        return label.face == Face::kSansBold &&
               (label.text == number || label.text.starts_with("launch " + number));
      });
      ASSERT_NE(name, screen.labels.end()) << number << " on " << width;
      const LabelArea area = area_of(*name);
      EXPECT_TRUE(area.right <= width - 128 || area.top >= 34) << number << " on " << width;
    }
  }
}

// Comparators 0-1, 2-3 and then 1-2, followed by hand: the marks are those of a network that was
// asked whether it sorts.
TEST(OwnKernelViews, OutputsOnAWrongWireAreMarkedAtTheEnd) {
  const auto report = report_of_two_launches();
  report->sorted = false;
  struct Case {
    std::vector<std::int32_t> keys;
    std::vector<Wire> wrong;
  };
  for (const Case& each : {Case{{2, 1, 4, 3}, {}}, Case{{4, 1, 2, 3}, {2, 3}},
                           Case{{4, 3, 2, 1}, {0, 1, 2, 3}}, Case{{2, 2, 1, 1}, {0, 3}}}) {
    RunView run = run_of(report, each.keys);
    for (const Cursor cursor : {Cursor{1, 0}, Cursor{2, 0}}) {
      const Picture picture = (*find_layout("network"))->layout(run.at(cursor), 900, 500);
      const auto words = std::ranges::count(picture.labels, "wrong", &Label::text);
      const std::size_t marked = cursor.layer == 2 ? each.wrong.size() : 0;
      EXPECT_EQ(static_cast<std::size_t>(words), marked) << each.keys[0] << each.keys[1];
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(
                    picture.chips,
                    [](const Box& chip) { return chip.dashed && chip.role == Role::kExchanged; })),
                marked);
    }
    const Scene end = run.at({2, 0});
    EXPECT_EQ(misplaced_wires(end.places, end.ranks), each.wrong);
  }
}

TEST(OwnKernelViews, TheDifferenceLeadsToItsLine) {
  const auto report = report_beside_bitonic();
  RunView run = run_of(report);
  const Layout& findings = **find_layout("findings");
  const Scene scene = run.at({0, 0});
  for (const float width : {260.0F, 640.0F}) {
    const Picture picture = findings.layout(scene, width, 900);
    for (const auto& [words, line] : {std::pair{"Go to line 2", "kernel-finding difference"},
                                      std::pair{"Run these keys", "kernel-counterexample"},
                                      std::pair{"Show bitonic", "kernel-intended"}}) {
      const auto label = std::ranges::find(picture.labels, words, &Label::text);
      ASSERT_NE(label, picture.labels.end()) << words << " on " << width;
      EXPECT_EQ(findings.action(scene, width, 900, label->x, label->y), line);
    }
  }
}

}  // namespace
}  // namespace sortscope
