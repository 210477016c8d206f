// sort_u64.cu: the sorting kernels for 64-bit words.
#include "kernels/sorters/networks/launch.cuh"

namespace sortscope::device {

template cudaError_t launch_sort<std::uint64_t, false>(const Network&, const Launch&,
                                                       const DeviceKeys&, std::uint32_t*, bool,
                                                       cudaStream_t);

}  // namespace sortscope::device
