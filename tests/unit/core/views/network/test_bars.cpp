// test_bars.cpp: bars of more wires than have a column each, kept from picture to picture.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/scenes/key_labels.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr std::uint32_t kWires = 1U << 17;  // more than one thread looks at

Keys keys_of(KeyType type) {
  Keys keys = make_keys(type, kWires);
  for (std::uint32_t i = 0; i < kWires; ++i) keys.raw.set(i, std::uint64_t{i} * 40503 % kWires);
  return keys;
}

// The marks of rank: of each column its solid part and its ribbon.
std::vector<Box> chips_of(const Scene& scene, float width) {
  return kBarsLayout.layout(scene, width, 300).chips;
}

bool same(const std::vector<Box>& a, const std::vector<Box>& b) {
  return std::ranges::equal(a, b, [](const Box& x, const Box& y) {
    return x.x == y.x && x.y == y.y && x.w == y.w && x.h == y.h && x.rank == y.rank;
  });
}

TEST(BarsOfManyWires, AreThoseThatAreFoundAgain) {
  RunView run("bitonic", keys_of(KeyType::kUint32));
  const Cursor end = run.network().end();
  for (const Cursor cursor : {Cursor{}, end, Cursor{3, 0}, end, Cursor{}}) {
    for (const float width : {800.0F, 500.0F, 800.0F}) {
      Scene scene = run.at(cursor);
      ASSERT_NE(scene.bars, nullptr);
      const auto kept = chips_of(scene, width);
      EXPECT_TRUE(same(chips_of(scene, width), kept)) << cursor.layer << " " << width;
      scene.bars = nullptr;
      EXPECT_TRUE(same(chips_of(scene, width), kept)) << cursor.layer << " " << width;
    }
  }
}

// Of keys 0 .. n - 1 in order, each column holds the next ones: its least key and their mean.
TEST(BarsOfManyWires, RiseEvenlyOnceTheyAreSorted) {
  RunView run("bitonic", keys_of(KeyType::kUint32));
  const auto chips = chips_of(run.at(run.network().end()), 800);
  ASSERT_GT(chips.size(), 100U);
  const std::size_t columns = chips.size() / 2;
  const float least = chips[0].h;
  const float last = chips[2 * (columns - 1)].h;
  for (std::size_t i = 0; i < columns; ++i) {
    const float share = static_cast<float>(i) / static_cast<float>(columns - 1);
    EXPECT_NEAR(chips[2 * i].h, least + share * (last - least), 0.05F) << i;
    EXPECT_NEAR(chips[2 * i].rank, (static_cast<float>(i) + 0.5F) / static_cast<float>(columns),
                1e-3F)
        << i;
  }
}

// Who does not wait sees some keys of each column at first, all of them after as many pictures as
// it takes to look at half a million in each; nothing that was shown stands outside what is true.
TEST(BarsOfManyWires, FillInWhereNobodyWaits) {
  constexpr std::uint32_t kMany = 1U << 21;
  Keys keys = make_keys(KeyType::kUint32, kMany);
  for (std::uint32_t i = 0; i < kMany; ++i) keys.raw.set(i, std::uint64_t{i} * 40503 % kMany);
  RunView run("bitonic", keys);
  RunView patient("bitonic", std::move(keys));
  const auto spread = [](const Picture& picture) {
    std::vector<Box> boxes;
    for (const Box& box : picture.boxes) {
      if (box.role == Role::kLine && box.filled) boxes.push_back(box);
    }
    return boxes;
  };
  for (const Cursor cursor : {Cursor{}, Cursor{9, 0}, run.network().end()}) {
    const Picture whole = kBarsLayout.layout(patient.at(cursor), 800, 300);
    EXPECT_FALSE(whole.unfinished);
    Scene scene = run.at(cursor);
    scene.waits = false;
    Picture picture = kBarsLayout.layout(scene, 800, 300);
    EXPECT_TRUE(picture.unfinished);
    const auto all = spread(whole);
    const auto some = spread(picture);
    ASSERT_EQ(all.size(), some.size());
    ASSERT_GT(all.size(), 100U);
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_GE(some[i].y, all[i].y - 1e-3F) << i;
      EXPECT_LE(some[i].y + some[i].h, all[i].y + all[i].h + 1e-3F) << i;
      EXPECT_GE(some[i].h, 0.9F * all[i].h - 1) << i;
    }
    int pictures = 1;
    while (picture.unfinished && pictures < 20) {
      picture = kBarsLayout.layout(scene, 800, 300);
      // Another page of the same bars takes nothing away.
      (void)kBarsLayout.layout(scene, 500, 300);
      ++pictures;
    }
    EXPECT_GE(pictures, 5);
    EXPECT_LE(pictures, 7);
    EXPECT_TRUE(same(picture.chips, whole.chips)) << cursor.layer;
    EXPECT_TRUE(same(spread(picture), all)) << cursor.layer;
  }
}

// Words that stood over the other half would be wrong there.
TEST(BarsBands, HaveTheirWordsOverTheirOwnWires) {
  RunView run("bitonic-merger", sortscope::keys_of({3, 4, 7, 8, 6, 5, 2, 1}));
  run.laid_over.highlights = {{false, 0, 3, "ascending"}, {false, 4, 7, "descending"}};
  for (const Layout* layout : {&kBarsLayout, &kNetworkLayout, &kHistoryLayout}) {
    const bool across = layout == &kBarsLayout;
    for (const float width : {300.0F, 640.0F, 900.0F, 1280.0F, 1920.0F}) {
      for (const float height : {120.0F, 240.0F, 400.0F, 610.0F, 1000.0F}) {
        const Picture picture = layout->layout(run.at({}), width, height);
        std::vector<Box> bands;
        for (const Box& box : picture.boxes) {
          if (box.role == Role::kAccent && box.dashed) bands.push_back(box);
        }
        ASSERT_EQ(bands.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i) {
          const std::string& text = run.laid_over.highlights[i].label;
          const auto words = std::ranges::find(picture.labels, text, &Label::text);
          if (words == picture.labels.end()) continue;
          const LabelArea area = area_of(*words);
          const Box& band = bands[i];
          const std::string where = std::string(layout->id) + " " + text + " " +
                                    std::to_string(width) + " " + std::to_string(height);
          if (across) {
            EXPECT_GE(area.left, band.x - 1) << where;
            EXPECT_LE(area.right, band.x + band.w + 1) << where;
          } else {
            EXPECT_GE((area.top + area.bottom) / 2, band.y - 1) << where;
            EXPECT_LE((area.top + area.bottom) / 2, band.y + band.h + 1) << where;
          }
        }
      }
    }
  }
  // On a page of usual size both are said.
  const Picture picture = kBarsLayout.layout(run.at({}), 900, 610);
  EXPECT_EQ(std::ranges::count(picture.labels, std::string("ascending"), &Label::text), 1);
  EXPECT_EQ(std::ranges::count(picture.labels, std::string("descending"), &Label::text), 1);
}

// Beside each other they name two halves of one thing.
TEST(BarsBands, HaveTheirWordsOnOneHeight) {
  RunView run("bitonic-merger",
              sortscope::keys_of({21, 34, 47, 58, 66, 73, 85, 92, 88, 79, 61, 52, 40, 29, 15, 8}));
  run.laid_over.highlights = {{false, 0, 7, "L: 8 … 52"}, {false, 8, 15, "U: 58 … 92"}};
  int pairs = 0;
  for (const std::uint32_t layer : {0U, 1U, 2U, 4U}) {
    for (float width = 300; width <= 1900; width += 80) {
      for (const float height : {240.0F, 400.0F, 615.0F, 975.0F}) {
        const Picture picture = kBarsLayout.layout(run.at({layer, 0}), width, height);
        const auto first = std::ranges::find(picture.labels, "L: 8 … 52", &Label::text);
        const auto second = std::ranges::find(picture.labels, "U: 58 … 92", &Label::text);
        if (first == picture.labels.end() || second == picture.labels.end()) continue;
        EXPECT_EQ(first->y, second->y) << layer << ", " << width << " x " << height;
        ++pairs;
      }
    }
  }
  EXPECT_GT(pairs, 200);
}

// Whoever stops while two bars pass each other reads both, whichever step it is: the longer stands
// behind, lifted clear of the other's value. (Where it has no room above it, its value waits.)
TEST(BarsThatPass, CanBothBeRead) {
  std::size_t seen = 0;
  std::size_t waiting = 0;
  std::size_t lifted = 0;
  for (const char* algorithm : {"bitonic", "bitonic-ascending", "odd-even-merge", "pairwise",
                                "odd-even-transposition", "bitonic-recursive"}) {
    RunView run(algorithm,
                sortscope::keys_of({42, 20, 51, 84, 7, 10, 69, 13, 47, 75, 8, 65, 28, 5, 12, 56}));
    const Network& network = run.network();
    for (const auto& [width, height] :
         {std::pair{960.0F, 540.0F}, {1240.0F, 600.0F}, {1880.0F, 900.0F}}) {
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        for (std::uint32_t index = 0; index < network.count(layer); ++index) {
          if (!run.recording().exchanged(layer, index)) continue;
          const Scene rest = run.at({layer, index});
          const Comparator pair = network.comparator(layer, index);
          const std::string names[] = {short_key_text(run.recording(), rest.places[pair.min_wire]),
                                       short_key_text(run.recording(), rest.places[pair.max_wire])};
          const Picture still = kBarsLayout.layout(rest, width, height);
          float top = height;
          for (const Box& chip : still.chips) top = std::min(top, chip.y);
          for (float fraction = 0.05F; fraction < 1; fraction += 0.05F) {
            Scene scene = run.at({layer, index}, fraction);
            scene.whole_layer = false;
            const Picture picture = kBarsLayout.layout(scene, width, height);
            std::vector<Box> passing;  // each behind its ground
            for (std::size_t i = 1; i < picture.chips.size(); ++i) {
              if (picture.chips[i - 1].role == Role::kGround) passing.push_back(picture.chips[i]);
            }
            ASSERT_EQ(passing.size(), 2U) << algorithm;
            const Box& behind = passing[0];
            const Box& before = passing[1];
            EXPECT_GE(behind.h, before.h);
            EXPECT_LE(behind.y, before.y);
            EXPECT_GE(behind.y, top - 9);
            if (behind.y + behind.h < before.y + before.h - 1) ++lifted;
            for (const std::string& name : names) {
              ++seen;
              if (std::ranges::count(picture.labels, name, &Label::text) == 0) {
                ++waiting;
                EXPECT_LT(behind.y, top + 20) << algorithm << " " << layer << " " << fraction;
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(seen, 10000U);
  EXPECT_GT(lifted, seen / 4);
  EXPECT_LT(waiting, seen / 50);
}

// Bars of values on both sides of zero begin at its line, and are as long as the values are large.
TEST(BarsOfNegativeKeys, BeginAtZero) {
  const std::vector<std::int32_t> values = {-40, 25, 0, 60, -5, 3, -80, 100};
  RunView run("bitonic", sortscope::keys_of(values));
  for (const auto& [width, height] :
       {std::pair{1280.0F, 600.0F}, {640.0F, 360.0F}, {300.0F, 140.0F}}) {
    for (const Cursor cursor : {Cursor{}, Cursor{3, 0}, run.network().end()}) {
      const Scene scene = run.at(cursor);
      const Picture picture = kBarsLayout.layout(scene, width, height);
      const auto line = std::ranges::find_if(picture.lines, [](const Line& each) {
        return each.role == Role::kMuted && each.y0 == each.y1;
      });
      ASSERT_NE(line, picture.lines.end());
      const float zero = line->y0 - 0.5F;
      std::vector<Box> bars;
      for (const Box& chip : picture.chips) {
        if (chip.role == Role::kRank) bars.push_back(chip);
      }
      ASSERT_EQ(bars.size(), values.size());
      float unit = 0;  // pixels of 100
      for (Wire wire = 0; wire < bars.size(); ++wire) {
        if (values[scene.places[wire]] == 100) unit = bars[wire].h / 100;
      }
      for (Wire wire = 0; wire < bars.size(); ++wire) {
        const auto value = static_cast<float>(values[scene.places[wire]]);
        if (value > 0) {
          EXPECT_NEAR(bars[wire].y + bars[wire].h, zero, 0.1F) << value;
        }
        if (value < 0) {
          EXPECT_NEAR(bars[wire].y, zero, 0.1F) << value;
        }
        EXPECT_NEAR(bars[wire].h, std::max(std::abs(value) * unit, 1.0F), 0.5F) << value;
      }
      // Every value is read, in its bar or beyond its end, on the page and off the others.
      for (const Label& label : picture.labels) {
        const LabelArea area = area_of(label);
        EXPECT_GE(area.top, 0) << label.text;
        EXPECT_LE(area.bottom, height) << label.text;
        for (const Label& other : picture.labels) {
          if (&other == &label) continue;
          EXPECT_FALSE(overlap(area, area_of(other))) << label.text << " and " << other.text;
        }
      }
    }
  }
}

// Where none is positive they hang from the head of the page, the longest the least.
TEST(BarsOfNegativeKeys, HangWhereNoneIsPositive) {
  RunView run("bitonic", sortscope::keys_of({-1, -7, -3, -5}));
  const Scene scene = run.at({});
  const Picture picture = kBarsLayout.layout(scene, 640, 360);
  std::vector<Box> bars;
  for (const Box& chip : picture.chips) {
    if (chip.role == Role::kRank) bars.push_back(chip);
  }
  ASSERT_EQ(bars.size(), 4U);
  for (const Box& bar : bars) EXPECT_FLOAT_EQ(bar.y, bars[0].y);
  EXPECT_LT(bars[0].h, bars[2].h);
  EXPECT_LT(bars[2].h, bars[3].h);
  EXPECT_LT(bars[3].h, bars[1].h);
}

// "0 to 1, not from 0" would contradict itself.
TEST(BarsHeights, SayWhatTheLeastBarIs) {
  const auto said = [](const char* numbers) {
    RunView run("bitonic", *read_numbers(numbers, "test", KeyType::kInt32, 8));
    for (const Label& label : kBarsLayout.layout(run.at({}), 1200, 300).labels) {
      if (label.text.starts_with("Height: ")) return label.text;
    }
    return std::string();
  };
  EXPECT_EQ(said("0 1 1 0 1 0 0 1"), "Height: the key's value, 0 to 1, 0 as a low bar");
  EXPECT_EQ(said("5 9 2 7"), "Height: the key's value, 2 to 9, not from 0");
  EXPECT_EQ(said("5 -9 2 7"), "Height: the key's value, -9 to 7, from 0");
}

}  // namespace
}  // namespace sortscope
