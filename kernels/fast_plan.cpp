// fast_plan.cpp: windows of the fast bitonic sort.
#include "kernels/fast_plan.h"

#include <algorithm>

namespace sortscope {

namespace {

constexpr std::uint32_t kLineBits = 5;  // a warp's lanes have neighbouring keys
constexpr std::uint32_t kMiddle = 2 * kRoundBits;

std::uint8_t narrow(std::uint32_t value) { return static_cast<std::uint8_t>(value); }

// Adds rounds for local bits high ... low, of which none is below 5.
void add_columns(FastWindow& window, std::uint32_t high, std::uint32_t low) {
  if (high >= kMiddle) {
    window.rounds[window.round_count++] = {2, narrow(high), narrow(std::max(low, kMiddle)), 0};
    if (low >= kMiddle) return;
    high = kMiddle - 1;
  }
  window.rounds[window.round_count++] = {1, narrow(high), narrow(low), 0};
}

// Where layers go on: level 2^level, distance 2^bit.
struct Place {
  std::uint32_t level;
  std::uint32_t bit;
};

std::uint32_t low_of_group(std::uint32_t group, std::uint32_t tile_bits) {
  return group == 2 ? tile_bits - kRoundBits : group * kRoundBits;
}

void set_steps(const FastWindow& window, std::uint32_t group, std::uint32_t (&steps)[32]) {
  const std::uint32_t low = low_of_group(group, window.tile_bits);
  for (std::uint32_t e = 0; e < 32; ++e) {
    const std::uint32_t local = e << low;
    steps[e] = (local & ((1u << window.low_bits) - 1)) | (local >> window.low_bits)
                                                             << window.high_shift;
  }
}

// Keys come and go by columns: a warp's lanes are neighbours.
FastWindow finished(FastWindow window, std::uint32_t first_group, std::uint32_t last_group) {
  set_steps(window, first_group, window.load_steps);
  set_steps(window, last_group == 0 ? 1 : last_group, window.store_steps);
  return window;
}

// The first launch.
FastWindow tiles_window(std::uint32_t tile_bits, std::uint32_t wires_log2) {
  FastWindow window;
  window.tile_bits = window.low_bits = window.high_shift = narrow(tile_bits);
  window.level = narrow(wires_log2);
  return finished(window, 1, 1);
}

// The head of a level: distances from bit `place.bit` down that reach above a line.
FastWindow head_window(Place place, std::uint32_t tile_bits) {
  FastWindow window;
  window.shape = WindowShape::kHead;
  window.tile_bits = narrow(tile_bits);
  window.low_bits = kLineBits;
  window.high_shift = narrow(place.bit + 1 - (tile_bits - kLineBits));
  window.level = narrow(place.level);
  add_columns(window, tile_bits - 1, kLineBits);
  return finished(window, 2, 1);
}

// The end of a level, from bit `place.bit` < tile_bits on, and the head of the next.
FastWindow tail_window(Place place, std::uint32_t tile_bits, std::uint32_t wires_log2) {
  FastWindow window;
  window.shape = place.bit < kMiddle ? WindowShape::kShortTail : WindowShape::kLongTail;
  window.tile_bits = narrow(tile_bits);
  window.level = narrow(place.level);
  const bool last = place.level == wires_log2;
  const std::uint32_t tail = place.bit + 1;
  const std::uint32_t head = last ? 0 : tile_bits - tail;
  window.low_bits = narrow(last ? tile_bits : tail);
  window.high_shift = narrow(head == 0 ? tile_bits : place.level + 1 - head);
  add_columns(window, place.bit, kLineBits);
  window.rounds[window.round_count++] = {0, kRoundBits - 1, 0, narrow(last ? 0 : place.level)};
  if (head > 0) add_columns(window, tile_bits - 1, tail);
  return finished(window, window.rounds[0].group, window.rounds[window.round_count - 1].group);
}

}  // namespace

std::uint32_t layers_of(const FastWindow& window) {
  const std::uint32_t bits = window.tile_bits;
  std::uint32_t layers = window.shape == WindowShape::kTiles ? bits * (bits + 1) / 2 : 0;
  for (std::uint32_t i = 0; i < window.round_count; ++i) {
    layers += window.rounds[i].high + 1u - window.rounds[i].low;
  }
  return layers;
}

std::vector<FastWindow> fast_windows(std::uint32_t wires_log2, std::uint32_t tile_bits) {
  std::vector<FastWindow> windows = {tiles_window(tile_bits, wires_log2)};
  Place place{tile_bits + 1, tile_bits};
  while (place.level <= wires_log2) {
    if (place.bit < tile_bits) {
      const FastWindow window = tail_window(place, tile_bits, wires_log2);
      windows.push_back(window);
      const std::uint32_t head = layers_of(window) - (place.bit + 1);
      place = {place.level + 1, place.level - head};
    } else {
      windows.push_back(head_window(place, tile_bits));
      place.bit -= layers_of(windows.back());
    }
  }
  return windows;
}

std::uint32_t fast_tile_bits(std::uint32_t wires_log2, std::uint32_t key_bytes) {
  if (key_bytes > 4) return std::min(wires_log2, 13u);
  return std::min(wires_log2, wires_log2 <= 20 ? 13u : 14u);
}

}  // namespace sortscope
