// tree_motion.cpp: depth and motion of bitonic trees.
#include "core/scenes/tree_motion.h"

#include <algorithm>
#include <bit>

#include "core/scenes/scene.h"

namespace sortscope {

namespace {

float part(float fraction, float from, float to) { return ease((fraction - from) / (to - from)); }

}  // namespace

std::uint32_t tree_depth(std::uint32_t merge, Wire wire) {
  const std::uint32_t last = (std::uint32_t{1} << merge) - 1;
  const std::uint32_t in_block = wire & last;
  if (in_block == last) return 0;
  return merge - 1 - static_cast<std::uint32_t>(std::countr_zero(in_block + 1));
}

TreeMotion tree_motion(const TreeMoment& moment, float fraction) {
  TreeMotion motion;
  if (!moment.running) return motion;
  const float end = moment.merge_after == moment.merge ? 1.0F : 0.75F;
  const float t = std::min(fraction / end, 1.0F);
  motion.compared = t >= 0.14F ? 1.0F : 0.0F;
  motion.keys = part(t, 0.14F, 0.5F);
  motion.links = part(t, 0.42F, 0.64F);
  motion.slide = part(t, 0.6F, 1.0F);
  motion.join = end < 1 ? part(fraction, end, 1.0F) : 0;
  return motion;
}

TreePart tree_part(const TreeMotion& motion, const TreeEvent& event) {
  if (motion.compared <= 0) return TreePart::kCompare;
  if (event.exchanged && motion.keys < 1) return TreePart::kKeys;
  if (event.pointers && motion.slide < 0.5F) return TreePart::kLinks;
  return TreePart::kWalk;
}

}  // namespace sortscope
