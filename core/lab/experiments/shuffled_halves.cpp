// shuffled_halves.cpp: section 4.4: does a perfect halver help because it sorts a little?
#include <fmt/format.h>

#include <algorithm>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

// Matchings of the other halvers that differ: fewer than their 30 leave errors to be counted.
constexpr std::uint32_t kDistinct[] = {3, 5, 10, 15, 20, 30};

Status run(ExperimentRun& run) {
  auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  std::sort(sizes.begin(), sizes.end());
  const std::uint32_t samples = run.repetitions(5, 3);
  run.set_machine(run.options().engine->description());
  std::uint64_t all = 0;
  for (const std::uint32_t n : sizes) {
    const auto units = sort_units(SortCase{}, n);
    if (!units) return units.error();
    all += *units * samples * std::size(kDistinct) * 2;
  }
  run.plan(all);
  for (const std::uint32_t n : sizes) {
    const std::size_t panel =
        run.add_panel({fmt::format("{}", n),
                       number_text(n) + " keys, perfect halvers where no error is allowed",
                       {"different matchings of the other halvers", AxisScale::kLog10},
                       {"misplaced keys", {}}});
    double sums[2] = {0, 0};
    for (const bool shuffled : {false, true}) {
      const std::size_t series =
          run.add_series(panel, shuffled ? "shuffled" : "as-they-are",
                         shuffled ? "halves shuffled after perfect halvers" : "as they are");
      for (const std::uint32_t distinct : kDistinct) {
        SortCase sort;
        sort.parameters.distinct_matchings = distinct;
        sort.parameters.shuffle_halves = shuffled;
        const auto seen = run_sorts(run, sort, n, samples, false);
        if (!seen) return seen.error();
        ExperimentPoint point{static_cast<double>(distinct), {}};
        for (const SortSample& sample : *seen) {
          point.y.values.push_back(static_cast<double>(sample.misplaced));
        }
        sums[shuffled ? 1 : 0] += point.y.median();
        run.add(panel, series, std::move(point));
        run.show();
      }
    }
    run.find(
        fmt::format("{} keys: misplaced before the repair, summed over depths: {} as they "
                    "are, {} with shuffled halves; with all 30 matchings {} and {}. The "
                    "thesis: shuffling does not affect the errors.",
                    number_text(n), number_text(sums[0]), number_text(sums[1]),
                    number_text(run.series(panel, 0).points.back().y.median()),
                    number_text(run.series(panel, 1).points.back().y.median())));
  }
  return {};
}

}  // namespace

const Experiment kShuffledHalves = {
    "shuffled-halves",
    "Halves shuffled after perfect halvers",
    "section 4.4",
    "A perfect halver also sorts a little. Where its halves are shuffled, are there more errors?",
    "the errors are not affected (no values)",
    "keys",
    run};

}  // namespace sortscope
