// u32_places.cu: the AKS network for 32-bit words with places.
#include "kernels/sorters/aks/launch_impl.cuh"

namespace sortscope::device {

const AksKernels& aks_kernels_u32_places() {
  static const AksKernelsOf<std::uint32_t, true> kKernels;
  return kKernels;
}

}  // namespace sortscope::device
