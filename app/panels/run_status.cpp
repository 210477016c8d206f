// run_status.cpp: device, buffers and time, or what went wrong.
#include "app/panels/run_status.h"

#include <fmt/format.h>

#include "app/state/parts/background.h"
#include "app/state/parts/drawn_run.h"
#include "app/state/session.h"
#include "core/base/number_text.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "core/words/own_file.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

std::string RunStatus::text(std::size_t count) const {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    if (parts[i].empty()) continue;
    result += (result.empty() ? "" : " · ") + parts[i];
  }
  return result;
}

RunStatus run_status(const Session& session, const Background& background, const DrawnRun& drawn,
                     std::string_view engine_note) {
  RunStatus status;
  if (background.work) {
    status.parts[0] = "working";
    status.dot = Role::kAccent;
    status.story = background.work->title;
    return status;
  }
  if (!session.loaded()) {
    status.parts[0] = "nothing recorded";
    return status;
  }
  const Recording& recording = session.recording();
  std::string device = "CPU";
  if (recording.engine == "cuda") {
    device = cuda_status().available ? cuda_status().device : "GPU";
    if (device.starts_with("NVIDIA ")) device.erase(0, 7);
  }
  const QuestionMarks* question = session.laid_over.question.get();
  const bool veiled = question != nullptr && question->veiled;
  const bool fails = !recording.sorted && !veiled;
  status.parts[0] = fails ? "not sorted" : device;
  const bool before = shows_version_before(session.measured, recording);
  if (before) status.parts[0] += " (last version that ran)";
  if (!veiled) status.dot = fails ? Role::kExchanged : Role::kGood;
  if (drawn.buffers) status.parts[1] = drawn.buffers->label();
  if (recording.timing.elapsed_ns > 0)
    status.parts[2] = time_text(static_cast<double>(recording.timing.elapsed_ns));
  status.story = fmt::format("Run by {}", recording.engine_description);
  if (recording.timing.elapsed_ns > 0) {
    status.story +=
        fmt::format(" in {}", time_text(static_cast<double>(recording.timing.elapsed_ns)));
    status.story += ", writing down every outcome";
  }
  if (recording.timing.launches > 0 && !veiled) {
    status.story += fmt::format(", {} launch{}", recording.timing.launches,
                                recording.timing.launches == 1 ? "" : "es");
  }
  status.story += ".";
  if (!engine_note.empty()) status.story += fmt::format("\n{}", engine_note);
  if (drawn.buffers) status.story += "\nPictures: " + drawn.buffers->note() + ".";
  if (fails) {
    status.story += recording.algorithm->needs_bitonic_input
                        ? "\nThe output is not in order: a merger needs a bitonic input."
                        : "\nThe output is not in order.";
  }
  if (before)
    status.story += "\nOf the last version of your file that ran, not of the file as it is.";
  return status;
}

}  // namespace sortscope
