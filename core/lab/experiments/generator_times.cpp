// generator_times.cpp: figure 4.3: whole sorts whose matchings come from different generators.
#include <fmt/format.h>

#include <algorithm>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

// The thesis's three, and what is made here where none is asked for.
constexpr MatchingKind kKinds[] = {MatchingKind::kMersenne, MatchingKind::kMinimal,
                                   MatchingKind::kXoroshiro, MatchingKind::kHash};

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({256, 4096}, {256});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  run.set_machine(run.options().engine->description());
  const std::size_t panel = run.add_panel({"time",
                                           "Sorting time by generator, custom depths",
                                           {"keys", AxisScale::kLog2},
                                           {"ms", AxisScale::kLog10}});
  std::vector<SortCase> cases;
  for (const MatchingKind kind : kKinds) {
    SortCase sort;
    sort.id = sort.title = matching_of(kind).id;
    sort.parameters.depth_rule = DepthRule::kCustom;
    sort.parameters.matching = kind;
    cases.push_back(sort);
  }
  if (Status status = measure_times(run, panel, cases, sizes, samples); !status) return status;
  std::string times;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const ExperimentPoint& last = run.series(panel, i).points.back();
    times += fmt::format("{}{} {}", times.empty() ? "" : ", ", cases[i].id,
                         number_text(last.y.median()));
  }
  run.find(
      fmt::format("{} keys, ms: {}. The thesis: the Mersenne twister takes most time, minimal "
                  "standard and xoroshiro64** are tied. Here every matching begins a generator of "
                  "its own, and a Mersenne twister begins with 624 words.",
                  number_text(run.series(panel, 0).points.back().x), times));
  return {};
}

}  // namespace

const Experiment kGeneratorTimes = {
    "generator-times",
    "Sorting time by generator",
    "figure 4.3, section 4.2",
    "Whole sorts with the thesis's custom depths; matchings of three generators and of hashes.",
    "figure only",
    "keys",
    run};

}  // namespace sortscope
