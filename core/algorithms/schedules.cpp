// schedules.cpp: the schedule builder and what the bitonic files share.
#include "core/algorithms/schedules.h"

#include <fmt/format.h>

namespace sortscope {

void ScheduleBuilder::begin_level(std::uint32_t level, std::string name) {
  levels_.push_back({static_cast<std::uint32_t>(forms_.size()), 0, level, std::move(name)});
}

void ScheduleBuilder::add(LayerForm form, std::uint32_t distance) {
  form.count = count_comparators(form, wires_);
  if (form.count == 0) return;
  forms_.push_back(form);
  labels_.push_back({levels_.back().level, distance});
  ++levels_.back().layer_count;
}

Network ScheduleBuilder::finish() {
  std::erase_if(levels_, [](const MergeLevel& level) { return level.layer_count == 0; });
  return {wires_, std::move(forms_), std::move(labels_), std::move(levels_)};
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
