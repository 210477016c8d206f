// abisort_u32.cu: the stream program for 32-bit words.
#include "kernels/sorters/trees/abisort_launch_impl.cuh"

namespace sortscope::device {

template cudaError_t launch_streams<std::uint32_t>(const Network&, const StreamLaunch&,
                                                   const StreamMemory&, cudaStream_t);

}  // namespace sortscope::device
