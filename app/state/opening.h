// opening.h: how another run comes to be shown: recorded, or opened from a file.
#pragma once

#include <cstdint>
#include <string>

#include "app/state/next_run.h"
#include "app/state/parts/command_runner.h"
#include "app/state/session.h"
#include "core/base/error.h"
#include "core/recordings/request.h"

namespace sortscope {

class Background;
class DrawnRun;
class History;
class LessonPlayer;
class Look;
class NetworkDesk;
class Notices;
class Panes;
class Quiz;
class Surface;
struct OverlayState;
struct Remembered;

/// The parts that change, or are asked, when another run is shown.
struct StageParts {
  Session& session;
  Panes& panes;
  DrawnRun& drawn;
  NextRun& next;
  NetworkDesk& network_desk;
  History& history;
  LessonPlayer& lesson;
  const LineSource& source;  // of the command that runs now
  Notices& notices;
  Surface& surface;
};

/// Those with which a run is recorded and then shown.
struct RecordingParts : StageParts {
  Background& background;
  CommandRunner commands;
};

/// Those that a session changes beside them: the window looks as the session says.
struct SessionParts : RecordingParts {
  Look& look;
  LessonPlayer& player;  // the lesson, to be closed or resumed
  Quiz& quiz;
};

/// Those with which files are opened, and remembered.
struct OpeningParts : SessionParts {
  Remembered& remembered;
};

/// Makes the keys of `run` where they are not there, and records it on `engine_id`, both in the
/// background; the recording is opened when it is done, and then the lines of `commands` are run.
void start_recording(const RecordingParts& parts, PlannedRun run, std::string engine_id,
                     std::string commands = {});
/// Starts the next run. A large one opens the new-run overlay instead, unless `confirmed`. Errors:
/// those of next_run(), kWorkFailed (other work goes on).
Status record_next_run(const RecordingParts& parts, OverlayState& overlay, bool confirmed,
                       std::string commands = {});
/// Opens a recording, a network (recorded with as many keys as it has wires) or a file of numbers
/// (recorded with the present algorithm), in the background; what fails there goes to
/// Notices::fail(). `large`: a session's run may have any size. Errors: those of sessions and
/// lessons, kBadUsage for what a file may not open, kWorkFailed (other work).
Status open_path(const OpeningParts& parts, const std::string& path, bool large = false);

/// What becomes of the run that is shown when another takes its place.
enum class Before : std::uint8_t {
  kKept,     // it goes to the history, unless a lesson shows one run after another
  kDropped,  // the run that comes is the same one again, in a way
  kBeside,   // as kKept, also where the same run comes: it stands among others, in a race
};
/// Says that the run came out of order, where neither its findings nor a counterexample do.
void say_disorder(const StageParts& stage);
/// Shows the run: on the main thread, once it is prepared. Views that cannot show it give way.
void adopt(const StageParts& stage, PreparedRun prepared, Before before = Before::kKept);

}  // namespace sortscope
