// layer_form.h: one layer of a comparator network in closed form.
#pragma once

#include <cstdint>

#include "core/base/types.h"

namespace sortscope {

/// One layer in closed form: plain 32-bit words, so that CUDA kernels and shaders take it as it is.
///
/// Let insert(x) put a 0 bit into x at position `chunk_log2`. Comparator `index` (ordered by its
/// lower wire) has, with q = index / block_count, r = index % block_count (no blocks: q = 0, r =
/// index)
///
///     shift:  lower = q * 2^block_log2 + start + insert(r),  upper = lower + distance
///     mirror: lower = q * 2^block_log2 + r,                  upper = (q + 1) * 2^block_log2 - 1 -
///     r
///
/// and the minimum goes to the lower wire unless `lower & direction_bit` is set.
struct LayerForm {
  std::uint32_t count = 0;          // comparators in the layer
  std::uint32_t chunk_log2 = 0;     // runs of 2^chunk_log2 neighbouring lower wires
  std::uint32_t start = 0;          // first lower wire (of each block)
  std::uint32_t distance = 1;       // upper - lower (shift)
  std::uint32_t block_log2 = 31;    // blocks of 2^block_log2 wires, where block_count > 0
  std::uint32_t block_count = 0;    // comparators in a full block; 0: the layer has no blocks
  std::uint32_t direction_bit = 0;  // 0: every comparator is ascending
  std::uint32_t mirror = 0;         // 1: mirrored in its block
};
static_assert(sizeof(LayerForm) == 32);

/// `x` with a 0 bit inserted at position `bit` (the bits from `bit` on move up by one).
constexpr std::uint32_t insert_zero_bit(std::uint32_t x, std::uint32_t bit) {
  const std::uint32_t low = (std::uint32_t{1} << bit) - 1;
  return ((x & ~low) << 1) | (x & low);
}

/// `x` without the bit at position `bit`: the inverse of insert_zero_bit where that bit is 0.
constexpr std::uint32_t remove_bit(std::uint32_t x, std::uint32_t bit) {
  const std::uint32_t low = (std::uint32_t{1} << bit) - 1;
  return ((x >> 1) & ~low) | (x & low);
}

/// The lower and upper wire of comparator `index`, 0 <= index < form.count, of a network of
/// `wires`.
struct WirePair {
  std::uint32_t lower;
  std::uint32_t upper;
};
constexpr WirePair wires_of(const LayerForm& form, std::uint32_t wires, std::uint32_t index) {
  std::uint32_t base = 0;
  std::uint32_t r = index;
  if (form.block_count > 0) {
    const std::uint32_t q = index / form.block_count;
    r = index - q * form.block_count;
    base = q << form.block_log2;
  }
  if (form.mirror != 0) {
    // In the last, cut-off block the first comparators reach beyond the wires and are not there.
    const std::uint32_t size = std::uint32_t{1} << form.block_log2;
    if (wires - base < size) r += size - (wires - base);
    return {base + r, base + size - 1 - r};
  }
  const std::uint32_t lower = base + form.start + insert_zero_bit(r, form.chunk_log2);
  return {lower, lower + form.distance};
}

constexpr Comparator comparator_of(const LayerForm& form, std::uint32_t wires,
                                   std::uint32_t index) {
  const WirePair pair = wires_of(form, wires, index);
  if ((pair.lower & form.direction_bit) != 0) return {pair.upper, pair.lower};
  return {pair.lower, pair.upper};
}

/// Where a wire stands in a layer. `index` is meaningful only where `compared`.
struct WireUse {
  bool compared = false;
  std::uint32_t index = 0;
  Comparator comparator;
};

/// The comparator of a layer of `wires` wires that touches `wire`, if any. O(1).
WireUse use_of(const LayerForm& form, std::uint32_t wires, Wire wire);

/// Number of comparators of a shift layer whose upper wires stay below `wires` (and inside their
/// blocks), before `count` is known. Used by the algorithm files to fill LayerForm::count. O(1).
std::uint32_t count_comparators(const LayerForm& form, std::uint32_t wires);

/// Smallest power of two >= n (n >= 1, n <= 2^31), and floor(log2 n).
constexpr std::uint32_t ceil_pow2(std::uint32_t n) {
  std::uint32_t p = 1;
  while (p < n) p <<= 1;
  return p;
}
constexpr std::uint32_t floor_log2(std::uint32_t n) {
  std::uint32_t l = 0;
  while (n >>= 1) ++l;
  return l;
}

}  // namespace sortscope
