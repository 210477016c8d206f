// step_log.cpp: a recording in sentences.
#include "core/words/step_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/networks/steps.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/words/step_text.h"

namespace sortscope {

namespace {

std::string links_sentence(const PointerSwap& swap) {
  if (swap.first_side == swap.second_side) {
    return fmt::format(" The {} links of nodes {} and {} change places.",
                       side_name(swap.first_side), swap.first, swap.second);
  }
  return fmt::format(" The {} link of node {} and the {} link of node {} change places.",
                     side_name(swap.first_side), swap.first, side_name(swap.second_side),
                     swap.second);
}

}  // namespace

std::string speakable(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kWords = {
      {{"Odd–even", "Odd-even"},
       {" · ", ", "},
       {" = ", " equals "},
       {"–", " to "},
       {"×", " times "},
       {"→", " to "}}};
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const auto* const sign = std::find_if(kWords.begin(), kWords.end(), [&](const auto& word) {
      return name.substr(at).starts_with(word.first);
    });
    if (sign == kWords.end()) {
      text += name[at++];
    } else {
      text += sign->second;
      at += sign->first.size();
    }
  }
  return text;
}

std::string run_opening(const Recording& recording) {
  const Network& network = recording.network;
  const Wording words = wording(network);
  return fmt::format("The algorithm is {}. It sorts {} of type {} into {} order, with {} in {}.",
                     speakable(recording.title()), counted(recording.real_keys(), "key"),
                     name_of(recording.request.keys.type), name_of(recording.request.order),
                     counted(network.size(), words.comparator),
                     counted(network.depth(), words.layer));
}

std::string run_outcome(const Recording& recording) {
  std::string text;
  if (!recording.windows) {
    const std::uint64_t exchanged = recording.exchanged_before.back();
    text += fmt::format("{} of them {}. ", exchanged, exchanged == 1 ? "exchanges" : "exchange");
  }
  return text + (recording.sorted ? "The output is sorted." : "The output is not sorted.");
}

std::string run_sentences(const Recording& recording) {
  return run_opening(recording) + " " + run_outcome(recording);
}

std::string step_opening(const Recording& recording, std::uint32_t step, std::uint32_t layer) {
  const Network& network = recording.network;
  const bool splits = network.has_splits(layer);
  const std::uint32_t count = network.count(layer);
  std::string text = fmt::format(
      "Step {} is {} {} of {}, {}: {} {}", step, wording(network).layer, layer + 1, network.depth(),
      speakable(layer_name(recording, layer)), counted(count, splits ? "sequence" : "comparator"),
      splits ? (count == 1 ? "is cut" : "are cut") : (count == 1 ? "runs" : "run"));
  if (!recording.windows && !splits) {
    const std::uint64_t exchanged =
        recording.exchanged_before[layer + 1] - recording.exchanged_before[layer];
    text += fmt::format(" and {} {}", exchanged == 0 ? "none" : std::to_string(exchanged),
                        exchanged <= 1 ? "exchanges" : "exchange");
  }
  return text + ".";
}

std::string comparator_sentence(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                                std::uint32_t on_upper) {
  const Comparator comparator = recording.comparator(id.layer, id.index);
  return fmt::format(
      "On wires {}, {}.", pair_text(comparator),
      outcome_text(recording, on_lower, on_upper, recording.exchanged(id.layer, id.index)));
}

std::string tree_sentence(const Recording& recording, std::uint32_t step, const TreeEvent& event,
                          std::uint32_t place_p, std::uint32_t place_q) {
  const TreeTask& task = event.task;
  const bool descending = task.descending() != (recording.request.order == Order::kDescending);
  std::string text = fmt::format(
      "Step {} is phase {} of stage {} in merge {}, instance {}. In {} {} and {} {}, "
      "{}, {}.",
      step, task.phase, task.stage, task.merge, task.instance_of_all(),
      task.phase == 0 ? "root" : "node", event.p, task.phase == 0 ? "extra node" : "node", event.q,
      descending ? "descending" : "ascending",
      outcome_text(recording, place_p, place_q, event.exchanged));
  if (event.pointers) text += links_sentence(*event.pointers);
  if (task.phase == 0 && recording.algorithm->rule == TreeRule::kTwoCase) {
    text += fmt::format(" This is case {}.", event.second_case ? 2 : 1);
  }
  return text;
}

std::string split_sentence(const Recording& recording, ComparatorId id) {
  const TreeTask task = recording.network.task(id.layer, id.index);
  const Split split = recording.split(id.layer, id.index);
  const WireExchange exchange = recording.exchange(id.layer, id.index);
  // q of theorem 2.
  const std::uint32_t q =
      split.second_case ? (task.half() + split.length) % (2 * task.half()) : split.length;
  const std::string of = fmt::format("Sequence {} is cut at {}, case {}: ", task.instance_of_all(),
                                     q, split.second_case ? 2 : 1);
  if (exchange.length == 0) return of + "nothing moves.";
  return fmt::format("{}{} from wire {} on {} with {} from wire {} on.", of,
                     counted(exchange.length, "key"), exchange.first,
                     exchange.length == 1 ? "changes places" : "change places",
                     exchange.length == 1 ? "that" : "those", exchange.first + exchange.distance);
}

bool keys_stand_after(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  if (!network.in_trees(layer)) return true;
  const TreeStep& step = network.step(layer);
  if (!recording.algorithm->overlapped) {
    return step.first_phase + 1 == step.merge - step.first_stage;
  }
  return layer + 1 == network.depth() || !network.in_trees(layer + 1) ||
         network.step(layer + 1).merge != step.merge;
}

StepLog::StepLog(const std::shared_ptr<const Recording>& recording)
    : StepLog(recording, Replay(recording)) {}

StepLog::StepLog(std::shared_ptr<const Recording> recording, Replay replay)
    : recording_(std::move(recording)),
      replay_(std::move(replay)),
      steps_(step_count(recording_->network)) {}

bool StepLog::follows(std::uint32_t most_told) const {
  const Network& network = recording_->network;
  constexpr std::uint64_t kWiresAComparator = 3;  // its own two, and one among the keys
  return network.closed_form() && !network.adaptive() && !recording_->kept_as_keyframes() &&
         kWiresAComparator * most_told * network.depth() < network.wires();
}

void StepLog::go_to(std::uint32_t layer, std::uint32_t most_told) {
  if (!follows(most_told)) replay_.seek({layer, 0});
}

std::uint32_t StepLog::place(std::uint32_t layer, Wire wire, std::uint32_t most_told) const {
  if (!follows(most_told)) return replay_.places()[wire];
  while (layer > 0) {
    const WireUse use = recording_->network.use(--layer, wire);
    if (!use.compared || !recording_->exchanged(layer, use.index)) continue;
    wire = use.comparator.lower() == wire ? use.comparator.upper() : use.comparator.lower();
  }
  return recording_->start.places[wire];
}

std::string StepLog::keys(std::string_view opening, std::uint32_t layer,
                          std::uint32_t most_told) const {
  std::string text(opening);
  const std::uint32_t wires = recording_->network.wires();
  const std::uint32_t told = std::min(wires, most_told);
  for (Wire wire = 0; wire < told; ++wire) {
    text += (wire == 0 ? "" : ", ") + key_name(*recording_, place(layer, wire, most_told));
  }
  if (told < wires) text += fmt::format(", and {} more", wires - told);
  return text + ".";
}

std::string StepLog::state(std::uint32_t step, std::uint32_t most_told) {
  const Cursor at = cursor_of_step(recording_->network, std::min(step, steps_));
  if (!follows(most_told)) replay_.seek(at);
  return keys(step == 0 ? "Step 0 is the input. The keys are "
                        : fmt::format("After step {} of {} the keys are ", step, steps_),
              at.layer, most_told);
}

std::string StepLog::comparator(ComparatorId id) {
  if (recording_->network.has_splits(id.layer)) {
    return split_sentence(*recording_, id);
  }
  go_to(id.layer, 1);
  const Comparator comparator = recording_->comparator(id.layer, id.index);
  return comparator_sentence(*recording_, id, place(id.layer, comparator.lower(), 1),
                             place(id.layer, comparator.upper(), 1));
}

std::string StepLog::step(std::uint32_t step, std::uint32_t most_told) {
  if (step == 0) return state(0, most_told);
  const Recording& recording = *recording_;
  const Network& network = recording.network;
  const Cursor at = cursor_of_step(network, std::min(step, steps_) - 1);
  const std::uint32_t count = network.count(at.layer);
  if (!follows(most_told)) replay_.seek(at);
  if (network.in_trees(at.layer)) {
    const BitonicTree& tree = *replay_.tree();
    const TreeEvent event =
        tree.look(network.task(at.layer, at.comparator), recording.algorithm->rule,
                  recording.exchanged(at.layer, at.comparator));
    std::string text =
        tree_sentence(recording, step, event, tree.place(event.p), tree.place(event.q));
    if (!keys_stand_after(recording, at.layer) || at.comparator + 1 < count) return text;
    replay_.seek({at.layer + 1, 0});
    return text + " " + keys(kKeysNow, at.layer + 1, most_told);
  }
  std::string text = step_opening(recording, step, at.layer);
  const bool splits = network.has_splits(at.layer);
  const std::uint32_t told = std::min(count, most_told);
  for (std::uint32_t index = 0; index < told; ++index) {
    const ComparatorId id{at.layer, index};
    text += " ";
    if (splits) {
      text += split_sentence(recording, id);
      continue;
    }
    const Comparator comparator = recording.comparator(at.layer, index);
    text += comparator_sentence(recording, id, place(at.layer, comparator.lower(), most_told),
                                place(at.layer, comparator.upper(), most_told));
  }
  if (told < count) {
    text += fmt::format(" {} more {}s are not told here.", count - told,
                        splits ? "sequence" : "comparator");
  }
  go_to(at.layer + 1, most_told);
  return text + " " + keys(kKeysNow, at.layer + 1, most_told);
}

}  // namespace sortscope
