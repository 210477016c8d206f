// aks_kernels.cu: a thread a comparator of a layer, or a block a halver.
#include "kernels/replay/aks_kernels.cuh"

#include <algorithm>

#include "kernels/sorters/aks/pairs.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kHalverThreads = 512;
// Wires of a halver that a block walks in shared memory.
constexpr std::uint32_t kHalverWires = 8192;

// One layer of one halver: what its comparators have in common.
struct HalverLayer {
  HashMatching hash;
  LayerForm form;
};

__device__ __forceinline__ HalverLayer halver_layer(const AksReplayStage& replayed,
                                                    const AksReplayGraph& graph,
                                                    std::uint32_t layer, std::uint32_t halver) {
  const AksStage& stage = replayed.stage;
  HalverLayer made{hash_matching(0, stage.half), {}};
  if (stage.work == AksWork::kMatching || stage.work == AksWork::kShuffle) {
    set_keys(made.hash, aks_hash_keys({graph.keying, graph.planted}, stage, layer, halver));
  }
  if (replayed.form_count > 0) made.form = graph.forms[replayed.first_form + layer];
  return made;
}

__device__ __forceinline__ bool bit_of(const std::uint32_t* layer_bits, std::uint32_t index) {
  return (layer_bits[index / 32] >> (index % 32) & 1) != 0;
}

__device__ __forceinline__ void exchange(std::uint32_t* values, std::uint32_t x, std::uint32_t y) {
  const std::uint32_t left = values[x];
  values[x] = values[y];
  values[y] = left;
}

__global__ void __launch_bounds__(kThreads)
    replay_layer_kernel(std::uint32_t* values, const __grid_constant__ AksReplayStage replayed,
                        AksReplayGraph graph, std::uint32_t layer, const std::uint32_t* layer_bits,
                        std::uint32_t first, std::uint32_t last) {
  const std::uint32_t index = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= last || !bit_of(layer_bits, index)) return;
  const AksStage& stage = replayed.stage;
  const std::uint32_t halver = index / stage.per_side;
  const std::uint32_t node = halver / stage.sides;
  const std::uint32_t side = halver - node * stage.sides;
  const HalverLayer made = halver_layer(replayed, graph, layer, halver);
  const AksPair pair =
      aks_pair(stage, made.form, made.hash, graph.planted, layer, index - halver * stage.per_side);
  const std::uint32_t base = stage.base + node * stage.a;
  exchange(values, base + aks_slot(stage, side, pair.low), base + aks_slot(stage, side, pair.high));
}

__global__ void __launch_bounds__(kHalverThreads)
    replay_halvers_kernel(std::uint32_t* values, const __grid_constant__ AksReplayStage replayed,
                          AksReplayGraph graph, AksReplayedLayers range,
                          std::uint64_t layer_words) {
  __shared__ std::uint32_t shared[kHalverWires];
  const AksStage& stage = replayed.stage;
  const std::uint32_t halver = blockIdx.x;
  const std::uint32_t node = halver / stage.sides;
  const std::uint32_t side = halver - node * stage.sides;
  std::uint32_t* const mine = values + stage.base + node * stage.a;
  for (std::uint32_t wire = threadIdx.x; wire < stage.wires; wire += blockDim.x) {
    shared[wire] = mine[aks_slot(stage, side, wire)];
  }
  for (std::uint32_t step = range.first; step < range.last; ++step) {
    const std::uint32_t layer = range.backwards ? range.last - 1 - (step - range.first) : step;
    const std::uint32_t* const layer_bits = range.bits + layer * layer_words;
    const HalverLayer made = halver_layer(replayed, graph, layer, halver);
    __syncthreads();
    for (std::uint32_t u = threadIdx.x; u < stage.per_side; u += blockDim.x) {
      if (!bit_of(layer_bits, halver * stage.per_side + u)) continue;
      const AksPair pair = aks_pair(stage, made.form, made.hash, graph.planted, layer, u);
      exchange(shared, pair.low, pair.high);
    }
  }
  __syncthreads();
  for (std::uint32_t wire = threadIdx.x; wire < stage.wires; wire += blockDim.x) {
    mine[aks_slot(stage, side, wire)] = shared[wire];
  }
}

__global__ void move_values_kernel(const std::uint32_t* __restrict__ from, std::uint32_t* to,
                                   const AksStep* __restrict__ steps, std::uint32_t t, bool back,
                                   std::uint32_t count) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot >= count) return;
  const std::uint32_t next = aks_move(steps[t], steps[t + 1], spot);
  if (back) {
    to[spot] = from[next];
  } else {
    to[next] = from[spot];
  }
}

__global__ void take_values_kernel(const std::uint32_t* __restrict__ by_wire,
                                   std::uint32_t* by_spot, const std::uint32_t* __restrict__ wires,
                                   std::uint32_t count) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot < count) by_spot[spot] = by_wire[wires[spot]];
}

__global__ void give_values_kernel(const std::uint32_t* __restrict__ by_spot,
                                   std::uint32_t* by_wire, const std::uint32_t* __restrict__ wires,
                                   std::uint32_t count) {
  const std::uint32_t spot = blockIdx.x * blockDim.x + threadIdx.x;
  if (spot < count) by_wire[wires[spot]] = by_spot[spot];
}

constexpr std::uint32_t blocks_for(std::uint32_t count) { return (count - 1) / kThreads + 1; }

}  // namespace

bool aks_halver_in_block(const AksStage& stage) {
  // Planted pairs are pairs of slots, not of a halver's wires.
  return stage.wires <= kHalverWires && stage.work != AksWork::kPlanted;
}

cudaError_t replay_aks_halvers(std::uint32_t* values, const AksReplayStage& stage,
                               const AksReplayGraph& graph, const AksReplayedLayers& layers,
                               cudaStream_t stream) {
  if (layers.first >= layers.last) return cudaSuccess;
  const std::uint32_t threads =
      std::min((stage.stage.per_side + kWarp - 1) / kWarp * kWarp, kHalverThreads);
  const std::uint64_t layer_words = (std::uint64_t{stage.stage.count()} + 31) / 32;
  replay_halvers_kernel<<<stage.stage.nodes * stage.stage.sides, threads, 0, stream>>>(
      values, stage, graph, layers, layer_words);
  return cudaGetLastError();
}

cudaError_t replay_aks_layer(std::uint32_t* values, const AksReplayStage& stage,
                             const AksReplayGraph& graph, std::uint32_t layer,
                             const std::uint32_t* layer_bits, std::uint32_t first,
                             std::uint32_t last, cudaStream_t stream) {
  if (first >= last) return cudaSuccess;
  replay_layer_kernel<<<blocks_for(last - first), kThreads, 0, stream>>>(
      values, stage, graph, layer, layer_bits, first, last);
  return cudaGetLastError();
}

cudaError_t move_aks_values(const std::uint32_t* from, std::uint32_t* to, const AksStep* steps,
                            std::uint32_t d, std::uint32_t t, bool back, cudaStream_t stream) {
  const std::uint32_t count = std::uint32_t{1} << d;
  move_values_kernel<<<blocks_for(count), kThreads, 0, stream>>>(from, to, steps, t, back, count);
  return cudaGetLastError();
}

cudaError_t take_aks_values(const std::uint32_t* by_wire, std::uint32_t* by_spot,
                            const std::uint32_t* wires, std::uint32_t d, cudaStream_t stream) {
  const std::uint32_t count = std::uint32_t{1} << d;
  take_values_kernel<<<blocks_for(count), kThreads, 0, stream>>>(by_wire, by_spot, wires, count);
  return cudaGetLastError();
}

cudaError_t give_aks_values(const std::uint32_t* by_spot, std::uint32_t* by_wire,
                            const std::uint32_t* wires, std::uint32_t d, cudaStream_t stream) {
  const std::uint32_t count = std::uint32_t{1} << d;
  give_values_kernel<<<blocks_for(count), kThreads, 0, stream>>>(by_spot, by_wire, wires, count);
  return cudaGetLastError();
}

}  // namespace sortscope::device
