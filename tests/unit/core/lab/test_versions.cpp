// test_versions.cpp: two versions of a kernel: the ratio of their times.
#include <gtest/gtest.h>

#include "core/lab/listed.h"
#include "core/lab/versions.h"

namespace sortscope {
namespace {

LabCell cell_of(std::string_view sorter, std::uint32_t n, std::initializer_list<double> ns) {
  LabCell cell;
  cell.what.sorter = sorter;
  cell.what.n = n;
  cell.state = ns.size() == 0 ? LabState::kFailed : LabState::kMeasured;
  for (const double one : ns) cell.samples.push_back({one, false});
  return cell;
}

TEST(LabVersions, TheMedianOfRatiosOfNeighbours) {
  LabResult result;
  result.cells = {cell_of(kOwnSorter, 64, {50, 60, 55, 52, 51, 53, 54, 56}),
                  cell_of(kBeforeSorter, 64, {100, 120, 110, 104, 102, 106, 108, 112})};
  const auto ratios = version_ratios(result);
  ASSERT_EQ(ratios.size(), 1U);
  EXPECT_DOUBLE_EQ(ratios[0].median, 0.5);
  EXPECT_DOUBLE_EQ(ratios[0].low, 0.5);
  EXPECT_DOUBLE_EQ(ratios[0].high, 0.5);
  EXPECT_EQ(ratios[0].verdict, LabVerdict::kFaster);
  EXPECT_EQ(ratio_text(ratios[0]), "0.5 × (0.5 to 0.5)");
}

// A clock that drifts slows both: their ratio stays.
TEST(LabVersions, ADriftIsNoDifference) {
  LabResult result;
  result.cells = {cell_of(kOwnSorter, 64, {10, 20, 40, 80, 160, 320, 640, 1280}),
                  cell_of(kBeforeSorter, 64, {10, 20, 40, 80, 160, 320, 640, 1280})};
  const auto ratios = version_ratios(result);
  ASSERT_EQ(ratios.size(), 1U);
  EXPECT_DOUBLE_EQ(ratios[0].median, 1);
  EXPECT_EQ(ratios[0].verdict, LabVerdict::kSame);
}

TEST(LabVersions, DisturbedAndMissingOnesAreLeftOut) {
  LabResult result;
  result.cells = {cell_of(kOwnSorter, 64, {10, 999, 10}), cell_of(kBeforeSorter, 64, {10, 10, 10}),
                  cell_of(kOwnSorter, 128, {10}), cell_of(kBeforeSorter, 128, {})};
  result.cells[0].samples[1].disturbed = true;
  const auto ratios = version_ratios(result);
  ASSERT_EQ(ratios.size(), 1U);
  EXPECT_EQ(ratios[0].what.n, 64U);
  EXPECT_DOUBLE_EQ(ratios[0].high, 1);
}

}  // namespace
}  // namespace sortscope
