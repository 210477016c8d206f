// complexity.cpp: figure 4.9: comparators per element and depth, and the crossovers with bitonic
// sort.
#include <fmt/format.h>

#include <cmath>

#include "core/lab/experiments/experiment.h"
#include "core/networks/aks/complexity.h"

namespace sortscope {

namespace {

struct Rule {
  std::string_view id;
  std::string_view title;
  DepthRule rule;
  PerfectHalver perfect = PerfectHalver::kCyclic;

  [[nodiscard]] AksParameters parameters() const {
    AksParameters all;
    all.depth_rule = rule;
    all.perfect = perfect;
    return all;
  }
};
constexpr Rule kRules[] = {
    {"union", "union bound", DepthRule::kUnion},
    {"custom", "custom depths", DepthRule::kCustom},
    {"perfect", "perfect halvers", DepthRule::kPerfect},
    {"bitonic-halvers", "bitonic halvers", DepthRule::kPerfect, PerfectHalver::kBitonic}};

std::string power(std::optional<std::uint32_t> d) {
  return d ? fmt::format("2^{}", number_text(*d)) : fmt::format("beyond 2^{}", kCostMostLog2);
}

Status run(ExperimentRun& run) {
  const bool quick = run.options().quick;
  std::vector<std::uint32_t> exponents = {8,  12,  16,  20,  24,  32,  48,  64,
                                          80, 112, 160, 224, 320, 400, 560, 800};
  if (!quick) {
    for (const std::uint32_t d :
         {1132, 1600, 2264, 3200, 4528, 6400, 9052, 12800, 18104, 25600, 32768}) {
      exponents.push_back(d);
    }
  }
  // Those of the thesis first, and alone where it is quick.
  constexpr std::size_t kOfThesis = 3;
  const std::size_t rules = quick ? kOfThesis : std::size(kRules);
  run.set_machine("counted, not run");
  run.plan(exponents.size() * rules + rules);
  const ExperimentAxis x = {"log2 of the keys", AxisScale::kLog10};
  const std::size_t work = run.add_panel(
      {"comparators", "Comparators per element", x, {"comparators", AxisScale::kLog10}});
  const std::size_t deep = run.add_panel({"depth", "Depth", x, {"layers", AxisScale::kLog10}});
  std::size_t series[2][std::size(kRules)];
  const auto add_rule = [&](std::size_t i) {
    const std::string id(kRules[i].id);
    series[0][i] = run.add_series(work, id, std::string(kRules[i].title), Origin::kComputed);
    series[1][i] = run.add_series(deep, id, std::string(kRules[i].title), Origin::kComputed);
  };
  for (std::size_t i = 0; i < kOfThesis; ++i) add_rule(i);
  const std::size_t bitonic[] = {
      run.add_series(work, "bitonic", "bitonic sort", Origin::kComputed),
      run.add_series(deep, "bitonic", "bitonic sort", Origin::kComputed)};
  for (std::size_t i = kOfThesis; i < rules; ++i) add_rule(i);
  // The lines that the thesis draws beside its curves; of bitonic sort it draws d^2.
  std::vector<std::pair<double, double>> lines[3];
  for (const std::uint32_t d : exponents) {
    lines[0].emplace_back(d, std::exp2(10.75) * d);
    lines[1].emplace_back(d, std::exp2(6.8) * d);
    lines[2].emplace_back(d, bitonic_per_wire(d, BitonicCount::kThesis));
  }
  run.add_published(work, "custom", "thesis: 2^10.75 d", lines[0]);
  run.add_published(work, "perfect", "thesis: 2^6.8 d", lines[1]);
  run.add_published(work, "bitonic", "thesis: d^2", lines[2]);
  run.add_published(deep, "bitonic", "thesis: d^2", lines[2]);
  for (const std::uint32_t d : exponents) {
    for (std::size_t i = 0; i < rules; ++i) {
      if (run.cancelled()) return ExperimentRun::stopped();
      const auto cost = aks_cost(d, kRules[i].parameters());
      if (!cost) return cost.error();
      run.add(work, series[0][i], d, cost->per_wire);
      run.add(deep, series[1][i], d, static_cast<double>(cost->depth));
      run.done(1);
    }
    run.add(work, bitonic[0], d, bitonic_per_wire(d, BitonicCount::kTrue));
    run.add(deep, bitonic[1], d, bitonic_depth(d, BitonicCount::kTrue));
    run.show();
  }
  constexpr std::string_view kThesis[] = {"", "depth 2^11,585", "comparators 2^110, depth 2^2,048",
                                          ""};
  for (std::size_t i = 0; i < rules; ++i) {
    if (run.cancelled()) return ExperimentRun::stopped();
    const AksParameters parameters = kRules[i].parameters();
    const auto as_thesis = aks_crossover(parameters, BitonicCount::kThesis);
    const auto as_is = aks_crossover(parameters, BitonicCount::kTrue);
    if (!as_thesis) return as_thesis.error();
    if (!as_is) return as_is.error();
    run.find(
        fmt::format("{}: fewer comparators than bitonic sort: {} keys, less depth: {}; counting "
                    "bitonic sort as "
                    "d^2, as the thesis does: {} and {}{}.",
                    kRules[i].title, power(as_is->comparators), power(as_is->depth),
                    power(as_thesis->comparators), power(as_thesis->depth),
                    kThesis[i].empty() ? "" : fmt::format(" (thesis: {})", kThesis[i])));
    run.done(1);
  }
  const auto last = [&](std::size_t i) {
    for (const ExperimentPoint& point : run.series(work, series[0][i]).points) {
      if (point.x == 800) return std::log2(point.y.median() / 800);
    }
    return 0.0;
  };
  run.find(
      fmt::format("With 2^800 keys: 2^{:.2f} d comparators per element with custom depths, "
                  "2^{:.2f} d with perfect halvers; the thesis: about 2^10.75 and 2^6.8.",
                  last(1), last(2)));
  const auto cyclic = aks_cost(12, kRules[2].parameters());
  const auto sorters = aks_cost(12, kRules[3].parameters());
  if (cyclic && sorters) {
    run.find(fmt::format(
        "Bitonic sorters in place of perfect halvers (section 4.10, not finished there): {} "
        "comparators in place of {} for 4,096 keys.",
        number_text(static_cast<double>(sorters->comparators)),
        number_text(static_cast<double>(cyclic->comparators))));
  }
  return {};
}

}  // namespace

const Experiment kComplexity = {
    "complexity",
    "Comparators per element and depth",
    "figure 4.9, section 4.7",
    "Counted for networks that no machine can hold, beside bitonic sort of as many keys.",
    "lines and crossovers",
    "",
    run};

}  // namespace sortscope
