// in_order.cpp: large trees are divided at their roots, for threads to walk through the parts.
#include "core/networks/trees/in_order.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/pieces.h"

namespace sortscope {

namespace {

// Keys that one thread writes at least.
constexpr std::uint32_t kLargestPart = std::uint32_t{1} << 13;
constexpr std::size_t kKeysAPiece = std::size_t{1} << 15;

/// A subtree of 2 * half - 1 nodes whose keys stand on the wires from `first` on. Links change, the
/// number of nodes below one does not.
struct Subtree {
  std::uint32_t node, half, first;
};

// Level by level: nodes of a level do not wait for each other's memory.
void write(const BitonicTree& tree, const Subtree& part, std::span<std::uint32_t> places) {
  std::array<std::uint32_t, kLargestPart / 2> even_levels;
  std::array<std::uint32_t, kLargestPart / 2> odd_levels;
  std::uint32_t* nodes = even_levels.data();
  std::uint32_t* below = odd_levels.data();
  nodes[0] = part.node;
  for (std::uint32_t half = part.half, count = 1; half > 0; half /= 2, count *= 2) {
    std::uint32_t wire = part.first + half - 1;
    for (std::uint32_t i = 0; i < count; ++i, wire += 2 * half) {
      places[wire] = tree.place(nodes[i]);
      if (half == 1) continue;
      below[2 * i] = tree.child(nodes[i], Side::kLeft);
      below[2 * i + 1] = tree.child(nodes[i], Side::kRight);
    }
    std::swap(nodes, below);
  }
}

}  // namespace

void places_in_order(const BitonicTree& tree, std::uint32_t merge,
                     std::span<std::uint32_t> places) {
  std::vector<Subtree> parts;
  for (std::uint32_t block = 0; block < tree.size() >> merge; ++block) {
    parts.push_back({root_of_block(merge, block), 1U << (merge - 1), block << merge});
    const std::uint32_t extra = extra_of_block(merge, block);
    places[extra] = tree.place(extra);
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    while (parts[i].half > kLargestPart / 2) {
      const Subtree whole = parts[i];
      places[whole.first + whole.half - 1] = tree.place(whole.node);
      parts[i] = {tree.child(whole.node, Side::kLeft), whole.half / 2, whole.first};
      parts.push_back(
          {tree.child(whole.node, Side::kRight), whole.half / 2, whole.first + whole.half});
    }
  }
  const std::size_t keys = std::max<std::size_t>(tree.size() / parts.size(), 1);
  const std::size_t at_once = std::max<std::size_t>(kKeysAPiece / keys, 1);
  run_pieces((parts.size() + at_once - 1) / at_once, [&](std::size_t piece) {
    const std::size_t end = std::min(parts.size(), (piece + 1) * at_once);
    for (std::size_t i = piece * at_once; i < end; ++i) write(tree, parts[i], places);
  });
}

}  // namespace sortscope
