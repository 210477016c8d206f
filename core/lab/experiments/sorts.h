// sorts.h: whole sorts as samples of an experiment.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/types.h"
#include "core/lab/experiments/experiment.h"
#include "core/networks/aks/parameters.h"

namespace sortscope {

/// One kind of sort, measured at several lengths. The network of the padded length runs, recording
/// off.
struct SortCase {
  std::string id;     // of its series
  std::string title;  // of its series
  AksParameters parameters;
  KeyType type = KeyType::kInt32;
  bool pairs = false;         // every key carries a 32-bit place
  Engine* engine = nullptr;   // null: the options' engine
  unsigned threads = 0;       // CPU: 0 = all
  std::uint32_t least_n = 0;  // lengths below or above are left out
  std::uint32_t most_n = ~0U;
};

/// Lengths that an AKS sort takes: 1 .. 2^28, else kBadUsage.
Status check_lengths(const std::vector<std::uint32_t>& sizes);

/// What one sort showed.
struct SortSample {
  double elapsed_ms = 0;
  std::uint32_t repair_rounds = 0;
  std::uint64_t misplaced = 0;
};

/// Comparators of a sort: the unit of progress.
Result<std::uint64_t> sort_units(const SortCase& sort, std::uint32_t n);
/// Sorts `n` uniform random keys, input after input (seed, seed + 1 ...), `samples` times, and once
/// before that is not counted where `warm`. Every output is checked. Errors: kCancelled,
/// kWorkFailed (not in order), those of the engine.
Result<std::vector<SortSample>> run_sorts(ExperimentRun& run, const SortCase& sort, std::uint32_t n,
                                          std::uint32_t samples, bool warm);

/// Elapsed times of all cases at all lengths, into a panel with a series a case, shortest lengths
/// first. The panel's x is the number of keys, its y milliseconds. Notes say what was misplaced.
Status measure_times(ExperimentRun& run, std::size_t panel, const std::vector<SortCase>& cases,
                     const std::vector<std::uint32_t>& sizes, std::uint32_t samples);

}  // namespace sortscope
