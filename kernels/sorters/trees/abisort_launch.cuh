// abisort_launch.cuh: the launches of GPU-ABiSort, for words of one type each.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/engines/plans/abisort.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

/// Device memory of the stream program: two node streams and two pair streams, each behind the
/// other (core/networks/trees/abisort_addresses.h).
struct StreamMemory {
  DeviceKeys keys;
  void* nodes = nullptr;            // 16 bytes a node
  std::uint32_t* rights = nullptr;  // of 64-bit words
  void* pairs = nullptr;            // 8 bytes a pair
  std::uint32_t* bits = nullptr;    // of the recording; null: recording off
};

/// One launch of plan_streams().
template <typename Word>
cudaError_t launch_streams(const Network& network, const StreamLaunch& launch,
                           const StreamMemory& memory, cudaStream_t stream);

extern template cudaError_t launch_streams<std::uint32_t>(const Network&, const StreamLaunch&,
                                                          const StreamMemory&, cudaStream_t);
extern template cudaError_t launch_streams<std::uint64_t>(const Network&, const StreamLaunch&,
                                                          const StreamMemory&, cudaStream_t);

}  // namespace sortscope::device
