// planted.cpp: section 4, first experiment: errors planted on purpose.
#include <fmt/format.h>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

constexpr double kPlantedErrors[] = {0, 1, 2, 4, 8, 12, 16};

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(5, 3);
  run.set_machine(run.options().engine->description());
  SortCase sort;
  sort.parameters.depth_rule = DepthRule::kIdeal;
  std::uint64_t all = 0;
  for (const double planted : kPlantedErrors) {
    for (const std::uint32_t n : sizes) {
      sort.parameters.planted = planted;
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * samples;
    }
  }
  run.plan(all);
  const std::size_t panel = run.add_panel({"misplaced",
                                           "Keys misplaced before the repair",
                                           {"planted errors, in permitted ones", {}},
                                           {"% of the keys", {}}});
  for (const std::uint32_t n : sizes) {
    const std::size_t series =
        run.add_series(panel, fmt::format("{}", n), number_text(n) + " keys");
    double good = -1;
    bool still = true;
    for (const double planted : kPlantedErrors) {
      sort.parameters.planted = planted;
      const auto seen = run_sorts(run, sort, n, samples, false);
      if (!seen) return seen.error();
      ExperimentPoint point{planted, {}};
      std::uint32_t rounds = 0;
      for (const SortSample& sample : *seen) {
        point.y.values.push_back(100 * static_cast<double>(sample.misplaced) / n);
        rounds = std::max(rounds, sample.repair_rounds);
      }
      still = still && point.y.quantile(1) == 0;
      if (still) good = planted;
      point.note = fmt::format("up to {} repair rounds", rounds);
      run.add(panel, series, std::move(point));
      run.show();
    }
    run.find(
        fmt::format("{} keys: the network alone sorts with up to {} times the permitted "
                    "errors in every separator.",
                    number_text(n), number_text(good)));
  }
  run.find(
      "The thesis: with as many errors as are permitted all elements are still sorted at the end. "
      "Separators sort here, then every key that may be wrong is put in a wrong place.");
  return {};
}

}  // namespace

const Experiment kPlanted = {
    "planted",
    "Errors planted on purpose",
    "section 4, first experiment",
    "Separators commit every error that is permitted, or a multiple: does the network still sort?",
    "sorted with the permitted errors",
    "keys",
    run};

}  // namespace sortscope
