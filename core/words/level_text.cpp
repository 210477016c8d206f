// level_text.cpp: a row a letter.
#include "core/words/level_text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "core/base/number_text.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

struct LevelLetter {
  std::string_view before;  // of the number in the name
  std::string_view help;    // with the number
  bool power;               // of two, of which the number is the logarithm
};
constexpr std::array kLetters = {
    LevelLetter{"k = ", "Merge level: it ends with sorted runs of {} keys.", false},
    LevelLetter{"p = ", "Merge level: sorted runs of {} keys are merged, two by two.", false},
    LevelLetter{"j = ", "Merge level: it ends with sorted runs of {} keys (2 to the j).", true},
    LevelLetter{"a = ", "Merge level: it compares keys that stand multiples of {} apart.", false},
    LevelLetter{"s = ", "Halvers of {} wires: each brings its smaller half up.", false},
    LevelLetter{"BM ", "A bitonic merger of {} wires: it sorts what rises once and falls once.",
                false},
    LevelLetter{
        "t = ",
        "Time {} of the AKS network: separators work on some levels of its tree, then wires move.",
        false},
};

}  // namespace

std::string level_help(std::string_view name) {
  for (const LevelLetter& letter : kLetters) {
    if (!name.starts_with(letter.before)) continue;
    const std::string_view digits = name.substr(letter.before.size());
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    // "j = 4 · finish" is a part of its level.
    const std::string_view rest(end, static_cast<std::size_t>(digits.data() + digits.size() - end));
    if (error != std::errc() || !(rest.empty() || rest.starts_with(" · "))) return {};
    if (letter.power) number = number < 64 ? std::uint64_t{1} << number : 0;
    return fmt::format(fmt::runtime(letter.help), grouped_number(number));
  }
  return {};
}

namespace {

// Of the letter below a layer of the timeline.
std::string stage_help(const Network& network, std::uint32_t layer) {
  const TreeStep& step = network.step(layer);
  if (network.stages_overlap()) {
    return fmt::format("\ns = {}: the parallel step of this merge, from 0; in it stages overlap.",
                       step.time);
  }
  const std::uint64_t keys = std::uint64_t{1} << (step.merge - step.first_stage);
  return fmt::format("\nk = {}: the stage of this merge, from 0; it makes L and U of each {} keys.",
                     step.first_stage, grouped_number(keys));
}

}  // namespace

std::string layer_help(const Recording& recording, std::uint32_t layer) {
  const Network& network = recording.network;
  std::string help = level_help(network.levels()[network.level_index(layer)].name);
  const bool distance =
      network.listed() == nullptr && !network.wires_move() && network.fixed(layer);
  if (!distance) {
    // Pictures and code of trees name the rule as its article does.
    if (network.in_trees(layer)) {
      help += stage_help(network, layer);
      help += recording.algorithm->rule == TreeRule::kTwoCase
                  ? "\nAlgorithm 1: L and U are made in one of two cases, by mirrored walks."
                  : "\nAlgorithm 3: L and U are made in one case; if root and extra node are out "
                    "of order, the root's children change places first.";
    }
    return help;
  }
  const std::string_view letter = recording.algorithm->distance_letter;
  const std::uint32_t apart = network.label(layer).distance;
  if (!help.empty()) help += "\n";
  return help + fmt::format("{} = {}: it compares wires {} apart.",
                            letter.empty() ? "distance" : letter, grouped_number(apart),
                            grouped_number(apart));
}

}  // namespace sortscope
