// run.cpp: the loop of the window, and scripts.
#include "app/window/run.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/commands/kernel_work.h"
#include "app/export/picture.h"
#include "app/painters/theme.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/key_bindings.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/quiz.h"
#include "app/state/report.h"
#include "app/state/settings.h"
#include "app/state/text_log.h"
#include "app/surface/gl_context.h"
#include "app/surface/presenter_place.h"
#include "app/window/agenda.h"
#include "app/window/autosave.h"
#include "app/window/frame.h"
#include "app/window/presenter_text.h"
#include "app/window/script_signals.h"
#include "core/base/numbered_file.h"
#include "core/base/output_file.h"
#include "core/pictures/palette.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFrame_s = 1.0 / 60;
constexpr double kWorkFrame_s = 0.05;  // where only its progress changes: frames would slow it down
constexpr double kIdle_s = 0.25;       // how often one looks about where nothing happens

// While the lab measures: how long a frame that the person asked for waits for a sample, how often
// others come, and how often the person is listened to between them.
constexpr std::chrono::milliseconds kMostWait{50};
constexpr double kMeasuringFrame_s = 0.1;
constexpr double kListening_s = 0.02;
constexpr double kBeside_s = 0.05;  // how often where something goes on that nobody waits for

// Seeks that take longer would be felt as a stop of the window.
constexpr std::uint64_t kFarSeekNs = 30'000'000;

// What is opened within this time is not preceded by an empty window.
constexpr std::chrono::milliseconds kSoonOpen{300};
constexpr std::chrono::milliseconds kStays{500};  // longer, a window is no more on its way

// The picture of the last frame. Without a path it gets a name that nothing has yet. What it was
// called.
Result<std::string> write_screenshot(Surface& surface, const OutputName& name) {
  const auto image = surface.read_pixels();
  if (!image) return image.error();
  const auto png = png_of(*image);
  if (!png) return png.error();
  if (name.path.empty()) {
    std::error_code failure;
    const auto stem = std::filesystem::absolute("sortscope", failure);
    return write_numbered_file(failure ? "sortscope" : stem.string(), ".png", *png);
  }
  std::string called;
  if (Status status = write_output(name, *png, &called); !status) return status.error();
  return called;
}

}  // namespace

Status draw_frame(App& app, double seconds, bool* drawn) {
  const Result<bool> in_time = prepare_in_time(app);
  if (drawn != nullptr) *drawn = in_time && *in_time;
  if (!in_time) return in_time.error();
  if (!*in_time) return {};
  app.surface.begin_frame();
  compose_frame(app, seconds);
  // A picture is taken once its letters are there.
  const bool whole = !letters_pending();
  if (whole && !app.look.screenshots.empty()) app.surface.keep_frame();
  const Color ground = app.look.palette->color(Role::kGround);
  const float clear[4] = {ground.r, ground.g, ground.b, 1};
  app.surface.end_frame(clear);
  if (app.surface.draws()) {
    if (Status status = check_graphics(); !status) return status;
  }
  for (const OutputName& name :
       whole ? std::exchange(app.look.screenshots, {}) : std::vector<OutputName>()) {
    const auto written = write_screenshot(app.surface, name);
    if (written) {
      app.remembered.opened.add_written(*written);
      app.look.screenshot_called = *written;
      const std::string& asked = name.path.empty() ? *written : name.path;
      app.notices.notify(said_written("Saved " + *written + ".", asked, *written));
    } else {
      app.notices.fail(written.error());
    }
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

// The number of the work that goes on; 0: none does.
std::uint64_t work_of(const App& app) {
  return app.background.work != nullptr ? app.background.works_begun : 0;
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

// Notes that stand over a slide that fills its display, since when.
struct NotesInTheWay {
  std::optional<DesktopArea> slide, notes;
  Clock::time_point since;
};

// Whatever brought them together (full screen, a display unplugged, a window moved), notes leave a
// slide that fills its display: for another display or, where there is none, at all.
void keep_off_the_slide(App& app, NotesInTheWay& seen) {
  auto& presenter = app.lesson->presenter;
  const auto slide = app.surface.stands_at();
  const auto notes = presenter->stands_at();
  const bool crossed = slide && notes && overlap(*slide, *notes);
  if (!crossed || (!app.surface.fullscreen() && !fills_display(app.surface.displays(), *slide))) {
    seen = {};
    return;
  }
  const bool known = slide == seen.slide && notes == seen.notes;
  if (!known) seen = {slide, notes, Clock::now()};
  if (const auto place = presenter_place(app.surface.displays(), *slide)) {
    if (!known) presenter->move_to(*place);
    return;
  }
  // Windows that are on their way may cross.
  if (Clock::now() - seen.since < kStays) return;
  presenter.reset();
  app.notices.notify(
      "The slide fills the only display: the notes are closed, for the class would read them.");
}

// The lecturer's second window: its keys count as the main window's. True where there were any.
bool attend_presenter(App& app, NotesInTheWay& in_the_way) {
  auto& presenter = app.lesson->presenter;
  if (presenter != nullptr && !presenter->open()) presenter.reset();
  if (presenter == nullptr) return false;
  keep_off_the_slide(app, in_the_way);
  if (presenter == nullptr) return true;
  PresenterText text = presenter_text(*app.lesson, *app.quiz);
  if (app.look.blank) text.place += " · the screen is black (B)";
  if (Status status = presenter->show(text, *app.look.palette); !status) {
    presenter.reset();
    app.notices.notify(status.error().text(), true);
    return true;
  }
  const auto keys = presenter->take_keys();
  handle_keys(app, keys, false);
  return !keys.empty();
}

Status loop(App& app, Agenda& agenda, StateReport& report, Autosave& autosave) {
  // Before, while a script runs, nothing polls the window.
  close_on_signals();
  // What is over at once comes before the first frame.
  if (Status status = agenda.go_on_until(Clock::now() + kSoonOpen); !status) return status;
  auto last = Clock::now();
  int frames_due = 3;
  int answers = 0;
  // What later frames would wait for is made while nobody waits.
  bool ready = !app.surface.draws();
  NotesInTheWay in_the_way;
  while (!app.lines.quit) {
    // Beside a measurement nothing rests: what the picture lacks comes after some frames.
    const bool comes_in = app.lab->running() && app.background.looks_on();
    if (app.background.work != nullptr || comes_in || moves(app)) {
      frames_due = std::max(frames_due, 1);
    }
    // Without motion nothing is drawn until something happens.
    const bool listening = app.lab->running() && answers == 0;
    const bool at_once = frames_due > 0 || (!ready && !app.lab->running());
    const double idle_s = app.background.looks_on() ? kBeside_s : kIdle_s;
    if (!app.surface.poll(listening ? kListening_s : at_once ? 0 : idle_s)) break;
    const auto keys = app.surface.take_keys();
    if (const auto dropped = app.surface.take_dropped_files(); !dropped.empty()) {
      plan_files(agenda, dropped);
      if (Status status = agenda.go_on(); !status) return status;
    }
    // What a frame shows may change what the next one shows.
    if (app.surface.take_activity() || !keys.empty()) frames_due = answers = 3;
    if (app.lesson->reload_if_changed(app)) frames_due = 3;
    if (run_saved_kernel(app, *app.kernel)) frames_due = 3;
    if (attend_presenter(app, in_the_way)) frames_due = answers = 3;
    const auto now = Clock::now();
    std::optional<GatedFrame> gated;
    if (SampleGate* gate = app.lab->gate()) {
      // Keys are not lost: they come with the frame that they wait for.
      if (!enter_gate(*gate, answers, std::chrono::duration<double>(now - last).count())) continue;
      gated.emplace(gate);
    }
    const double now_s = std::chrono::duration<double>(now.time_since_epoch()).count();
    if (frames_due > 0) autosave.touch(now_s);
    // A measurement has the machine for itself.
    if (!app.lab->running()) autosave.attend(app, app.notices, now_s);
    // A pause is not playback time.
    const double seconds = std::min(std::chrono::duration<double>(now - last).count(), 0.1);
    if (frames_due == 0) {
      last = now;
      if (!ready && !app.lab->running()) ready = !app.drawn.make_ready(work_of(app));
      if (ready && !app.lab->running() && app.background.rest(app)) frames_due = 3;
      if (Status status = report.update(app, true); !status) return status;
      continue;
    }
    last = now;
    --frames_due;
    handle_keys(app, keys, ImGui::GetIO().WantTextInput);
    bool drawn = false;
    if (Status status = draw_frame(app, seconds, &drawn); !status) return status;
    if (!drawn) frames_due = 3;
    if (gated) {
      app.surface.finish();
    } else {
      answers = std::max(answers - 1, 0);
    }
    gated.reset();
    // Another run may be shown. While one is made, nobody waits either.
    if (app.surface.draws()) {
      ready = app.background.work != nullptr && answers == 0 && !app.lab->running() &&
              !app.drawn.make_ready(work_of(app));
    }
    if (Status status = agenda.go_on(); !status) return status;
    if (Status status = report.update(app, false); !status) return status;
    const double spent_s = std::chrono::duration<double>(Clock::now() - now).count();
    if (frames_due == 0 && app.background.work != nullptr && !moves(app)) {
      if (spent_s < kWorkFrame_s && !app.surface.poll(kWorkFrame_s - spent_s)) break;
      continue;
    }
    // The swap waits for the display where it can; software displays do not.
    if (spent_s < kFrame_s - 0.002) {
      std::this_thread::sleep_for(std::chrono::duration<double>(kFrame_s - 0.002 - spent_s));
    }
  }
  return {};
}

}  // namespace

Status run_window(const WindowRequest& request, std::string* called) {
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
  OutputName screenshot(request.screenshot);
  prefer_drawing_gpu();  // before anything asks which GPU there is
  App app(*surface);
  KnownFiles known;
  if (!request.headless) {
    const Status loaded = load_settings(app, &known);
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
  Agenda agenda({OpeningParts(app), app.overlay, app.lines, [&app] { return settle(app); }});
  plan_start(agenda, request);
  StateReport report(request.state_file);
  Autosave autosave(std::move(known));
  const bool watched = !request.headless && request.script.empty() && request.screenshot.empty();
  if (watched) app.session.far_seek_ns = kFarSeekNs;
  app.background.watched = watched;
  std::optional<ScriptSignals> signals;
  if (!watched) signals.emplace();
  Status result = watched ? Status() : agenda.finish();
  if (result && (request.headless || !request.screenshot.empty())) {
    app.notices.failure.reset();
    // What a line of the script wrote there is replaced.
    if (!app.remembered.opened.replaces_foreign(screenshot.path)) {
      screenshot = OutputName(request.screenshot);
    }
    if (!request.screenshot.empty()) app.look.screenshots.push_back(screenshot);
    result = settle(app);
    if (result) result = take_failure(app.notices);
    if (called != nullptr) *called = app.look.screenshot_called;
  } else if (result && !app.lines.quit) {
    signals.reset();
    result = loop(app, agenda, report, autosave);
    app.lesson->presenter.reset();
    app.surface.hide();
  }
  if (result) result = report.update(app, true);
  const Status saved = autosave.finish(app);
  return result ? saved : result;
}

}  // namespace sortscope
