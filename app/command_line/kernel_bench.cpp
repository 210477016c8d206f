// kernel_bench.cpp: `sortscope kernel --bench`: a file of a person's own timed beside our kernels
// and CUB.
#include <fmt/format.h>

#include <algorithm>

#include "app/command_line/command_line.h"
#include "app/command_line/kernel_bench.h"
#include "app/command_line/progress.h"
#include "app/command_line/say.h"
#include "app/engines/lab_backends.h"
#include "core/lab/cancel_relay.h"
#include "core/lab/lab.h"
#include "core/lab/text.h"
#include "core/own_kernels/timing.h"

namespace sortscope {

namespace {

constexpr std::string_view kUsualSizes = "2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24";
constexpr int kNotRun = 2;  // exit code

// The same numbers of uniform keys, sorted by others on this GPU. Empty where the lab has none.
std::vector<OtherTimes> others_of(const KernelTiming& timing, KeyType type, Progress& progress) {
  LabRequest request;
  request.sorters = {"v0", "v2", "fast", "cub-radix", "cub-merge"};
  request.types = {type};
  request.transfers = timing.host_memory;
  request.budget_s = 2;
  for (const KernelTime& time : timing.times) {
    if (time.problem.empty()) request.sizes.push_back(time.n);
  }
  const LabBackends backends = make_lab_backends(&progress);
  if (!backends.has_gpu || request.sizes.empty()) return {};
  LabControl control;
  const CancelRelay relay(&progress, control.progress);
  std::shared_ptr<const LabResult> result;
  const std::vector<LabBackend*> all = backends.all();
  const Status measured =
      run_lab(all, request, nullptr, control,
              [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
  if (!result) {
    say("sortscope: the others were not measured: {}\n", measured.error().message);
    return {};
  }
  std::vector<OtherTimes> others;
  for (const std::string& sorter : request.sorters) {
    OtherTimes other;
    other.title = sorter;
    other.median_ms.resize(timing.times.size(), 0);
    for (const LabCell& cell : result->cells) {
      if (cell.what.sorter != sorter || cell.state != LabState::kMeasured) continue;
      for (std::size_t i = 0; i < timing.times.size(); ++i) {
        if (timing.times[i].n == cell.what.n) other.median_ms[i] = cell.elapsed_ms().median();
      }
    }
    others.push_back(std::move(other));
  }
  return others;
}

}  // namespace

int run_kernel_bench(const KernelArguments& arguments, const KernelRequest& request, Job& job) {
  const std::string sizes_text = !arguments.sizes.empty()
                                     ? arguments.sizes
                                     : arguments.run.n.value_or(std::string(kUsualSizes));
  const auto sizes = parse_lab_sizes(sizes_text);
  if (!sizes) return report_error(sizes.error());
  job.stage("Timing " + arguments.file);
  const auto timing = time_kernel(request, *sizes, job.progress());
  if (!timing) {
    (void)report_error(timing.error());
    return timing.error().code == ErrorCode::kCancelled ? 1 : kNotRun;
  }
  if (!timing->compiled) {
    for (const CompilerMessage& m : timing->messages) {
      say("{}:{}: {}: {}\n", arguments.file, m.line, m.error ? "error" : "warning", m.text);
    }
    if (arguments.json) print_text(kernel_timing_json(*timing, {}));
    return kNotRun;
  }
  job.stage("Measuring ours and CUB's");
  const KeyType type = request.key_type == "int"     ? KeyType::kInt32
                       : request.key_type == "float" ? KeyType::kFloat32
                                                     : KeyType::kUint32;
  const std::vector<OtherTimes> others = others_of(*timing, type, job.progress());
  print_text(arguments.json ? kernel_timing_json(*timing, others)
                            : kernel_timing_text(*timing, others));
  if (const int failed = finish_output(); failed != 0) return failed;
  const bool fine = std::all_of(timing->times.begin(), timing->times.end(),
                                [](const KernelTime& time) { return time.problem.empty(); });
  return fine ? 0 : 1;
}

}  // namespace sortscope
