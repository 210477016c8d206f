// separator_memory.h: what was found of separators, kept until others are asked for.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/types.h"

namespace sortscope {

struct HalverTrace;

/// Of one recording: keys of a separator at another cursor cost a replay, a halver's trace a walk.
/// Belongs to the SceneMaker; without one, each is found again.
struct SeparatorMemory {
  struct Keys {
    Cursor at;
    std::uint32_t t = 0, level = 0, node = 0;
    std::vector<std::uint32_t> keys;  // by slot
  };
  struct Trace {
    std::uint32_t first = 0, node = 0, side = 0;
    std::shared_ptr<const HalverTrace> trace;
  };
  std::optional<Keys> keys;  // the last ones asked for
  std::deque<Trace> traces;  // the last eight, oldest first
};

}  // namespace sortscope
