// schedule_facts.cpp: counting steps, processors and conflicts of adaptive merging.
#include "core/networks/trees/schedule_facts.h"

#include <algorithm>

namespace sortscope {

std::vector<std::uint32_t> tasks_by_step(Execution execution, std::uint32_t j) {
  std::vector<std::uint32_t> tasks(merge_steps(execution, j), 0);
  for (std::uint32_t k = 0; k < j; ++k) {
    for (std::uint32_t i = 0; i < j - k; ++i) {
      tasks[step_of(execution, j, k, i)] += std::uint32_t{1} << k;
    }
  }
  return tasks;
}

ProcessorUse merge_on_processors(Execution execution, std::uint32_t j, std::uint32_t blocks,
                                 std::uint64_t processors) {
  ProcessorUse use;
  for (const std::uint32_t in_block : tasks_by_step(execution, j)) {
    const std::uint64_t tasks = std::uint64_t{in_block} * blocks;
    use.tasks += tasks;
    use.steps += (tasks + processors - 1) / processors;
  }
  use.idle = processors * use.steps - use.tasks;
  return use;
}

ProcessorUse sort_on_processors(Execution execution, std::uint32_t m, std::uint64_t processors) {
  ProcessorUse use;
  for (std::uint32_t j = 1; j <= m; ++j) {
    use += merge_on_processors(execution, j, std::uint32_t{1} << (m - j), processors);
  }
  return use;
}

std::uint64_t pairs_passed(std::uint32_t j, std::uint32_t blocks_log2, std::uint32_t p_log2) {
  if (p_log2 <= blocks_log2) return 0;
  const std::uint32_t a = p_log2 - blocks_log2;
  // Stages 1 .. a - 1 get all their pairs from other processors; of the 2^a instances of stage a,
  // one stays where its pair was made.
  const std::uint32_t last = std::min(a, j) - 1;
  std::uint64_t a_block = (std::uint64_t{2} << last) - 2;
  if (a < j) a_block += (std::uint64_t{1} << a) - 1;
  return a_block << blocks_log2;
}

StepConflicts conflicts_of(std::span<const BitonicTree::Pair> pairs) {
  std::vector<std::uint32_t> nodes;
  nodes.reserve(2 * pairs.size());
  for (const BitonicTree::Pair& pair : pairs) {
    nodes.push_back(pair.p);
    nodes.push_back(pair.q);
  }
  std::sort(nodes.begin(), nodes.end());
  StepConflicts found;
  found.tasks = static_cast<std::uint32_t>(pairs.size());
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && nodes[end] == nodes[i]) ++end;
    ++found.touched;
    if (end - i > 1) ++found.twice;
    i = end;
  }
  return found;
}

MergeTrial try_merge(BitonicTree tree, std::uint32_t j, Execution execution, TreeRule rule,
                     std::span<const std::uint64_t> order) {
  MergeTrial trial;
  const std::uint32_t blocks = tree.size() >> j;
  for (std::uint32_t k = 0; k < j; ++k) trial.clashes.emplace_back(j - k, false);
  std::vector<std::uint32_t> touches(tree.size(), 0);
  for (std::uint32_t step = 0; step < merge_steps(execution, j); ++step) {
    std::vector<TreeTask> tasks;
    std::vector<BitonicTree::Pair> pairs;
    for (std::uint32_t block = 0; block < blocks; ++block) {
      for (std::uint32_t k = 0; k < j; ++k) {
        for (std::uint32_t i = 0; i < j - k; ++i) {
          if (step_of(execution, j, k, i) != step) continue;
          for (std::uint32_t instance = 0; instance < std::uint32_t{1} << k; ++instance) {
            tasks.push_back({j, step, block, k, instance, i});
            pairs.push_back(tree.pair(tasks.back()));
          }
        }
      }
    }
    trial.steps.push_back(conflicts_of(pairs));
    std::vector<bool> exchanged;
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      const auto [p, q] = pairs[t];
      ++touches[p];
      ++touches[q];
      const bool descending = tasks[t].descending();
      exchanged.push_back((order[tree.place(p)] > order[tree.place(q)]) != descending);
    }
    for (std::size_t t = 0; t < tasks.size(); ++t) {
      const auto [p, q] = pairs[t];
      if (touches[p] > 1 || touches[q] > 1) trial.clashes[tasks[t].stage][tasks[t].phase] = true;
      tree.apply(tasks[t], rule, exchanged[t]);
    }
    for (const auto& [p, q] : pairs) touches[p] = touches[q] = 0;
  }
  std::vector<std::uint32_t> nodes(tree.size());
  tree.in_order(j, nodes);
  for (std::uint32_t block = 0; block < blocks; ++block) {
    std::vector<std::uint64_t> keys;
    for (std::uint32_t w = 0; w < std::uint32_t{1} << j; ++w) {
      keys.push_back(order[tree.place(nodes[(block << j) + w])]);
    }
    std::vector<std::uint64_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    if ((block & 1) != 0) std::reverse(sorted.begin(), sorted.end());
    for (std::size_t w = 0; w < keys.size(); ++w) trial.misplaced += keys[w] != sorted[w] ? 1 : 0;
  }
  return trial;
}

}  // namespace sortscope
