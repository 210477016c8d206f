// tree_motion.h: how deep nodes hang in bitonic trees, and how far a running step has come.
#pragma once

#include <cstdint>

#include "core/scenes/tree_moment.h"

namespace sortscope {

/// Depth of in-order position `wire` below the root of its tree; 0 for root and extra node.
std::uint32_t tree_depth(std::uint32_t merge, Wire wire);

/// How far the parts of a step have come, 0 to 1 each, eased: first the keys change places, then
/// the links, then the subtrees slide to where they now belong; at the end of a merge the trees
/// join.
struct TreeMotion {
  float compared = 0;  // the outcome is known
  float keys = 0;
  float links = 0;
  float slide = 0;
  float join = 0;
};
TreeMotion tree_motion(const TreeMoment& moment, float fraction);

/// What of a running comparison happens right now: picture, code and words speak of the same.
enum class TreePart : std::uint8_t {
  kCompare,  // the outcome is not known yet
  kKeys,     // the keys change places
  kLinks,    // the links do
  kWalk,     // it is done, and the pair goes on to its children where there are any
};
TreePart tree_part(const TreeMotion& motion, const TreeEvent& event);

}  // namespace sortscope
