// opening.h: how another run comes to be shown: recorded, or opened from a file.
#pragma once

#include <cstdint>
#include <string>

#include "app/state/session.h"
#include "core/base/error.h"
#include "core/recordings/recording.h"

namespace sortscope {

class App;

/// Records `request` on `engine_id` in the background; the recording is opened when it is done,
/// and then the lines of `commands` are run.
void start_recording(App& app, RunRequest request, std::string engine_id,
                     std::string commands = {});
/// Starts the next run. A large one opens the new-run overlay instead, unless `confirmed`. Errors:
/// those of next_run(), kWorkFailed (other work goes on).
Status record_next_run(App& app, bool confirmed);
/// Opens a recording, a network (recorded with as many keys as it has wires) or a file of numbers
/// (recorded with the present algorithm), in the background; what fails there goes to
/// Notices::fail(). `large`: a session's run may have any size. Errors: those of sessions and
/// lessons, kBadUsage for what a file may not open, kWorkFailed (other work).
Status open_path(App& app, const std::string& path, bool large = false);

/// What becomes of the run that is shown when another takes its place.
enum class Before : std::uint8_t {
  kKept,     // it goes to the history, unless a lesson shows one run after another
  kDropped,  // the run that comes is the same one again, in a way
};
/// Shows the run: on the main thread, once it is prepared. Views that cannot show it give way.
void adopt(App& app, PreparedRun prepared, Before before = Before::kKept);

}  // namespace sortscope
