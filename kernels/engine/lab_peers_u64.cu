// lab_peers_u64.cu: CUB's and Thrust's sorts of 64-bit words.
#include "kernels/engine/lab_peers_impl.cuh"

namespace sortscope::device {

template cudaError_t lab_peer_scratch<std::uint64_t>(LabPeer, const LabPeerKeys&, std::size_t&);
template cudaError_t lab_peer_sort<std::uint64_t>(LabPeer, const LabPeerKeys&, void*, std::size_t,
                                                  LabPool&, cudaStream_t);

}  // namespace sortscope::device
