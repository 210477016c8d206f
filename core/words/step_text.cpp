// step_text.cpp: a step in plain words.
#include "core/words/step_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

// " · " stands between the parts of a caption.
std::string name_in_sentence(const std::string& name) {
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t end = std::min(name.find(" · ", at), name.size());
    text += text.empty() ? "" : ", ";
    text += name.substr(at, end - at);
    at = end + std::string_view(" · ").size();
  }
  return text;
}

std::string adaptive_layer_text(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  const bool splits = network.has_splits(layer);
  const std::string text = fmt::format("Parallel step {} of {}, {}", layer + 1, network.depth(),
                                       name_in_sentence(layer_name(recording, layer)));
  const std::uint64_t exchanged =
      recording.exchanged_before[layer + 1] - recording.exchanged_before[layer];
  const std::uint32_t count = network.count(layer);
  if (splits) {
    return fmt::format("{}: {}, {} move keys.", text, counted(count, "split"), exchanged);
  }
  const bool tree = network.in_trees(layer);
  return fmt::format("{}: {}, {} exchanged.", text,
                     counted(count, tree ? "comparison" : "comparator"), exchanged);
}

}  // namespace

std::string key_name(const Recording& recording, std::uint32_t place) {
  return recording.is_padding(place) ? std::string("padding") : recording.key_text(place);
}

std::string_view side_name(Side side) { return side == Side::kLeft ? "left" : "right"; }

std::string outcome_text(const Recording& recording, std::uint32_t first, std::uint32_t second,
                         bool exchanged) {
  return fmt::format("{} and {} {}", key_name(recording, first), key_name(recording, second),
                     exchanged ? "are exchanged" : "stay");
}

std::string pair_text(const Comparator& comparator) {
  return fmt::format("{} and {}, {}", comparator.lower(), comparator.upper(),
                     comparator.ascending() ? "ascending" : "descending");
}

std::string layer_text(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  if (network.adaptive()) return adaptive_layer_text(recording, layer);
  const LayerLabel& label = network.label(layer);
  if (recording.windows) {
    return fmt::format("Layer {} of {}, {}: {}.", layer + 1, network.depth(),
                       name_in_sentence(layer_name(recording, layer)),
                       counted(network.count(layer), "comparator"));
  }
  if (network.wires_move()) {
    return fmt::format("Layer {} of {}, {}: {}, {} exchanged.", layer + 1, network.depth(),
                       name_in_sentence(layer_name(recording, layer)),
                       counted(network.count(layer), "comparator"),
                       recording.exchanged_before[layer + 1] - recording.exchanged_before[layer]);
  }
  if (network.listed() != nullptr) {
    return fmt::format("Layer {} of {}: {}, {} exchanged.", layer + 1, network.depth(),
                       counted(network.count(layer), "comparator"),
                       recording.exchanged_before[layer + 1] - recording.exchanged_before[layer]);
  }
  const std::string_view letter = recording.algorithm->distance_letter;
  const std::uint64_t exchanged =
      recording.exchanged_before[layer + 1] - recording.exchanged_before[layer];
  return fmt::format("Layer {} of {}, {}, {} = {}: {}, {} exchanged.", layer + 1, network.depth(),
                     network.levels()[network.level_index(layer)].name,
                     letter.empty() ? "distance" : letter, label.distance,
                     counted(network.count(layer), "comparator"), exchanged);
}

std::string comparator_text(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                            std::uint32_t on_upper) {
  const Comparator comparator = recording.comparator(id.layer, id.index);
  const bool exchanged = recording.exchanged(id.layer, id.index);
  std::string text = fmt::format("Wires {}: {}", pair_text(comparator),
                                 outcome_text(recording, on_lower, on_upper, exchanged));
  if (exchanged) {
    text +=
        fmt::format(": {} and {}", key_name(recording, on_upper), key_name(recording, on_lower));
  }
  return text + ".";
}

std::string pointer_text(const PointerSwap& swap) {
  return fmt::format("{}({}) and {}({}) change places", side_name(swap.first_side), swap.first,
                     side_name(swap.second_side), swap.second);
}

std::string tree_text(const Recording& recording, const TreeEvent& event, std::uint32_t place_p,
                      std::uint32_t place_q) {
  const bool descending =
      event.task.descending() != (recording.request.order == Order::kDescending);
  std::string text = event.task.phase == 0
                         ? fmt::format("root {} and extra node {}", event.p, event.q)
                         : fmt::format("nodes {} and {}", event.p, event.q);
  text += fmt::format("{}: {}", descending ? ", descending" : "",
                      outcome_text(recording, place_p, place_q, event.exchanged));
  if (event.pointers) {
    text += "; " + pointer_text(*event.pointers);
  }
  if (event.task.phase == 0 && recording.algorithm->rule == TreeRule::kTwoCase) {
    text += fmt::format("; case {}", event.second_case ? 2 : 1);
  }
  return text + ".";
}

std::string split_text(const Recording& recording, ComparatorId id) {
  const TreeTask task = recording.network.task(id.layer, id.index);
  const Split split = recording.split(id.layer, id.index);
  const WireExchange exchange = recording.exchange(id.layer, id.index);
  const Wire base = task.base();
  const std::string of = fmt::format("Wires {} to {}: ", base, base + 2 * task.half() - 1);
  const std::string why =
      fmt::format("equation ({}), |a1| = {}", split.second_case ? 6 : 7, split.length);
  if (exchange.length == 0) return fmt::format("{}nothing moves ({}).", of, why);
  return fmt::format("{}{} from wire {} on change places with those from wire {} on ({}).", of,
                     counted(exchange.length, "key"), exchange.first,
                     exchange.first + exchange.distance, why);
}

std::string step_text(const Recording& recording, std::uint32_t layer,
                      std::uint32_t most_comparators) {
  // A replay shares its recording: this one is not freed by it.
  Replay replay(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &recording));
  replay.seek({layer, 0});
  const Network& network = recording.network;
  std::string text = layer_text(recording, layer) + "\n";
  const std::uint32_t count = network.count(layer);
  const std::uint32_t told = std::min(count, most_comparators);
  for (std::uint32_t index = 0; index < told; ++index) {
    switch (network.work(layer)) {
      case LayerWork::kComparators: {
        const Comparator comparator = network.comparator(layer, index);
        text += comparator_text(recording, {layer, index}, replay.places()[comparator.lower()],
                                replay.places()[comparator.upper()]);
        break;
      }
      case LayerWork::kComparisons: {
        // No two comparisons of a step touch a node: all see the tree before it.
        const TreeEvent event =
            replay.tree()->look(network.task(layer, index), recording.algorithm->rule,
                                recording.exchanged(layer, index));
        std::string line = tree_text(recording, event, replay.tree()->place(event.p),
                                     replay.tree()->place(event.q));
        line[0] = event.task.phase == 0 ? 'R' : 'N';
        text += line;
        break;
      }
      case LayerWork::kSplits:
        text += split_text(recording, {layer, index});
        break;
    }
    text += "\n";
  }
  if (told < count) {
    const bool splits = network.has_splits(layer);
    text += fmt::format("… and {} more {}s.\n", count - told,
                        splits ? "split" : wording(network).comparator);
  }
  return text;
}

}  // namespace sortscope
