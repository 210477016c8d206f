// fast_plan.h: windows of the fast bitonic sort: which layers of the XOR form a launch runs, on
// which bits of the wire, in which rounds. Plain C++: also there without CUDA.
#pragma once

#include <cstdint>
#include <vector>

namespace sortscope {

/// A thread's registers hold 32 keys: five bits of the wire.
inline constexpr std::uint32_t kRoundBits = 5;
inline constexpr std::uint32_t kMostRounds = 4;

/// One round: the layers whose distances are local bits `high`, `high` - 1 ... `low`, all held in
/// registers. Group 0 holds local bits 0-4, group 1 bits 5-9, group 2 the top five of the tile.
/// After the round, where `turn_level` is not 0, the keys' direction changes from that of level
/// 2^turn_level to the next.
struct WindowRound {
  std::uint8_t group = 0;
  std::uint8_t high = 0;
  std::uint8_t low = 0;
  std::uint8_t turn_level = 0;
};

/// Which rounds a window has, by the groups of its registers.
enum class WindowShape : std::uint8_t {
  kTiles,      // sorts tiles
  kHead,       // 2 1: the begin of a level
  kShortTail,  // 1 0 [2 [1]]: the end of a level and the begin of the next
  kLongTail,   // 2 1 0 [2]
};

/// One launch: consecutive layers of which all distances are among `tile_bits` bits of the wire:
/// the lowest `low_bits`, and as many as are missing from bit `high_shift` on. A tile's local
/// numbers keep the order of its wires. The lowest five bits are always there: a warp reads and
/// writes lines of 128 bytes.
struct FastWindow {
  std::uint8_t tile_bits = 0;
  std::uint8_t low_bits = 0;
  std::uint8_t high_shift = 0;
  std::uint8_t level = 0;  // keys come turned for level 2^level
  WindowShape shape = WindowShape::kTiles;
  std::uint8_t round_count = 0;
  WindowRound rounds[kMostRounds] = {};
  // Wires between a thread's first key and the one of each register, as loaded and as stored.
  std::uint32_t load_steps[32] = {};
  std::uint32_t store_steps[32] = {};
};

/// The launches that sort 2^wires_log2 keys: the first sorts tiles of 2^tile_bits keys. Every
/// window holds as many layers as its bits allow, across the end of a level where it can.
/// 12 <= tile_bits <= 15, tile_bits <= wires_log2; one tile alone: from 10 on. O(wires_log2^2).
std::vector<FastWindow> fast_windows(std::uint32_t wires_log2, std::uint32_t tile_bits);

/// Layers of a window.
std::uint32_t layers_of(const FastWindow& window);

/// log2 of the tile for 2^wires_log2 keys whose key (and place) has `key_bytes` bytes.
std::uint32_t fast_tile_bits(std::uint32_t wires_log2, std::uint32_t key_bytes);

}  // namespace sortscope
