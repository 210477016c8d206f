// tracing.h: measuring what every pass of a sort takes.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/engines/engine.h"
#include "core/engines/sort_trace.h"
#include "core/keys/keys.h"

namespace sortscope {

/// What to sort and how: references that outlive the call.
struct TraceRequest {
  const Algorithm& algorithm;
  const Network& network;
  const PreparedKeys& start;
  std::string kernel;      // empty: the engine's choice
  bool recorded = false;   // outcomes written, as when a recording is made
  std::uint32_t runs = 9;  // of which the one with the median time is kept; one more warms up
};

/// Sorts `runs` times from the same input on `engine`, checks that the words are in order each
/// time, and gives the passes of the run whose time is the median. Their floors are not set.
/// Errors: those of Engine::run(); kWorkFailed (an output was not in order), kOutOfMemory.
Result<SortTrace> trace_sort(Engine& engine, const TraceRequest& request, Progress* progress);

}  // namespace sortscope
