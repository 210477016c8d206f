// argument_choices.cpp: what a command asks for, argument by argument.
#include "app/commands/argument_choices.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/engines/engines.h"
#include "app/state/next_run.h"
#include "app/state/panes.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/remembered.h"
#include "app/state/session.h"
#include "app/surface/surface.h"
#include "core/algorithms/contrast_run.h"
#include "core/base/parse_number.h"
#include "core/engines/plans/kernels.h"
#include "core/keys/inputs.h"
#include "core/lab/experiments/experiment.h"
#include "core/lab/lab.h"
#include "core/lessons/lesson.h"
#include "core/lessons/presets.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

using Before = std::span<const std::string>;
using Choices = std::vector<ArgumentChoice>;

// A word of the usage: "LAYER", "[on|off]", "[LAYER [SIDE]]" is two of them.
struct UsageWord {
  std::string text;  // without brackets and dots
  bool optional = false;
  bool repeats = false;
};

std::vector<UsageWord> usage_words(std::string_view usage) {
  std::vector<UsageWord> words;
  while (!usage.empty()) {
    const std::size_t end = std::min(usage.find(' '), usage.size());
    const std::string_view word = usage.substr(0, end);
    usage.remove_prefix(std::min(end + 1, usage.size()));
    if (word.empty()) continue;
    UsageWord each;
    each.optional = word.starts_with('[');
    each.repeats = word.find("...") != std::string_view::npos;
    for (const char c : word) {
      if (c != '[' && c != ']' && c != '.') each.text += c;
    }
    // "0..1|auto" names a range.
    if (!each.repeats && word.find("..") != std::string_view::npos) each.text = std::string(word);
    words.push_back(std::move(each));
  }
  return words;
}

bool is_placeholder(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) ||
         word.find("..") != std::string_view::npos;
}

std::string whole(std::uint64_t least, std::uint64_t most) {
  return fmt::format("a whole number from {} to {}", least, most);
}

// --- values that can be listed ---

Choices kernel_start_choices(const App&, Before before) {
  Choices all;
  if (!before.empty()) return all;
  for (const EmbeddedText& text : own_kernel_texts()) {
    std::string_view name = text.name;
    if (!name.starts_with("starts/") || !name.ends_with(".cu")) continue;
    name = name.substr(7, name.size() - 10);
    all.push_back({std::string(name), ""});
  }
  return all;
}

Choices kernel_against_choices(const App&, Before) {
  Choices all;
  for (const Algorithm& each : algorithms()) {
    if (each.family != Family::kNetwork || each.needs_bitonic_input) continue;
    all.push_back({std::string(each.id), std::string(each.title)});
  }
  all.push_back({"none", "whichever it is"});
  return all;
}

Choices kernel_finding_choices(const App& app, Before) {
  Choices all;
  const auto& kernel = part_of<Session>(app).measured.kernel;
  if (kernel == nullptr) return all;
  for (const Finding& finding : kernel->report().findings) {
    all.push_back({fmt::to_string(all.size() + 1),
                   fmt::format("{}, {}", finding_title(finding), place_text(finding))});
  }
  return all;
}

Choices algorithm_choices(const App&, Before) {
  Choices all;
  for (const Algorithm& each : algorithms())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices record_with_choices(const App& app, Before before) {
  return before.empty() ? algorithm_choices(app, before) : Choices{};
}

Choices entrant_choices(const App& app, Before before) {
  Choices all = algorithm_choices(app, before);
  for (const ContrastSort& each : contrast_sorts())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices input_choices(const App&, Before) {
  Choices all;
  for (const InputKind& each : input_kinds())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices lesson_choices(const App&, Before before) {
  Choices choices;
  if (!before.empty()) return choices;
  for (const Lesson& each : shipped_lessons()) choices.push_back({each.name, each.title});
  return choices;
}

Choices preset_choices(const App&, Before) {
  Choices all;
  for (const Preset& each : presets())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices experiment_choices(const App&, Before before) {
  if (!before.empty()) return {{"quick", "Seconds"}, {"full", "As the thesis has it"}};
  Choices all;
  for (const Experiment& each : experiments())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices view_choices(const App& app, Before before) {
  const bool pane_given =
      !before.empty() && before[0].find_first_not_of("1234") == std::string::npos;
  if (!before.empty() && !pane_given) return {};
  Choices all;
  for (const ViewKind& each : view_kinds())
    all.push_back({std::string(each.id), std::string(each.title)});
  for (std::size_t i = 1; before.empty() && part_of<Panes>(app).views.size() > 1 &&
                          i <= part_of<Panes>(app).views.size();
       ++i) {
    all.push_back({std::to_string(i), fmt::format("In pane {}", i)});
  }
  return all;
}

Choices view_count_choices(const App&, Before) {
  return {{"1", "One view"},
          {"2", "Two views"},
          {"4", "Four views"},
          {"usual", "Those that a new window has for this run"}};
}

Choices file_choices(const App& app, Before before) {
  Choices all;
  if (!before.empty()) return all;
  for (const std::string& file : part_of<Remembered>(app).recent_files)
    all.push_back({file, "Recent"});
  return all;
}

Choices engine_choices(const App&, Before) {
  return {{"auto", "CUDA where there is a device, else the CPU"}, {"cpu", "CPU"}, {"cuda", "CUDA"}};
}

Choices kernel_choices(const App& app, Before) {
  Choices all = {{"auto", "The engine's choice"}};
  if (const auto choice = choose_engine(part_of<NextRun>(app).engine_id)) {
    for (const Kernel& each : choice->engine->kernels()) {
      all.push_back({std::string(each.id), std::string(each.title)});
    }
  }
  return all;
}

Choices overlay_choices(const App&, Before) {
  Choices all = {{"none", "No kernel"}};
  for (const CudaKernel& row : cuda_kernel_table()) {
    all.push_back({std::string(row.kernel.id), std::string(row.kernel.title)});
  }
  return all;
}

Choices type_choices(const App&, Before) {
  Choices all;
  for (const KeyType type : kKeyTypes) {
    all.push_back({std::string(name_of(type)), ""});
  }
  return all;
}

Choices palette_choices(const App&, Before) {
  Choices all;
  for (const Palette& each : palettes())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

Choices display_choices(const App& app, Before) {
  Choices all;
  for (const Display& each : part_of<Surface>(app).displays()) {
    all.push_back(
        {each.name, fmt::format("Display {}: {} × {}", all.size() + 1, each.width, each.height)});
  }
  all.push_back({"auto", "Where the window is"});
  return all;
}

// Names of parameters with their present values; what may follow is free.
Choices parameter_choices(const App& app, Before before) {
  Choices all;
  if (!before.empty()) return all;
  for (const auto& [name, value] :
       parameter_texts(part_of<NextRun>(app).run.parameters.of<AksParameters>(), true)) {
    all.push_back({name, fmt::format("now {}", value)});
  }
  return all;
}

Choices sorter_choices(const App&, Before before) {
  if (!before.empty()) return {{"on", ""}, {"off", ""}};
  Choices all;
  for (const LabSorter& each : lab_sorters())
    all.push_back({std::string(each.id), std::string(each.title)});
  return all;
}

struct ChoiceRow {
  std::string_view command;
  Choices (*choices)(const App& app, Before before);
};
constexpr ChoiceRow kChoices[] = {
    {"algorithm", algorithm_choices},
    {"record-with", record_with_choices},
    {"input", input_choices},
    {"lesson", lesson_choices},
    {"preset", preset_choices},
    {"experiment", experiment_choices},
    {"view", view_choices},
    {"views", view_count_choices},
    {"open", file_choices},
    {"engine", engine_choices},
    {"kernel", kernel_choices},
    {"kernel-overlay", overlay_choices},
    {"type", type_choices},
    {"keys-as", type_choices},
    {"kernel-new", kernel_start_choices},
    {"kernel-against", kernel_against_choices},
    {"kernel-finding", kernel_finding_choices},
    {"palette", palette_choices},
    {"param", parameter_choices},
    {"race", entrant_choices},
    {"kernel-race", entrant_choices},
    {"export", view_choices},
    {"bench-sorter", sorter_choices},
    {"display", display_choices},
};

// --- limits ---

// Whole numbers that fit the recording that is shown.
std::string limits_of_run(const App& app, std::string_view command, std::string_view name,
                          Before before) {
  const Network& network = part_of<Session>(app).recording().network;
  if (name == "WIRE" || name == "PLACE") return whole(0, network.wires() - 1);
  if (command == "select-comparator" && name == "LAYER") return whole(1, network.depth());
  if (name == "LAYER" || name == "FROM" || name == "TO") return whole(0, network.depth());
  if ((name == "COMPARATOR" || name == "INDEX") && !before.empty()) {
    std::string_view text = before[0];
    auto layer = static_cast<std::uint32_t>(take_whole(text, ~0U).value_or(0));
    if (name == "INDEX" && layer > 0) --layer;
    if (layer >= network.depth()) return {};
    return whole(0, network.count(layer) - (name == "INDEX" ? 1 : 0));
  }
  if (command == "schedule-processors") return whole(1, network.wires());
  return {};
}

// What a word that is not one of a few may be.
std::string wants_of(const App& app, const Command& command, std::string_view name, Before before) {
  if (part_of<Session>(app).loaded()) {
    std::string limits = limits_of_run(app, command.id, name, before);
    if (!limits.empty()) return limits;
  }
  struct Row {
    std::string_view name;
    std::string_view wants;
  };
  static constexpr Row kWants[] = {
      {"LIST", "values with commas or blanks between them"},
      {"FILE", "a file"},
      {"PATH", "a file"},
      {"SEED", "a whole number"},
      {"N", "a whole number: 16, 2^20"},
      {"FACTOR", "a number; above 1 magnifies"},
      {"SCALE", "a number from 0.5 to 4"},
      {"SPEED", "a number from 0.05 to 256"},
      {"LAYERS", "a number: 0.5 is half a layer, -1 one layer back"},
      {"SECONDS", "seconds"},
      {"FRACTION", "a number from 0 to 1"},
      {"0..1", "a number from 0 to 1"},
      {"PERCENTILE", "a number from 0 to 100"},
      {"AZIMUTH", "an angle in degrees"},
      {"ELEVATION", "an angle in degrees, 5 to 85"},
      {"J", "a whole number"},
      {"MICROSECONDS", "microseconds"},
      {"VALUE", "a value"},
      {"STEPS", "steps: 0,3,6-10"},
      {"COLUMNS", "pictures side by side"},
      {"COMPARATORS", "0:1,2:3;0:2,1:3 with the wire of the minimum first"},
      {"WHAT", "wire 3, key 5, comparator 2 0, or several of them"},
      {"MARKS", "wrong 0110, idle 3,5 or spare 2,3,5, or several of them"},
      {"PANE", "a pane, 1 to 4"},
      {"ZOOM", "a number; above 1 magnifies"},
  };
  for (const Row& row : kWants) {
    if (row.name == name) return std::string(row.wants);
  }
  return {};
}

}  // namespace

std::optional<ArgumentQuestion> ask_argument(const App& app, const Command& command,
                                             std::span<const std::string> before) {
  std::vector<UsageWord> words = usage_words(command.arguments);
  if (words.empty()) return {};
  // "[PANE] ID": one argument alone is the last.
  if (words.size() == 2 && words[0].optional && !words[1].optional && before.empty()) {
    words[0] = words[1];
  }
  std::size_t at = before.size();
  if (at >= words.size()) {
    if (!words.back().repeats) return {};
    at = words.size() - 1;
  }
  const UsageWord& word = words[at];
  ArgumentQuestion question;
  question.optional = word.optional || (word.repeats && before.size() >= words.size());
  question.repeats = word.repeats;
  for (std::string_view rest = word.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (is_placeholder(part)) {
      const std::string wants = wants_of(app, command, part.substr(0, part.find('/')), before);
      if (question.name.empty()) question.name = part;
      if (question.wants.empty()) question.wants = wants;
    } else {
      question.choices.push_back({std::string(part), ""});
    }
  }
  if (question.name.empty()) question.name = command.title;
  for (const ChoiceRow& row : kChoices) {
    if (row.command != command.id) continue;
    Choices listed = row.choices(app, before);
    if (!listed.empty()) question.choices = std::move(listed);
  }
  return question;
}

}  // namespace sortscope
