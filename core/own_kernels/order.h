// order.h: a log in the order in which threads that run one after the other would have written it.
#pragma once

#include "core/own_kernels/runs.h"

namespace sortscope {

/// Threads of a GPU write as they come. Within a launch: by grid barrier, block, block barrier,
/// warp, what the warp did together (shuffles, __syncwarp()), thread; each thread's own order
/// stays. O(entries log entries), and a copy of them, where they are not in order.
void order_by_thread(KernelLog& log);

}  // namespace sortscope
