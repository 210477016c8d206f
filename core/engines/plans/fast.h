// fast.h: windows of the fast bitonic sort: which layers of the XOR form a launch runs, on
// which bits of the wire, in which rounds. Plain C++: also there without CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "core/engines/plans/shared_memory.h"

namespace sortscope {

/// The fewest keys that the fast sort takes.
inline constexpr std::uint32_t kLeastFastKeys = 1024;

/// log2 of the keys of the smallest tile that windows take; smaller ones are sorted alone.
inline constexpr std::uint32_t kLeastWindowBits = 11;

/// A thread's registers hold 32 keys: five bits of the wire.
inline constexpr std::uint32_t kRoundBits = 5;

/// One round: the layers whose distances are local bits `high`, `high` - 1 ... `low`, all held in
/// registers; none where high < low.
struct WindowRound {
  std::uint8_t high = 0;
  std::uint8_t low = 1;
  [[nodiscard]] constexpr bool runs() const { return high >= low; }
};

/// Which five local bits the registers hold. kTop: the tile's highest five; kColumns: bits 5-9;
/// kRows: bits 0-4.
enum class RegisterBits : std::uint8_t { kTop, kColumns, kRows };

/// Rounds of a window, in order: the end of a level above the line, its last five layers, and the
/// begin of the next level (or, of a window within one level, the first two alone).
enum Round : std::uint8_t {
  kTopRound,
  kColumnsRound,
  kRowsRound,
  kNextTopRound,
  kNextColumnsRound,
  kRounds
};

/// One launch: consecutive layers of which all distances are among `tile_bits` bits of the wire:
/// the lowest `low_bits`, and as many as are missing from bit `high_shift` on. A tile's local
/// numbers keep the order of its wires. The lowest five bits are always there: a warp reads and
/// writes lines of 128 bytes.
struct FastWindow {
  std::uint8_t tile_bits = 0;
  std::uint8_t low_bits = 0;
  std::uint8_t high_shift = 0;
  std::uint8_t level = 0;       // keys come held for level 2^level
  std::uint8_t turn_level = 0;  // after kRowsRound they are held for the level after it; 0: none
  bool sorts_tiles = false;     // the first launch: all levels within tiles
  RegisterBits first = RegisterBits::kColumns;
  RegisterBits last = RegisterBits::kColumns;
  WindowRound rounds[kRounds] = {};
  // Wires between a thread's first key and the one of each register, as loaded and as stored.
  std::uint32_t load_steps[32] = {};
  std::uint32_t store_steps[32] = {};
};

/// The launches that sort 2^wires_log2 keys: the first sorts tiles of 2^tile_bits, the others are
/// windows. Every window holds as many layers as its bits allow, across the end of a level where it
/// can. 11 <= tile_bits <= 15, or 10 where one tile is all. O(wires_log2^2).
std::vector<FastWindow> fast_windows(std::uint32_t wires_log2, std::uint32_t tile_bits);

/// Layers of a window.
std::uint32_t layers_of(const FastWindow& window);

/// Block barriers that a window's blocks pass: exchanges between the top bits and others. Rows and
/// columns change within a warp.
std::uint32_t barriers_of(const FastWindow& window);

/// A wire of a window: its tile, and its number in it.
struct LocalWire {
  std::uint32_t tile = 0;
  std::uint32_t local = 0;
};
LocalWire local_wire(const FastWindow& window, std::uint32_t wire);

/// The thread of a tile whose registers hold a wire in the round of the layer of local bit
/// `local_bit`.
std::uint32_t fast_thread(std::uint32_t tile_bits, std::uint32_t local_bit, std::uint32_t local);

/// All levels of the XOR form, and so many wires that they are run by windows.
bool runs_by_windows(std::uint32_t wires, std::uint32_t depth);

/// Bytes of shared memory of a tile: after every 32 keys there is an unused slot.
constexpr std::uint32_t fast_shared_bytes(std::uint32_t tile_bits, std::uint32_t key_bytes) {
  return ((1U << tile_bits) + (1U << tile_bits) / 32) * key_bytes;
}
/// log2 of the keys of the smallest tile of windows for keys of `key_bytes`: of tiles of 2^12 keys
/// those of the longest keys do not fit on every GPU.
constexpr std::uint32_t least_window_bits(std::uint32_t key_bytes) {
  return fast_shared_bytes(12, key_bytes) <= kLeastSharedBytes ? 12 : kLeastWindowBits;
}

/// log2 of the keys of a tile for 2^wires_log2 keys of `key_bytes` each, place included: few where
/// not all multiprocessors would get one, many where memory is what limits, and none so large that
/// it exceeds `shared_bytes`, unless the smallest does.
std::uint32_t fast_tile_bits(std::uint32_t wires_log2, std::uint32_t key_bytes,
                             std::uint32_t shared_bytes = kMostSharedBytes);

}  // namespace sortscope
