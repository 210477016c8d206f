// test_claims.cpp: what texts say of times, judged by results; comparisons that are counted.
#include "core/lab/claims.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/lab/counts.h"
#include "core/lab/presets.h"

namespace sortscope {
namespace {

LabCell measured(std::string_view sorter, std::uint32_t n, double elapsed_ms) {
  LabCell cell;
  cell.what.sorter = sorter;
  cell.what.n = n;
  cell.state = LabState::kMeasured;
  cell.samples = {{elapsed_ms * 1e6}};
  return cell;
}

LabResult result_of(std::string_view claim, std::vector<LabCell> cells) {
  LabResult result;
  result.request = (*find_lab_preset(claim))->request();
  result.request.preset = claim;
  std::set<std::uint32_t> sizes;
  for (const LabCell& cell : cells) sizes.insert(cell.what.n);
  result.request.sizes.assign(sizes.begin(), sizes.end());
  result.cells = std::move(cells);
  result.complete = true;
  return result;
}

ClaimState state_of(std::string_view claim, std::vector<LabCell> cells) {
  return judge(*find_lab_claim(claim), result_of(claim, std::move(cells))).state;
}

TEST(LabClaims, EveryClaimHasAPresetThatMeasuresWhatItIsAbout) {
  for (const LabClaim& claim : lab_claims()) {
    const auto preset = find_lab_preset(claim.preset);
    ASSERT_TRUE(preset.ok()) << claim.preset;
    const LabRequest request = (*preset)->request();
    for (const std::string_view sorter : {claim.slow, claim.fast}) {
      if (sorter.empty()) continue;
      EXPECT_TRUE(find_lab_sorter(sorter).ok()) << sorter;
      EXPECT_NE(std::ranges::find(request.sorters, sorter), request.sorters.end()) << claim.preset;
    }
    EXPECT_EQ(request.transfers,
              claim.preset == "claim-transfer" || claim.preset == "claim-merge-sort");
    EXPECT_FALSE(claim.says.empty() || claim.published.empty());
    EXPECT_EQ(claim.rule == ClaimRule::kCannot, !claim.why_not.empty());
  }
  // Those of the article, the tutorials and the thesis.
  EXPECT_EQ(lab_claims().size(), 7U);
  EXPECT_EQ(find_lab_claim("peers"), nullptr);
}

TEST(LabClaims, AreJudgedByTheWorstOrTheBestSize) {
  const auto pair = [](std::uint32_t n, double cpu, double gpu) {
    return std::vector{measured("std-sort", n, cpu), measured("abisort", n, gpu)};
  };
  auto cells = pair(1U << 17, 32, 10);
  const auto more = pair(1U << 18, 70, 20);
  cells.insert(cells.end(), more.begin(), more.end());
  EXPECT_EQ(state_of("claim-abisort", cells), ClaimState::kHolds);
  EXPECT_EQ(claim_text(result_of("claim-abisort", cells)),
            "Holds here: 3.2 to 3.5 ×. Published: 3.1 to 3.5 ×, GeForce 7800 GTX beside Athlon-64 "
            "4200+.");
  cells[0].samples[0].elapsed_ns = 30e6;  // 3.0 at one size
  EXPECT_EQ(state_of("claim-abisort", cells), ClaimState::kDoesNot);
  // At most: the largest counts. Reached: one size is enough.
  EXPECT_EQ(state_of("claim-quicksort",
                     {measured("cpu-adaptive-plain", 1024, 5), measured("quicksort", 1024, 2)}),
            ClaimState::kHolds);
  EXPECT_EQ(state_of("claim-quicksort",
                     {measured("cpu-adaptive-plain", 1024, 5.2), measured("quicksort", 1024, 2)}),
            ClaimState::kDoesNot);
  EXPECT_EQ(
      state_of("claim-gpusort", {measured("hybrid", 1024, 1), measured("abisort", 1024, 1),
                                 measured("hybrid", 2048, 1.4), measured("abisort", 2048, 1)}),
      ClaimState::kHolds);
  EXPECT_EQ(state_of("claim-radix", {measured("thrust", 1'000'000, 0.21)}), ClaimState::kDoesNot);
}

TEST(LabClaims, TransfersAreWhatIsJudgedWhereTheClaimIsOfThem) {
  LabCell cell = measured("abisort", 1'000'000, 500);
  cell.what.transfers = true;
  cell.samples[0].transfers = {12e6, 7e6};
  EXPECT_EQ(state_of("claim-transfer", {cell}), ClaimState::kHolds);
  cell.samples[0].transfers.download_ns = 9e6;
  EXPECT_EQ(state_of("claim-transfer", {cell}), ClaimState::kDoesNot);
}

TEST(LabClaims, WhatIsMissingCannotBeTried) {
  LabCell skipped;
  skipped.what.sorter = "abisort";
  skipped.what.n = 1U << 17;
  skipped.state = LabState::kSkipped;
  skipped.reason = "there is no device.";
  EXPECT_EQ(state_of("claim-abisort", {measured("std-sort", 1U << 17, 30), skipped}),
            ClaimState::kCannot);
  EXPECT_EQ(claim_text(result_of("claim-abisort", {measured("std-sort", 1U << 17, 30), skipped})),
            "Cannot be tried here: abisort: there is no device. Published: 3.1 to 3.5 ×, GeForce "
            "7800 GTX beside Athlon-64 4200+.");
  EXPECT_EQ(state_of("claim-regenerate", {measured("cpu-aks-custom", 4096, 3)}),
            ClaimState::kCannot);
  EXPECT_EQ(state_of("claim-abisort", {}), ClaimState::kWaiting);
  EXPECT_EQ(claim_text(LabResult{}), "");
}

TEST(SortCounts, AreThoseOfTheFormulasAndOfTheNetwork) {
  for (const std::uint32_t log2 : {4U, 8U, 10U}) {
    const std::uint64_t n = std::uint64_t{1} << log2;
    const auto counts = sort_counts(1U << log2, 1);
    ASSERT_EQ(counts.size(), 5U);
    EXPECT_EQ(counts[0].comparisons, n * log2 * (log2 + 1) / 4);
    EXPECT_EQ(counts[0].chain, counts[0].comparisons);
    EXPECT_EQ(counts[1].comparisons, counts[0].comparisons);
    EXPECT_EQ(counts[1].chain, std::uint64_t{log2} * (log2 + 1) / 2);
    // Merge sort: at most n log n - n + 1, at least half of n log n.
    EXPECT_LE(counts[2].comparisons, n * log2 - n + 1);
    EXPECT_GE(counts[2].comparisons, n * log2 / 2);
    EXPECT_EQ(counts[3].comparisons, counts[2].comparisons);
    // The last merge alone takes at least n / 2 one after the other; all at most 2n.
    EXPECT_GE(counts[3].chain, n / 2);
    EXPECT_LE(counts[3].chain, 2 * n);
    EXPECT_GE(counts[4].comparisons, n * log2 / 2);
  }
}

}  // namespace
}  // namespace sortscope
