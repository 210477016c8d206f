// schedule.h: how many samples a case still needs, and how long they will take.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/lab/lab.h"

namespace sortscope {

/// What is asked of the samples of a case, counted as they come.
struct LabTally {
  std::uint32_t all = 0;
  std::uint32_t disturbed = 0;
  double spent_ns = 0;
  void add(const LabSample& sample) {
    ++all;
    if (sample.disturbed) ++disturbed;
    spent_ns += sample.elapsed_ns;
  }
};
LabTally tally_of(const LabCell& cell);

/// Samples that `cell` still needs: `wanted` undisturbed ones, of at most twice as many; none once
/// kLeastSamples or more took budget_s together (0: no limit), each `expected_ns` where it has none
/// yet.
std::uint32_t lab_samples_left(const LabCell& cell, std::uint32_t wanted, double budget_s,
                               double expected_ns = 0);
/// The same of its tally. O(1).
std::uint32_t lab_samples_left(const LabTally& tally, std::uint32_t wanted, double budget_s,
                               double expected_ns = 0);

/// Expected seconds of all that `request` asks for; `seen`: an earlier result to learn from, or
/// null. A rough guess where a sorter was never seen.
double lab_expected_s(const LabRequest& request, const LabResult* seen);

/// Learns how long samples take, and foretells others: a sorter's own samples at the nearest size,
/// scaled by n log n.
class LabSchedule {
 public:
  /// A sample of `cell` took `elapsed_ns` of its clock, and `wall_ns` with restoring and checking.
  void took(const LabCell& cell, double elapsed_ns, double wall_ns);
  /// Expected time of the next sample. Nanoseconds.
  [[nodiscard]] double sample_ns(const LabCell& cell) const;
  /// The same with restoring and checking.
  [[nodiscard]] double wall_ns(const LabCell& cell) const;

 private:
  struct Seen {
    double elapsed_ns = 0;
    double wall_ns = 0;
  };
  [[nodiscard]] Seen expected(const LabCell& cell) const;

  std::map<std::string, std::map<std::uint32_t, Seen>, std::less<>> seen_;  // by sorter, n
};

}  // namespace sortscope
