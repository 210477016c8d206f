// schedule_facts.h: numbers about the ways to run the stages of adaptive bitonic merging:
// parallel steps, processors, node pairs passed between them, nodes touched twice.
//
// n = 2^m keys; merge level j has n / 2^j blocks of j stages; stage k has 2^k instances a block,
// each of j - k phases (core/networks/trees/step.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/networks/trees/bitonic_tree.h"
#include "core/networks/trees/step.h"

namespace sortscope {

/// When the stages of a merge run.
enum class Execution : std::uint8_t {
  kStageByStage,
  kOverlapped,  // stage k starts in step 2k: phase i right after phase i + 1 of stage k - 1
  kEveryStep,   // stage k starts in step k: too early, phases of one step touch the same nodes
};

/// Parallel steps of merge level j: j (j + 1) / 2; 2j - 1; j.
constexpr std::uint32_t merge_steps(Execution execution, std::uint32_t j) {
  switch (execution) {
    case Execution::kStageByStage:
      return j * (j + 1) / 2;
    case Execution::kOverlapped:
      return 2 * j - 1;
    case Execution::kEveryStep:
      break;
  }
  return j;
}
/// Of the whole sort of 2^m keys: m (m + 1) (m + 2) / 6; m^2; m (m + 1) / 2.
constexpr std::uint32_t sort_steps(Execution execution, std::uint32_t m) {
  switch (execution) {
    case Execution::kStageByStage:
      return m * (m + 1) * (m + 2) / 6;
    case Execution::kOverlapped:
      return m * m;
    case Execution::kEveryStep:
      break;
  }
  return m * (m + 1) / 2;
}
/// Layers of the bitonic network: j of a merger, m (m + 1) / 2 of the sorter.
constexpr std::uint32_t network_merge_layers(std::uint32_t j) { return j; }
constexpr std::uint32_t network_sort_layers(std::uint32_t m) { return m * (m + 1) / 2; }

/// Comparisons of one merge of 2^j keys, 2n - log n - 2 (Zachmann 2011, section on adaptive bitonic
/// merging), and of the sort of 2^m, 2nm - 4n + m + 4; exact for every input.
constexpr std::uint64_t adaptive_merge_comparisons(std::uint32_t j) {
  return (std::uint64_t{2} << j) - j - 2;
}
constexpr std::uint64_t adaptive_sort_comparisons(std::uint32_t m) {
  const std::uint64_t n = std::uint64_t{1} << m;
  return 2 * n * m + m + 4 - 4 * n;
}
/// Comparators of the bitonic merger, (n/2) log n, and of the sorter, n m (m + 1) / 4.
constexpr std::uint64_t network_merge_comparators(std::uint32_t j) {
  return (std::uint64_t{1} << j) * j / 2;
}
constexpr std::uint64_t network_sort_comparators(std::uint32_t m) {
  return (std::uint64_t{1} << m) * m * (m + 1) / 4;
}

/// The parallel step in which phase i of stage k of merge level j runs.
constexpr std::uint32_t step_of(Execution execution, std::uint32_t j, std::uint32_t k,
                                std::uint32_t i) {
  switch (execution) {
    case Execution::kStageByStage:
      return k * (2 * j - k + 1) / 2 + i;
    case Execution::kOverlapped:
      return 2 * k + i;
    case Execution::kEveryStep:
      break;
  }
  return k + i;
}
/// Comparisons of a block in each parallel step of merge level j. O(j^2).
std::vector<std::uint32_t> tasks_by_step(Execution execution, std::uint32_t j);

/// What `processors` do where each takes one comparison at a time.
struct ProcessorUse {
  std::uint64_t steps = 0;  // sum of ceil(tasks / p) over the parallel steps
  std::uint64_t tasks = 0;
  std::uint64_t idle = 0;  // processor steps without a comparison: p * steps - tasks

  ProcessorUse& operator+=(const ProcessorUse& other) {
    steps += other.steps;
    tasks += other.tasks;
    idle += other.idle;
    return *this;
  }
};
/// Of merge level j in `blocks` blocks, and of the whole sort of 2^m keys. O(j^2), O(m^3).
ProcessorUse merge_on_processors(Execution execution, std::uint32_t j, std::uint32_t blocks,
                                 std::uint64_t processors);
ProcessorUse sort_on_processors(Execution execution, std::uint32_t m, std::uint64_t processors);

/// The processor, of 2^p_log2, that runs the instance of `task` in 2^blocks_log2 blocks: in every
/// step of both executions no processor gets more than ceil(tasks / p). Whole blocks where there
/// are more blocks than processors. Else a block has 2^a of the processors: instances of stages
/// with fewer instances than that are numbered like a heap, 2^k + instance, so that those of
/// overlapping stages are on different processors; larger stages are cut into equal runs.
constexpr std::uint32_t processor_of(const TreeTask& task, std::uint32_t blocks_log2,
                                     std::uint32_t p_log2) {
  if (p_log2 <= blocks_log2) return task.block >> (blocks_log2 - p_log2);
  const std::uint32_t a = p_log2 - blocks_log2;
  const std::uint32_t first = task.block << a;
  if (task.stage < a) return first + (std::uint32_t{1} << task.stage) + task.instance;
  return first + (task.instance >> (task.stage - a));
}
/// Node pairs that one processor hands to another in merge level j: an instance stays where it
/// began, and phase 0 hands the pairs of its two child instances on. 2p - 3 in one block of at
/// least 2p keys, never more than 2p: O(p), as the article says of the data communicated.
std::uint64_t pairs_passed(std::uint32_t j, std::uint32_t blocks_log2, std::uint32_t p_log2);

/// Nodes that several comparisons of one parallel step touch.
struct StepConflicts {
  std::uint32_t tasks = 0;
  std::uint32_t touched = 0;  // nodes, each counted once
  std::uint32_t twice = 0;    // of those, touched by more than one comparison
};
/// Of `pairs`, the node pairs that run at the same time. O(pairs log pairs).
StepConflicts conflicts_of(std::span<const BitonicTree::Pair> pairs);

/// A whole merge run in the order of `execution`, the comparisons of a step together.
struct MergeTrial {
  std::vector<StepConflicts> steps;
  std::vector<std::vector<bool>> clashes;  // [stage][phase]: touched a node that another also did
  std::uint32_t misplaced = 0;             // keys that stand elsewhere than in the sorted blocks
};
/// Merges the trees of level j, of which `tree` is the state before, by `rule`; `order[place]`: the
/// key's position in a strict total order. Every comparison of a step takes its pair as it was
/// before the step. O(comparisons).
MergeTrial try_merge(BitonicTree tree, std::uint32_t j, Execution execution, TreeRule rule,
                     std::span<const std::uint64_t> order);

}  // namespace sortscope
