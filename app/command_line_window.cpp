// command_line_window.cpp: `sortscope [FILES...]`.
#include <fmt/format.h>
#include <unistd.h>

#include "app/command_line.h"
#include "app/command_line_run.h"
#include "app/window_app.h"
#include "core/bitonic_input.h"
#include "core/palette.h"
#include "core/presets.h"

namespace sortscope {

namespace {

Result<WindowRequest> window_request(const WindowArguments& arguments) {
  for (const std::string& file : arguments.files) {
    if (file == "-" || access(file.c_str(), R_OK) == 0) continue;
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there is no command and no readable file '{}'.", file),
                 "Commands are: list, record, steps, export, bench, info."};
  }
  WindowRequest request;
  request.files = arguments.files;
  if (!arguments.files.empty()) {
    for (const auto& [option, given] : {std::pair{"--keys", arguments.run.keys.has_value()},
                                        std::pair{"--n", arguments.run.n.has_value()},
                                        std::pair{"--input", arguments.run.input.has_value()},
                                        std::pair{"--seed", arguments.run.seed.has_value()}}) {
      if (!given) continue;
      return Error{ErrorCode::kBadUsage,
                   fmt::format("{} makes keys, but '{}' gives them.", option, arguments.files[0]),
                   "Leave one of them out."};
    }
  }
  if (!arguments.preset.empty()) {
    if (const auto preset = find_preset(arguments.preset); !preset) return preset.error();
    std::string other = given_run_option(arguments.run);
    if (!arguments.files.empty()) other = fmt::format("'{}'", arguments.files[0]);
    if (!other.empty() && other != "--engine") {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("a worked example has its own algorithm and keys, but {} was given "
                               "too.",
                               other),
                   "Leave one of them out."};
    }
    request.preset = arguments.preset;
  }
  auto run = read_run_request(arguments.run, false, nullptr);
  if (!run) return run.error();
  if (const auto algorithm = find_algorithm(run->algorithm); algorithm.ok()) {
    if (Status status = check_bitonic(*run, **algorithm); !status) return status.error();
  }
  request.run = std::move(*run);
  request.engine = arguments.run.engine.value_or("auto");
  if (!arguments.palette.empty()) {
    if (const auto palette = find_palette(arguments.palette); !palette) return palette.error();
  }
  request.palette = arguments.palette;
  if (!arguments.size.empty()) {
    const auto size = parse_size(arguments.size);
    if (!size) return size.error();
    request.width = size->width;
    request.height = size->height;
  }
  request.scale = arguments.scale;
  request.fullscreen = arguments.fullscreen;
  request.script = arguments.script;
  request.screenshot = arguments.screenshot;
  request.state_file = arguments.state_file;
  request.headless = arguments.headless;
  return request;
}

}  // namespace

int run_window_command(const WindowArguments& arguments) {
  const auto request = window_request(arguments);
  if (!request) return report_error(request.error());
  const Status status = run_window(*request);
  return status ? 0 : report_error(status.error());
}

}  // namespace sortscope
