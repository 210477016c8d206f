// tiles.cuh: adaptive bitonic merging in shared memory: all small levels in a tile, and the
// last stages of a large overlapped merge.
#pragma once

#include "kernels/sorters/trees/kernels.cuh"

namespace sortscope::device {

/// Merges of 2^merge keys in a tree of 2^size_log2 keys; the instance g (of the tree) of stage k
/// has the slot 2^(size_log2 - merge + k) + g.
struct SharedMerge {
  std::uint32_t size_log2;
  std::uint32_t merge;
  bool odd;  // the tree as a whole is descending

  [[nodiscard]] __device__ __forceinline__ std::uint32_t above() const { return size_log2 - merge; }
  [[nodiscard]] __device__ __forceinline__ bool descending(std::uint32_t instance,
                                                           std::uint32_t stage) const {
    return above() == 0 ? odd : (instance >> stage & 1) != 0;
  }
};

/// Phase 0 of an instance of two keys, the last of its merge. Where the merge is the tree's last,
/// the keys go to `emit(instance, first, second)` in order, else back.
template <typename Word, typename Emit>
__device__ __forceinline__ bool compare_two(const SharedTree<Word>& tree, uint2 ends,
                                            bool descending, bool last_merge,
                                            std::uint32_t instance, Emit& emit) {
  const auto root = tree.key(ends.x);
  const auto extra = tree.key(ends.y);
  const bool exchanged = comes_after(root, extra) != descending;
  if (last_merge) {
    emit(instance, exchanged ? extra : root, exchanged ? root : extra);
  } else if (exchanged) {
    tree.put_key(ends.x, extra);
    tree.put_key(ends.y, root);
  }
  return exchanged;
}

/// Overlapped: one step after the other, a barrier after each. Leaves words of outcomes from
/// `staged` on.
template <bool kRecord, typename Word, typename Emit>
__device__ void merge_overlapped(const SharedTree<Word>& tree, const SharedMerge& shape,
                                 std::uint32_t* staged, Emit& emit) {
  const std::uint32_t above = shape.above();
  const std::uint32_t steps = overlapped_steps(shape.merge, shape.merge);
  for (std::uint32_t time = 0; time < steps; ++time) {
    const SlotRange slots = overlapped_slots(above, shape.merge, shape.merge, time);
    const std::uint32_t first_word = slots.first / kWarp;
    const std::uint32_t lane = threadIdx.x % kWarp;
    for (std::uint32_t word = first_word + threadIdx.x / kWarp; word * kWarp < slots.last;
         word += blockDim.x / kWarp) {
      const std::uint32_t slot = word * kWarp + lane;
      bool exchanged = false;
      if (slot >= slots.first && slot < slots.last) {
        const std::uint32_t depth = 31 - __clz(static_cast<int>(slot));
        const std::uint32_t stage = depth - above;
        const std::uint32_t instance = slot - (1u << depth);
        const bool descending = shape.descending(instance, stage);
        uint2 pair = tree.pair(slot);
        if (time > 2 * stage) {
          exchanged = compare_pair(tree, pair, false, descending);
          tree.put_pair(slot, pair);
        } else if (stage + 1 == shape.merge) {
          exchanged = compare_two(tree, pair, descending, above == 0, instance, emit);
        } else {
          uint2 children;
          exchanged = compare_root(tree, pair, descending, false, children);
          tree.put_pair(2 * slot, make_uint2(children.x, pair.x));
          tree.put_pair(2 * slot + 1, make_uint2(children.y, pair.y));
          tree.put_pair(slot, children);
        }
      }
      if constexpr (kRecord) {
        const std::uint32_t ballot = __ballot_sync(kAllLanes, exchanged);
        if (lane == 0) staged[word - first_word] = ballot;
      }
    }
    if constexpr (kRecord) staged += slots.words();
    __syncthreads();
  }
}

/// Stage after stage: a barrier after each, a thread walks all phases of an instance.
template <bool kRecord, typename Word, typename Emit>
__device__ void merge_by_stages(const SharedTree<Word>& tree, const SharedMerge& shape,
                                bool two_cases, std::uint32_t* staged, Emit& emit) {
  for (std::uint32_t stage = 0; stage < shape.merge; ++stage) {
    const std::uint32_t first = 1u << (shape.above() + stage);
    const std::uint32_t phases = shape.merge - stage;
    const std::uint32_t words = (2 * first + kWarp - 1) / kWarp - first / kWarp;
    const std::uint32_t lane = threadIdx.x % kWarp;
    for (std::uint32_t at = threadIdx.x / kWarp; at < words; at += blockDim.x / kWarp) {
      const std::uint32_t slot = (first / kWarp + at) * kWarp + lane;
      const bool active = slot >= first && slot < 2 * first;
      const std::uint32_t instance = slot - first;
      const bool descending = shape.descending(instance, stage);
      bool exchanged = false;
      uint2 pair{};
      if (active) {
        const uint2 ends = tree.pair(slot);
        if (phases == 1) {
          exchanged = compare_two(tree, ends, descending, shape.above() == 0, instance, emit);
        } else {
          exchanged = compare_root(tree, ends, descending, two_cases, pair);
          tree.put_pair(2 * slot, make_uint2(pair.x, ends.x));
          tree.put_pair(2 * slot + 1, make_uint2(pair.y, ends.y));
        }
      }
      const bool second_case = two_cases && exchanged;
      for (std::uint32_t phase = 0;;) {
        if constexpr (kRecord) {
          const std::uint32_t ballot = __ballot_sync(kAllLanes, exchanged);
          if (lane == 0) staged[phase * words + at] = ballot;
        }
        if (++phase == phases) break;
        if (active) exchanged = compare_pair(tree, pair, second_case, descending);
      }
    }
    if constexpr (kRecord) staged += phases * words;
    __syncthreads();
  }
}

/// Writes a subtree's sorted keys: as the result where it is the whole, else as nodes of the tree
/// of the next level. `base`: the subtree's first in-order position.
template <typename Word>
struct EmitKeys {
  const TreeArrays<Word>& tree;
  std::uint32_t base;
  bool result;

  __device__ __forceinline__ void operator()(std::uint32_t instance, const TreeKey<Word>& first,
                                             const TreeKey<Word>& second) const {
    const std::uint32_t at = base + 2 * instance;
    if (result) {
      tree.words[at] = first.word;
      tree.words[at + 1] = second.word;
      reinterpret_cast<uint2*>(tree.places)[at / 2] = make_uint2(first.place, second.place);
    } else {
      tree.plant(node_at(tree.wires_log2, at), first);
      tree.plant(node_at(tree.wires_log2, at + 1), second);
    }
  }
};

/// Merge levels first_merge to tile_log2 of a tile of 2^tile_log2 keys, a block each.
struct TileLevels {
  std::uint32_t tile_log2;
  std::uint32_t first_merge;
  bool overlapped;
  bool two_cases;
  std::uint32_t* staged;
  std::uint32_t level_at[kMostTileLog2 + 1];     // first word of a level's outcomes
  std::uint32_t level_words[kMostTileLog2 + 1];  // of a tile
};

template <typename Word, bool kRecord>
static __global__ void tree_tiles(TreeArrays<Word> arrays,
                                  const __grid_constant__ TileLevels levels) {
  const Stamped stamped(arrays.stamp);
  extern __shared__ std::uint64_t tile_memory[];
  const std::uint32_t size_log2 = levels.tile_log2;
  const std::uint32_t size = 1u << size_log2;
  const SharedTree<Word> tree(tile_memory, size);
  const std::uint32_t base = blockIdx.x << size_log2;
  for (std::uint32_t i = threadIdx.x; i < size; i += blockDim.x) {
    tree.plant(node_at(size_log2, i), {arrays.words[base + i], arrays.places[base + i]});
  }
  EmitKeys<Word> emit{arrays, base, size_log2 == arrays.wires_log2};
  for (std::uint32_t merge = levels.first_merge; merge <= size_log2; ++merge) {
    const SharedMerge shape{size_log2, merge, (blockIdx.x & 1) != 0};
    const std::uint32_t blocks = 1u << shape.above();
    for (std::uint32_t block = threadIdx.x; block < blocks; block += blockDim.x) {
      tree.put_pair(blocks + block, ends_of_block(size_log2, merge, block));
    }
    __syncthreads();
    std::uint32_t* const staged =
        kRecord ? levels.staged + levels.level_at[merge] + blockIdx.x * levels.level_words[merge]
                : nullptr;
    if (levels.overlapped) {
      merge_overlapped<kRecord>(tree, shape, staged, emit);
    } else {
      merge_by_stages<kRecord>(tree, shape, levels.two_cases, staged, emit);
    }
  }
}

/// The last stages of overlapped merging: a block gathers its subtree, which makes its links those
/// of a new tree, and finishes it. Its nodes lie anywhere: those of the next level go `to`
/// elsewhere.
template <typename Word, bool kRecord>
static __global__ void tree_twigs(TreeArrays<Word> arrays, TreeArrays<Word> to,
                                  SubtreeStages part) {
  const Stamped stamped(arrays.stamp);
  extern __shared__ std::uint64_t tile_memory[];
  const std::uint32_t size_log2 = part.stages;
  const SharedTree<Word> tree(tile_memory, 1u << size_log2);
  std::uint32_t* const ids = tree.pairs;  // in global memory, of the nodes gathered so far
  if (threadIdx.x == 0) {
    const uint2 ends = ends_of_subtree(arrays, part);
    ids[1] = ends.x;
    tree.put_key(0, arrays.key(ends.y));
  }
  __syncthreads();
  for (std::uint32_t depth = 0; depth < size_log2; ++depth) {
    const std::uint32_t first = 1u << depth;
    for (std::uint32_t v = first + threadIdx.x; v < 2 * first; v += blockDim.x) {
      const TreeNode<Word> node = arrays.node(ids[v]);
      tree.plant(v, node.key);
      if (depth + 1 < size_log2)
        reinterpret_cast<uint2*>(ids)[v] = make_uint2(node.left, node.right);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) tree.put_pair(1, make_uint2(1, 0));
  __syncthreads();
  const SharedMerge shape{size_log2, size_log2, ((blockIdx.x >> part.first_stage) & 1) != 0};
  EmitKeys<Word> emit{to, blockIdx.x << size_log2, part.merge == arrays.wires_log2};
  merge_overlapped<kRecord>(tree, shape, part.staged + blockIdx.x * part.staged_words, emit);
}

}  // namespace sortscope::device
