// block_kernels.cuh: kernels that run many layers a launch, within a block or a warp: V1, V2,
// block, warp.
#pragma once

#include "kernels/sorters/networks/layer_kernels.cuh"

namespace sortscope::device {

/// Threads of a block in V1 and V2: it owns two chunks of as many keys, n/2 apart.
inline constexpr std::uint32_t kChunk = 1024;

/// V1: consecutive layers whose pairs stay inside the block's two chunks, in global memory with a
/// barrier after each. Source: Michalainas and Charisi 2025, section 2.2, with every thread at
/// every barrier.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__(kChunk)
    chunk_layers(KeyArrays<Word, kPlaces> keys, std::uint32_t half, XorLayer layer,
                 std::uint32_t layers, std::uint32_t* bits, std::uint32_t layer_words,
                 Stamp stamp) {
  const Stamped stamped(stamp);
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

/// Rows of outcomes of the longest launch of V2: all layers of 1024 keys.
inline constexpr std::uint32_t kChunkRows = 55;

/// Writes the staged rows of a block of V2. For steps from 32 on a warp's ballot is a word of the
/// first chunk's comparators, or of the second's where the warp is shifted; below, half of the
/// lanes are shifted, and two warps give a word of each.
__device__ __forceinline__ void write_chunk_rows(const StagedBits<kChunkRows, 1>& staged,
                                                 std::uint32_t rows, std::uint32_t half,
                                                 std::uint32_t block, std::uint32_t* bits,
                                                 std::uint32_t layer_words) {
  constexpr std::uint32_t kRowThreads = kChunk / 64;  // a word of each chunk for each
  const std::uint32_t chunk_words = min(half, kChunk) / 64;
  for (std::uint32_t i = threadIdx.x; i < rows * kRowThreads; i += blockDim.x) {
    const std::uint32_t row = i / kRowThreads;
    const std::uint32_t word = i % kRowThreads;
    const std::uint32_t step = staged.steps[row];
    const std::uint32_t* const ballots = staged.ballots + row * staged.kStride;
    const auto shuffled = [&](std::uint32_t warp) {
      return merge_ballots(ballots[2 * warp], ballots[2 * warp + 1], step);
    };
    std::uint32_t* const layer_bits = bits + std::size_t{row} * layer_words;
    if (half <= kWarp) {  // one warp, and one word a layer
      if (word > 0) continue;
      const std::uint32_t chunk = half / 2;  // comparators of each half of the layer
      const std::uint32_t low = (1u << chunk) - 1;
      const std::uint32_t both = step == half ? ballots[0] : shuffled(0);
      __stcs(layer_bits, step < half     ? (both & low) | (both >> 16 & low) << chunk
                         : half == kWarp ? both
                                         : both & ((1u << half) - 1));
      continue;
    }
    if (word >= chunk_words) continue;
    std::uint32_t first;
    std::uint32_t second;
    if (step == half) {  // every thread has its own two keys
      first = ballots[2 * word];
      second = ballots[2 * (chunk_words + word)];
    } else if (step >= kWarp) {
      const std::uint32_t warp = insert_zero_at(word, step / kWarp);
      first = ballots[2 * warp];
      second = ballots[2 * (warp | step / kWarp)];
    } else {
      const std::uint32_t even = shuffled(2 * word);
      const std::uint32_t odd = shuffled(2 * word + 1);
      first = __byte_perm(even, odd, 0x5410);
      second = __byte_perm(even, odd, 0x7632);
    }
    __stcs(layer_bits + block * chunk_words + word, first);
    __stcs(layer_bits + half / 64 + block * chunk_words + word, second);
  }
}

/// V2: V1 with the two chunks in shared memory, `levels` runs of layers j, j/2 ... 1. The
/// comparator of a thread is V1's at every layer. Where all partners are in one warp (steps below
/// 32) the keys stay in registers: a lane gets both keys of its partner by shuffles and keeps its
/// own of each pair, so that no barrier is needed. Source: Michalainas and Charisi 2025,
/// section 2.3; the direction is taken from the wire in the whole array (Michalainas and Charisi
/// 2025).
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__(kChunk)
    shared_chunk_levels(KeyArrays<Word, kPlaces> keys, std::uint32_t half, XorLayer layer,
                        std::uint32_t levels, std::uint32_t* bits, std::uint32_t layer_words,
                        bool backwards, Stamp stamp) {
  const Stamped stamped(stamp);
  __shared__ SharedKeys<Word, kPlaces, 2 * kChunk> shared;
  __shared__ StagedBits<kRecord ? kChunkRows : 1, 1> staged;
  const std::uint32_t local = threadIdx.x;
  const std::uint32_t block = block_index(backwards);
  const std::uint32_t thread = block * blockDim.x + local;
  Key<Word, kPlaces> first{};   // on wire `thread`
  Key<Word, kPlaces> second{};  // on wire `thread + half`
  if (thread < half) {
    first = take_key(keys, thread);
    second = take_key(keys, thread + half);
  }
  Word first_turned = 0;
  Word second_turned = 0;
  std::uint32_t rows = 0;
  std::uint32_t* level_end = nullptr;
  const bool leads_warp = local % kWarp == 0;
  const auto record = [&](std::uint32_t step, bool exchanged) {
    if constexpr (kRecord) {
      const std::uint32_t ballot = __ballot_sync(kAllLanes, exchanged);
      if (leads_warp) *staged_ballots(level_end, step) = ballot;
    }
  };
  const auto shuffled_layer = [&](std::uint32_t step) {
    const uint2 ballots = compare_lanes<kRecord>(first, second, step, (local & step) != 0);
    if (kRecord && leads_warp) {
      *reinterpret_cast<uint2*>(staged_ballots(level_end, step)) = ballots;
    }
  };
  for (; levels > 0; --levels, layer = {layer.k * 2, layer.k}) {
    const Word first_turn = turn_of<Word>(thread, layer.k);
    const Word second_turn = turn_of<Word>(thread + half, layer.k);
    turn_key(first, static_cast<Word>(first_turn ^ first_turned));
    turn_key(second, static_cast<Word>(second_turn ^ second_turned));
    first_turned = first_turn;
    second_turned = second_turn;
    if constexpr (kRecord) {
      rows = stage_level(staged, rows, layer.j);
      level_end = staged.ballots + rows * staged.kStride + local / kWarp * 2;
    }
    std::uint32_t j = layer.j;
    if (j == half) {
      record(j, order_held(first, second));
      j /= 2;
    }
    if (j >= kWarp) {
      store_key(shared, local, first);
      store_key(shared, local + kChunk, second);
#pragma unroll
      for (std::uint32_t step = kChunk / 2; step >= kWarp; step /= 2) {
        if (step > j) continue;
        __syncthreads();
        const std::uint32_t at = (local & step) != 0 ? (local ^ step) + kChunk : local;
        auto lower = load_key<Word, kPlaces>(shared, at);
        auto upper = load_key<Word, kPlaces>(shared, at + step);
        record(step, order_held(lower, upper));
        store_key(shared, at, lower);
        store_key(shared, at + step, upper);
      }
      __syncthreads();
      first = load_key<Word, kPlaces>(shared, local);
      second = load_key<Word, kPlaces>(shared, local + kChunk);
    }
    if (j >= kWarp / 2) {  // all of them, without asking each time
#pragma unroll
      for (std::uint32_t step = kWarp / 2; step > 0; step /= 2) shuffled_layer(step);
    } else {
#pragma unroll 1
      for (std::uint32_t step = j; step > 0; step /= 2) shuffled_layer(step);
    }
  }
  turn_key(first, first_turned);
  turn_key(second, second_turned);
  if (thread < half) {
    give_key(keys, thread, first);
    give_key(keys, thread + half, second);
  }
  if constexpr (kRecord) {
    __syncthreads();
    write_chunk_rows(staged, rows, half, block, bits, layer_words);
  }
}

/// A thread a key, one block, shared memory, n <= 1024. Source: Benicio 2025, section 3.2, with the
/// barrier outside the branch.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void __launch_bounds__(1024)
    block_sort(KeyArrays<Word, kPlaces> keys, std::uint32_t n, XorLayer layer, std::uint32_t layers,
               std::uint32_t* bits, std::uint32_t layer_words, Stamp stamp) {
  const Stamped stamped(stamp);
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

/// A lane a key, one warp, shuffles only, n <= 32. Source: Benicio 2025, warp-level primitives.
template <typename Word, bool kPlaces, bool kRecord>
static __global__ void warp_sort(KeyArrays<Word, kPlaces> keys, std::uint32_t n, XorLayer layer,
                                 std::uint32_t layers, std::uint32_t* bits,
                                 std::uint32_t layer_words, Stamp stamp) {
  const Stamped stamped(stamp);
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
