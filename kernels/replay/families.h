// families.h: how recordings of each family replay on the GPU: a row a family. Plain C++.
#pragma once

#include <cstdint>
#include <span>

#include "core/algorithms/algorithm.h"

namespace sortscope {

/// What walks a recording on the GPU.
enum class WalkKind : std::uint8_t {
  kForms,     // layers in closed form
  kList,      // layers of a list, kept in device memory
  kAks,       // keys by spot, moved between steps
  kAdaptive,  // layers in closed form, splits, and trees stage by stage
};

struct ReplayRow {
  Family family;
  WalkKind walk;
  bool bits_are_drawn;  // shaders read the same words: the bits stand in an OpenGL buffer
};

/// All families, in the order of Family.
std::span<const ReplayRow> replay_rows();
inline const ReplayRow& replay_row(Family family) {
  return replay_rows()[static_cast<std::size_t>(family)];
}

}  // namespace sortscope
