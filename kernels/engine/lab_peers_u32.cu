// lab_peers_u32.cu: CUB's and Thrust's sorts of 32-bit words.
#include "kernels/engine/lab_peers_impl.cuh"

namespace sortscope::device {

template cudaError_t lab_peer_scratch<std::uint32_t>(LabPeer, const LabPeerKeys&, std::size_t&);
template cudaError_t lab_peer_sort<std::uint32_t>(LabPeer, const LabPeerKeys&, void*, std::size_t,
                                                  LabPool&, cudaStream_t);

}  // namespace sortscope::device
