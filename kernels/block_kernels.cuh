// block_kernels.cuh: kernels that run many layers a launch, within a block or a warp: V1, V2,
// block, warp.
#pragma once

#include "kernels/layer_kernels.cuh"

namespace sortscope::device {

/// Threads of a block in V1 and V2: it owns two chunks of as many keys, n/2 apart.
inline constexpr std::uint32_t kChunk = 1024;

/// V1: consecutive layers whose pairs stay inside the block's two chunks, in global memory with a
/// barrier after each. Source: seed 003, section 2.2, with every thread at every barrier.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void __launch_bounds__(kChunk)
    chunk_layers(KeyArrays<Word, kPlaces> keys, std::uint32_t half, XorLayer layer,
                 std::uint32_t layers, std::uint32_t* bits, std::uint32_t layer_words) {
  const std::uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (; layers > 0; --layers, layer = next_layer(layer)) {
    bool exchanged = false;
    if (thread < half) exchanged = offset_comparator(keys, half, layer, thread);
    if constexpr (kRecord) {
      record_offset(bits, half, layer.j, thread, exchanged);
      bits += layer_words;
    }
    __syncthreads();
  }
}

/// V2: the same, with the two chunks in shared memory. The comparator of a thread is V1's at every
/// layer; where all partners are in one warp (steps below 32) the keys stay in registers and are
/// passed by shuffles, so that no barrier is needed. Source: seed 003, section 2.3; the direction
/// is taken from the wire in the whole array (spec/bitonic.md).
template <typename Word, bool kPlaces, bool kRecord>
__global__ void __launch_bounds__(kChunk)
    shared_chunk_layers(KeyArrays<Word, kPlaces> keys, std::uint32_t half, XorLayer layer,
                        std::uint32_t layers, std::uint32_t* bits, std::uint32_t layer_words) {
  __shared__ SharedKeys<Word, kPlaces, 2 * kChunk> shared;
  const std::uint32_t local = threadIdx.x;
  const std::uint32_t thread = blockIdx.x * blockDim.x + local;
  Key<Word, kPlaces> first{};   // on wire `thread`
  Key<Word, kPlaces> second{};  // on wire `thread + half`
  if (thread < half) {
    first = load_key<Word, kPlaces>(keys, thread);
    second = load_key<Word, kPlaces>(keys, thread + half);
  }
  bool in_shared = false;
  for (; layers > 0; --layers, layer = next_layer(layer)) {
    const bool first_ascending = (thread & layer.k) == 0;
    const bool shifted = (thread & layer.j) != 0;
    const bool ascending = shifted ? ((thread + half) & layer.k) == 0 : first_ascending;
    bool exchanged;
    if (layer.j == half) {
      exchanged = compare_exchange(first, second, first_ascending, keys.real_keys);
    } else if (layer.j < kWarp) {
      if (in_shared) {
        __syncthreads();
        first = load_key<Word, kPlaces>(shared, local);
        second = load_key<Word, kPlaces>(shared, local + kChunk);
        in_shared = false;
      }
      // A shifted lane has its comparator in the second chunk: it lends its first key for the
      // other's.
      auto own = shifted ? second : first;
      auto other = shuffle_xor(shifted ? first : second, layer.j);
      exchanged = compare_exchange(own, other, ascending != shifted, keys.real_keys);
      const auto back = shuffle_xor(other, layer.j);
      first = shifted ? back : own;
      second = shifted ? own : back;
    } else {
      if (!in_shared) {
        store_key(shared, local, first);
        store_key(shared, local + kChunk, second);
        in_shared = true;
      }
      __syncthreads();
      const std::uint32_t lower_at = shifted ? (local ^ layer.j) + kChunk : local;
      auto lower = load_key<Word, kPlaces>(shared, lower_at);
      auto upper = load_key<Word, kPlaces>(shared, lower_at + layer.j);
      exchanged = compare_exchange(lower, upper, ascending, keys.real_keys);
      if (exchanged) {
        store_key(shared, lower_at, lower);
        store_key(shared, lower_at + layer.j, upper);
      }
    }
    if constexpr (kRecord) {
      record_offset(bits, half, layer.j, thread, exchanged);
      bits += layer_words;
    }
  }
  if (in_shared) {
    __syncthreads();
    first = load_key<Word, kPlaces>(shared, local);
    second = load_key<Word, kPlaces>(shared, local + kChunk);
  }
  if (thread < half) {
    store_key(keys, thread, first);
    store_key(keys, thread + half, second);
  }
}

/// A thread a key, one block, shared memory, n <= 1024. Source: seed 002, section 3.2, with the
/// barrier outside the branch.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void __launch_bounds__(1024)
    block_sort(KeyArrays<Word, kPlaces> keys, std::uint32_t n, XorLayer layer, std::uint32_t layers,
               std::uint32_t* bits, std::uint32_t layer_words) {
  __shared__ SharedKeys<Word, kPlaces, 1024> shared;
  const std::uint32_t wire = threadIdx.x;
  if (wire < n) store_key(shared, wire, load_key<Word, kPlaces>(keys, wire));
  __syncthreads();
  for (; layers > 0; --layers, layer = next_layer(layer)) {
    const std::uint32_t partner = wire ^ layer.j;
    bool exchanged = false;
    if (wire < n && partner > wire) {
      auto lower = load_key<Word, kPlaces>(shared, wire);
      auto upper = load_key<Word, kPlaces>(shared, partner);
      exchanged = compare_exchange(lower, upper, (wire & layer.k) == 0, keys.real_keys);
      if (exchanged) {
        store_key(shared, wire, lower);
        store_key(shared, partner, upper);
      }
    }
    if constexpr (kRecord) {
      record_by_wire(bits, n, layer.j, wire, exchanged);
      bits += layer_words;
    }
    __syncthreads();
  }
  if (wire < n) store_key(keys, wire, load_key<Word, kPlaces>(shared, wire));
}

/// A lane a key, one warp, shuffles only, n <= 32. Source: seed 002, warp-level primitives.
template <typename Word, bool kPlaces, bool kRecord>
__global__ void warp_sort(KeyArrays<Word, kPlaces> keys, std::uint32_t n, XorLayer layer,
                          std::uint32_t layers, std::uint32_t* bits, std::uint32_t layer_words) {
  const std::uint32_t wire = threadIdx.x;
  Key<Word, kPlaces> own{};
  if (wire < n) own = load_key<Word, kPlaces>(keys, wire);
  for (; layers > 0; --layers, layer = next_layer(layer)) {
    const auto other = shuffle_xor(own, layer.j);
    const bool is_lower = (wire & layer.j) == 0;
    const bool ascending = (wire & layer.k) == 0;
    const bool exchanged = is_lower == ascending ? exceeds(own, other, keys.real_keys)
                                                 : exceeds(other, own, keys.real_keys);
    if (exchanged) own = other;
    if constexpr (kRecord) {
      record_by_wire(bits, n, layer.j, wire, exchanged);
      bits += layer_words;
    }
  }
  if (wire < n) store_key(keys, wire, own);
}

}  // namespace sortscope::device
