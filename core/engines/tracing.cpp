// tracing.cpp: the same sort several times, the run of median time kept.
#include "core/engines/tracing.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <vector>

#include "core/algorithms/run_title.h"
#include "core/base/progress.h"

namespace sortscope {

namespace {

bool in_order(const Words& words) {
  return words.bits == 32 ? std::is_sorted(words.w32.begin(), words.w32.end())
                          : std::is_sorted(words.w64.begin(), words.w64.end());
}

std::string title_of(const TraceRequest& request, const std::string& kernel) {
  return fmt::format("{}, {}{}", run_title(request.algorithm, request.network), kernel,
                     request.recorded ? ", recorded" : "");
}

// All of the runs are one piece of work: each would tell its own share of itself.
class WholeWork {
 public:
  WholeWork(Progress* progress, std::uint64_t units) : progress_(progress) {
    if (progress_ == nullptr || progress_->part) return;
    progress_->begin(units);
    progress_->part = begun_ = true;
  }
  ~WholeWork() {
    if (begun_) progress_->part = false;
  }
  WholeWork(const WholeWork&) = delete;
  WholeWork& operator=(const WholeWork&) = delete;

 private:
  Progress* progress_;
  bool begun_ = false;
};

Result<std::vector<SortTrace>> sort_all(Engine& engine, const TraceRequest& request,
                                        Progress* progress) {
  const bool carries = !fixed_schedule(request.algorithm.family) || request.start.ambiguous_padding;
  std::vector<std::uint32_t> bits(request.recorded ? request.network.bit_words() : 0);
  std::vector<SortTrace> traces;
  const WholeWork whole(progress, request.network.size() * (request.runs + std::uint64_t{1}));
  // The first one warms up.
  for (std::uint32_t run = 0; run <= request.runs; ++run) {
    Words words = request.start.words;
    std::vector<std::uint32_t> places;
    if (carries) places = request.start.ties.empty() ? request.start.places : request.start.ties;
    const SortBuffers buffers{words.bits, words.w32, words.w64, places, request.start.real_keys};
    SortTrace trace;
    SortOptions options;
    options.kernel = request.kernel;
    options.bits = bits;
    options.trace = &trace;
    std::vector<std::uint32_t> repair_bits;
    options.repair_bits = &repair_bits;
    const auto timing = engine.run(request.algorithm, request.network, buffers, options, progress);
    if (!timing) return timing.error();
    if (!in_order(words)) {
      return Error{ErrorCode::kWorkFailed,
                   fmt::format("the output of '{}', kernel '{}', is not in order.",
                               request.algorithm.id, timing->kernel),
                   "Its times would say nothing."};
    }
    if (run == 0) continue;
    trace.algorithm = request.algorithm.id;
    trace.kernel = timing->kernel;
    trace.title = title_of(request, timing->kernel);
    trace.device = engine.description();
    trace.n = request.start.real_keys;
    trace.wires = request.network.wires();
    trace.layers = request.network.depth();
    trace.key_bits = words.bits;
    trace.places = carries;
    trace.recorded = request.recorded;
    trace.runs = request.runs;
    traces.push_back(std::move(trace));
  }
  return traces;
}

}  // namespace

Result<SortTrace> trace_sort(Engine& engine, const TraceRequest& request, Progress* progress) {
  if (request.runs == 0) {
    return Error{ErrorCode::kBadUsage, "a trace needs a run.", "Give --reps 1 or more."};
  }
  try {
    Result<std::vector<SortTrace>> traces = sort_all(engine, request, progress);
    if (!traces) return traces.error();
    const auto middle = traces->begin() + static_cast<std::ptrdiff_t>(traces->size() / 2);
    std::nth_element(
        traces->begin(), middle, traces->end(),
        [](const SortTrace& a, const SortTrace& b) { return a.elapsed_ns < b.elapsed_ns; });
    // The CPU engine tells times and layers; what they move is the same for all engines.
    const TraceKeys keys{middle->key_bits, middle->places, middle->recorded};
    for (TracePass& pass : middle->passes) {
      if (middle->stamped || pass.layer_count == 0) continue;
      const TracePass counted =
          pass_over_layers(request.network, pass.first_layer, pass.layer_count, 1, keys, pass.name);
      pass.comparators = counted.comparators;
      if (request.algorithm.family == Family::kNetwork) pass.bytes = counted.bytes;
    }
    return std::move(*middle);
  } catch (const std::bad_alloc&) {
    return Error{
        ErrorCode::kOutOfMemory,
        fmt::format("there is not enough memory to sort {} keys again.", request.start.real_keys),
        "Trace a smaller sort."};
  }
}

}  // namespace sortscope
