// lab.h: the benchmark lab: what can be measured, the cases of a request, and results that grow
// while they are measured.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/curve_look.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/base/samples.h"
#include "core/base/types.h"
#include "core/engines/device_floors.h"
#include "core/keys/keys.h"

namespace sortscope {

enum class LabPlace : std::uint8_t { kCpu, kGpu };

/// A row of the table of what can be measured.
struct LabSorter {
  std::string_view id;       // "v2", "fast", "adaptive-interval", "cub-merge", "std-sort": stable
  std::string_view title;    // "Bitonic, V2"
  std::string_view summary;  // a sentence
  LabPlace place = LabPlace::kCpu;
  bool peer = false;    // somebody else's
  bool stable = false;  // equal keys keep their order
  std::string_view algorithm =
      {};  // of ours: the id in algorithms/algorithm.h, and the kernel; "" of peers
  std::string_view kernel = {};
  bool records = false;  // ours, with the outcome of every comparison
  CurveLook look = {};   // in plots: no two have the same
};

/// What is measured at one point.
struct LabCase {
  std::string sorter;
  KeyType type = KeyType::kUint32;
  bool pairs = false;  // a 32-bit payload travels with every key
  std::string input = "uniform";
  std::uint32_t n = 0;
  bool recording = false;
  bool transfers = false;  // to the device and back counted; on the CPU there are none
  bool warm = false;       // the input was copied just before, so that a cache may hold it
  friend bool operator==(const LabCase&, const LabCase&) = default;
};

enum class LabState : std::uint8_t {
  kWaiting,
  kMeasured,  // every sample's output was in order and a permutation of the input
  kSkipped,   // it is not offered here, cannot take the case, or does not fit: `reason`
  kFailed,    // it did not start, threw, failed or gave a wrong output: never plotted as a time
};

/// What of a sample's time was transfers: 0 where they were not counted, or are none.
struct LabTransfers {
  double upload_ns = 0;
  double download_ns = 0;
};

struct LabSample {
  double elapsed_ns = 0;   // of the device's clock (events), or the steady clock of CPU sorts
  bool disturbed = false;  // a frame was drawn while it ran
  double cpu_ns = 0;       // of the processor, all threads together; 0: not measured, as on a GPU
  LabTransfers transfers = {};
};

/// A kernel that a case launches, where that is known.
struct LabKernel {
  std::string name;
  std::uint32_t line = 0;  // of its launch, in its file
  std::uint32_t launches = 0;
  std::uint32_t threads = 0;         // of a block
  std::int32_t registers = -1;       // of a thread; -1: not known, nor what follows
  std::uint64_t shared_bytes = 0;    // of a block, static and dynamic
  std::uint64_t local_bytes = 0;     // of a thread: spilled, or arrays
  std::uint32_t blocks_at_once = 0;  // on a multiprocessor
  double occupancy = 0;              // threads that it holds, of those that it could
  friend bool operator==(const LabKernel&, const LabKernel&) = default;
};

/// A case and all that was seen of it.
struct LabCell {
  LabCase what;
  LabState state = LabState::kWaiting;
  std::string reason;  // of kSkipped and kFailed: a sentence
  std::vector<LabSample> samples;
  std::uint32_t launches = 0;  // kernel launches; 0: not known, or on the CPU
  std::uint64_t least_bytes =
      0;  // that any sort must move: keys (and payload) read and written once
  std::vector<LabKernel> kernels = {};  // empty: not known
  [[nodiscard]] Samples elapsed_ms() const;
  /// Medians.
  [[nodiscard]] LabTransfers transfers() const;
};

/// What was asked for: every combination is a case. `sizes` in the order in which they are run.
struct LabRequest {
  std::string preset;  // id, "" for none
  std::vector<std::string> sorters;
  std::vector<std::uint32_t> sizes;
  std::vector<KeyType> types = {KeyType::kUint32};
  std::vector<bool> pairs = {false};
  std::vector<std::string> inputs = {"uniform"};
  std::vector<bool> recording = {false};
  bool transfers = false;
  bool warm = false;
  std::uint32_t repetitions = 15;
  /// A case ends with fewer samples, though at least kLeastSamples, once they took so many seconds
  /// together; 0: never.
  double budget_s = 10;
  std::uint64_t seed = 1;
};
inline constexpr std::uint32_t kLeastSamples = 3;

/// What a result says of a sorter, so that it is read where the sorter is not there.
struct LabSorterName {
  std::string id;
  std::string title;
  LabPlace place = LabPlace::kCpu;
  bool peer = false;
  std::string algorithm;  // as in LabSorter
  std::string kernel;
};

/// All that is known so far; what a results file holds.
struct LabResult {
  LabRequest request;
  std::string started_at;  // "2026-11-22T10:15:00Z"
  std::string revision;    // of git
  std::string host;        // name of the machine; "": not known. Files of ours do not keep it
  std::string cpu;         // "AMD EPYC ..., 16 threads"
  std::string gpu;         // name, driver, CUDA, clocks; "" for none
  std::string cache_note;  // warm-up, cache state, clocks: how it was measured, in sentences
  std::string busy;        // that other work went on, a sentence; "": it did not
  std::vector<std::string> arguments;  // of `sortscope bench`; empty from the window
  std::optional<DeviceFloors> floors;
  std::vector<LabSorterName> sorters;  // of `cells`
  std::vector<LabCell> cells;
  bool complete = false;
  std::string problem;  // why it stopped early: "" where it did not
  std::string path;     // of its file in the results folder; "" until it is written
};

/// "This machine is busy (load 7.5 on 2 threads): …"; "" where it is not.
std::string busy_note();

/// One case, made ready: its memory and its inputs are there.
class LabBench {
 public:
  virtual ~LabBench() = default;
  /// Restores the input outside the measured time, sorts, and returns the time. Errors: kWorkFailed
  /// (a launch failed, a peer threw), kCancelled: nothing else of this bench is called then.
  virtual Result<double> sample_ns() = 0;
  /// The last output is in order and, by a hash that does not look at the order, a permutation of
  /// its input; pairs: payloads still beside their keys; recorded: its outcome bits lead from the
  /// one to the other. Outside the measured time. Errors: kWorkFailed, kCancelled.
  virtual Status check() = 0;
  [[nodiscard]] virtual std::uint32_t launches() const { return 0; }
  [[nodiscard]] virtual std::vector<LabKernel> kernels() const { return {}; }
  /// Processor time of all threads in the last sample; 0: not measured.
  [[nodiscard]] virtual double cpu_ns() const { return 0; }
  /// Of the last sample.
  [[nodiscard]] virtual LabTransfers transfers() const { return {}; }
};

/// Where sorters run: the CPU, or a GPU (kernels/lab_cuda.h).
class LabBackend {
 public:
  virtual ~LabBackend() = default;
  [[nodiscard]] virtual LabPlace place() const = 0;
  [[nodiscard]] virtual std::span<const LabSorter> sorters() const = 0;
  /// "AMD EPYC 9454, 16 threads".
  [[nodiscard]] virtual std::string description() const = 0;
  /// How it measures: clock, cache state, clocks; sentences. "" where nothing is to be said.
  [[nodiscard]] virtual std::string method() const { return ""; }
  /// Errors: kUnavailable, kOutOfMemory, kBadUsage (the sorter cannot take the case): a sentence
  /// that says why it is skipped. Any other: why it failed.
  virtual Result<std::unique_ptr<LabBench>> prepare(const LabCase& what, std::uint64_t seed) = 0;
  virtual Result<DeviceFloors> floors() = 0;
  /// The device is lost, or a sticky error: nothing more can run on it.
  [[nodiscard]] virtual bool lost() const { return false; }
};
/// std::sort, qsort, std::sort on TBB, and our CPU engine. Long samples end early where `progress`
/// is cancelled: those of libraries, which nobody can stop, are left behind (sort_thread.h). Null:
/// they do not.
std::unique_ptr<LabBackend> make_cpu_lab(const Progress* progress = nullptr);
/// Offers the sorters of `place` and prepares none: kUnavailable with `reason`.
std::unique_ptr<LabBackend> make_absent_lab(LabPlace place, std::string reason);

/// All that can be measured, in the order in which it is offered: CPU and GPU, whatever there is.
std::span<const LabSorter> lab_sorters();
/// The error lists the ids there are.
Result<const LabSorter*> find_lab_sorter(std::string_view id);

/// Every combination of `request`, sizes rising, in the order in which they are shown; what records
/// nothing has its cases with recording off.
std::vector<LabCase> lab_cases(const LabRequest& request);

/// How whoever shows results stays out of the way of samples, and stops or holds the work: from any
/// thread.
struct LabControl {
  Progress progress;  // in expected nanoseconds
  std::atomic<bool> paused{false};
  std::atomic<std::uint32_t> repetitions{0};  // raised while it runs: extended; 0: the request's
  std::atomic<double> left_s{0};              // expected, of what is left
  std::function<void(const LabCase& what, double expected_ns)> before_sample = [](const LabCase&,
                                                                                  double) {};
  std::function<bool()> after_sample = [] { return false; };  // true: the sample was disturbed
};

/// Measures every case of `request` that has too few samples in `from` (null: all; what else it
/// holds stays, as revision, arguments and cells): sizes rising; within a size all cases of the
/// same keys take turns, a sample each, after one that warms up. Disturbed samples are kept and
/// repeated, at most as often again as asked for. `grown` is called with what there is after every
/// round, but not more than ten times a second, and at the end. Every output is checked. Cases that
/// fail or do not fit are marked, and the rest goes on; when a backend is lost what there is stays,
/// `problem` says so, and its cases are skipped. Errors: kCancelled; kBadUsage (no such sorter, a
/// bad size).
Status run_lab(std::span<LabBackend* const> backends, const LabRequest& request,
               const LabResult* from, LabControl& control,
               const std::function<void(std::shared_ptr<const LabResult>)>& grown);

}  // namespace sortscope
