// invalid_runs.cpp: figure 4.5: invalid runs of separators by depth.
#include <fmt/format.h>

#include <algorithm>

#include "core/lab/experiments/separators.h"

namespace sortscope {

namespace {

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({64, 256, 512, 1024, 4096}, {64, 256, 512, 1024});
  for (const std::uint32_t size : sizes) {
    if (size >= 16 && size <= 1U << 20) continue;
    return Error{ErrorCode::kBadUsage,
                 fmt::format("separators of {} wires are not run here.", size),
                 "Give sizes from 16 to 2^20; the nearest that its share allows is taken."};
  }
  const std::vector<std::uint32_t> depths =
      run.options().quick
          ? std::vector<std::uint32_t>{30, 100, 250, 500, 800}
          : std::vector<std::uint32_t>{10, 30, 60, 100, 175, 250, 375, 500, 650, 800, 1000};
  const std::uint32_t samples = run.repetitions(40, 10);
  std::vector<SeparatorCase> cases;
  for (const UpShare& share : up_shares()) {
    const std::size_t panel = run.add_panel({std::string(share.id),
                                             std::string(share.title),
                                             {"depth of the halvers", AxisScale::kLog10},
                                             {"invalid runs, %", {}}});
    for (const std::uint32_t size : sizes) {
      SeparatorCase one;
      one.panel = panel;
      one.trial.matching = MatchingKind::kMinimal;
      if (!fit_separator(share, size, one.trial)) continue;
      one.series = run.add_series(panel, fmt::format("{}", one.trial.a),
                                  fmt::format("{} wires", number_text(one.trial.a)));
      cases.push_back(one);
    }
  }
  if (Status status = count_invalid_runs(run, cases, depths, samples); !status) return status;
  for (std::size_t panel = 0; panel < run.result().panels.size(); ++panel) {
    std::string depths_of;
    for (const SeparatorCase& one : cases) {
      if (one.panel != panel) continue;
      const auto& points = run.series(one.panel, one.series).points;
      const auto good =
          std::find_if(points.begin(), points.end(),
                       [](const ExperimentPoint& point) { return point.y.median() <= 10; });
      depths_of += fmt::format(
          "{}{} wires {}", depths_of.empty() ? "" : ", ", number_text(one.trial.a),
          good == points.end() ? "deeper" : fmt::format("from {}", number_text(good->x)));
    }
    run.find(fmt::format("{}: at most a tenth of the runs are invalid at depth: {}.",
                         run.result().panels[panel].title, depths_of));
  }
  run.find(
      "The thesis: most runs are valid from depth 500, separators of 256 wires need about 800, "
      "those below 100 wires 250. No error at all is allowed while a / 2 < 1 / epsilon_B, up to "
      "822 "
      "wires: separators just below need the most depth; 256 was the nearest of the thesis's "
      "sizes.");
  return {};
}

}  // namespace

const Experiment kInvalidRuns = {
    "invalid-runs",
    "Invalid separator runs by depth",
    "figure 4.5, section 4.3",
    "A run is valid where it keeps to epsilon_B = 0.00243 and epsilon_F for every k; one random "
    "input each, as in the thesis.",
    "500, 800 for 256 wires, 250 below 100 wires",
    "wires of the separator",
    run};

}  // namespace sortscope
