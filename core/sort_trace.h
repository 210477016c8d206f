// sort_trace.h: what every pass of one sort took: the strip inside one sort.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sortscope {

/// One launch (or one call of a peer) of a sort.
struct TracePass {
  std::string name;  // "hybrid tile", "window 14 bits", "cub merge"
  std::uint32_t first_layer = 0;
  std::uint32_t layer_count = 0;  // 0: not a range of layers (a peer's)
  std::uint64_t begin_ns = 0;     // since the sort's begin
  std::uint64_t end_ns = 0;
  std::uint64_t bytes = 0;  // keys and outcomes read and written in global memory
  std::uint64_t comparators = 0;
  double floor_ns = 0;  // the larger of bytes and operations over the device's rates; 0: ?
};

/// A sort in time order. `stamped`: by the kernels themselves on the device; else by events.
struct SortTrace {
  std::string sorter;  // id in the lab's table
  std::string device;
  std::uint32_t n = 0;
  std::uint64_t elapsed_ns = 0;
  bool stamped = false;
  std::vector<TracePass> passes;
};

}  // namespace sortscope
