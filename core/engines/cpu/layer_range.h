// layer_range.h: walks a range of a layer's comparators in the shapes that vector code takes.
//
// Included once by each file that runs layers, inside its own target options: everything here has
// internal linkage, so that code for newer processors cannot leak into the portable build.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/networks/network.h"

namespace sortscope {
namespace {

/// Comparators [first, last) of a layer, in order, to `ops`:
///   one(lower, upper, descending)              any comparator
/// and where Ops::kWide, eight comparators at a time (eight bits of the recording):
///   eight(lower, upper, descending)            (lower + i, upper + i)
///   eight_mirrored(lower, upper)               (lower + i, upper - i), ascending
///   eight_paired(wire, chunk_log2, direction_bit)   neighbours 1, 2 or 4 apart in 16 wires
template <typename Ops>
class LayerWalk {
 public:
  LayerWalk(const LayerForm& form, std::uint32_t wires, Ops& ops)
      : form_(form), wires_(wires), chunk_(std::uint32_t{1} << form.chunk_log2), ops_(ops) {}

  void run(std::uint32_t first, std::uint32_t last) {
    std::uint32_t index = first;
    std::uint32_t q = form_.block_count > 0 ? index / form_.block_count : 0;
    std::uint32_t r = form_.block_count > 0 ? index % form_.block_count : index;
    while (index < last) {
      const std::uint32_t in_block = form_.block_count > 0 ? form_.block_count - r : last - index;
      const std::uint32_t count = std::min(in_block, last - index);
      const std::uint32_t base = form_.block_count > 0 ? q << form_.block_log2 : 0;
      if (form_.mirror != 0) {
        mirrored(base, r, count);
      } else if (Ops::kWide && form_.chunk_log2 >= 3 && one_direction_a_chunk(base)) {
        chunks(base + form_.start, r, count);
      } else if (Ops::kWide && form_.chunk_log2 < 3 && form_.distance == chunk_ &&
                 (form_.direction_bit == 0 || (base + form_.start) % 16 == 0)) {
        pairs(base + form_.start, r, count);
      } else {
        singly(base + form_.start, r, r + count);
      }
      index += count;
      r = 0;
      ++q;
    }
  }

 private:
  [[nodiscard]] bool descending(std::uint32_t lower) const {
    return (lower & form_.direction_bit) != 0;
  }

  [[nodiscard]] bool one_direction_a_chunk(std::uint32_t base) const {
    return form_.direction_bit == 0 ||
           (form_.direction_bit >= chunk_ && (base + form_.start) % chunk_ == 0);
  }

  void singly(std::uint32_t base, std::uint32_t r, std::uint32_t last) {
    for (; r < last; ++r) {
      const std::uint32_t lower = base + insert_zero_bit(r, form_.chunk_log2);
      ops_.one(lower, lower + form_.distance, descending(lower));
    }
  }

  void chunks(std::uint32_t base, std::uint32_t r, std::uint32_t count) {
    const std::uint32_t last = r + count;
    while (r < last) {
      const std::uint32_t run = std::min(chunk_ - (r & (chunk_ - 1)), last - r);
      std::uint32_t lower = base + insert_zero_bit(r, form_.chunk_log2);
      const bool down = descending(lower);
      const std::uint32_t end = lower + run;
      if constexpr (Ops::kWide) {
        for (; end - lower >= 8; lower += 8) ops_.eight(lower, lower + form_.distance, down);
      }
      for (; lower < end; ++lower) ops_.one(lower, lower + form_.distance, down);
      r += run;
    }
  }

  void pairs(std::uint32_t base, std::uint32_t r, std::uint32_t count) {
    const std::uint32_t last = r + count;
    const std::uint32_t aligned = std::min((r + 7) & ~std::uint32_t{7}, last);
    singly(base, r, aligned);
    r = aligned;
    if constexpr (Ops::kWide) {
      for (; last - r >= 8; r += 8) {
        ops_.eight_paired(base + 2 * r, form_.chunk_log2, form_.direction_bit);
      }
    }
    singly(base, r, last);
  }

  void mirrored(std::uint32_t base, std::uint32_t r, std::uint32_t count) {
    const std::uint32_t size = std::uint32_t{1} << form_.block_log2;
    if (wires_ - base < size) r += size - (wires_ - base);
    std::uint32_t lower = base + r;
    std::uint32_t upper = base + size - 1 - r;
    const std::uint32_t end = lower + count;
    if constexpr (Ops::kWide) {
      if (form_.direction_bit == 0) {
        for (; end - lower >= 8; lower += 8, upper -= 8) ops_.eight_mirrored(lower, upper);
      }
    }
    for (; lower < end; ++lower, --upper) ops_.one(lower, upper, descending(lower));
  }

  const LayerForm& form_;
  std::uint32_t wires_;
  std::uint32_t chunk_;
  Ops& ops_;
};

/// Packs bits into words, least significant first; starts at a word boundary.
class BitSink {
 public:
  explicit BitSink(std::uint32_t* words) : words_(words) {}
  void put(std::uint32_t bits, unsigned count) {
    pending_ |= std::uint64_t{bits} << filled_;
    filled_ += count;
    if (filled_ >= 32) {
      if (words_ != nullptr) *words_++ = static_cast<std::uint32_t>(pending_);
      pending_ >>= 32;
      filled_ -= 32;
    }
  }
  /// Writes the last, partly filled word.
  void finish() {
    if (filled_ > 0 && words_ != nullptr) *words_ = static_cast<std::uint32_t>(pending_);
  }

 private:
  std::uint32_t* words_;  // null: nothing is kept
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;
};

/// Reads bits in the same order, from any bit of a layer; never past the word of the last bit read.
class BitSource {
 public:
  BitSource(const std::uint32_t* words, std::uint32_t first_bit)
      : words_(words + first_bit / 32), left_(32 - first_bit % 32) {
    pending_ = *words_++ >> (first_bit % 32);
  }
  std::uint32_t take(unsigned count) {
    if (left_ < count) {
      pending_ |= std::uint64_t{*words_++} << left_;
      left_ += 32;
    }
    const auto bits = static_cast<std::uint32_t>(pending_) & ((std::uint32_t{1} << count) - 1);
    pending_ >>= count;
    left_ -= count;
    return bits;
  }

 private:
  const std::uint32_t* words_;
  std::uint64_t pending_;
  unsigned left_;
};

}  // namespace
}  // namespace sortscope
