// test_tree_flight.cpp: keys and subtrees on their way through bitonic trees, moment by moment.
#include <algorithm>
#include <map>
#include <vector>

#include "core/scenes/scene.h"
#include "core/views/adaptive/tree_picture.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// The merge whose trees a cursor shows, from the schedule alone.
std::uint32_t merge_shown(const Network& network, Cursor cursor) {
  return network.step(std::min(cursor.layer, network.depth() - 1)).merge;
}

// Chips of keys in the trees, by rank: what a person sees move.
std::map<float, Box> keys_in_trees(const Picture& picture, const TreePage& page) {
  std::map<float, Box> found;
  for (const Box& chip : picture.chips) {
    if (chip.role == Role::kRank && chip.y < page.tree_bottom && chip.h <= page.chip_h + 0.01F) {
      found[chip.rank] = chip;
    }
  }
  return found;
}

bool cover(const Box& a, const Box& b) {
  const float across = std::min(a.x + a.w, b.x + b.w) - std::max(a.x, b.x);
  const float down = std::min(a.y + a.h, b.y + b.h) - std::max(a.y, b.y);
  return across >= 0.5F && down >= 0.5F;
}

// In every moment of every step: keys and subtrees on their way cover nothing that goes another way
// or stands, and leave neither their frame nor the page.
TEST(TreeView, WhatMovesKeepsClearOfAllOthers) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {620.0F, 640.0F}}) {
    for (const std::string_view id : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
      for (const std::uint32_t n : {4U, 8U, 16U}) {
        RunView run(id, different_keys(n));
        for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
          const std::uint32_t merge = merge_shown(run.network(), {layer, 0});
          const bool joins = merge != merge_shown(run.network(), {layer + 1, 0});
          const TreePage page = tree_page(run.recording(), merge, width, height);
          std::vector<int> by(n);  // by place: how far its key goes
          for (const int sign : {-1, 1}) {
            const Scene scene = run.at({layer + (sign > 0 ? 1 : 0), 0});
            for (Wire wire = 0; wire < n; ++wire) {
              by[scene.places[wire]] += sign * static_cast<int>(wire);
            }
          }
          std::map<float, int> way;  // by rank
          for (std::uint32_t place = 0; place < n; ++place) {
            way[rank_fraction(run.at({layer, 0}), place)] = by[place];
          }
          for (int moment = 1; moment < (joins ? 75 : 100); ++moment) {
            const float fraction = static_cast<float>(moment) / 100;
            const auto keys = keys_in_trees(
                kTreeLayout.layout(run.at({layer, 0}, fraction), width, height), page);
            ASSERT_EQ(keys.size(), n);
            for (auto a = keys.begin(); a != keys.end(); ++a) {
              const Box& box = a->second;
              EXPECT_GE(box.y, page.tree_top) << id << n << " layer " << layer << " " << fraction;
              EXPECT_LE(box.y + box.h, page.tree_bottom) << id << n << " layer " << layer;
              for (auto b = std::next(a); b != keys.end(); ++b) {
                // What goes the same way goes together.
                if (way[a->first] != 0 && way[a->first] == way[b->first]) continue;
                EXPECT_FALSE(cover(box, b->second))
                    << id << " " << n << " keys, layer " << layer << " at " << fraction
                    << ": ranks " << a->first << " and " << b->first << " by " << way[a->first]
                    << " and " << way[b->first];
              }
            }
            if (HasFailure()) return;
          }
        }
      }
    }
  }
}

// The same of the bars below: none slides across another, nor into the leaves.
TEST(TreeView, BarsThatMoveKeepClearOfAllOthers) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {620.0F, 640.0F}}) {
    for (const std::string_view id : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
      for (const std::uint32_t n : {4U, 8U, 16U}) {
        RunView run(id, different_keys(n));
        for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
          const std::uint32_t merge = merge_shown(run.network(), {layer, 0});
          const bool joins = merge != merge_shown(run.network(), {layer + 1, 0});
          const TreePage page = tree_page(run.recording(), merge, width, height);
          for (int moment = 0; moment < (joins ? 75 : 100); moment += 3) {
            const float fraction = static_cast<float>(moment) / 100;
            const Picture picture = kTreeLayout.layout(run.at({layer, 0}, fraction), width, height);
            // They are drawn before the nodes.
            std::vector<Box> bars;
            for (const Box& chip : picture.chips) {
              if (chip.role == Role::kRank && bars.size() < n) bars.push_back(chip);
            }
            for (std::size_t a = 0; a < n; ++a) {
              EXPECT_GE(bars[a].y, page.leaf_y + page.chip_h / 2);
              EXPECT_LE(bars[a].y + bars[a].h, page.bars_bottom + 0.01F);
              for (std::size_t b = 0; b < a; ++b) {
                EXPECT_FALSE(cover(bars[a], bars[b]))
                    << id << " " << n << " keys, layer " << layer << " at " << fraction
                    << ": ranks " << bars[a].rank << " and " << bars[b].rank;
              }
            }
            if (HasFailure()) return;
          }
        }
      }
    }
  }
}

// Keys are the largest thing: in whatever pane the tree stands they take the room there is, and
// lose no third of their size where it becomes a little lower.
TEST(TreePages, KeysBecomeSmallerByDegrees) {
  for (const std::uint32_t keys : {8U, 16U}) {
    RunView run("adaptive", different_keys(keys));
    for (const float width : {560.0F, 620.0F, 760.0F, 900.0F, 1240.0F, 1880.0F}) {
      float before = 0;
      bool bars_before = false;
      for (float height = 240; height <= 1000; height += 2) {
        const TreePage page = tree_page(run.recording(), 3, width, height);
        const bool bars = page.bars_top < page.bars_bottom;
        if (before >= 12 && page.key_size >= 12 && bars == bars_before) {
          EXPECT_LE(page.key_size, 1.2F * before) << width << " x " << height;
        }
        before = page.key_size;
        bars_before = bars;
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
