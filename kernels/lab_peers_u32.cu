// lab_peers_u32.cu: CUB's and Thrust's sorts of 32-bit words.
#include "kernels/lab_peers_impl.cuh"

namespace sortscope::device {

SORTSCOPE_LAB_PEERS(, std::uint32_t)

}  // namespace sortscope::device
