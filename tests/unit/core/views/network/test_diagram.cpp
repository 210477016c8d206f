// test_diagram.cpp: the network diagram as marks: every comparator, keys on their way,
// pointing, and a kernel's launches laid over it.
#include <algorithm>
#include <cmath>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/scenes/question_marks.h"
#include "core/views/network/diagram.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kWidth = 1280;
constexpr float kHeight = 720;

RunView example() { return {"bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5})}; }

std::size_t count_lines(const Picture& picture, Role role) {
  return static_cast<std::size_t>(std::count_if(picture.lines.begin(), picture.lines.end(),
                                                [&](const Line& l) { return l.role == role; }));
}

// Exchanges of the worked example, layer by layer: 3, 2, 2, 2, 2, 2 of four each (Michalainas and
// Charisi 2025).
TEST(NetworkLayout, DrawsEveryComparatorInItsRole) {
  RunView run = example();
  const Picture all = kNetworkLayout.layout(run.at({6, 0}), kWidth, kHeight);
  EXPECT_EQ(count_lines(all, Role::kExchanged), 13U);
  EXPECT_EQ(count_lines(all, Role::kKept), 11U);
  EXPECT_EQ(count_lines(all, Role::kWire), 8U);
  const Picture half = kNetworkLayout.layout(run.at({3, 2}), kWidth, kHeight);
  EXPECT_EQ(count_lines(half, Role::kFuture), 24U - 3 * 4 - 2);
}

TEST(NetworkLayout, EndsBetweenComparatorsWhereItIsCancelled) {
  RunView run = example();
  Scene scene = run.at({6, 0});
  Progress progress;
  scene.progress = &progress;
  EXPECT_EQ(count_lines(kNetworkLayout.layout(scene, kWidth, kHeight), Role::kExchanged), 13U);
  progress.cancel = true;
  const Picture none = kNetworkLayout.layout(scene, kWidth, kHeight);
  EXPECT_EQ(count_lines(none, Role::kExchanged) + count_lines(none, Role::kKept), 0U);
}

// Where comparators stand closer than pixels there are no more marks than pixels can show, and
// every comparator is on one of them.
TEST(NetworkLayout, DrawsManyComparatorsAsWhatPixelsShowOfThem) {
  std::vector<std::int32_t> keys(512);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::int32_t>(i * 7919 % 512);
  RunView run("odd-even-transposition", keys_of(keys));
  const Network& network = run.network();
  ASSERT_GT(network.size(), 100'000U);
  const Scene scene = run.at(network.end());
  const Picture picture = kNetworkLayout.layout(scene, kWidth, kHeight);
  EXPECT_LT(picture.lines.size(), network.size() / 2);
  EXPECT_LT(picture.dots.size() + picture.arrows.size(), 2U * 512);
  const NetworkGeometry geometry(network, false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, *scene.options, {}, kWidth, kHeight);
  for (std::uint32_t layer = 0; layer < network.depth(); layer += 37) {
    for (std::uint32_t index = 0; index < network.count(layer); index += 41) {
      const Comparator c = run.recording().comparator(layer, index);
      const float x = frame.map.x(geometry.column_x(network, layer, index));
      const float y = frame.map.y(static_cast<float>(c.lower() + c.upper()) / 2);
      const Role role = run.recording().exchanged(layer, index) ? Role::kExchanged : Role::kKept;
      EXPECT_TRUE(std::any_of(picture.lines.begin(), picture.lines.end(),
                              [&](const Line& line) {
                                return line.role == role && std::abs(line.x0 - x) <= 1 &&
                                       y >= line.y0 - 1 && y <= line.y1 + 1;
                              }))
          << "comparator " << index << " of layer " << layer;
    }
  }
}

TEST(NetworkLayout, ExchangedKeysEndOnEachOthersWires) {
  RunView run = example();
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, run.options, Camera{}, 900, 400);
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    // At the end of its way a key stands where it stands in the next state.
    std::vector<float> arrived;
    {
      const Scene moving = run.at({layer, 0}, 0.9999F);
      for (Wire wire = 0; wire < 8; ++wire) {
        const KeyPosition at = key_position(moving, geometry, {}, wire, frame);
        arrived.push_back(at.y);
        EXPECT_NEAR(at.y, std::round(at.y), 1e-2F);
      }
    }
    const Scene before = run.at({layer, 0});
    const std::vector<std::uint32_t> places(before.places.begin(), before.places.end());
    const Scene after = run.at({layer + 1, 0});
    for (Wire wire = 0; wire < 8; ++wire) {
      const auto stands = static_cast<Wire>(std::lround(arrived[wire]));
      EXPECT_EQ(after.places[stands], places[wire]) << "layer " << layer << " wire " << wire;
    }
  }
}

// Where outcomes decide what is compared, nothing is drawn beyond the cursor: as many comparators
// as have run, none faint.
TEST(NetworkLayout, DrawsNoFutureThatDependsOnKeys) {
  for (const Algorithm& algorithm : algorithms()) {
    if (fixed_schedule(algorithm.family)) continue;
    RunView run(algorithm.id, mixed_keys(32));
    const Network& network = run.network();
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::uint32_t half = network.count(layer) / 2;
      const Picture picture = kNetworkLayout.layout(run.at({layer, half}), kWidth, kHeight);
      std::size_t fixed_to_come = 0;
      for (std::uint32_t later = layer; later < network.depth(); ++later) {
        if (!network.fixed(later)) continue;
        fixed_to_come += network.count(later) - (later == layer ? half : 0);
      }
      EXPECT_EQ(count_lines(picture, Role::kFuture), fixed_to_come)
          << algorithm.id << " layer " << layer;
      EXPECT_TRUE(std::none_of(picture.dots.begin(), picture.dots.end(), [&](const Dot& dot) {
        return dot.role == Role::kFuture && fixed_to_come == 0;
      }));
    }
    // Nor can it be pointed at.
    const NetworkGeometry geometry(network, false);
    const Scene scene = run.at({0, 0});
    const DiagramFrame frame =
        frame_diagram(run.recording(), geometry, run.options, Camera{}, kWidth, kHeight);
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      if (!network.in_trees(layer)) continue;
      const Comparator c = network.comparator(layer, 0);
      const Selection found =
          pick_diagram(scene, geometry, frame, frame.map.x(geometry.column_x(network, layer, 0)),
                       frame.map.y(static_cast<float>(c.lower()) + 0.5F));
      EXPECT_FALSE(found.comparator.has_value()) << algorithm.id << " layer " << layer;
    }
  }
}

// A key that changes its wire without a comparator at it goes with a subtree: a bar covers it where
// it was and where it goes, and covers no key that stays or is compared.
TEST(NetworkLayout, BarsMarkThePointerSwaps) {
  for (const std::string_view id :
       {"adaptive", "adaptive-two-case", "adaptive-merger", "abisort"}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunView run(id, mixed_keys(32), order);
      const Network& network = run.network();
      const NetworkGeometry geometry(network, false);
      const DiagramFrame frame =
          frame_diagram(run.recording(), geometry, run.options, Camera{}, kWidth, kHeight);
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        if (!network.in_trees(layer)) continue;
        const Scene before = run.at({layer, 0});
        const std::vector<std::uint32_t> places(before.places.begin(), before.places.end());
        const Scene after = run.at({layer + 1, 0});
        std::set<Wire> swapped;
        std::set<Wire> compared;
        for (std::uint32_t index = 0; index < network.count(layer); ++index) {
          compared.insert(network.comparator(layer, index).min_wire);
          compared.insert(network.comparator(layer, index).max_wire);
        }
        for (Wire wire = 0; wire < network.wires(); ++wire) {
          if (after.places[wire] != places[wire] && !compared.contains(wire)) swapped.insert(wire);
        }
        const Picture picture = kNetworkLayout.layout(after, kWidth, kHeight);
        std::set<Wire> barred;
        for (const Box& box : picture.boxes) {
          if (box.role != Role::kExchanged) continue;
          const float x = frame.map.inverse_x(box.x + box.w / 2);
          if (x < geometry.cell_x(layer) || x > geometry.cell_x(layer + 1)) continue;
          for (Wire wire = 0; wire < network.wires(); ++wire) {
            const float y = frame.map.y(static_cast<float>(wire));
            if (y > box.y && y < box.y + box.h) barred.insert(wire);
          }
        }
        EXPECT_EQ(barred, swapped) << id << " layer " << layer;
      }
    }
  }
}

// Overlapped steps: the keys that exchange stood on the wires of a comparator that is drawn.
TEST(NetworkLayout, OverlappedStepsCompareWhereTheKeysStood) {
  RunView run("adaptive-overlapped", mixed_keys(32));
  const Network& network = run.network();
  const NetworkGeometry geometry(network, false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, run.options, Camera{}, kWidth, kHeight);
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    // Comparison by comparison: each exchange moves the keys of its pair, and subtrees.
    std::vector<std::pair<float, float>> drawn;
    const Scene end = run.at({layer + 1, 0});
    for (const Line& line : kNetworkLayout.layout(end, kWidth, kHeight).lines) {
      const float x = frame.map.inverse_x(line.x0);
      if (line.role != Role::kExchanged && line.role != Role::kKept) continue;
      if (line.x0 != line.x1 || x < geometry.cell_x(layer) || x > geometry.cell_x(layer + 1)) {
        continue;
      }
      drawn.emplace_back(std::min(line.y0, line.y1), std::max(line.y0, line.y1));
    }
    const Scene before = run.at({layer, 0});
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      // The pair by the tree itself.
      const BitonicTree::Pair pair = before.tree->pair(network.task(layer, index));
      const auto wire_of = [&](std::uint32_t node) {
        const auto at =
            std::find(before.places.begin(), before.places.end(), before.tree->place(node));
        return static_cast<float>(at - before.places.begin());
      };
      const float p = frame.map.y(wire_of(pair.p));
      const float q = frame.map.y(wire_of(pair.q));
      EXPECT_TRUE(std::any_of(drawn.begin(), drawn.end(),
                              [&](const auto& line) {
                                return std::abs(line.first - std::min(p, q)) < 0.1F &&
                                       std::abs(line.second - std::max(p, q)) < 0.1F;
                              }))
          << "layer " << layer << " comparison " << index;
    }
  }
}

// Ascending boxes have one colour in mergers and sorters, descending ones the other.
TEST(NetworkLayout, BoxesAreColouredByTheirDirection) {
  const auto boxes = [](std::string_view id, Order order) {
    RunView run(id, mixed_keys(8), order);
    const Picture picture = kNetworkLayout.layout(run.at({0, 0}), kWidth, kHeight);
    std::multiset<Role> found;
    for (const Box& box : picture.boxes) {
      if (box.role == Role::kBoxFirst || box.role == Role::kBoxSecond) found.insert(box.role);
    }
    return std::pair{found.count(Role::kBoxFirst), found.count(Role::kBoxSecond)};
  };
  using Counts = std::pair<std::size_t, std::size_t>;
  // 1 + 2 + 4 boxes BM 8, 4, 2.
  EXPECT_EQ(boxes("bitonic-merger", Order::kAscending), (Counts{7, 0}));
  EXPECT_EQ(boxes("bitonic-merger", Order::kDescending), (Counts{0, 7}));
  // BM 2 up, down, up, down; BM 4 up, down; BM 8 up.
  EXPECT_EQ(boxes("bitonic-recursive", Order::kAscending), (Counts{4, 3}));
  EXPECT_EQ(boxes("bitonic-recursive", Order::kDescending), (Counts{3, 4}));
}

// In panes of every width the keys of input and output leave the comparators free.
TEST(NetworkLayout, InputAndOutputStandClearOfTheLayers) {
  for (const float width : {330.0F, 420.0F, 512.0F, 640.0F, 1280.0F}) {
    for (const std::string_view id : {"bitonic", "odd-even-merge", "bitonic-recursive"}) {
      for (const std::uint32_t n : {8U, 14U, 32U}) {
        RunView run(id, mixed_keys(n));
        for (const Cursor cursor : {Cursor{0, 0}, run.network().end()}) {
          const Picture picture = kNetworkLayout.layout(run.at(cursor), width, 560);
          float first = 1e9F;
          float last = -1e9F;
          for (const Dot& dot : picture.dots) {
            first = std::min(first, dot.x - dot.radius);
            last = std::max(last, dot.x + dot.radius);
          }
          if (first > last) continue;  // no room for dots
          for (const Box& chip : picture.chips) {
            if (chip.role == Role::kGround) continue;  // of a name above the wires
            EXPECT_TRUE(chip.x + chip.w < first || chip.x > last) << id << n << " at " << width;
          }
        }
      }
    }
  }
}

TEST(NetworkLayout, PointingFindsEveryComparator) {
  for (const char* algorithm : {"bitonic", "bitonic-ascending", "odd-even-merge", "pairwise"}) {
    RunView run(algorithm, keys_of({3, 7, 4, 8, 6, 2, 1, 5, 9, 12, 11, 10, 0}));
    const Network& network = run.network();
    const NetworkGeometry geometry(network, false);
    const Scene scene = run.at({0, 0});
    const DiagramFrame frame =
        frame_diagram(run.recording(), geometry, run.options, Camera{}, kWidth, kHeight);
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const Comparator c = network.comparator(layer, index);
        const float x = frame.map.x(geometry.column_x(network, layer, index));
        const float y = frame.map.y(static_cast<float>(c.lower()) + 0.5F);
        const Selection found = pick_diagram(scene, geometry, frame, x, y);
        ASSERT_TRUE(found.comparator.has_value()) << algorithm << " " << layer << " " << index;
        EXPECT_EQ(*found.comparator, (ComparatorId{layer, index})) << algorithm;
      }
    }
  }
}

// Blocks of 4 threads keep distances up to 2 to themselves: k = 2 and 4 in one launch, k = 8 in two
// (j = 4; 2 and 1), k = 16 in three (8; 4; 2 and 1). Block 0 owns wires 0-3 and 8-11.
TEST(NetworkLayout, LaysTheLaunchesOfV1Over) {
  std::vector<std::int32_t> values(16);
  for (std::size_t i = 0; i < 16; ++i) values[i] = static_cast<std::int32_t>(i * 7 % 16);
  RunView run("bitonic", keys_of(values));
  Scene scene = run.at({0, 0});
  const std::size_t without = kNetworkLayout.layout(scene, kWidth, kHeight).boxes.size();
  run.options.kernel.overlay = "v1";
  run.options.kernel.block_threads = 4;
  const Picture picture = kNetworkLayout.layout(scene, kWidth, kHeight);
  EXPECT_EQ(count_lines(picture, Role::kAccent), 5U);
  EXPECT_EQ(picture.boxes.size() - without, 3U * 2);
}

const Label* label_of(const Picture& picture, std::string_view text) {
  const auto at = std::find_if(picture.labels.begin(), picture.labels.end(),
                               [&](const Label& label) { return label.text == text; });
  return at == picture.labels.end() ? nullptr : &*at;
}

// Bands that touch and bands at the edges: all words stand, off the keys and off each other.
TEST(NetworkLayout, WordsOfBandsFindFreePlaces) {
  RunView run = example();
  run.laid_over.highlights = {{false, 0, 1, "first"},   {false, 2, 3, "second"},
                              {false, 6, 7, "last"},    {true, 0, 0, "a layer"},
                              {true, 1, 2, "two more"}, {true, 1, 1, "one of them"}};
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {640.0F, 360.0F}}) {
    for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
      const Picture picture = kNetworkLayout.layout(run.at({layer, 0}), width, height);
      for (const Highlight& band : run.laid_over.highlights) {
        const Label* words = label_of(picture, band.label);
        ASSERT_NE(words, nullptr) << band.label;
        const LabelArea area = area_of(*words);
        for (const Box& key : picture.chips) {
          if (key.role != Role::kRank) continue;
          EXPECT_FALSE(overlap(area, {key.x, key.y, key.x + key.w, key.y + key.h}))
              << band.label << " after layer " << layer << " on " << width;
        }
        for (const Label& other : picture.labels) {
          if (&other == words) continue;
          EXPECT_FALSE(overlap(area, area_of(other))) << band.label << " and " << other.text;
        }
      }
    }
  }
}

// A band over wires is about the keys that stand at the cursor: none that entered lies in it.
TEST(NetworkLayout, BandsOverWiresHoldTheKeysOfTheirMoment) {
  RunView run = example();
  run.laid_over.highlights = {{false, 0, 3, "L"}, {false, 4, 7, "U"}};
  for (const float width : {1280.0F, 640.0F}) {
    for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
      const Picture picture = kNetworkLayout.layout(run.at({layer, 0}), width, 720);
      float entered = width;
      float now = 0;
      for (const Box& key : picture.chips) {
        if (key.role != Role::kRank) continue;
        entered = std::min(entered, key.x + key.w);
        now = std::max(now, key.x);
      }
      std::size_t bands = 0;
      for (const Box& box : picture.boxes) {
        if (box.role != Role::kAccent || !box.dashed) continue;
        ++bands;
        EXPECT_LE(box.x, now) << layer;
        EXPECT_TRUE(layer == 0 || box.x > entered) << layer;
      }
      EXPECT_EQ(bands, 2U);
    }
  }
}

// The translucent band lies on the layer that is asked for, not on the one that ran last.
TEST(NetworkLayout, TheLayersThatAQuestionAsksAboutAreMarked) {
  RunView run = example();
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, run.options, Camera{}, kWidth, kHeight);
  // The layers whose comparators a band holds; it holds all of a layer or nothing.
  const auto banded = [&](Cursor cursor) {
    std::vector<std::uint32_t> found;
    for (const Box& box : kNetworkLayout.layout(run.at(cursor), kWidth, kHeight).boxes) {
      if (box.role != Role::kAccentBand) continue;
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        std::uint32_t held = 0;
        for (std::uint32_t index = 0; index < run.network().count(layer); ++index) {
          const float x = frame.map.x(geometry.column_x(run.network(), layer, index));
          if (x > box.x && x < box.x + box.w) ++held;
        }
        EXPECT_TRUE(held == 0 || held == run.network().count(layer)) << layer;
        if (held > 0) found.push_back(layer);
      }
    }
    return found;
  };
  const auto ask = [&](std::uint32_t asked, std::uint32_t then, bool veiled) {
    auto marks = std::make_shared<QuestionMarks>();
    marks->asked_layer = asked;
    marks->then_layer = then;
    marks->veiled = veiled;
    run.laid_over.question = marks;
  };
  using Layers = std::vector<std::uint32_t>;
  EXPECT_EQ(banded({0, 0}), Layers());
  EXPECT_EQ(banded({2, 0}), Layers({1}));
  ask(0, 1, true);
  EXPECT_EQ(banded({0, 0}), Layers({0}));
  ask(2, 3, true);
  EXPECT_EQ(banded({2, 0}), Layers({2}));
  ask(2, 6, true);  // where a key ends
  EXPECT_EQ(banded({2, 0}), Layers({2, 3, 4, 5}));
  ask(2, 2, true);  // a question of the lesson's own is about no layer
  EXPECT_EQ(banded({2, 0}), Layers({1}));
  ask(2, 3, false);
  EXPECT_EQ(banded({3, 0}), Layers({2}));
}

// A band does not stick out of the frame of its merge level, nor do its edges go through a number
// or a name.
TEST(NetworkLayout, BandsOfLayersLieInsideTheirFrames) {
  for (const char* algorithm : {"bitonic", "odd-even-merge", "bitonic-merger", "pairwise"}) {
    for (const std::uint32_t n : {2U, 4U, 8U, 16U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (const auto& [width, height] :
           {std::pair{640.0F, 470.0F}, std::pair{1280.0F, 720.0F}, std::pair{1530.0F, 950.0F}}) {
        for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
          const Picture picture = kNetworkLayout.layout(run.at({layer, 0}), width, height);
          const auto band = std::ranges::find(picture.boxes, Role::kAccentBand, &Box::role);
          ASSERT_NE(band, picture.boxes.end());
          EXPECT_TRUE(std::ranges::any_of(picture.boxes,
                                          [&](const Box& box) {
                                            return box.role == Role::kLine && !box.filled &&
                                                   box.x < band->x && box.y < band->y &&
                                                   box.x + box.w > band->x + band->w &&
                                                   box.y + box.h > band->y + band->h;
                                          }))
              << algorithm << " of " << n << ", layer " << layer << ", on " << width;
          for (const Label& label : picture.labels) {
            const LabelArea area = area_of(label);
            for (const float y : {band->y, band->y + band->h}) {
              EXPECT_FALSE(y > area.top && y < area.bottom && area.right > band->x &&
                           area.left < band->x + band->w)
                  << algorithm << " of " << n << ": " << label.text << " on " << width;
            }
          }
        }
      }
    }
  }
}

// A diagram of few wires takes the room that a large page has, its keys growing with it; all of it
// stays on the page.
TEST(NetworkLayout, FewWiresFillALargePage) {
  for (const std::uint32_t n : {2U, 4U, 8U}) {
    RunView run("bitonic-merger", mixed_keys(n));
    float before = 0;
    for (const auto& [width, height] : {std::pair{320.0F, 240.0F}, std::pair{640.0F, 470.0F},
                                        std::pair{1530.0F, 950.0F}, std::pair{2170.0F, 1310.0F}}) {
      const Picture picture = kNetworkLayout.layout(run.at(run.network().end()), width, height);
      float left = width;
      float right = 0;
      float key = 0;
      for (const Box& chip : picture.chips) {
        left = std::min(left, chip.x);
        right = std::max(right, chip.x + chip.w);
      }
      for (const Label& label : picture.labels) {
        left = std::min(left, area_of(label).left);
        right = std::max(right, area_of(label).right);
        if (label.on_rank >= 0) key = std::max(key, label.size);
      }
      EXPECT_GE(left, 0) << n << " on " << width;
      EXPECT_LE(right, width) << n << " on " << width;
      EXPECT_GE(key, before) << n << " on " << width;
      before = key;
      // Even a single comparator is a quarter as wide as the page of a large window.
      if (width < 1500) continue;
      EXPECT_GE(right - left, 0.25F * std::min(width, 2000.0F)) << n;
      EXPECT_GE(key, 16) << n;
    }
  }
}

// The sign of an answer that is a wire stands on the page, and no key lies on it.
TEST(NetworkLayout, SignsOfAnswersAreInSight) {
  RunView run = example();
  for (const AnswerMark mark : {AnswerMark::kChosen, AnswerMark::kMissed}) {
    for (const Wire wire : {0U, 1U, 7U}) {
      auto marks = std::make_shared<QuestionMarks>();
      marks->asked_layer = 3;
      marks->then_layer = 4;
      marks->wires.push_back({wire, mark});
      run.laid_over.question = marks;
      for (const Layout* layout : {&kNetworkLayout, &kBarsLayout}) {
        for (const auto& [width, height] :
             {std::pair{1280.0F, 720.0F}, {640.0F, 300.0F}, {500.0F, 90.0F}}) {
          const Picture picture = layout->layout(run.at({4, 0}), width, height);
          const Role role = mark == AnswerMark::kMissed ? Role::kGood : Role::kAccent;
          const auto sign = std::ranges::find(picture.dots, role, &Dot::role);
          ASSERT_NE(sign, picture.dots.end());
          EXPECT_GE(sign->y, sign->radius) << layout->id << " on " << height;
          if (layout == &kBarsLayout) continue;
          for (const Box& chip : picture.chips) {
            EXPECT_FALSE(sign->x > chip.x && sign->x < chip.x + chip.w && sign->y > chip.y &&
                         sign->y < chip.y + chip.h)
                << wire << " on " << height;
          }
        }
      }
    }
  }
}

// The patterns of Michalainas and Charisi, section 1.2, step by step.
TEST(NetworkLayout, WordsOfTheMinMaxRowStandInTheMiddleOfTheirBoxes) {
  constexpr std::string_view kPatterns[] = {
      "min max max min min max max min", "min min max max max max min min",
      "min max min max max min max min", "min min min min max max max max",
      "min min max max min min max max", "min max min max min max min max"};
  RunView run = example();
  run.options.network.min_max_row = true;
  for (std::uint32_t step = 1; step <= 6; ++step) {
    const Picture picture = kNetworkLayout.layout(run.at({step, 0}), kWidth, kHeight);
    std::string words;
    for (const Label& label : picture.labels) {
      if (label.text != "min" && label.text != "max") continue;
      words += (words.empty() ? "" : " ") + label.text;
      EXPECT_TRUE(std::ranges::any_of(picture.boxes, [&](const Box& box) {
        return std::abs(box.x + box.w / 2 - label.x) < 0.5F &&
               std::abs(box.y + box.h / 2 - label.y) < 0.5F;
      })) << words;
    }
    EXPECT_EQ(words, kPatterns[step - 1]);
  }
}

// For rows far away: keys are larger than everything else that is written.
TEST(NetworkLayout, LargeKeysAreTheLargestText) {
  for (const std::uint32_t n : {4U, 8U, 16U}) {
    RunView run("bitonic", mixed_keys(n));
    const NetworkGeometry geometry(run.network(), false);
    const float width = 640;
    const float height = 470;
    const Scene scene = run.at({2, 0});
    const DiagramFrame frame =
        frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height, true);
    const Picture picture = layout_diagram(scene, geometry, frame, width, height, false);
    float least_key = 100;
    float most_other = 0;
    for (const Label& label : picture.labels) {
      if (label.on_rank >= 0) {
        least_key = std::min(least_key, label.size);
      } else {
        most_other = std::max(most_other, label.size);
      }
    }
    EXPECT_GT(least_key, most_other) << n;
    EXPECT_GE(least_key, 16) << n;
  }
}

// Where the depth of an AKS network stands, its larger number of layers is explained: 256 wires
// have depth 343 and are played in 363 layers.
TEST(NetworkLayout, SaysWhyAksHasMoreLayersThanItIsDeep) {
  RunView run("aks", mixed_keys(256));
  ASSERT_EQ(run.network().depth(), 363U);
  for (const Layout* layout : {&kNetworkLayout, &kAksTreeLayout}) {
    for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {640.0F, 480.0F}}) {
      const Picture picture = layout->layout(run.at({}), width, height);
      bool depth = false;
      bool why = false;
      for (const Label& label : picture.labels) {
        depth = depth || label.text.find("depth 343") != std::string::npos;
        const std::string all = label.text + " " + label.whole;
        why = why || (all.find("363 layers") != std::string::npos &&
                      all.find("side by side") != std::string::npos);
      }
      EXPECT_EQ(depth, why) << layout->id << " " << width;
      EXPECT_TRUE(depth || layout == &kAksTreeLayout);
    }
  }
}

}  // namespace
}  // namespace sortscope
