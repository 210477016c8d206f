// u32_places.cu: the fast bitonic sort of 32-bit words with places.
#include "kernels/sorters/fast/launch_impl.cuh"

namespace sortscope::device {

template cudaError_t launch_fast<std::uint32_t, true>(const FastWindow&, const FastLaunch&,
                                                      cudaStream_t);

}  // namespace sortscope::device
