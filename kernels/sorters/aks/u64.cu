// u64.cu: the AKS network for 64-bit words.
#include "kernels/sorters/aks/launch_impl.cuh"

namespace sortscope::device {

const AksKernels& aks_kernels_u64() {
  static const AksKernelsOf<std::uint64_t, false> kKernels;
  return kKernels;
}

}  // namespace sortscope::device
