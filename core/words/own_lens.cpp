// own_lens.cpp: from launches of a report to the plan that they may be.
#include "core/words/own_lens.h"

#include <fmt/format.h>

#include "core/algorithms/algorithm.h"
#include "core/base/number_text.h"
#include "core/engines/plans/launches.h"

namespace sortscope {

namespace {

// The same launches, one after the other; those that compare nothing pad, and count for nothing.
bool same_launches(const KernelReport& report, const LaunchPlan& plan) {
  std::size_t at = 0;
  for (const KernelLaunch& is : report.launches) {
    if (is.first_layer >= is.last_layer) continue;
    if (at == plan.launches.size()) return false;
    const Launch& planned = plan.launches[at++];
    const std::uint32_t blocks = is.grid[0] * is.grid[1] * is.grid[2];
    const std::uint32_t threads = is.block[0] * is.block[1] * is.block[2];
    if (is.first_layer != planned.first_layer || blocks != planned.blocks ||
        is.last_layer != planned.first_layer + planned.layer_count || threads != planned.threads) {
      return false;
    }
  }
  return at == plan.launches.size();
}

}  // namespace

MemoryCount counted_loads(const KernelReport& report) {
  MemoryCount count;
  for (const LineFacts& line : report.lines) {
    count.loads += line.load_requests;
    count.wavefronts += line.load_wavefronts;
  }
  return count;
}

std::optional<LensPrediction> lens_prediction(const KernelReport& report) {
  if (report.launches.empty() || report.equals.empty()) return std::nullopt;
  const auto algorithm = find_algorithm(report.equals);
  if (!algorithm || !(*algorithm)->xor_schedule || report.n < 2) return std::nullopt;
  const Network network = (*algorithm)->build(report.n);
  if (network.wires() != report.network->wires()) return std::nullopt;
  const KernelLaunch& first = report.launches[0];
  const std::uint32_t threads = first.block[0] * first.block[1] * first.block[2];
  for (const MemoryKernel& kernel : memory_kernels()) {
    for (const std::uint32_t asked : {threads, 0U}) {
      const auto plan = plan_launches(network, true, kernel.launches_of, {.threads = asked});
      if (!plan || !same_launches(report, *plan)) continue;
      LensPrediction prediction{&kernel, {}};
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        const auto lens = lens_on(network, true, layer, {.kernel = &kernel, .threads = asked});
        if (!lens || lens->threads != threads) return std::nullopt;
        const AccessTotals totals = totals_of(*lens, Placement::kPlain);
        prediction.predicted.loads += totals.loads;
        prediction.predicted.wavefronts += totals.load_wavefronts;
      }
      return prediction;
    }
  }
  return std::nullopt;
}

std::string prediction_text(const KernelReport& report) {
  const auto prediction = lens_prediction(report);
  if (!prediction) return {};
  const MemoryCount counted = counted_loads(report);
  const auto text = [](const MemoryCount& c) {
    return fmt::format("{} shared loads in {} wavefronts", grouped_number(c.loads),
                       grouped_number(c.wavefronts));
  };
  const std::string said = fmt::format("The launches of kernel {}: {} are predicted",
                                       prediction->kernel->title, text(prediction->predicted));
  if (counted == prediction->predicted) return said + ", and counted.";
  return fmt::format("{}; {} were counted.", said, text(counted));
}

}  // namespace sortscope
