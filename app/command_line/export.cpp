// export.cpp: `sortscope export`.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/export/film.h"
#include "app/export/picture.h"
#include "app/export/view.h"
#include "app/state/view.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/base/parse_number.h"
#include "core/engines/plans/kernels.h"
#include "core/engines/sort_trace_json.h"
#include "core/lab/files.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"
#include "core/scenes/layout.h"
#include "core/views/plots/lab.h"

namespace sortscope {

namespace {

constexpr double kSlowestRate = 0.1;
constexpr double kFastestRate = 240;
constexpr double kNearest = 1e7;

Error bad_usage(std::string message, std::string hint = "") {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

// One of them: the command line is read with that check.
FarContrast contrast_of(const ExportArguments& arguments) {
  const auto found = std::find(kFarContrasts.begin(), kFarContrasts.end(), arguments.contrast);
  return static_cast<FarContrast>(found - kFarContrasts.begin());
}

LayoutOptions layout_options(const ExportArguments& arguments) {
  LayoutOptions options;
  options.padding = arguments.hide_padding ? PaddingStyle::kHidden : PaddingStyle::kGhost;
  options.network.equal_layer_widths = arguments.equal_layers;
  options.network.arrows = !arguments.no_arrows;
  options.network.min_max_row = arguments.min_max;
  options.network.contrast = contrast_of(arguments);
  options.kernel.overlay = arguments.overlay;
  return options;
}

// "8,0.5,0.25"; nothing where it names no place.
std::optional<HistoryCamera> camera_of(std::string_view text) {
  std::array<double, 3> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t comma = i + 1 < values.size() ? text.find(',') : text.size();
    if (comma == std::string_view::npos) return {};
    std::uint64_t raw = 0;
    if (parse_number(KeyType::kFloat64, text.substr(0, comma), raw) != NumberFault::kNone)
      return {};
    values[i] = std::bit_cast<double>(raw);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  const auto [zoom, x, y] = values;
  const bool place = zoom >= 1 && zoom <= kNearest && x >= 0 && x <= 1 && y >= 0 && y <= 1;
  return place ? std::optional<HistoryCamera>({zoom, x, y}) : std::nullopt;
}

// What is wrong with the options before anything runs.
Status check_options(const ExportArguments& arguments, ExportFormat format) {
  if (!arguments.results.empty() && arguments.view != "plots") {
    return bad_usage(fmt::format("--results is for the view plots, not '{}'.", arguments.view),
                     "Write --view plots.");
  }
  if (!arguments.overlay.empty()) {
    if (const auto kernel = find_cuda_kernel(arguments.overlay); !kernel) return kernel.error();
  }
  if (arguments.camera) {
    if (arguments.view != "network" && arguments.view != "history") {
      return bad_usage(
          fmt::format("--camera is for the views network and history, not '{}'.", arguments.view));
    }
    if (!camera_of(*arguments.camera)) {
      return bad_usage(
          fmt::format("--camera {} is not a place in the run.", *arguments.camera),
          "Write ZOOM,X,Y: magnified 1 to 10,000,000 times, the middle as shares, 0 to 1.");
    }
  }
  if (is_film(format)) {
    if (arguments.step) {
      return bad_usage("--step is for pictures.", "Films take --from A and --to B.");
    }
    if (arguments.fps && !(*arguments.fps >= kSlowestRate && *arguments.fps <= kFastestRate)) {
      return bad_usage(fmt::format("--fps {} is not from {} to {}.", *arguments.fps, kSlowestRate,
                                   kFastestRate));
    }
    const double seconds = arguments.seconds_per_step.value_or(1);
    if (!(seconds > 0 && seconds <= 3600)) {
      return bad_usage(
          fmt::format("--seconds-per-step {} is not above 0 and up to 3600.", seconds));
    }
    return {};
  }
  for (const auto& [option, given] :
       {std::pair{"--from", arguments.from.has_value()},
        std::pair{"--to", arguments.to.has_value()}, std::pair{"--fps", arguments.fps.has_value()},
        std::pair{"--seconds-per-step", arguments.seconds_per_step.has_value()}}) {
    if (given) {
      return bad_usage(fmt::format("{} is for films (.mp4, .gif).", option),
                       "Pictures take --step S.");
    }
  }
  return {};
}

Status check_steps(const ExportArguments& arguments, std::uint32_t steps) {
  for (const auto& [option, value] :
       {std::pair{"--step", arguments.step}, std::pair{"--from", arguments.from},
        std::pair{"--to", arguments.to}}) {
    if (value && *value > steps) {
      return bad_usage(fmt::format("{} {}: this run has steps 0 to {}.", option, *value, steps));
    }
  }
  if (arguments.from.value_or(0) > arguments.to.value_or(steps)) {
    return bad_usage(fmt::format("--from {} is after --to {}.", *arguments.from, *arguments.to));
  }
  return {};
}

// OpenGL, with the window's own code; cairo where there is no OpenGL, and for pictures that the
// window does not show as views.
Result<std::unique_ptr<ViewRenderer>> renderer_for(
    const std::shared_ptr<const Recording>& recording, const std::string& view) {
  if (find_view_kind(view) == nullptr) return make_picture_renderer(recording);
  auto renderer = make_view_renderer(recording);
  if (renderer || renderer.error().code != ErrorCode::kUnavailable) return renderer;
  say("Drawing without OpenGL: {}\n", renderer.error().message);
  return make_picture_renderer(recording);
}

FilmPlan plan_film(const ExportArguments& arguments, ExportFormat format, std::uint32_t steps) {
  FilmPlan plan;
  plan.from = arguments.from.value_or(0);
  plan.to = arguments.to.value_or(steps);
  plan.whole_layers = arguments.parallel;
  plan.seconds_per_step = arguments.seconds_per_step.value_or(1);
  plan.fps = arguments.fps.value_or(format == ExportFormat::kGif ? 25 : 30);
  const FilmPlan written =
      as_written(plan, format == ExportFormat::kGif ? FilmFormat::kGif : FilmFormat::kMp4);
  if (std::abs(written.fps - plan.fps) > 1e-9) {
    say("GIF has no {} frames a second: taking {:.4g}, {} hundredths a frame.\n", plan.fps,
        written.fps, gif_delay(plan.fps));
  }
  return written;
}

// What the plots show: a result of the benchmark, if one was named.
Status take_results(const ExportArguments& arguments, LayoutOptions& options, Measured& results) {
  if (arguments.results.empty()) {
    if (arguments.compare.empty()) return {};
    return bad_usage("--compare has nothing to compare.",
                     "Name a result with --results FILE.json.");
  }
  auto result = read_lab_result(arguments.results);
  if (!result) return result.error();
  results.lab = std::make_shared<const LabResult>(std::move(*result));
  constexpr std::string_view kQuantities[] = {"time", "keys", "bytes", "ratio"};
  for (std::size_t i = 0; i < std::size(kQuantities); ++i) {
    if (arguments.quantity != kQuantities[i]) continue;
    options.lab_plot.quantity = static_cast<LabPlotOptions::Quantity>(i);
  }
  if (!arguments.ratio_to.empty()) {
    const auto measured = [&](const LabCell& cell) {
      return cell.what.sorter == arguments.ratio_to && cell.state == LabState::kMeasured;
    };
    if (std::none_of(results.lab->cells.begin(), results.lab->cells.end(), measured)) {
      return bad_usage(
          fmt::format("{} was not measured in {}.", arguments.ratio_to, arguments.results),
          "Name one of its algorithms with --ratio-to.");
    }
    options.lab_plot.ratio_to = arguments.ratio_to;
  }
  if (arguments.compare.empty()) return {};
  auto before = read_lab_result(arguments.compare);
  if (!before) return before.error();
  results.lab_before =
      compare_with(std::make_shared<const LabResult>(std::move(*before)), *results.lab);
  return {};
}

// A result of the benchmark needs no run: any will do.
RunArguments run_of(const ExportArguments& arguments) {
  RunArguments run = arguments.run;
  if (arguments.results.empty() || !run.file.empty() || !given_run_option(run).empty()) return run;
  run.algorithm = "bitonic";
  run.n = "16";
  return run;
}

Status export_run(const ExportArguments& arguments, ExportFormat format, Job& job) {
  const OutputName name(arguments.out);
  const auto layout = find_layout(arguments.view);
  if (!layout) return layout.error();
  ViewRequest request;
  request.options = layout_options(arguments);
  if (Status status = take_results(arguments, request.options, request.measured); !status) {
    return status;
  }
  const std::string by_default = is_vector(format) ? "light" : "dark";
  const auto palette = find_palette(arguments.palette.value_or(by_default));
  if (!palette) return palette.error();
  const auto made = open_or_make_recording(run_of(arguments), job);
  if (!made) return made.error();
  const auto& recording = *made;
  const Network& network = recording->network;
  const std::uint32_t steps = arguments.parallel ? network.depth() : step_count(network);
  if (Status status = check_steps(arguments, steps); !status) return status;

  request.view = arguments.view;
  request.palette = *palette;
  request.scale = arguments.scale;
  if (arguments.camera) request.camera = camera_of(*arguments.camera);
  const std::uint32_t step = arguments.step.value_or(steps);
  request.cursor = arguments.parallel ? Cursor{step, 0} : cursor_of_step(network, step);
  if (!arguments.trace.empty()) {
    auto trace = read_trace_file(arguments.trace);
    if (!trace) return trace.error();
    request.measured.trace = std::make_shared<const SortTrace>(std::move(*trace));
  }
  std::optional<PixelSize> wanted;
  if (arguments.size) {
    const auto given = parse_size(*arguments.size);
    if (!given) return given.error();
    wanted = *given;
  }
  const auto size = export_size(*recording, request, format, wanted);
  if (!size) return size.error();
  request.width = size->width;
  request.height = size->height;

  job.stage("Drawing " + arguments.out);
  std::unique_ptr<ViewRenderer> renderer;
  if (!is_vector(format)) {
    auto made_renderer = renderer_for(recording, arguments.view);
    if (!made_renderer) return made_renderer.error();
    renderer = std::move(*made_renderer);
  }
  FilmPlan film;
  if (is_film(format)) film = plan_film(arguments, format, steps);
  std::string called;
  const Status written =
      export_view(recording, renderer.get(), request, format, film, name, &job.progress(), &called);
  if (!written) return written;
  say_called(name.path, called);
  if (is_film(format)) {
    const auto frames = film.frames();
    say("{}: steps {} to {}, {} frames, {} a step, {:.4g} s\n", called, film.from, film.to,
        grouped_number(frames), film.frames_per_step(), static_cast<double>(frames) / film.fps);
  }
  return check_again(*recording);
}

}  // namespace

int run_export_command(const ExportArguments& arguments) {
  const auto format = export_format(arguments.out);
  if (!format) return report_error(format.error());
  if (const Status status = check_options(arguments, *format); !status) {
    return report_error(status.error());
  }
  Job job;
  const Status status = export_run(arguments, *format, job);
  return status ? 0 : report_error(status.error());
}

}  // namespace sortscope
