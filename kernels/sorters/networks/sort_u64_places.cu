// sort_u64_places.cu: the sorting kernels for 64-bit words that carry places.
#include "kernels/sorters/networks/launch.cuh"

namespace sortscope::device {

template cudaError_t launch_sort<std::uint64_t, true>(const Network&, const Launch&,
                                                      const DeviceKeys&, std::uint32_t*, bool,
                                                      cudaStream_t);

}  // namespace sortscope::device
