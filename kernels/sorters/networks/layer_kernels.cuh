// layer_kernels.cuh: kernels that run one layer a launch: any layer, V0, and the double-buffered
// form.
#pragma once

#include "core/networks/network.h"
#include "kernels/device/outcome_bits.cuh"
#include "kernels/device/stamps.cuh"

namespace sortscope::device {

/// Any layer: thread `index` does comparator `index`.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void any_layer(KeyArrays<Word, kPlaces> keys, LayerForm form, std::uint32_t wires,
                                 std::uint32_t* layer_bits, bool backwards, Stamp stamp) {
  const Stamped stamped(stamp);
  const std::uint32_t index = block_index(backwards) * blockDim.x + threadIdx.x;
  bool exchanged = false;
  if (index < form.count) {
    const WirePair pair = wires_of(form, wires, index);
    auto lower = load_key<Word, kPlaces>(keys, pair.lower);
    auto upper = load_key<Word, kPlaces>(keys, pair.upper);
    const bool ascending = (pair.lower & form.direction_bit) == 0;
    exchanged = compare_exchange(lower, upper, ascending, keys.real_keys);
    if (exchanged) {
      store_key(keys, pair.lower, lower);
      store_key(keys, pair.upper, upper);
    }
  }
  if constexpr (kRecord) record_in_order(layer_bits, form.count, index, exchanged);
}

/// The lower wire of the comparator that `thread` does in the map of Michalainas and Charisi 2025
/// (see record_offset).
__device__ __forceinline__ std::uint32_t offset_lower(std::uint32_t thread, std::uint32_t half,
                                                      std::uint32_t step) {
  return (thread & step) == 0 ? thread : (thread ^ step) + half;
}

/// One comparator of the map of Michalainas and Charisi 2025, in global memory. True if it
/// exchanged.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool offset_comparator(KeyArrays<Word, kPlaces>& keys,
                                                  std::uint32_t half, XorLayer layer,
                                                  std::uint32_t thread) {
  const std::uint32_t lower_wire = offset_lower(thread, half, layer.j);
  const std::uint32_t upper_wire = lower_wire + layer.j;
  auto lower = load_key<Word, kPlaces>(keys, lower_wire);
  auto upper = load_key<Word, kPlaces>(keys, upper_wire);
  const bool ascending = (lower_wire & layer.k) == 0;
  const bool exchanged = compare_exchange(lower, upper, ascending, keys.real_keys);
  if (exchanged) {
    store_key(keys, lower_wire, lower);
    store_key(keys, upper_wire, upper);
  }
  return exchanged;
}

/// V0: one layer of the XOR form, n/2 threads of the map. Source: Michalainas and Charisi 2025,
/// section 2.1. A thread of the GPU does the work of kShare threads of the map, a block's width
/// apart: with two of them more loads are under way, which counts where the keys outgrow the cache.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kShare>
static __global__ void offset_layer(KeyArrays<Word, kPlaces> keys, std::uint32_t half,
                                    XorLayer layer, std::uint32_t* layer_bits, bool backwards,
                                    Stamp stamp) {
  const Stamped stamped(stamp);
  const std::uint32_t first_thread = block_index(backwards) * blockDim.x * kShare + threadIdx.x;
  Key<Word, kPlaces> lower[kShare]{};
  Key<Word, kPlaces> upper[kShare]{};
#pragma unroll
  for (std::uint32_t i = 0; i < kShare; ++i) {
    const std::uint32_t thread = first_thread + i * blockDim.x;
    const std::uint32_t lower_wire = offset_lower(thread, half, layer.j);
    if (thread >= half) continue;
    lower[i] = load_key<Word, kPlaces>(keys, lower_wire);
    upper[i] = load_key<Word, kPlaces>(keys, lower_wire + layer.j);
  }
#pragma unroll
  for (std::uint32_t i = 0; i < kShare; ++i) {
    const std::uint32_t thread = first_thread + i * blockDim.x;
    const std::uint32_t lower_wire = offset_lower(thread, half, layer.j);
    const bool exchanged =
        compare_exchange(lower[i], upper[i], (lower_wire & layer.k) == 0, keys.real_keys);
    if constexpr (kRecord) record_offset(layer_bits, half, layer.j, thread, exchanged);
    if (exchanged && thread < half) {
      store_key(keys, lower_wire, lower[i]);
      store_key(keys, lower_wire + layer.j, upper[i]);
    }
  }
}

/// V0 where all threads of a block agree on the bit j and none is left over (j and n/2 are
/// multiples of the block's share): the same comparators, with less to work out for each.
template <typename Word, bool kPlaces, bool kRecord, std::uint32_t kShare>
static __global__ void wide_offset_layer(KeyArrays<Word, kPlaces> keys, std::uint32_t half,
                                         XorLayer layer, std::uint32_t* layer_bits, bool backwards,
                                         Stamp stamp) {
  const Stamped stamped(stamp);
  const std::uint32_t first_thread = block_index(backwards) * blockDim.x * kShare;
  const bool shifted = (first_thread & layer.j) != 0;
  const std::uint32_t first_lower = offset_lower(first_thread, half, layer.j);
  Key<Word, kPlaces> lower[kShare];
  Key<Word, kPlaces> upper[kShare];
#pragma unroll
  for (std::uint32_t i = 0; i < kShare; ++i) {
    const std::uint32_t lower_wire = first_lower + i * blockDim.x + threadIdx.x;
    lower[i] = load_key<Word, kPlaces>(keys, lower_wire);
    upper[i] = load_key<Word, kPlaces>(keys, lower_wire + layer.j);
  }
#pragma unroll
  for (std::uint32_t i = 0; i < kShare; ++i) {
    const std::uint32_t offset = i * blockDim.x + threadIdx.x;
    const bool exchanged =
        compare_exchange(lower[i], upper[i], (first_lower & layer.k) == 0, keys.real_keys);
    if constexpr (kRecord) {
      // Before the keys: the word is then on its way while they are.
      const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
      const std::uint32_t first_index = remove_at(first_thread, layer.j) + (shifted ? half / 2 : 0);
      if (threadIdx.x % kWarp == 0) __stcs(layer_bits + (first_index + offset) / kWarp, word);
    }
    if (exchanged) {
      store_key(keys, first_lower + offset, lower[i]);
      store_key(keys, first_lower + offset + layer.j, upper[i]);
    }
  }
}

/// One layer out of place, a thread a wire: it reads its own key and its partner's from `previous`
/// and writes the one that stays to `next`. Source: the SYCL tutorial, without the copy back and
/// with no idle half.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void out_of_place_layer(KeyArrays<Word, kPlaces> previous,
                                          KeyArrays<Word, kPlaces> next, std::uint32_t n,
                                          XorLayer layer, std::uint32_t* layer_bits, bool backwards,
                                          Stamp stamp) {
  const Stamped stamped(stamp);
  const std::uint32_t wire = block_index(backwards) * blockDim.x + threadIdx.x;
  bool exchanged = false;
  if (wire < n) {
    const bool is_lower = (wire & layer.j) == 0;
    const bool ascending = (wire & layer.k) == 0;
    const auto own = load_key<Word, kPlaces>(previous, wire);
    const auto other = load_key<Word, kPlaces>(previous, wire ^ layer.j);
    exchanged = is_lower == ascending ? exceeds(own, other, previous.real_keys)
                                      : exceeds(other, own, previous.real_keys);
    store_key(next, wire, exchanged ? other : own);
  }
  if constexpr (kRecord) record_by_wire(layer_bits, n, layer.j, wire, exchanged);
}

}  // namespace sortscope::device
