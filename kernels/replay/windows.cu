// windows.cu: tiles in shared memory, and threads with the wires of some distances in registers.
#include "kernels/replay/windows.cuh"

#include "kernels/device/comparator.cuh"
#include "kernels/device/unrolled.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kTile = 1u << kReplayTileLog2;
constexpr std::uint32_t kTileThreads = 512;
constexpr std::uint32_t kTileWords = kTile / 2 / kWarp;  // of a layer
constexpr std::uint32_t kWordsAWarp = kTileWords / (kTileThreads / kWarp);
constexpr std::uint32_t kStrideThreads = 256;

__device__ __forceinline__ std::uint32_t number_of(const ReplayedLayers& range,
                                                   std::uint32_t step) {
  return range.backwards ? range.last - 1 - step : range.first + step;
}

// A lane below kWordsAWarp has one of the warp's words of each layer.
__global__ void __launch_bounds__(kTileThreads)
    replay_tile_kernel(std::uint32_t* values, const LayerForm* forms, ReplayedLayers range) {
  __shared__ std::uint32_t tile[kTile];
  const std::uint32_t lane = threadIdx.x % kWarp;
  const std::uint32_t first_word = threadIdx.x / kWarp * kWordsAWarp;
  std::uint32_t* const own = values + std::uint64_t{blockIdx.x} * kTile;
  const auto word_of = [&](std::uint32_t step) {
    if (lane >= kWordsAWarp || step >= range.last - range.first) return 0u;
    const std::uint32_t* const layer = range.bits + range.first_words[number_of(range, step)];
    return __ldcs(layer + std::uint64_t{blockIdx.x} * kTileWords + first_word + lane);
  };
  std::uint32_t next = word_of(0);
  for (std::uint32_t i = threadIdx.x; i < kTile; i += kTileThreads) tile[i] = own[i];
  for (std::uint32_t step = 0; step < range.last - range.first; ++step) {
    const std::uint32_t words = next;
    next = word_of(step + 1);
    const std::uint32_t distance = 1u << forms[number_of(range, step)].chunk_log2;
    __syncthreads();
#pragma unroll
    for (std::uint32_t i = 0; i < kWordsAWarp; ++i) {
      const std::uint32_t word = __shfl_sync(kAllLanes, words, i);
      if ((word >> lane & 1) == 0) continue;
      const std::uint32_t lower = insert_zero_at((first_word + i) * kWarp + lane, distance);
      const std::uint32_t kept = tile[lower];
      tile[lower] = tile[lower + distance];
      tile[lower + distance] = kept;
    }
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < kTile; i += kTileThreads) own[i] = tile[i];
}

// Layers of distances 2^(low + kLayers - 1) ... 2^low, in this order or backwards: a thread has the
// wires that they reach from one. Neighbouring lanes have neighbouring wires.
template <std::uint32_t kLayers>
__global__ void __launch_bounds__(kStrideThreads)
    replay_strides_kernel(std::uint32_t* values, std::uint32_t low, ReplayedLayers range) {
  constexpr std::uint32_t kValues = 1u << kLayers;
  const std::uint32_t thread = blockIdx.x * kStrideThreads + threadIdx.x;
  const std::uint32_t below = (1u << low) - 1;
  const std::uint32_t first = (thread & ~below) << kLayers | (thread & below);
  std::uint32_t own[kValues];
#pragma unroll
  for (std::uint32_t e = 0; e < kValues; ++e) own[e] = values[first + (e << low)];
  // outcomes[i]: of the layer whose partners differ in bit i of the register's number.
  std::uint32_t outcomes[kLayers];
  unrolled<kLayers>([&](auto bit) {
    constexpr std::uint32_t kBit = bit;
    const std::uint32_t* const layer = range.bits + range.first_words[range.last - 1 - kBit];
    std::uint32_t all = 0;
    unrolled<kValues / 2>([&](auto pair) {
      constexpr std::uint32_t kDistance = 1u << kBit;
      constexpr std::uint32_t kLower = pair / kDistance * 2 * kDistance + pair % kDistance;
      const std::uint32_t index = remove_at(first + (kLower << low), 1u << (low + kBit));
      all |= (__ldg(layer + index / kWarp) >> (index % kWarp) & 1) << pair;
    });
    outcomes[kBit] = all;
  });
  const auto replay = [&](auto bit) {
    constexpr std::uint32_t kBit = bit;
    unrolled<kValues / 2>([&](auto pair) {
      constexpr std::uint32_t kDistance = 1u << kBit;
      constexpr std::uint32_t kLower = pair / kDistance * 2 * kDistance + pair % kDistance;
      const bool exchanged = (outcomes[kBit] >> pair & 1) != 0;
      const std::uint32_t lower = own[kLower];
      own[kLower] = exchanged ? own[kLower + kDistance] : lower;
      own[kLower + kDistance] = exchanged ? lower : own[kLower + kDistance];
    });
  };
  if (range.backwards) {
    unrolled<kLayers>(replay);
  } else {
    unrolled<kLayers>(
        [&](auto step) { replay(std::integral_constant<std::uint32_t, kLayers - 1 - step>{}); });
  }
#pragma unroll
  for (std::uint32_t e = 0; e < kValues; ++e) values[first + (e << low)] = own[e];
}

template <std::uint32_t kLayers = 1>
cudaError_t launch_strides(std::uint32_t* values, std::uint32_t wires, std::uint32_t low,
                           const ReplayedLayers& range, cudaStream_t stream) {
  if constexpr (kLayers < kReplayStrides) {
    if (range.last - range.first > kLayers) {
      return launch_strides<kLayers + 1>(values, wires, low, range, stream);
    }
  }
  replay_strides_kernel<kLayers>
      <<<(wires >> kLayers) / kStrideThreads, kStrideThreads, 0, stream>>>(values, low, range);
  return cudaGetLastError();
}

bool in_tile(const LayerForm& form) { return form.chunk_log2 < kReplayTileLog2; }

}  // namespace

std::uint32_t layers_at_once(std::span<const LayerForm> forms, bool backwards) {
  const auto size = static_cast<std::uint32_t>(forms.size());
  const auto at = [&](std::uint32_t step) -> const LayerForm& {
    return forms[backwards ? size - 1 - step : step];
  };
  std::uint32_t count = 1;
  if (in_tile(at(0))) {
    while (count < size && in_tile(at(count))) ++count;
    return count;
  }
  while (count < size && count < kReplayStrides && !in_tile(at(count)) &&
         at(count).chunk_log2 + (backwards ? 0 : 1) ==
             at(count - 1).chunk_log2 + (backwards ? 1 : 0)) {
    ++count;
  }
  return count;
}

cudaError_t replay_at_once(std::uint32_t* values, std::uint32_t wires,
                           std::span<const LayerForm> forms, const LayerForm* device_forms,
                           const ReplayedLayers& layers, cudaStream_t stream) {
  const std::uint32_t low = forms[layers.last - 1].chunk_log2;
  if (low >= kReplayTileLog2) return launch_strides(values, wires, low, layers, stream);
  replay_tile_kernel<<<wires / kTile, kTileThreads, 0, stream>>>(values, device_forms, layers);
  return cudaGetLastError();
}

}  // namespace sortscope::device
