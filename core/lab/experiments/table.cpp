// table.cpp: the table of experiments.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/lab/experiments/experiment.h"

namespace sortscope {

std::span<const Experiment> experiments() {
  // Copies: rows of other files may not be initialized while this file's constants are.
  static const std::array kRows = {
      kSortingTime, kGraphMemory, kGenerators, kInvalidRuns, kBestEpsilon, kThreads,
      kLargeSort,   kCpuCuda,     kComplexity, kReuse,       kPlanted,     kMisplaced,
  };
  return kRows;
}

Result<const Experiment*> find_experiment(std::string_view id) {
  const auto all = experiments();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Experiment& row) { return row.id == id; });
  if (found != all.end()) return &*found;
  std::vector<std::string_view> ids;
  for (const Experiment& row : all) ids.push_back(row.id);
  return Error{ErrorCode::kBadUsage, fmt::format("there is no experiment '{}'.", id),
               fmt::format("Choose one of: {}.", fmt::join(ids, ", "))};
}

}  // namespace sortscope
