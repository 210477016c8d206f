// run.h: the window, from its first frame to its last.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/session_file.h"
#include "core/base/error.h"
#include "core/recordings/request.h"
#include "core/scenes/layout.h"

namespace sortscope {

class App;

/// What the command line asks of the window.
struct WindowRequest {
  std::vector<std::string> files;  // recordings or number files; "-" is standard input
  RunRequest run;                  // used where no file is given; empty keys: those of usual_run()
  std::string engine = "auto";     // "auto", "cpu", "cuda"
  std::string preset;              // id of a worked example, instead of a run; empty: none
  std::optional<SessionFile> session;  // opened once the run is there
  bool welcome = false;                // the welcome screen first, where it is wanted
  bool fresh = false;  // the picture is described: views and options of last time are not taken up
  std::vector<std::string> lines;  // of the command table, run once all is open
  std::size_t step_before = 0;     // the line before which `step` is gone to
  std::string step;                // "6", "6:3", as `sortscope steps` counts; empty: none
  std::string lesson;              // name or file of a lesson to open; empty: none
  std::uint32_t stop = 1;          // of it, from 1
  std::string palette;             // empty: as last time, else dark
  float scale = 0;                 // 0: as last time
  bool fullscreen = false;
  std::string display;          // full screen on this one, by name or number; empty: none
  bool reduced_motion = false;  // else as last time, or as the desktop says
  std::string log;              // each step in words is written to this file; "-": standard output
  int width = 0, height = 0;    // 0: as last time
  std::string script;           // file of command lines, run one after another; empty: none
  std::string screenshot;       // writes this PNG once the script is done, then closes; empty: none
  std::string state_file;       // kept at describe_state() after every look for input; empty: none
  bool headless = false;        // no window: EGL, for scripts and screenshots
};

/// Draws one frame, `seconds` after the one before, and writes the screenshots that were asked for;
/// one that cannot be written is told, and kept as the failure of the notices. `drawn`: false where
/// nothing is drawn yet, prepare_in_time(). Errors: kUnavailable.
Status draw_frame(App& app, double seconds, bool* drawn = nullptr);
/// Frames until nothing moves: what a command line did is on the screen. Errors: those of the
/// lesson's lines and of draw_frame().
Status settle(App& app);

/// Runs until the window closes. `called`: the name that the picture that was asked for got, as in
/// OutputFile::commit_kept(). Errors: kUnavailable (no display, no OpenGL 4.5), script errors.
Status run_window(const WindowRequest& request, std::string* called = nullptr);

}  // namespace sortscope
