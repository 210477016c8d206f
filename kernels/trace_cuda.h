// trace_cuda.h: a sort repeated on the GPU whose kernels write their time stamps into OpenGL
// buffers; no CUDA header is needed here.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/keys/keys.h"
#include "core/networks/network.h"

namespace sortscope {

/// What is sorted, again and again: references that outlive the LiveTrace.
struct LiveTraceRequest {
  const Algorithm& algorithm;
  const Network& network;
  const PreparedKeys& start;
  std::string kernel;     // one of the CUDA engine's
  bool recorded = false;  // outcomes written
};

/// Owns the CUDA side of the buffers. All calls on the thread of the GL context.
class LiveTrace {
 public:
  virtual ~LiveTrace() = default;
  /// Looks whether the sort under way has ended and starts the next one, whose stamps go to the
  /// next buffer (at first the second one); never waits. Gives the index of the buffer with the
  /// stamps of the last sort that has ended, begin and end of every launch as two 64-bit words in
  /// nanoseconds of the GPU's clock; -1 before the first one. It is not written before the next
  /// call but one. Errors: kWorkFailed, kOutOfMemory: the LiveTrace is of no more use.
  virtual Result<int> turn() = 0;
};

/// Registers `gl_buffers` (three or more, 16 bytes a pass each) with CUDA; they get new storage
/// only after the LiveTrace has gone. `passes` is how many passes are expected. Errors:
/// kUnavailable where GL and CUDA are not on one device, CUDA is missing, or the kernels write no
/// stamps; kBadUsage where the sort has another number of passes; those of the sorters.
Result<std::unique_ptr<LiveTrace>> make_live_trace(const LiveTraceRequest& request,
                                                   std::span<const unsigned> gl_buffers,
                                                   std::size_t passes);

}  // namespace sortscope
