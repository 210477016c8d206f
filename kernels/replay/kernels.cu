// kernels.cu: exchanges of a recording, a thread a pair of wires.
#include "kernels/replay/kernels.cuh"

#include <algorithm>

#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kBlockThreads = 1024;

// A layer in closed form, and one that is a list.
struct FormLayer {
  LayerForm form;
  std::uint32_t wires;
  [[nodiscard]] __device__ std::uint32_t count() const { return form.count; }
  [[nodiscard]] __device__ WirePair pair(std::uint32_t index) const {
    return wires_of(form, wires, index);
  }
};
struct ListLayer {
  const Comparator* comparators;
  std::uint32_t size;
  [[nodiscard]] __device__ std::uint32_t count() const { return size; }
  [[nodiscard]] __device__ WirePair pair(std::uint32_t index) const {
    const Comparator comparator = comparators[index];
    return {comparator.lower(), comparator.upper()};
  }
};

// All layers of a network.
struct FormLayers {
  const LayerForm* forms;
  std::uint32_t wires;
  [[nodiscard]] __device__ FormLayer at(std::uint32_t layer) const { return {forms[layer], wires}; }
};
struct ListLayers {
  const Comparator* comparators;
  const std::uint64_t* before;
  [[nodiscard]] __device__ ListLayer at(std::uint32_t layer) const {
    const std::uint64_t first = before[layer];
    return {comparators + first, static_cast<std::uint32_t>(before[layer + 1] - first)};
  }
};

__device__ __forceinline__ void exchange(std::uint32_t* values, const WirePair& pair) {
  const std::uint32_t lower = values[pair.lower];
  values[pair.lower] = values[pair.upper];
  values[pair.upper] = lower;
}

template <typename Layer>
__device__ __forceinline__ void exchange_if_set(std::uint32_t* values, const Layer& layer,
                                                const std::uint32_t* layer_bits,
                                                std::uint32_t index) {
  if ((layer_bits[index / 32] >> (index % 32) & 1) != 0) exchange(values, layer.pair(index));
}

template <typename Layer>
__global__ void replay_layer_kernel(std::uint32_t* values, Layer layer,
                                    const std::uint32_t* layer_bits, std::uint32_t first,
                                    std::uint32_t last) {
  const std::uint32_t index = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (index < last) exchange_if_set(values, layer, layer_bits, index);
}

template <typename Layers>
__global__ void __launch_bounds__(kBlockThreads)
    replay_block_kernel(std::uint32_t* values, std::uint32_t wires, Layers all,
                        ReplayedLayers range) {
  __shared__ std::uint32_t shared[kBlockReplayWires];
  for (std::uint32_t wire = threadIdx.x; wire < wires; wire += blockDim.x) {
    shared[wire] = values[wire];
  }
  for (std::uint32_t step = range.first; step < range.last; ++step) {
    const std::uint32_t number = range.backwards ? range.last - 1 - (step - range.first) : step;
    const auto layer = all.at(number);
    const std::uint32_t* const layer_bits = range.bits + range.first_words[number];
    __syncthreads();
    for (std::uint32_t index = threadIdx.x; index < layer.count(); index += blockDim.x) {
      exchange_if_set(shared, layer, layer_bits, index);
    }
  }
  __syncthreads();
  for (std::uint32_t wire = threadIdx.x; wire < wires; wire += blockDim.x) {
    values[wire] = shared[wire];
  }
}

__global__ void replay_splits_kernel(std::uint32_t* values, LayerForm form,
                                     const std::uint32_t* layer_words, std::uint32_t first,
                                     std::uint32_t pairs) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pairs) return;
  const std::uint32_t index = first + i / form.distance;
  const std::uint32_t offset = i % form.distance;
  if (!split_exchanged(Split::of(layer_words[index]), form.distance, offset)) return;
  const std::uint32_t lower = (index << form.block_log2) + offset;
  exchange(values, {lower, lower + form.distance});
}

__global__ void replay_stage_kernel(std::uint32_t* values, TreeStage stage,
                                    const std::uint32_t* bits, Cursor until, std::uint32_t pairs) {
  const std::uint32_t pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= pairs || !tree_exchanged(stage, bits, until, pair)) return;
  exchange(values, tree_pair(stage, pair));
}

__global__ void look_up_kernel(std::uint32_t* values, std::uint32_t count,
                               const std::uint32_t* table) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = table[values[i]];
}

constexpr std::uint32_t blocks_for(std::uint32_t count) { return (count - 1) / kThreads + 1; }

template <typename Layer>
cudaError_t launch_layer(std::uint32_t* values, const Layer& layer, const std::uint32_t* layer_bits,
                         std::uint32_t first, std::uint32_t last, cudaStream_t stream) {
  if (first >= last) return cudaSuccess;
  replay_layer_kernel<<<blocks_for(last - first), kThreads, 0, stream>>>(values, layer, layer_bits,
                                                                         first, last);
  return cudaGetLastError();
}

template <typename Layers>
cudaError_t launch_block(std::uint32_t* values, std::uint32_t wires, const Layers& all,
                         const ReplayedLayers& range, cudaStream_t stream) {
  if (range.first >= range.last) return cudaSuccess;
  const std::uint32_t pairs = (wires + 1) / 2;
  const std::uint32_t threads = std::min((pairs + 31) / 32 * 32, kBlockThreads);
  replay_block_kernel<<<1, threads, 0, stream>>>(values, wires, all, range);
  return cudaGetLastError();
}

}  // namespace

cudaError_t replay_layer(std::uint32_t* values, std::uint32_t wires, const LayerForm& form,
                         const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                         cudaStream_t stream) {
  return launch_layer(values, FormLayer{form, wires}, layer_bits, first, last, stream);
}

cudaError_t replay_list(std::uint32_t* values, const Comparator* comparators,
                        const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                        cudaStream_t stream) {
  return launch_layer(values, ListLayer{comparators, last}, layer_bits, first, last, stream);
}

cudaError_t replay_layers_in_block(std::uint32_t* values, std::uint32_t wires,
                                   const LayerForm* forms, const ReplayedLayers& layers,
                                   cudaStream_t stream) {
  return launch_block(values, wires, FormLayers{forms, wires}, layers, stream);
}

cudaError_t replay_lists_in_block(std::uint32_t* values, std::uint32_t wires,
                                  const Comparator* comparators,
                                  const std::uint64_t* comparators_before,
                                  const ReplayedLayers& layers, cudaStream_t stream) {
  return launch_block(values, wires, ListLayers{comparators, comparators_before}, layers, stream);
}

cudaError_t replay_splits(std::uint32_t* values, const LayerForm& form,
                          const std::uint32_t* layer_words, std::uint32_t first, std::uint32_t last,
                          cudaStream_t stream) {
  if (first >= last) return cudaSuccess;
  const std::uint32_t pairs = (last - first) * form.distance;
  replay_splits_kernel<<<blocks_for(pairs), kThreads, 0, stream>>>(values, form, layer_words, first,
                                                                   pairs);
  return cudaGetLastError();
}

cudaError_t replay_tree_stage(std::uint32_t* values, std::uint32_t wires, const TreeStage& stage,
                              const std::uint32_t* bits, Cursor until, cudaStream_t stream) {
  const std::uint32_t pairs = wires / 2;
  replay_stage_kernel<<<blocks_for(pairs), kThreads, 0, stream>>>(values, stage, bits, until,
                                                                  pairs);
  return cudaGetLastError();
}

cudaError_t look_up(std::uint32_t* values, std::uint32_t count, const std::uint32_t* table,
                    cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  look_up_kernel<<<blocks_for(count), kThreads, 0, stream>>>(values, count, table);
  return cudaGetLastError();
}

cudaError_t probe_kernel_image() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes,
                               reinterpret_cast<const void*>(&replay_layer_kernel<FormLayer>));
}

}  // namespace sortscope::device
