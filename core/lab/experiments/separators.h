// separators.h: runs of single separators as samples of an experiment.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/lab/experiments/experiment.h"
#include "core/lab/experiments/separator_run.h"

namespace sortscope {

/// The shares of wires that separators of the schedule send up (table 2.2): sizes and f in
/// sixty-fourths of a power of two.
struct UpShare {
  std::string_view id;     // "none", "16", "21", "5", "whole"
  std::string_view title;  // "a / f = 16"
  std::uint32_t size;
  std::uint32_t up;
};
std::span<const UpShare> up_shares();

/// Sets a and up of the separator of that share whose size is nearest to `wires` among those of the
/// schedule; false where there is none from 8 to 2^21 wires within a factor of 2.
bool fit_separator(const UpShare& share, std::uint32_t wires, SeparatorTrial& trial);

/// One separator at several depths, into a series.
struct SeparatorCase {
  std::size_t panel = 0;
  std::size_t series = 0;
  SeparatorTrial trial;
  std::uint32_t distinct_divisor = 1;  // depth / this many matchings differ
};

/// Runs every case `samples` times at every depth, each with its own graph and input, on all cores,
/// and adds the percentage of runs that are invalid (section 4.3) for the default errors.
Status count_invalid_runs(ExperimentRun& run, const std::vector<SeparatorCase>& cases,
                          const std::vector<std::uint32_t>& depths, std::uint32_t samples);
/// The same for the percentage of keys in the wrong half, a sample a run.
Status count_wrong_keys(ExperimentRun& run, const std::vector<SeparatorCase>& cases,
                        const std::vector<std::uint32_t>& depths, std::uint32_t samples);

}  // namespace sortscope
