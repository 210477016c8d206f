// list.cpp: `sortscope list`: the tables of the program, for people and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/command_line/command_line.h"
#include "app/commands/examples.h"
#include "app/engines/engines.h"
#include "app/state/command_table.h"
#include "core/algorithms/algorithm.h"
#include "core/keys/inputs.h"
#include "core/lab/experiments/experiment.h"
#include "core/lessons/lesson.h"
#include "core/lessons/presets.h"
#include "core/networks/formats/format.h"
#include "core/pictures/palette.h"
#include "core/recordings/families.h"
#include "core/scenes/layout.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

using Json = nlohmann::ordered_json;

Json parameter_rows(const Algorithm& algorithm) {
  Json rows = Json::array();
  const NamedParameters* named = family_of(algorithm).parameters;
  if (named == nullptr) return rows;
  for (const ParameterHelp& help : named->help()) {
    rows.push_back({{"name", help.name}, {"values", help.values}, {"summary", help.summary}});
  }
  return rows;
}

Json algorithm_rows() {
  Json rows = Json::array();
  for (const Algorithm& a : algorithms()) {
    rows.push_back({{"id", a.id},
                    {"title", a.title},
                    {"summary", a.summary},
                    {"source", a.source},
                    {"version", a.version},
                    {"pads", a.pads},
                    {"needs_bitonic_input", a.needs_bitonic_input},
                    {"max_keys", a.max_keys},
                    {"parameters", parameter_rows(a)}});
  }
  return rows;
}

Json input_rows() {
  Json rows = Json::array();
  for (const InputKind& kind : input_kinds()) {
    rows.push_back({{"id", kind.id},
                    {"title", kind.title},
                    {"summary", kind.summary},
                    {"uses_seed", kind.uses_seed}});
  }
  return rows;
}

Json view_rows() {
  Json rows = Json::array();
  for (const Layout& layout : layouts()) {
    rows.push_back({{"id", layout.id},
                    {"title", layout.title},
                    {"summary", layout.summary},
                    {"max_wires", layout.max_wires == 0 ? Json() : Json(layout.max_wires)}});
  }
  return rows;
}

Json palette_rows() {
  Json rows = Json::array();
  for (const Palette& palette : palettes()) {
    rows.push_back({{"id", palette.id},
                    {"title", palette.title},
                    {"summary", palette.summary},
                    {"dark", palette.dark}});
  }
  return rows;
}

Json engine_rows() {
  Json rows = Json::array();
  for (const std::string_view id : {"cpu", "cuda"}) {
    const auto choice = choose_engine(id);
    Json row = {{"id", id}, {"title", id == "cpu" ? "CPU" : "CUDA"}};
    row["available"] = choice.ok();
    row["summary"] =
        choice ? choice->engine->description() : "not available: " + choice.error().message;
    rows.push_back(row);
  }
  return rows;
}

Json kernel_rows() {
  Json rows = Json::array();
  for (const std::string_view id : {"cpu", "cuda"}) {
    const auto choice = choose_engine(id);
    if (!choice) continue;
    for (const Kernel& kernel : choice->engine->kernels()) {
      rows.push_back({{"id", kernel.id},
                      {"engine", id},
                      {"title", kernel.title},
                      {"summary", kernel.summary},
                      {"xor_schedule_only", kernel.xor_schedule_only},
                      {"max_wires", kernel.max_wires == 0 ? Json() : Json(kernel.max_wires)}});
    }
  }
  return rows;
}

Json preset_rows() {
  Json rows = Json::array();
  for (const Preset& preset : presets()) {
    Json parameters = Json::object();
    for (const auto& [name, value] : preset.parameters) parameters[std::string(name)] = value;
    rows.push_back({{"id", preset.id},
                    {"title", preset.title},
                    {"summary", preset.shows},
                    {"algorithm", preset.algorithm},
                    {"keys", preset.keys},
                    {"generated", preset.generated},
                    {"parameters", parameters},
                    {"view", preset.view.empty() ? Json() : Json(preset.view)}});
  }
  return rows;
}

Json experiment_rows() {
  Json rows = Json::array();
  for (const Experiment& experiment : experiments()) {
    rows.push_back({{"id", experiment.id},
                    {"title", experiment.title},
                    {"summary", experiment.summary},
                    {"source", experiment.source},
                    {"published", experiment.published},
                    {"sizes", experiment.sizes.empty() ? Json() : Json(experiment.sizes)}});
  }
  return rows;
}

Json lesson_rows() {
  Json rows = Json::array();
  for (const Lesson& lesson : shipped_lessons()) {
    rows.push_back({{"id", lesson.name},
                    {"title", lesson.title},
                    {"summary", lesson.summary},
                    {"minutes", lesson.minutes},
                    {"stops", lesson.stops.size()}});
  }
  return rows;
}

Json format_rows() {
  Json rows = Json::array();
  for (const NetworkFormat& format : network_formats()) {
    rows.push_back({{"id", format.id},
                    {"title", format.title},
                    {"summary", format.example},
                    {"ending", format.ending},
                    {"keeps_layers", format.keeps_layers},
                    {"keeps_wires", format.keeps_wires},
                    {"keeps_directions", format.keeps_directions}});
  }
  return rows;
}

// What a line of a script, the palette or the help overlay can say.
Json command_rows() {
  Json rows = Json::array();
  for (const Command& command : commands()) {
    rows.push_back({{"id", command.id},
                    {"arguments", command.arguments},
                    {"keys", key_names(command)},
                    {"group", command.group},
                    {"effect", effect_word(command.effect)},
                    {"example", command_example(command.id)},
                    {"title", command.title}});
  }
  return rows;
}

struct Section {
  std::string_view name;
  std::string_view title;
  Json (*rows)();
};
constexpr Section kSections[] = {
    {"algorithms", "Algorithms (--algorithm)", algorithm_rows},
    {"inputs", "Generated keys (--input)", input_rows},
    {"views", "Views (--view)", view_rows},
    {"palettes", "Palettes (--palette)", palette_rows},
    {"engines", "Engines (--engine)", engine_rows},
    {"kernels", "Kernels (--kernel)", kernel_rows},
    {"presets", "Worked examples (--preset)", preset_rows},
    {"experiments", "Experiments of the AKS thesis (sortscope experiment ID)", experiment_rows},
    {"lessons", "Lessons (--lesson)", lesson_rows},
    {"formats", "Formats of networks (sortscope network --format)", format_rows},
    {"commands", "Commands of the window (a line of --script or --do, Ctrl+Shift+P)", command_rows},
};

// One line a command, under the headings of the help overlay.
std::string text_of_commands(const Section& section, const Json& rows) {
  std::vector<std::string> groups;
  for (const Json& row : rows) {
    const auto group = row["group"].get<std::string>();
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  std::string text = fmt::format("{}\n", section.title);
  for (const std::string& group : groups) {
    text += fmt::format("  {}\n", group);
    for (const Json& row : rows) {
      if (row["group"] != group) continue;
      const std::string call =
          row["id"].get<std::string>() + " " + row["arguments"].get<std::string>();
      std::string keys;
      for (const Json& key : row["keys"])
        keys += (keys.empty() ? " [" : ", ") + key.get<std::string>();
      text += fmt::format("    {:<40} {}.{}\n", call, row["title"].get<std::string>(),
                          keys.empty() ? keys : keys + "]");
      if (const auto example = row["example"].get<std::string>(); example != row["id"]) {
        text += fmt::format("    {:<40}   {}\n", "", example);
      }
    }
  }
  return text;
}

std::string text_of(const Section& section, const Json& rows) {
  if (section.name == "commands") return text_of_commands(section, rows);
  std::string text = fmt::format("{}\n", section.title);
  std::size_t width = 0;
  for (const Json& row : rows)
    width = std::max(width, row["id"].get_ref<const std::string&>().size());
  for (const Json& row : rows) {
    std::string line = row["title"].get<std::string>();
    if (row.contains("engine")) line = row["engine"].get<std::string>() + ": " + line;
    const std::string summary = row["summary"].get<std::string>();
    text += fmt::format("  {:<{}}  {}{}{}\n", row["id"].get<std::string>(), width, line,
                        line.ends_with('.') ? " " : ". ", summary);
  }
  if (section.name == "kernels" && !cuda_status().available) {
    text += fmt::format("  CUDA kernels are not offered here: {}\n", cuda_status().reason);
  }
  return text;
}

}  // namespace

int run_list_command(const ListArguments& arguments) {
  Json all = Json::object();
  std::string text;
  for (const Section& section : kSections) {
    if (!arguments.what.empty() && arguments.what != section.name) continue;
    const Json rows = section.rows();
    if (arguments.json) {
      all[std::string(section.name)] = rows;
      continue;
    }
    if (!text.empty()) text += '\n';
    text += text_of(section, rows);
  }
  if (arguments.json) {
    text = (arguments.what.empty() ? all : all[arguments.what])
               .dump(2, ' ', false, Json::error_handler_t::replace) +
           "\n";
  }
  // fmt::print throws where it cannot write; finish_output() says why.
  (void)std::fwrite(text.data(), 1, text.size(), stdout);
  return finish_output();
}

}  // namespace sortscope
