// staged_copies.cuh: copies between any host memory and the device, as fast as the bus is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/pinned_memory.cuh"

namespace sortscope::device {

/// Pieces of pinned memory, each with a thread, take a copy in turns: CUDA alone copies memory that
/// is not pinned at a third to a sixth of what the bus gives. One copy at a time.
class StagedCopies {
 public:
  /// For copies of about `bytes`. Pinning takes 0.6 ms a MB: 4 to 16 of them at most. Errors:
  /// kOutOfMemory.
  Status create(std::uint64_t bytes);
  /// What was put on other streams has ended; copied when they return. `what`: in errors. Errors:
  /// kCancelled, kWorkFailed.
  Status to_host(void* to, const void* from, std::uint64_t bytes, const Progress* progress,
                 std::string_view what);
  Status to_device(void* to, const void* from, std::uint64_t bytes, const Progress* progress,
                   std::string_view what);

 private:
  struct Lane {
    Stream stream;
    PinnedMemory piece;
    Status status;
  };
  // copy(lane, first, size): one piece.
  Status in_pieces(std::uint64_t bytes, const Progress* progress,
                   const std::function<Status(Lane&, std::uint64_t, std::uint64_t)>& copy);

  std::uint64_t piece_bytes_ = 0;
  std::vector<std::unique_ptr<Lane>> lanes_;
};

}  // namespace sortscope::device
