// u32.cu: the AKS network for 32-bit words.
#include "kernels/sorters/aks/launch_impl.cuh"

namespace sortscope::device {

const AksKernels& aks_kernels_u32() {
  static const AksKernelsOf<std::uint32_t, false> kKernels;
  return kKernels;
}

}  // namespace sortscope::device
