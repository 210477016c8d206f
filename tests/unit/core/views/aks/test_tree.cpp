// test_tree.cpp: the AKS tree against the schedule: keys lie in the boxes of their nodes,
// in list order; strangers by brute force; what is drawn can be pointed at; the table's numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/views/aks/tree.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

using namespace aks_tree_picture;

Keys keys_for(std::uint32_t n, std::uint64_t seed = 3) {
  return generate_keys("uniform", KeyType::kInt32, n, seed, **find_algorithm("aks"),
                       Order::kAscending)
      .value();
}

RunView& small_run() {
  static RunView run("aks", keys_for(256));
  return run;
}

std::vector<std::string> texts_of(const Picture& picture) {
  std::vector<std::string> texts;
  for (const Label& label : picture.labels) texts.push_back(label.text);
  return texts;
}

// A depth of fewer layers than are played is not said alone.
TEST(AksTree, SaysInHowManyLayersADepthIsPlayed) {
  const Scene scene = small_run().at({0, 0});
  ASSERT_NE(scene.recording->network.depth(), scene.recording->network.aks()->size().depth);
  const std::string layers = std::to_string(scene.recording->network.depth());
  int depths = 0;
  for (const auto& [width, height] : {std::pair{682.0F, 474.0F},
                                      {960.0F, 474.0F},
                                      {1030.0F, 430.0F},
                                      {1052.0F, 614.0F},
                                      {1640.0F, 900.0F}}) {
    for (const Layout* layout : {&kAksTreeLayout, &kNetworkLayout}) {
      const std::vector<std::string> texts = texts_of(layout->layout(scene, width, height));
      const auto any = [&](std::string_view part) {
        return std::ranges::any_of(
            texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
      };
      if (!any(", depth 3")) continue;
      ++depths;
      EXPECT_TRUE(any("layed in " + layers + " layers")) << layout->id << " " << width;
    }
  }
  EXPECT_GE(depths, 6);
}

// Fischer 2020, table 2.2, level by level and by other means than the schedule: floating point.
double wires_of_node(int d, int t, int level, int alpha, int omega) {
  const double c = std::pow(2.0, d + 2 * level - t - 2);
  if (t == 0) return std::pow(2.0, d);
  if (level == alpha) return c;
  if (level == omega) return (t % 3 == 1 ? 63 : t % 3 == 2 ? 15 : 3) * c / 64;
  return 63 * c / 64;
}

// Keys that change places pass each other, whichever way the two stand.
TEST(AksTreeGeometry, KeysThatExchangeKeepClearOfEachOther) {
  for (const std::uint32_t d : {6U, 8U, 12U}) {
    const AksTreeField field = aks_tree_field(d, 100, 60, 700, 380);
    const AksStep step = aks_step(d, 0);
    const AksTreeRows rows = aks_tree_rows(field, step);
    const std::uint32_t wires = std::uint32_t{1} << d;
    std::uint32_t upright = 0;
    for (std::uint32_t spot = 0; spot < wires; spot += 3) {
      for (const std::uint32_t by : {1U, 2U, 7U, wires / 2, wires - 1}) {
        const std::uint32_t other = (spot + by) % wires;
        const AksTreeDot a = aks_tree_dot(rows, spot);
        const AksTreeDot b = aks_tree_dot(rows, other);
        upright += std::abs(a.x - b.x) < 0.1F ? 1 : 0;
        for (int i = 0; i <= 40; ++i) {
          const float share = static_cast<float>(i) / 40;
          const AksTreeDot here = aks_tree_exchanged(rows, spot, other, share);
          const AksTreeDot there = aks_tree_exchanged(rows, other, spot, share);
          EXPECT_GE(std::hypot(here.x - there.x, here.y - there.y), 1.8F * here.radius)
              << d << ": " << spot << " and " << other << " at " << share;
        }
      }
      if (HasFailure()) return;
    }
    EXPECT_GT(upright, 0U);
  }
}

TEST(AksTreeGeometry, KeysStandInListOrderInTheBoxesOfTheirNodes) {
  for (const std::uint32_t d : {8U, 12U, 16U}) {
    const AksTreeField field = aks_tree_field(d, 100, 60, 700, 380);
    for (std::uint32_t t = 0; t <= aks_steps(d); ++t) {
      const AksStep step = aks_step(d, t);
      const AksTreeRows rows = aks_tree_rows(field, step);
      std::uint32_t spot = 0;  // counted anew: node after node, level after level
      for (std::uint32_t i = 0; i < step.level_count; ++i) {
        const AksTreeRow& row = rows.rows[i];
        for (std::uint32_t node = 0; node < row.level.nodes(); ++node) {
          const float left = field.left + field.width / static_cast<float>(row.level.nodes()) *
                                              static_cast<float>(node);
          const float middle = left + row.span / 2;
          float last_x = left;
          for (std::uint32_t slot = 0; slot < row.level.a; ++slot, ++spot) {
            const AksTreeDot dot = aks_tree_dot(rows, spot);
            ASSERT_GT(dot.x, left - 1e-2F);
            ASSERT_LT(dot.x, left + row.span + 1e-2F);
            ASSERT_LE(std::abs(dot.y - row.y), row.half_height());
            // BL left of the middle, BR right of it, columns from left to right.
            ASSERT_EQ(dot.x > middle, slot >= row.level.a / 2) << d << ' ' << t << ' ' << slot;
            ASSERT_GE(dot.x, last_x - 1e-2F);
            last_x = dot.x;
          }
        }
      }
      ASSERT_EQ(spot, 1U << d);
    }
  }
}

TEST(AksTreeGeometry, EveryKeyIsFoundWhereItIsDrawn) {
  for (const std::uint32_t d : {8U, 12U}) {
    const AksTreeField field = aks_tree_field(d, 100, 60, 700, 380);
    for (std::uint32_t t = 0; t <= aks_steps(d); t += 3) {
      const AksTreeRows rows = aks_tree_rows(field, aks_step(d, t));
      for (std::uint32_t spot = 0; spot < (1U << d); ++spot) {
        const AksTreeDot dot = aks_tree_dot(rows, spot);
        ASSERT_EQ(aks_tree_spot_at(rows, 1U << d, dot.x, dot.y), spot) << d << ' ' << t;
      }
      EXPECT_EQ(aks_tree_spot_at(rows, 1U << d, 5, 5), 1U << d);
    }
  }
}

TEST(AksTreeGeometry, BoxesOfActiveLevelsDoNotOverlap) {
  for (const std::uint32_t d : {8U, 12U, 16U, 20U}) {
    const AksTreeField field = aks_tree_field(d, 0, 0, 500, 300);
    EXPECT_LE(field.bottom(), 300.5F);
    for (std::uint32_t t = 0; t <= aks_steps(d); ++t) {
      const AksTreeRows rows = aks_tree_rows(field, aks_step(d, t));
      for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
        EXPECT_LT(2 * rows.rows[i].half_width(), rows.rows[i].span);
        if (i == 0) continue;
        EXPECT_LT(rows.rows[i - 1].y + rows.rows[i - 1].half_height(),
                  rows.rows[i].y - rows.rows[i].half_height());
      }
    }
  }
}

TEST(AksTreeGeometry, MovesBeginAndEndAtRest) {
  const AksTreeField field = aks_tree_field(12, 0, 0, 700, 400);
  for (std::uint32_t t = 0; t < aks_steps(12); ++t) {
    const AksTreeRows now = aks_tree_rows(field, aks_step(12, t));
    const AksTreeRows next = aks_tree_rows(field, aks_step(12, t + 1));
    for (std::uint32_t spot = 0; spot < 4096; spot += 13) {
      const std::uint32_t to = aks_move(now.step, next.step, spot);
      const AksTreeDot a = aks_tree_dot(now, spot);
      const AksTreeDot b = aks_tree_dot(next, to);
      const AksTreeDot begin = aks_tree_moved(now, next, spot, to, 0);
      const AksTreeDot end = aks_tree_moved(now, next, spot, to, 1);
      ASSERT_NEAR(begin.x, a.x, 1e-2F);
      ASSERT_NEAR(begin.y, a.y, 1e-2F);
      ASSERT_NEAR(end.x, b.x, 1e-2F);
      ASSERT_NEAR(end.y, b.y, 1e-2F);
      // No overshooting: between the two rows all the time, and never back.
      float last = a.y;
      for (int i = 1; i <= 10; ++i) {
        const float y = aks_tree_moved(now, next, spot, to, static_cast<float>(i) / 10).y;
        ASSERT_GE((y - last) * (b.y - a.y), -1e-2F);
        last = y;
      }
    }
  }
}

TEST(AksTreeMoment, RestHasTheReplaysKeys) {
  RunView& run = small_run();
  for (std::uint32_t layer = 0; layer <= run.network().depth(); layer += 29) {
    const Scene scene = run.at({layer, 0});
    const auto moment = aks_tree_moment(scene, nullptr);
    ASSERT_NE(moment, nullptr);
    EXPECT_FALSE(moment->moving);
    EXPECT_TRUE(
        std::equal(moment->places.begin(), moment->places.end(), scene.aks->by_spot().begin()));
  }
}

TEST(AksTreeMoment, TheLastLayerOfAStepEndsInTheNextStepsRows) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  for (std::uint32_t t = 0; t < aks_steps(8); ++t) {
    const std::uint32_t next = aks.first_layer(t + 1);
    const auto moment = aks_tree_moment(run.at({next - 1, 0}, 0.5F), nullptr);
    EXPECT_TRUE(moment->moving) << t;
    EXPECT_EQ(moment->t, t);
    const auto before = aks_tree_moment(run.at({next - 2, 0}, 0.5F), nullptr);
    EXPECT_EQ(before->moving, before->t != t) << t;
    const Scene after = run.at({next, 0});
    for (std::uint32_t spot = 0; spot < 256; ++spot) {
      const std::uint32_t to = aks_move(aks.steps()[t], aks.steps()[t + 1], spot);
      ASSERT_EQ(moment->places[spot], after.aks->by_spot()[to]);
    }
  }
}

TEST(AksTreeMoment, AWholeStepBeginsWhereTheKeysWereBeforeIt) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  Scene scene = run.at({aks.first_layer(2) - 1, 0}, 0.2F);
  scene.whole_level = true;
  const auto moment = aks_tree_moment(scene, nullptr);
  ASSERT_EQ(moment->t, 1U);
  const std::vector<std::uint32_t> places = moment->places;
  const std::vector<std::uint32_t> from = moment->from;
  const Scene start = run.at({aks.first_layer(1), 0});
  for (std::uint32_t spot = 0; spot < 256; ++spot) {
    ASSERT_EQ(start.aks->by_spot()[from[spot]], places[spot]);
  }
}

TEST(AksTreeMoment, StrangersByBruteForceFromTheFinalOrder) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  const Scene end = run.at(run.network().end());
  std::vector<std::uint32_t> home(256);
  for (std::uint32_t wire = 0; wire < 256; ++wire) home[end.places[wire]] = wire;
  for (std::uint32_t t = 0; t <= aks_steps(8); ++t) {
    const Scene scene = run.at({aks.first_layer(t), 0});
    const auto moment = aks_tree_moment(scene, nullptr);
    std::uint32_t strangers = 0;
    std::map<std::uint32_t, std::uint32_t> by_level;
    for (std::uint32_t spot = 0; spot < 256; ++spot) {
      const AksSpot at = aks_spot(aks.steps()[t], spot);
      const AksLevel& level = aks.steps()[t].levels[at.index];
      // The node's subtree ends in wires [first, first + count).
      const std::uint32_t count = 256U >> level.level;
      const std::uint32_t first = at.node * count;
      const std::uint32_t wire = home[moment->places[spot]];
      const bool away = wire < first || wire >= first + count;
      EXPECT_EQ(moment->order(moment->places[spot], level.level, at.node) > 0, away);
      if (!away) continue;
      ++strangers;
      ++by_level[level.level];
    }
    EXPECT_EQ(moment->strangers, strangers) << t;
    EXPECT_EQ(run.recording().aks_facts->strangers(t), strangers) << t;
    // The picture has a diamond (two shapes) for each, and counts them by level.
    const Picture picture =
        draw_aks_tree(scene, moment.get(), 1060, 600, {false, true, false}, nullptr);
    EXPECT_EQ(picture.shapes.size(), 2 * strangers);
    const std::vector<std::string> names =
        texts_of(draw_aks_tree(scene, moment.get(), 1060, 600, {false, false, true}, nullptr));
    for (const auto& [level, counted] : by_level) {
      const std::string text =
          std::to_string(counted) + (counted == 1 ? " stranger" : " strangers");
      const std::string with_order = std::to_string(counted) + ", order 2+";
      EXPECT_TRUE(std::any_of(
          names.begin(), names.end(),
          [&](const std::string& name) { return name == text || name.starts_with(with_order); }))
          << t << ' ' << level;
    }
  }
}

TEST(AksTreePath, IsWhereTheReplayHasTheKey) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  for (const std::uint32_t place : {0U, 77U, 255U}) {
    const auto path = aks_tree_path(run.recording(), place, nullptr);
    ASSERT_EQ(path->spots.size(), aks_steps(8) + 1);
    for (std::uint32_t t = 0; t <= aks_steps(8); ++t) {
      const Scene scene = run.at({aks.first_layer(t), 0});
      EXPECT_EQ(scene.aks->by_spot()[path->spots[t]], place) << t;
    }
  }
}

TEST(AksTreeLayout, PickAndActionNameWhatIsDrawn) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  const Scene scene = run.at({aks.first_layer(2), 0});
  const AksTreePage page = aks_tree_page(scene, 2, 1060, 600);
  const AksTreeRows rows = aks_tree_rows(page.field, aks.steps()[2]);
  for (std::uint32_t spot = 0; spot < 256; spot += 5) {
    const AksTreeDot dot = aks_tree_dot(rows, spot);
    const Selection found = kAksTreeLayout.pick(scene, 1060, 600, dot.x, dot.y);
    ASSERT_EQ(found.place, scene.aks->by_spot()[spot]);
    ASSERT_EQ(scene.places[*found.wire], *found.place);
    const AksSpot at = aks_spot(aks.steps()[2], spot);
    EXPECT_EQ(kAksTreeLayout.action(scene, 1060, 600, dot.x, dot.y),
              "aks-open " + std::to_string(aks.steps()[2].levels[at.index].level) + " " +
                  std::to_string(at.node));
  }
  EXPECT_EQ(kAksTreeLayout.pick(scene, 1060, 600, 3, 3), Selection{});
}

// A followed key's path runs along the tree: from node to node beside the edge between them, and
// from and to the key inside the node where it is.
TEST(AksTreeLayout, TheFollowedKeysPathIsThatOfTheTree) {
  RunView& run = small_run();
  const AksNetwork& aks = *run.network().aks();
  for (const std::uint32_t place : {3U, 100U, 200U}) {
    const auto path = aks_tree_path(run.recording(), place, nullptr);
    for (std::uint32_t t = 0; t < aks_steps(8); ++t) {
      Scene scene = run.at({aks.first_layer(t), 0});
      scene.selected.place = place;
      const AksTreePage page = aks_tree_page(scene, t, 1060, 600);
      const AksTreeField& field = page.field;
      const Picture picture = kAksTreeLayout.layout(scene, 1060, 600);
      std::size_t edges = 0;
      for (const Shape& shape : picture.shapes) {
        if (shape.role != Role::kAccent || shape.count != 2) continue;
        const auto ends = picture.points_of(shape);
        // Both ends beside one edge of the tree, or both inside the box of one node.
        bool on_edge = false;
        bool in_node = false;
        for (std::uint32_t level = 0; level < field.levels; ++level) {
          for (std::uint32_t node = 0; node < 1U << level; ++node) {
            const auto inside = [&](const ShapePoint& p) {
              return std::abs(p.y - field.y(level)) <
                         AksTreeField::kReach * field.level_height + 3 &&
                     std::abs(p.x - field.x(level, node)) <
                         0.5F * field.width / static_cast<float>(1U << level);
            };
            in_node = in_node || (inside(ends[0]) && inside(ends[1]));
            if (level == 0) continue;
            const float x0 = field.x(level - 1, node / 2);
            const float x1 = field.x(level, node);
            const auto beside = [&](const ShapePoint& p) {
              const float share = (p.y - field.y(level - 1)) / field.level_height;
              return share > -0.01F && share < 1.01F &&
                     std::abs(p.x - std::lerp(x0, x1, share)) < 4;
            };
            on_edge = on_edge || (beside(ends[0]) && beside(ends[1]));
          }
        }
        EXPECT_TRUE(on_edge || in_node) << "t " << t << " place " << place;
        edges += on_edge ? 1 : 0;
      }
      EXPECT_GE(edges, path->spots.size() - 1);
    }
  }
}

TEST(AksTreeLayout, TableHasTheNumbersOfTheThesisAndSeeks) {
  static RunView run("aks", keys_for(4096));
  const AksNetwork& aks = *run.network().aks();
  for (const std::uint32_t t : {0U, 5U, 16U}) {
    const Scene scene = run.at({aks.first_layer(t), 0});
    const AksTreePage page = aks_tree_page(scene, t, 1400, 700);
    const SizeTable& table = page.table;
    ASSERT_GT(table.columns, 4U);
    ASSERT_GE(t, table.first);
    ASSERT_LT(t, table.first + table.columns);
    Picture picture;
    draw_table(picture, scene, page, t, nullptr);
    std::multiset<std::string> drawn;
    for (const Label& label : picture.labels) {
      if (label.anchor == Anchor::kMiddle && label.y >= table.place.top) drawn.insert(label.text);
    }
    std::multiset<std::string> expected;
    for (std::uint32_t step = table.first; step < table.first + table.columns; ++step) {
      if (step == 16) {
        expected.insert("64");
        continue;
      }
      const int alpha = static_cast<int>(aks_alpha(12, step));
      const int omega = static_cast<int>(aks_omega(step));
      for (int level = alpha; level <= omega; level += 2) {
        expected.insert(grouped_number(
            static_cast<int>(wires_of_node(12, static_cast<int>(step), level, alpha, omega))));
      }
    }
    EXPECT_EQ(drawn, expected) << t;
    // The last column, where it stands on the page.
    const std::uint32_t last = table.first + table.columns - 1;
    const float x = page.magnified * (table.place.right() - table.cell / 2);
    EXPECT_EQ(aks_tree_seek(scene, t, 1400, 700, x, page.magnified * (table.place.top + 20)),
              "seek " + std::to_string(aks.first_layer(last)));
    // The plot's ends.
    const Place& plot = page.plot;
    const float y = page.magnified * (plot.top + 10);
    EXPECT_EQ(aks_tree_seek(scene, t, 1400, 700, page.magnified * plot.left, y), "seek 0");
    EXPECT_EQ(aks_tree_seek(scene, t, 1400, 700, page.magnified * plot.right(), y),
              "seek " + std::to_string(aks.first_layer(16)));
  }
}

// Beside a lesson on a projector: every step of a small network, its numbers apart.
TEST(AksTreeLayout, ASmallTableIsWhole) {
  AksRun run(256, {{"depth", "30"}});
  for (float width = 640; width < 800; width += 13) {
    const Scene scene = run.at({128, 0});
    const AksTreePage page = aks_tree_page(scene, 1, width, 500);
    EXPECT_EQ(page.table.first, 0U) << width;
    EXPECT_EQ(page.table.columns, aks_steps(run.network().aks()->d()) + 1) << width;
    const Picture picture = kAksTreeLayout.layout(scene, width, 500);
    std::vector<LabelArea> numbers;
    for (const Label& label : picture.labels) {
      EXPECT_EQ(label.text.find("later"), std::string::npos);
      if (label.face == Face::kMono && label.x > page.table.place.left) {
        numbers.push_back(area_of(label));
      }
    }
    EXPECT_GT(numbers.size(), 8U);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      for (std::size_t k = i + 1; k < numbers.size(); ++k) {
        EXPECT_FALSE(overlap(numbers[i], numbers[k])) << width;
      }
    }
  }
}

TEST(AksTreeLayout, DrawsAtAnySizeCursorAndWithPadding) {
  RunView padded("aks", keys_for(100));
  for (RunView* run : {&small_run(), &padded}) {
    const std::uint32_t depth = run->network().depth();
    for (const std::uint32_t layer : {0U, 1U, depth / 2, depth - 1, depth}) {
      for (const float fraction : {0.0F, 0.1F, 0.7F}) {
        for (const auto& [width, height] :
             {std::pair{40.0F, 30.0F}, {300.0F, 900.0F}, {1280.0F, 720.0F}, {4000.0F, 300.0F}}) {
          const Scene scene = run->at({layer, 0}, fraction);
          const Picture picture = kAksTreeLayout.layout(scene, width, height);
          EXPECT_NEAR(picture.width, width, 0.5F);
          for (const Box& box : picture.boxes) EXPECT_TRUE(std::isfinite(box.x + box.y + box.w));
        }
      }
    }
  }
  RunView other("bitonic", mixed_keys(16));
  EXPECT_EQ(kAksTreeLayout.layout(other.at({}), 800, 400).labels.size(), 1U);
  EXPECT_EQ(kAksTreeLayout.pick(other.at({}), 800, 400, 50, 50), Selection{});
  EXPECT_EQ(kAksTreeLayout.action(other.at({}), 800, 400, 50, 50), "");
}

// What is said of a level stands left of the tree, clear of its boxes.
TEST(AksTreeLayout, WordsOnLevelsKeepClearOfTheBoxes) {
  AksRun run(4096, {{"depth", "10"}});
  std::size_t of_order_two = 0;
  for (const std::uint32_t t : {1U, 2U, 5U, 8U, 12U, 16U}) {
    const Scene scene = run.at({run.network().aks()->first_layer(t), 0});
    for (const auto& [width, height] :
         {std::pair{728.0F, 594.0F}, {1052.0F, 614.0F}, {526.0F, 614.0F}, {902.0F, 442.0F}}) {
      const AksTreePage page = aks_tree_page(scene, t, width, height);
      for (const Label& label : kAksTreeLayout.layout(scene, width, height).labels) {
        if (label.role != Role::kPartOdd || label.x > page.magnified * page.field.left) continue;
        EXPECT_LE(area_of(label).right, page.magnified * page.field.left - 6)
            << label.text << " on " << width;
        if (label.text.find("2+") != std::string::npos) ++of_order_two;
      }
    }
  }
  EXPECT_GT(of_order_two, 0U);
}

// Diamonds and the lines on boxes are explained at every moment, in half panes too.
TEST(AksTreeLayout, TheLegendStandsAtEveryMomentClearOfOtherWords) {
  RunView& run = small_run();
  for (std::uint32_t layer = 0; layer <= run.network().depth(); ++layer) {
    for (const auto& [width, height] : {std::pair{590.0F, 614.0F},
                                        {526.0F, 614.0F},
                                        {728.0F, 594.0F},
                                        {902.0F, 442.0F},
                                        {1052.0F, 614.0F},
                                        {1900.0F, 900.0F}}) {
      const Picture picture = kAksTreeLayout.layout(run.at({layer, 0}), width, height);
      int explained = 0;
      for (const Label& label : picture.labels) {
        if (label.text != "stranger" && !label.text.starts_with("FL, FR")) continue;
        ++explained;
        const LabelArea area = area_of(label);
        for (const Label& other : picture.labels) {
          if (&other == &label) continue;
          EXPECT_FALSE(overlap(area, area_of(other)))
              << label.text << " over " << other.text << ", layer " << layer << ", " << width;
        }
      }
      // At the end no wire goes up any more.
      const std::uint32_t end = aks_steps(run.network().aks()->d());
      const bool over = layer >= run.network().aks()->first_layer(end);
      const bool any = !over || run.recording().aks_facts->strangers(end) > 0;
      EXPECT_EQ(explained, any ? 2 : 0) << "layer " << layer << ", " << width;
    }
  }
}

TEST(AksTreeLayout, TheEndSaysWhatTheNetworkLeftMisplaced) {
  RunView& run = small_run();
  const auto texts = texts_of(kAksTreeLayout.layout(run.at(run.network().end()), 1280, 720));
  const std::uint64_t left = run.recording().aks_facts->misplaced;
  const std::string expected = left == 0 ? "No key was left on a wrong wire"
                                         : "The network itself left " + std::to_string(left);
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(),
                          [&](const std::string& text) { return text.starts_with(expected); }));
}

}  // namespace
}  // namespace sortscope
