// record.cpp: `sortscope record`.
#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/networks/wording.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

void say_what_ran(const Recording& recording) {
  const Network& network = recording.network;
  const Wording words = wording(network);
  say("{}, {}: {} in {}, {}; {} on {}, kernel {}.\n", counted(recording.real_keys(), "key"),
      recording.title(), counted(network.size(), words.comparator),
      counted(network.depth(), words.layer),
      recording.windows ? std::string("exchanges not counted")
                        : counted(recording.exchanged_before.back(), "exchange"),
      time_text(static_cast<double>(recording.timing.elapsed_ns)), recording.engine_description,
      recording.timing.kernel);
}

}  // namespace

int run_record_command(const RecordArguments& arguments) {
  if (arguments.run.file != "-" && !arguments.run.file.empty() &&
      names_recording(arguments.run.file)) {
    return report_error({ErrorCode::kBadUsage,
                         fmt::format("'{}' is a recording already.", arguments.run.file),
                         "`record` takes numbers; `steps` and `export` take recordings."});
  }
  Job job;
  RunArguments run = arguments.run;
  run.needs_all_bits = !arguments.compact;
  const RecordingForm form = arguments.compact ? RecordingForm::kCompact : RecordingForm::kWhole;
  std::string called;
  const auto recording = make_recording_file(run, arguments.out, form, job, called);
  if (!recording) return report_error(recording.error());
  say_what_ran(**recording);
  say_called(arguments.out, called);
  say("Wrote {}.\n", called);
  if ((*recording)->sorted) return 0;
  return report_error({ErrorCode::kWorkFailed, "the output is not sorted.",
                       (*recording)->algorithm->needs_bitonic_input
                           ? "A merger sorts only a bitonic input (rising, then falling, or a "
                             "rotation of that): try "
                             "--input bitonic. The recording was written all the same."
                           : "The recording was written all the same."});
}

}  // namespace sortscope
