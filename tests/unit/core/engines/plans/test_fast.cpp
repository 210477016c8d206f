// test_fast.cpp: windows of the fast bitonic sort: all layers in order, on the bits that a
// tile has.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <vector>

#include "core/engines/plans/fast.h"

namespace sortscope {
namespace {

// Bit of the wire of a local bit.
std::uint32_t wire_bit(const FastWindow& window, std::uint32_t local) {
  return local < window.low_bits ? local : local - window.low_bits + window.high_shift;
}

// The XOR form's distances, level by level, against what the windows run.
TEST(FastPlan, RunsEveryLayerOnceInOrder) {
  for (std::uint32_t tile_bits = kLeastWindowBits; tile_bits <= 15; ++tile_bits) {
    for (std::uint32_t wires_log2 = tile_bits; wires_log2 <= 30; ++wires_log2) {
      std::vector<std::uint32_t> expected;
      for (std::uint32_t level = tile_bits + 1; level <= wires_log2; ++level) {
        for (std::uint32_t bit = level; bit-- > 0;) expected.push_back(bit);
      }
      std::vector<std::uint32_t> run;
      const std::vector<FastWindow> windows = fast_windows(wires_log2, tile_bits);
      ASSERT_TRUE(windows.front().sorts_tiles);
      EXPECT_EQ(layers_of(windows.front()), tile_bits * (tile_bits + 1) / 2);
      for (std::size_t i = 1; i < windows.size(); ++i) {
        std::uint32_t layers = 0;
        for (const WindowRound& round : windows[i].rounds) {
          for (std::uint32_t bit = round.high + 1u; round.runs() && bit-- > round.low; ++layers) {
            run.push_back(wire_bit(windows[i], bit));
          }
        }
        EXPECT_EQ(layers, layers_of(windows[i]));
        EXPECT_LE(windows[i].low_bits, windows[i].high_shift);
        EXPECT_GE(windows[i].low_bits, 5) << "a warp reads lines";
      }
      EXPECT_EQ(run, expected) << "2^" << wires_log2 << " keys, tiles of 2^" << tile_bits;
    }
  }
}

// A window is as long as its bits allow: with the next layer it would touch one bit too many.
TEST(FastPlan, FillsItsTiles) {
  const auto windows = fast_windows(24, 13);
  EXPECT_EQ(windows.size(), 21u);  // counted by hand and by a search over all cuts
  EXPECT_EQ(fast_windows(28, 14).size(), 27u);
  EXPECT_EQ(fast_windows(12, 12).size(), 1u);
}

// Bytes of a tile: by hand, 33 slots for 32 keys.
TEST(FastPlan, TilesFollowTheSharedMemory) {
  struct Row {
    std::uint32_t kib, wires_log2, key_bytes, tile_bits;
  };
  for (const Row& row :
       {Row{227, 26, 4, 14}, Row{99, 26, 4, 14}, Row{64, 26, 4, 13}, Row{48, 26, 4, 13},
        Row{227, 20, 8, 13}, Row{99, 20, 8, 13}, Row{64, 20, 8, 12}, Row{48, 20, 8, 12},
        Row{227, 20, 12, 13}, Row{99, 20, 12, 13}, Row{64, 20, 12, 12}, Row{48, 20, 12, 11},
        Row{48, 12, 12, 11}, Row{48, 10, 12, 10}, Row{48, 16, 4, 12}}) {
    EXPECT_EQ(fast_tile_bits(row.wires_log2, row.key_bytes, row.kib << 10), row.tile_bits)
        << row.kib << " KiB, 2^" << row.wires_log2 << " keys of " << row.key_bytes;
  }
  for (const std::uint32_t limit : kSharedLimits) {
    for (const std::uint32_t key_bytes : {4U, 8U, 12U}) {
      for (std::uint32_t wires_log2 = 10; wires_log2 <= 30; ++wires_log2) {
        const std::uint32_t bits = fast_tile_bits(wires_log2, key_bytes, limit);
        EXPECT_LE(((1U << bits) / 32) * 33 * key_bytes, limit);
        EXPECT_TRUE(bits == wires_log2 || bits >= least_window_bits(key_bytes));
      }
    }
  }
  // A smaller one than the smallest there is not.
  EXPECT_EQ(fast_tile_bits(20, 4, 1024), 12U);
}

// What a thread's registers hold is where the kernels look for it.
TEST(FastPlan, StepsAreWiresOfRegisters) {
  for (const FastWindow& window : fast_windows(22, 13)) {
    const std::uint32_t low = window.first == RegisterBits::kTop ? 8 : 5;
    std::set<std::uint32_t> wires;
    for (std::uint32_t e = 0; e < 32; ++e) {
      std::uint32_t wire = 0;
      for (std::uint32_t i = 0; i < 5; ++i) {
        if ((e >> i & 1) != 0) wire |= 1u << wire_bit(window, low + i);
      }
      EXPECT_EQ(window.load_steps[e], wire);
      wires.insert(window.store_steps[e]);
    }
    EXPECT_EQ(wires.size(), 32u);
  }
}

}  // namespace
}  // namespace sortscope
