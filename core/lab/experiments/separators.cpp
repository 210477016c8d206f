// separators.cpp: running single separators as samples.
#include "core/lab/experiments/separators.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/base/machine.h"
#include "core/base/thread_team.h"
#include "core/networks/aks/parameters.h"
#include "core/networks/aks/schedule.h"
#include "core/verify/halver_error.h"

namespace sortscope {

namespace {

constexpr std::array kShares = {
    UpShare{"none", "No wire goes up", 64, 0}, UpShare{"16", "a / f = 16", 64, 4},
    UpShare{"21", "a / f = 21", 63, 3},        UpShare{"5", "a / f = 5", 15, 3},
    UpShare{"whole", "All wires go up", 3, 3},
};

std::uint64_t units_of(const SeparatorTrial& trial) {
  return std::uint64_t{trial.a} * trial.depth * (1 + aks_separator_layers(trial.a, trial.up));
}

// What one sample gives, from the keys by slot.
using Judge = std::function<double(const SeparatorTrial&, const std::vector<std::uint32_t>&)>;

Status run_cases(ExperimentRun& run, const std::vector<SeparatorCase>& cases,
                 const std::vector<std::uint32_t>& depths, std::uint32_t samples,
                 const Judge& judge, bool share_of_runs) {
  ThreadTeam team;
  const unsigned threads = team.grow_to(machine().threads);
  std::uint64_t all = 0;
  for (SeparatorCase one : cases) {
    for (const std::uint32_t depth : depths) {
      one.trial.depth = depth;
      all += units_of(one.trial) * samples;
    }
  }
  run.set_machine(fmt::format("CPU, {} threads", threads));
  run.plan(all);
  for (const std::uint32_t depth : depths) {
    for (const SeparatorCase& one : cases) {
      SeparatorTrial trial = one.trial;
      trial.depth = depth;
      trial.distinct = one.distinct_divisor > 1 ? std::max(1U, depth / one.distinct_divisor) : 0;
      std::vector<double> values(samples);
      std::atomic<std::uint32_t> next{0};
      team.run(threads, [&](unsigned /*thread*/) {
        for (std::uint32_t r = next++; r < samples && !run.cancelled(); r = next++) {
          SeparatorTrial sample = trial;
          sample.seed = run.options().seed + r;
          values[r] = judge(sample, run_separator(sample));
        }
      });
      if (run.cancelled()) return ExperimentRun::stopped();
      run.done(units_of(trial) * samples);
      ExperimentPoint point{static_cast<double>(depth), {}};
      if (share_of_runs) {
        const double sum = std::accumulate(values.begin(), values.end(), 0.0);
        point.y.values = {sum / samples};
        point.note = fmt::format("{} of {} runs", std::lround(sum / 100), samples);
      } else {
        point.y.values = std::move(values);
      }
      run.add(one.panel, one.series, std::move(point));
      run.show();
    }
  }
  return {};
}

}  // namespace

std::span<const UpShare> up_shares() { return kShares; }

bool fit_separator(const UpShare& share, std::uint32_t wires, SeparatorTrial& trial) {
  double nearest = 2;
  for (std::uint32_t k = 3; k <= 25; ++k) {
    const std::uint64_t a = std::uint64_t{share.size} << k;
    const std::uint64_t up = std::uint64_t{share.up} << k;
    // Sizes are whole, f is even.
    if (a % 128 != 0 || up % 128 != 0 || a >> 6 < 8 || a >> 6 > 1U << 21) continue;
    const double size = static_cast<double>(a >> 6);
    const double factor = std::max(size / wires, wires / size);
    if (factor >= nearest) continue;
    nearest = factor;
    trial.a = static_cast<std::uint32_t>(a >> 6);
    trial.up = static_cast<std::uint32_t>(up >> 6);
  }
  return nearest < 2;
}

Status count_invalid_runs(ExperimentRun& run, const std::vector<SeparatorCase>& cases,
                          const std::vector<std::uint32_t>& depths, std::uint32_t samples) {
  const AksParameters errors = resolved({}).value();
  return run_cases(
      run, cases, depths, samples,
      [&](const SeparatorTrial& trial, const std::vector<std::uint32_t>& keys) {
        return separator_error(keys, trial.up, errors.epsilon_b, errors.epsilon_f).valid ? 0.0
                                                                                         : 100.0;
      },
      true);
}

Status count_wrong_keys(ExperimentRun& run, const std::vector<SeparatorCase>& cases,
                        const std::vector<std::uint32_t>& depths, std::uint32_t samples) {
  return run_cases(
      run, cases, depths, samples,
      [](const SeparatorTrial& trial, const std::vector<std::uint32_t>& keys) {
        const std::uint32_t half = trial.a / 2;
        const auto wrong = std::count_if(keys.begin(), keys.begin() + half,
                                         [&](std::uint32_t key) { return key >= half; });
        return 100.0 * static_cast<double>(wrong) / half;
      },
      false);
}

}  // namespace sortscope
