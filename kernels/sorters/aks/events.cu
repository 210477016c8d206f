// events.cu: wires of the AKS network by spot, and their movements as events.
#include "kernels/sorters/aks/launch.cuh"
#include "kernels/sorters/aks/tiles.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 256;

__device__ std::uint32_t wire_at(const AksStep* __restrict__ steps, std::uint32_t last,
                                 std::uint32_t t, std::uint32_t spot) {
  for (; t < last; ++t) spot = aks_move(steps[t], steps[t + 1], spot);
  return spot;
}

__global__ void write_wires(const AksStep* __restrict__ steps, std::uint32_t last, std::uint32_t t,
                            std::uint32_t count, std::uint32_t* wires) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot < count) wires[spot] = wire_at(steps, last, t, spot);
}

__global__ void write_moves(const AksStep* __restrict__ steps, std::uint32_t last, std::uint32_t t,
                            std::uint32_t count, uint2* moves) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot >= count) return;
  const std::uint32_t to = aks_move(steps[t], steps[t + 1], spot);
  moves[spot] = make_uint2(to, wire_at(steps, last, t + 1, to));
}

}  // namespace

std::uint32_t most_aks_threads(unsigned key_bits, bool places) {
  if (key_bits == 32) {
    return places ? kMostTileThreads<std::uint32_t, true> : kMostTileThreads<std::uint32_t, false>;
  }
  return places ? kMostTileThreads<std::uint64_t, true> : kMostTileThreads<std::uint64_t, false>;
}

cudaError_t write_aks_wires(const AksStep* steps, std::uint32_t d, std::uint32_t t,
                            std::uint32_t* wires, cudaStream_t stream) {
  const std::uint32_t count = std::uint32_t{1} << d;
  write_wires<<<count / kThreads, kThreads, 0, stream>>>(steps, aks_steps(d), t, count, wires);
  return cudaGetLastError();
}

cudaError_t write_aks_moves(const AksStep* steps, std::uint32_t d, std::uint32_t t,
                            std::uint32_t* moves, cudaStream_t stream) {
  const std::uint32_t count = std::uint32_t{1} << d;
  write_moves<<<count / kThreads, kThreads, 0, stream>>>(steps, aks_steps(d), t, count,
                                                         reinterpret_cast<uint2*>(moves));
  return cudaGetLastError();
}

}  // namespace sortscope::device
