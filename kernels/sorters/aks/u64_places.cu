// u64_places.cu: the AKS network for 64-bit words with places.
#include "kernels/sorters/aks/launch_impl.cuh"

namespace sortscope::device {

const AksKernels& aks_kernels_u64_places() {
  static const AksKernelsOf<std::uint64_t, true> kKernels;
  return kKernels;
}

}  // namespace sortscope::device
