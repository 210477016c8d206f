// sort_trace_json.h: traces as JSON for chrome://tracing, ui.perfetto.dev and this program.
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "core/engines/sort_trace.h"

namespace sortscope {

struct Progress;

/// The Trace Event Format's JSON object: a complete event ("ph": "X", ts and dur in microseconds) a
/// pass, with layers, bytes, comparators and the share of its floor in its args; all else that is
/// known of the sort under "otherData".
std::string trace_json(const SortTrace& trace);

/// Reads what trace_json() writes; `name` (of the file) is for messages. Errors: kBadInput with the
/// line and column, or the event and field; kCancelled.
Result<SortTrace> read_trace_json(std::string_view text, std::string_view name,
                                  const Progress* progress = nullptr);

/// The same of a file, of 67 MB (2^26 bytes) at most. Errors: also kIo.
Result<SortTrace> read_trace_file(const std::string& path, const Progress* progress = nullptr);

}  // namespace sortscope
