// results.h: what came out: sorted, complete, without padding, at every length; keys that were
// doubled or exchanged though equal.
#pragma once

#include <span>

#include "core/own_kernels/log/runs.h"
#include "core/own_kernels/log/trace.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// Sets KernelReport::sorted and adds what is wrong with results: padding, payload, length.
void check_results(const KernelLog& log, KernelReport& report);

/// Every output of the length that was asked for that is known holds all its keys, in order.
bool sorts_asked_length(const KernelLog& log);

/// Adds what happens to equal keys. `runs` and `traces` go together.
void check_payload(std::span<const LogRun* const> runs, std::span<const TracedRun> traces,
                   KernelReport& report);

}  // namespace sortscope
