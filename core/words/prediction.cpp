// prediction.cpp: questions about a recording, answered by the recording.
#include "core/words/prediction.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/maker.h"
#include "core/words/step_text.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kMostComparators = 256;
constexpr std::size_t kMostLines = 6;       // of an explanation
constexpr std::uint32_t kLeastOfParts = 4;  // keys of a sequence that has four subsequences
constexpr std::size_t kMostAnswers = 8;     // keys 1 to 8

Error cannot_ask(std::string why, std::string hint = "") {
  return {ErrorCode::kWorkFailed, std::move(why), std::move(hint)};
}

Error no_layer() {
  return cannot_ask("no layer comes next: the run is at its end.", "Go back with seek first.");
}

// Places on the wires at a cursor.
std::vector<std::uint32_t> places_at(const std::shared_ptr<const Recording>& recording,
                                     Cursor cursor) {
  Replay replay(recording);
  replay.seek(cursor);
  const auto places = replay.places();
  return {places.begin(), places.end()};
}

// Comparators with nothing but padding are not asked about. Null where there are no others.
std::optional<Question> about_exchanges(const std::shared_ptr<const Recording>& of, Cursor cursor) {
  const Recording& recording = *of;
  Question question;
  question.several = true;
  const std::uint32_t count = recording.network.count(cursor.layer);
  const std::vector<std::uint32_t> places = places_at(of, cursor);
  std::uint32_t asked = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Comparator c = recording.comparator(cursor.layer, i);
    const bool with_key =
        !recording.is_padding(places[c.lower()]) || !recording.is_padding(places[c.upper()]);
    // Padding has an order of its own, which nobody sees.
    question.right.push_back(with_key && recording.exchanged(cursor.layer, i));
    question.left_out.push_back(!with_key);
    asked += with_key ? 1 : 0;
  }
  if (asked == 0) return std::nullopt;
  const std::string noun(wording(recording.network).comparator);
  const Comparator only = recording.comparator(cursor.layer, 0);
  question.text =
      count == 1   ? fmt::format("Will the {} of wires {} and {} exchange its keys?", noun,
                                 only.lower(), only.upper())
      : asked == 1 ? fmt::format("Will the only {} with a key exchange? If so, choose it.", noun)
      : asked < count
          ? fmt::format("Which of the {} with a key will exchange?", counted(asked, noun))
          : fmt::format("Which of the {} {}s will exchange their keys?", count, noun);
  // One comparator is a matter of yes or no.
  if (count == 1) {
    const bool yes = question.right[0];
    question.several = false;
    question.answers = {"Yes, they change places", "No, they stay"};
    question.right = {yes, !yes};
  }
  return question;
}

// Nobody who looks at them can tell these two apart.
bool look_alike(const Recording& recording, std::uint32_t place, std::uint32_t other) {
  if (recording.is_padding(place) || recording.is_padding(other)) {
    return recording.is_padding(place) && recording.is_padding(other);
  }
  return recording.key_text(place) == recording.key_text(other);
}

// Wires where the key at `place`, now on `wire`, may be said to stand in `after`: its own, and that
// of an equal key with which it may have changed places.
std::vector<bool> wires_of_key(const Recording& recording, const std::vector<std::uint32_t>& after,
                               std::uint32_t place, std::optional<Comparator> only) {
  std::vector<bool> right;
  for (Wire wire = 0; wire < after.size(); ++wire) {
    const bool met = !only || only->min_wire == wire || only->max_wire == wire;
    right.push_back(after[wire] == place || (met && look_alike(recording, after[wire], place)));
  }
  return right;
}

// The comparator of a wire in the next layer: with equal keys both its wires may be said.
std::optional<Comparator> comparator_of(const Recording& recording, std::uint32_t layer,
                                        Wire wire) {
  const WireUse use = recording.network.use(layer, wire);
  if (!use.compared) return Comparator{wire, wire};
  return recording.comparator(layer, use.index);
}

Question about_wire(const std::shared_ptr<const Recording>& recording, Cursor cursor, Wire wire,
                    bool end) {
  Question question;
  question.wire = wire;
  const std::uint32_t place = places_at(recording, cursor)[wire];
  const Cursor then = end ? recording->network.end() : Cursor{cursor.layer + 1, 0};
  const std::vector<std::uint32_t> after = places_at(recording, then);
  const bool anywhere = end || recording->network.has_splits(cursor.layer) ||
                        recording->network.in_trees(cursor.layer);
  question.right =
      wires_of_key(*recording, after, place,
                   anywhere ? std::nullopt : comparator_of(*recording, cursor.layer, wire));
  const std::string key =
      recording->is_padding(place) ? "padding" : "key " + recording->key_text(place);
  question.text = fmt::format(
      "Where will the {} on wire {} stand {}?", key, wire,
      end ? "in the end" : fmt::format("after the next {}", wording(recording->network).layer));
  return question;
}

Question about_swaps(const Recording& recording, const StageId& stage, const BitonicStage& split) {
  Question question;
  question.stage = stage;
  question.answers = {"a¹ and a³", "a² and a⁴"};
  question.right = {!split.second_case, split.second_case};
  question.text =
      fmt::format("The keys on wires {}–{} are bitonic. Which subsequences change places?",
                  stage.base(), stage.base() + stage.size() - 1);
  (void)recording;
  return question;
}

std::string comparator_line(const Recording& recording, ComparatorId id,
                            const std::vector<std::uint32_t>& places) {
  const Comparator c = recording.network.comparator(id.layer, id.index);
  return comparator_text(recording, id, places[c.lower()], places[c.upper()]);
}

std::vector<std::string> explain_exchanges(const Question& question,
                                           const std::shared_ptr<const Recording>& recording,
                                           const std::vector<bool>& chosen) {
  const std::uint32_t layer = question.asked.layer;
  const std::vector<std::uint32_t> places = places_at(recording, question.asked);
  const std::uint32_t count = recording->network.count(layer);
  std::vector<std::uint32_t> shown;
  if (question.several) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (chosen[i] != question.right[i]) shown.push_back(i);
    }
    if (shown.empty()) {
      for (std::uint32_t i = 0; i < count; ++i) {
        if (question.right[i]) shown.push_back(i);
      }
    }
  } else {
    shown.push_back(0);
  }
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < std::min(shown.size(), kMostLines); ++i) {
    lines.push_back(comparator_line(*recording, {layer, shown[i]}, places));
  }
  if (shown.size() > kMostLines)
    lines.push_back(fmt::format("And {} more.", shown.size() - kMostLines));
  if (shown.empty()) lines.emplace_back("No comparator of this layer exchanges.");
  return lines;
}

std::vector<std::string> explain_wire(const Question& question,
                                      const std::shared_ptr<const Recording>& recording) {
  const std::vector<std::uint32_t> places = places_at(recording, question.asked);
  const std::uint32_t place = places[question.wire];
  const std::vector<std::uint32_t> after = places_at(recording, question.plays_to);
  const auto to = static_cast<Wire>(std::find(after.begin(), after.end(), place) - after.begin());
  std::vector<std::string> lines;
  const Network& network = recording->network;
  if (question.kind == QuestionKind::kWire && !network.has_splits(question.asked.layer)) {
    const WireUse use = network.use(question.asked.layer, question.wire);
    if (use.compared) {
      lines.push_back(comparator_line(*recording, {question.asked.layer, use.index}, places));
    } else {
      lines.push_back(fmt::format("Nothing touches wire {} in this layer.", question.wire));
    }
  }
  std::string way = fmt::format(
      "{} {} to wire {}.",
      recording->is_padding(place) ? std::string("Padding") : "Key " + recording->key_text(place),
      to == question.wire ? "keeps" : "goes", to);
  if (to == question.wire) way = fmt::format("It stays on wire {}.", to);
  // Padding has no value: it stands behind every key.
  if (question.kind == QuestionKind::kWireEnd && !recording->is_padding(place)) {
    const auto before = std::count_if(places.begin(), places.end(), [&](std::uint32_t other) {
      return other != place && !recording->is_padding(other) &&
             recording->request.keys.value(other) < recording->request.keys.value(place);
    });
    way += fmt::format(" {} {} smaller.", before, before == 1 ? "key is" : "keys are");
  }
  if (std::count(question.right.begin(), question.right.end(), true) > 1) {
    way += recording->is_padding(place)
               ? " All padding looks alike: where other padding stands is right, too."
               : " Equal keys look alike: where another one stands is right, too.";
  }
  lines.push_back(way);
  return lines;
}

std::vector<std::string> explain_swaps(const Question& question,
                                       const std::shared_ptr<const Recording>& recording) {
  Replay before(recording);
  before.seek({question.stage.first_layer, 0});
  const std::uint32_t base = question.stage.base();
  const std::uint32_t half = question.stage.half();
  const auto places = before.places();
  const auto key = [&](std::uint32_t i) { return key_name(*recording, places[base + i]); };
  const bool second = question.right[1];
  return {fmt::format(
      "The last keys of the two halves are {} (wire {}) and {} (wire {}): they {}, so {} change "
      "places.",
      key(half - 1), base + half - 1, key(2 * half - 1), base + 2 * half - 1,
      second ? "change places" : "stay", second ? "a² and a⁴" : "a¹ and a³")};
}

std::vector<std::string> explain_sorted(const std::shared_ptr<const Recording>& recording) {
  if (recording->sorted) return {"Every key comes out in its place."};
  const std::vector<std::uint32_t> places = places_at(recording, recording->network.end());
  const std::vector<std::uint32_t> ranks = ranks_by_place(*recording);
  for (std::size_t wire = 0; wire + 1 < places.size(); ++wire) {
    if (ranks[places[wire]] <= ranks[places[wire + 1]]) continue;
    return {
        fmt::format("In the end wire {} has {} and wire {} has {}: out of order. This input is a "
                    "counterexample.",
                    wire, key_name(*recording, places[wire]), wire + 1,
                    key_name(*recording, places[wire + 1]))};
  }
  return {"The output is not in order."};
}

// Its key looks like no other: one wire is right.
bool stands_out(const Recording& recording, const std::vector<std::uint32_t>& places, Wire wire) {
  return std::none_of(places.begin(), places.end(), [&](std::uint32_t other) {
    return other != places[wire] && look_alike(recording, other, places[wire]);
  });
}

// A wire from `from` on, round and round, whose key stands out; nothing where none does.
std::optional<Wire> wire_to_ask(const std::shared_ptr<const Recording>& recording, Cursor cursor,
                                Wire from) {
  constexpr std::size_t kMostLookedAt = 64;
  const std::vector<std::uint32_t> places = places_at(recording, cursor);
  for (std::size_t i = 0; i < std::min(places.size(), kMostLookedAt); ++i) {
    const auto wire = static_cast<Wire>((from + i) % places.size());
    if (!recording->is_padding(places[wire]) && stands_out(*recording, places, wire)) return wire;
  }
  return std::nullopt;
}

// A small, well mixed generator (splitmix64): the same questions everywhere.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

Result<Question> ask_about(const std::shared_ptr<const Recording>& recording, Cursor cursor,
                           QuestionKind kind, Wire wire) {
  const Network& network = recording->network;
  if (recording->windows) {
    return cannot_ask("nothing can be asked of a recording without outcome bits.",
                      "Record it without keyframes.");
  }
  // A question is about whole layers.
  if (cursor.comparator > 0) cursor.comparator = 0;
  if (kind != QuestionKind::kSorted && kind != QuestionKind::kChoice &&
      cursor.layer >= network.depth())
    return no_layer();
  Question question;
  Cursor then{cursor.layer + 1, 0};
  switch (kind) {
    case QuestionKind::kExchanges:
      if (network.has_splits(cursor.layer)) {
        return cannot_ask("this layer has splits, no comparators.", "Use ask swaps.");
      }
      if (network.count(cursor.layer) > kMostComparators) {
        return cannot_ask(
            fmt::format("{} comparators are too many to choose from.", network.count(cursor.layer)),
            fmt::format("At most {} can be asked about.", kMostComparators));
      }
      if (auto exchanges = about_exchanges(recording, cursor)) {
        question = std::move(*exchanges);
        break;
      }
      return cannot_ask("only padding is compared in this layer.", "Ask about a wire.");
    case QuestionKind::kWire:
    case QuestionKind::kWireEnd:
      if (wire >= network.wires()) {
        return cannot_ask(fmt::format("there is no wire {}.", wire),
                          fmt::format("Wires are 0 to {}.", network.wires() - 1));
      }
      question = about_wire(recording, cursor, wire, kind == QuestionKind::kWireEnd);
      if (kind == QuestionKind::kWireEnd) then = network.end();
      break;
    case QuestionKind::kSwaps: {
      const auto stage = stage_of(*recording, cursor.layer, 0);
      if (!stage || stage->first_layer != cursor.layer) {
        return cannot_ask("no bitonic sequence is split from here on.",
                          "Ask where a stage begins, in its first phase.");
      }
      if (stage->size() < kLeastOfParts) {
        return cannot_ask("two keys have no four subsequences.", "Ask in a stage of four or more.");
      }
      SceneMaker scenes(recording);
      SceneRequest asked;
      asked.cursor = cursor;
      const BitonicStage split =
          split_stage(*recording, scenes.ranks(), *stage, stage_keys(scenes.make(asked), *stage));
      if (!split.bitonic) return cannot_ask("the keys here are not bitonic.");
      question = about_swaps(*recording, *stage, split);
      then = {std::min(stage->first_layer + stage->layers, network.depth()), 0};
      break;
    }
    case QuestionKind::kSorted:
      question.text = "Will this input come out sorted?";
      question.answers = {"Yes, in order", "No: it is a counterexample"};
      question.right = {recording->sorted, !recording->sorted};
      then = network.end();
      break;
    case QuestionKind::kChoice:
      return cannot_ask("a choice has answers of its own.");
  }
  question.kind = kind;
  question.asked = cursor;
  question.plays_to = then;
  return question;
}

Result<Question> ask_choice(const std::string& text, const std::vector<std::string>& answers,
                            Cursor cursor) {
  Question question;
  question.text = text;
  question.asked = question.plays_to = cursor;
  for (const std::string& answer : answers) {
    const bool right = answer.starts_with('*');
    question.right.push_back(right);
    question.answers.push_back(right ? answer.substr(1) : answer);
  }
  const auto rights = std::count(question.right.begin(), question.right.end(), true);
  if (answers.size() < 2 || answers.size() > kMostAnswers || rights == 0 || text.empty()) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("ask choice takes a question and 2 to {} answers, one of them right.",
                             kMostAnswers),
                 R"(For example: ask choice "How many layers?" "3" "*6")"};
  }
  question.several = rights > 1;
  return question;
}

double share_right(const Question& question, const std::vector<bool>& chosen) {
  double hits = 0;
  double wrong = 0;
  double rights = 0;
  for (std::size_t i = 0; i < question.right.size(); ++i) {
    if (question.right[i]) ++rights;
    if (!chosen[i]) continue;
    (question.right[i] ? hits : wrong) += 1;
  }
  if (rights == 0) return wrong == 0 ? 1 : 0;
  if (!question.several) return hits > 0 && wrong == 0 ? 1 : 0;
  return std::max(0.0, hits - wrong) / rights;
}

std::vector<std::string> explain(const Question& question,
                                 const std::shared_ptr<const Recording>& recording,
                                 const std::vector<bool>& chosen) {
  std::vector<std::string> lines;
  switch (question.kind) {
    case QuestionKind::kExchanges:
      lines = explain_exchanges(question, recording, chosen);
      break;
    case QuestionKind::kWire:
    case QuestionKind::kWireEnd:
      lines = explain_wire(question, recording);
      break;
    case QuestionKind::kSwaps:
      lines = explain_swaps(question, recording);
      break;
    case QuestionKind::kSorted:
      lines = explain_sorted(recording);
      break;
    case QuestionKind::kChoice:
      break;
  }
  if (!question.explanation.empty()) lines.push_back(question.explanation);
  return lines;
}

Result<Question> generate_question(const std::shared_ptr<const Recording>& recording, Cursor cursor,
                                   std::uint64_t seed) {
  const Network& network = recording->network;
  if (cursor.layer >= network.depth()) return no_layer();
  const std::uint64_t random = mixed(seed ^ mixed(cursor.layer));
  const auto wire = static_cast<Wire>(mixed(random) % recording->real_keys());
  using enum QuestionKind;
  std::vector<QuestionKind> kinds;
  const bool split = network.has_splits(cursor.layer);
  const bool phase = network.in_trees(cursor.layer);
  if (cursor == Cursor{} && !recording->sorted) kinds.push_back(kSorted);
  if (split || phase) kinds.insert(kinds.end(), {kSwaps, kSwaps});
  if (!split && network.count(cursor.layer) <= 32)
    kinds.insert(kinds.end(), {kExchanges, kExchanges});
  const std::optional<Wire> asked = wire_to_ask(recording, cursor, wire);
  if (asked) kinds.push_back(kWire);
  // From far away it is a guess.
  if (asked && network.depth() - cursor.layer <= 3 && network.wires() <= 64)
    kinds.push_back(kWireEnd);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto question =
        ask_about(recording, cursor, kinds[(random + i) % kinds.size()], asked.value_or(0));
    if (question) return question;
  }
  return cannot_ask("nothing can be asked here.");
}

}  // namespace sortscope
