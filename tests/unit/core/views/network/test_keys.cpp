// test_keys.cpp: keys in the diagram: on the page, readable, crossing where their comparator is,
// and marks that stay with them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "core/pictures/label_fit.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/question_marks.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_body.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// Keys at the cursor stand among the wires, also where these are seen from near: none hangs over
// the edge of the page.
TEST(KeysInTheDiagram, StandOnThePageFromNear) {
  RunView run("bitonic", different_keys(16));
  const NetworkGeometry geometry(run.network(), false);
  std::size_t keys = 0;
  for (const double zoom : {1.0, 1.3, 2.0, 3.0}) {
    for (const double at : {0.2, 0.5, 0.7}) {
      for (const float fraction : {0.0F, 0.5F}) {
        const Scene scene = run.at({5, 0}, fraction);
        const Camera camera{.zoom = zoom, .center_x = 0.5, .center_y = at};
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, camera, 900, 500);
        const Picture picture = layout_diagram(scene, geometry, frame, 900, 500, false);
        for (const Box& chip : picture.chips) {
          if (chip.role != Role::kRank) continue;
          ++keys;
          EXPECT_GE(chip.y, 0) << zoom << " at " << at;
          EXPECT_LE(chip.y + chip.h, 500) << zoom << " at " << at;
        }
      }
    }
  }
  EXPECT_GT(keys, 100U);
}

// 64 wires in a window of 1920 x 1080, less its panels.
TEST(KeysInTheDiagram, OfManyWiresCanBeRead) {
  RunView run("bitonic", different_keys(64));
  const Picture picture = kNetworkLayout.layout(run.at({0, 0}), 1620, 910);
  std::size_t keys = 0;
  for (const Label& label : picture.labels) {
    if (label.on_rank < 0) continue;
    ++keys;
    EXPECT_GE(label.size, 9.5F);
  }
  EXPECT_EQ(keys, 64U);
  // Chips of neighbours do not touch.
  std::vector<float> tops;
  std::vector<float> feet;
  for (const Box& chip : picture.chips) {
    if (chip.role != Role::kRank) continue;
    tops.push_back(chip.y);
    feet.push_back(chip.y + chip.h);
  }
  for (std::size_t i = 1; i < tops.size(); ++i) EXPECT_GT(tops[i], feet[i - 1]);
}

// In the middle of a layer its comparator is no future where two keys have begun to cross.
TEST(KeysInTheDiagram, DoNotCrossAtAComparatorThatIsToCome) {
  RunView run("bitonic", different_keys(16));
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, run.options, Camera{}, 900, 500);
  std::size_t crossing = 0;
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    for (float fraction = 0.05F; fraction < 1; fraction += 0.05F) {
      const Scene scene = run.at({layer, 0}, fraction);
      const std::vector<Wire> after = wires_after(scene);
      for (Wire wire = 0; wire < 16; ++wire) {
        const KeyPosition at = key_position(scene, geometry, after, wire, frame);
        if (std::abs(at.y - static_cast<float>(wire)) < 0.01F) continue;
        ++crossing;
        EXPECT_TRUE(has_run(scene, geometry, layer, run.network().use(layer, wire).index))
            << "layer " << layer << " wire " << wire << " at " << fraction;
      }
    }
  }
  EXPECT_GT(crossing, 100U);
}

// Whoever stops in the middle of a step, or scrubs through it, reads every key: none is drawn over
// another, whatever changes places, and none leaves the page. (Where stages overlap, subtrees of
// several sizes move at once.)
TEST(KeysInTheDiagram, GetPastEachOtherInSight) {
  struct Pane {
    float width, height;
    bool large;
  };
  std::size_t aside = 0;
  for (const char* algorithm :
       {"bitonic", "bitonic-ascending", "bitonic-recursive", "odd-even-merge", "pairwise",
        "odd-even-transposition", "bitonic-merger", "adaptive", "adaptive-two-case",
        "adaptive-merger", "adaptive-overlapped"}) {
    RunView run(algorithm, different_keys(16));
    const NetworkGeometry geometry(run.network(), false);
    for (const Pane& pane : {Pane{620, 360, false}, Pane{980, 560, false}, Pane{1620, 910, false},
                             Pane{980, 560, true}, Pane{1620, 910, true}}) {
      const DiagramFrame frame = frame_diagram(run.recording(), geometry, run.options, Camera{},
                                               pane.width, pane.height, pane.large);
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        for (float fraction = 0.04F; fraction < 1; fraction += 0.04F) {
          const Scene scene = run.at({layer, 0}, fraction);
          const Picture picture =
              layout_diagram(scene, geometry, frame, pane.width, pane.height, false);
          std::vector<Box> keys;
          std::ranges::copy_if(picture.chips, std::back_inserter(keys), [&](const Box& chip) {
            // Where the input was, a key leaves its likeness.
            const float middle = chip.x + chip.w / 2;
            return chip.role == Role::kRank && std::abs(middle - frame.map.x(-frame.ends)) > 1;
          });
          for (std::size_t i = 0; i < keys.size(); ++i) {
            const Box& a = keys[i];
            const std::string where = fmt::format("{} at {} x {}, layer {} + {:.2f}", algorithm,
                                                  pane.width, pane.height, layer, fraction);
            EXPECT_GE(a.x, 0) << where;
            EXPECT_LE(a.x + a.w, pane.width) << where;
            if (std::abs(std::remainder(a.y - keys[0].y, frame.map.unit_y)) > 1) ++aside;
            for (std::size_t j = i + 1; j < keys.size(); ++j) {
              const Box& b = keys[j];
              const bool apart = a.x + a.w <= b.x + 0.5F || b.x + b.w <= a.x + 0.5F ||
                                 a.y + a.h <= b.y + 0.5F || b.y + b.h <= a.y + 0.5F;
              ASSERT_TRUE(apart) << where << ": " << a.x << " " << a.y << " over " << b.x << " "
                                 << b.y;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(aside, 1000U);
}

// Marks of an answer leave the caption alone, and go with the keys that they are about.
TEST(KeysInTheDiagram, MarksOfAnswersStayWithTheirKeys) {
  RunView run("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  auto marks = std::make_shared<QuestionMarks>();
  marks->asked_layer = 3;
  marks->then_layer = 4;
  marks->wires.push_back({1, AnswerMark::kMissed});
  run.laid_over.question = marks;
  const auto signs = [](const Picture& picture) {
    return std::ranges::count(picture.dots, Role::kGood, &Dot::role);
  };
  for (const Layout* layout : {&kNetworkLayout, &kBarsLayout}) {
    EXPECT_EQ(signs(layout->layout(run.at({3, 0}, 0.5F), 900, 400)), 1) << layout->id;
    EXPECT_EQ(signs(layout->layout(run.at({4, 0}), 900, 400)), 1) << layout->id;
    EXPECT_EQ(signs(layout->layout(run.at({4, 0}, 0.5F), 900, 400)), 0) << layout->id;
    EXPECT_EQ(signs(layout->layout(run.at({6, 0}), 900, 400)), 0) << layout->id;
  }
  for (const float height : {170.0F, 300.0F, 720.0F}) {
    const Picture picture = kBarsLayout.layout(run.at({4, 0}), 900, height);
    const auto sign = std::ranges::find(picture.dots, Role::kGood, &Dot::role);
    ASSERT_NE(sign, picture.dots.end());
    const auto caption = std::ranges::find_if(
        picture.labels, [](const Label& label) { return label.text.starts_with("After"); });
    ASSERT_NE(caption, picture.labels.end());
    EXPECT_GT(sign->y - sign->radius, area_of(*caption).bottom) << height;
  }
}

// Whatever their numbers are: where 12 and 99 leave the comparators beside the cursor in sight, so
// do longer ones, with letters that can be read.
TEST(KeysAtTheCursor, LeaveTheComparatorsBesideThemInSight) {
  constexpr std::string_view kNumbers[] = {
      "12 54 20 19 77 31 27 16 10 99 47 80 65 32 50 34",
      "12345 54321 2024 1995 77777 31415 27182 16180 10000 99999 4711 80808 65536 32768 50000 1234",
      "1000000 -250000 3.14159 2.71828 42 1e9 -0.5 0.001 17 123456789 1 2 3 4 5 6",
      "-214748 1234567 7654321 -999999 5 6 7 8 9 10 11 12 13 14 15 16"};
  constexpr float kTouch = 1;  // pixel of a ring
  int looked = 0;
  for (const std::string_view numbers : kNumbers) {
    for (const std::string_view algorithm :
         {"bitonic", "odd-even-merge", "pairwise", "bitonic-ascending"}) {
      const auto keys = read_numbers(numbers, "test", std::nullopt, 16);
      ASSERT_TRUE(keys);
      RunView run(algorithm, *keys);
      const NetworkGeometry geometry(run.network(), false);
      for (const auto& [width, height] : {std::pair{1056.0F, 590.0F}, {1280.0F, 720.0F}}) {
        for (std::uint32_t layer = 1; layer < run.network().depth(); ++layer) {
          const Scene scene = run.at({layer, 0});
          const DiagramFrame frame =
              frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height);
          const Picture picture = layout_diagram(scene, geometry, frame, width, height, true);
          const float at = frame.map.x(geometry.cell_x(layer));
          for (const Box& chip : picture.chips) {
            if (chip.role != Role::kRank || std::abs(chip.x + chip.w / 2 - at) > 1) continue;
            ++looked;
            for (const Dot& dot : picture.dots) {
              EXPECT_FALSE(dot.x + dot.radius > chip.x + kTouch &&
                           dot.x - dot.radius < chip.x + chip.w - kTouch)
                  << algorithm << ", " << width << ", layer " << layer << ": " << chip.w
                  << " wide over the comparator at " << dot.x - at;
            }
          }
          for (const Label& label : picture.labels) {
            if (label.on_rank < 0) continue;
            EXPECT_GE(label.size, 7.5F) << label.text;
          }
        }
      }
    }
  }
  EXPECT_GT(looked, 1000);
}

}  // namespace
}  // namespace sortscope
