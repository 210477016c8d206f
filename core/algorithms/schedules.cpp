// schedules.cpp: the schedule builder and what the bitonic files share.
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

void ScheduleBuilder::begin_level(std::uint32_t level, std::string name) {
  levels_.push_back({static_cast<std::uint32_t>(forms_.size()), 0, level, std::move(name)});
}

void ScheduleBuilder::add(LayerForm form, std::uint32_t distance) {
  form.count = count_comparators(form, wires_);
  if (form.count > 0) add_counted(form, distance);
}

void ScheduleBuilder::add_counted(const LayerForm& form, std::uint32_t distance) {
  forms_.push_back(form);
  labels_.push_back({levels_.back().level, distance});
  works_.push_back(LayerWork::kComparators);
  steps_.push_back({});
  ++levels_.back().layer_count;
}

void ScheduleBuilder::add_adaptive(LayerWork work, const TreeStep& step) {
  // The form has what does not depend on outcomes: one comparator in each instance of one stage.
  const std::uint32_t size_log2 = step.merge - step.first_stage;
  const std::uint32_t half = std::uint32_t{1} << (size_log2 - 1);
  LayerForm form;
  form.count = step.tasks_a_block() * (wires_ >> step.merge);
  form.block_log2 = size_log2;
  form.block_count = 1;
  form.distance = half;
  form.direction_bit = std::uint32_t{1} << step.merge;
  forms_.push_back(form);
  labels_.push_back({levels_.back().level, half});
  works_.push_back(work);
  steps_.push_back(step);
  adaptive_ = true;
  ++levels_.back().layer_count;
}

void ScheduleBuilder::add_tree_step(const TreeStep& step) {
  add_adaptive(LayerWork::kComparisons, step);
}

void ScheduleBuilder::add_splits(std::uint32_t merge, std::uint32_t stage) {
  add_adaptive(LayerWork::kSplits, {merge, stage, stage, stage, 0});
}

Network ScheduleBuilder::finish() {
  std::erase_if(levels_, [](const MergeLevel& level) { return level.layer_count == 0; });
  if (!adaptive_) return {wires_, std::move(forms_), std::move(labels_), std::move(levels_)};
  return {wires_,
          std::move(forms_),
          std::move(labels_),
          std::move(levels_),
          std::move(works_),
          std::move(steps_)};
}

void add_merge(ScheduleBuilder& schedule, std::uint32_t merge, bool overlapped) {
  schedule.begin_level(merge, fmt::format("j = {}", merge));
  if (overlapped) {
    for (std::uint32_t time = 0; time < 2 * merge - 1; ++time) {
      const std::uint32_t first = time >= merge ? time - merge + 1 : 0;
      schedule.add_tree_step({merge, time, first, time / 2, time - 2 * first});
    }
    return;
  }
  std::uint32_t time = 0;
  for (std::uint32_t stage = 0; stage < merge; ++stage) {
    for (std::uint32_t phase = 0; phase < merge - stage; ++phase) {
      schedule.add_tree_step({merge, time++, stage, stage, phase});
    }
  }
}

std::vector<Variable> tree_variables(const Network& network, std::uint32_t layer,
                                     std::uint32_t index) {
  const TreeTask task = network.task(layer, index);
  return {{"j", fmt::to_string(task.merge)},
          {"block", fmt::to_string(task.block)},
          {"k", fmt::to_string(task.stage)},
          {"instance", fmt::to_string(task.instance)},
          {"i", fmt::to_string(task.phase)}};
}

std::string tree_direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const TreeTask task = network.task(layer, index);
  if (network.wires() >> task.merge == 1) return "ascending (last merge level)";
  return fmt::format("{} (block {} is {})", task.descending() ? "descending" : "ascending",
                     task.block, task.descending() ? "odd" : "even");
}

LayerForm xor_layer(std::uint32_t k, std::uint32_t j) {
  LayerForm form;
  form.chunk_log2 = floor_log2(j);
  form.distance = j;
  form.direction_bit = k;
  return form;
}

std::vector<Variable> xor_variables(const Network& network, std::uint32_t layer,
                                    std::uint32_t index) {
  const LayerLabel& label = network.label(layer);
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return {{"k", fmt::to_string(label.level)},
          {"j", fmt::to_string(label.distance)},
          {"i", fmt::to_string(pair.lower)},
          {"p", fmt::to_string(pair.upper)}};
}

std::string xor_direction(const Network& network, std::uint32_t layer, std::uint32_t index) {
  const std::uint32_t k = network.label(layer).level;
  if (network.comparator(layer, index).ascending()) {
    return k >= network.wires() ? "ascending (last merge level)"
                                : fmt::format("ascending (i and {} = 0)", k);
  }
  return fmt::format("descending (i and {0} = {0})", k);
}

std::string always_ascending(const Network& /*network*/, std::uint32_t /*layer*/,
                             std::uint32_t /*index*/) {
  return "ascending (as every comparator of this network)";
}

}  // namespace sortscope
