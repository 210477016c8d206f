// test_bitonic_stage.cpp: L, U, q and the four subsequences against brute force, theorems 1 to 3,
// equations 1 to 10 of Zachmann 2011.
#include "core/scenes/bitonic_stage.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

Keys shuffled_keys(std::uint32_t n, std::uint32_t seed, std::uint32_t distinct) {
  std::vector<std::int32_t> values(n);
  for (std::uint32_t i = 0; i < n; ++i) values[i] = static_cast<std::int32_t>(i * distinct / n);
  std::mt19937 random(seed);
  std::shuffle(values.begin(), values.end(), random);
  return keys_of(values);
}

// A bitonic sequence of n keys with `distinct` values, rotated.
Keys bitonic_keys(std::uint32_t n, std::uint32_t seed, std::uint32_t distinct) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> rising;
  std::vector<std::int32_t> falling;
  for (std::uint32_t i = 0; i < n; ++i) {
    (random() % 2 == 0 ? rising : falling).push_back(static_cast<std::int32_t>(i * distinct / n));
  }
  rising.insert(rising.end(), falling.rbegin(), falling.rend());
  std::rotate(rising.begin(), rising.begin() + random() % n, rising.end());
  return keys_of(rising);
}

std::vector<double> values_of(const Recording& recording,
                              const std::vector<std::uint32_t>& places) {
  std::vector<double> values;
  for (const std::uint32_t place : places) {
    values.push_back(recording.is_padding(place) ? 1e9 : recording.request.keys.value(place));
  }
  return values;
}

std::vector<std::uint32_t> joined(const BitonicStage& s, std::initializer_list<int> parts) {
  std::vector<std::uint32_t> all;
  for (const int part : parts) {
    const auto [first, length] = s.parts[static_cast<std::size_t>(part - 1)];
    all.insert(all.end(), s.before.begin() + first, s.before.begin() + first + length);
  }
  return all;
}

// Everything that the article says of L and U, by value, from the sequence alone.
void expect_theorems(const Recording& recording, const BitonicStage& s, bool distinct) {
  const std::uint32_t n = s.size();
  const std::uint32_t half = s.half();
  const std::vector<double> a = values_of(recording, s.before);
  std::vector<double> least(half);
  std::vector<double> most(half);
  for (std::uint32_t i = 0; i < half; ++i) {
    least[i] = std::min(a[i], a[i + half]);
    most[i] = std::max(a[i], a[i + half]);
  }
  EXPECT_EQ(values_of(recording, s.lower), least);
  EXPECT_EQ(values_of(recording, s.upper), most);
  // Theorem 1.
  EXPECT_LE(*std::max_element(least.begin(), least.end()),
            *std::min_element(most.begin(), most.end()));
  // Theorem 2: the window from q on holds the keys of L, as a set.
  std::multiset<double> window;
  for (std::uint32_t i = 0; i < half; ++i) window.insert(a[(s.q + i) % n]);
  EXPECT_EQ(window, std::multiset<double>(least.begin(), least.end()));
  // Theorem 3 with equations 6 to 10.
  EXPECT_EQ(s.parts[0].length + s.parts[1].length, half);
  EXPECT_EQ(s.parts[2].length + s.parts[3].length, half);
  EXPECT_EQ(s.parts[0].length, s.parts[2].length);
  EXPECT_EQ(s.parts[1].length, s.parts[3].length);
  const bool six = s.equation() == 6;
  EXPECT_EQ(values_of(recording, six ? joined(s, {1, 4}) : joined(s, {3, 2})), least);
  EXPECT_EQ(values_of(recording, six ? joined(s, {3, 2}) : joined(s, {1, 4})), most);
  if (!distinct) return;
  // q' by counting (Zachmann 2011).
  std::uint32_t greater = 0;
  for (std::uint32_t i = 0; i < half; ++i) greater += a[i] > a[i + half] ? 1 : 0;
  EXPECT_EQ(s.length, six ? half - greater : greater);
}

// Every percentile's plane cuts twice; at the median at q and q + n/2.
void expect_two_cuts(const BitonicStage& s) {
  const std::uint32_t n = s.size();
  for (std::uint32_t below = 1; below < n; ++below) {
    EXPECT_EQ(plane_cuts(s.order, below).size(), 2U) << below << " of " << n;
  }
  EXPECT_TRUE(plane_cuts(s.order, 0).empty());
  EXPECT_TRUE(plane_cuts(s.order, n).empty());
  const auto cuts = plane_cuts(s.order, n / 2);
  const std::set<std::uint32_t> expected = {s.q, (s.q + n / 2) % n};
  EXPECT_EQ(std::set<std::uint32_t>(cuts.begin(), cuts.end()), expected);
}

// Checks all instances of all stages of a run; returns how many there were.
std::uint32_t check_run(RunView& run, bool distinct) {
  const Recording& recording = run.recording();
  std::uint32_t checked = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;  // merge, stage
  for (std::uint32_t layer = 0; layer < recording.network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < recording.network.count(layer); ++index) {
      const auto id = stage_of(recording, layer, index);
      if (!id || !seen.emplace(id->merge, id->stage).second) continue;
      const Scene scene = run.at({layer, 0});
      const StageKeys keys = stage_keys(scene, *id);
      for (std::uint32_t number = 0; number < recording.network.wires() >> id->size_log2();
           ++number) {
        const BitonicStage stage =
            split_stage(recording, scene.ranks, id->with_number(number), keys);
        EXPECT_TRUE(stage.bitonic);
        expect_theorems(recording, stage, distinct);
        expect_two_cuts(stage);
        ++checked;
        if (testing::Test::HasFailure()) return checked;
      }
    }
  }
  return checked;
}

class Stages : public testing::TestWithParam<std::string_view> {};

TEST_P(Stages, TheoremsHoldAtEveryStage) {
  const Algorithm& algorithm = *find_algorithm(GetParam()).value();
  for (const Order order : {Order::kAscending, Order::kDescending}) {
    for (std::uint32_t n = 2; n <= 64; n *= 2) {
      for (const std::uint32_t distinct : {n, 3U}) {
        for (std::uint32_t seed = 0; seed < 4; ++seed) {
          RunView run(algorithm.id,
                      algorithm.needs_bitonic_input ? bitonic_keys(n, seed, distinct)
                                                    : shuffled_keys(n, seed, distinct),
                      order);
          const std::uint32_t levels = algorithm.needs_bitonic_input ? 1 : floor_log2(n);
          std::uint32_t expected = 0;
          for (std::uint32_t j = floor_log2(n) - levels + 1; j <= floor_log2(n); ++j) {
            expected += (n >> j) * ((1U << j) - 1);
          }
          EXPECT_EQ(check_run(run, distinct == n), expected);
          ASSERT_FALSE(HasFailure())
              << algorithm.id << " n = " << n << " seed " << seed << " distinct " << distinct;
        }
      }
    }
  }
}

TEST_P(Stages, PaddedRunsHoldToo) {
  const Algorithm& algorithm = *find_algorithm(GetParam()).value();
  for (const std::uint32_t n : {3U, 11U, 27U}) {
    RunView run(algorithm.id,
                algorithm.needs_bitonic_input ? bitonic_keys(n, 5, n) : shuffled_keys(n, 5, n));
    check_run(run, false);
    ASSERT_FALSE(HasFailure()) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Algorithms, Stages,
                         testing::Values("bitonic", "bitonic-recursive", "bitonic-merger",
                                         "adaptive", "adaptive-two-case", "adaptive-overlapped",
                                         "adaptive-merger"),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Runs whose first levels are other networks, and splits that are found by search.
TEST(BitonicStage, StreamsAndIntervalsSplitAsTheTheoremsSay) {
  for (const char* id : {"abisort", "adaptive-interval"}) {
    for (const std::uint32_t n : {64U, 256U, 4096U}) {
      for (const std::uint32_t distinct : {n, 3U}) {
        RunView run(id, shuffled_keys(n, 1, distinct));
        const std::uint32_t checked = check_run(run, distinct == n);
        ASSERT_FALSE(HasFailure()) << id << " n = " << n << " distinct " << distinct;
        if (n == 4096) {
          EXPECT_GT(checked, 0U) << id;
        }
      }
    }
  }
}

TEST(BitonicStage, AllZeroOneSequencesOfTheMerger) {
  // Bitonic 0-1 sequences are the cyclic runs of ones.
  for (std::uint32_t n = 2; n <= 16; n *= 2) {
    for (const char* algorithm : {"bitonic-merger", "adaptive-merger"}) {
      for (std::uint32_t ones = 0; ones <= n; ++ones) {
        for (std::uint32_t start = 0; start < n; ++start) {
          std::vector<std::int32_t> values(n);
          for (std::uint32_t i = 0; i < ones; ++i) values[(start + i) % n] = 1;
          RunView run(algorithm, keys_of(values));
          check_run(run, false);
          ASSERT_FALSE(HasFailure()) << algorithm << " n " << n << " ones " << ones << " " << start;
        }
      }
    }
  }
}

// Equations 1 and 2 as the errata have them: L R_j a = R_(j mod n/2) L a.
TEST(BitonicStage, RotationsOfTheSequenceRotateLAndU) {
  for (const std::uint32_t n : {2U, 8U, 32U}) {
    for (std::uint32_t seed = 0; seed < 6; ++seed) {
      RunView run("bitonic-merger", bitonic_keys(n, seed, n));
      const Scene scene = run.at({0, 0});
      const StageId id = *stage_in_view(scene);
      const BitonicStage stage =
          split_stage(run.recording(), scene.ranks, id, stage_keys(scene, id));
      for (std::uint32_t j = 0; j < n; ++j) {
        const BitonicStage turned = rotated(stage, j);
        EXPECT_TRUE(turned.bitonic);
        const auto by = static_cast<std::ptrdiff_t>(j % (n / 2));
        auto lower = stage.lower;
        auto upper = stage.upper;
        std::rotate(lower.begin(), lower.begin() + by, lower.end());
        std::rotate(upper.begin(), upper.begin() + by, upper.end());
        EXPECT_EQ(turned.lower, lower) << n << " " << j;
        EXPECT_EQ(turned.upper, upper) << n << " " << j;
        // The cut stays with its keys.
        EXPECT_EQ(turned.q, (stage.q + n - j) % n);
        expect_theorems(run.recording(), turned, true);
      }
    }
  }
}

TEST(BitonicStage, OverlappedStagesAreThoseOfTheSequentialRun) {
  RunView sequential("adaptive", mixed_keys(32));
  RunView overlapped("adaptive-overlapped", mixed_keys(32));
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (std::uint32_t layer = 0; layer < overlapped.network().depth(); ++layer) {
    for (std::uint32_t index = 0; index < overlapped.network().count(layer); ++index) {
      const StageId id = *stage_of(overlapped.recording(), layer, index);
      if (!seen.emplace(id.merge, id.stage).second) continue;
      std::uint32_t other = 0;
      while (!(stage_of(sequential.recording(), other, 0)->merge == id.merge &&
               stage_of(sequential.recording(), other, 0)->stage == id.stage)) {
        ++other;
      }
      const StageId same = *stage_of(sequential.recording(), other, 0);
      const StageKeys a = stage_keys(overlapped.at({layer, 0}), id);
      const StageKeys b = stage_keys(sequential.at({0, 0}), same);
      EXPECT_EQ(a.before, b.before) << id.merge << " " << id.stage;
      EXPECT_EQ(a.after, b.after) << id.merge << " " << id.stage;
    }
  }
  EXPECT_EQ(seen.size(), 15U);
}

TEST(BitonicStage, TheInstanceFollowsSelectionAndCursor) {
  RunView run("bitonic", mixed_keys(16));
  // Layer 5 (k = 8, j = 1 is layer 5): instances of two wires.
  Scene scene = run.at({6, 0});
  EXPECT_EQ(*stage_in_view(scene), (StageId{3, 2, 0, 0, 5, 1}));
  EXPECT_FLOAT_EQ(stage_progress(scene, *stage_in_view(scene)), 1);
  scene.selected.wire = 13;
  EXPECT_EQ(*stage_in_view(scene), (StageId{3, 2, 1, 2, 5, 1}));
  scene.selected = {{}, {}, ComparatorId{5, 7}};
  EXPECT_EQ(stage_in_view(scene)->base(), 14U);
  scene.selected = {{}, scene.places[9], {}};
  EXPECT_EQ(stage_in_view(scene)->base(), 8U);
  scene = run.at({5, 3});
  EXPECT_EQ(stage_in_view(scene)->base(), 4U);  // comparator 2 ran last
  EXPECT_FLOAT_EQ(stage_progress(scene, *stage_in_view(scene)), 3.0F / 8);

  RunView tree("adaptive", mixed_keys(16));
  // Merge 4 starts at layer 1 + 3 + 6 = 10: stage 0 has phases 10 .. 13, stage 1 from 14 on.
  scene = tree.at({15, 0}, 0.5F);
  EXPECT_EQ(*stage_in_view(scene), (StageId{4, 1, 0, 0, 14, 3}));
  EXPECT_FLOAT_EQ(stage_progress(scene, *stage_in_view(scene)), 0.5F);
}

TEST(BitonicStage, OtherNetworksSplitNothing) {
  for (const char* id :
       {"odd-even-merge", "odd-even-transposition", "pairwise", "bitonic-ascending"}) {
    RunView run(id, mixed_keys(16));
    EXPECT_FALSE(stage_in_view(run.at({1, 0})).has_value()) << id;
  }
  RunView one("bitonic", mixed_keys(1));
  EXPECT_FALSE(stage_in_view(one.at({0, 0})).has_value());
}

TEST(BitonicStage, SaysWhereTheInputIsNotBitonic) {
  RunView run("bitonic-merger", keys_of({1, 5, 2, 6, 3, 7, 4, 8}));
  const Scene scene = run.at({0, 0});
  const StageId id = *stage_in_view(scene);
  EXPECT_FALSE(split_stage(run.recording(), scene.ranks, id, stage_keys(scene, id)).bitonic);
}

}  // namespace
}  // namespace sortscope
