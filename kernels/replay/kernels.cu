// kernels.cu: walking a recording on the device, forwards or backwards.
#include "kernels/replay/kernels.cuh"

#include <algorithm>

#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 256;
constexpr std::uint32_t kBlockThreads = 1024;

__device__ __forceinline__ void exchange_if_set(std::uint32_t* values, const LayerForm& form,
                                                std::uint32_t wires,
                                                const std::uint32_t* layer_bits,
                                                std::uint32_t index) {
  if ((layer_bits[index / 32] >> (index % 32) & 1) == 0) return;
  const WirePair pair = wires_of(form, wires, index);
  const std::uint32_t lower = values[pair.lower];
  values[pair.lower] = values[pair.upper];
  values[pair.upper] = lower;
}

__global__ void replay_layer_kernel(std::uint32_t* values, std::uint32_t wires, LayerForm form,
                                    const std::uint32_t* layer_bits, std::uint32_t first,
                                    std::uint32_t last) {
  const std::uint32_t index = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (index < last) exchange_if_set(values, form, wires, layer_bits, index);
}

__global__ void __launch_bounds__(kBlockThreads)
    replay_block_kernel(std::uint32_t* values, std::uint32_t wires, const LayerForm* forms,
                        const std::uint64_t* first_words, const std::uint32_t* bits,
                        std::uint32_t first, std::uint32_t last, bool backwards) {
  __shared__ std::uint32_t shared[kBlockReplayWires];
  for (std::uint32_t wire = threadIdx.x; wire < wires; wire += blockDim.x) {
    shared[wire] = values[wire];
  }
  for (std::uint32_t step = first; step < last; ++step) {
    const std::uint32_t layer = backwards ? last - 1 - (step - first) : step;
    const LayerForm form = forms[layer];
    const std::uint32_t* const layer_bits = bits + first_words[layer];
    __syncthreads();
    for (std::uint32_t index = threadIdx.x; index < form.count; index += blockDim.x) {
      exchange_if_set(shared, form, wires, layer_bits, index);
    }
  }
  __syncthreads();
  for (std::uint32_t wire = threadIdx.x; wire < wires; wire += blockDim.x) {
    values[wire] = shared[wire];
  }
}

}  // namespace

cudaError_t replay_layer(std::uint32_t* values, std::uint32_t wires, const LayerForm& form,
                         const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                         cudaStream_t stream) {
  if (first >= last) return cudaSuccess;
  const std::uint32_t blocks = (last - first - 1) / kThreads + 1;
  replay_layer_kernel<<<blocks, kThreads, 0, stream>>>(values, wires, form, layer_bits, first,
                                                       last);
  return cudaGetLastError();
}

cudaError_t replay_layers_in_block(std::uint32_t* values, std::uint32_t wires,
                                   const LayerForm* forms, const std::uint64_t* first_words,
                                   const std::uint32_t* bits, std::uint32_t first,
                                   std::uint32_t last, bool backwards, cudaStream_t stream) {
  if (first >= last) return cudaSuccess;
  const std::uint32_t pairs = (wires + 1) / 2;
  const std::uint32_t threads = std::min((pairs + 31) / 32 * 32, kBlockThreads);
  replay_block_kernel<<<1, threads, 0, stream>>>(values, wires, forms, first_words, bits, first,
                                                 last, backwards);
  return cudaGetLastError();
}

cudaError_t probe_kernel_image() {
  cudaFuncAttributes attributes{};
  return cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(&replay_layer_kernel));
}

}  // namespace sortscope::device
