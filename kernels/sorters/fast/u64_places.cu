// u64_places.cu: the fast bitonic sort of 64-bit words with places.
#include "kernels/sorters/fast/launch_impl.cuh"

namespace sortscope::device {

template cudaError_t launch_fast<std::uint64_t, true>(const FastWindow&, const FastLaunch&,
                                                      cudaStream_t);

}  // namespace sortscope::device
