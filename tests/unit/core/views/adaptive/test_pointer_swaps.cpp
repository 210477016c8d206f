// test_pointer_swaps.cpp: every view that shows an adaptive run marks what a pointer swap moves, or
// says why it does not. What moved is read off the replay: keys that changed wires and were not
// compared.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/scenes/moved_keys.h"
#include "core/scenes/race.h"
#include "core/scenes/scene.h"
#include "core/views/network/diagram_map.h"
#include "core/views/network/history.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr std::string_view kRuns[] = {"adaptive", "adaptive-two-case", "adaptive-overlapped",
                                      "adaptive-merger", "abisort"};

std::vector<std::uint32_t> places_at(RunView& run, Cursor cursor) {
  const Scene scene = run.at(cursor);
  return {scene.places.begin(), scene.places.end()};
}

// What one layer of trees does, comparison by comparison.
struct Layer {
  std::uint32_t swaps = 0;  // comparisons that moved more than their two keys
  std::set<Wire> moved;     // wires whose keys went away, among them compared ones
  std::set<Wire> swapped;   // those whose keys no comparison of the layer exchanged
  std::set<Wire> arrived;   // where the keys of `swapped` have gone
};

Layer layer_of(RunView& run, std::uint32_t layer) {
  Layer found;
  std::set<std::uint32_t> exchanged;  // by place
  const std::vector<std::uint32_t> first = places_at(run, {layer, 0});
  std::vector<std::uint32_t> before = first;
  for (std::uint32_t index = 0; index < run.network().count(layer); ++index) {
    const std::vector<std::uint32_t> after = places_at(run, {layer, index + 1});
    std::uint32_t moved = 0;
    for (Wire wire = 0; wire < after.size(); ++wire) moved += after[wire] != before[wire] ? 1 : 0;
    found.swaps += moved > 2 ? 1 : 0;
    const Scene scene = run.at({layer, index});
    const BitonicTree::Pair pair = scene.tree->pair(run.network().task(layer, index));
    if (run.recording().exchanged(layer, index)) {
      exchanged.insert(scene.tree->place(pair.p));
      exchanged.insert(scene.tree->place(pair.q));
    }
    before = after;
  }
  for (Wire wire = 0; wire < first.size(); ++wire) {
    if (before[wire] == first[wire]) continue;
    found.moved.insert(wire);
    if (exchanged.contains(first[wire])) continue;
    found.swapped.insert(wire);
    found.arrived.insert(
        static_cast<Wire>(std::ranges::find(before, first[wire]) - before.begin()));
  }
  return found;
}

// For each run, order and layer in trees, shown after it.
template <typename Check>
void in_every_layer(std::uint32_t n, const Check& check) {
  for (const std::string_view id : kRuns) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunView run(id, different_keys(n), order);
      std::uint32_t swaps = 0;
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        if (!run.network().in_trees(layer)) continue;
        const Layer expected = layer_of(run, layer);
        swaps += expected.swaps;
        SCOPED_TRACE(std::string(id) + (order == Order::kAscending ? "" : " descending") +
                     ", layer " + std::to_string(layer));
        check(run, layer, expected);
      }
      EXPECT_GT(swaps, 0U) << id;
    }
  }
}

bool says(const Picture& picture, std::string_view words) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(words) != std::string::npos ||
           label.whole.find(words) != std::string::npos;
  });
}

// Centres of numbered labels: wires as the picture itself names them.
std::map<Wire, const Label*> numbers_in(const Picture& picture, Anchor anchor, Role role) {
  std::map<Wire, const Label*> found;
  for (const Label& label : picture.labels) {
    const bool digits = !label.text.empty() && std::ranges::all_of(label.text, [](char c) {
      return c >= '0' && c <= '9';
    });
    if (!digits || label.anchor != anchor || label.role != role || label.face != Face::kMono) {
      continue;
    }
    found.try_emplace(static_cast<Wire>(std::stoul(label.text)), &label);
  }
  return found;
}

TEST(PointerSwaps, AreBarsInTheNetworkWhereStagesOverlapToo) {
  RunView run("adaptive-overlapped", different_keys(32));
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, run.options, Camera{}, 1280, 720);
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    const Layer expected = layer_of(run, layer);
    const Picture picture = kNetworkLayout.layout(run.at({layer + 1, 0}), 1280, 720);
    std::set<Wire> barred;
    for (const Box& box : picture.boxes) {
      const float x = frame.map.inverse_x(box.x + box.w / 2);
      if (box.role != Role::kExchanged || x < geometry.cell_x(layer)) continue;
      if (x > geometry.cell_x(layer + 1)) continue;
      for (Wire wire = 0; wire < 32; ++wire) {
        const float y = frame.map.y(static_cast<float>(wire));
        if (y > box.y && y < box.y + box.h) barred.insert(wire);
      }
    }
    EXPECT_EQ(barred, expected.swapped) << "layer " << layer;
    EXPECT_TRUE(says(picture, "a pointer swap"));
  }
}

TEST(PointerSwaps, AreThickLinesUnderBars) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer& expected) {
    const Picture picture = kBarsLayout.layout(run.at({layer + 1, 0}), 1280, 480);
    const auto numbers = numbers_in(picture, Anchor::kMiddle, Role::kMuted);
    ASSERT_EQ(numbers.size(), 32U);
    std::set<Wire> lined;
    for (const Line& line : picture.lines) {
      if (line.role != Role::kExchanged || line.width != 3 || line.y0 != line.y1) continue;
      for (const auto& [wire, label] : numbers) {
        if (label->x > line.x0 && label->x < line.x1) lined.insert(wire);
      }
    }
    EXPECT_EQ(lined, expected.swapped);
    EXPECT_EQ(says(picture, "thick line: pointer swap"), !expected.swapped.empty());
  });
}

TEST(PointerSwaps, AreDashedLinesInTheHypercube) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer& expected) {
    const Picture picture = kHypercubeLayout.layout(run.at({layer + 1, 0}), 1280, 720);
    // A line's ends are nearest to the corners that it joins: numbered in binary under the keys.
    const auto corner = [&](float x, float y) {
      std::optional<Wire> nearest;
      float least = 1e9F;
      for (const Label& label : picture.labels) {
        if (label.text.size() != 5 || label.text.find_first_not_of("01") != std::string::npos) {
          continue;
        }
        const float distance = std::hypot(label.x - x, label.y - 20 - y);
        if (distance >= least) continue;
        least = distance;
        nearest = static_cast<Wire>(std::stoul(label.text, nullptr, 2));
      }
      return nearest;
    };
    std::set<Wire> joined;
    for (const Line& line : picture.lines) {
      if (line.role != Role::kExchanged || !line.dashed) continue;
      joined.insert(*corner(line.x0, line.y0));
      joined.insert(*corner(line.x1, line.y1));
    }
    // Their other ends are where the keys go.
    EXPECT_TRUE(std::ranges::includes(joined, expected.swapped));
    EXPECT_TRUE(std::ranges::includes(expected.moved, joined));
    EXPECT_EQ(says(picture, "pointer swap"), !expected.swapped.empty());
  });
}

TEST(PointerSwaps, AreJoinedBarsInTheComparison) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer& expected) {
    const Picture picture = kCompareLayout.layout(run.at({layer + 1, 0}), 1052, 614);
    const auto numbers = numbers_in(picture, Anchor::kEnd, Role::kMuted);
    if (numbers.size() != 32) return;  // a run that the view does not show says why
    std::set<Wire> barred;
    for (const Box& box : picture.boxes) {
      if (box.role != Role::kAccent || !box.filled) continue;
      for (const auto& [wire, label] : numbers) {
        if (label->y > box.y && label->y < box.y + box.h) barred.insert(wire);
      }
    }
    // The key that was compared may go along.
    EXPECT_TRUE(std::ranges::includes(barred, expected.swapped));
    EXPECT_TRUE(std::ranges::includes(expected.moved, barred));
    EXPECT_EQ(says(picture, "pointer swap"), !expected.swapped.empty());
  });
}

TEST(PointerSwaps, AreArrowsBetweenLinksInStreams) {
  int whole = 0;
  for (const auto& size : {std::pair{1280.0F, 720.0F}, {2560.0F, 1400.0F}}) {
    in_every_layer(32, [&](RunView& run, std::uint32_t layer, const Layer& expected) {
      const Picture picture =
          kStreamsLayout.layout(run.at({layer + 1, 0}), size.first, size.second);
      // Rows of earlier phases stand above, the layer in view on the band.
      const auto band = std::ranges::find_if(
          picture.boxes, [](const Box& box) { return box.role == Role::kAccentBand; });
      ASSERT_NE(band, picture.boxes.end());
      std::uint32_t arrows = 0;
      for (const Label& label : picture.labels) {
        const bool within = label.y > band->y && label.y < band->y + band->h;
        if (within && label.text.find("↔") != std::string::npos) ++arrows;
      }
      // Instances that have no room are counted at the left.
      const auto shown = std::ranges::count_if(picture.labels, [](const Label& label) {
        return label.text.starts_with("instance ") || label.text.starts_with("stage ");
      });
      const bool one_block = run.network().step(layer).merge == 5;
      const bool overlapped = run.recording().algorithm->id == "adaptive-overlapped";
      if (shown < static_cast<std::ptrdiff_t>(run.network().count(layer)) ||
          (overlapped && !one_block)) {
        EXPECT_LE(arrows, expected.swaps);
        return;
      }
      ++whole;
      EXPECT_EQ(arrows, expected.swaps);
    });
  }
  EXPECT_GT(whole, 100);
}

TEST(PointerSwaps, AreLinksInTheTree) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer& expected) {
    const Picture picture = kTreeLayout.layout(run.at({layer + 1, 0}), 1280, 720);
    const auto links = std::ranges::count_if(picture.lines, [](const Line& line) {
      return line.role == Role::kExchanged && line.width == 2.6F;
    });
    EXPECT_EQ(links, 2 * static_cast<std::ptrdiff_t>(expected.swaps));
  });
}

TEST(PointerSwaps, AreBarsBeforeTheCellsOfAHistory) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer& expected) {
    const Scene scene = run.at({layer + 1, 0});
    const HistoryPage page = history_page(run.recording(), {}, 1280, 720);
    ASSERT_TRUE(page.apart());
    const Picture picture = kHistoryLayout.layout(scene, 1280, 720);
    std::set<Wire> barred;
    for (const Box& box : picture.chips) {
      if (box.role != Role::kExchanged || page.layers_under(box.x + 1) != layer + 1) continue;
      for (Wire wire = 0; wire < 32; ++wire) {
        const float y = page.y(wire + 0.5);
        if (y > box.y && y < box.y + box.h) barred.insert(wire);
      }
    }
    EXPECT_EQ(barred, expected.arrived);
    EXPECT_TRUE(says(picture, "a pointer swap moved them"));
  });
}

// A fold is a whole stage, a race only keys that slide: their legends say so.
TEST(PointerSwaps, AreNamedInTheLegendsOfCylinderAndRace) {
  in_every_layer(32, [](RunView& run, std::uint32_t layer, const Layer&) {
    EXPECT_TRUE(says(kCylinderLayout.layout(run.at({layer + 1, 0}), 1280, 720),
                     "all pointer swaps of the stage are one fold"));
  });
  RunView network("bitonic", different_keys(16));
  EXPECT_FALSE(says(kCylinderLayout.layout(network.at({3, 0}), 1280, 720), "pointer swap"));
  for (const std::string_view id : {"adaptive", "bitonic"}) {
    RunView run(id, different_keys(16));
    auto race = std::make_shared<Race>();
    race->lanes = {make_lane(run.shared(), 1000, nullptr), make_lane(run.shared(), 2000, nullptr)};
    run.measured.race = race;
    EXPECT_EQ(says(kRaceLayout.layout(run.at({1, 0}), 1280, 720), "pointer swap"),
              id == "adaptive");
  }
}

}  // namespace
}  // namespace sortscope
