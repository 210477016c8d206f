// lab.cpp: the benchmark lab: what is measured, its running, and its plot.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/commands/lab_files.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/parts/background.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/session.h"
#include "core/lab/presets.h"
#include "core/lab/text.h"
#include "core/views/plots/lab.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;
using Quantity = LabPlotOptions::Quantity;

constexpr std::string_view kGroup = "Measure";
constexpr std::uint32_t kMostRepetitions = 10'000;

bool idle(const Background& background) { return background.work == nullptr; }
bool measuring(const LabDesk& lab) { return lab.running(); }
bool has_result(const Session& session) { return session.measured.lab != nullptr; }
bool may_extend(const Background& background, const LabDesk& lab) {
  return measuring(lab) || (idle(background) && lab.shown() != nullptr);
}

Status open_bench(OverlayState& overlay, Arguments) {
  overlay.open = Overlay::kBench;
  return {};
}

Status run_bench(LabDesk& lab, Arguments) { return lab.start(false); }

Status pause_bench(LabDesk& lab, Arguments arguments) {
  const auto on = switch_argument(arguments, lab.now().paused);
  if (!on) return on.error();
  lab.pause(*on);
  return {};
}

Status cancel_bench(LabDesk& lab, Arguments) {
  lab.cancel();
  return {};
}

Status extend_bench(LabDesk& lab, Arguments arguments) {
  const auto more = whole_argument("MORE", arguments[0], 1, kMostRepetitions);
  if (!more) return more.error();
  return lab.extend(static_cast<std::uint32_t>(*more));
}

// What the person changes is no preset any more.
LabRequest& changed(LabDesk& lab) {
  lab.request.preset.clear();
  return lab.request;
}

Status choose_preset(LabDesk& lab, Arguments arguments) {
  const auto preset = find_lab_preset(arguments[0]);
  if (!preset) return preset.error();
  lab.request = (*preset)->request();
  lab.request.preset = (*preset)->id;
  return {};
}

Status choose_sorter(LabDesk& lab, Arguments arguments) {
  const auto found = find_lab_sorter(arguments[0]);
  if (!found) return found.error();
  const std::string id((*found)->id);
  auto& chosen = lab.request.sorters;
  const auto at = std::find(chosen.begin(), chosen.end(), id);
  const auto on = switch_argument(arguments.subspan(1), at != chosen.end());
  if (!on) return on.error();
  if (*on == (at != chosen.end())) return {};
  changed(lab);
  if (!*on) chosen.erase(at);
  if (*on) chosen.push_back(id);
  return {};
}

Status choose_sorters(LabDesk& lab, Arguments arguments) {
  auto list = parse_lab_sorters(arguments[0]);
  if (!list) return list.error();
  changed(lab).sorters = std::move(*list);
  return {};
}

Status choose_sizes(LabDesk& lab, Arguments arguments) {
  auto list = parse_lab_sizes(arguments[0]);
  if (!list) return list.error();
  changed(lab).sizes = std::move(*list);
  return {};
}

Status choose_types(LabDesk& lab, Arguments arguments) {
  auto list = parse_lab_types(arguments[0]);
  if (!list) return list.error();
  changed(lab).types = std::move(*list);
  return {};
}

Status choose_inputs(LabDesk& lab, Arguments arguments) {
  auto list = parse_lab_inputs(arguments[0]);
  if (!list) return list.error();
  changed(lab).inputs = std::move(*list);
  return {};
}

template <std::vector<bool> LabRequest::*member>
Status choose_both(LabDesk& lab, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kChoices = {"off", "on", "both"};
  const auto choice = choice_argument("CHOICE", arguments[0], kChoices);
  if (!choice) return choice.error();
  changed(lab).*member = *choice == 2 ? std::vector<bool>{false, true} : std::vector{*choice == 1};
  return {};
}

template <bool LabRequest::*member>
Status choose_switch(LabDesk& lab, Arguments arguments) {
  const auto on = switch_argument(arguments, lab.request.*member);
  if (!on) return on.error();
  changed(lab).*member = *on;
  return {};
}

Status choose_repetitions(LabDesk& lab, Arguments arguments) {
  const auto count = whole_argument("REPETITIONS", arguments[0], 1, kMostRepetitions);
  if (!count) return count.error();
  changed(lab).repetitions = static_cast<std::uint32_t>(*count);
  return {};
}

// --- the plot ---

Status plot_quantity(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 4> kChoices = {"time", "keys", "bytes", "ratio"};
  LabPlotOptions& plot = session.options.lab_plot;
  std::size_t chosen = (static_cast<std::size_t>(plot.quantity) + 1) % kChoices.size();
  if (!arguments.empty()) {
    const auto choice = choice_argument("QUANTITY", arguments[0], kChoices);
    if (!choice) return choice.error();
    chosen = *choice;
  }
  plot.quantity = static_cast<Quantity>(chosen);
  plot.y_from = plot.y_to = 0;
  return {};
}

Status plot_ratio_to(Session& session, Arguments arguments) {
  LabPlotOptions& plot = session.options.lab_plot;
  const std::string_view sorter = std::string_view(arguments[0]).substr(0, arguments[0].find('/'));
  if (const auto found = find_lab_sorter(sorter); !found) return found.error();
  plot.ratio_to = arguments[0];
  plot.quantity = Quantity::kRatio;
  plot.y_from = plot.y_to = 0;
  return {};
}

Status plot_toggle(Session& session, Arguments arguments) {
  auto& hidden = session.options.lab_plot.hidden;
  const auto at = std::find(hidden.begin(), hidden.end(), arguments[0]);
  const auto shown = switch_argument(arguments.subspan(1), at == hidden.end());
  if (!shown) return shown.error();
  if (*shown == (at == hidden.end())) return {};
  if (*shown) {
    hidden.erase(at);
  } else {
    hidden.push_back(arguments[0]);
  }
  return {};
}

Status plot_keys(Session& session, Arguments arguments) {
  LabPlotOptions& plot = session.options.lab_plot;
  const std::size_t count = lab_slices(*session.measured.lab).size();
  std::size_t chosen = plot.slice + 1 < count ? plot.slice + 1 : 0;
  if (!arguments.empty()) {
    const auto index = whole_argument("NUMBER", arguments[0], 1, count);
    if (!index) return index.error();
    chosen = *index - 1;
  }
  plot.slice = static_cast<std::uint32_t>(chosen);
  plot.x_from = plot.x_to = plot.y_from = plot.y_to = 0;
  plot.cell = plot.sample = -1;
  return {};
}

Status plot_range(Session& session, Arguments arguments) {
  constexpr std::array<std::string_view, 4> kNames = {"X0", "X1", "Y0", "Y1"};
  std::array<double, 4> ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto end = number_argument(kNames[i], arguments[i], -200, 200);
    if (!end) return end.error();
    ends[i] = *end;
  }
  LabPlotOptions& plot = session.options.lab_plot;
  plot.x_from = ends[0];
  plot.x_to = ends[1];
  plot.y_from = ends[2];
  plot.y_to = ends[3];
  return {};
}

Status plot_select(Session& session, Arguments arguments) {
  LabPlotOptions& plot = session.options.lab_plot;
  if (arguments[0] == "none") {
    plot.cell = plot.sample = -1;
    return {};
  }
  const auto& cells = session.measured.lab->cells;
  if (cells.empty()) return Error{ErrorCode::kWorkFailed, "nothing is measured yet.", ""};
  const auto cell = whole_argument("CELL", arguments[0], 1, cells.size());
  if (!cell) return cell.error();
  int sample = -1;
  if (arguments.size() > 1) {
    const auto index = whole_argument("SAMPLE", arguments[1], 1,
                                      std::max<std::size_t>(cells[*cell - 1].samples.size(), 1));
    if (!index) return index.error();
    sample = static_cast<int>(*index) - 1;
  }
  plot.cell = static_cast<int>(*cell) - 1;
  plot.sample = sample;
  return {};
}

bool cell_selected(const Session& session, const Background& background) {
  const auto cell = static_cast<std::size_t>(session.options.lab_plot.cell);  // none: beyond all
  return idle(background) && has_result(session) && cell < session.measured.lab->cells.size();
}

// The run of the pressed cell, recorded: the same algorithm, kernel, keys and seed.
Status record_cell(const RecordingParts& parts, Session& session, Arguments) {
  const LabResult& result = *session.measured.lab;
  const LabCase what = result.cells[static_cast<std::size_t>(session.options.lab_plot.cell)].what;
  const auto sorter = find_lab_sorter(what.sorter);
  if (!sorter) return sorter.error();
  if ((*sorter)->algorithm.empty()) {
    return Error{ErrorCode::kBadUsage, fmt::format("{} is not ours.", (*sorter)->title),
                 "Only our own algorithms write down their comparisons."};
  }
  const auto algorithm = find_algorithm(std::string((*sorter)->algorithm));
  if (!algorithm) return algorithm.error();
  if (what.n > (*algorithm)->max_keys) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} keys are more than a recording takes.", lab_size_text(what.n)),
                 "Press a point with fewer keys."};
  }
  RunRequest request;
  request.algorithm = (*sorter)->algorithm;
  request.kernel = (*sorter)->kernel;
  request.input = what.input;
  request.seed = result.request.seed;
  auto planned = plan_keys(std::move(request), **algorithm, what.type, what.n);
  if (!planned) return planned.error();
  start_recording(parts, std::move(*planned), (*sorter)->place == LabPlace::kGpu ? "cuda" : "cpu");
  return {};
}

}  // namespace

std::span<const Command> lab_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "bench",
       .title = "Benchmark: choose what to measure",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "Shift+B",
       .arguments = "",
       .keys = {shift(GLFW_KEY_B)},
       .run = open_bench},
      {.id = "bench-show",
       .title = "Show the benchmark's plot",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .run = show_bench},
      {.id = "bench-run",
       .title = "Measure what is chosen",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = idle,
       .run = run_bench},
      {.id = "bench-pause",
       .title = "Pause the measurement, or go on",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "J",
       .arguments = "[on|off]",
       .keys = {key(GLFW_KEY_J)},
       .enabled = measuring,
       .run = pause_bench,
       .when = "the lab measures (Shift+B)"},
      {.id = "bench-cancel",
       .title = "Stop the measurement, keep what there is",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = measuring,
       .run = cancel_bench,
       .when = "the lab measures (Shift+B)"},
      {.id = "bench-extend",
       .title = "More samples of everything",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "MORE",
       .keys = {},
       .enabled = may_extend,
       .run = extend_bench,
       .when = "the lab has measured (Shift+B)"},
      {.id = "bench-preset",
       .title = "Choose a preset of the benchmark",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "ID",
       .keys = {},
       .run = choose_preset},
      {.id = "bench-sorter",
       .title = "Measure a sort, or not",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "ID [on|off]",
       .keys = {},
       .run = choose_sorter},
      {.id = "bench-sorters",
       .title = "Measure these sorts: ids, ours, peers, gpu, cpu, all",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "LIST",
       .keys = {},
       .run = choose_sorters},
      {.id = "bench-sizes",
       .title = "Measure these sizes: 2^10..2^20,1000",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "LIST",
       .keys = {},
       .run = choose_sizes},
      {.id = "bench-types",
       .title = "Measure these key types: uint32,float32",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "LIST",
       .keys = {},
       .run = choose_types},
      {.id = "bench-inputs",
       .title = "Measure these kinds of input",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "LIST",
       .keys = {},
       .run = choose_inputs},
      {.id = "bench-pairs",
       .title = "Measure keys, pairs of key and payload, or both",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "off|on|both",
       .keys = {},
       .run = choose_both<&LabRequest::pairs>},
      {.id = "bench-recording",
       .title = "Measure with recording off, on, or both",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "off|on|both",
       .keys = {},
       .run = choose_both<&LabRequest::recording>},
      {.id = "bench-transfers",
       .title = "Count transfers to the GPU and back",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "[on|off]",
       .keys = {},
       .run = choose_switch<&LabRequest::transfers>},
      {.id = "bench-warm",
       .title = "Inputs warm in the cache",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "[on|off]",
       .keys = {},
       .run = choose_switch<&LabRequest::warm>},
      {.id = "bench-repetitions",
       .title = "Samples of every case",
       .group = kGroup,
       .effect = kMeasure,
       .key_text = "",
       .arguments = "REPETITIONS",
       .keys = {},
       .run = choose_repetitions},
      {.id = "lab-open",
       .title = "Open a result of the benchmark, or the last one",
       .group = kGroup,
       .effect = kReadData,
       .key_text = "",
       .arguments = "FILE|last",
       .keys = {},
       .enabled = idle,
       .run = open_lab},
      {.id = "lab-compare",
       .title = "Compare with an earlier result: slower, faster, alike",
       .group = kGroup,
       .effect = kReadData,
       .key_text = "",
       .arguments = "FILE|last|off",
       .keys = {},
       .run = compare_lab},
      {.id = "lab-save",
       .title = "Save the benchmark's data: our JSON, Google Benchmark's, CSV",
       .group = kGroup,
       .effect = kWrite,
       .key_text = "",
       .arguments = "FILE [results|google|csv]",
       .keys = {},
       .enabled = has_result,
       .run = save_lab,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-quantity",
       .title = "Plot time, throughput or a ratio",
       .group = kGroup,
       .effect = kShow,
       .key_text = "Y",
       .arguments = "[time|keys|bytes|ratio]",
       .keys = {key(GLFW_KEY_Y)},
       .enabled = has_result,
       .run = plot_quantity,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-ratio-to",
       .title = "Plot how many times as fast as a sort",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "SERIES",
       .keys = {},
       .enabled = has_result,
       .run = plot_ratio_to,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-toggle",
       .title = "Show or hide a curve of the plot",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "SERIES [on|off]",
       .keys = {},
       .enabled = has_result,
       .run = plot_toggle,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-keys",
       .title = "Plot the next type of keys or input, or the one numbered",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "[NUMBER]",
       .keys = {},
       .enabled = has_result,
       .run = plot_keys,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-range",
       .title = "Plot a part: base-2 logarithms of n and of the value",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "X0 X1 Y0 Y1",
       .keys = {},
       .enabled = has_result,
       .run = plot_range,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-select",
       .title = "Details of a case of the plot, and of a sample of it",
       .group = kGroup,
       .effect = kShow,
       .key_text = "",
       .arguments = "CELL [SAMPLE]",
       .keys = {},
       .enabled = has_result,
       .run = plot_select,
       .when = "the lab has measured (Shift+B)"},
      {.id = "plot-record",
       .title = "Record the run of the case that is selected in the plot",
       .group = kGroup,
       .effect = kOwn,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = cell_selected,
       .run = record_cell,
       .when = "a case is selected in the plot"},
  };
  return kRows;
}

}  // namespace sortscope
