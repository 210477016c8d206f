// app.h: the program behind the window: session, views, engine, dialogs and background work.
#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/painters/draw_buffers.h"
#include "app/painters/theme.h"
#include "app/state/pointer_rest.h"
#include "app/state/session.h"
#include "app/state/spotlight.h"
#include "app/state/trust.h"
#include "app/state/view.h"
#include "app/surface/surface.h"
#include "core/base/progress.h"
#include "core/keys/inputs.h"
#include "core/lab/experiments/experiment.h"
#include "core/pictures/palette.h"
#include "core/verify/halver_test.h"

namespace sortscope {

class LabDesk;
class LessonPlayer;
class Quiz;
class NetworkDesk;
class TextLog;

/// Which overlay is open. One at a time; Esc closes it.
enum class Overlay : std::uint8_t {
  kNone,
  kHelp,
  kPalette,
  kOpenFile,
  kSaveFile,
  kExport,
  kNewRun,
  kInfo,
  kBench,
  kWelcome,
  kSaveSession,
  kCommandLine
};

/// A message to the person: shown until it is read, errors longer.
struct Notice {
  std::string text;
  bool error = false;
  double shown_s = 0;
  std::string action = {};   // on its button; "" for none
  std::string command = {};  // of the button
};

/// Work on a thread, with what to do on the main thread once it is done.
struct BackgroundWork {
  std::string title;  // "Recording 1,048,576 keys"
  Progress progress;
  double started_s = 0;
  LineSource source;  // of the command that began it; it holds for the end, too
  std::future<std::function<void(class App&)>> result;
};

/// What a measurement on another thread has so far.
template <typename Result>
class LiveResult {
 public:
  void put(std::shared_ptr<const Result> grown) {
    const std::lock_guard lock(mutex_);
    latest_ = std::move(grown);
  }
  [[nodiscard]] std::shared_ptr<const Result> latest() {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const Result> latest_;
};
using LiveHalverTest = LiveResult<HalverTest>;
using LiveExperiment = LiveResult<ExperimentResult>;

/// What the projector mode changes, to put it back.
struct Appearance {
  const Palette* palette = nullptr;
  float user_scale = 1;
  bool panels_shown = true;
  Spotlight spotlight = {};
};

/// One thing per member; the frame code (window/frame.cpp) draws it, the commands change it.
class App {
 public:
  explicit App(Surface& surface);
  ~App();
  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// Draws one frame of the window into the current ImGui frame. `seconds`: since the last frame.
  void frame(double seconds);
  /// Draws one view over the whole surface: exports.
  void frame_view(View& view);
  /// Loads the fonts for the present scale and palette where they changed; call between frames.
  Status prepare_frame();
  /// True while something moves or works: the next frame should come soon.
  [[nodiscard]] bool busy() const;

  /// Records `request` on `engine_id` in the background; the recording is opened when it is done,
  /// and then the lines of `commands` are run.
  void start_recording(RunRequest request, std::string engine_id, std::string commands = {});
  /// Opens a recording, a network (recorded with as many keys as it has wires) or a file of numbers
  /// (recorded with the present algorithm), in the background; what fails there goes to fail().
  /// `large`: a session's run may have any size. Errors: those of sessions and lessons, kBadUsage
  /// for what a file may not open, kWorkFailed (other work).
  Status open_path(const std::string& path, bool large = false);
  /// Runs `work` on a thread; what it returns runs on the main thread. One at a time: kWorkFailed.
  Status start_work(std::string title, std::function<std::function<void(App&)>(Progress&)> work);
  /// Waits for background work (scripts, tests).
  void wait_for_work();

  void notify(std::string text, bool error = false);
  /// Says what background work failed at, and keeps it in `failure`; a cancel is no failure.
  void fail(const Error& error);
  /// A message with a button that runs `command`.
  void offer(std::string text, std::string action, std::string command);
  /// Shows the run: on the main thread, once it is prepared.
  void adopt(PreparedRun prepared);
  /// The GPU is lost to CUDA: pictures are drawn without it from now on.
  void drop_gpu();

  Surface& surface;
  Session session;
  const Palette* palette;
  float user_scale = 1;  // Ctrl + − 0
  bool panels_shown = true;
  bool projector = false;
  float projector_scale = 0;  // 1 to 3; 0: as large as the window allows, up to 2
  Spotlight spotlight;
  std::optional<bool> motion_chosen;  // reduced motion; nothing: as the desktop says
  std::string display;                // for full screen: name or number, "": where the window is
  std::vector<std::unique_ptr<View>> views;  // the panes, in reading order: 1, 2 or 4
  std::size_t focused_view = 0;
  const View* pointer_owner = nullptr;  // the view in which the button went down
  Overlay overlay = Overlay::kNone;
  bool quit = false;
  LineSource source;             // who stands behind the command that runs now
  std::optional<Error> failure;  // of background work, the last one, for whoever waits for it
  std::string last_command;      // the line that was run last, whatever became of it
  double time_s = 0;
  std::string engine_id = "auto";  // what the person asked for
  std::string engine_note;         // which engine ran, and why
  RunRequest run;                  // the next run, as the dialog shows it
  std::uint32_t run_keys = 16;
  KeyType run_type = KeyType::kInt32;
  std::vector<std::string> recent_files;
  std::vector<std::string> recent_commands;  // lines run from the palette, the last one first
  bool welcome_at_start = true;              // the welcome screen, where no file is given
  std::vector<Notice> notices;
  std::unique_ptr<BackgroundWork> work;
  std::unique_ptr<LabDesk> lab;                 // the benchmark lab
  std::unique_ptr<LessonPlayer> lesson;         // the lesson, if one is open
  std::unique_ptr<Quiz> quiz;                   // what is asked, and the score
  std::unique_ptr<NetworkDesk> network_desk;    // the network that is edited on the canvas
  std::unique_ptr<TextLog> text_log;            // the steps in words
  std::shared_ptr<LiveHalverTest> halver_test;  // of the last test
  std::shared_ptr<LiveExperiment> experiment;   // of the last one, while it is shown
  std::unique_ptr<DrawBuffers> buffers;
  bool trace_live = false;  // the pass strip's sort is repeated on the GPU
  std::optional<Appearance> before_projector;
  std::vector<KeyEvent> overlay_keys;    // pressed while an overlay is open; this frame's
  int frames_wanted = 0;                 // an overlay passes the keyboard on: it takes some frames
  std::vector<std::string> screenshots;  // PNG files to write once the next frame is drawn
  std::shared_ptr<class OverlayContent> overlay_content;  // of the open overlay (overlays/card.cpp)
  std::string overlay_folder;                             // folder of the file overlays
  std::shared_ptr<struct PanelMemory> panel_memory;       // panels/memory.h makes and reads it
  // Drawing does not change the App, but tooltips remember where the pointer rests.
  std::unique_ptr<PointerRest> pointer_rest = std::make_unique<PointerRest>();

  [[nodiscard]] float scale() const;  // text and strokes: display scale x user scale
  /// Shows 1, 2 or 4 views; missing ones are taken from the table.
  void set_view_count(std::size_t count);
  /// Errors: kBadUsage (no such view).
  Status set_view(std::size_t pane, std::string_view id);
  /// Shows a view in the focused pane unless some pane has it. Errors: those of set_view().
  Status show_view(std::string_view id);

 private:
  // Views that were replaced: the frame in hand may still draw them.
  std::vector<std::unique_ptr<View>> retired_views_;

  void collect_work();
  void draw_panes(float x, float y, float width, float height);

  float font_scale_ = 0;
  bool gpu_lost_ = false;
  const Palette* themed_ = nullptr;
  float themed_scale_ = 0;
};

}  // namespace sortscope
