// u32.cu: adaptive bitonic sorting of 32-bit words.
#include "kernels/sorters/trees/launch_impl.cuh"

namespace sortscope::device {

template cudaError_t launch_tree<std::uint32_t>(const Network&, const TreePlan&, const TreeLaunch&,
                                                bool, const TreeMemory&, cudaStream_t);

}  // namespace sortscope::device
