// The memory lens: conflicts against hand-computed cases, a second count and a simulation of the
// kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/algorithms/algorithm.h"
#include "core/engines/plans/memory_lens.h"

namespace sortscope {
namespace {

Network bitonic(std::uint32_t n) { return (*find_algorithm("bitonic"))->build(n); }

WarpRequest request_of(auto at, std::uint32_t lanes = 0xFFFFFFFFU) {
  WarpRequest request;
  request.lanes = lanes;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane)
    request.at[lane] = static_cast<std::uint32_t>(at(lane));
  return request;
}

LayerLens lens(const Network& network, std::uint32_t layer, std::string_view kernel,
               std::uint32_t threads = 512, std::uint32_t key_bytes = 4) {
  const auto found =
      lens_on(network, true, layer,
              {.kernel = *find_memory_kernel(kernel), .key_bytes = key_bytes, .threads = threads});
  EXPECT_TRUE(found) << (found ? "" : found.error().text());
  return *found;
}

// The layer of merge level k = 2^level with distance 2^bit.
std::uint32_t layer_of(std::uint32_t level, std::uint32_t bit) {
  return level * (level - 1) / 2 + (level - 1 - bit);
}

TEST(MemoryLens, HandComputedBanks) {
  using enum Placement;
  const auto cost = [](const WarpRequest& request, Placement placement, std::uint32_t bytes = 4) {
    return count_banks(request, placement, bytes).wavefronts;
  };
  // A word for each bank; the same word for all; every second, fourth, 32nd and 33rd word.
  EXPECT_EQ(cost(request_of([](auto l) { return l; }), kPlain), 1U);
  EXPECT_EQ(cost(request_of([](auto l) { return l ^ 1; }), kPlain), 1U);
  EXPECT_EQ(cost(request_of([](auto) { return 7U; }), kPlain), 1U);
  EXPECT_EQ(cost(request_of([](auto l) { return 2 * l; }), kPlain), 2U);
  EXPECT_EQ(cost(request_of([](auto l) { return 4 * l; }), kPlain), 4U);
  EXPECT_EQ(cost(request_of([](auto l) { return 32 * l; }), kPlain), 32U);
  EXPECT_EQ(cost(request_of([](auto l) { return 33 * l; }), kPlain), 1U);
  // Columns of a 32 x 32 array are what padding and swizzling are for.
  EXPECT_EQ(cost(request_of([](auto l) { return 32 * l + 5; }), kPadded), 1U);
  EXPECT_EQ(cost(request_of([](auto l) { return 32 * l + 5; }), kSwizzled), 1U);
  EXPECT_EQ(cost(request_of([](auto l) { return 64 * l; }), kPadded), 2U);
  // 1024 words on is the same bank, whichever way keys are placed.
  const auto second_chunk = request_of([](auto l) { return (l & 1) != 0 ? (l ^ 1) + 1024 : l; });
  for (const Placement placement : {kPlain, kPadded, kSwizzled}) {
    EXPECT_EQ(cost(second_chunk, placement), 2U);
  }
  // 64-bit keys: two words a lane, half a warp a turn.
  EXPECT_EQ(cost(request_of([](auto l) { return l; }), kPlain, 8), 2U);
  EXPECT_EQ(cost(request_of([](auto l) { return 2 * l; }), kPlain, 8), 4U);
  EXPECT_EQ(cost(request_of([](auto l) { return 16 * l; }), kPlain, 8), 32U);
  EXPECT_EQ(cost(request_of([](auto l) { return l; }, 0xFFFFU), kPlain, 8), 1U);
  // Nobody asks.
  EXPECT_EQ(cost(request_of([](auto l) { return l; }, 0), kPlain), 0U);
  const BankUse fours = count_banks(request_of([](auto l) { return 4 * l; }), kPlain, 4);
  EXPECT_EQ(fours.words[0], 4);
  EXPECT_EQ(fours.words[1], 0);
  EXPECT_EQ(fours.conflicts(), 3U);
}

TEST(MemoryLens, HandComputedSectors) {
  const auto use = [](const WarpRequest& request, std::uint32_t bytes = 4) {
    const SectorUse sectors = count_sectors(request, bytes);
    return std::pair(sectors.sectors, sectors.least);
  };
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  EXPECT_EQ(use(request_of([](auto l) { return 64 + l; })), Pair(4, 4));
  EXPECT_EQ(use(request_of([](auto l) { return 1 + l; })), Pair(5, 4));
  EXPECT_EQ(use(request_of([](auto l) { return 2 * l; })), Pair(8, 4));
  EXPECT_EQ(use(request_of([](auto l) { return 32 * l; })), Pair(32, 4));
  EXPECT_EQ(use(request_of([](auto l) { return l; }), 8), Pair(8, 8));
  EXPECT_EQ(use(request_of([](auto l) { return l; }, 1)), Pair(1, 1));
  EXPECT_EQ(use(request_of([](auto) { return 9U; })), Pair(1, 1));
  EXPECT_EQ(use(request_of([](auto l) { return l; }, 0)), Pair(0, 0));
}

// A second way of counting: serve lanes one by one, a wavefront at a time.
std::uint32_t served_wavefronts(const WarpRequest& request, Placement placement,
                                std::uint32_t key_bytes) {
  std::uint32_t wavefronts = 0;
  const std::uint32_t turn = key_bytes == 8 ? 16 : 32;
  for (std::uint32_t first = 0; first < 32; first += turn) {
    std::set<std::uint32_t> waiting;  // byte addresses of words
    for (std::uint32_t lane = first; lane < first + turn; ++lane) {
      if ((request.lanes >> lane & 1) == 0) continue;
      const std::uint32_t byte = placed(placement, request.at[lane]) * key_bytes;
      for (std::uint32_t at = 0; at < key_bytes; at += 4) waiting.insert(byte + at);
    }
    while (!waiting.empty()) {
      ++wavefronts;
      std::map<std::uint32_t, std::uint32_t> open;  // bank -> its word in this wavefront
      for (const std::uint32_t byte : waiting) open.emplace(byte / 4 % 32, byte);
      for (const auto& [bank, byte] : open) waiting.erase(byte);
    }
  }
  return wavefronts;
}

TEST(MemoryLens, RandomRequestsAgreeWithServingThemOneByOne) {
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t range = 1U << (1 + random() % 12);
    const WarpRequest request =
        request_of([&](auto) { return random() % range; }, static_cast<std::uint32_t>(random()));
    for (const PlacementRow& row : placements()) {
      for (const std::uint32_t bytes : {4U, 8U}) {
        ASSERT_EQ(count_banks(request, row.placement, bytes).wavefronts,
                  served_wavefronts(request, row.placement, bytes));
      }
    }
    std::set<std::uint32_t> sectors;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      if ((request.lanes >> lane & 1) != 0) sectors.insert(request.at[lane] * 4 / 32);
    }
    ASSERT_EQ(count_sectors(request, 4).sectors, sectors.size());
  }
}

TEST(MemoryLens, PlacementsKeepKeysApart) {
  for (const PlacementRow& row : placements()) {
    std::set<std::uint32_t> places;
    for (std::uint32_t i = 0; i < 1U << 15; ++i) places.insert(placed(row.placement, i));
    EXPECT_EQ(places.size(), 1U << 15) << row.id;
  }
}

// Benicio 2025 says that layers below distance 32 conflict: none does.
TEST(MemoryLens, BlockHasNoConflictsInAnyLayer) {
  for (const std::uint32_t n : {2U, 16U, 32U, 64U, 512U, 1024U}) {
    const Network network = bitonic(n);
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (const std::uint32_t bytes : {4U, 8U}) {
        const AccessTotals totals =
            totals_of(lens(network, layer, "block", 512, bytes), Placement::kPlain);
        EXPECT_EQ(totals.load_conflicts + totals.store_conflicts, 0U) << n << " " << layer;
      }
    }
  }
}

// The pairs that the warps of a layer load are the comparators of the network, each once.
void expect_comparators(const Network& network, std::uint32_t layer, const LayerLens& of,
                        auto wire_of, std::string_view lower_name, bool global) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::uint32_t block = 0; block < of.blocks; ++block) {
    for (std::uint32_t warp = 0; warp < of.warps(); ++warp) {
      const WarpAccess access = access_of(of, block, warp);
      const auto& requests = global ? access.global : access.shared;
      for (std::size_t i = 0; i + 1 < requests.size(); ++i) {
        if (requests[i].name != lower_name) continue;
        for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
          if ((requests[i].lanes >> lane & 1) == 0) continue;
          const bool fresh = seen.emplace(wire_of(block, requests[i].at[lane]),
                                          wire_of(block, requests[i + 1].at[lane]))
                                 .second;
          EXPECT_TRUE(fresh);
        }
      }
    }
  }
  ASSERT_EQ(seen.size(), network.count(layer)) << layer;
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    const Comparator comparator = network.comparator(layer, index);
    EXPECT_TRUE(seen.contains({comparator.lower(), comparator.upper()})) << layer;
  }
}

TEST(MemoryLens, BlockLoadsEveryComparatorOnce) {
  const Network network = bitonic(128);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    expect_comparators(
        network, layer, lens(network, layer, "block"), [](auto, auto i) { return i; },
        "load upper wire", false);
  }
}

TEST(MemoryLens, ChunksLoadEveryComparatorOnce) {
  for (const std::uint32_t n : {64U, 512U, 4096U, 8192U}) {
    const Network network = bitonic(n);
    const std::uint32_t half = n / 2;
    const auto wire = [&](std::uint32_t block, std::uint32_t i) {
      return i < 1024 ? block * 1024 + i : block * 1024 + i - 1024 + half;
    };
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const LayerLens of = lens(network, layer, "v2-shared");
      if (of.local && half < 32) continue;
      if (of.local) {
        expect_comparators(network, layer, of, wire, "load upper wire", false);
      } else {
        expect_comparators(
            network, layer, of, [](auto, auto i) { return i; }, "load upper", true);
      }
    }
  }
}

TEST(MemoryLens, V2NeedsNoPaddingAndItsShufflesSpareTwoWayConflicts) {
  const Network network = bitonic(1U << 14);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const std::uint32_t j = network.form(layer).distance;
    const LayerLens v2 = lens(network, layer, "v2");
    const AccessTotals totals = totals_of(v2, Placement::kPlain);
    EXPECT_EQ(totals.load_conflicts + totals.store_conflicts, 0U);
    EXPECT_EQ(totals.sectors, totals.least_sectors);
    if (j < 32 || j > 512) {
      EXPECT_EQ(totals.loads + totals.stores, 0U);
    }
    // Without shuffles: half of the lanes 1024 words on, two words in 16 of the banks.
    const AccessTotals shared = totals_of(lens(network, layer, "v2-shared"), Placement::kPlain);
    const AccessTotals padded = totals_of(lens(network, layer, "v2-shared"), Placement::kPadded);
    if (j < 32) {
      // 8 blocks of 32 warps: two loads and two stores each, one wavefront too many.
      EXPECT_EQ(shared.load_conflicts, 8U * 32 * 2);
      EXPECT_EQ(shared.store_conflicts, 8U * 32 * 2);
      EXPECT_EQ(padded.load_conflicts, shared.load_conflicts);
    } else {
      EXPECT_EQ(shared.load_conflicts + shared.store_conflicts, 0U);
    }
  }
}

TEST(MemoryLens, V2EntersAndLeavesSharedMemoryOnceALevel) {
  const Network network = bitonic(4096);
  // k = 64: distances 32 (in shared memory), then 16 ... 1 by shuffles.
  const WarpAccess only = access_of(lens(network, layer_of(6, 5), "v2"), 0, 3);
  ASSERT_EQ(only.shared.size(), 8U);
  EXPECT_EQ(only.shared[0].name, "store first key");
  EXPECT_EQ(only.shared[7].name, "load second key");
  EXPECT_EQ(only.shared[7].at[5], 3U * 32 + 5 + 1024);
  // k = 256: enters at 128, leaves at 32.
  EXPECT_EQ(access_of(lens(network, layer_of(8, 7), "v2"), 0, 0).shared.size(), 6U);
  EXPECT_EQ(access_of(lens(network, layer_of(8, 6), "v2"), 0, 0).shared.size(), 4U);
  EXPECT_EQ(access_of(lens(network, layer_of(8, 5), "v2"), 0, 0).shared.size(), 6U);
  EXPECT_TRUE(access_of(lens(network, layer_of(8, 4), "v2"), 0, 0).shared.empty());
  // Global memory at the ends of the launch: all levels to k = 1024.
  EXPECT_EQ(access_of(lens(network, 0, "v2"), 0, 0).global.size(), 2U);
  EXPECT_EQ(access_of(lens(network, layer_of(10, 0), "v2"), 1, 0).global.size(), 2U);
  EXPECT_TRUE(access_of(lens(network, layer_of(9, 0), "v2"), 0, 0).global.empty());
}

constexpr RegisterBits kGroups[] = {RegisterBits::kTop, RegisterBits::kColumns,
                                    RegisterBits::kRows};

TEST(MemoryLens, RegistersOfATileHoldEveryKeyOnce) {
  for (std::uint32_t tile = 10; tile <= 15; ++tile) {
    const std::uint32_t threads = 1U << (tile - 5);
    for (const RegisterBits group : kGroups) {
      std::set<std::uint32_t> seen;
      for (std::uint32_t t = 0; t < threads; ++t) {
        for (std::uint32_t e = 0; e < 32; ++e) seen.insert(tile_index(tile, group, t, e));
      }
      EXPECT_EQ(seen.size(), 1U << tile);
      EXPECT_EQ(*seen.rbegin(), (1U << tile) - 1);
    }
  }
  // T = 256: bits 12 ... 8, 9 ... 5, 4 ... 0.
  EXPECT_EQ(tile_index(13, RegisterBits::kTop, 77, 3), 3U * 256 + 77);
  EXPECT_EQ(tile_index(13, RegisterBits::kColumns, 77, 3), 2U * 1024 + 3U * 32 + 13);
  EXPECT_EQ(tile_index(13, RegisterBits::kRows, 77, 3), 32U * 77 + 3);
}

// Of every launch: a simulated block finds both keys of every comparator in one thread's registers,
// and its tiles together are all wires.
TEST(MemoryLens, FastHasPartnersInItsRegisters) {
  for (const std::uint32_t wires_log2 : {10U, 12U, 16U, 19U}) {
    const Network network = bitonic(1U << wires_log2);
    for (const std::uint32_t threads : {0U, 128U, 256U, 1024U}) {
      std::uint32_t launches = 0;
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        LayerLens of = lens(network, layer, "fast", threads);
        launches += of.first_of_launch ? 1 : 0;
        EXPECT_EQ(of.first_of_launch,
                  layer == 0 || lens(network, layer - 1, "fast", threads).last_of_launch);
        // Wires of a thread's registers, by the loads that would bring them.
        of.first_of_launch = true;
        of.last_of_launch = false;
        of.group_before = of.group;
        const WarpAccess access = access_of(of, of.blocks - 1, of.warps() - 1);
        ASSERT_EQ(access.global.size(), 32U);
        for (const std::uint32_t lane : {0U, 13U, 31U}) {
          std::set<std::uint32_t> held;
          for (const WarpRequest& request : access.global) held.insert(request.at[lane]);
          ASSERT_EQ(held.size(), 32U);
          for (const std::uint32_t wire : held) EXPECT_TRUE(held.contains(wire ^ of.distance));
        }
      }
      EXPECT_GE(launches, 1U);
      if (wires_log2 == 10) {
        EXPECT_EQ(launches, 1U);
      }
    }
  }
}

// core/engines/plans/fast.h: 2^16 keys in tiles of 2^12: levels to 12; bits 12-6 of level 13; its
// bits 5-0 and 13-8 of level 14; 7-0 and 14-11 of level 15; 10-0 and 15 of level 16; 14-8; 7-0.
TEST(MemoryLens, FastLaunchesStraddleLevels) {
  const Network network = bitonic(1U << 16);
  std::vector<std::uint32_t> first;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (lens(network, layer, "fast", 128).first_of_launch) first.push_back(layer);
  }
  const std::vector<std::uint32_t> expected = {0, 78, 85, 97, 109, 121, 128};
  EXPECT_EQ(first, expected);
}

TEST(MemoryLens, FastExchangesWithoutConflictsWherePaddedOrSwizzled) {
  const Network network = bitonic(1U << 16);
  for (const std::uint32_t threads : {128U, 256U, 512U, 1024U}) {
    bool conflicts_in_plain = false;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const LayerLens of = lens(network, layer, "fast", threads);
      const auto conflicts = [&](Placement placement) {
        const AccessTotals totals = totals_of(of, placement);
        return totals.load_conflicts + totals.store_conflicts;
      };
      EXPECT_EQ(conflicts(Placement::kPadded), 0U);
      EXPECT_EQ(conflicts(Placement::kSwizzled), 0U);
      conflicts_in_plain |= conflicts(Placement::kPlain) > 0;
      const AccessTotals totals = totals_of(of, Placement::kPadded);
      EXPECT_EQ(totals.sectors, totals.least_sectors);
    }
    EXPECT_TRUE(conflicts_in_plain);
  }
  // T = 1024, to rows: 32 loads with 32 words in one bank, 31 too many each.
  const LayerLens rows = lens(network, layer_of(15, 4), "fast", 1024);
  ASSERT_EQ(rows.group_before, RegisterBits::kColumns);
  ASSERT_EQ(rows.group, RegisterBits::kRows);
  const AccessTotals plain = totals_of(rows, Placement::kPlain);
  EXPECT_EQ(plain.loads, 2U * 32 * 32);  // 2 tiles, 32 warps, 32 registers
  EXPECT_EQ(plain.load_conflicts, plain.loads * 31);
  EXPECT_EQ(plain.store_conflicts, 0U);
  EXPECT_FALSE(checked_conflicts(lens(network, layer_of(15, 3), "fast"), Placement::kPadded));
}

TEST(MemoryLens, FastTilesCoverAllWires) {
  const Network network = bitonic(1U << 16);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const LayerLens of = lens(network, layer, "fast", 128);
    std::set<std::uint32_t> loaded;
    std::set<std::uint32_t> stored;
    if (!of.first_of_launch && !of.last_of_launch) continue;
    for (std::uint32_t block = 0; block < of.blocks; ++block) {
      for (std::uint32_t warp = 0; warp < of.warps(); ++warp) {
        for (const WarpRequest& request : access_of(of, block, warp).global) {
          (request.store ? stored : loaded).insert(request.at.begin(), request.at.end());
        }
      }
    }
    EXPECT_EQ(loaded.size(), of.first_of_launch ? 1U << 16 : 0U);
    EXPECT_EQ(stored.size(), of.last_of_launch ? 1U << 16 : 0U);
  }
}

TEST(MemoryLens, TotalsAreThoseOfAllWarps) {
  const Network network = bitonic(1U << 14);
  for (const std::string_view kernel : {"v2", "v2-shared", "fast"}) {
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const LayerLens of = lens(network, layer, kernel, 128);
      std::uint64_t conflicts = 0;
      std::uint64_t sectors = 0;
      for (std::uint32_t block = 0; block < of.blocks; ++block) {
        for (std::uint32_t warp = 0; warp < of.warps(); ++warp) {
          const WarpAccess access = access_of(of, block, warp);
          for (const WarpRequest& request : access.shared) {
            conflicts += count_banks(request, Placement::kPlain, 4).conflicts();
          }
          for (const WarpRequest& request : access.global) {
            sectors += count_sectors(request, 4).sectors;
          }
        }
      }
      const AccessTotals totals = totals_of(of, Placement::kPlain);
      EXPECT_EQ(totals.load_conflicts + totals.store_conflicts, conflicts) << kernel << layer;
      EXPECT_EQ(totals.sectors, sectors) << kernel << layer;
    }
  }
}

TEST(MemoryLens, RefusesWhatItDoesNotKnow) {
  EXPECT_FALSE(find_memory_kernel("v3"));
  EXPECT_FALSE(find_placement("sideways"));
  const Network network = bitonic(2048);
  const auto refused = [&](const Network& of, bool xor_schedule, std::string_view kernel) {
    return !lens_on(of, xor_schedule, 0, {.kernel = *find_memory_kernel(kernel)});
  };
  EXPECT_TRUE(refused(network, true, "block"));
  EXPECT_TRUE(refused(network, false, "v2"));
  EXPECT_TRUE(refused(bitonic(512), true, "fast"));
  EXPECT_TRUE(refused(bitonic(1), true, "v2"));
  for (const SeedClaim& claim : seed_claims()) EXPECT_FALSE(claim.quote.empty());
}

}  // namespace
}  // namespace sortscope
