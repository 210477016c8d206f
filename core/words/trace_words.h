// trace_words.h: a trace in words and rows: for the pass strip, its tooltip and the terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/engines/sort_trace.h"

namespace sortscope {

/// "2^24 keys of 32 bits and places, outcomes recorded".
std::string trace_size_text(const SortTrace& trace);
/// "layer 67", "layers 1 to 66" (counted from 1, as the window does); "" where it runs none.
std::string pass_layers_text(const TracePass& pass);
/// "45 passes".
std::string passes_text(const SortTrace& trace);
/// "74 %", "over 100 %"; "" where the floor is not known.
std::string share_text(double share);

/// Who says the times: "stamped on the GPU by the kernels themselves, the median of 9 runs".
std::string trace_source_text(const SortTrace& trace);
/// The slowest pass and the one farthest from its floor, gaps between passes: a sentence each.
std::vector<std::string> trace_findings(const SortTrace& trace);

/// A line a pass for a terminal, aligned, with a head and the sum.
std::string trace_table(const SortTrace& trace);

}  // namespace sortscope
