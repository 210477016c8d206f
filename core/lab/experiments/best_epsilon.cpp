// best_epsilon.cpp: figure 4.6: which epsilon_b gives the fewest comparators and the least depth.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/lab/experiments/experiment.h"
#include "core/networks/aks/complexity.h"

namespace sortscope {

namespace {

struct Rule {
  std::string_view id;
  std::string_view title;
  DepthRule rule;
};
constexpr Rule kRules[] = {{"union", "union bound", DepthRule::kUnion},
                           {"chvatal", "Chvátal", DepthRule::kChvatal},
                           {"custom", "custom depths", DepthRule::kCustom},
                           {"perfect", "perfect halvers", DepthRule::kPerfect}};
constexpr int kFirst = 100;  // hundred-thousandths
constexpr int kLast = 400;

Status run(ExperimentRun& run) {
  run.set_machine("counted, not run");
  constexpr std::uint32_t kExponents[] = {20, 80};
  run.plan(std::size(kExponents) * std::size(kRules));
  std::size_t panels[2][2];
  for (int e = 0; e < 2; ++e) {
    for (int what = 0; what < 2; ++what) {
      const std::string_view counted = what == 0 ? "comparators" : "depth";
      panels[e][what] = run.add_panel(
          {fmt::format("{}-{}", counted, kExponents[e]),
           fmt::format("{}, 2^{} keys", what == 0 ? "Comparators" : "Depth", kExponents[e]),
           {"epsilon_B", {}},
           {"times the least", AxisScale::kLinear}});
    }
  }
  for (int e = 0; e < 2; ++e) {
    const std::pair<double, double> best[] = {{0.00243, 1.0}};
    const std::pair<double, double> deepest[] = {{0.00181, 1.0}};
    run.add_published(panels[e][0], "union", "thesis: 0.00243", best);
    run.add_published(panels[e][1], "union", "thesis: 0.00181", deepest);
    std::string best_of[2];
    for (const Rule& rule : kRules) {
      if (run.cancelled()) return ExperimentRun::stopped();
      std::vector<std::pair<double, double>> points[2];
      for (int i = kFirst; i <= kLast; ++i) {
        AksParameters parameters;
        parameters.depth_rule = rule.rule;
        parameters.epsilon_b = i * 1e-5;
        const auto cost = aks_cost(kExponents[e], parameters);
        if (!cost) return cost.error();
        points[0].emplace_back(parameters.epsilon_b, cost->per_wire);
        points[1].emplace_back(parameters.epsilon_b, static_cast<double>(cost->depth));
      }
      double at[2];
      for (int what = 0; what < 2; ++what) {
        const auto least =
            *std::min_element(points[what].begin(), points[what].end(),
                              [](const auto& a, const auto& b) { return a.second < b.second; });
        at[what] = least.first;
        const std::size_t series =
            run.add_series(panels[e][what], std::string(rule.id),
                           fmt::format("{}: {:.5f}", rule.title, least.first), Origin::kComputed);
        for (const auto& [x, y] : points[what]) {
          run.add(panels[e][what], series, x, y / least.second);
        }
      }
      for (int what = 0; what < 2; ++what) {
        best_of[what] +=
            fmt::format("{}{} {:.5f}", best_of[what].empty() ? "" : ", ", rule.title, at[what]);
      }
      run.done(1);
      run.show();
    }
    run.find(fmt::format("2^{} keys, fewest comparators: {}; least depth: {}.", kExponents[e],
                         best_of[0], best_of[1]));
  }
  run.find(
      "The thesis: 0.00243 for comparators and 0.00181 for depth, both sizes. They are where "
      "epsilon_B = epsilon_F / 4 and epsilon_F / 6: halvers of one kind of separator start to "
      "need the depth of epsilon_F. Custom and perfect depths hardly follow the errors, so their "
      "best is elsewhere.");
  return {};
}

}  // namespace

const Experiment kBestEpsilon = {
    "best-epsilon",
    "The best errors",
    "figure 4.6, section 4.5",
    "Cost against epsilon_B, with the best epsilon_F for it, as a multiple of the least cost.",
    "0.00243 for comparators, 0.00181 for depth",
    "",
    run};

}  // namespace sortscope
