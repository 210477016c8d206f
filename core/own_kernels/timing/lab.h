// lab.h: a person's kernel, and an earlier version of it, as sorters of the lab.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/lab/lab.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// What is to be timed.
struct OwnVersions {
  KernelRequest now;
  std::optional<KernelRequest> before;  // an earlier version of the file
  std::string title;                    // "my_sort.cu"; that of `before` follows from it
};

/// A backend that offers kOwnSorter and, where there is one, kBeforeSorter: each compiled by nvcc,
/// in a process of its own that measures as the lab's own GPU does and is believed nothing that
/// cannot be: times that are no numbers, or longer than the wait for them.
class OwnLab : public LabBackend {
 public:
  /// What became of a version before anything was measured.
  struct Built {
    Status problem;  // it did not compile, or no GPU runs it
    std::vector<CompilerMessage> messages;
    std::string card;  // "NVIDIA H100 80GB HBM3, CUDA 13.0"
  };
  [[nodiscard]] virtual const Built& now() const = 0;
  [[nodiscard]] virtual const Built* before() const = 0;  // null: there is none
};

/// Compiles and starts both; what fails is told by Built, and by the cases. `progress`: who cancels
/// it cancels all. Seconds. Errors: kCancelled.
Result<std::unique_ptr<OwnLab>> make_own_lab(OwnVersions versions, const Progress& progress);

/// Median time of the file on `n` uniform keys, every output checked, as the lab takes it. The
/// version before is left out. Nanoseconds. Errors: why it cannot be timed, or kWorkFailed.
Result<double> own_median_ns(OwnVersions versions, std::uint32_t n, const Progress& progress);

/// What times a kernel beside others: its cases of `sizes`, those of kernels of ours, CUB and
/// Thrust on the same keys.
LabRequest own_lab_request(KeyType type, bool host_memory, bool before,
                           std::vector<std::uint32_t> sizes);

}  // namespace sortscope
