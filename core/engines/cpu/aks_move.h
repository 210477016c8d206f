// aks_move.h: the wires of the AKS network change their places between steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/base/progress.h"
#include "core/networks/aks/network.h"

namespace sortscope {

/// Moves part `part` of `parts` of all spots of step `now` to where they stand at the step `next`
/// after it: runs of neighbouring wires at once. O(wires / parts).
template <typename T>
void move_nodes(const AksStep& now, const AksStep& next, std::uint32_t part, std::uint32_t parts,
                const T* from, T* into) {
  for (std::uint32_t i = 0; i < now.level_count; ++i) {
    const AksLevel& level = now.levels[i];
    const std::uint32_t edge = level.up / 2;
    const std::uint32_t ends[] = {0, edge, level.a / 2, level.a - edge, level.a};
    // Where there are fewer nodes than threads, all take a part of each.
    const bool split = level.nodes() < parts;
    const auto first_of = [&](std::uint64_t count, std::uint32_t p) {
      return static_cast<std::uint32_t>(count * p / parts);
    };
    const std::uint32_t first = split ? 0 : first_of(level.nodes(), part);
    const std::uint32_t last = split ? level.nodes() : first_of(level.nodes(), part + 1);
    for (std::uint32_t node = first; node < last; ++node) {
      const std::uint32_t base = level.base + node * level.a;
      for (int segment = 0; segment < 4; ++segment) {
        const std::uint32_t count = ends[segment + 1] - ends[segment];
        if (count == 0) continue;
        const std::uint32_t begin = split ? first_of(count, part) : 0;
        const std::uint32_t end = split ? first_of(count, part + 1) : count;
        const std::uint32_t spot = base + ends[segment];
        std::copy(from + spot + begin, from + spot + end, into + aks_move(now, next, spot) + begin);
      }
    }
  }
}

/// AksNetwork::wires_at(0): spots are carried along to the last step, where they are wires.
/// O(wires x steps), in long runs. Empty where it was cancelled.
inline std::vector<Wire> first_wires(const AksNetwork& aks, const Progress* progress = nullptr) {
  std::vector<std::uint32_t> spots(aks.wires());
  std::vector<std::uint32_t> moved(aks.wires());
  std::iota(spots.begin(), spots.end(), 0U);
  for (std::uint32_t t = 0; t + 1 < aks.steps().size(); ++t) {
    if (progress != nullptr && progress->cancelled()) return {};
    move_nodes(aks.steps()[t], aks.steps()[t + 1], 0, 1, spots.data(), moved.data());
    spots.swap(moved);
  }
  for (Wire wire = 0; wire < spots.size(); ++wire) moved[spots[wire]] = wire;
  return moved;
}

}  // namespace sortscope
