// u64.cu: adaptive bitonic sorting of 64-bit words.
#include "kernels/sorters/trees/launch_impl.cuh"

namespace sortscope::device {

template cudaError_t launch_tree<std::uint64_t>(const Network&, const TreePlan&, const TreeLaunch&,
                                                bool, const TreeMemory&, cudaStream_t);

}  // namespace sortscope::device
