// aks_keys.h: keys of a sort as the halvers on the CPU take them: a word, a word with its
// place in 64 bits, or a 64-bit word beside its place.
#pragma once

#include <cstdint>

#include "core/engines/cpu/aks_halver.h"
#include "core/engines/engine.h"

namespace sortscope {

/// Takes keys from the buffers of a sort and gives them back. Cell: std::uint32_t for 32-bit words
/// alone; std::uint64_t for 64-bit words alone and for 32-bit words with places, word << 32 |
/// padding << 31 | place; PlacedWord for 64-bit words with places.
template <typename Cell>
class AksKeys {
 public:
  explicit AksKeys(const SortBuffers& buffers)
      : buffers_(buffers),
        packed_(sizeof(Cell) == 8 && buffers.key_bits == 32),
        compared_bits_(packed_ ? ~kPlaceBits : ~std::uint64_t{0}) {}

  [[nodiscard]] std::uint64_t compared_bits() const { return compared_bits_; }
  /// What halvers on a side take their keys XORed with: the right side of a separator is the mirror
  /// image of the left, and 64-bit keys are compared as signed numbers.
  [[nodiscard]] static constexpr std::uint64_t flip(std::uint32_t side) {
    const std::uint64_t turned = side == 0 ? 0 : ~std::uint64_t{0};
    return sizeof(Cell) == 4 ? turned : turned ^ kSign;
  }

  [[nodiscard]] Cell take(Wire wire) const {
    if constexpr (sizeof(Cell) == 4) {
      return buffers_.words32[wire];
    } else if constexpr (sizeof(Cell) == 16) {
      return {buffers_.words64[wire], (is_padding(wire) ? kSign : 0) | buffers_.places[wire]};
    } else {
      if (!packed_) return buffers_.words64[wire];
      return std::uint64_t{buffers_.words32[wire]} << 32 | (is_padding(wire) ? kPadding : 0) |
             buffers_.places[wire];
    }
  }
  void give(Wire wire, const Cell& cell) const {
    if (buffers_.key_bits == 32) {
      buffers_.words32[wire] = static_cast<std::uint32_t>(word(cell));
    } else {
      buffers_.words64[wire] = word(cell);
    }
    if (!buffers_.places.empty()) buffers_.places[wire] = place(cell);
  }

  [[nodiscard]] std::uint64_t word(const Cell& cell) const {
    if constexpr (sizeof(Cell) == 16) {
      return cell.word;
    } else {
      return packed_ ? std::uint64_t{cell} >> 32 : cell;
    }
  }
  [[nodiscard]] std::uint32_t place(const Cell& cell) const {
    if constexpr (sizeof(Cell) == 16) {
      return static_cast<std::uint32_t>(cell.place);
    } else {
      return static_cast<std::uint32_t>(cell & kPlaceBits);
    }
  }
  [[nodiscard]] bool out_of_order(const Cell& x, const Cell& y) const {
    if constexpr (sizeof(Cell) == 16) {
      return x.word != y.word ? x.word > y.word : x.place >> 63 > y.place >> 63;
    } else {
      return (x & static_cast<Cell>(compared_bits_)) > (y & static_cast<Cell>(compared_bits_));
    }
  }

 private:
  static constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
  static constexpr std::uint64_t kPlaceBits = 0x7fffffff;
  static constexpr std::uint64_t kPadding = 0x80000000;

  [[nodiscard]] bool is_padding(Wire wire) const {
    return buffers_.places[wire] >= buffers_.real_keys;
  }

  const SortBuffers& buffers_;
  bool packed_;
  std::uint64_t compared_bits_;
};

}  // namespace sortscope
