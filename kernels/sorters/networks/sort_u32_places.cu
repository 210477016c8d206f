// sort_u32_places.cu: the sorting kernels for 32-bit words that carry places.
#include "kernels/sorters/networks/launch.cuh"

namespace sortscope::device {

template cudaError_t launch_sort<std::uint32_t, true>(const Network&, const Launch&,
                                                      const DeviceKeys&, std::uint32_t*, bool,
                                                      cudaStream_t);

}  // namespace sortscope::device
