// block_ones.cu: a warp a block of words.
#include "kernels/device/block_ones.cuh"

#include "kernels/device/comparator.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kFour = 4;   // words of a load
constexpr std::uint32_t kLoads = 8;  // on their way at once, of a lane

// The last layer that begins at `block` or before; layers without blocks have none.
__device__ __forceinline__ std::uint32_t layer_of(const CountedBlocks& blocks,
                                                  std::uint64_t block) {
  std::uint32_t low = 0;
  std::uint32_t high = blocks.layers;
  while (high - low > 1) {
    const std::uint32_t middle = (low + high) / 2;
    (blocks.before[middle] <= block ? low : high) = middle;
  }
  return low;
}

__device__ __forceinline__ std::uint32_t ones_of(const uint4& four) {
  return __popc(four.x) + __popc(four.y) + __popc(four.z) + __popc(four.w);
}

__global__ void __launch_bounds__(kThreads)
    count_ones_kernel(const std::uint32_t* __restrict__ bits, const CountedBlocks blocks,
                      std::uint32_t* __restrict__ ones) {
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint64_t block = (std::uint64_t{blockIdx.x} * kThreads + threadIdx.x) / kWarp;
  if (block >= blocks.count) return;
  const std::uint32_t layer = layer_of(blocks, block);
  const std::uint64_t first =
      blocks.first_words[layer] + ((block - blocks.before[layer]) << blocks.words_log2);
  const std::uint64_t left = blocks.first_words[layer + 1] - first;
  const std::uint64_t most = std::uint64_t{1} << blocks.words_log2;
  const auto words = static_cast<std::uint32_t>(left < most ? left : most);
  const std::uint32_t* const from = bits + first;
  std::uint32_t count = 0;
  std::uint32_t done = 0;
  if (first % kFour == 0) {
    const auto* const fours = reinterpret_cast<const uint4*>(from);
    constexpr std::uint32_t kOne = kWarp * kFour;
#pragma unroll 1
    for (; done + kOne * kLoads <= words; done += kOne * kLoads) {
      uint4 loaded[kLoads];
#pragma unroll
      for (std::uint32_t i = 0; i < kLoads; ++i) {
        loaded[i] = __ldcs(fours + done / kFour + i * kWarp + lane);
      }
#pragma unroll
      for (std::uint32_t i = 0; i < kLoads; ++i) count += ones_of(loaded[i]);
    }
#pragma unroll 1
    for (; done + kOne <= words; done += kOne) {
      count += ones_of(__ldcs(fours + done / kFour + lane));
    }
  }
#pragma unroll 4
  for (std::uint32_t i = done + lane; i < words; i += kWarp) count += __popc(__ldcs(from + i));
#pragma unroll
  for (std::uint32_t distance = kWarp / 2; distance > 0; distance /= 2) {
    count += __shfl_xor_sync(kAllLanes, count, distance);
  }
  if (lane == 0) ones[block] = count;
}

}  // namespace

cudaError_t count_ones(const std::uint32_t* bits, const CountedBlocks& blocks, std::uint32_t* ones,
                       cudaStream_t stream) {
  if (blocks.count == 0) return cudaSuccess;
  const auto grid = static_cast<std::uint32_t>((blocks.count * kWarp - 1) / kThreads + 1);
  count_ones_kernel<<<grid, kThreads, 0, stream>>>(bits, blocks, ones);
  return cudaGetLastError();
}

cudaError_t load_count_ones() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&count_ones_kernel));
}

}  // namespace sortscope::device
