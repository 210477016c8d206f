// test_network.cpp: the AKS network against its own laws: wires are conserved, matchings are
// bijections, comparators of a layer are disjoint, ideal separators place every key, published
// costs.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/keys/inputs.h"
#include "core/recordings/aks_replay.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

std::shared_ptr<const AksNetwork> network_of(std::uint32_t d, const AksParameters& parameters) {
  return AksNetwork::build(d, parameters).value();
}

AksParameters with(std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  AksParameters parameters;
  for (const auto& [name, value] : values) {
    EXPECT_TRUE(set_parameter(parameters, name, value).ok()) << name;
  }
  return parameters;
}

std::shared_ptr<const Recording> recorded(std::uint32_t n, const AksParameters& parameters,
                                          std::uint64_t seed = 1,
                                          std::string_view kind = "uniform") {
  RunRequest request;
  request.algorithm = "aks";
  request.parameters.set(parameters);
  request.keys =
      generate_keys(kind, KeyType::kInt32, n, seed, **find_algorithm("aks"), Order::kAscending)
          .value();
  const auto engine = make_cpu_engine();
  return record(request, *engine, true).value();
}

TEST(AksSchedule, ConservesWiresAndEndsWithBlocksOf64) {
  for (std::uint32_t d = 8; d <= 28; d += 4) {
    for (std::uint32_t t = 0; t <= aks_steps(d); ++t) {
      const AksStep step = aks_step(d, t);
      std::uint64_t wires = 0;
      ASSERT_GE(step.level_count, 1U);
      // Chvátal: at most 2 + floor((d - 6) / 6) levels at once.
      ASSERT_LE(step.level_count, 2 + (d - 6) / 6);
      for (std::uint32_t i = 0; i < step.level_count; ++i) {
        const AksLevel& level = step.levels[i];
        ASSERT_EQ(level.base, wires);
        ASSERT_EQ(level.up % 2, 0U);
        if (t < aks_steps(d)) {
          ASSERT_EQ(level.up + 2 * level.down, level.a);
        }
        wires += std::uint64_t{level.a} << level.level;
      }
      ASSERT_EQ(wires, std::uint64_t{1} << d) << d << ' ' << t;
      if (t == aks_steps(d)) continue;
      // What a node receives is what it has at the next step.
      const AksStep next = aks_step(d, t + 1);
      for (std::uint32_t i = 0; i < next.level_count; ++i) {
        std::uint64_t received = 0;
        for (std::uint32_t j = 0; j < step.level_count; ++j) {
          if (step.levels[j].level == next.levels[i].level + 1) received += 2 * step.levels[j].up;
          if (step.levels[j].level + 1 == next.levels[i].level) received += step.levels[j].down;
        }
        ASSERT_EQ(received, next.levels[i].a) << d << ' ' << t << ' ' << next.levels[i].level;
      }
    }
    const AksStep last = aks_step(d, aks_steps(d));
    EXPECT_EQ(last.levels[0].level, d - 6);
    EXPECT_EQ(last.levels[0].a, 64U);
  }
}

TEST(AksSchedule, MovesArePermutationsAndTheirInverse) {
  for (const std::uint32_t d : {8U, 12U, 16U}) {
    for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
      const AksStep now = aks_step(d, t);
      const AksStep next = aks_step(d, t + 1);
      std::vector<bool> taken(std::size_t{1} << d, false);
      for (std::uint32_t spot = 0; spot < taken.size(); ++spot) {
        const std::uint32_t to = aks_move(now, next, spot);
        ASSERT_LT(to, taken.size());
        ASSERT_FALSE(taken[to]);
        taken[to] = true;
        ASSERT_EQ(aks_move_back(now, next, to), spot);
        // Up by one level or down by one, between parent and child.
        const AksSpot a = aks_spot(now, spot);
        const AksSpot b = aks_spot(next, to);
        const std::uint32_t from = now.levels[a.index].level;
        const std::uint32_t at = next.levels[b.index].level;
        ASSERT_TRUE(at == from + 1 ? b.node / 2 == a.node : at + 1 == from && a.node / 2 == b.node);
      }
    }
  }
}

// Counted by a second program: comparators per element with the final sorters, and depth.
TEST(AksNetwork, CostsWhatTheSpecSays) {
  struct Row {
    std::uint32_t d;
    std::uint64_t ops, depth;
  };
  constexpr Row kCustom[] = {{8, 1998, 6071},
                             {12, 10496, 47421},
                             {16, 17651, 93721},
                             {20, 24661, 140521},
                             {24, 31662, 187321}};
  constexpr Row kPerfect[] = {
      {8, 155, 343}, {12, 1525, 4579}, {16, 2678, 13063}, {20, 3136, 21637}, {24, 3558, 30241}};
  for (const Row& row : kCustom) {
    const AksSize size = network_of(row.d, with({{"depth", "custom"}}))->size();
    EXPECT_EQ((size.comparators + (1ULL << (row.d - 1))) >> row.d, row.ops) << row.d;
    EXPECT_EQ(size.depth, row.depth);
  }
  for (const Row& row : kPerfect) {
    const AksSize size = network_of(row.d, {})->size();
    EXPECT_EQ((size.comparators + (1ULL << (row.d - 1))) >> row.d, row.ops) << row.d;
    EXPECT_EQ(size.depth, row.depth);
  }
}

TEST(AksParameters, MatchTheSpecsNumbers) {
  const AksParameters all = resolved({}).value();
  EXPECT_NEAR(all.delta, .0053775, 5e-8);
  EXPECT_NEAR(all.epsilon_f, .0098297, 5e-8);
  EXPECT_EQ(expansion_for(halver_epsilon(all, 1024, 0)), 411U);
  EXPECT_EQ(expansion_for(halver_epsilon(all, 3, 3)), 411U);
  EXPECT_EQ(expansion_for(halver_epsilon(all, 15, 3)), 411U);
  EXPECT_EQ(expansion_for(halver_epsilon(all, 16, 1)), 508U);
  EXPECT_EQ(expansion_for(halver_epsilon(all, 63, 3)), 610U);
  EXPECT_EQ(chvatal_depth(411), 172880U);
  EXPECT_EQ(chvatal_depth(610), 378214U);
  EXPECT_EQ(union_depth(411), 5771U);
  EXPECT_EQ(union_depth(610), 9046U);
}

TEST(AksParameters, RefuseWhatDoesNotHoldAndSayTheNearest) {
  const auto refused = [](std::initializer_list<std::pair<std::string_view, std::string_view>> v) {
    const auto result = resolved(with(v));
    EXPECT_FALSE(result.ok());
    return result.ok() ? std::string() : result.error().text();
  };
  EXPECT_NE(refused({{"epsilon-b", "0.02"}}).find("1/128"), std::string::npos);
  EXPECT_NE(refused({{"delta", "0.02"}}).find("nearest valid value"), std::string::npos);
  const std::string pair = refused({{"epsilon-b", "0.00243"}, {"epsilon-f", "0.0125"}});
  EXPECT_NE(pair.find("2.7"), std::string::npos) << pair;
  EXPECT_NE(pair.find("0.00982"), std::string::npos) << pair;
  EXPECT_FALSE(resolved(with({{"planted", "1"}})).ok());
  AksParameters parameters;
  EXPECT_FALSE(set_parameter(parameters, "depth", "0").ok());
  EXPECT_FALSE(set_parameter(parameters, "depth", "deep").ok());
  EXPECT_FALSE(set_parameter(parameters, "epsilon", "1").ok());
  EXPECT_FALSE(AksNetwork::build(10, {}).ok());
  EXPECT_FALSE(AksNetwork::build(12, with({{"depth", "chvatal"}})).ok());
  // Either error alone gives the largest other one.
  const AksParameters by_f = resolved(with({{"epsilon-f", "0.0098297"}})).value();
  EXPECT_NEAR(by_f.epsilon_b, 0.00243, 1e-6);
}

TEST(Matchings, AreBijectionsWithInverses) {
  for (const Matching& matching : matchings()) {
    for (const std::uint32_t half : {1U, 2U, 3U, 10U, 63U, 64U, 496U, 504U, 512U, 1000U, 2016U}) {
      for (std::uint32_t m = 0; m < 5; ++m) {
        const MatchingKey key{3, 5, 2, 1, 1, 0, m};
        std::vector<std::uint32_t> partners(half);
        fill_partners(matching.kind, key, partners);
        std::vector<std::uint32_t> sorted = partners;
        std::sort(sorted.begin(), sorted.end());
        for (std::uint32_t i = 0; i < half; ++i) {
          ASSERT_EQ(sorted[i], i) << matching.id;
          ASSERT_EQ(partner_in(matching.kind, key, half, i), partners[i]) << matching.id;
          ASSERT_EQ(partner_back(matching.kind, key, half, partners[i]), i) << matching.id;
        }
      }
    }
  }
}

TEST(AksNetwork, LayersAreDisjointComparatorsThatTheirWiresFind) {
  for (const char* const depth : {"7", "perfect", "ideal"}) {
    AksParameters parameters = with({{"depth", depth}, {"shuffle-halves", "1"}});
    if (std::string_view(depth) == "ideal") {
      EXPECT_TRUE(set_parameter(parameters, "planted", "8").ok());
    }
    const auto aks = network_of(8, parameters)->with_repair(3);
    for (std::uint32_t layer = 0; layer < aks->layers(); ++layer) {
      const std::uint32_t count = aks->stages()[aks->stage_of(layer)].count();
      std::set<Wire> touched;
      for (std::uint32_t index = 0; index < count; ++index) {
        const Comparator c = aks->comparator(layer, index);
        ASSERT_TRUE(touched.insert(c.min_wire).second) << layer;
        ASSERT_TRUE(touched.insert(c.max_wire).second) << layer;
        ASSERT_EQ(aks->index_of(layer, c.min_wire), index) << layer;
        ASSERT_EQ(aks->index_of(layer, c.max_wire), index) << layer;
      }
      for (Wire wire = 0; wire < aks->wires(); ++wire) {
        if (!touched.contains(wire)) {
          ASSERT_EQ(aks->index_of(layer, wire), -1);
        }
      }
    }
  }
}

TEST(AksNetwork, IdealSeparatorsPlaceEveryKey) {
  for (const std::uint32_t n : {256U, 4096U}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto run = recorded(n, with({{"depth", "ideal"}}), seed);
      EXPECT_TRUE(run->sorted);
      EXPECT_EQ(run->timing.misplaced, 0U);
      EXPECT_EQ(run->aks_facts->misplaced, 0U);
    }
  }
}

// Fischer 2020, section 4: every error that is permitted is made, and the keys end sorted.
TEST(AksNetwork, ForgivesAllPermittedErrors) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto run = recorded(4096, with({{"depth", "ideal"}, {"planted", "1"}}), seed);
    EXPECT_EQ(run->timing.misplaced, 0U);
    std::uint64_t strangers = 0;
    for (std::uint32_t t = 0; t < run->aks_facts->steps.size(); ++t) {
      strangers += run->aks_facts->strangers(t);
    }
    EXPECT_GT(strangers, 0U);
  }
}

TEST(AksNetwork, SortsByEveryConstruction) {
  for (const Matching& matching : matchings()) {
    const auto run = recorded(1000, with({{"matching", matching.id}, {"depth", "12"}}));
    EXPECT_TRUE(run->sorted) << matching.id;
  }
}

TEST(AksReplay, GoesForwardsAndBackwardsAlike) {
  const auto run = recorded(200, with({{"depth", "6"}}));
  const Network& network = run->network;
  AksReplay forward(run);
  AksReplay backward(run);
  backward.seek(network.end());
  for (std::uint32_t layer = 0; layer <= network.depth(); layer += 7) {
    forward.seek({layer, 0});
    AksReplay jump(run);
    jump.seek({layer, 0});
    ASSERT_TRUE(std::ranges::equal(forward.places(), jump.places()));
  }
  for (std::uint32_t layer = network.depth(); layer-- > 0;) {
    const std::uint32_t inside = network.count(layer) / 2;
    backward.seek({layer, inside});
    if (layer % 11 != 0) continue;
    AksReplay jump(run);
    jump.seek({layer, inside});
    ASSERT_TRUE(std::ranges::equal(backward.places(), jump.places()));
  }
  // The replay's comparators are the network's, applied one by one.
  std::vector<std::uint32_t> places = run->start.places;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const Comparator c = network.comparator(layer, index);
      if (run->exchanged(layer, index)) std::swap(places[c.min_wire], places[c.max_wire]);
    }
  }
  forward.seek(network.end());
  EXPECT_TRUE(std::ranges::equal(forward.places(), places));
}

// Keyframes and a second run of each step give what the outcome bits give.
TEST(AksWindows, AreTheBitsThatTheRunWrote) {
  for (const std::uint32_t n : {200U, 256U}) {
    RunRequest request;
    request.algorithm = "aks";
    request.parameters.set(with({{"depth", "5"}}));
    request.keys = generate_keys("few-distinct", KeyType::kInt32, n, 3, **find_algorithm("aks"),
                                 Order::kAscending)
                       .value();
    const auto engine = make_cpu_engine();
    const auto whole = record(request, *engine, true).value();
    request.keyframes_only = true;
    const auto sparse = record(request, *engine).value();
    ASSERT_TRUE(sparse->windows);
    EXPECT_TRUE(sparse->bits.empty());
    EXPECT_TRUE(sparse->sorted);
    ASSERT_EQ(sparse->network.depth(), whole->network.depth());
    const AksNetwork& aks = *whole->network.aks();
    for (std::uint32_t t = 0; t <= aks_steps(aks.d()); ++t) {
      const auto bits = sparse->windows->bits(*sparse, t);
      const std::uint64_t first = whole->network.first_word(aks.first_layer(t));
      ASSERT_TRUE(std::equal(bits->begin(), bits->end(),
                             whole->bits.begin() + static_cast<std::ptrdiff_t>(first)));
    }
    AksReplay a(whole);
    AksReplay b(sparse);
    for (const std::uint32_t layer : {whole->network.depth(), 7U, 40U, 3U, 39U, 0U}) {
      a.seek({layer, 0});
      b.seek({layer, 0});
      ASSERT_TRUE(std::ranges::equal(a.places(), b.places())) << layer;
    }
  }
}

}  // namespace
}  // namespace sortscope
