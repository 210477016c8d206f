// abisort_kernels.cuh: local sort, build, phases and finish of GPU-ABiSort (Zachmann 2011, "A GPU
// Implementation"). Within a pass no thread reads what another one writes.
#pragma once

#include "core/networks/network.h"
#include "core/networks/trees/abisort_addresses.h"
#include "kernels/sorters/trees/nodes.cuh"

namespace sortscope::device {

inline constexpr std::uint32_t kLocalSize = 1u << kLocalLog2;
inline constexpr std::uint32_t kFinishSize = 1u << kFinishLog2;
inline constexpr std::uint32_t kFinishThreads = 128;

/// Layers of a pass that runs in registers: the first words of their outcomes.
struct LocalLayers {
  std::uint32_t first_word[6];
};
struct FinishLayers {
  std::uint32_t first_word[kFinishLog2];
};
/// Up to 3 layers of a sort of 2 or 4 keys.
struct TinyLayers {
  LayerForm forms[3];
  std::uint32_t first_word[3];
  std::uint32_t count;
};

template <typename Word>
__device__ __forceinline__ TreeKey<Word> wire_key(const TreeArrays<Word>& arrays,
                                                  std::uint32_t wire) {
  return {arrays.words[wire], arrays.places[wire]};
}
template <typename Word>
__device__ __forceinline__ void put_wire_key(const TreeArrays<Word>& arrays, std::uint32_t wire,
                                             const TreeKey<Word>& key) {
  arrays.words[wire] = key.word;
  arrays.places[wire] = key.place;
}

/// Puts a and b in order; the outcome as bit `bit`.
template <typename Word>
__device__ __forceinline__ std::uint32_t order_keys(TreeKey<Word>& a, TreeKey<Word>& b,
                                                    bool descending, unsigned bit) {
  const bool exchanged = comes_after(a, b) != descending;
  const TreeKey<Word> first = a;
  a = exchanged ? b : a;
  b = exchanged ? first : b;
  return static_cast<std::uint32_t>(exchanged) << bit;
}

/// kBits outcomes of every lane, one lane after the other, as kBits words of the layer.
template <unsigned kBits>
__device__ __forceinline__ void record_lanes(std::uint32_t* layer_bits, std::uint32_t words,
                                             std::uint32_t warp, std::uint32_t lane,
                                             std::uint32_t outcomes) {
#pragma unroll
  for (unsigned w = 0; w < kBits; ++w) {
    const unsigned bit = kWarp * w + lane;
    const std::uint32_t of = __shfl_sync(kAllLanes, outcomes, static_cast<int>(bit / kBits));
    const std::uint32_t word = __ballot_sync(kAllLanes, (of >> (bit % kBits) & 1) != 0);
    if (lane == 0 && warp * kBits + w < words) layer_bits[warp * kBits + w] = word;
  }
}

/// 1, 2 or 4 keys, one thread.
template <typename Word, bool kRecord>
static __global__ void tiny_sort(TreeArrays<Word> arrays, std::uint32_t wires, TinyLayers layers,
                                 std::uint32_t* bits) {
  const Stamped stamped(arrays.stamp);
  for (std::uint32_t layer = 0; layer < layers.count; ++layer) {
    std::uint32_t outcomes = 0;
    for (std::uint32_t index = 0; index < layers.forms[layer].count; ++index) {
      const WirePair pair = wires_of(layers.forms[layer], wires, index);
      TreeKey<Word> lower = wire_key(arrays, pair.lower);
      TreeKey<Word> upper = wire_key(arrays, pair.upper);
      outcomes |= order_keys(lower, upper, false, index);
      put_wire_key(arrays, pair.lower, lower);
      put_wire_key(arrays, pair.upper, upper);
    }
    if (kRecord) bits[layers.first_word[layer]] = outcomes;
  }
}

/// Batcher's odd-even mergesort of 8 keys in registers, odd blocks descending.
template <typename Word, bool kRecord>
static __global__ void __launch_bounds__(128)
    local_sort(TreeArrays<Word> arrays, std::uint32_t sorts, LocalLayers layers,
               std::uint32_t* bits) {
  const Stamped stamped(arrays.stamp);
  const std::uint32_t block = blockIdx.x * blockDim.x + threadIdx.x;
  const bool here = block < sorts;
  TreeKey<Word> k[kLocalSize];
#pragma unroll
  for (std::uint32_t i = 0; i < kLocalSize; ++i) {
    if (here) k[i] = wire_key(arrays, block * kLocalSize + i);
  }
  const bool down = (block & 1) != 0;
  std::uint32_t outcomes[6] = {};
  if (here) {
    outcomes[0] = order_keys(k[0], k[1], down, 0) | order_keys(k[2], k[3], down, 1) |
                  order_keys(k[4], k[5], down, 2) | order_keys(k[6], k[7], down, 3);
    outcomes[1] = order_keys(k[0], k[2], down, 0) | order_keys(k[1], k[3], down, 1) |
                  order_keys(k[4], k[6], down, 2) | order_keys(k[5], k[7], down, 3);
    outcomes[2] = order_keys(k[1], k[2], down, 0) | order_keys(k[5], k[6], down, 1);
    outcomes[3] = order_keys(k[0], k[4], down, 0) | order_keys(k[1], k[5], down, 1) |
                  order_keys(k[2], k[6], down, 2) | order_keys(k[3], k[7], down, 3);
    outcomes[4] = order_keys(k[2], k[4], down, 0) | order_keys(k[3], k[5], down, 1);
    outcomes[5] = order_keys(k[1], k[2], down, 0) | order_keys(k[3], k[4], down, 1) |
                  order_keys(k[5], k[6], down, 2);
#pragma unroll
    for (std::uint32_t i = 0; i < kLocalSize; ++i) {
      put_wire_key(arrays, block * kLocalSize + i, k[i]);
    }
  }
  if (!kRecord) return;
  const std::uint32_t warp = block / kWarp;
  const std::uint32_t lane = threadIdx.x % kWarp;
  const auto words = [sorts](std::uint32_t each) { return (sorts * each + kWarp - 1) / kWarp; };
  record_lanes<4>(bits + layers.first_word[0], words(4), warp, lane, outcomes[0]);
  record_lanes<4>(bits + layers.first_word[1], words(4), warp, lane, outcomes[1]);
  record_lanes<2>(bits + layers.first_word[2], words(2), warp, lane, outcomes[2]);
  record_lanes<4>(bits + layers.first_word[3], words(4), warp, lane, outcomes[3]);
  record_lanes<2>(bits + layers.first_word[4], words(2), warp, lane, outcomes[4]);
  record_lanes<3>(bits + layers.first_word[5], words(3), warp, lane, outcomes[5]);
}

/// A node at the beginning of a merge.
template <typename Word>
__device__ __forceinline__ void put_base(const TreeArrays<Word>& arrays, std::uint32_t base,
                                         std::uint32_t wire, const TreeKey<Word>& key) {
  const std::uint32_t reach = base_reach(wire);
  arrays.put(base + wire, {key, base + wire - reach, base + wire + reach});
}

/// Keys to nodes.
template <typename Word>
static __global__ void build_trees(TreeArrays<Word> arrays, std::uint32_t wires,
                                   std::uint32_t base) {
  const Stamped stamped(arrays.stamp);
  const std::uint32_t wire = blockIdx.x * blockDim.x + threadIdx.x;
  if (wire < wires) put_base(arrays, base, wire, wire_key(arrays, wire));
}

/// One phase of one stage.
struct PhaseJob {
  std::uint32_t first_block;  // of the launch
  std::uint32_t instances;
  std::uint32_t stage;
  std::uint32_t phase;
  std::uint32_t out;    // addresses: where it writes,
  std::uint32_t below;  // where the next phase writes; 0 in the last one
  std::uint32_t root;   // of the first instance, in phase 0
  std::uint32_t extra;
  std::uint32_t stride;
  std::uint32_t pairs_in;  // where its pairs are, and the next phase's
  std::uint32_t pairs_out;
  std::uint32_t first_word;  // of its layer's outcomes
};
inline constexpr std::uint32_t kMostJobs = 20;
struct PhaseJobs {
  std::uint32_t count;
  PhaseJob jobs[kMostJobs];
};

/// Algorithm 3 of Zachmann 2011: every thread is a kernel instance of the article.
template <typename Word, bool kRecord>
static __global__ void stream_phases(TreeArrays<Word> arrays,
                                     const __grid_constant__ PhaseJobs phases,
                                     std::uint32_t* bits) {
  const Stamped stamped(arrays.stamp);
  std::uint32_t number = 0;
  while (number + 1 < phases.count && blockIdx.x >= phases.jobs[number + 1].first_block) ++number;
  const PhaseJob& job = phases.jobs[number];
  const std::uint32_t x = (blockIdx.x - job.first_block) * blockDim.x + threadIdx.x;
  bool exchanged = false;
  if (x < job.instances) {
    const bool first = job.phase == 0;
    const bool descending = (x >> job.stage & 1) != 0;
    uint2 at = first ? make_uint2(job.root + x * job.stride, job.extra + x * job.stride)
                     : arrays.pairs[job.pairs_in + x];
    TreeNode<Word> p = arrays.node(at.x);
    TreeNode<Word> q = arrays.node(at.y);
    exchanged = comes_after(p.key, q.key) != descending;
    if (exchanged) {
      const TreeKey<Word> key = p.key;
      p.key = q.key;
      q.key = key;
      const std::uint32_t left = p.left;
      p.left = first ? p.right : q.left;
      (first ? p.right : q.left) = left;
    }
    const std::uint32_t out = job.out + 2 * x;
    if (first) {
      at = make_uint2(p.left, p.right);
      p.left = job.below + 2 * x;
      p.right = job.below + 2 * x + 1;
      const std::uint32_t reach = extra_reach(job.stage, x & ((1u << job.stage) - 1));
      q.left = out + 1 - reach;
      q.right = out + 1 + reach;
    } else if (job.below != 0) {
      at = exchanged ? make_uint2(p.right, q.right) : make_uint2(p.left, q.left);
      (exchanged ? p.right : p.left) = job.below + 2 * x;
      (exchanged ? q.right : q.left) = job.below + 2 * x + 1;
    }
    if (job.below != 0) arrays.pairs[job.pairs_out + x] = at;
    arrays.put(out, p);
    arrays.put(out + 1, q);
  }
  if (!kRecord) return;
  const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
  if (x % kWarp == 0 && x < job.instances) bits[job.first_word + x / kWarp] = word;
}

/// Bitonic merge of 16 keys in registers: read from a subtree and its extra node, written in order,
/// as nodes of the next merge, or where kLast as keys.
template <typename Word, bool kRecord, bool kLast>
static __global__ void __launch_bounds__(kFinishThreads)
    finish_runs(TreeArrays<Word> arrays, std::uint32_t wires, std::uint32_t merge, StreamEnds ends,
                std::uint32_t base, FinishLayers layers, std::uint32_t* bits) {
  const Stamped stamped(arrays.stamp);
  // Keys pass through shared memory so that a warp writes them side by side; a run has 17 places,
  // for the banks.
  constexpr std::uint32_t kRow = kFinishSize + 1;
  __shared__ Word words[kFinishThreads * kRow];
  __shared__ std::uint32_t places[kFinishThreads * kRow];
  const std::uint32_t run = blockIdx.x * kFinishThreads + threadIdx.x;
  if (run < wires / kFinishSize) {
    TreeKey<Word> keys[kFinishSize];
    std::uint32_t at[kFinishSize];
    at[kFinishSize / 2 - 1] = ends.root + run * ends.stride;
    keys[kFinishSize - 1] = arrays.key(ends.extra + run * ends.stride);
#pragma unroll
    for (std::uint32_t half = kFinishSize / 2; half > 0; half /= 2) {
#pragma unroll
      for (std::uint32_t i = half - 1; i < kFinishSize - 1; i += 2 * half) {
        const TreeNode<Word> node = arrays.node(at[i]);
        keys[i] = node.key;
        if (half > 1) {
          at[i - half / 2] = node.left;
          at[i + half / 2] = node.right;
        }
      }
    }
    const bool descending = (run >> (merge - kFinishLog2) & 1) != 0;
#pragma unroll
    for (std::uint32_t layer = 0; layer < kFinishLog2; ++layer) {
      const std::uint32_t distance = kFinishSize >> (layer + 1);
      std::uint32_t outcomes = 0;
#pragma unroll
      for (std::uint32_t r = 0; r < kFinishSize / 2; ++r) {
        const std::uint32_t lower = (r / distance) * 2 * distance + r % distance;
        outcomes |= order_keys(keys[lower], keys[lower + distance], descending, r);
      }
      if (kRecord) {
        reinterpret_cast<std::uint8_t*>(bits + layers.first_word[layer])[run] =
            static_cast<std::uint8_t>(outcomes);
      }
    }
#pragma unroll
    for (std::uint32_t i = 0; i < kFinishSize; ++i) {
      words[threadIdx.x * kRow + i] = keys[i].word;
      places[threadIdx.x * kRow + i] = keys[i].place;
    }
  }
  __syncthreads();
  for (std::uint32_t i = threadIdx.x; i < kFinishThreads * kFinishSize; i += kFinishThreads) {
    const std::uint32_t wire = blockIdx.x * kFinishThreads * kFinishSize + i;
    if (wire >= wires) break;
    const std::uint32_t from = i / kFinishSize * kRow + i % kFinishSize;
    const TreeKey<Word> key{words[from], places[from]};
    if (kLast) {
      put_wire_key(arrays, wire, key);
    } else {
      put_base(arrays, base, wire, key);
    }
  }
}

}  // namespace sortscope::device
