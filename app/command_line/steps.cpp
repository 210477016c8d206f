// steps.cpp: `sortscope steps`.
#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/export/steps/output.h"
#include "core/recordings/recording.h"
#include "core/recordings/rerun.h"

namespace sortscope {

int run_steps_command(const StepsArguments& arguments) {
  Job job;
  const auto recording = open_or_make_recording(arguments.run, job);
  if (!recording) return report_error(recording.error());
  StepsOptions options;
  options.format = arguments.format == "json"  ? StepsFormat::kJson
                   : arguments.format == "csv" ? StepsFormat::kCsv
                                               : StepsFormat::kText;
  if (arguments.from) options.from = *arguments.from;
  if (arguments.to) options.to = *arguments.to;
  options.moves = arguments.moves;
  options.comparators = !arguments.no_comparators;
  options.pairs = arguments.run.pairs || (*recording)->request.pairs;
  job.stage("Writing the steps");
  Status status = write_steps(*recording, options, stdout, &job.progress());
  if (status) status = check_again(**recording);
  return status ? finish_output() : report_error(status.error());
}

}  // namespace sortscope
