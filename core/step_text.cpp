// step_text.cpp: a step in plain words.
#include "core/step_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace sortscope {

namespace {

std::string key_name(const Recording& recording, std::uint32_t place) {
  return recording.is_padding(place) ? std::string("padding") : recording.key_text(place);
}

}  // namespace

std::string layer_text(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  const LayerLabel& label = network.label(layer);
  const bool bitonic = recording.algorithm->id.starts_with("bitonic");
  const std::uint64_t exchanged =
      recording.exchanged_before[layer + 1] - recording.exchanged_before[layer];
  return fmt::format("Layer {} of {}, {}, {} = {}: {} comparator{}, {} exchanged.", layer + 1,
                     network.depth(), network.levels()[network.level_index(layer)].name,
                     bitonic ? "j" : "distance", label.distance, network.count(layer),
                     network.count(layer) == 1 ? "" : "s", exchanged);
}

std::string comparator_text(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                            std::uint32_t on_upper) {
  const Comparator comparator = recording.comparator(id.layer, id.index);
  const std::string lower = key_name(recording, on_lower);
  const std::string upper = key_name(recording, on_upper);
  const std::string_view direction = comparator.ascending() ? "ascending" : "descending";
  if (recording.exchanged(id.layer, id.index)) {
    return fmt::format("Wires {} and {}, {}: {} and {} are exchanged: {} and {}.",
                       comparator.lower(), comparator.upper(), direction, lower, upper, upper,
                       lower);
  }
  return fmt::format("Wires {} and {}, {}: {} and {} stay.", comparator.lower(), comparator.upper(),
                     direction, lower, upper);
}

std::string step_text(const Recording& recording, std::uint32_t layer,
                      std::span<const std::uint32_t> places_before,
                      std::uint32_t most_comparators) {
  std::string text = layer_text(recording, layer) + "\n";
  const std::uint32_t count = recording.network.count(layer);
  const std::uint32_t told = std::min(count, most_comparators);
  for (std::uint32_t index = 0; index < told; ++index) {
    const Comparator comparator = recording.network.comparator(layer, index);
    text += comparator_text(recording, {layer, index}, places_before[comparator.lower()],
                            places_before[comparator.upper()]) +
            "\n";
  }
  if (told < count) text += fmt::format("… and {} more comparators.\n", count - told);
  return text;
}

std::string step_text(const Recording& recording, std::uint32_t layer) {
  std::vector<std::uint32_t> places = recording.start.places;
  for (std::uint32_t before = 0; before < layer; ++before) {
    for (std::uint32_t index = 0; index < recording.network.count(before); ++index) {
      if (!recording.exchanged(before, index)) continue;
      const Comparator comparator = recording.network.comparator(before, index);
      std::swap(places[comparator.min_wire], places[comparator.max_wire]);
    }
  }
  return step_text(recording, layer, places);
}

}  // namespace sortscope
