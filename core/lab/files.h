// files.h: results of the lab as files: our JSON, Google Benchmark's, and comparisons.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

struct Progress;

/// Everything of a result. lab_result_from(lab_json(r)) is r.
std::string lab_json(const LabResult& result);
/// Reads what lab_json() or, by its context and benchmarks, Google Benchmark wrote. `source` is
/// named in errors. Errors: kBadInput with line and column, or the field.
/// kCancelled.
Result<LabResult> lab_result_from(std::string_view json, std::string_view source,
                                  const Progress* progress = nullptr);
/// The same from a file; sets `path`. Errors: kBadInput, kIo.
Result<LabResult> read_lab_result(const std::string& path, const Progress* progress = nullptr);

/// Google Benchmark's JSON: an iteration for each sample, then mean, median, stddev and cv; what
/// was skipped or failed has error_occurred. Names are "sorter/u32/uniform/n:1024".
std::string google_benchmark_json(const LabResult& result);

/// $XDG_DATA_HOME/sortscope/results, in ~/.local/share where that is not set; "" where
/// person_folder() knows none.
std::string lab_results_folder();
/// A kept result, as much as its list shows.
struct LabFile {
  std::string path;
  std::string started_at;
  std::string preset;
  std::string machine;  // GPU, or CPU where there is none
  std::size_t cases = 0;
  std::size_t measured = 0;  // of them
  std::string problem;       // it cannot be read: why; "" where it can
};
/// The results in `folder`, newest first; damaged ones are named too. A folder that is not there
/// holds none.
std::vector<LabFile> lab_files(const std::string& folder);
/// Keeps `result` in `folder`, which is made: a new file, or again where result.path is. Returns
/// its path. Errors: kIo.
Result<std::string> keep_lab_result(const LabResult& result, const std::string& folder);

/// What became of a case between two results.
enum class LabVerdict : std::uint8_t { kSame, kSlower, kFaster };
struct LabChange {
  LabCase what;
  double before_ms = 0;  // medians
  double now_ms = 0;
  double p_value = 1;  // Mann-Whitney
  LabVerdict verdict = LabVerdict::kSame;
};
struct LabComparison {
  std::vector<LabChange> changes;  // cases that both measured, in the order of `now`
  std::size_t only_before = 0;     // measured before and not now
  std::size_t only_now = 0;
  bool same_machine = true;
  std::string busy;  // which of both was measured beside other work, a sentence; "": none
  double level = 0;  // as asked for
  double share = 0;
};
/// Slower or faster: the samples differ at `level` (two-sided p below it), and the medians by more
/// than `share` of the one before.
LabComparison compare_lab_results(const LabResult& before, const LabResult& now,
                                  double level = 0.01, double share = 0.05);
/// As a table.
std::string comparison_text(const LabComparison& comparison, const LabResult& before);

}  // namespace sortscope
