// in_turn.h: steps that may fail, one after the other.
#pragma once

#include "core/base/error.h"

namespace sortscope::device {

/// The first error of `steps`, which are called in turn. What comes after an error is not done: it
/// would work on memory that is not there.
template <typename... Steps>
Status in_turn(Steps&&... steps) {
  Status status;
  (void)((status = steps()).ok() && ...);
  return status;
}

}  // namespace sortscope::device
