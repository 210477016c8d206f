// graph_memory.cpp: figure 4.2: how often the graphs of halvers are used again.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/engines/cpu/graph_store.h"
#include "core/lab/experiments/experiment.h"
#include "core/networks/aks/network.h"

namespace sortscope {

namespace {

constexpr double kTimes[] = {1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000};
constexpr std::pair<double, double> kThesis[] = {{10, 100.0 / 8}, {100, 100.0 / 32}};

constexpr double kLimitsMb[] = {1, 2, 5, 10, 20, 50, 100, 200, 500};
constexpr double kThesisLimitMb = 10;
constexpr std::uint32_t kMostLimited = 1U << 20;  // keys: what the thesis gives times for

struct Graph {
  double uses = 0;
  double bytes = 0;
};

// What regenerateGraphs saves: vertices that are shuffled, against those without any stored graph.
Status count_limits(ExperimentRun& run, std::uint32_t n) {
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kCustom;
  parameters.shared_graphs = true;
  const std::uint32_t d = aks_log2_for(n);
  const std::size_t panel = run.add_panel(
      {"limit",
       fmt::format("Vertices shuffled where memory for graphs is limited, 2^{} keys", d),
       {"MB", AxisScale::kLog10},
       {"%", {}}});
  const std::size_t once = run.add_series(panel, "once", "graphs chosen once", Origin::kComputed);
  const std::size_t again =
      run.add_series(panel, "again", "made again where memory is free", Origin::kComputed);
  const auto none = graph_work(d, parameters, 0, false);
  if (!none) return none.error();
  for (const double limit : kLimitsMb) {
    const auto bytes = static_cast<std::uint64_t>(limit * 1e6);
    const auto chosen = graph_work(d, parameters, bytes, false);
    const auto made = graph_work(d, parameters, bytes, true);
    if (!chosen || !made) return chosen ? made.error() : chosen.error();
    const auto share = [&](const GraphWork& work) {
      return 100 * static_cast<double>(work.vertices) / static_cast<double>(none->vertices);
    };
    run.add(panel, once, limit, share(*chosen));
    run.add(panel, again, limit, share(*made));
    if (limit != kThesisLimitMb) continue;
    run.find(fmt::format(
        "2^{} keys, {:.0f} MB for graphs: {:.1f} % of the vertices are shuffled where graphs are "
        "chosen once, {:.1f} % where they are made again as memory is free: {:.1f} % less work for "
        "graphs. The thesis, with 2^20 keys: 74 s and 68 s, 8 % less time.",
        d, limit, share(*chosen), share(*made), 100 * (1 - share(*made) / share(*chosen))));
  }
  return {};
}

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({1U << 12, 1U << 16, 1U << 20, 1U << 24}, {1U << 12, 1U << 16});
  run.set_machine("counted, not run");
  run.plan(sizes.size());
  const std::size_t share = run.add_panel({"share",
                                           "Share of the graphs' memory, custom depths",
                                           {"used at least so many times", AxisScale::kLog10},
                                           {"%", AxisScale::kLog10}});
  run.add_published(share, "thesis", "thesis: an eighth, a 32nd", kThesis);
  for (const std::uint32_t n : sizes) {
    if (run.cancelled()) return ExperimentRun::stopped();
    AksParameters parameters;
    parameters.depth_rule = DepthRule::kCustom;
    const auto made = AksNetwork::build(aks_log2_for(n), parameters);
    if (!made) return made.error();
    const AksNetwork& network = **made;
    // Halvers of a size and depth share one graph of 4 bytes a left vertex and matching.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Graph> graphs;
    for (const AksStage& stage : network.stages()) {
      if (stage.work != AksWork::kMatching) continue;
      Graph& graph = graphs[{stage.wires, stage.depth}];
      graph.uses += static_cast<double>(stage.nodes) * stage.sides;
      graph.bytes = 4.0 * stage.half * stage.depth;
    }
    double all = 0;
    for (const auto& [key, graph] : graphs) all += graph.bytes;
    const auto used = [&](double times) {
      double bytes = 0;
      for (const auto& [key, graph] : graphs) bytes += graph.uses >= times ? graph.bytes : 0;
      return 100 * bytes / all;
    };
    const std::size_t series =
        run.add_series(share, fmt::format("{}", network.wires()),
                       fmt::format("2^{} keys", network.d()), Origin::kComputed);
    for (const double times : kTimes) {
      if (used(times) > 0) run.add(share, series, times, used(times));
    }
    run.find(
        fmt::format("2^{} keys: {} graphs, {:.1f} MB; {:.1f} % of it is used at least ten "
                    "times, {:.1f} % at least a hundred times; the thesis: about 12.5 % and "
                    "3.1 %.",
                    network.d(), graphs.size(), all / 1e6, used(10), used(100)));
    run.done(1);
    run.show();
  }
  std::uint32_t limited = 0;
  for (const std::uint32_t n : sizes) {
    if (n <= kMostLimited) limited = std::max(limited, n);
  }
  return limited > 0 ? count_limits(run, limited) : Status{};
}

}  // namespace

const Experiment kGraphMemory = {
    "graph-memory",
    "Graph memory by use",
    "figure 4.2, section 4.2",
    "Halvers of the same size share a graph: how much of the memory for graphs is used again.",
    "an eighth at least ten times, a 32nd at least a hundred times",
    "keys",
    run};

}  // namespace sortscope
