// test_graph_store.cpp: how often graphs are used, and what is kept within a limit.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/engines/cpu/graph_store.h"

namespace sortscope {
namespace {

AksParameters shared(std::string_view depth, std::string_view matching = "minstd") {
  AksParameters parameters;
  EXPECT_TRUE(set_parameter(parameters, "depth", depth).ok());
  EXPECT_TRUE(set_parameter(parameters, "matching", matching).ok());
  EXPECT_TRUE(set_parameter(parameters, "graphs", "shared").ok());
  return parameters;
}

TEST(GraphUses, AreTheHalversOfTheNetwork) {
  for (const char* const depth : {"custom", "perfect", "7"}) {
    for (const std::uint32_t d : {8U, 12U, 16U}) {
      const auto graphs = graph_uses(d, shared(depth)).value();
      std::map<std::uint32_t, std::uint64_t> uses;
      std::map<std::uint32_t, std::uint32_t> deepest;
      const auto aks = AksNetwork::build(d, shared(depth)).value();
      for (const AksStage& stage : aks->stages()) {
        if (stage.work != AksWork::kMatching) continue;
        uses[stage.half] += stage.nodes * stage.sides;
        deepest[stage.half] = std::max(deepest[stage.half], stage.depth);
      }
      ASSERT_EQ(graphs.size(), uses.size());
      for (std::size_t i = 0; i < graphs.size(); ++i) {
        EXPECT_EQ(graphs[i].uses, uses[graphs[i].half]);
        EXPECT_EQ(graphs[i].depth, deepest[graphs[i].half]);
        if (i > 0) {
          EXPECT_LE(graphs[i].uses, graphs[i - 1].uses);
        }
      }
    }
  }
  // Too deep to be run; its graphs can be counted.
  EXPECT_GT(graph_uses(20, shared("chvatal")).value().front().depth, 100000U);
  EXPECT_FALSE(graph_uses(10, {}).ok());
}

// Fischer 2020, section 4.2: "about an eighth is reused at least ten times", every 32nd a hundred
// times.
TEST(GraphUses, ShareOfMemoryReused) {
  const auto graphs = graph_uses(20, shared("custom")).value();
  EXPECT_EQ(reused_share(graphs, 1), 1);
  EXPECT_NEAR(reused_share(graphs, 10), 1.0 / 8, 1.0 / 16);
  EXPECT_NEAR(reused_share(graphs, 100), 1.0 / 32, 1.0 / 64);
}

TEST(GraphStore, KeepsTheMostUsedWithinItsLimit) {
  const auto aks = AksNetwork::build(12, shared("9")).value();
  const auto graphs = graph_uses(12, shared("9")).value();
  std::uint64_t all = 0;
  for (const GraphUse& graph : graphs) all += graph.uses > 1 ? graph.bytes() : 0;
  std::uint64_t made_before = 0;
  for (const std::uint64_t limit : {std::uint64_t{0}, all / 8, all / 2, all}) {
    GraphStore store(*aks, limit);
    store.end_step(-1);
    std::uint64_t found = 0;
    for (std::uint32_t t = 0; t < aks_steps(12); ++t) {
      EXPECT_LE(store.bytes(), limit);
      for (std::uint32_t i = 0; i < store.pending(); ++i) store.fill(i);
      const auto [first, last] = aks->stages_of(t);
      for (std::uint32_t s = first; s < last; ++s) {
        const AksStage& stage = aks->stages()[s];
        for (std::uint32_t m = 0; m < stage.depth; m += 4) {
          const std::uint32_t* kept = store.find(stage, m);
          if (kept == nullptr) continue;
          ++found;
          std::vector<std::uint32_t> made(stage.half);
          aks->partners(stage, m, stage.nodes - 1, stage.sides - 1, made);
          ASSERT_TRUE(std::equal(made.begin(), made.end(), kept)) << t << ' ' << m;
        }
      }
      store.end_step(t);
    }
    // All uses are over: nothing is kept, and more room never meant fewer graphs.
    EXPECT_EQ(store.bytes(), 0U);
    EXPECT_GE(store.made(), made_before);
    made_before = store.made();
    EXPECT_EQ(found > 0, limit > 0);
  }
  const auto used_again = [](const GraphUse& graph) { return graph.uses > 1; };
  EXPECT_EQ(made_before,
            static_cast<std::uint64_t>(std::count_if(graphs.begin(), graphs.end(), used_again)));
}

// The count from the schedule against a store that really keeps them.
TEST(GraphWork, IsWhatAStoreMakes) {
  const auto aks = AksNetwork::build(12, shared("9")).value();
  for (const std::uint64_t limit : {0U, 3000U, 20000U, 100000U, 10000000U}) {
    GraphStore store(*aks, limit);
    store.end_step(-1);
    std::uint64_t vertices = 0;
    for (std::uint32_t t = 0; t < aks_steps(12); ++t) {
      for (std::uint32_t i = 0; i < store.pending(); ++i) store.fill(i);
      const auto [first, last] = aks->stages_of(t);
      for (std::uint32_t s = first; s < last; ++s) {
        const AksStage& stage = aks->stages()[s];
        if (stage.work != AksWork::kMatching || store.find(stage, 0) != nullptr) continue;
        vertices += std::uint64_t{stage.nodes} * stage.sides * stage.half * stage.depth;
      }
      store.end_step(t);
    }
    const GraphWork again = graph_work(12, shared("9"), limit, true).value();
    EXPECT_EQ(again.graphs, store.made()) << limit;
    std::uint64_t of_kept = again.vertices - vertices;
    if (limit == 0) {
      EXPECT_EQ(of_kept, 0U);
    }
    if (limit == 10000000) {
      const auto graphs = graph_uses(12, shared("9")).value();
      for (const GraphUse& graph : graphs) {
        if (graph.uses > 1) of_kept -= graph.half * graph.depth;
      }
      EXPECT_EQ(of_kept, 0U);
    }
    EXPECT_LE(again.vertices, graph_work(12, shared("9"), limit, false)->vertices) << limit;
  }
}

TEST(GraphStore, IsIdleWhereNothingIsShared) {
  AksParameters own = shared("9");
  own.shared_graphs = false;
  for (const AksParameters& parameters : {own, shared("9", "hash")}) {
    const auto aks = AksNetwork::build(8, parameters).value();
    GraphStore store(*aks, 1U << 20);
    store.end_step(-1);
    EXPECT_FALSE(store.active());
    EXPECT_EQ(store.pending(), 0U);
    EXPECT_EQ(store.find(aks->stages().front(), 0), nullptr);
  }
}

}  // namespace
}  // namespace sortscope
