// misplaced.cpp: keys that the network itself leaves misplaced, by construction and depth.
#include <fmt/format.h>

#include "core/lab/experiments/sorts.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kDepths[] = {3, 5, 10, 15, 20, 30};

// A way to build the network.
struct Way {
  std::string id;
  AksParameters parameters;
  std::uint32_t depth;  // 0: the rule's own
};

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  run.set_machine(run.options().engine->description());
  std::vector<Way> ways;
  for (const Matching& matching : matchings()) {
    for (const std::uint32_t depth : kDepths) {
      Way way{std::string(matching.id), {}, depth};
      way.parameters.matching = matching.kind;
      way.parameters.depth_rule = DepthRule::kFixed;
      way.parameters.fixed_depth = depth;
      ways.push_back(way);
    }
  }
  const Way perfect{"perfect", {}, 0};
  ways.push_back(perfect);
  std::uint64_t all = 0;
  for (const std::uint32_t n : sizes) {
    for (const Way& way : ways) {
      SortCase sort;
      sort.parameters = way.parameters;
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * samples;
    }
  }
  run.plan(all);
  for (const std::uint32_t n : sizes) {
    const std::size_t panel = run.add_panel({fmt::format("{}", n),
                                             number_text(n) + " keys",
                                             {"depth of every halver", AxisScale::kLog10},
                                             {"misplaced keys", AxisScale::kLog10}});
    std::size_t series = 0;
    std::string id;
    for (const Way& way : ways) {
      SortCase sort;
      sort.parameters = way.parameters;
      if (way.id != id) {
        series = run.add_series(panel, way.id, way.id);
        id = way.id;
      }
      const auto seen = run_sorts(run, sort, n, samples, false);
      if (!seen) return seen.error();
      ExperimentPoint point{static_cast<double>(way.depth == 0 ? 30 : way.depth), {}};
      std::uint32_t rounds = 0;
      for (const SortSample& sample : *seen) {
        point.y.values.push_back(static_cast<double>(sample.misplaced));
        rounds = std::max(rounds, sample.repair_rounds);
      }
      point.note = fmt::format("up to {} repair rounds", rounds);
      run.add(panel, series, std::move(point));
      run.show();
    }
    std::string last;
    for (const ExperimentSeries& one : run.result().panels[panel].series) {
      last += fmt::format("{}{} {}", last.empty() ? "" : ", ", one.id,
                          number_text(one.points.back().y.median()));
    }
    run.find(
        fmt::format("{} keys, depth 30: misplaced before the repair: {}.", number_text(n), last));
  }
  run.find("All of them are in order after the repair, which is counted and checked.");
  return {};
}

}  // namespace

const Experiment kMisplaced = {
    "misplaced",
    "Keys misplaced before the repair",
    "section 4.9",
    "The same small depth in every halver: how many keys the network leaves on wrong wires.",
    "mostly one block away (no values)",
    "keys",
    run};

}  // namespace sortscope
