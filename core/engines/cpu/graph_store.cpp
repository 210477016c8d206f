// graph_store.cpp: which graphs a sort uses how often, and keeping them.
#include "core/engines/cpu/graph_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <new>

namespace sortscope {

namespace {

std::uint64_t distinct_of(const AksParameters& parameters, std::uint64_t depth) {
  return parameters.distinct_matchings == 0
             ? depth
             : std::min<std::uint64_t>(depth, parameters.distinct_matchings);
}

std::vector<GraphUse> ordered(const std::map<std::uint32_t, GraphUse>& by_half) {
  std::vector<GraphUse> graphs;
  graphs.reserve(by_half.size());
  for (const auto& [half, use] : by_half) graphs.push_back(use);
  std::stable_sort(graphs.begin(), graphs.end(),
                   [](const GraphUse& x, const GraphUse& y) { return x.uses > y.uses; });
  return graphs;
}

Result<AksParameters> checked(std::uint32_t d, const AksParameters& parameters) {
  if (!aks_allowed(d)) {
    return Error{ErrorCode::kBadUsage, fmt::format("there is no AKS network of 2^{} wires.", d),
                 fmt::format("Give a multiple of 4 from {} to {}.", kAksLeastLog2, kAksMostLog2)};
  }
  return resolved(parameters);
}

// `take(use)` of every layer of step t that runs graphs: `uses` halvers of `depth` matchings each.
template <typename Take>
void for_each_use(std::uint32_t d, std::uint32_t t, const AksParameters& all, const Take& take) {
  const AksStep step = aks_step(d, t);
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    const AksLevel& level = step.levels[i];
    if (level.up == level.a && all.skip_whole) continue;
    const std::uint64_t depth = distinct_of(all, halver_depth(all, level.a, level.up));
    for (std::uint32_t layer = 0; layer <= aks_separator_layers(level.a, level.up); ++layer) {
      if (halver_is_perfect(all, level.a, level.up, layer)) continue;
      const std::uint32_t half = aks_halver_wires(level.a, level.up, layer) / 2;
      take(GraphUse{half, depth, std::uint64_t{level.nodes()} * (layer == 0 ? 1 : 2)});
    }
  }
}

}  // namespace

Result<std::vector<GraphUse>> graph_uses(std::uint32_t d, const AksParameters& parameters) {
  const auto all = checked(d, parameters);
  if (!all) return all.error();
  std::map<std::uint32_t, GraphUse> by_half;
  for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
    for_each_use(d, t, *all, [&](const GraphUse& one) {
      GraphUse& use = by_half[one.half];
      use.half = one.half;
      use.depth = std::max(use.depth, one.depth);
      use.uses += one.uses;
    });
  }
  return ordered(by_half);
}

Result<GraphWork> graph_work(std::uint32_t d, const AksParameters& parameters,
                             std::uint64_t most_bytes, bool again) {
  const auto graphs = graph_uses(d, parameters);
  if (!graphs) return graphs.error();
  const AksParameters all = *resolved(parameters);
  struct Kept {
    std::uint64_t left = 0;  // uses to come
    bool now = false;
  };
  std::vector<Kept> kept;
  std::map<std::uint32_t, std::size_t> of_half;
  for (const GraphUse& graph : *graphs) {
    of_half[graph.half] = kept.size();
    kept.push_back({graph.uses, false});
  }
  GraphWork work;
  std::uint64_t bytes = 0;
  for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
    for (std::size_t g = 0; g < kept.size() && (t == 0 || again); ++g) {
      const GraphUse& graph = (*graphs)[g];
      if (kept[g].now || kept[g].left < 2 || bytes + graph.bytes() > most_bytes) continue;
      kept[g].now = true;
      bytes += graph.bytes();
      ++work.graphs;
      work.vertices += graph.half * graph.depth;
    }
    for_each_use(d, t, all, [&](const GraphUse& use) {
      Kept& graph = kept[of_half[use.half]];
      if (!graph.now) work.vertices += use.uses * use.half * use.depth;
      graph.left -= use.uses;
    });
    for (std::size_t g = 0; g < kept.size() && again; ++g) {
      if (!kept[g].now || kept[g].left > 0) continue;
      kept[g].now = false;
      bytes -= (*graphs)[g].bytes();
    }
  }
  return work;
}

double reused_share(const std::vector<GraphUse>& graphs, std::uint64_t uses) {
  double all = 0;
  double reused = 0;
  for (const GraphUse& graph : graphs) {
    const auto bytes = static_cast<double>(graph.bytes());
    all += bytes;
    if (graph.uses >= uses) reused += bytes;
  }
  return all > 0 ? reused / all : 0;
}

GraphStore::GraphStore(const AksNetwork& aks, std::uint64_t most_bytes)
    : aks_(aks), most_bytes_(most_bytes) {
  const AksParameters& parameters = aks.parameters();
  if (!parameters.shared_graphs || matching_of(parameters.matching).closed_form) return;
  std::map<std::uint32_t, GraphUse> by_half;
  std::map<std::uint32_t, MatchingKey> keys;
  for (const AksStage& stage : aks.stages()) {
    if (stage.work != AksWork::kMatching) continue;
    GraphUse& use = by_half[stage.half];
    use.half = stage.half;
    use.depth = std::max(use.depth, distinct_of(parameters, stage.depth));
    use.uses += std::uint64_t{stage.nodes} * stage.sides;
    keys[stage.half] = aks.key(stage, 0, 0, 0);
  }
  for (const GraphUse& use : ordered(by_half)) {
    graphs_.push_back({use, keys[use.half], use.uses, {}});
    if (graph_of_half_.size() <= use.half) graph_of_half_.resize(use.half + 1);
    graph_of_half_[use.half] = static_cast<std::uint32_t>(graphs_.size());
  }
}

void GraphStore::end_step(std::int64_t t) {
  if (t >= 0) {
    const auto [first, last] = aks_.stages_of(static_cast<std::uint32_t>(t));
    for (std::uint32_t s = first; s < last; ++s) {
      const AksStage& stage = aks_.stages()[s];
      if (stage.work != AksWork::kMatching || graphs_.empty()) continue;
      Graph& graph = graphs_[graph_of_half_[stage.half] - 1];
      graph.left -= std::uint64_t{stage.nodes} * stage.sides;
      if (graph.left > 0 || graph.partners.empty()) continue;
      bytes_ -= graph.use.bytes();
      graph.partners = {};
    }
  }
  pending_.clear();
  for (std::uint32_t g = 0; g < graphs_.size(); ++g) {
    Graph& graph = graphs_[g];
    if (graph.left < 2 || !graph.partners.empty()) continue;
    if (bytes_ + graph.use.bytes() > most_bytes_) continue;
    try {
      graph.partners.resize(graph.use.bytes() / 4);
    } catch (const std::bad_alloc&) {
      continue;  // made when it is run
    }
    bytes_ += graph.use.bytes();
    ++made_;
    for (std::uint32_t m = 0; m < graph.use.depth; ++m) pending_.push_back({g, m});
  }
}

void GraphStore::fill(std::uint32_t index) {
  const Pending& wanted = pending_[index];
  Graph& graph = graphs_[wanted.graph];
  MatchingKey key = graph.key;
  key.matching = wanted.matching;
  fill_partners(aks_.parameters().matching, key,
                std::span(graph.partners)
                    .subspan(std::size_t{wanted.matching} * graph.use.half, graph.use.half));
}

const std::uint32_t* GraphStore::find(const AksStage& stage, std::uint32_t matching) const {
  if (graphs_.empty()) return nullptr;
  const Graph& graph = graphs_[graph_of_half_[stage.half] - 1];
  if (graph.partners.empty()) return nullptr;
  return graph.partners.data() + (matching % graph.use.depth) * graph.use.half;
}

}  // namespace sortscope
