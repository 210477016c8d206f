// launch.cuh: the launches of adaptive bitonic sorting, for words of one type each.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/engines/plans/tree.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

/// Device memory of a sort in trees. `nodes` and `rights` of the two buffers change places with
/// every launch of twigs.
struct TreeMemory {
  DeviceKeys keys;
  void* nodes = nullptr;  // 16 bytes a key
  void* next_nodes = nullptr;
  std::uint32_t* rights = nullptr;  // of 64-bit words
  std::uint32_t* next_rights = nullptr;
  void* pairs = nullptr;               // 8 bytes a key
  std::uint32_t* staged = nullptr;     // outcomes on their way
  const BitsJob* bits_jobs = nullptr;  // TreePlan::bits_jobs
  std::uint32_t* bits = nullptr;       // of the recording; null: recording off
};

/// One launch of `plan`. `two_cases`: algorithm 1.
template <typename Word>
cudaError_t launch_tree(const Network& network, const TreePlan& plan, const TreeLaunch& launch,
                        bool two_cases, const TreeMemory& memory, cudaStream_t stream);

extern template cudaError_t launch_tree<std::uint32_t>(const Network&, const TreePlan&,
                                                       const TreeLaunch&, bool, const TreeMemory&,
                                                       cudaStream_t);
extern template cudaError_t launch_tree<std::uint64_t>(const Network&, const TreePlan&,
                                                       const TreeLaunch&, bool, const TreeMemory&,
                                                       cudaStream_t);

}  // namespace sortscope::device
