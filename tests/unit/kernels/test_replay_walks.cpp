// test_replay_walks.cpp: what the replay on the GPU works out on the host: which families it takes,
// the way between cursors, and which wires exchange their keys, against the replay on the CPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "kernels/device_replay.h"
#include "kernels/replay/aks_stages.h"
#include "kernels/replay/cursor_walk.h"
#include "kernels/replay/families.h"
#include "kernels/replay/tree_stages.h"

namespace sortscope {
namespace {

std::shared_ptr<const Recording> recorded(RunRequest request, std::uint32_t n) {
  const Algorithm& algorithm = **find_algorithm(request.algorithm);
  request.keys = *generate_keys("few-distinct", KeyType::kInt32, n, 7, algorithm, request.order);
  request.any_input = true;
  auto made = record(request, *make_cpu_engine());
  EXPECT_TRUE(made.ok()) << made.error().text();
  return *made;
}

std::shared_ptr<const Recording> recorded(std::string_view algorithm, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  return recorded(std::move(request), n);
}

std::shared_ptr<const ListedNetwork> random_list(std::uint32_t wires) {
  std::mt19937_64 random(wires);
  std::vector<Comparator> flat;
  while (wires > 1 && flat.size() < std::size_t{6} * wires) {
    const auto a = static_cast<Wire>(random() % wires);
    const auto b = static_cast<Wire>(random() % wires);
    if (a != b) flat.push_back({a, b});
  }
  return *ListedNetwork::leveled(wires, flat);
}

std::shared_ptr<const Recording> recorded_list(std::uint32_t wires) {
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{random_list(wires)});
  return recorded(std::move(request), wires);
}

RunRequest aks_request(std::string_view name, std::string_view value) {
  AksParameters parameters;
  EXPECT_TRUE(set_parameter(parameters, name, value).ok());
  RunRequest request;
  request.algorithm = "aks";
  request.parameters.set(parameters);
  return request;
}

// Walks as the device does, on the host.
class HostWalk final : public CursorWalk {
 public:
  HostWalk(const Recording& recording, std::uint32_t keyframe_every)
      : recording_(recording),
        trees_(tree_levels(recording.network)),
        two_cases_(recording.algorithm->rule == TreeRule::kTwoCase ? 1 : 0),
        places(recording.start.places) {
    keyframes_.push_back(places);
    start(recording.network, keyframe_every);
  }
  void take(Cursor cursor, std::span<const std::uint32_t> there) {
    places.assign(there.begin(), there.end());
    EXPECT_TRUE(stand_at(cursor).ok());
  }
  [[nodiscard]] std::size_t keyframes() const { return keyframes_.size(); }

 protected:
  [[nodiscard]] LayerStretch stretch(std::uint32_t layer) const override {
    return adaptive_stretch(network(), trees_, layer, CursorWalk::stretch(layer));
  }
  Status move(Cursor from, Cursor to) override {
    const TreeLevel* const level = trees_.level_of(std::min(from, to).layer);
    if (level == nullptr) return CursorWalk::move(from, to);
    const StageMoves moves = stage_moves(trees_, *level, from, to);
    for (std::uint32_t stage = moves.undone; stage-- > moves.first;) run(*level, stage, from);
    for (std::uint32_t stage = moves.first; stage < moves.done; ++stage) run(*level, stage, to);
    return {};
  }
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) override {
    compared += last - first;
    const LayerForm& form = network().form(layer);
    for (std::uint32_t index = first; index < last; ++index) {
      if (network().has_splits(layer)) {
        for (std::uint32_t offset = 0; offset < form.distance; ++offset) {
          if (!split_exchanged(recording_.split(layer, index), form.distance, offset)) continue;
          const std::uint32_t lower = (index << form.block_log2) + offset;
          std::swap(places[lower], places[lower + form.distance]);
        }
      } else if (recording_.exchanged(layer, index)) {
        const Comparator comparator = network().comparator(layer, index);
        std::swap(places[comparator.lower()], places[comparator.upper()]);
      }
    }
    return {};
  }
  Status keep(bool& kept) override {
    keyframes_.push_back(places);
    kept = true;
    return {};
  }
  Status take_keyframe(std::size_t index) override {
    places = keyframes_[index];
    return {};
  }

 private:
  void run(const TreeLevel& level, std::uint32_t number, Cursor until) {
    const TreeStage stage{trees_.phases.data() + level.phases_of(number), level.merge, number,
                          two_cases_};
    for (std::uint32_t pair = 0; pair < network().wires() / 2; ++pair) {
      if (!tree_exchanged(stage, recording_.bits.data(), until, pair)) continue;
      const WirePair wires = tree_pair(stage, pair);
      std::swap(places[wires.lower], places[wires.upper]);
    }
  }

  const Recording& recording_;
  TreeLevels trees_;
  std::uint32_t two_cases_;
  std::vector<std::vector<std::uint32_t>> keyframes_;

 public:
  std::vector<std::uint32_t> places;
  std::uint64_t compared = 0;
};

// Every cursor forwards and backwards where there are few, then any.
void expect_same_as_cpu(const std::shared_ptr<const Recording>& run, std::uint32_t keyframe_every) {
  const Network& network = run->network;
  HostWalk walk(*run, keyframe_every);
  Replay replay(run);
  const auto same_at = [&](std::uint64_t position) {
    const Cursor cursor = network.cursor_at(position);
    ASSERT_TRUE(walk.seek(cursor).ok());
    replay.seek(cursor);
    ASSERT_TRUE(std::equal(walk.places.begin(), walk.places.end(), replay.places().begin(),
                           replay.places().end()))
        << run->request.algorithm << " n=" << run->real_keys() << " at " << cursor.layer << ", "
        << cursor.comparator;
  };
  if (network.size() <= 2000) {
    for (std::uint64_t i = 0; i <= network.size(); ++i) ASSERT_NO_FATAL_FAILURE(same_at(i));
    for (std::uint64_t i = network.size() + 1; i-- > 0;) ASSERT_NO_FATAL_FAILURE(same_at(i));
  }
  std::mt19937_64 random(11);
  for (int i = 0; i < 40; ++i) {
    ASSERT_NO_FATAL_FAILURE(same_at(random() % (network.size() + 1)));
    // The state at another cursor, given from outside.
    replay.seek(network.cursor_at(random() % (network.size() + 1)));
    walk.take(replay.cursor(), replay.places());
    EXPECT_EQ(walk.seek_ns(replay.cursor()), 0U);
  }
}

TEST(ReplayWalks, EveryFamilyHasARow) {
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_EQ(replay_row(algorithm.family).family, algorithm.family);
    const auto run =
        algorithm.family == Family::kListed ? recorded_list(64) : recorded(algorithm.id, 64);
    const bool drawn = algorithm.family == Family::kNetwork;
    EXPECT_EQ(replay_bits(*run), drawn ? ReplayBits::kDrawn : ReplayBits::kOwn) << algorithm.id;
  }
}

TEST(ReplayWalks, WhatHasNoBitsOrNoFormulaIsReplayedOnTheCpu) {
  EXPECT_EQ(replay_bits(*recorded("bitonic", 1)), ReplayBits::kNone);
  RunRequest sparse = aks_request("depth", "3");
  sparse.keyframes_only = true;
  EXPECT_EQ(replay_bits(*recorded(sparse, 256)), ReplayBits::kNone);
  EXPECT_EQ(replay_bits(*recorded(aks_request("matching", "mt19937"), 256)), ReplayBits::kNone);
}

TEST(ReplayWalks, AdaptiveSortsStandWhereTheirTreesHaveTheirKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    if (fixed_schedule(algorithm.family)) continue;
    for (const std::uint32_t n : {1U, 2U, 4U, 7U, 16U, 32U, 64U, 100U, 2000U}) {
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recorded(algorithm.id, n), 3));
    }
  }
}

TEST(ReplayWalks, LayersAreWalkedBothWays) {
  for (const std::uint32_t every : {1U, 5U, 1000U}) {
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recorded("odd-even-merge", 37), every));
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(recorded_list(50), every));
  }
}

TEST(ReplayWalks, KeyframesStandApartAndAreTaken) {
  const auto run = recorded("odd-even-transposition", 100);  // 100 layers of 50 and 49
  HostWalk walk(*run, 10);
  ASSERT_TRUE(walk.seek(run->network.end()).ok());
  EXPECT_EQ(walk.keyframes(), 11U);
  walk.compared = 0;
  ASSERT_TRUE(walk.seek({52, 0}).ok());  // from the keyframe before layer 50
  EXPECT_EQ(walk.compared, 99U);
  ASSERT_TRUE(walk.seek({49, 7}).ok());  // the rest of a layer, and one
  EXPECT_EQ(walk.keyframes(), 11U);
  walk.compared = 0;
  ASSERT_TRUE(walk.seek({0, 3}).ok());
  EXPECT_EQ(walk.compared, 3U);
  // The nearest is what counts: here, or a keyframe.
  EXPECT_LT(walk.seek_ns({52, 0}), walk.seek_ns({54, 0}));
  EXPECT_LT(walk.seek_ns({59, 0}), walk.seek_ns({54, 0}));
}

TEST(ReplayWalks, SortersAndRepairsOfAksHaveTheirForms) {
  for (const auto& [name, value] : {std::pair{"perfect-halver", "bitonic"}, {"depth", "1"}}) {
    const auto run = recorded(aks_request(name, value), 256);
    const AksNetwork& aks = *run->network.aks();
    const AksReplayStages all = aks_replay_stages(aks);
    ASSERT_EQ(all.stages.size(), aks.stages().size());
    bool repaired = false;
    for (const AksReplayStage& replayed : all.stages) {
      const AksStage& stage = replayed.stage;
      repaired = repaired || stage.work == AksWork::kRepair;
      for (std::uint32_t layer = 0; layer < replayed.form_count; ++layer) {
        const LayerForm& form = all.forms[replayed.first_form + layer];
        for (std::uint32_t u = 0; u < stage.per_side; ++u) {
          const WirePair pair = wires_of(form, stage.wires, u);
          const AksPair spots = aks.spots(stage.first_layer + layer, u);
          EXPECT_EQ(stage.base + aks_slot(stage, 0, pair.lower), spots.low);
          EXPECT_EQ(stage.base + aks_slot(stage, 0, pair.upper), spots.high);
        }
      }
    }
    EXPECT_EQ(repaired, std::string_view(name) == "depth");
  }
}

}  // namespace
}  // namespace sortscope
