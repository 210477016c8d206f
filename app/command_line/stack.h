// stack.h: enough stack, however little the system gives.
#pragma once

#include <functional>

namespace sortscope {

/// Calls `run`: where the limit of the stack (`ulimit -s`) is small, on a thread with as much as is
/// usual, and so for all threads that begin later.
int with_usual_stack(const std::function<int()>& run);

}  // namespace sortscope
