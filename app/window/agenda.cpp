// agenda.cpp: opens and shows, one thing after the other.
#include "app/window/agenda.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/opening.h"
#include "app/state/session_file.h"
#include "app/widgets/widgets.h"
#include "app/window/run.h"
#include "core/base/parse_number.h"
#include "core/keys/inputs.h"
#include "core/networks/steps.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

// The run that the window opens with where nothing else is asked for. Errors: kBadUsage.
Result<RunRequest> usual_request(RunRequest run) {
  const auto algorithm = find_algorithm(run.algorithm);
  if (!algorithm) return algorithm.error();
  run.input = usual_input(**algorithm);
  run.seed = kUsualSeed;
  if (Status status = generate_run_keys(run, **algorithm, kUsualType, kUsualKeys); !status) {
    return status.error();
  }
  return run;
}

Status begin_run(App& app, const WindowRequest& request) {
  app.next.engine_id = request.engine;
  if (!request.preset.empty()) return run_command_line(app, "preset " + request.preset);
  auto run =
      request.run.keys.size() == 0 ? usual_request(request.run) : Result<RunRequest>(request.run);
  if (!run) return run.error();
  app.next.run = *run;
  app.next.run_keys = static_cast<std::uint32_t>(run->keys.size());
  app.next.run_type = run->keys.type;
  start_recording(app, std::move(*run), request.engine);
  return {};
}

Status check_run(App& app) {
  if (app.session.loaded()) {
    app.notices.failure.reset();
    return {};
  }
  const std::string why =
      app.notices.shown.empty() ? "no recording could be made." : app.notices.shown.back().text;
  return Error{ErrorCode::kWorkFailed, why, ""};
}

// To a step as all subcommands count them, "6", or "6:3": and three comparators.
Status go_to_step(App& app, const std::string& text) {
  const auto bad = [&](const std::string& why) {
    return Error{ErrorCode::kBadUsage, fmt::format("--step {}: {}", text, why), ""};
  };
  std::string_view rest = text;
  const auto step = take_whole(rest, std::numeric_limits<std::uint32_t>::max());
  const auto more =
      rest.starts_with(':') ? parse_whole(rest.substr(1)) : std::optional<std::uint64_t>(0);
  const Network& network = app.session.recording().network;
  const std::uint32_t steps = step_count(network);
  if (!step || *step > steps) return bad(fmt::format("this run has steps 0 to {}.", steps));
  Cursor cursor = cursor_of_step(network, static_cast<std::uint32_t>(*step));
  const std::uint64_t left =
      cursor.layer < network.depth() ? network.count(cursor.layer) - cursor.comparator : 0;
  if (!more || *more > left) return bad(fmt::format("{} comparators follow in that layer.", left));
  cursor.comparator += static_cast<std::uint32_t>(*more);
  if (left > 0 && *more == left) cursor = {cursor.layer + 1, 0};
  app.session.seek(cursor);
  return {};
}

Status run_script(App& app, const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return Error{ErrorCode::kBadInput, "cannot read the script " + path + ".",
                 "Check the path and its permissions."};
  }
  const auto run = [&](const std::string& line) -> Status {
    app.notices.failure.reset();
    if (Status status = run_command_line(app, line); !status) return status;
    app.background.wait(app);
    return take_failure(app);
  };
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    Status status = run(line);
    const bool drawn = status.ok() && !app.lines.quit;
    // Pictures of the window are written with its frames.
    if (drawn) status = settle(app);
    if (drawn && status) status = take_failure(app);
    if (!status) {
      Error error = status.error();
      error.message = fmt::format("{}:{}: {}", path, number, error.message);
      return error;
    }
    if (app.lines.quit) break;
  }
  return {};
}

void plan_line(Agenda& agenda, const std::string& line) {
  const auto named = [line](const Status& status) -> Status {
    if (status) return {};
    Error error = status.error();
    error.message = fmt::format("'{}': {}", line, error.message);
    return error;
  };
  agenda.add([line, named](App& app) {
    app.notices.failure.reset();
    return named(run_command_line(app, line));
  });
  agenda.add([named](App& app) { return named(take_failure(app)); });
}

// Files and session of the command line: what is wrong with one ends a program without a window.
void plan_opening(Agenda& agenda, const WindowRequest& request) {
  if (!request.headless) {
    plan_files(agenda, request.files);
  } else {
    for (const std::string& file : request.files) {
      agenda.add([file](App& app) { return open_path(app, file); });
      agenda.add(take_failure);
    }
  }
  if (!request.session) return;
  agenda.add([&request](App& app) {
    app.notices.failure.reset();
    return open_session(app, *request.session);
  });
  agenda.add(take_failure);
}

}  // namespace

Status take_failure(App& app) {
  const std::optional<Error> failure = std::exchange(app.notices.failure, std::nullopt);
  return failure ? Status(*failure) : Status();
}

Status Agenda::go_on(App& app) {
  while (true) {
    if (app.background.work) {
      cancelled_ = cancelled_ || (working_ && app.background.work->progress.cancelled());
      return {};
    }
    working_ = false;
    if (std::exchange(cancelled_, false)) {
      items_.clear();
      if (!app.session.loaded()) {
        auto usual = usual_request({});
        if (!usual) return usual.error();
        app.notices.notify(fmt::format("A run of {} keys is shown in its place.", kUsualKeys));
        start_recording(app, std::move(*usual), "auto");
      }
    }
    if (items_.empty()) return {};
    const Item item = std::move(items_.front());
    items_.pop_front();
    if (Status status = item(app); !status) return status;
    working_ = app.background.work != nullptr;
  }
}

Status Agenda::go_on_until(App& app, std::chrono::steady_clock::time_point end) {
  while (true) {
    if (Status status = go_on(app); !status) return status;
    if (!app.background.work) return {};
    if (app.background.work->result.wait_until(end) != std::future_status::ready) return {};
    app.background.collect(app);
  }
}

Status Agenda::finish(App& app) {
  while (true) {
    if (Status status = go_on(app); !status) return status;
    if (!app.background.work) return {};
    app.background.wait(app);
  }
}

void plan_files(Agenda& agenda, const std::vector<std::string>& files) {
  const auto opened = std::make_shared<std::size_t>(0);
  for (const std::string& file : files) {
    agenda.add([file](App& app) -> Status {
      app.notices.failure.reset();
      if (const Status status = open_path(app, file); !status) app.notices.fail(status.error());
      return {};
    });
    agenda.add([opened](App& app) -> Status {
      if (take_failure(app)) ++*opened;
      return {};
    });
  }
  if (files.size() < 2) return;
  agenda.add([opened, count = files.size()](App& app) -> Status {
    if (*opened < 2) return {};
    app.notices.notify(
        fmt::format("{} of {} files were opened, one after the other. The last one is shown; "
                    "{} goes back to the others.",
                    *opened, count, key_for("back")));
    return {};
  });
}

void plan_start(Agenda& agenda, const WindowRequest& request) {
  agenda.add([&request](App& app) { return begin_run(app, request); });
  agenda.add([own = request.preset.empty() && request.run.keys.size() == 0](App& app) {
    const Status status = check_run(app);
    if (status && own) app.history->note_own_run(app.session.generation());
    return status;
  });
  plan_opening(agenda, request);
  if (request.fresh) {
    agenda.add([](App& app) -> Status {
      reset_picture(app.session, app.panes, app.look);
      return {};
    });
  }
  for (std::size_t i = 0; i <= request.lines.size(); ++i) {
    if (i == request.step_before && !request.step.empty()) {
      agenda.add([&request](App& app) { return go_to_step(app, request.step); });
    }
    if (i < request.lines.size()) plan_line(agenda, request.lines[i]);
  }
  if (request.welcome) {
    agenda.add([](App& app) -> Status {
      if (app.remembered.welcome_at_start && app.overlay.open == Overlay::kNone) {
        app.overlay.open = Overlay::kWelcome;
      }
      return {};
    });
  }
  if (!request.lesson.empty()) {
    agenda.add([&request](App& app) {
      return run_command_line(
          app, fmt::format("lesson {} {}", quoted_word(request.lesson), request.stop));
    });
  }
  if (!request.script.empty()) {
    agenda.add([&request](App& app) { return run_script(app, request.script); });
  }
}

}  // namespace sortscope
