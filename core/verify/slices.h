// slices.h: many 0-1 inputs at once, a bit each: a comparator is an AND and an OR.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/progress.h"
#include "core/networks/lists/listed_network.h"

namespace sortscope {

inline constexpr std::uint32_t kSliceInputs = 512;

/// A bit of each of 512 inputs.
using Slice = std::array<std::uint64_t, kSliceInputs / 64>;

/// 512 inputs on the wires of a network.
struct SliceBlock {
  std::vector<Slice> wires;
  Slice used{};  // bit set: this input is one

  void clear(std::uint32_t count) {
    wires.assign(count, Slice{});
    used = {};
  }
  void set(std::uint32_t input, Wire wire) {
    wires[wire][input / 64] |= std::uint64_t{1} << (input % 64);
  }
  [[nodiscard]] bool get(std::uint32_t input, Wire wire) const {
    return (wires[wire][input / 64] >> (input % 64) & 1) != 0;
  }
  void use(std::uint32_t input) { used[input / 64] |= std::uint64_t{1} << (input % 64); }
};

/// Runs the block through the network, without comparator `without`. O(size).
void run_slices(const ListedNetwork& network, SliceBlock& block,
                std::optional<std::uint32_t> without = {});
/// The same, and sets exchanges[i] where comparator i exchanges in an input that is used.
void run_slices(const ListedNetwork& network, SliceBlock& block,
                std::vector<std::uint8_t>& exchanges);
/// The first used input whose bits descend somewhere. O(wires).
std::optional<std::uint32_t> first_out_of_order(const SliceBlock& block);

/// Block `index` of all 2^wires inputs: input i of it is number 512 index + i, wire w its bit w.
void fill_block(std::uint32_t wires, std::uint64_t index, SliceBlock& block);

/// The smallest of all 2^wires inputs that comes out unsorted. `done`: blocks that were run.
/// Nothing also where cancelled. Deterministic. O(2^wires size / 512).
std::optional<std::uint64_t> brute_force(const ListedNetwork& network, unsigned threads,
                                         Progress* progress, std::uint64_t& done);

}  // namespace sortscope
