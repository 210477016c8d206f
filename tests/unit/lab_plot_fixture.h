// lab_plot_fixture.h: a hand-made result of the lab, for tests of its plot.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "core/lab/lab.h"

namespace sortscope {

inline LabCell measured_cell(std::string sorter, std::uint32_t n,
                             const std::vector<double>& elapsed_ns, bool recording = false) {
  LabCell cell;
  cell.what.sorter = std::move(sorter);
  cell.what.n = n;
  cell.what.recording = recording;
  cell.state = LabState::kMeasured;
  cell.least_bytes = std::uint64_t{8} * n;
  for (const double each_ns : elapsed_ns) cell.samples.push_back({each_ns, false});
  return cell;
}

inline LabCell absent_cell(std::string sorter, std::uint32_t n, LabState state,
                           std::string reason) {
  LabCell cell;
  cell.what.sorter = std::move(sorter);
  cell.what.n = n;
  cell.state = state;
  cell.reason = std::move(reason);
  return cell;
}

/// "fast" and "cub-merge" at 2^10 and 2^20 in 4, 8 and 40, 80 microseconds; "qsort" failed at 2^20,
/// "block" was skipped there.
inline LabResult small_lab_result() {
  LabResult result;
  result.gpu = "Some GPU";
  result.cpu = "Some CPU";
  result.request.repetitions = 3;
  result.cells = {
      measured_cell("fast", 1U << 10, {4000, 3000, 5000}),
      measured_cell("cub-merge", 1U << 10, {8000, 8000, 8000}),
      measured_cell("block", 1U << 10, {16000, 16000, 16000}),
      measured_cell("fast", 1U << 20, {40000, 40000, 40000}),
      measured_cell("cub-merge", 1U << 20, {80000, 70000, 90000}),
      absent_cell("block", 1U << 20, LabState::kSkipped, "at most 1024 keys."),
      absent_cell("qsort", 1U << 20, LabState::kFailed, "its output is wrong."),
  };
  return result;
}

}  // namespace sortscope
