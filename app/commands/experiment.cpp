// experiment.cpp: the AKS thesis's experiments in the window.
#include <fmt/format.h>

#include "app/commands/experiment_choice.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/notices.h"
#include "core/base/progress.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool idle(const Background& background) { return background.work == nullptr; }

Status start_experiment(Panes& panes, Background& background, Arguments arguments) {
  const auto found = find_experiment(arguments[0]);
  if (!found) return found.error();
  const Experiment& experiment = **found;
  bool quick = true;
  if (arguments.size() > 1) {
    constexpr std::string_view kExtents[] = {"quick", "full"};
    const auto extent = choice_argument("EXTENT", arguments[1], kExtents);
    if (!extent) return extent.error();
    quick = *extent == 0;
  }
  const auto choice = choose_experiment_options(experiment, "auto", quick, 0, "");
  if (!choice) return choice.error();
  const auto live = std::make_shared<LiveExperiment>();
  const Status started = background.start(
      std::string(experiment.title), [&experiment, choice = *choice, live](Progress& progress) {
        const Status status = run_experiment(
            experiment, choice.options, &progress,
            [&](std::shared_ptr<const ExperimentResult> grown) { live->put(std::move(grown)); });
        return std::function<void(App&)>([status, &experiment](App& done) {
          if (status) return;
          const bool cancelled = status.error().code == ErrorCode::kCancelled;
          part_of<Notices>(done).fail(
              cancelled ? Error{ErrorCode::kCancelled,
                                fmt::format("'{}' was stopped; what there was is kept.",
                                            experiment.title),
                                ""}
                        : status.error());
        });
      });
  if (!started) return started;
  background.experiment = live;
  return panes.show("plots");
}

}  // namespace

std::span<const Command> experiment_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "experiment",
       .title = "Repeat an experiment of the AKS thesis",
       .group = "Measure",
       .effect = kMeasure,
       .key_text = "",
       .arguments = "ID [quick|full]",
       .keys = {},
       .enabled = idle,
       .run = start_experiment},
  };
  return kRows;
}

}  // namespace sortscope
