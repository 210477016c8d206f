// test_lab.cpp: the lab measures in turns, skips, fails, loses, pauses, extends and goes on.
#include "core/lab/lab.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "core/lab/files.h"
#include "core/lab/listed.h"
#include "core/lab/schedule.h"
#include "core/lab/text.h"
#include "tests/unit/lab_fixture.h"

namespace sortscope {
namespace {

using testing::HasSubstr;

TEST(Lab, CasesOfASizeTakeTurnsAndSizesRise) {
  PlantedLab lab(Planted{{"a", {}}, {"b", {}}});
  LabRequest request = lab_request({"a", "b"}, {512, 256});
  request.repetitions = 2;
  const LabResult result = lab_run(lab, request);
  using Run = std::pair<std::string, std::uint32_t>;
  // One run of each warms up.
  const std::vector<Run> turns = {{"a", 256}, {"b", 256}, {"a", 256}, {"b", 256},
                                  {"a", 256}, {"b", 256}, {"a", 512}, {"b", 512},
                                  {"a", 512}, {"b", 512}, {"a", 512}, {"b", 512}};
  EXPECT_EQ(lab.runs, turns);
  ASSERT_EQ(result.cells.size(), 4U);
  for (const LabCell& cell : result.cells) {
    EXPECT_EQ(cell.state, LabState::kMeasured);
    ASSERT_EQ(cell.samples.size(), 2U);
    // The clock of the sorter: 10 ns a key, a little more each time; the first was not counted.
    EXPECT_DOUBLE_EQ(cell.samples[0].elapsed_ns, 10.0 * cell.what.n * 1.0002);
    EXPECT_EQ(cell.least_bytes, 2U * 4 * cell.what.n);
  }
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.gpu, "a planted machine");
  ASSERT_TRUE(result.floors.has_value());
  EXPECT_DOUBLE_EQ(result.floors->launch_ns, 1500);
}

TEST(Lab, APlantedWrongSorterHasFailedAndHasNoTime) {
  PlantedLab lab(Planted{{"good", {}}, {"wrong", {.ns_per_key = 0.1, .wrong = true}}});
  const LabResult result = lab_run(lab, lab_request({"good", "wrong"}, {256, 1000}));
  EXPECT_TRUE(result.complete);
  for (const std::uint32_t n : {256U, 1000U}) {
    EXPECT_EQ(lab_cell(result, "good", n).samples.size(), 9U);
    const LabCell& wrong = lab_cell(result, "wrong", n);
    EXPECT_EQ(wrong.state, LabState::kFailed);
    EXPECT_TRUE(wrong.samples.empty());
    EXPECT_THAT(wrong.reason, HasSubstr("out of order"));
  }
  EXPECT_EQ(lab_reference(result, lab_cell(result, "good", 256).what, "wrong"), nullptr);
  EXPECT_THAT(lab_tables(result, "good"), HasSubstr("FAILED: its output is wrong"));
}

TEST(Lab, APlantedSlowSorterIsMarked) {
  const LabRequest request = lab_request({"a", "b"}, {256, 4096});
  PlantedLab before(Planted{{"a", {}}, {"b", {}}});
  PlantedLab after(Planted{{"a", {}}, {"b", {.ns_per_key = 11}}});
  const LabComparison comparison =
      compare_lab_results(lab_run(before, request), lab_run(after, request));
  ASSERT_EQ(comparison.changes.size(), 4U);
  for (const LabChange& change : comparison.changes) {
    const bool slow = change.what.sorter == "b";
    EXPECT_EQ(change.verdict, slow ? LabVerdict::kSlower : LabVerdict::kSame);
    // 9 samples against 9, all larger: 2 of C(18, 9) = 48620 arrangements.
    if (slow) {
      EXPECT_NEAR(change.p_value, 2.0 / 48620, 1e-12);
    }
  }
  // By 10 %: not marked beyond a share of 20 %, and the other way round it is faster.
  const LabComparison wide =
      compare_lab_results(lab_run(before, request), lab_run(after, request), 0.01, 0.2);
  for (const LabChange& change : wide.changes) EXPECT_EQ(change.verdict, LabVerdict::kSame);
  const LabComparison back = compare_lab_results(lab_run(after, request), lab_run(before, request));
  EXPECT_EQ(back.changes.back().verdict, LabVerdict::kFaster);
}

TEST(Lab, AComparisonSaysWhichOfBothStoodBesideOtherWork) {
  const LabRequest request = lab_request({"a"}, {256});
  PlantedLab lab(Planted{{"a", {}}});
  LabResult before = lab_run(lab, request);
  LabResult now = before;
  before.busy.clear();
  now.busy.clear();
  const auto told = [&] { return comparison_text(compare_lab_results(before, now), before); };
  EXPECT_THAT(told(), testing::Not(HasSubstr("beside other work")));
  before.busy = "This machine is busy.";
  EXPECT_THAT(told(), HasSubstr("The earlier one was measured beside other work"));
  now.busy = before.busy;
  EXPECT_THAT(told(), HasSubstr("Both were measured beside other work"));
  before.busy.clear();
  EXPECT_THAT(told(), HasSubstr("This one was measured beside other work"));
}

TEST(Lab, WhatTheClockCannotTellIsSaid) {
  PlantedLab lab(Planted{{"a", {}}, {"b", {.ns_per_key = 2}}});
  LabResult result = lab_run(lab, lab_request({"a", "b"}, {64, 256}));
  result.sorters = {{"a", "a", LabPlace::kGpu, false, "", ""},
                    {"b", "b", LabPlace::kGpu, false, "", ""}};
  // 640, 128 and 512 ns of 2,560; a GPU's.
  EXPECT_THAT(lab_clock_note(result), HasSubstr("3 of 4 cases took less than 1 µs"));
  EXPECT_THAT(lab_clock_note(result), HasSubstr("half a microsecond"));
  EXPECT_THAT(lab_tables(result, ""), HasSubstr(lab_clock_note(result)));
  LabResult on_cpu = result;
  for (LabSorterName& sorter : on_cpu.sorters) sorter.place = LabPlace::kCpu;
  EXPECT_THAT(lab_clock_note(on_cpu), HasSubstr("tens of nanoseconds"));
  EXPECT_EQ(lab_clock_note(lab_run(lab, lab_request({"a", "b"}, {1000}))), "");
}

TEST(Lab, WhatThrowsOrDoesNotFitIsMarkedAndTheRestGoesOn) {
  PlantedLab lab(Planted{{"good", {}}, {"small", {.most = 256}}, {"throws", {.throws = true}}});
  LabRequest request = lab_request({"small", "throws", "good", "v0"}, {256, 512});
  const LabResult result = lab_run(lab, request);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(lab_cell(result, "small", 256).state, LabState::kMeasured);
  EXPECT_EQ(lab_cell(result, "small", 512).state, LabState::kSkipped);
  EXPECT_THAT(lab_cell(result, "small", 512).reason, HasSubstr("fewer keys"));
  EXPECT_EQ(lab_cell(result, "throws", 256).state, LabState::kFailed);
  EXPECT_THAT(lab_cell(result, "throws", 256).reason, HasSubstr("a planted fault"));
  EXPECT_EQ(lab_cell(result, "good", 512).samples.size(), 9U);
  // Known, but nothing here runs it.
  EXPECT_EQ(lab_cell(result, "v0", 256).state, LabState::kSkipped);
}

TEST(Lab, WhatDoesNotStartHasFailed) {
  PlantedLab lab(Planted{{"a", {}}, {"stuck", {.stuck = true}}});
  const LabRequest request = lab_request({"stuck", "a"}, {256, 512});
  const LabResult result = lab_run(lab, request);
  EXPECT_TRUE(result.complete);
  for (const std::uint32_t n : {256U, 512U}) {
    EXPECT_EQ(lab_cell(result, "stuck", n).state, LabState::kFailed);
    EXPECT_THAT(lab_cell(result, "stuck", n).reason, HasSubstr("invalid argument"));
    EXPECT_TRUE(lab_cell(result, "stuck", n).samples.empty());
    EXPECT_EQ(lab_cell(result, "a", n).samples.size(), 9U);
  }
  EXPECT_THAT(lab_tables(result, ""), HasSubstr("FAILED: CUDA says"));
  EXPECT_THAT(lab_tables(result, ""), testing::Not(HasSubstr("skipped")));
  // What was measured before does not outlive it.
  PlantedLab works(Planted{{"a", {}}, {"stuck", {}}});
  const LabResult before = lab_run(works, request);
  LabRequest more = request;
  more.repetitions = 20;
  const LabResult after = lab_run(lab, more, &before);
  EXPECT_EQ(lab_cell(after, "stuck", 256).state, LabState::kFailed);
  EXPECT_TRUE(lab_cell(after, "stuck", 256).samples.empty());
}

TEST(Lab, WhatDoesNotFitBesideTheOthersRunsAlone) {
  PlantedLab lab(Planted{{"a", {.bytes = 60}}, {"b", {.bytes = 60}}, {"huge", {.bytes = 101}}});
  const LabResult result = lab_run(lab, lab_request({"a", "b", "huge"}, {256}));
  EXPECT_EQ(lab_cell(result, "a", 256).samples.size(), 9U);
  EXPECT_EQ(lab_cell(result, "b", 256).samples.size(), 9U);
  EXPECT_EQ(lab_cell(result, "huge", 256).state, LabState::kSkipped);
}

TEST(Lab, WhatRunsOutOfMemoryIsSkipped) {
  PlantedLab lab(Planted{{"a", {}}, {"exhausts", {.exhausts = true}}});
  const LabResult result = lab_run(lab, lab_request({"a", "exhausts"}, {256}));
  EXPECT_EQ(lab_cell(result, "exhausts", 256).state, LabState::kSkipped);
  EXPECT_THAT(lab_cell(result, "exhausts", 256).reason, HasSubstr("memory"));
  EXPECT_EQ(lab_cell(result, "a", 256).samples.size(), 9U);
}

TEST(Lab, TheExpectedTimeFollowsWhatWasSeen) {
  PlantedLab lab(Planted{{"a", {.ns_per_key = 1000}}});
  LabRequest request = lab_request({"a"}, {1 << 20});
  const LabResult seen = lab_run(lab, request);
  // 9 samples of 1.05 s, one to warm up, as long again for restoring and checking: 21 s. The
  // budget allows 10 s of samples.
  EXPECT_NEAR(lab_expected_s(request, &seen), 21, 1);
  request.repetitions = 100;
  EXPECT_NEAR(lab_expected_s(request, &seen), 23, 1);
  EXPECT_GT(lab_expected_s(request, nullptr), 0);
}

TEST(Lab, ALostDeviceKeepsWhatThereIs) {
  PlantedLab lab(Planted{{"good", {}}, {"loses", {.loses = true}}});
  LabRequest request = lab_request({"good", "loses"}, {256, 512});
  Status status;
  const LabResult result = lab_run(lab, request, nullptr, nullptr, &status);
  EXPECT_TRUE(status.ok());
  EXPECT_FALSE(result.complete);
  EXPECT_THAT(result.problem, HasSubstr("illegal address"));
  EXPECT_EQ(lab_cell(result, "loses", 256).state, LabState::kFailed);
  EXPECT_EQ(lab_cell(result, "good", 256).samples.size(), 1U);
  EXPECT_EQ(lab_cell(result, "good", 512).state, LabState::kSkipped);
  EXPECT_THAT(lab_cell(result, "good", 512).reason, HasSubstr("lost"));
}

TEST(Lab, TheOtherPlaceGoesOnWhereOneIsLost) {
  PlantedLab lab(Planted{{"loses", {.loses = true}}});
  const auto cpu = make_cpu_lab();
  LabBackend* const backends[] = {&lab, cpu.get()};
  LabControl control;
  std::shared_ptr<const LabResult> result;
  LabRequest request = lab_request({"loses", "std-sort"}, {256, 1000});
  request.repetitions = 3;
  EXPECT_TRUE(
      run_lab(backends, request, nullptr, control, [&](auto grown) { result = grown; }).ok());
  EXPECT_EQ(lab_cell(*result, "std-sort", 1000).samples.size(), 3U);
  EXPECT_EQ(lab_cell(*result, "loses", 1000).state, LabState::kSkipped);
}

TEST(Lab, CancellingKeepsWhatThereIsAndGoingOnFinishesIt) {
  PlantedLab lab(Planted{{"a", {}}});
  LabControl control;
  int samples = 0;
  control.after_sample = [&] {
    if (++samples == 4) control.progress.cancel = true;
    return false;
  };
  const LabRequest request = lab_request({"a"}, {256, 512});
  Status status;
  const LabResult part = lab_run(lab, request, nullptr, &control, &status);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(lab_cell(part, "a", 256).samples.size(), 3U);
  EXPECT_EQ(lab_cell(part, "a", 512).state, LabState::kWaiting);
  const LabResult whole = lab_run(lab, request, &part);
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(whole.problem, "");
  EXPECT_EQ(lab_cell(whole, "a", 256).samples.size(), 9U);
  EXPECT_EQ(lab_cell(whole, "a", 512).samples.size(), 9U);
  EXPECT_DOUBLE_EQ(lab_cell(whole, "a", 256).samples[0].elapsed_ns,
                   lab_cell(part, "a", 256).samples[0].elapsed_ns);
}

TEST(Lab, ExtendingWhileItRunsReachesSizesAlreadyDone) {
  PlantedLab lab(Planted{{"a", {}}});
  LabControl control;
  int samples = 0;
  control.after_sample = [&] {
    if (++samples == 13) control.repetitions = 12;  // the second size is under way
    return false;
  };
  const LabResult result = lab_run(lab, lab_request({"a"}, {256, 512}), nullptr, &control);
  EXPECT_EQ(lab_cell(result, "a", 256).samples.size(), 12U);
  EXPECT_EQ(lab_cell(result, "a", 512).samples.size(), 12U);
}

TEST(Lab, PausedItWaitsAndGoesOn) {
  PlantedLab lab(Planted{{"a", {}}});
  LabControl control;
  control.paused = true;
  std::atomic<bool> ended{false};
  std::thread worker([&] {
    (void)lab_run(lab, lab_request({"a"}, {256}), nullptr, &control);
    ended = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(80));
  EXPECT_FALSE(ended);
  EXPECT_TRUE(lab.runs.empty());
  control.paused = false;
  worker.join();
  EXPECT_EQ(lab.runs.size(), 10U);
}

TEST(Lab, DisturbedSamplesAreKeptAndRepeated) {
  PlantedLab lab(Planted{{"a", {}}});
  LabControl control;
  int samples = 0;
  control.after_sample = [&] { return ++samples % 3 == 0; };
  const LabResult result = lab_run(lab, lab_request({"a"}, {256}), nullptr, &control);
  const LabCell& cell = lab_cell(result, "a", 256);
  const auto disturbed = std::count_if(cell.samples.begin(), cell.samples.end(),
                                       [](const LabSample& s) { return s.disturbed; });
  EXPECT_EQ(cell.samples.size() - static_cast<std::size_t>(disturbed), 9U);
  EXPECT_GT(disturbed, 0);
  // Always disturbed: it ends all the same.
  PlantedLab always(Planted{{"a", {}}});
  control.after_sample = [] { return true; };
  EXPECT_EQ(lab_cell(lab_run(always, lab_request({"a"}, {256}), nullptr, &control), "a", 256)
                .samples.size(),
            18U);
}

TEST(Lab, ABudgetEndsACaseWithAFewSamples) {
  // 1 s a sample: 10 s allow 10 of 15, 1 s allows the least number.
  LabCell cell;
  EXPECT_EQ(lab_samples_left(cell, 15, 10, 1e9), 10U);
  EXPECT_EQ(lab_samples_left(cell, 15, 1, 1e9), kLeastSamples);
  EXPECT_EQ(lab_samples_left(cell, 15, 0, 1e9), 15U);
  cell.samples.assign(kLeastSamples, {1e9, false});
  EXPECT_EQ(lab_samples_left(cell, 15, 1), 0U);
  EXPECT_EQ(lab_samples_left(cell, 15, 0), 12U);
}

TEST(Lab, BadRequests) {
  PlantedLab lab(Planted{{"a", {}}});
  for (const LabRequest& request : {lab_request({"nobody"}, {256}), lab_request({"a"}, {0}),
                                    lab_request({"a"}, {}), lab_request({}, {256})}) {
    Status status;
    (void)lab_run(lab, request, nullptr, nullptr, &status);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, ErrorCode::kBadUsage);
  }
}

TEST(Lab, EveryCpuSorterSortsEveryTypeAlsoPairs) {
  const auto cpu = make_cpu_lab();
  LabRequest request;
  request.sorters = parse_lab_sorters("cpu").value();
  std::erase(request.sorters, "cpu-aks-custom");  // slow
  request.sizes = {1, 2, 300};
  request.types = parse_lab_types("all").value();
  request.pairs = {false, true};
  request.inputs = {"uniform", "few-distinct", "all-equal"};
  request.recording = {false, true};
  request.repetitions = 1;
  const LabResult result = lab_run(*cpu, request);
  for (const LabCell& cell : result.cells) {
    const bool tbb = cell.what.sorter.ends_with("-par") && cell.state == LabState::kSkipped;
    EXPECT_TRUE(tbb || cell.state == LabState::kMeasured)
        << lab_series_text(cell.what) << " " << lab_keys_text(cell.what) << " " << cell.what.n
        << ": " << cell.reason;
  }
}

TEST(Lab, CurvesLookDifferent) {
  std::set<std::pair<int, int>> looks;
  for (const auto sorters : {lab_sorters(), given_lab_sorters()}) {
    for (const LabSorter& sorter : sorters) {
      EXPECT_TRUE(looks.emplace(sorter.look.colour, static_cast<int>(sorter.look.mark)).second)
          << sorter.id;
    }
  }
}

TEST(Lab, CasesOfPeersHaveNoRecording) {
  LabRequest request = lab_request({"std-sort", "v0"}, {256});
  request.recording = {false, true};
  EXPECT_EQ(lab_cases(request).size(), 3U);
}

TEST(LabWords, SizesTypesAndSorters) {
  EXPECT_EQ(parse_lab_sizes("1000,2^8..2^10,512").value(),
            (std::vector<std::uint32_t>{256, 512, 1000, 1024}));
  EXPECT_EQ(parse_lab_sizes("2^31").value(), std::vector<std::uint32_t>{1U << 31});
  for (const char* bad :
       {"", "0", "2^32", "4294967296", "-1", "2^", "2^4..", "..2^4", "7..9", "1e3"}) {
    EXPECT_FALSE(parse_lab_sizes(bad).ok()) << bad;
  }
  EXPECT_EQ(parse_lab_types("u32,float64,u32").value(),
            (std::vector{KeyType::kUint32, KeyType::kFloat64}));
  EXPECT_EQ(parse_lab_types("all")->size(), 6U);
  EXPECT_EQ(parse_lab_sorters("all")->size(), lab_sorters().size());
  // "peers" is all that is not ours, and nothing is measured twice.
  const std::vector<std::string> peers = parse_lab_sorters("peers,std-sort").value();
  EXPECT_EQ(peers, parse_lab_sorters("peers").value());
  for (const LabSorter& sorter : lab_sorters()) {
    EXPECT_EQ(std::ranges::count(peers, sorter.id), sorter.algorithm.empty() ? 1 : 0) << sorter.id;
  }
  EXPECT_FALSE(parse_lab_sorters("bogosort").ok());
}

}  // namespace
}  // namespace sortscope
