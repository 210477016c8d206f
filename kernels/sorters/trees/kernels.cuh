// kernels.cuh: adaptive bitonic sorting in trees in global memory: a step or a stage a launch,
// the crown of an overlapped merge, and outcomes put in the order of the recording.
#pragma once

#include "core/engines/plans/tree.h"
#include "kernels/device/outcome_bits.cuh"
#include "kernels/sorters/trees/nodes.cuh"

namespace sortscope::device {

/// In case 2 of algorithm 1, in a pair's first node.
inline constexpr std::uint32_t kSecondCase = 0x80000000u;

/// Keys to nodes, a thread a key.
template <typename Word>
static __global__ void plant_tree(TreeArrays<Word> tree) {
  const Stamped stamped(tree.stamp);
  const std::uint32_t wire = blockIdx.x * blockDim.x + threadIdx.x;
  if (wire >> tree.wires_log2 != 0) return;
  tree.plant(node_at(tree.wires_log2, wire), {tree.words[wire], tree.places[wire]});
}

/// Nodes to sorted keys: the last stage's pairs are (root, extra) of two keys each, in order.
template <typename Word>
static __global__ void harvest_tree(TreeArrays<Word> tree) {
  const Stamped stamped(tree.stamp);
  const std::uint32_t half = 1u << tree.wires_log2 >> 1;
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= half) return;
  const uint2 pair = tree.pairs[half + i];
  const auto first = tree.key(pair.x);
  const auto second = tree.key(pair.y);
  tree.words[2 * i] = first.word;
  tree.words[2 * i + 1] = second.word;
  reinterpret_cast<uint2*>(tree.places)[i] = make_uint2(first.place, second.place);
}

/// Root and extra node of block `block` in merges of 2^merge keys.
__device__ __forceinline__ uint2 ends_of_block(std::uint32_t wires_log2, std::uint32_t merge,
                                               std::uint32_t block) {
  return make_uint2((1u << (wires_log2 - merge)) + block,
                    node_at(wires_log2, ((block + 1) << merge) - 1));
}

/// The two pairs below a root: (left, root) and (right, extra).
template <typename Word>
__device__ __forceinline__ void hand_down(const TreeArrays<Word>& tree, std::uint32_t slot,
                                          uint2 ends, uint2 children) {
  reinterpret_cast<uint4*>(tree.pairs)[slot] = make_uint4(children.x, ends.x, children.y, ends.y);
}

/// One parallel step, a thread a comparison.
template <typename Word, bool kRecord>
static __global__ void tree_step(TreeArrays<Word> tree, TreeStep step, std::uint32_t count,
                                 bool two_cases, std::uint32_t* layer_bits) {
  const Stamped stamped(tree.stamp);
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  bool exchanged = false;
  if (index < count) {
    const TreeTask task = task_of(step, index);
    const std::uint32_t blocks = 1u << (tree.wires_log2 - task.merge);
    const std::uint32_t slot = (blocks << task.stage) + task.instance_of_all();
    if (task.phase == 0) {
      const uint2 ends = task.stage == 0 ? ends_of_block(tree.wires_log2, task.merge, task.block)
                                         : tree.pairs[slot];
      uint2 children;
      exchanged = compare_root(tree, ends, task.descending(), two_cases, children);
      if (task.last_phase()) {
        if (task.stage == 0) tree.pairs[slot] = ends;  // merges of two keys
      } else {
        hand_down(tree, slot, ends, children);
        children.x |= two_cases && exchanged ? kSecondCase : 0;
        tree.pairs[slot] = children;
      }
    } else {
      uint2 pair = tree.pairs[slot];
      const std::uint32_t second_case = pair.x & kSecondCase;
      pair.x &= ~kSecondCase;
      exchanged = compare_pair(tree, pair, second_case != 0, task.descending());
      pair.x |= second_case;
      tree.pairs[slot] = pair;
    }
  }
  if constexpr (kRecord) record_in_order(layer_bits, count, index, exchanged);
}

/// One stage, a thread an instance: nothing that an instance touches belongs to another one of its
/// stage, so it walks all its phases without a barrier. Its layers have `layer_words` words each.
template <typename Word, bool kRecord>
static __global__ void tree_stage(TreeArrays<Word> tree, std::uint32_t merge, std::uint32_t stage,
                                  bool two_cases, std::uint32_t* bits, std::uint32_t layer_words) {
  const Stamped stamped(tree.stamp);
  const std::uint32_t phases = merge - stage;
  const std::uint32_t count = 1u << (tree.wires_log2 - phases);
  const std::uint32_t index = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t block = index >> stage;
  const bool descending = (block & 1) != 0;
  bool exchanged = false;
  bool second_case = false;
  uint2 pair{};
  if (index < count) {
    const std::uint32_t slot = count + index;
    const uint2 ends = stage == 0 ? ends_of_block(tree.wires_log2, merge, block) : tree.pairs[slot];
    exchanged = compare_root(tree, ends, descending, two_cases, pair);
    if (phases > 1) hand_down(tree, slot, ends, pair);
    second_case = two_cases && exchanged;
  }
  if constexpr (kRecord) record_in_order(bits, count, index, exchanged);
  for (std::uint32_t phase = 1; phase < phases; ++phase) {
    if (index < count) exchanged = compare_pair(tree, pair, second_case, descending);
    if constexpr (kRecord) {
      bits += layer_words;
      record_in_order(bits, count, index, exchanged);
    }
  }
}

/// A launch of overlapped stages in subtrees, a block each.
struct SubtreeStages {
  std::uint32_t merge;
  std::uint32_t first_stage;
  std::uint32_t stages;
  std::uint32_t* staged;  // outcomes, `staged_words` a block
  std::uint32_t staged_words;
};

/// Root and extra node of this block's subtree.
template <typename Word>
__device__ __forceinline__ uint2 ends_of_subtree(const TreeArrays<Word>& tree,
                                                 const SubtreeStages& part) {
  if (part.first_stage == 0) return ends_of_block(tree.wires_log2, part.merge, blockIdx.x);
  const std::uint32_t slot = (1u << (tree.wires_log2 - part.merge)) << part.first_stage;
  return tree.pairs[slot + blockIdx.x];
}

/// The first stages of overlapped merging: a block for each subtree, 2^stages threads, of which
/// thread s has the instance of slot s through all its phases. A stage starts every other step.
template <typename Word, bool kRecord>
static __global__ void tree_crown(TreeArrays<Word> tree, SubtreeStages part) {
  const Stamped stamped(tree.stamp);
  extern __shared__ uint2 crown_pairs[];
  const std::uint32_t size_log2 = part.merge - part.first_stage;
  const std::uint32_t slot = threadIdx.x;
  const std::uint32_t stage = slot == 0 ? kWarp : 31 - __clz(static_cast<int>(slot));
  const bool descending = ((blockIdx.x >> part.first_stage) & 1) != 0;
  std::uint32_t* staged = part.staged + blockIdx.x * part.staged_words;
  if (slot == 0) crown_pairs[1] = ends_of_subtree(tree, part);
  __syncthreads();
  uint2 pair{};
  const std::uint32_t steps = overlapped_steps(size_log2, part.stages);
  for (std::uint32_t time = 0; time < steps; ++time) {
    const SlotRange slots = overlapped_slots(0, size_log2, part.stages, time);
    bool exchanged = false;
    if (slot >= slots.first && slot < slots.last) {
      if (time == 2 * stage) {
        const uint2 ends = crown_pairs[slot];
        exchanged = compare_root(tree, ends, descending, false, pair);
        if (stage + 1 < part.stages) {
          crown_pairs[2 * slot] = make_uint2(pair.x, ends.x);
          crown_pairs[2 * slot + 1] = make_uint2(pair.y, ends.y);
        } else {
          // Slot 2^stages of the block is the first instance below it.
          const std::uint32_t below = (1u << (tree.wires_log2 - part.merge))
                                      << (part.first_stage + stage);
          hand_down(tree, below + (blockIdx.x << stage) + slot - (1u << stage), ends, pair);
        }
      } else {
        exchanged = compare_pair(tree, pair, false, descending);
      }
    }
    if constexpr (kRecord) {
      const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
      const std::uint32_t at = slot / kWarp - slots.first / kWarp;
      if (slot % kWarp == 0 && at < slots.words()) staged[at] = word;
      staged += slots.words();
    }
    __syncthreads();
  }
}

/// Outcomes from where launches left them (StagedRows) into the recording, a thread a word;
/// blockIdx.z is the merge level, blockIdx.y its layer. Within a stage of a block neighbours stay
/// neighbours: a word is put together from a few runs.
static __global__ void assemble_bits(const BitsJob* jobs, const std::uint32_t* staged,
                                     std::uint32_t* bits, Stamp stamp) {
  const Stamped stamped(stamp);
  const BitsJob& job = jobs[blockIdx.z];
  if (blockIdx.y >= job.layers) return;
  const TreeStep step = step_at(job.merge, blockIdx.y, job.overlapped);
  const std::uint32_t tasks = step.tasks_a_block();
  const std::uint32_t count = tasks << (job.wires_log2 - job.merge);
  const std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t index = at * kWarp;
  if (index >= count) return;
  const std::uint32_t wanted = min(kWarp, count - index);
  std::uint32_t block = index / tasks;
  // Stage k of a block begins at 2^k; where a step is one stage, blocks follow without a seam.
  const bool one_stage = step.first_stage == step.last_stage;
  std::uint32_t in_block = index - block * tasks + (1u << step.first_stage);
  std::uint32_t word = 0;
  for (std::uint32_t filled = 0; filled < wanted;) {
    const std::uint32_t stage = 31 - __clz(static_cast<int>(in_block));
    std::uint32_t part = 0;
    while (stage >= job.range[part].first_stage + job.range[part].stages) ++part;
    const StagedRows& rows = job.range[part];
    const std::uint32_t depth = stage + rows.size_log2 - job.merge;
    const std::uint32_t instance = (block << stage) + in_block - (1u << stage);
    const std::uint32_t slot = (1u << depth) | (instance & ((1u << depth) - 1));
    const std::uint32_t row = rows.row[blockIdx.y - 2 * rows.first_stage];
    const std::uint32_t from =
        staged[rows.base + (instance >> depth) * rows.block_words + row + slot / kWarp];
    std::uint32_t run = min(kWarp - slot % kWarp, (2u << depth) - slot);
    if (!one_stage) run = min(run, (2u << stage) - in_block);
    run = min(run, wanted - filled);
    word |= (from >> (slot % kWarp) & (kAllLanes >> (kWarp - run))) << filled;
    filled += run;
    in_block += run;
    if (one_stage) {
      block = (index + filled) >> stage;
      in_block = ((index + filled) & ((1u << stage) - 1)) + (1u << stage);
    } else if (in_block == 2u << step.last_stage) {
      ++block;
      in_block = 1u << step.first_stage;
    }
  }
  bits[job.first_word[blockIdx.y] + at] = word;
}

}  // namespace sortscope::device
