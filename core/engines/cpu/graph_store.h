// graph_store.h: matchings that halvers of a size share, kept in memory up to a limit (Fischer
// 2020, section 4.2; parameter graphs=shared).
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/aks/network.h"

namespace sortscope {

/// The graph that all halvers of 2 * half wires share, and how often a whole sort runs it.
struct GraphUse {
  std::uint32_t half = 0;
  std::uint64_t depth = 0;  // distinct matchings, of the deepest halver of the size
  std::uint64_t uses = 0;   // halvers
  /// Memory that the stored graph takes: 4 bytes a vertex and matching.
  [[nodiscard]] std::uint64_t bytes() const { return 4 * std::uint64_t{half} * depth; }
};

/// Graphs of a sort of 2^d keys, most used first, of equal uses the smaller first; perfect halvers
/// have none. From the schedule alone, also where the network would be too deep to be built.
/// Errors: those of resolved(); kBadUsage for a d that is not allowed. O(steps).
Result<std::vector<GraphUse>> graph_uses(std::uint32_t d, const AksParameters& parameters);

/// Of all the memory that graphs take, the share that is used at least `uses` times (figure 4.2 of
/// the thesis); 0 where there are no graphs. O(graphs).
double reused_share(const std::vector<GraphUse>& graphs, std::uint64_t uses);

/// What a sort spends on graphs that are shared, where at most `most_bytes` of them are kept.
struct GraphWork {
  std::uint64_t graphs = 0;    // kept, one after the other
  std::uint64_t vertices = 0;  // shuffled: those of kept graphs once, of the others in each halver
};
/// From the schedule alone. `again`: memory of a graph that no later step runs is used for others,
/// as GraphStore does it (the thesis's regenerateGraphs); else they are chosen once. Errors: those
/// of graph_uses(). O(steps x graphs).
Result<GraphWork> graph_work(std::uint32_t d, const AksParameters& parameters,
                             std::uint64_t most_bytes, bool again);

/// Keeps the most used graphs in memory up to a limit; forgets a graph when no later step runs it,
/// and makes others when memory is free again. Graphs of a single use are never kept. Kinds in
/// closed form and graphs that are not shared need no store: then nothing is ever kept.
///
/// Between two steps: end_step() by one thread; then fill() of all pending matchings by any
/// threads; then find() by any threads while the step runs.
class GraphStore {
 public:
  GraphStore(const AksNetwork& aks, std::uint64_t most_bytes);

  /// Step t is over (-1: before step 0): what will not be needed is forgotten, and what fits now is
  /// chosen. O(graphs + stages of t).
  void end_step(std::int64_t t);
  /// Matchings that were chosen and are to be made: fill(0) ... fill(pending() - 1), each once.
  [[nodiscard]] std::uint32_t pending() const {
    return static_cast<std::uint32_t>(pending_.size());
  }
  void fill(std::uint32_t index);
  /// The right vertices of a matching, or null where its graph is not kept. O(1).
  [[nodiscard]] const std::uint32_t* find(const AksStage& stage, std::uint32_t matching) const;

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }  // kept now
  [[nodiscard]] std::uint64_t made() const { return made_; }    // graphs chosen so far
  [[nodiscard]] bool active() const { return !graphs_.empty(); }

 private:
  struct Graph {
    GraphUse use;
    MatchingKey key;
    std::uint64_t left = 0;  // uses to come
    std::vector<std::uint32_t> partners;
  };
  struct Pending {
    std::uint32_t graph;
    std::uint32_t matching;
  };

  const AksNetwork& aks_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t made_ = 0;
  std::vector<Graph> graphs_;                 // most used first
  std::vector<std::uint32_t> graph_of_half_;  // index + 1; 0: none
  std::vector<Pending> pending_;
};

}  // namespace sortscope
