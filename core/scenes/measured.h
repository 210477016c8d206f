// measured.h: results that pictures show beside the run.
#pragma once

#include <memory>

namespace sortscope {

/// Results so far; null: there is none. They are replaced, never changed.
struct Measured {
  std::shared_ptr<const struct HalverTest> halver_test;       // the last one
  std::shared_ptr<const struct ExperimentResult> experiment;  // in place of the article's table
  std::shared_ptr<const struct LabResult> lab;                // measured, or opened
  std::shared_ptr<const struct LabBefore> lab_before;         // that it is compared with
  std::shared_ptr<const struct SortTrace> trace;              // of the pass strip
  std::shared_ptr<const struct Race> race;                    // the runs of the race view
  std::shared_ptr<const struct ShownVerdict> verdict;         // marks of the last verification
  std::shared_ptr<const struct OwnKernel> kernel;             // a person's own, as it ran last
};

}  // namespace sortscope
