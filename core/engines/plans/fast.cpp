// fast.cpp: windows of the fast bitonic sort.
#include "core/engines/plans/fast.h"

#include <algorithm>
#include <bit>

namespace sortscope {

namespace {

constexpr std::uint32_t kLineBits = 5;  // a warp's lanes have neighbouring keys
constexpr std::uint32_t kAboveColumns = kLineBits + kRoundBits;

std::uint8_t narrow(std::uint32_t value) { return static_cast<std::uint8_t>(value); }

// Where layers go on: level 2^level, distance 2^bit.
struct Place {
  std::uint32_t level;
  std::uint32_t bit;
};

WindowRound round_of(std::uint32_t high, std::uint32_t low) { return {narrow(high), narrow(low)}; }

// Puts local bits high ... low, of which none is below 5, into `top` and the round after it.
void add_columns(FastWindow& window, Round top, std::uint32_t high, std::uint32_t low) {
  if (high >= kAboveColumns) window.rounds[top] = round_of(high, std::max(low, kAboveColumns));
  if (low < kAboveColumns) {
    window.rounds[top + 1] = round_of(std::min(high, kAboveColumns - 1), low);
  }
}

std::uint32_t lowest_of(RegisterBits bits, const FastWindow& window) {
  switch (bits) {
    case RegisterBits::kTop:
      return window.tile_bits - kRoundBits;
    case RegisterBits::kColumns:
      return kLineBits;
    case RegisterBits::kRows:
      break;
  }
  return 0;
}

void set_steps(const FastWindow& window, RegisterBits bits, std::uint32_t (&steps)[32]) {
  for (std::uint32_t e = 0; e < 32; ++e) {
    const std::uint32_t local = e << lowest_of(bits, window);
    steps[e] = (local & ((1u << window.low_bits) - 1)) | (local >> window.low_bits)
                                                             << window.high_shift;
  }
}

RegisterBits bits_of(Round round) {
  switch (round) {
    case kTopRound:
    case kNextTopRound:
      return RegisterBits::kTop;
    case kRowsRound:
      return RegisterBits::kRows;
    default:
      return RegisterBits::kColumns;
  }
}

// Keys come and go by columns of some kind: a warp's lanes are neighbours.
FastWindow finished(FastWindow window) {
  bool any = false;
  for (std::uint32_t i = 0; i < kRounds; ++i) {
    if (!window.rounds[i].runs()) continue;
    const RegisterBits bits = bits_of(static_cast<Round>(i));
    if (!any) window.first = bits;
    any = true;
    window.last = bits == RegisterBits::kRows ? RegisterBits::kColumns : bits;
  }
  set_steps(window, window.first, window.load_steps);
  set_steps(window, window.last, window.store_steps);
  return window;
}

// The first launch.
FastWindow tiles_window(std::uint32_t tile_bits, std::uint32_t wires_log2) {
  FastWindow window;
  window.sorts_tiles = true;
  window.tile_bits = window.low_bits = window.high_shift = narrow(tile_bits);
  window.level = narrow(wires_log2);
  return finished(window);
}

// The head of a level: distances from bit `place.bit` down that reach above a line.
FastWindow head_window(Place place, std::uint32_t tile_bits) {
  FastWindow window;
  window.tile_bits = narrow(tile_bits);
  window.low_bits = kLineBits;
  window.high_shift = narrow(place.bit + 1 - (tile_bits - kLineBits));
  window.level = narrow(place.level);
  add_columns(window, kTopRound, tile_bits - 1, kLineBits);
  return finished(window);
}

// The end of a level, from bit `place.bit` < tile_bits on, and the head of the next.
FastWindow tail_window(Place place, std::uint32_t tile_bits, std::uint32_t wires_log2) {
  FastWindow window;
  window.tile_bits = narrow(tile_bits);
  window.level = narrow(place.level);
  const bool last = place.level == wires_log2;
  const std::uint32_t tail = place.bit + 1;
  const std::uint32_t head = last ? 0 : tile_bits - tail;
  window.low_bits = narrow(last ? tile_bits : tail);
  window.high_shift = narrow(head == 0 ? tile_bits : place.level + 1 - head);
  window.turn_level = narrow(last ? 0 : place.level);
  add_columns(window, kTopRound, place.bit, kLineBits);
  window.rounds[kRowsRound] = round_of(kLineBits - 1, 0);
  if (head > 0) add_columns(window, kNextTopRound, tile_bits - 1, tail);
  return finished(window);
}

}  // namespace

std::uint32_t layers_of(const FastWindow& window) {
  const std::uint32_t bits = window.tile_bits;
  if (window.sorts_tiles) return bits * (bits + 1) / 2;
  std::uint32_t layers = 0;
  for (const WindowRound& round : window.rounds) {
    if (round.runs()) layers += round.high + 1u - round.low;
  }
  return layers;
}

std::vector<FastWindow> fast_windows(std::uint32_t wires_log2, std::uint32_t tile_bits) {
  std::vector<FastWindow> windows = {tiles_window(tile_bits, wires_log2)};
  Place place{tile_bits + 1, tile_bits};
  while (place.level <= wires_log2) {
    if (place.bit < tile_bits) {
      windows.push_back(tail_window(place, tile_bits, wires_log2));
      const std::uint32_t head = layers_of(windows.back()) - (place.bit + 1);
      place = {place.level + 1, place.level - head};
    } else {
      windows.push_back(head_window(place, tile_bits));
      place.bit -= layers_of(windows.back());
    }
  }
  return windows;
}

std::uint32_t barriers_of(const FastWindow& window) {
  std::uint32_t barriers = 0;
  if (window.sorts_tiles) {  // to the top bits and back for every level that reaches them
    return window.tile_bits <= kAboveColumns ? 0 : 2 * (window.tile_bits - kAboveColumns);
  }
  RegisterBits now = window.first;
  for (std::uint32_t i = 0; i < kRounds; ++i) {
    if (!window.rounds[i].runs()) continue;
    const RegisterBits next = bits_of(static_cast<Round>(i));
    if (next != now && (next == RegisterBits::kTop || now == RegisterBits::kTop)) ++barriers;
    now = next;
  }
  return barriers;
}

LocalWire local_wire(const FastWindow& window, std::uint32_t wire) {
  const std::uint32_t low = window.low_bits;
  const std::uint32_t shift = window.high_shift;
  const std::uint32_t high_bits = window.tile_bits - low;
  const auto mask = [](std::uint32_t bits) { return (1u << bits) - 1; };
  return {(wire >> low & mask(shift - low)) | (wire >> (shift + high_bits)) << (shift - low),
          (wire & mask(low)) | (wire >> shift & mask(high_bits)) << low};
}

std::uint32_t fast_thread(std::uint32_t tile_bits, std::uint32_t local_bit, std::uint32_t local) {
  const std::uint32_t low = local_bit < kLineBits       ? 0
                            : local_bit < kAboveColumns ? kLineBits
                                                        : tile_bits - kRoundBits;
  return local >> (low + kRoundBits) << low | (local & ((1u << low) - 1));
}

bool runs_by_windows(std::uint32_t wires, std::uint32_t depth) {
  const auto levels = static_cast<std::uint32_t>(std::countr_zero(wires));
  return wires >= kLeastFastKeys && depth == levels * (levels + 1) / 2;
}

std::uint32_t fast_tile_bits(std::uint32_t wires_log2, std::uint32_t key_bytes,
                             std::uint32_t shared_bytes) {
  std::uint32_t bits = std::min(wires_log2, 12U);
  if (wires_log2 >= 20) bits = wires_log2 >= 26 && key_bytes == 4 ? 14 : 13;
  const std::uint32_t least = std::min(wires_log2, least_window_bits(key_bytes));
  while (bits > least && fast_shared_bytes(bits, key_bytes) > shared_bytes) --bits;
  return bits;
}

}  // namespace sortscope
