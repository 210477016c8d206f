// large_sort.cpp: section 4.5: one large sort at three values of epsilon_b.
#include <fmt/format.h>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

constexpr double kEpsilons[] = {0.00181, 0.00207, 0.00243};
constexpr double kThesisSeconds[] = {2343, 2344, 2334};  // 2^24 keys

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({65536}, {4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  run.set_machine(run.options().engine->description());
  SortCase sort;
  sort.parameters.depth_rule = DepthRule::kCustom;
  std::uint64_t all = 0;
  for (const double epsilon : kEpsilons) {
    for (const std::uint32_t n : sizes) {
      sort.parameters.epsilon_b = epsilon;
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * (samples + 1);
    }
  }
  run.plan(all);
  const std::size_t time = run.add_panel(
      {"time", "Sorting time, custom depths", {"epsilon_B", {}}, {"ms", AxisScale::kLog10}});
  const std::size_t ratio = run.add_panel(
      {"ratio", "Time against that at epsilon_B = 0.00243", {"epsilon_B", {}}, {"times", {}}});
  std::vector<std::pair<double, double>> thesis;
  std::vector<std::pair<double, double>> thesis_ratio;
  for (int i = 0; i < 3; ++i) {
    thesis.emplace_back(kEpsilons[i], kThesisSeconds[i] * 1000);
    thesis_ratio.emplace_back(kEpsilons[i], kThesisSeconds[i] / kThesisSeconds[2]);
  }
  run.add_published(time, "thesis", "thesis: 2^24 keys", thesis);
  run.add_published(ratio, "thesis", "thesis: 2^24 keys", thesis_ratio);
  for (const std::uint32_t n : sizes) {
    const std::string id = fmt::format("{}", n);
    const std::size_t times = run.add_series(time, id, number_text(n) + " keys");
    const std::size_t ratios =
        run.add_series(ratio, id, number_text(n) + " keys", Origin::kComputed);
    for (const double epsilon : kEpsilons) {
      sort.parameters.epsilon_b = epsilon;
      const auto seen = run_sorts(run, sort, n, samples, true);
      if (!seen) return seen.error();
      ExperimentPoint point{epsilon, {}};
      for (const SortSample& sample : *seen) point.y.values.push_back(sample.elapsed_ms);
      run.add(time, times, std::move(point));
      run.show();
    }
    const double last = run.series(time, times).points.back().y.median();
    double most = 0;
    for (int i = 0; i < 3; ++i) {
      const double share = run.series(time, times).points[i].y.median() / last;
      run.add(ratio, ratios, kEpsilons[i], share);
      most = std::max(most, std::abs(share - 1));
    }
    run.find(
        fmt::format("With {} keys the three differ by at most {:.1f} % from the time at "
                    "0.00243; the thesis: 0.4 % with 2^24.",
                    number_text(n), 100 * most));
  }
  return {};
}

}  // namespace

const Experiment kLargeSort = {
    "large-sort",
    "One large sort at three epsilon_B",
    "section 4.5",
    "Custom depths change with epsilon_B only where a separator is near mu wires.",
    "2334, 2344 and 2343 s for 2^24 keys",
    "keys",
    run};

}  // namespace sortscope
