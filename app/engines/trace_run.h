// trace_run.h: tracing what a person chose, with the floors of the device it ran on.
#pragma once

#include <memory>
#include <string>

#include "core/base/error.h"
#include "core/engines/engine.h"
#include "core/engines/sort_trace.h"
#include "core/keys/keys.h"

namespace sortscope {

struct TraceChoice {
  std::string kernel;     // empty: the engine's choice
  bool recorded = false;  // outcomes written
  std::uint32_t runs = 9;
};

/// Traces the sort of `start` on `network`. Where the engine's device has rates they are measured
/// once and set the floors. Errors: those of trace_sort().
Result<SortTrace> run_trace(Engine& engine, const Algorithm& algorithm, const Network& network,
                            const PreparedKeys& start, const TraceChoice& choice,
                            Progress* progress);

}  // namespace sortscope
