// test_streams.cpp: the view `streams`: figure 11's three phases, what is known when, and
// what can be pointed at.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/views/adaptive/streams.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr StageSize kRoom = {8, 8};

bool says(const Picture& picture, std::string_view text) {
  return std::any_of(picture.labels.begin(), picture.labels.end(),
                     [&](const Label& label) { return label.text == text; });
}

TEST(StreamsView, Figure11HasThreePhasesOfAnEightNodeTree) {
  RunView run("adaptive-merger", keys_of({3, 4, 7, 8, 6, 5, 2, 1}));
  const StageView view = stage_view(run.at({3, 0}), 2, kRoom);
  ASSERT_EQ(view.rows.size(), 3U);
  ASSERT_EQ(view.columns.size(), 1U);
  EXPECT_EQ(view.merge, 3U);
  // Root 3 and extra node 7 hold a3 and a7.
  const auto& root = *view.cell(0, 0);
  EXPECT_EQ(root.reads, (std::array<std::uint32_t, 2>{3, 7}));
  const auto key = [&](std::uint32_t place) { return run.recording().key_text(place); };
  EXPECT_EQ(key(root.before[0]), "8");
  EXPECT_EQ(key(root.before[1]), "1");
  EXPECT_TRUE(root.exchanged);
  // Algorithm 3 swaps the root's children: (p, q) = (old right, old left).
  EXPECT_EQ(root.next, (StreamPair{5, 1}));
  EXPECT_EQ(view.cell(1, 0)->reads, (std::array<std::uint32_t, 2>{5, 1}));
  // 5 > 4: values and left links of nodes 5 and 1 change places, and the pair goes right.
  EXPECT_EQ(key(view.cell(1, 0)->before[0]), "5");
  EXPECT_EQ(key(view.cell(1, 0)->before[1]), "4");
  EXPECT_EQ(view.cell(1, 0)->links,
            (std::vector<StreamLink>{{5, Side::kLeft, 0}, {1, Side::kLeft, 4}}));
  EXPECT_EQ(view.cell(1, 0)->next, (StreamPair{6, 2}));
  EXPECT_EQ(view.cell(2, 0)->reads, (std::array<std::uint32_t, 2>{6, 2}));
  EXPECT_FALSE(view.cell(2, 0)->next.has_value());
}

// In every moment of every phase: keys on their way cover no other's chip.
TEST(StreamsView, WhatMovesKeepsClearOfAllOthers) {
  for (const auto& [width, height] :
       {std::pair{1280.0F, 720.0F}, {640.0F, 720.0F}, {2560.0F, 1400.0F}}) {
    for (const std::string_view id : {"adaptive", "adaptive-overlapped", "abisort"}) {
      // Of fewer than 32 keys GPU-ABiSort has no trees.
      for (const std::uint32_t n : id == "abisort" ? std::array{32U, 64U} : std::array{8U, 16U}) {
        RunView run(id, different_keys(n));
        std::uint32_t keys = 0;
        for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
          for (int moment = 1; moment < 50; ++moment) {
            const float fraction = static_cast<float>(moment) / 50;
            const Picture picture =
                kStreamsLayout.layout(run.at({layer, 0}, fraction), width, height);
            std::vector<Box> chips;
            for (const Box& chip : picture.chips) {
              if (chip.role == Role::kRank && chip.filled) chips.push_back(chip);
            }
            keys += static_cast<std::uint32_t>(chips.size());
            for (std::size_t a = 0; a < chips.size(); ++a) {
              for (std::size_t b = 0; b < a; ++b) {
                const float across = std::min(chips[a].x + chips[a].w, chips[b].x + chips[b].w) -
                                     std::max(chips[a].x, chips[b].x);
                const float down = std::min(chips[a].y + chips[a].h, chips[b].y + chips[b].h) -
                                   std::max(chips[a].y, chips[b].y);
                EXPECT_FALSE(across > 0.5F && down > 0.5F)
                    << id << " " << n << " keys, layer " << layer << " at " << fraction
                    << ": ranks " << chips[a].rank << " and " << chips[b].rank;
              }
            }
            if (HasFailure()) return;
          }
        }
        EXPECT_GT(keys, 1000U);
      }
    }
  }
}

TEST(StreamsView, WhatIsToComeIsNotTold) {
  RunView run("abisort", mixed_keys(32));
  const std::uint32_t first = first_layer_of_merge(run.network(), 5);
  const StageView view = stage_view(run.at({first + 2, 0}), first + 1, kRoom);
  ASSERT_EQ(view.rows.size(), 5U);
  for (std::uint32_t row = 0; row < 5; ++row) {
    const StageCell& cell = *view.cell(row, 0);
    EXPECT_EQ(cell.progress == Progression::kDone, row < 2);
    EXPECT_EQ(cell.known, row < 3);  // the pair of the next phase is in its stream already
    EXPECT_EQ(cell.writes[0], phase_range(5, 5, 0, row).first);
    if (row >= 3) {
      EXPECT_EQ(cell.before, StageCell{}.before);
    }
  }
  // In the picture: the comparison of phase 2 is still a question.
  Scene scene = run.at({first + 2, 0});
  const Picture picture = kStreamsLayout.layout(scene, 1280, 720);
  EXPECT_TRUE(says(picture, "?"));
  scene = run.at({first + 5, 0});
  EXPECT_FALSE(says(kStreamsLayout.layout(scene, 1280, 720), "?"));
}

TEST(StreamsView, TheWindowHoldsTheCursor) {
  RunView run("abisort", mixed_keys(1000));
  const Network& network = run.network();
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (!network.in_trees(layer)) continue;
    for (const std::uint32_t index : {1U, network.count(layer) / 2, network.count(layer) - 1}) {
      if (index == 0 || index >= network.count(layer)) continue;
      const StageView view = stage_view(run.at({layer, index}), layer, {3, 4});
      EXPECT_LE(view.rows.size(), 3U);
      EXPECT_LE(view.columns.size(), 4U);
      ASSERT_LT(view.current_row, view.rows.size());
      EXPECT_EQ(view.rows[view.current_row].layer, layer);
      bool seen = false;
      for (std::size_t column = 0; column < view.columns.size(); ++column) {
        seen |= view.cell(view.current_row, column)->id == ComparatorId{layer, index - 1};
      }
      EXPECT_TRUE(seen) << layer << ' ' << index;
    }
  }
}

TEST(StreamsView, OverlappedStagesStandBesideEachOther) {
  RunView run("adaptive-overlapped", mixed_keys(16));
  // Step 2 of the last merge: stage 0 in phase 2, stage 1 in phase 0.
  const std::uint32_t layer = run.network().depth() - 7 + 2;
  const StageView view = stage_view(run.at({layer + 1, 0}), layer, kRoom);
  EXPECT_TRUE(view.overlapped);
  std::set<std::uint32_t> stages;
  for (std::size_t column = 0; column < view.columns.size(); ++column) {
    const auto& cell = view.cell(view.current_row, column);
    EXPECT_EQ(cell.has_value(), view.columns[column].stage <= 1);
    if (cell) {
      EXPECT_EQ(cell->task.phase, 2 - 2 * view.columns[column].stage);
    }
    stages.insert(view.columns[column].stage);
  }
  EXPECT_TRUE(stages.contains(0) && stages.contains(1));
}

TEST(StreamsView, InstancesAndKeysCanBePointedAt) {
  for (const std::string_view id : {"abisort", "adaptive", "adaptive-two-case"}) {
    RunView run(id, mixed_keys(32));
    const Network& network = run.network();
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const Scene scene = run.at({layer + 1, 0});
      std::set<std::uint32_t> comparators;
      std::set<std::uint32_t> keys;
      for (float y = 60; y < 720; y += 9) {
        for (float x = 0; x < 1280; x += 17) {
          const Selection found = kStreamsLayout.pick(scene, 1280, 720, x, y);
          if (found.comparator) {
            EXPECT_LT(found.comparator->layer, network.depth());
            EXPECT_LT(found.comparator->index, network.count(found.comparator->layer));
            if (found.comparator->layer == layer) comparators.insert(found.comparator->index);
          }
          if (found.place) keys.insert(*found.place);
        }
      }
      EXPECT_FALSE(comparators.empty()) << id << ' ' << layer;
      EXPECT_FALSE(keys.empty()) << id << ' ' << layer;
    }
  }
}

TEST(StreamsView, NetworksAreToldThatTheyHaveNoStreams) {
  RunView run("bitonic", mixed_keys(16));
  const Picture picture = kStreamsLayout.layout(run.at({3, 0}), 1280, 720);
  ASSERT_EQ(picture.labels.size(), 1U);
  EXPECT_NE(picture.labels[0].text.find("GPU-ABiSort"), std::string::npos);
  EXPECT_EQ(kStreamsLayout.pick(run.at({3, 0}), 1280, 720, 300, 300), Selection{});
}

TEST(StreamsView, LargePagesShowTheSameLarger) {
  RunView run("abisort", mixed_keys(64));
  const Scene scene = run.at({20, 0});
  const Picture small = kStreamsLayout.layout(scene, 1280, 720);
  const Picture large = kStreamsLayout.layout(scene, 2560, 1440);
  ASSERT_EQ(small.labels.size(), large.labels.size());
  for (std::size_t i = 0; i < small.labels.size(); ++i) {
    EXPECT_EQ(small.labels[i].text, large.labels[i].text);
    EXPECT_FLOAT_EQ(2 * small.labels[i].x, large.labels[i].x);
    EXPECT_FLOAT_EQ(2 * small.labels[i].size, large.labels[i].size);
  }
  EXPECT_EQ(kStreamsLayout.pick(scene, 1280, 720, 300, 200),
            kStreamsLayout.pick(scene, 2560, 1440, 600, 400));
}

}  // namespace
}  // namespace sortscope
