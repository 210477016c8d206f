// test_aks.cpp: the AKS network on the CPU against its comparators run one at a time, for all
// kinds of keys, instructions and numbers of threads; and against inputs that mean harm.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <thread>

#include "core/base/random.h"
#include "core/engines/cpu/aks_halver.h"
#include "core/engines/cpu/aks_move.h"
#include "core/engines/cpu/engine.h"
#include "core/engines/cpu/layers.h"

namespace sortscope {
namespace {

using Texts = std::vector<std::pair<std::string_view, std::string_view>>;

std::shared_ptr<const AksNetwork> network_of(std::uint32_t d, const Texts& values) {
  AksParameters parameters;
  for (const auto& [name, value] : values) {
    EXPECT_TRUE(set_parameter(parameters, name, value).ok()) << name;
  }
  return AksNetwork::build(d, parameters).value();
}

struct Keys {
  unsigned bits = 32;
  std::vector<std::uint64_t> words;
  std::vector<std::uint32_t> places;  // or none
  std::uint32_t real_keys = 0;
};

struct Sorted {
  Keys keys;
  std::vector<std::uint32_t> outcomes;
  std::vector<std::uint32_t> repair;
  std::vector<std::vector<std::uint32_t>> keyframes;
  std::uint32_t rounds = 0;
  std::uint64_t misplaced = 0;
};

// One comparator after the other, on wires.
Sorted one_at_a_time(std::shared_ptr<const AksNetwork> aks, const Keys& keys) {
  Sorted run;
  run.keys = keys;
  std::vector<std::uint64_t>& words = run.keys.words;
  std::vector<std::uint32_t>& places = run.keys.places;
  const auto out_of_order = [&](Wire x, Wire y) {
    if (words[x] != words[y] || places.empty()) return words[x] > words[y];
    return places[x] >= keys.real_keys && places[y] < keys.real_keys;
  };
  const std::uint32_t steps = aks_steps(aks->d());
  std::vector<Wire> wires;
  const auto run_layer = [&](std::uint32_t layer, std::vector<std::uint32_t>& bits) {
    const AksStage& stage = aks->stages()[aks->stage_of(layer)];
    const std::size_t before = bits.size();
    bits.resize(before + (stage.count() + 31) / 32);
    aks->for_each(layer, 0, stage.count(), [&](std::uint32_t index, auto low, auto high) {
      const Wire x = wires[low];
      const Wire y = wires[high];
      if (!is_forced(stage.work) && !out_of_order(x, y)) return;
      std::swap(words[x], words[y]);
      if (!places.empty()) std::swap(places[x], places[y]);
      bits[before + index / 32] |= 1U << (index % 32);
    });
  };
  for (std::uint32_t t = 0; t <= steps; ++t) {
    wires = aks->wires_at(t);
    std::vector<std::uint32_t>& frame = run.keyframes.emplace_back();
    for (std::size_t spot = 0; spot < places.size(); ++spot) frame.push_back(places[wires[spot]]);
    for (std::uint32_t layer = aks->first_layer(t); layer < aks->first_layer(t + 1); ++layer) {
      run_layer(layer, run.outcomes);
    }
  }
  const std::vector<std::uint64_t> output = words;
  const auto in_order = [&] {
    for (Wire wire = 1; wire < words.size(); ++wire) {
      if (out_of_order(wire - 1, wire)) return false;
    }
    return true;
  };
  while (!in_order()) {
    const std::uint32_t first = aks->layers();
    aks = aks->with_repair(++run.rounds);
    for (std::uint32_t layer = first; layer < aks->layers(); ++layer) run_layer(layer, run.repair);
  }
  for (Wire wire = 0; wire < words.size(); ++wire) run.misplaced += output[wire] != words[wire];
  return run;
}

Sorted by_engine(const std::shared_ptr<const AksNetwork>& aks, const Keys& keys,
                 const CpuLayers& layers, unsigned threads, bool recorded = true) {
  Sorted run;
  run.keys = keys;
  std::vector<std::uint32_t> narrow(keys.words.begin(), keys.words.end());
  const Network network(aks);
  SortBuffers buffers;
  buffers.key_bits = keys.bits;
  buffers.words32 = narrow;
  buffers.words64 = run.keys.words;
  buffers.places = run.keys.places;
  buffers.real_keys = keys.real_keys;
  run.outcomes.assign(recorded ? network.bit_words() : 0, 0xdeadbeef);
  SortOptions options;
  options.threads = threads;
  options.bits = run.outcomes;
  options.repair_bits = &run.repair;
  options.keyframes = &run.keyframes;
  const auto engine = make_cpu_engine(layers);
  const auto timing = engine->run(**find_algorithm("aks"), network, buffers, options, nullptr);
  EXPECT_TRUE(timing.ok());
  if (keys.bits == 32) run.keys.words.assign(narrow.begin(), narrow.end());
  run.rounds = timing->repair_rounds;
  run.misplaced = timing->misplaced;
  return run;
}

Keys random_keys(std::uint32_t n, unsigned bits, bool placed, std::uint64_t seed,
                 std::uint64_t distinct) {
  SplitMix64 random(seed);
  Keys keys;
  keys.bits = bits;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint64_t word = distinct > 0 ? random.next() % distinct : random.next();
    keys.words.push_back(bits == 32 ? word >> (distinct > 0 ? 0 : 32) : word);
  }
  keys.real_keys = n;
  if (!placed) return keys;
  keys.places.resize(n);
  std::iota(keys.places.begin(), keys.places.end(), 0U);
  // Some padding: as large as the largest key, and larger.
  keys.real_keys = n - 37;
  const std::uint64_t most = bits == 32 ? 0xffffffff : ~std::uint64_t{0};
  for (std::uint32_t i = 0; i < 37; ++i) keys.words[n - 1 - i] = most;
  for (std::uint32_t i = 0; i < 5; ++i) keys.words[i * 31] = most;
  return keys;
}

void expect_equal(const Sorted& run, const Sorted& expected, const std::string& what) {
  EXPECT_EQ(run.outcomes, expected.outcomes) << what;
  EXPECT_EQ(run.repair, expected.repair) << what;
  EXPECT_EQ(run.keys.words, expected.keys.words) << what;
  EXPECT_EQ(run.keys.places, expected.keys.places) << what;
  EXPECT_EQ(run.keyframes, expected.keyframes) << what;
  EXPECT_EQ(run.rounds, expected.rounds) << what;
  EXPECT_EQ(run.misplaced, expected.misplaced) << what;
}

void compare(const std::shared_ptr<const AksNetwork>& aks, const Keys& keys,
             const std::string& what) {
  const Sorted expected = one_at_a_time(aks, keys);
  EXPECT_TRUE(std::is_sorted(expected.keys.words.begin(), expected.keys.words.end())) << what;
  for (const unsigned threads : {1U, 3U}) {
    expect_equal(by_engine(aks, keys, portable_layers(), threads), expected,
                 what + " portable " + std::to_string(threads));
    expect_equal(by_engine(aks, keys, best_layers(), threads), expected,
                 what + " best " + std::to_string(threads));
  }
}

TEST(CpuAks, RunsWhatTheNetworkSays) {
  const Texts parameter_sets[] = {
      {},
      {{"depth", "5"}},
      {{"depth", "3"}, {"matching", "minstd"}},
      {{"depth", "4"}, {"matching", "mt19937"}, {"graphs", "shared"}},
      {{"shuffle-halves", "1"}},
      {{"perfect-halver", "bitonic"}, {"skip-whole", "1"}},
      {{"depth", "ideal"}, {"planted", "6"}},
      {{"depth", "6"}, {"distinct-matchings", "2"}},
  };
  for (const Texts& parameters : parameter_sets) {
    const auto aks = network_of(8, parameters);
    const std::string what = parameters.begin() != parameters.end()
                                 ? std::string(parameters.begin()->second)
                                 : "default";
    for (const unsigned bits : {32U, 64U}) {
      for (const bool placed : {false, true}) {
        compare(aks, random_keys(256, bits, placed, bits, 0), what);
        compare(aks, random_keys(256, bits, placed, bits, 9), what + " few");
      }
    }
  }
}

TEST(CpuAks, RunsLargerHalversAlike) {
  compare(network_of(12, {}), random_keys(4096, 32, false, 4, 0), "d = 12");
  compare(network_of(12, {}), random_keys(4096, 32, true, 4, 0), "d = 12 with places");
  compare(network_of(12, {{"depth", "4"}}), random_keys(4096, 64, false, 5, 500), "d = 12, few");
  compare(network_of(12, {{"depth", "3"}, {"matching", "xorwow"}}),
          random_keys(4096, 64, true, 5, 0), "d = 12, stored");
}

TEST(CpuAks, CountsItsProgressAndStops) {
  for (const std::uint32_t d : {8U, 16U}) {
    const Network network(network_of(d, {{"depth", "1"}}));
    for (const unsigned threads : {1U, 3U}) {
      const Keys keys = random_keys(network.wires(), 64, false, 1, 0);
      std::vector<std::uint64_t> words = keys.words;
      SortBuffers buffers;
      buffers.key_bits = 64;
      buffers.words64 = words;
      SortOptions options;
      options.threads = threads;
      const auto engine = make_cpu_engine(best_layers());
      Progress progress;
      const Algorithm& algorithm = **find_algorithm("aks");
      ASSERT_TRUE(engine->run(algorithm, network, buffers, options, &progress).ok());
      // The repair comes on top.
      EXPECT_GE(progress.done, progress.total);
      words = keys.words;
      progress.cancel = true;
      const auto stopped = engine->run(algorithm, network, buffers, options, &progress);
      ASSERT_FALSE(stopped.ok());
      EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
    }
  }
}

// What comes before the sort looks at a cancel, too: at 2^24 wires it takes a second.
TEST(CpuAks, WhatIsMadeReadyBeforeItStops) {
  const auto aks = network_of(16, {{"depth", "2"}});
  Progress progress;
  EXPECT_EQ(first_wires(*aks, &progress), aks->wires_at(0));
  progress.cancel = true;
  EXPECT_TRUE(first_wires(*aks, &progress).empty());
}

// Fewer separators than threads: all run the halvers together.
TEST(CpuAks, IsTheSameForAnyNumberOfThreads) {
  for (const Texts& parameters :
       {Texts{{"depth", "2"}}, {{"depth", "2"}, {"matching", "minstd"}}}) {
    const auto aks = network_of(16, parameters);
    const Keys keys = random_keys(65536, 32, parameters.size() > 1, 6, 0);
    const Sorted expected = by_engine(aks, keys, portable_layers(), 1);
    for (const unsigned threads : {3U}) {
      expect_equal(by_engine(aks, keys, best_layers(), threads), expected, "best");
    }
    const Sorted bare = by_engine(aks, keys, best_layers(), 2, false);
    EXPECT_EQ(bare.keys.words, expected.keys.words);
    EXPECT_EQ(bare.misplaced, expected.misplaced);
  }
}

}  // namespace
}  // namespace sortscope
