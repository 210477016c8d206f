// costs.h: launches and lines of one run as they were counted, and what is slow about them.
#pragma once

#include "core/own_kernels/log/runs.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// Fills launches, lines and events of the report, and adds findings of what is slow. O(entries).
void find_costs(const LogRun& run, KernelReport& report);

}  // namespace sortscope
