// generators.cpp: figures 4.3 and 4.4: what generators of matchings cost, and how good they are.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "core/lab/experiments/separators.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

// Nanoseconds per vertex of one sample: enough matchings to be a millisecond of work.
double fill_ns(MatchingKind kind, std::uint64_t seed, std::uint32_t half) {
  const std::uint32_t rounds = std::max(1U, (1U << 16) / half);
  std::vector<std::uint32_t> partners(half);
  std::uint64_t sum = 0;
  const auto begin = Clock::now();
  for (std::uint32_t r = 0; r < rounds; ++r) {
    fill_partners(kind, {seed, 0, 0, 0, 0, 0, r}, partners);
    sum += partners[r % half];
  }
  const double ns = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
  // `sum` is at most rounds x half: this keeps the work without changing the result.
  return sum > std::uint64_t{rounds} * half ? 0 : ns / rounds / half;
}

Status measure_fills(ExperimentRun& run, std::size_t panel, std::uint32_t samples,
                     const std::vector<std::uint32_t>& halves) {
  for (const Matching& matching : matchings()) {
    const std::size_t series =
        run.add_series(panel, std::string(matching.id), std::string(matching.id));
    for (const std::uint32_t half : halves) {
      if (run.cancelled()) return ExperimentRun::stopped();
      ExperimentPoint point{static_cast<double>(half), {}};
      for (std::uint32_t r = 0; r < samples; ++r) {
        point.y.values.push_back(fill_ns(matching.kind, run.options().seed + r, half));
      }
      run.add(panel, series, std::move(point));
      run.show();
    }
  }
  return {};
}

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({1024}, {256});
  for (const std::uint32_t size : sizes) {
    if (size >= 64 && size <= 1U << 20) continue;
    return Error{ErrorCode::kBadUsage,
                 fmt::format("separators of {} wires are not run here.", size),
                 "Give sizes from 64 to 2^20."};
  }
  const bool quick = run.options().quick;
  const std::vector<std::uint32_t> depths =
      quick ? std::vector<std::uint32_t>{30, 100, 250, 500}
            : std::vector<std::uint32_t>{30, 60, 100, 175, 250, 375, 500, 800};
  const std::uint32_t samples = run.repetitions(40, 10);
  run.set_machine("CPU, 1 thread");
  const std::size_t time = run.add_panel({"time",
                                          "Making a matching",
                                          {"vertices of a side", AxisScale::kLog2},
                                          {"ns per vertex", AxisScale::kLog10}});
  if (Status status = measure_fills(
          run, time, 5,
          quick ? std::vector<std::uint32_t>{64, 1024, 16384}
                : std::vector<std::uint32_t>{64, 256, 1024, 4096, 16384, 65536, 262144, 1048576});
      !status) {
    return status;
  }
  std::vector<SeparatorCase> cases;
  for (const std::uint32_t size : sizes) {
    SeparatorCase fitted;
    fitted.panel = run.result().panels.size();
    const auto share = std::find_if(up_shares().begin(), up_shares().end(),
                                    [](const UpShare& row) { return row.id == "16"; });
    if (!fit_separator(*share, size, fitted.trial)) continue;
    run.add_panel({fmt::format("quality-{}", fitted.trial.a),
                   fmt::format("Separator of {} wires, a / f = 16", number_text(fitted.trial.a)),
                   {"depth of the halvers", AxisScale::kLog10},
                   {"invalid runs, %", {}}});
    for (const Matching& matching : matchings()) {
      SeparatorCase one = fitted;
      one.trial.matching = matching.kind;
      one.series = run.add_series(one.panel, std::string(matching.id), std::string(matching.id));
      cases.push_back(one);
    }
  }
  if (Status status = count_invalid_runs(run, cases, depths, samples); !status) return status;
  const auto& fills = run.result().panels[time].series;
  std::string times;
  for (const ExperimentSeries& series : fills) {
    times += fmt::format("{}{} {}", times.empty() ? "" : ", ", series.id,
                         number_text(series.points.back().y.median()));
  }
  run.find(
      fmt::format("ns per vertex of {} vertices a side: {}. The thesis: the Mersenne twister "
                  "takes the most time, minimal standard and xoroshiro64** are tied.",
                  number_text(fills.front().points.back().x), times));
  std::string invalid;
  for (const SeparatorCase& one : cases) {
    const ExperimentSeries& series = run.series(one.panel, one.series);
    double sum = 0;
    for (const ExperimentPoint& point : series.points) sum += point.y.median();
    invalid += fmt::format("{}{} {:.0f}", invalid.empty() ? "" : ", ", series.id,
                           sum / static_cast<double>(series.points.size()));
  }
  run.find(
      fmt::format("Invalid runs in %, mean over depths: {}. The thesis: almost no difference "
                  "between its three generators.",
                  invalid));
  return {};
}

}  // namespace

const Experiment kGenerators = {
    "generators",
    "Generators of matchings",
    "figures 4.3 and 4.4, section 4.2",
    "Every construction: the time of one matching, and how often a separator made of them is "
    "invalid.",
    "figure only",
    "wires of the separator",
    run};

}  // namespace sortscope
