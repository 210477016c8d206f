// listed_kernels.cu: a thread a comparator of the list.
#include "kernels/device/outcome_bits.cuh"
#include "kernels/sorters/networks/listed_kernels.cuh"

namespace sortscope::device {

namespace {

constexpr std::uint32_t kThreads = 128;

template <typename Word, bool kPlaces>
__global__ void listed_layer(KeyArrays<Word, kPlaces> keys, ListedLayer layer) {
  const std::uint32_t index = blockIdx.x * kThreads + threadIdx.x;
  bool exchanged = false;
  if (index < layer.count) {
    const Comparator comparator = layer.comparators[index];
    const std::uint32_t lower_wire = comparator.lower();
    const std::uint32_t upper_wire = comparator.upper();
    auto lower = load_key<Word, kPlaces>(keys, lower_wire);
    auto upper = load_key<Word, kPlaces>(keys, upper_wire);
    exchanged = compare_exchange(lower, upper, comparator.ascending(), keys.real_keys);
    if (exchanged) {
      store_key(keys, lower_wire, lower);
      store_key(keys, upper_wire, upper);
    }
  }
  if (layer.layer_bits != nullptr) {
    record_in_order(layer.layer_bits, layer.count, index, exchanged);
  }
}

template <typename Word, bool kPlaces>
void launch(const ListedLayer& layer, const DeviceKeys& keys, cudaStream_t stream) {
  const KeyArrays<Word, kPlaces> arrays{static_cast<Word*>(keys.words), keys.places,
                                        keys.real_keys};
  const std::uint32_t blocks = (layer.count + kThreads - 1) / kThreads;
  listed_layer<Word, kPlaces><<<blocks, kThreads, 0, stream>>>(arrays, layer);
}

}  // namespace

cudaError_t launch_listed(const ListedLayer& layer, const DeviceKeys& keys, cudaStream_t stream) {
  if (keys.key_bits == 32) {
    if (keys.places != nullptr) {
      launch<std::uint32_t, true>(layer, keys, stream);
    } else {
      launch<std::uint32_t, false>(layer, keys, stream);
    }
  } else if (keys.places != nullptr) {
    launch<std::uint64_t, true>(layer, keys, stream);
  } else {
    launch<std::uint64_t, false>(layer, keys, stream);
  }
  return cudaGetLastError();
}

}  // namespace sortscope::device
