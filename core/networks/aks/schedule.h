// schedule.h: the AKS construction after Chvátal: which levels of the tree work at which step,
// on how many wires, and where every wire goes, in closed form.
//
// N = 2^d wires, d >= 8 a multiple of 4. Steps t = 0 .. 3d - 21 run separators; at t = 3d - 20 the
// 2^(d - 6) nodes of level d - 6 hold 64 wires each. At a step, the wires stand in one row: node
// after node, level after level; a *slot* is a place in a node's list, a *spot* a place in the row.
#pragma once

#include <cstdint>

namespace sortscope {

inline constexpr std::uint32_t kAksLeastLog2 = 8;
inline constexpr std::uint32_t kAksMostLog2 = 28;
/// log2 of the wires that a node holds at the end.
inline constexpr std::uint32_t kAksBlockLog2 = 6;
/// Active levels of a step, at most: 2 + (d - 6) / 6.
inline constexpr std::uint32_t kAksMostLevels = 6;

constexpr bool aks_allowed(std::uint32_t d) {
  return d >= kAksLeastLog2 && d <= kAksMostLog2 && d % 4 == 0;
}
/// d of the network that sorts n keys: the least allowed d with 2^d >= n.
constexpr std::uint32_t aks_log2_for(std::uint32_t n) {
  std::uint32_t d = kAksLeastLog2;
  while (d < kAksMostLog2 && (std::uint64_t{1} << d) < n) d += 4;
  return d;
}
/// Steps that run separators.
constexpr std::uint32_t aks_steps(std::uint32_t d) { return 3 * d - 20; }

/// The uppermost active level: equations (2.1) and (2.2).
constexpr std::uint32_t aks_alpha(std::uint32_t d, std::uint32_t t) {
  if (t + 5 <= d) return t % 2;
  constexpr std::uint32_t kAdd[4] = {8, 5, 6, 7};
  return (t + kAdd[t % 4] - d) / 2;
}
/// The lowest active level: equation (2.3).
constexpr std::uint32_t aks_omega(std::uint32_t t) {
  if (t == 0) return 0;
  constexpr std::uint32_t kAdd[3] = {6, 2, 4};
  return (t + kAdd[t % 3]) / 3;
}

/// What each separator of a level does at a step: of `a` wires `up` go to the parent, half from
/// either end, and `down` to each child. `base`: first spot of the level's node 0.
struct AksLevel {
  std::uint32_t level = 0;
  std::uint32_t a = 0;
  std::uint32_t up = 0;
  std::uint32_t down = 0;
  std::uint32_t base = 0;

  [[nodiscard]] constexpr std::uint32_t nodes() const { return std::uint32_t{1} << level; }
};

/// Table 2.2 with its precedence (Fischer 2020): i = alpha before i = omega before the levels
/// between; t = 0 is special. Only for active levels: alpha <= level <= omega, level = t mod 2.
constexpr AksLevel aks_level(std::uint32_t d, std::uint32_t t, std::uint32_t level) {
  AksLevel made;
  made.level = level;
  if (t == 0) {
    made.a = std::uint32_t{1} << d;
    made.down = made.a / 2;
    return made;
  }
  const std::uint32_t c = std::uint32_t{1} << (d + 2 * level - t - 2);
  if (level == aks_alpha(d, t)) {
    const bool up = (t + 7 <= d && t % 2 == 1) || (t + 4 >= d && t % 4 == 0);
    made.a = c;
    made.up = up ? c / 16 : 0;
  } else if (level == aks_omega(t) && t % 3 != 1) {
    made.a = (t % 3 == 2 ? 15 : 3) * (c / 64);
    made.up = 3 * (c / 64);
  } else {
    made.a = 63 * (c / 64);
    made.up = 3 * (c / 64);
  }
  made.down = (made.a - made.up) / 2;
  return made;
}

/// One step: its active levels, uppermost first.
struct AksStep {
  std::uint32_t t = 0;
  std::uint32_t level_count = 0;
  AksLevel levels[kAksMostLevels] = {};
};

/// Step t of the network of 2^d wires, 0 <= t <= aks_steps(d); the last one is the result: the
/// nodes of level d - 6, 64 wires each, none of which move on.
constexpr AksStep aks_step(std::uint32_t d, std::uint32_t t) {
  AksStep step;
  step.t = t;
  if (t == aks_steps(d)) {
    step.level_count = 1;
    step.levels[0] = {d - kAksBlockLog2, std::uint32_t{1} << kAksBlockLog2, 0, 0, 0};
    return step;
  }
  std::uint32_t base = 0;
  for (std::uint32_t level = aks_alpha(d, t); level <= aks_omega(t); ++level) {
    if (level % 2 != t % 2) continue;
    AksLevel made = aks_level(d, t, level);
    made.base = base;
    base += made.a << level;
    step.levels[step.level_count++] = made;
  }
  return step;
}

/// Where a spot is: the index of its level in AksStep::levels, the node of that level, the slot.
struct AksSpot {
  std::uint32_t index = 0;
  std::uint32_t node = 0;
  std::uint32_t slot = 0;
};
constexpr AksSpot aks_spot(const AksStep& step, std::uint32_t spot) {
  std::uint32_t index = 0;
  while (index + 1 < step.level_count && spot >= step.levels[index + 1].base) ++index;
  const AksLevel& level = step.levels[index];
  const std::uint32_t node = (spot - level.base) / level.a;
  return {index, node, spot - level.base - node * level.a};
}

/// The active level `level` of a step; the step must have it.
constexpr const AksLevel& aks_find_level(const AksStep& step, std::uint32_t level) {
  std::uint32_t index = 0;
  while (index + 1 < step.level_count && step.levels[index].level != level) ++index;
  return step.levels[index];
}

/// Where the wire on `spot` of step `now` stands at the step after it, `next`. FL and FR, half of
/// `up` from either end, go to the parent; what is left of BL to the left child, of BR to the right
/// one. A node lists the wires of its left child, then its parent's, then its right child's. O(1).
constexpr std::uint32_t aks_move(const AksStep& now, const AksStep& next, std::uint32_t spot) {
  const AksSpot at = aks_spot(now, spot);
  const AksLevel& from = now.levels[at.index];
  const std::uint32_t edge = from.up / 2;
  if (at.slot < edge || at.slot >= from.a - edge) {
    const AksLevel& to = aks_find_level(next, from.level - 1);
    const std::uint32_t k = at.slot < edge ? at.slot : at.slot + from.up - from.a;
    const std::uint32_t before = at.node % 2 == 0 ? 0 : to.a - from.up;
    return to.base + at.node / 2 * to.a + before + k;
  }
  const AksLevel& to = aks_find_level(next, from.level + 1);
  const std::uint32_t right = at.slot >= from.a / 2 ? 1 : 0;
  const std::uint32_t k = at.slot - (right != 0 ? from.a / 2 : edge);
  const std::uint32_t received = (to.a - from.down) / 2;  // from the left child
  return to.base + (2 * at.node + right) * to.a + received + k;
}

/// The inverse: where the wire on `spot` of step `now` stood at the step before it, `last`. O(1).
constexpr std::uint32_t aks_move_back(const AksStep& last, const AksStep& now, std::uint32_t spot) {
  const AksSpot at = aks_spot(now, spot);
  const AksLevel& to = now.levels[at.index];
  // What the parent sent stands in the middle.
  std::uint32_t down = 0;
  const AksLevel* parent = nullptr;
  if (to.level > 0) {
    const AksLevel& above = aks_find_level(last, to.level - 1);
    if (above.level + 1 == to.level) {
      parent = &above;
      down = above.down;
    }
  }
  const std::uint32_t received = (to.a - down) / 2;
  if (parent != nullptr && at.slot >= received && at.slot < received + down) {
    const std::uint32_t first = at.node % 2 == 0 ? parent->up / 2 : parent->a / 2;
    return parent->base + at.node / 2 * parent->a + first + at.slot - received;
  }
  const AksLevel& child = aks_find_level(last, to.level + 1);
  const std::uint32_t right = at.slot < received ? 0 : 1;
  const std::uint32_t k = at.slot - (right != 0 ? received + down : 0);
  const std::uint32_t slot = k < child.up / 2 ? k : k + child.a - child.up;
  return child.base + (2 * at.node + right) * child.a + slot;
}

/// Layers of the separator below its first: the least T with 2^T up >= a; 0 where up is 0 or a.
constexpr std::uint32_t aks_separator_layers(std::uint32_t a, std::uint32_t up) {
  std::uint32_t layers = 0;
  if (up == 0) return 0;
  while ((std::uint64_t{up} << layers) < a) ++layers;
  return layers;
}

/// Wires of each halver of separator layer `layer`, 0 <= layer <= aks_separator_layers(): figure
/// 2.3. Layer 0 has one halver, the others one at either end.
constexpr std::uint32_t aks_halver_wires(std::uint32_t a, std::uint32_t up, std::uint32_t layer) {
  if (layer == 0) return a;
  const std::uint32_t layers = aks_separator_layers(a, up);
  if (layer == 1) return a - (up << (layers - 1));
  return up << (layers - layer);
}

}  // namespace sortscope
