// table.cpp: the table of experiments.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/base/choice.h"
#include "core/lab/experiments/experiment.h"

namespace sortscope {

std::span<const Experiment> experiments() {
  // Copies: rows of other files may not be initialized while this file's constants are.
  static const std::array kRows = {
      kSortingTime, kGraphMemory, kGenerators,     kInvalidRuns,    kBestEpsilon,
      kThreads,     kLargeSort,   kCpuCuda,        kComplexity,     kReuse,
      kPlanted,     kMisplaced,   kShuffledHalves, kGeneratorTimes,
  };
  return kRows;
}

Result<const Experiment*> find_experiment(std::string_view id) {
  return choose_by_id(experiments(), "experiment", id);
}

}  // namespace sortscope
