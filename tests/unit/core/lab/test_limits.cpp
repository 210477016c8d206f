// test_limits.cpp: whatever is measured and kept is read again, up to the most that there can be.
#include "core/lab/limits.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/lab/files.h"
#include "core/lab/gbench.h"
#include "core/lab/schedule.h"
#include "tests/unit/lab_fixture.h"

namespace sortscope {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::size_t samples_of(const LabResult& result) {
  return std::accumulate(
      result.cells.begin(), result.cells.end(), std::size_t{0},
      [](std::size_t all, const LabCell& cell) { return all + cell.samples.size(); });
}

// As many cases and samples as a result holds, every one with transfers and disturbed.
LabResult largest() {
  LabResult result;
  result.started_at = "2026-11-23T05:00:00Z";
  result.sorters.push_back({"std-sort", "std::sort", LabPlace::kCpu, true, "", ""});
  constexpr std::size_t kEach = kMostLabSamples / kMostLabCells;
  for (std::size_t i = 0; i < kMostLabCells; ++i) {
    LabCell cell;
    cell.what.sorter = "std-sort";
    cell.what.n = static_cast<std::uint32_t>(1 + i);
    cell.state = LabState::kMeasured;
    for (std::size_t s = 0; s < kEach; ++s) {
      cell.samples.push_back(
          {1234567.890625 + static_cast<double>(i * kEach + s), true, 0, {0.125, 0.25}});
    }
    result.cells.push_back(std::move(cell));
  }
  return result;
}

TEST(LabLimits, TheMostThatIsKeptIsReadAgain) {
  const LabResult result = largest();
  ASSERT_EQ(samples_of(result), kMostLabSamples);
  const fs::path folder = fs::path(testing::TempDir()) / ("most-" + std::to_string(::getpid()));
  const auto path = keep_lab_result(result, folder.string());
  ASSERT_TRUE(path) << path.error().text();
  const auto read = read_lab_result(*path);
  fs::remove_all(folder);
  ASSERT_TRUE(read) << read.error().text();
  ASSERT_EQ(read->cells.size(), kMostLabCells);
  EXPECT_EQ(samples_of(*read), kMostLabSamples);
  for (const std::size_t at : {std::size_t{0}, kMostLabCells - 1}) {
    EXPECT_EQ(read->cells[at].what, result.cells[at].what);
    EXPECT_EQ(read->cells[at].samples.back().elapsed_ns,
              result.cells[at].samples.back().elapsed_ns);
  }
}

// Beside the samples there are four aggregates of each case: they do not count.
TEST(LabLimits, TheMostIsReadAgainFromGoogleBenchmarksFormatToo) {
  LabResult one = largest();
  one.cells.resize(1);
  const auto written = nlohmann::json::parse(google_benchmark_json(one));
  constexpr std::size_t kEach = kMostLabSamples / kMostLabCells;
  ASSERT_EQ(written["benchmarks"].size(), kEach + 4);
  std::string text = "{\"benchmarks\":[";
  for (std::size_t i = 0; i < kMostLabCells; ++i) {
    for (std::size_t entry = 0; entry < kEach + 4; ++entry) {
      text += fmt::format(
          "{}{{\"name\":\"case/{}\",\"run_type\":\"{}\",\"real_time\":2,\"time_unit\":\"ns\"}}",
          text.back() == '[' ? "" : ",", i, entry < kEach ? "iteration" : "aggregate");
    }
  }
  text += "]}";
  const auto read = lab_result_from(text, "most.json");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->cells.size(), kMostLabCells);
  EXPECT_EQ(samples_of(*read), kMostLabSamples);
}

// More repetitions than a result holds: cases end with equally many, and that is said.
TEST(LabLimits, MeasuringKeepsNoMoreThanIsRead) {
  PlantedLab lab(Planted{{"a", {}}, {"b", {}}});
  LabRequest request = lab_request({"a", "b"}, {16, 32});
  request.repetitions = 1'000'000;
  request.budget_s = 0;
  LabResult result = lab_run(lab, request);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(samples_of(result), kMostLabSamples);
  for (const LabCell& cell : result.cells) EXPECT_EQ(cell.samples.size(), kMostLabSamples / 4);
  EXPECT_THAT(result.cache_note, HasSubstr("each of 4 cases ends with at most 62,500."));
  const auto read = lab_result_from(lab_json(result), "kept.json");
  ASSERT_TRUE(read) << read.error().text();
  // Asked for more cases, what is full stays, and they are skipped with the reason.
  request.sizes.push_back(64);
  Status status;
  result = lab_run(lab, request, &*read, nullptr, &status);
  EXPECT_TRUE(status);
  EXPECT_EQ(samples_of(result), kMostLabSamples);
  const LabCell& late = lab_cell(result, "a", 64);
  EXPECT_EQ(late.state, LabState::kSkipped);
  EXPECT_THAT(late.reason, HasSubstr("holds no more samples"));
  EXPECT_TRUE(lab_result_from(lab_json(result), "kept.json"));
}

TEST(LabLimits, MoreCasesThanAreReadAreRefusedBeforeAnyIsMeasured) {
  PlantedLab lab(Planted{{"a", {}}});
  std::vector<std::uint32_t> sizes(kMostLabCells + 1);
  std::iota(sizes.begin(), sizes.end(), 1U);
  Status status;
  lab_run(lab, lab_request({"a"}, sizes), nullptr, nullptr, &status);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kBadUsage);
  EXPECT_THAT(status.error().message, HasSubstr("10,001 cases"));
  EXPECT_THAT(status.error().message, HasSubstr("10,000"));
  EXPECT_FALSE(status.error().hint.empty());
  EXPECT_TRUE(lab.runs.empty());
  // Together with those that were measured before, too.
  sizes.resize(kMostLabCells / 2 + 1);
  LabResult before;
  for (std::uint32_t n = 20'000; n < 20'000 + kMostLabCells / 2; ++n) {
    before.cells.push_back({});
    before.cells.back().what.sorter = "a";
    before.cells.back().what.n = n;
  }
  lab_run(lab, lab_request({"a"}, sizes), &before, nullptr, &status);
  EXPECT_FALSE(status);
  EXPECT_TRUE(lab.runs.empty());
}

TEST(LabLimits, ATallyCountsWhatTheSamplesAre) {
  LabCell cell;
  for (const double ns : {1e9, 2e9, 3e9, 4e9}) cell.samples.push_back({ns, ns > 2.5e9});
  const LabTally tally = tally_of(cell);
  EXPECT_EQ(tally.all, 4U);
  EXPECT_EQ(tally.disturbed, 2U);
  EXPECT_DOUBLE_EQ(tally.spent_ns, 10e9);
  // Undisturbed ones are wanted, twice as many as asked for at most, also where 32 bits end.
  EXPECT_EQ(lab_samples_left(cell, 5, 0), 3U);
  EXPECT_EQ(lab_samples_left(cell, 2, 0), 0U);
  EXPECT_EQ(lab_samples_left(cell, 4'000'000'000, 0), 3'999'999'998U);
}

}  // namespace
}  // namespace sortscope
