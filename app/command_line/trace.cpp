// trace.cpp: `sortscope trace`: the passes of one sort.
#include <fmt/format.h>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/run.h"
#include "app/command_line/say.h"
#include "app/engines/engines.h"
#include "app/engines/trace_run.h"
#include "core/base/output_file.h"
#include "core/engines/sort_trace_json.h"
#include "core/recordings/bitonic_input.h"
#include "core/words/trace_words.h"

namespace sortscope {

namespace {

Result<SortTrace> trace_of(const TraceArguments& arguments, Job& job) {
  job.stage("Preparing");
  auto request = read_run_request(arguments.run, true, &job.progress());
  if (!request) return request.error();
  const auto choice = choose_engine(arguments.run.engine.value_or("auto"));
  if (!choice) return choice.error();
  const auto algorithm = find_algorithm(request->algorithm);
  if (!algorithm) return algorithm.error();
  if (Status bitonic = check_bitonic(*request, **algorithm); !bitonic) return bitonic.error();
  const auto n = static_cast<std::uint32_t>(request->keys.size());
  auto network = build_network(**algorithm, n, *request);
  if (!network) return network.error();
  PreparedKeys start = prepare_keys(request->keys, request->order, network->wires(),
                                    (*algorithm)->needs_bitonic_input);
  if ((*algorithm)->family != Family::kNetwork && (*algorithm)->needs_bitonic_input) {
    start.ties = bitonic_ties(start);
  }
  job.stage("Tracing");
  return run_trace(*choice->engine, **algorithm, *network, start,
                   {request->kernel, arguments.recording, arguments.repetitions}, &job.progress());
}

}  // namespace

int run_trace_command(const TraceArguments& arguments) {
  const OutputName name(arguments.out);
  Job job;
  const auto trace = trace_of(arguments, job);
  if (!trace) return report_error(trace.error());
  if (!arguments.out.empty()) {
    std::string called;
    if (const Status written = write_output(name, trace_json(*trace), &called); !written) {
      return report_error(written.error());
    }
    say_called(name.path, called);
    say("Wrote {}: ui.perfetto.dev and chrome://tracing open it.\n", called);
  }
  print_text(trace_table(*trace));
  return finish_output();
}

}  // namespace sortscope
