// experiment.cpp: `sortscope experiment`: the thesis's experiments, without a window.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/command_line/command_line.h"
#include "app/command_line/progress.h"
#include "app/command_line/say.h"
#include "app/commands/experiment_choice.h"
#include "core/base/output_file.h"
#include "core/lab/experiments/experiment.h"

namespace sortscope {

namespace {

int list_experiments() {
  std::string text = "Experiments of the AKS thesis (sortscope experiment ID)\n";
  std::size_t width = 0;
  for (const Experiment& row : experiments()) width = std::max(width, row.id.size());
  for (const Experiment& row : experiments()) {
    text +=
        fmt::format("  {:<{}}  {} ({}). {}\n", row.id, width, row.title, row.source, row.summary);
  }
  (void)std::fwrite(text.data(), 1, text.size(), stdout);
  return finish_output();
}

}  // namespace

int run_experiment_command(const ExperimentArguments& arguments) {
  const OutputName csv(arguments.csv);
  if (arguments.id.empty()) return list_experiments();
  const auto experiment = find_experiment(arguments.id);
  if (!experiment) return report_error(experiment.error());
  const auto chosen = choose_experiment_options(**experiment, arguments.engine, arguments.quick,
                                                arguments.repetitions, arguments.sizes);
  if (!chosen) return report_error(chosen.error());
  Job job;
  job.keep_what_there_is();
  job.stage(std::string((*experiment)->title));
  std::shared_ptr<const ExperimentResult> result;
  const Status status = run_experiment(
      **experiment, chosen->options, &job.progress(),
      [&](std::shared_ptr<const ExperimentResult> grown) { result = std::move(grown); });
  const bool any =
      std::any_of(result->panels.begin(), result->panels.end(), [](const ExperimentPanel& panel) {
        return std::any_of(panel.series.begin(), panel.series.end(),
                           [](const ExperimentSeries& series) {
                             return series.origin != Origin::kPublished && !series.points.empty();
                           });
      });
  // What there is, even where it was stopped. The file first: nobody may read the table.
  if (any || status) {
    Status written;
    if (!arguments.csv.empty()) {
      std::string called;
      written = write_output(csv, csv_of(*result), &called);
      if (written) say_called(csv.path, called);
    }
    print_text(text_of(*result));
    if (!written) return report_error(written.error());
  }
  if (!status) return report_error(status.error());
  return finish_output();
}

}  // namespace sortscope
