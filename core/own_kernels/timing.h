// timing.h: how fast a person's kernel is, compiled as nvcc does without us.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/own_kernels/report.h"

namespace sortscope {

/// One number of keys: uniform ones, the same in each sample. `samples_ms`: by events; of files
/// with keys in host memory by the host's clock, copies and all.
struct KernelTime {
  std::uint32_t n = 0;
  std::uint32_t launches = 0;
  std::vector<double> samples_ms;
  std::string problem;  // why there are no samples; empty: there are
};

/// One kernel of the file at the largest number of keys.
struct KernelResources {
  std::string name;
  std::uint32_t line = 0;  // of the launch
  std::uint32_t launches = 0;
  std::uint32_t threads = 0;  // of a block
  int registers = -1;  // of a thread; -1: not known (a template whose type is found by itself)
  std::uint64_t shared_bytes = 0;
  std::uint64_t dynamic_shared_bytes = 0;
  std::uint64_t local_bytes = 0;     // of a thread
  std::uint32_t blocks_at_once = 0;  // on a multiprocessor
  double occupancy = 0;              // threads that it holds, of those that it could
};

struct KernelTiming {
  bool compiled = false;
  std::vector<CompilerMessage> messages;
  std::string card;  // "NVIDIA H100 80GB HBM3, CUDA 13.0"
  bool host_memory = false;
  std::vector<KernelTime> times;
  std::vector<KernelResources> kernels;
  bool complete = false;  // all sizes were tried, or one took too long
  std::string printed;    // by the file
};

/// Compiles the file with nvcc, runs it on each number of keys in `sizes` (rising), warmed up, and
/// checks every result. A child process, confined as when it is recorded. Errors: kUnavailable (no
/// nvcc, no GPU), kBadInput, kBadUsage, kCancelled, kIo.
Result<KernelTiming> time_kernel(const KernelRequest& request, std::span<const std::uint32_t> sizes,
                                 Progress& progress);

/// The lines that the timed program writes. Lines that cannot be read are left out.
void read_timing(std::string_view lines, KernelTiming& timing);

/// A column of times beside the file's own: somebody else's median, by number of keys; 0: none.
struct OtherTimes {
  std::string title;
  std::vector<double> median_ms;  // by index in KernelTiming::times
};

/// Tables: times with their spread beside `others`, and kernels with what they take.
std::string kernel_timing_text(const KernelTiming& timing, std::span<const OtherTimes> others);

/// As JSON: {"version":1,"card":..,"times":[..],"kernels":[..]}.
std::string kernel_timing_json(const KernelTiming& timing, std::span<const OtherTimes> others);

}  // namespace sortscope
