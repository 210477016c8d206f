// experiment_choice.h: the options of an experiment from what a person typed, with its engines.
#pragma once

#include <memory>
#include <string>

#include "core/engines/engine.h"
#include "core/lab/experiments/experiment.h"

namespace sortscope {

/// Options, and what keeps their engines alive.
struct ExperimentChoice {
  ExperimentOptions options;
  std::shared_ptr<Engine> engine;
  std::shared_ptr<Engine> cuda;
};

/// `engine`: "auto" (the CPU, as the thesis's experiments have it), "cpu", "cuda"; `sizes`: numbers
/// and powers with commas, "256,2^12"; empty: the experiment's own. Errors: kBadUsage,
/// kUnavailable.
Result<ExperimentChoice> choose_experiment_options(const Experiment& experiment,
                                                   const std::string& engine, bool quick,
                                                   std::uint32_t repetitions,
                                                   const std::string& sizes);

}  // namespace sortscope
