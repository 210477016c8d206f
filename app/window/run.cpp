// run.cpp: the loop of the window, and scripts.
#include "app/window/run.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <optional>
#include <thread>
#include <utility>

#include "app/export/picture.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/opening.h"
#include "app/state/report.h"
#include "app/state/settings.h"
#include "app/state/text_log.h"
#include "app/surface/presenter_place.h"
#include "app/window/frame.h"
#include "app/window/presenter_text.h"
#include "core/base/output_file.h"
#include "core/base/parse_number.h"
#include "core/networks/steps.h"
#include "core/pictures/palette.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFrame_s = 1.0 / 60;
constexpr double kIdle_s = 0.25;  // how often one looks about where nothing happens

// While the lab measures: how long a frame that the person asked for waits for a sample, how often
// others come, and how often the person is listened to between them.
constexpr std::chrono::milliseconds kMostWait{50};
constexpr double kMeasuringFrame_s = 0.1;
constexpr double kListening_s = 0.02;

}  // namespace

Status draw_frame(App& app, double seconds) {
  if (Status status = prepare_frame(app); !status) return status;
  app.surface.begin_frame();
  compose_frame(app, seconds);
  const Color ground = app.look.palette->color(Role::kGround);
  const float clear[4] = {ground.r, ground.g, ground.b, 1};
  app.surface.end_frame(clear);
  for (const std::string& path : std::exchange(app.look.screenshots, {})) {
    auto image = app.surface.read_pixels();
    const auto png = image ? png_of(*image) : Result<std::string>(image.error());
    const Status written = png ? write_file(path, *png) : Status(png.error());
    if (!written) return written;
    app.notices.notify("Saved " + path + ".");
  }
  run_asked(app);
  return {};
}

Status settle(App& app) {
  app.background.wait(app);
  app.lesson->settle(app);
  app.session.settle();
  if (const std::vector<Error> errors = app.lesson->take_errors(); !errors.empty()) {
    return errors.front();
  }
  for (int i = 0; i < 3; ++i) {
    if (Status status = draw_frame(app, kFrame_s); !status) return status;
  }
  return {};
}

namespace {

// What failed in background work since it was asked last.
Status take_failure(App& app) {
  const std::optional<Error> failure = std::exchange(app.notices.failure, std::nullopt);
  return failure ? Status(*failure) : Status();
}

// Runs a line and the work that it begins, to its end.
Status run_and_wait(App& app, const std::string& line) {
  app.notices.failure.reset();
  if (Status status = run_command_line(app, line); !status) return status;
  app.background.wait(app);
  return take_failure(app);
}

Status run_script(App& app, const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    return Error{ErrorCode::kBadInput, "cannot read the script " + path + ".",
                 "Check the path and its permissions."};
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const Status status = run_and_wait(app, line);
    if (!status) {
      Error error = status.error();
      error.message = fmt::format("{}:{}: {}", path, number, error.message);
      return error;
    }
    if (app.lines.quit) break;
    if (Status drawn = settle(app); !drawn) return drawn;
  }
  return {};
}

Status open_request(App& app, const WindowRequest& request) {
  app.next.engine_id = request.engine;
  if (!request.preset.empty()) {
    if (Status status = run_command_line(app, "preset " + request.preset); !status) return status;
    app.background.wait(app);
    return {};
  }
  RunRequest run = request.run;
  if (run.keys.size() == 0) {
    const auto algorithm = find_algorithm(run.algorithm);
    if (!algorithm) return algorithm.error();
    run.input = usual_input(**algorithm);
    run.seed = kUsualSeed;
    if (Status status = generate_run_keys(run, **algorithm, kUsualType, kUsualKeys); !status) {
      return status;
    }
  }
  app.next.run = run;
  app.next.run_keys = static_cast<std::uint32_t>(run.keys.size());
  app.next.run_type = run.keys.type;
  start_recording(app, std::move(run), request.engine);
  app.background.wait(app);
  if (!app.session.loaded()) {
    const std::string why =
        app.notices.shown.empty() ? "no recording could be made." : app.notices.shown.back().text;
    return Error{ErrorCode::kWorkFailed, why, ""};
  }
  app.notices.failure.reset();
  if (request.run.keys.size() == 0) app.history->note_own_run(app.session.generation());
  for (const std::string& file : request.files) {
    if (Status status = open_path(app, file); !status) {
      // A person at a window reads it there, beside what could be opened.
      if (request.headless) return status;
      app.notices.notify(status.error().text(), true);
    }
  }
  if (request.session) {
    if (Status status = open_session(app, *request.session); !status) return status;
  }
  // What comes next means what was opened.
  if (!request.headless && !request.session && request.script.empty()) return {};
  app.background.wait(app);
  const Status opened = take_failure(app);
  return request.headless || request.session ? opened : Status();
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

// What the command line asks for beside the run.
Status show_request(App& app, const WindowRequest& request) {
  if (!request.session && !request.fresh && request.lines.empty() && request.step.empty())
    return {};
  app.background.wait(app);
  if (request.fresh) reset_picture(app);
  for (std::size_t i = 0; i <= request.lines.size(); ++i) {
    if (i == request.step_before && !request.step.empty()) {
      if (Status status = go_to_step(app, request.step); !status) return status;
    }
    if (i == request.lines.size()) break;
    const std::string& line = request.lines[i];
    if (Status status = run_and_wait(app, line); !status) {
      Error error = status.error();
      error.message = fmt::format("'{}': {}", line, error.message);
      return error;
    }
  }
  return {};
}

// Whether a frame may be drawn beside the lab's samples, which it then holds back. `answers`:
// frames that the person still waits for; they wait for a sample only so long.
bool enter_gate(SampleGate& gate, int& answers, double since_last_s) {
  if (answers > 0) {
    --answers;
    gate.begin_frame(kMostWait);
    return true;
  }
  return since_last_s >= kMeasuringFrame_s && gate.try_begin_frame();
}

// A slide that has come to fill a display sends the notes to another. `filled`: what it filled.
void keep_off_the_slide(const Surface& surface, PresenterWindow& presenter,
                        std::optional<DesktopArea>& filled) {
  const auto slide = surface.fullscreen() ? surface.stands_at() : std::nullopt;
  if (slide == filled) return;
  filled = slide;
  const auto notes = presenter.stands_at();
  if (!slide || !notes || !overlap(*slide, *notes)) return;
  const std::vector<Display> displays = surface.displays();
  if (const auto place = presenter_place(displays, *slide)) presenter.move_to(*place);
}

// The lecturer's second window: its keys count as the main window's. True where there were any.
Result<bool> attend_presenter(App& app, std::optional<DesktopArea>& filled) {
  auto& presenter = app.lesson->presenter;
  if (presenter != nullptr && !presenter->open()) presenter.reset();
  if (presenter == nullptr) return false;
  keep_off_the_slide(app.surface, *presenter, filled);
  PresenterText text = presenter_text(*app.lesson);
  if (app.look.blank) text.place += " · the screen is black (B)";
  if (Status status = presenter->show(text, *app.look.palette); !status) {
    return status.error();
  }
  const auto keys = presenter->take_keys();
  handle_keys(app, keys, false);
  return !keys.empty();
}

Status loop(App& app, StateReport& report) {
  auto last = Clock::now();
  int frames_due = 3;
  int answers = 0;
  std::optional<DesktopArea> filled;  // by the slide
  while (!app.lines.quit) {
    const bool moving = busy(app) || app.session.moving() || !app.notices.shown.empty();
    if (moving) frames_due = std::max(frames_due, 1);
    // Without motion nothing is drawn until something happens.
    const bool listening = app.lab->running() && answers == 0;
    if (!app.surface.poll(listening ? kListening_s : frames_due > 0 ? 0 : kIdle_s)) break;
    const auto keys = app.surface.take_keys();
    for (const std::string& path : app.surface.take_dropped_files()) {
      if (Status opened = open_path(app, path); !opened)
        app.notices.notify(opened.error().text(), true);
    }
    // What a frame shows may change what the next one shows.
    if (app.surface.take_activity() || !keys.empty()) frames_due = answers = 3;
    if (app.lesson->reload_if_changed(app)) frames_due = 3;
    const auto presented = attend_presenter(app, filled);
    if (!presented) return presented.error();
    if (*presented) frames_due = answers = 3;
    const auto now = Clock::now();
    std::optional<GatedFrame> gated;
    if (SampleGate* gate = app.lab->gate()) {
      // Keys are not lost: they come with the frame that they wait for.
      if (!enter_gate(*gate, answers, std::chrono::duration<double>(now - last).count())) continue;
      gated.emplace(gate);
    }
    // A pause is not playback time.
    const double seconds = std::min(std::chrono::duration<double>(now - last).count(), 0.1);
    if (frames_due == 0) {
      last = now;
      if (Status status = report.update(app, true); !status) return status;
      continue;
    }
    last = now;
    --frames_due;
    handle_keys(app, keys, ImGui::GetIO().WantTextInput);
    if (Status status = draw_frame(app, seconds); !status) return status;
    if (gated) app.surface.finish();
    gated.reset();
    if (Status status = report.update(app, false); !status) return status;
    // The swap waits for the display where it can; software displays do not.
    const double spent_s = std::chrono::duration<double>(Clock::now() - now).count();
    if (spent_s < kFrame_s - 0.002) {
      std::this_thread::sleep_for(std::chrono::duration<double>(kFrame_s - 0.002 - spent_s));
    }
  }
  return {};
}

}  // namespace

Status run_window(const WindowRequest& request) {
  int width = 1440;
  int height = 900;
  std::unique_ptr<Surface> surface;
  if (request.headless) {
    auto made = make_headless_surface(request.width > 0 ? request.width : 1280,
                                      request.height > 0 ? request.height : 720, 1);
    if (!made) return made.error();
    surface = std::move(*made);
  } else {
    load_window_size(width, height);
    fit_to_display(width, height);
    auto made =
        make_window_surface(request.width > 0 ? request.width : width,
                            request.height > 0 ? request.height : height, request.fullscreen);
    if (!made) return made.error();
    surface = std::move(*made);
  }
  App app(*surface);
  if (!request.headless) {
    const Status loaded = load_settings(app);
    if (!loaded) app.notices.notify(loaded.error().text(), true);
  }
  if (!request.palette.empty()) {
    auto palette = find_palette(request.palette);
    if (!palette) return palette.error();
    app.look.palette = *palette;
  }
  if (request.scale > 0) app.look.user_scale = request.scale;
  if (request.reduced_motion) app.session.set_reduced_motion(true);
  if (!request.display.empty()) {
    if (Status status = run_command_line(app, "display " + quoted_word(request.display)); !status) {
      return status;
    }
  }
  if (!request.log.empty()) {
    if (Status status = app.text_log->open(request.log); !status) return status;
  }
  if (Status status = open_request(app, request); !status) return status;
  if (Status status = show_request(app, request); !status) return status;
  if (request.welcome && app.remembered.welcome_at_start) app.overlay.open = Overlay::kWelcome;
  if (!request.lesson.empty()) {
    const std::string line = fmt::format("lesson {} {}", quoted_word(request.lesson), request.stop);
    if (Status status = run_command_line(app, line); !status) return status;
  }
  if (!request.script.empty()) {
    if (Status status = run_script(app, request.script); !status) return status;
  }
  StateReport report(request.state_file);
  Status result;
  if (!request.screenshot.empty()) {
    app.look.screenshots.push_back(request.screenshot);
    result = settle(app);
  } else if (request.headless) {
    result = settle(app);
  } else if (!app.lines.quit) {
    result = loop(app, report);
  }
  if (result) result = report.update(app, true);
  const Status saved = save_settings(app);
  return result ? saved : result;
}

}  // namespace sortscope
