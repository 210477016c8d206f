// layers.h: running and replaying ranges of one layer on the CPU, portable and AVX2.
#pragma once

#include <cstdint>
#include <span>

#include "core/networks/network.h"

namespace sortscope {

/// Words of the keys on the wires, one of three kinds.
struct CpuCells {
  std::uint32_t* words32 = nullptr;
  std::uint64_t* words64 = nullptr;
  std::uint32_t* places = nullptr;  // with words64: moves along
  std::uint32_t real_keys = 0;      // with places: a place from here on is padding
  /// With words64 alone: the bits that are compared. A 32-bit word with its place travels as
  /// word << 32 | padding << 31 | place and compares by its upper 33 bits.
  std::uint64_t compared_bits = ~std::uint64_t{0};
};

/// One set of instructions.
struct CpuLayers {
  const char* name;  // "AVX2", or "" for the portable code
  /// Runs comparators [first, last) of a layer; `first` is a multiple of 32. `bits` points at the
  /// layer's word first / 32, or is null; words are written whole, unused bits 0.
  void (*run)(const LayerForm& form, std::uint32_t wires, std::uint32_t first, std::uint32_t last,
              const CpuCells& cells, std::uint32_t* bits);
  /// Exchanges `places` where the layer's outcome bits [first, last) are set. `bits` points at the
  /// layer's first word. Exchanges are their own inverse: the same call runs the layer backwards.
  void (*apply)(const LayerForm& form, std::uint32_t wires, std::uint32_t first, std::uint32_t last,
                std::uint32_t* places, const std::uint32_t* bits);
  /// Exchanges lower[i] and upper[i] where bit i is set, i < 32 * words. The two do not overlap.
  void (*apply_run)(std::uint32_t* lower, std::uint32_t* upper, const std::uint32_t* bits,
                    std::uint32_t words);
  /// Number of bits set in `count` words.
  std::uint64_t (*count_ones)(const std::uint32_t* words, std::uint64_t count);
};

/// As CpuLayers::run and CpuLayers::apply, for comparators [first, last) of a layer that is a list.
void run_listed(std::span<const Comparator> layer, std::uint32_t first, std::uint32_t last,
                const CpuCells& cells, std::uint32_t* bits);
void apply_listed(std::span<const Comparator> layer, std::uint32_t first, std::uint32_t last,
                  std::uint32_t* places, const std::uint32_t* bits);

/// The portable code, the same results bit for bit.
const CpuLayers& portable_layers();
/// AVX2 code, or null where it was not built.
const CpuLayers* avx2_layers();
/// The best that this processor runs.
const CpuLayers& best_layers();

}  // namespace sortscope
