// lab_peers_u64.cu: CUB's and Thrust's sorts of 64-bit words.
#include "kernels/lab_peers_impl.cuh"

namespace sortscope::device {

SORTSCOPE_LAB_PEERS(, std::uint64_t)

}  // namespace sortscope::device
