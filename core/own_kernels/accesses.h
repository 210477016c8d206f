// accesses.h: what threads did to memory in one run that they should not: races, accesses outside
// and before a write, barriers that not all reach, launches that were refused.
#pragma once

#include <vector>

#include "core/own_kernels/log/runs.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// The mistakes of one run, one finding for each kind and line. O(entries).
std::vector<Finding> find_mistakes(const LogRun& run);

}  // namespace sortscope
