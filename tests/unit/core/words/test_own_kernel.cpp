// test_own_kernel.cpp: what a person's own kernel did, in words.
#include "core/words/own_kernel.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/own_kernels/json.h"
#include "core/recordings/recording.h"
#include "core/scenes/maker.h"
#include "core/words/own_lens.h"

namespace sortscope {
namespace {

KernelReport sorting() {
  KernelReport report;
  report.n = 16;
  report.compiled = report.ran = report.sorted = true;
  report.verdict = KernelVerdict::kNetwork;
  report.proved = "all inputs";
  return report;
}

Finding found(FindingKind kind, bool wrong = true) {
  Finding finding;
  finding.kind = kind;
  finding.wrong = wrong;
  return finding;
}

TEST(OwnKernelWords, TheVerdictComesFirst) {
  KernelReport report;
  EXPECT_EQ(kernel_verdict(report), "It does not compile.");
  report.messages.push_back({4, 1, false, "unused"});
  report.messages.push_back({7, 3, true, "expected ';'"});
  EXPECT_EQ(kernel_verdict(report), "It does not compile: the first error is in line 7.");
  report = sorting();
  EXPECT_EQ(kernel_verdict(report), "It sorts all inputs of 16 keys: proved.");
  report.findings.push_back(found(FindingKind::kIdle, false));
  EXPECT_EQ(kernel_verdict(report), "It sorts all inputs of 16 keys: proved.");
  report.findings.push_back(found(FindingKind::kRace));
  EXPECT_EQ(kernel_verdict(report), "It sorts all inputs of 16 keys: proved, but it is not right.");
  report.sorted = false;
  report.counterexample = {3, 1, 2};
  EXPECT_EQ(kernel_verdict(report), "It does not sort: 3 1 2 comes out wrong.");
  report.ran = false;
  EXPECT_EQ(kernel_verdict(report), "It did not come to its end.");
}

TEST(OwnKernelWords, OneKeyIsOne) {
  KernelReport report = sorting();
  report.n = 1;
  EXPECT_EQ(kernel_verdict(report), "It sorts all inputs of 1 key: proved.");
  report.proved.clear();
  report.verdict = KernelVerdict::kUnknown;
  report.smaller.n = 1;
  EXPECT_NE(kernel_verdict(report).find("With 1 key it is"), std::string::npos);
  report.sorted = false;
  EXPECT_TRUE(kernel_verdict(report).starts_with("It sorts 1 key, but not"));
}

TEST(OwnKernelWords, ALessonSaysWhatIsLeft) {
  EXPECT_TRUE(can_be_planted("race"));
  EXPECT_TRUE(can_be_planted("not-sorted"));
  EXPECT_FALSE(can_be_planted("right"));
  KernelTask task{"race"};
  EXPECT_EQ(task_text(task, sorting()),
            "Nothing is planted yet. It sorts all inputs of 16 keys: proved.");
  EXPECT_FALSE(task.seen);
  KernelReport wrong = sorting();
  wrong.findings = {found(FindingKind::kRace)};
  wrong.findings[0].line = 27;
  EXPECT_EQ(task_text(task, wrong), "Planted, and found: Race, line 27. Now mend it.");
  EXPECT_EQ(task_text(task, wrong), "Still left: Race, line 27.");
  EXPECT_EQ(task_text(task, sorting()), "Mended. It sorts all inputs of 16 keys: proved.");
  KernelTask right;
  EXPECT_EQ(task_text(right, wrong), "Still left: Race, line 27.");
  EXPECT_EQ(task_text(right, sorting()), "Right. It sorts all inputs of 16 keys: proved.");
  KernelTask unsorted{"not-sorted"};
  wrong.findings.clear();
  wrong.sorted = false;
  wrong.counterexample = {2, 1};
  EXPECT_EQ(task_text(unsorted, wrong),
            "Planted. It does not sort: 2 1 comes out wrong. Now mend it.");
  EXPECT_EQ(task_text(unsorted, KernelReport{}), "Still left. It does not compile.");
}

// v0 with the direction of a layer taken from the wrong bit: what padding does at 100 keys follows.
TEST(OwnKernelWords, WhatDoesNotSortSaysSoFirst) {
  KernelRequest request;
  request.path = std::string(SORTSCOPE_SOURCE_DIR) + "/assets/own_kernels/starts/v0.cu";
  std::ifstream file(request.path);
  request.text.assign(std::istreambuf_iterator<char>(file), {});
  const std::string_view right = "(i & k) == 0";
  const std::size_t at = request.text.find(right);
  ASSERT_NE(at, std::string::npos);
  request.text.replace(at, right.size(), "(i & (k / 2)) == 0");
  request.keys = {3, 14, 7, 1, 9, 12, 2, 16, 5, 11, 8, 4, 13, 6, 15, 10};
  request.way = KernelWay::kCpu;
  Progress progress;
  const auto alone = run_kernel(request, progress);
  ASSERT_TRUE(alone.ok() && alone->compiled);
  ASSERT_EQ(std::ranges::count_if(alone->findings, &Finding::wrong), 1);
  EXPECT_EQ(alone->findings[0].kind, FindingKind::kNotSorted);
  EXPECT_EQ(alone->findings[0].line, 0U);
  EXPECT_FALSE(layer_of(*alone, alone->findings[0]));
  EXPECT_NE(kernel_text(*alone).find("--against"), std::string::npos);
  EXPECT_NE(kernel_json(*alone).find("\"hint\""), std::string::npos);
  request.against = "bitonic";
  const auto beside = run_kernel(request, progress);
  ASSERT_TRUE(beside.ok());
  ASSERT_FALSE(beside->findings.empty());
  EXPECT_EQ(beside->findings[0].kind, FindingKind::kNotSorted);
  EXPECT_EQ(beside->findings[0].line, 27U);
  EXPECT_EQ(layer_of(*beside, beside->findings[0]), 0U);
  EXPECT_NE(beside->findings[0].text.find("wires 2 and 3 in layer 1"), std::string::npos);
  EXPECT_EQ(kernel_text(*beside).find("--against"), std::string::npos);
}

TEST(OwnKernelWords, WhatOtherLengthsDoIsNotOfTheRunShown) {
  KernelReport report = sorting();
  report.network = *ListedNetwork::build(2, std::vector<std::vector<Comparator>>{{{0, 1}}}, "mine");
  report.origins.resize(1);
  for (const FindingKind kind :
       {FindingKind::kPadding, FindingKind::kLength, FindingKind::kCrash, FindingKind::kTimeout}) {
    Finding finding = found(kind);
    finding.line = 51;
    EXPECT_FALSE(layer_of(report, finding)) << finding_title(finding);
  }
  Finding race = found(FindingKind::kRace);
  race.line = 27;
  EXPECT_EQ(layer_of(report, race), 0U);
}

// One block of 256 threads, 36 layers: two loads by each warp that has a lower wire, 8 warps at
// distances below 32 and 4 beyond (6 layers), and each warp's own keys at the end; no two lanes
// meet in a bank.
TEST(OwnKernelWords, TheLensPredictsWhatIsCounted) {
  KernelRequest request;
  request.path = std::string(SORTSCOPE_SOURCE_DIR) + "/tests/own_kernels/right/one_block.cu";
  std::ifstream file(request.path);
  request.text.assign(std::istreambuf_iterator<char>(file), {});
  for (std::uint32_t i = 0; i < 256; ++i) request.keys.push_back(37 * i % 256);
  request.way = KernelWay::kCpu;
  request.other_lengths = false;
  Progress progress;
  const auto report = run_kernel(request, progress);
  ASSERT_TRUE(report.ok() && report->compiled);
  const MemoryCount by_hand{30 * 2 * 8 + 6 * 2 * 4 + 8, 30 * 2 * 8 + 6 * 2 * 4 + 8};
  EXPECT_EQ(counted_loads(*report), by_hand);
  const auto prediction = lens_prediction(*report);
  ASSERT_TRUE(prediction.has_value());
  EXPECT_EQ(prediction->kernel->id, "block");
  EXPECT_EQ(prediction->predicted, by_hand);
  EXPECT_NE(prediction_text(*report).find("and counted"), std::string::npos);
  KernelReport other = *report;
  other.launches[0].grid[0] = 2;
  EXPECT_FALSE(lens_prediction(other).has_value());
}

TEST(OwnKernelWords, WhereItPartsFromTheIntendedNetwork) {
  KernelReport report = sorting();
  EXPECT_EQ(difference_text(report), "");
  report.against = "bitonic";
  report.first_difference = {6, Comparator{3, 4}, Comparator{7, 3}};
  EXPECT_EQ(
      difference_text(report),
      "Layer 7 compares wires 3 and 4; bitonic compares wires 3 and 7, the smaller key to 7.");
  report.first_difference = {0, Comparator{2, 3}, Comparator{3, 2}};
  EXPECT_EQ(difference_text(report),
            "Layer 1 compares wires 2 and 3 with the smaller key above; bitonic has it below.");
  EXPECT_FALSE(difference_place(report));
  // The line that does it, where it is known.
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}, {2, 3}}, {{1, 2}}};
  report.network = *ListedNetwork::build(4, layers, "mine");
  report.origins.resize(3);
  report.origins[1].line = 27;
  ASSERT_TRUE(difference_place(report));
  EXPECT_EQ(difference_place(report)->line, 27U);
  EXPECT_EQ(difference_place(report)->comparator, (ComparatorId{0, 1}));
  EXPECT_EQ(difference_text(report),
            "Line 27 compares wires 2 and 3 in layer 1 with the smaller key above; bitonic has it "
            "below.");
  report.origins[2].line = 31;
  report.first_difference = {1, Comparator{1, 2}, Comparator{0, 2}};
  EXPECT_EQ(difference_text(report),
            "Line 31 compares wires 1 and 2 in layer 2; bitonic compares wires 0 and 2.");
  // Nothing is compared there: no line does it.
  report.first_difference = {1, std::nullopt, Comparator{0, 3}};
  EXPECT_EQ(difference_text(report),
            "Layer 2 compares nothing there; bitonic compares wires 0 and 3.");
}

TEST(OwnKernelWords, ALineAndAPlace) {
  KernelReport report = sorting();
  report.lines.push_back(
      {.line = 5, .comparisons = 1, .shared_reads = 64, .shared_requests = 2, .wavefronts = 8});
  EXPECT_EQ(line_note(report, 5), "1 comparison · 64 reads · 8 wavefronts for 2 requests");
  EXPECT_EQ(line_note(report, 6), "");
  Finding race = found(FindingKind::kRace);
  race.line = 5;
  race.other_line = 9;
  race.threads = {0, 1};
  race.block = 2;
  EXPECT_EQ(place_text(race), "lines 5 and 9 · block 2, threads 0, 1");
  EXPECT_EQ(place_text(Finding{}), "");
}

TEST(OwnKernelWords, TheRunningLineIsThatOfTheNextComparator) {
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}, {2, 3}}, {{1, 2}}};
  auto kernel = std::make_shared<OwnKernel>();
  auto report = std::make_shared<KernelReport>(sorting());
  report->network = *ListedNetwork::build(4, layers, "mine");
  report->origins.resize(3);
  report->origins[0].line = 7;
  report->origins[1].line = 8;
  report->origins[2].line = 9;
  kernel->held = report;
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{report->network});
  // The second pair exchanges, not the first.
  request.keys = *read_numbers("1 2 4 3", "test", KeyType::kInt32, 4);
  SceneMaker maker(*record(request, *make_cpu_engine()));
  Measured measured;
  measured.kernel = kernel;
  SceneRequest asked;
  asked.measured = &measured;
  EXPECT_EQ(running_line(maker.make(asked)), 7U);
  asked.fraction = 0.7F;
  EXPECT_EQ(running_line(maker.make(asked)), 8U);
  asked.fraction = 0;
  asked.cursor = {1, 0};
  EXPECT_EQ(running_line(maker.make(asked)), 9U);
  asked.hover.comparator = ComparatorId{0, 0};
  EXPECT_EQ(running_line(maker.make(asked)), 7U);
  asked.hover = {};
  asked.cursor = {2, 0};
  EXPECT_EQ(running_line(maker.make(asked)), 0U);
  kernel->looked_at = 3;
  kernel->looked_from = {2, 0};
  EXPECT_EQ(running_line(maker.make(asked)), 3U);
  asked.cursor = {1, 0};
  EXPECT_EQ(running_line(maker.make(asked)), 9U);
}

// Those asked for come out right, others of the same length do not: the others are named.
TEST(OwnKernelWords, WhatCameOutWrongIsNamed) {
  KernelReport report;
  report.compiled = report.ran = true;
  report.n = 4;
  report.output = {1, 2, 3, 4};
  EXPECT_EQ(kernel_verdict(report),
            "It sorts 4 keys, but not all inputs and lengths that were tried.");
  report.wrong_input = {3, 1, 2, 0};
  report.wrong_output = {0, 2, 1, 3};
  EXPECT_EQ(kernel_verdict(report), "It does not sort: 3 1 2 0 comes out as 0 2 1 3.");
}

}  // namespace
}  // namespace sortscope
