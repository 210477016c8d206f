// experiment.cpp: running an experiment, and growing its result.
#include "core/lab/experiments/experiment.h"

#include <new>

namespace sortscope {

ExperimentRun::ExperimentRun(const Experiment& experiment, const ExperimentOptions& options,
                             Progress* progress, Grown grown)
    : options_(options), progress_(progress), grown_(std::move(grown)) {
  result_.experiment = &experiment;
  result_.repetitions = 1;
  result_.quick = options.quick;
}

std::uint32_t ExperimentRun::repetitions(std::uint32_t usual, std::uint32_t quick) {
  result_.repetitions = options_.repetitions != 0 ? options_.repetitions
                        : options_.quick          ? quick
                                                  : usual;
  return result_.repetitions;
}

std::vector<std::uint32_t> ExperimentRun::sizes(const std::vector<std::uint32_t>& usual,
                                                const std::vector<std::uint32_t>& quick) const {
  if (!options_.sizes.empty()) return options_.sizes;
  return options_.quick ? quick : usual;
}

std::size_t ExperimentRun::add_panel(ExperimentPanel panel) {
  result_.panels.push_back(std::move(panel));
  return result_.panels.size() - 1;
}

std::size_t ExperimentRun::add_series(std::size_t panel, std::string id, std::string title,
                                      Origin origin) {
  std::vector<ExperimentSeries>& all = result_.panels[panel].series;
  all.push_back({std::move(id), std::move(title), origin, "", "", {}});
  return all.size() - 1;
}

void ExperimentRun::add_published(std::size_t panel, std::string_view of, std::string title,
                                  std::span<const std::pair<double, double>> points) {
  const std::size_t series =
      add_series(panel, "thesis-" + std::string(of), std::move(title), Origin::kPublished);
  result_.panels[panel].series[series].of = of;
  for (const auto& [x, y] : points) add(panel, series, x, y);
}

void ExperimentRun::add(std::size_t panel, std::size_t series, ExperimentPoint point) {
  result_.panels[panel].series[series].points.push_back(std::move(point));
}

void ExperimentRun::set_problem(std::size_t panel, std::size_t series, std::string problem) {
  result_.panels[panel].series[series].problem = std::move(problem);
}

void ExperimentRun::find(std::string sentence) { result_.findings.push_back(std::move(sentence)); }

void ExperimentRun::show() {
  if (grown_) grown_(std::make_shared<ExperimentResult>(result_));
}

void ExperimentRun::plan(std::uint64_t units) {
  if (progress_ == nullptr) return;
  progress_->part = false;
  progress_->begin(units);
  progress_->part = true;
}

void ExperimentRun::done(std::uint64_t units) {
  done_ += units;
  if (progress_ != nullptr) progress_->done = done_;
}

Status run_experiment(const Experiment& experiment, const ExperimentOptions& options,
                      Progress* progress, const ExperimentRun::Grown& grown) {
  ExperimentRun run(experiment, options, progress, grown);
  Status status;
  try {
    status = experiment.run(run);
  } catch (const std::bad_alloc&) {
    status = Error{ErrorCode::kOutOfMemory, "there is not enough memory for the experiment.",
                   "Give smaller --sizes."};
  }
  if (progress != nullptr) progress->part = false;
  run.result_.complete = status.ok();
  run.show();
  return status;
}

}  // namespace sortscope
