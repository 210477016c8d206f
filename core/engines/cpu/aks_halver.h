// aks_halver.h: halvers of the AKS network on the CPU, portable and AVX2.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/networks/aks/matching.h"

namespace sortscope {

/// A 64-bit word and its place; bit 63 of the place says that it is padding, larger than an equal
/// word.
struct PlacedWord {
  std::uint64_t word = 0;
  std::uint64_t place = 0;
};

/// The keys of one halver, the left wires and the right ones. 32-bit keys are compared as unsigned
/// numbers, 64-bit ones as signed numbers by `compared_bits`. The kernels may write behind both
/// lists: `left` has room for kHalverSlack keys more, `right` for as many again and the slack.
template <typename Cell>
struct HalverCells {
  Cell* left = nullptr;
  Cell* right = nullptr;
  std::uint32_t half = 0;
  std::uint64_t compared_bits = ~std::uint64_t{0};
};
inline constexpr std::uint32_t kHalverSlack = 16;

/// Where outcome bits go: those of matching m to bytes rows + m * stride, from bit `bit` on; what
/// stands above them up to eight bytes further is overwritten. rows = null: recording off.
struct HalverBits {
  std::uint8_t* rows = nullptr;
  std::size_t stride = 0;
  std::uint32_t bit = 0;
};
/// Bytes behind a row that may be overwritten.
inline constexpr std::size_t kRowSlack = 16;

/// Appends `count` <= 64 outcome bits to a row: bits above them are 0.
void put_bits(std::uint8_t* row, std::uint64_t bit, std::uint64_t outcome, unsigned count);

/// What is done with keys of one kind. Exchange iff left > right; smaller keys end on the left.
template <typename Cell>
struct HalverKernels {
  /// All `half` cyclic matchings: left u meets right (u + m) mod half.
  void (*cyclic)(const HalverCells<Cell>& cells, const HalverBits& bits);
  /// Comparators [first, last) of a hash matching; first is a multiple of 32. bits.rows is the row
  /// of this matching, and bits.bit that of comparator `first`.
  void (*hashed)(const HalverCells<Cell>& cells, const HashMatching& matching, std::uint32_t first,
                 std::uint32_t last, const HalverBits& bits);
  /// Of a stored matching: left u meets right partners[u].
  void (*listed)(const HalverCells<Cell>& cells, const std::uint32_t* partners, std::uint32_t first,
                 std::uint32_t last, const HalverBits& bits);
  /// Copies `count` keys, each XOR `flip`; mirrored: into[0] is from[count - 1].
  void (*copy)(Cell* into, const Cell* from, std::uint32_t count, bool mirrored,
               std::uint64_t flip);
};

/// One set of instructions.
struct HalverCode {
  HalverKernels<std::uint32_t> words32;
  HalverKernels<std::uint64_t> words64;
  HalverKernels<PlacedWord> placed;
};
/// The same results bit for bit.
const HalverCode& portable_halvers();
/// Null where it was not built.
const HalverCode* avx2_halvers();

template <typename Cell>
const HalverKernels<Cell>& kernels_of(const HalverCode& code) {
  if constexpr (sizeof(Cell) == 4) {
    return code.words32;
  } else if constexpr (sizeof(Cell) == 8) {
    return code.words64;
  } else {
    return code.placed;
  }
}

}  // namespace sortscope
