// listed_kernels.cuh: layers that are a list of comparators.
#pragma once

#include <cuda_runtime_api.h>

#include "core/base/types.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

/// One layer: `count` comparators in device memory, a thread each; outcome bits to `layer_bits`
/// (null: recording off).
struct ListedLayer {
  const Comparator* comparators;
  std::uint32_t count;
  std::uint32_t* layer_bits;
};
cudaError_t launch_listed(const ListedLayer& layer, const DeviceKeys& keys, cudaStream_t stream);

}  // namespace sortscope::device
