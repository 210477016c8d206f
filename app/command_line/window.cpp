// window.cpp: `sortscope [FILES...]`.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/state/session_file.h"
#include "app/state/view.h"
#include "app/window/run.h"
#include "core/lessons/presets.h"
#include "core/pictures/palette.h"
#include "core/recordings/bitonic_input.h"

namespace sortscope {

namespace {

// "6", "6:3".
Status check_step(const std::string& step) {
  const std::size_t colon = std::min(step.find(':'), step.size());
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::string layer = step.substr(0, colon);
  const std::string comparator = colon < step.size() ? step.substr(colon + 1) : "0";
  if (is_number(layer) && is_number(comparator)) return {};
  return Error{ErrorCode::kBadUsage, fmt::format("--step '{}' is not a step.", step),
               "Write it as --step 6, or --step 6:3 for three comparators more."};
}

// Session, views, step and lines.
Status read_picture(const WindowArguments& arguments, WindowRequest& request) {
  if (!arguments.session.empty()) {
    std::string other = given_run_option(arguments.run);
    if (!arguments.preset.empty()) other = "--preset";
    if (!arguments.files.empty()) other = fmt::format("'{}'", arguments.files[0]);
    if (!other.empty()) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("a session says what is run, but {} was given too.", other),
                   "Leave one of them out."};
    }
    auto session = read_session(arguments.session);
    if (!session) return session.error();
    request.session = std::move(*session);
  }
  if (!arguments.views.empty()) {
    const std::size_t count = arguments.views.size();
    if (count != 1 && count != 2 && count != 4) {
      return Error{ErrorCode::kBadUsage, fmt::format("--view was given {} times.", count),
                   "A window shows one, two or four views."};
    }
    request.fresh = true;
    request.lines.push_back(fmt::format("views {}", count));
    for (std::size_t i = 0; i < count; ++i) {
      if (find_view_kind(arguments.views[i]) == nullptr) {
        return Error{ErrorCode::kBadUsage,
                     fmt::format("there is no view '{}'.", arguments.views[i]),
                     "`sortscope list views` lists them."};
      }
      request.lines.push_back(fmt::format("view {} {}", i + 1, arguments.views[i]));
    }
  }
  if (!arguments.step.empty()) {
    if (Status status = check_step(arguments.step); !status) return status;
    request.step = arguments.step;
    request.step_before = request.lines.size();
  }
  request.lines.insert(request.lines.end(), arguments.lines.begin(), arguments.lines.end());
  return {};
}

Result<WindowRequest> window_request(const WindowArguments& arguments) {
  for (const std::string& file : arguments.files) {
    if (file == "-") continue;
    if (access(file.c_str(), R_OK) == 0) {
      if (!looks_like_session(file)) continue;
      // Before a window opens: what is wrong with it is said on the terminal.
      if (const auto session = read_session(file); !session) return session.error();
      continue;
    }
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there is no command and no readable file '{}'.", file),
                 fmt::format("Commands are: {}.", fmt::join(arguments.commands, ", "))};
  }
  WindowRequest request;
  request.files = arguments.files;
  // A CUDA file sorts the keys that are asked for.
  const bool only_kernels = std::ranges::all_of(
      arguments.files, [](const std::string& file) { return file.ends_with(".cu"); });
  if (!only_kernels) {
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
  request.lesson = arguments.lesson;
  request.stop = arguments.stop;
  std::optional<Job> job(std::in_place);
  job->stage("Preparing");
  auto run = read_run_request(arguments.run, false, &job->progress());
  job.reset();  // from here on signals are the window's
  if (!run) return run.error();
  if (const auto algorithm = find_algorithm(run->algorithm); algorithm.ok()) {
    if (Status status = check_bitonic(*run, **algorithm); !status) return status.error();
  }
  request.run = std::move(*run);
  request.engine = arguments.run.engine.value_or("auto");
  if (Status status = read_picture(arguments, request); !status) return status.error();
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
  request.display = arguments.display;
  request.reduced_motion = arguments.reduced_motion;
  request.log = arguments.log;
  request.script = arguments.script;
  request.screenshot = arguments.screenshot;
  request.state_file = arguments.state_file;
  request.headless = arguments.headless;
  // Nothing was asked for: the person is welcomed.
  request.welcome = arguments.files.empty() && arguments.lesson.empty() &&
                    given_run_option(arguments.run).empty() && arguments.preset.empty() &&
                    !request.session && request.lines.empty() && request.step.empty() &&
                    arguments.script.empty() && arguments.screenshot.empty() &&
                    arguments.state_file.empty() && !arguments.headless;
  return request;
}

}  // namespace

int run_window_command(const WindowArguments& arguments) {
  const auto request = window_request(arguments);
  if (!request) return report_error(request.error());
  std::string called;
  const Status status = run_window(*request, &called);
  if (status && !called.empty() && !arguments.screenshot.empty())
    say_called(arguments.screenshot, called);
  return status ? 0 : report_error(status.error());
}

}  // namespace sortscope
