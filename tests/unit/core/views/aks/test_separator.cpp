// test_separator.cpp: the separator view: its layers against figure 2.3, its keys against the
// replay, its verdicts against a recount, nothing outside of the page.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/verify/separator_errors.h"
#include "core/views/aks/separator.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

using namespace separator_picture;

// Cursors before, in and after a layer's middle, over the whole run.
std::vector<Cursor> some_cursors(const Network& network) {
  std::vector<Cursor> cursors;
  for (std::uint32_t i = 0; i <= 12; ++i) {
    const std::uint32_t layer = network.depth() / 12 * i;
    cursors.push_back({std::min(layer, network.depth()), 0});
    if (layer < network.depth()) cursors.push_back({layer, network.count(layer) / 2});
  }
  return cursors;
}

// Between two steps the tree's keys stand where they go; what has just run is called so.
TEST(SeparatorView, SaysWhereTheTreeIsFurther) {
  AksRun run(256, {});
  const AksNetwork& aks = *run.network().aks();
  for (std::uint32_t t = 1; t < aks_steps(aks.d()); ++t) {
    const std::uint32_t first = aks.first_layer(t);
    for (const std::uint32_t layer : {first - 1, first, first + 1}) {
      for (const Layout* layout : {&kSeparatorLayout, &kHalverLayout}) {
        const Picture picture = layout->layout(run.at({layer, 0}), 1052, 614);
        const bool said = std::ranges::any_of(picture.labels, [](const Label& label) {
          return label.text.find("The tree shows") != std::string::npos;
        });
        EXPECT_EQ(said, layer == first) << layout->id << " " << t << " " << layer;
      }
    }
  }
}

TEST(SeparatorView, LayersAreThoseOfFigure23) {
  struct Case {
    std::uint32_t share;               // a / f; 0: f = 0
    std::vector<std::uint32_t> wires;  // of the halvers, in units of f; layer 0: a
  };
  // The figure: a, then a - 2^(T-1) f, then 2^(T-l) f.
  const std::vector<Case> cases = {
      {16, {16, 8, 4, 2, 1}}, {21, {21, 5, 8, 4, 2, 1}}, {5, {5, 1, 2, 1}}, {1, {1}}, {0, {}}};
  AksRun run(4096, {{"depth", "4"}});
  std::set<std::uint32_t> seen;
  const AksNetwork& aks = *run.network().aks();
  for (std::uint32_t t = 0; t < aks_steps(aks.d()); ++t) {
    for (std::uint32_t i = 0; i < aks.steps()[t].level_count; ++i) {
      const AksLevel& level = aks.steps()[t].levels[i];
      const std::uint32_t share = level.up == 0 ? 0 : level.a / level.up;
      Scene scene = run.at({aks.first_layer(t), 0});
      run.options.aks = {.follow = false, .level = level.level, .node = level.nodes() - 1};
      const auto moment = separator_moment(scene);
      ASSERT_TRUE(moment);
      ASSERT_EQ(moment->t, t);
      ASSERT_TRUE(moment->note.empty());
      const auto found = std::find_if(cases.begin(), cases.end(),
                                      [&](const Case& one) { return one.share == share; });
      ASSERT_NE(found, cases.end()) << share;
      seen.insert(share);
      if (share == 0) {
        ASSERT_EQ(moment->rows.size(), 1U);
        EXPECT_EQ(moment->rows[0].stage.wires, level.a);
        continue;
      }
      ASSERT_EQ(moment->rows.size(), found->wires.size());
      const Page page = page_for(*moment, 1052, 614);
      std::uint64_t comparators = 0;
      for (std::uint32_t row = 0; row < moment->rows.size(); ++row) {
        const AksStage& stage = moment->rows[row].stage;
        EXPECT_EQ(stage.wires, found->wires[row] * level.up) << share << ' ' << row;
        EXPECT_EQ(stage.sides, row == 0 ? 1U : 2U);
        comparators += moment->rows[row].comparators;
        for (std::uint32_t side = 0; side < stage.sides; ++side) {
          // The boxes cover the slots of the halver's wires, no others.
          float width = 0;
          for (const Area& piece : halver_box(*moment, page, row, side).pieces) {
            width += piece.width();
            EXPECT_GE(piece.left, page.keys.left - 0.1F);
            EXPECT_LE(piece.right, page.keys.right + 0.1F);
          }
          EXPECT_NEAR(width, page.keys.pitch() * static_cast<float>(stage.wires), 0.2F);
        }
      }
      // 4 matchings a halver.
      std::uint64_t wires = found->wires[0];
      for (std::size_t row = 1; row < found->wires.size(); ++row) wires += 2 * found->wires[row];
      EXPECT_EQ(comparators, wires * level.up / 2 * 4);
    }
  }
  EXPECT_EQ(seen, (std::set<std::uint32_t>{0, 1, 5, 16, 21}));
}

TEST(SeparatorView, EveryWireOfAHalverHasItsSlot) {
  AksRun run(4096, {{"depth", "4"}});
  for (const AksStage& stage : run.network().aks()->stages()) {
    if (stage.work != AksWork::kMatching) continue;
    std::uint32_t found = 0;
    for (std::uint32_t slot = 0; slot < stage.a; ++slot) {
      const auto wire = halver_wire(stage, slot);
      if (!wire) continue;
      ++found;
      ASSERT_EQ(aks_slot(stage, wire->side, wire->k), slot);
    }
    ASSERT_EQ(found, stage.wires * stage.sides);
  }
}

TEST(SeparatorView, KeysAreThoseOfTheReplay) {
  AksRun run(256, {{"depth", "5"}});
  const AksNetwork& aks = *run.network().aks();
  for (const Cursor cursor : some_cursors(run.network())) {
    Scene scene = run.at(cursor);
    const auto moment = separator_moment(scene);
    ASSERT_TRUE(moment);
    std::vector<std::uint32_t> places(scene.places.begin(), scene.places.end());
    if (!moment->is_live(scene)) {
      run.elsewhere().seek(moment->at);
      const auto there = run.elsewhere().places();
      places.assign(there.begin(), there.end());
    }
    const std::uint32_t base = moment->level.base + moment->node * moment->level.a;
    for (std::uint32_t slot = 0; slot < moment->level.a; ++slot) {
      ASSERT_EQ(moment->keys[slot], places[aks.wire_at(moment->t, base + slot)]) << cursor.layer;
    }
  }
}

TEST(SeparatorView, WalksLikeTheReplay) {
  AksRun run(256, {{"depth", "5"}});
  const AksNetwork& aks = *run.network().aks();
  const std::uint32_t middle = (aks.first_layer(2) + aks.first_layer(3)) / 2;
  Scene scene = run.at({middle, 3});
  const auto moment = separator_moment(scene);
  ASSERT_TRUE(moment);
  SeparatorWalk walk(run.recording(), *moment);
  for (const std::uint32_t layer : {moment->first, moment->end, middle, moment->first + 1}) {
    walk.seek(layer);
    run.elsewhere().seek({layer, 0});
    const auto places = run.elsewhere().places();
    const std::uint32_t base = moment->level.base + moment->node * moment->level.a;
    for (std::uint32_t slot = 0; slot < moment->level.a; ++slot) {
      ASSERT_EQ(walk.keys()[slot], places[aks.wire_at(moment->t, base + slot)]) << layer;
    }
  }
}

TEST(SeparatorView, SaysWhereALevelRests) {
  AksRun run(256, {{"depth", "5"}});
  const AksNetwork& aks = *run.network().aks();
  Scene scene = run.at({aks.first_layer(1) + 1, 0});
  run.options.aks = {.follow = false, .level = 0, .node = 0};
  const auto left = separator_moment(scene);
  ASSERT_TRUE(left);
  EXPECT_EQ(left->t, 0U);
  EXPECT_NE(left->note.find("Level 0 rests at t = 1; shown at its end, t = 0. Active: 1."),
            std::string::npos)
      << left->note;
  EXPECT_EQ(left->at, (Cursor{left->end, 0}));
  run.options.aks.level = 2;
  const auto later = separator_moment(scene);
  ASSERT_TRUE(later);
  EXPECT_GT(later->t, 1U);
  EXPECT_EQ(later->at, (Cursor{aks.first_layer(later->t), 0}));
  // After the last separators: the last ones.
  run.options.aks = {};
  scene = run.at({run.network().depth(), 0});
  EXPECT_EQ(separator_moment(scene)->t, aks_steps(aks.d()) - 1);
}

TEST(SeparatorView, ErrorsBeyondThePermittedOnesAreCounted) {
  // Permitted: floor(k / 4). Errors by k, from k = 0 on.
  const std::vector<std::uint32_t> valid = {0, 0, 0, 0, 1, 1, 1, 1, 2};
  const std::vector<std::uint32_t> two = {0, 1, 1, 2, 3, 3, 3, 3, 3};
  EXPECT_EQ(excess_errors(valid, 0.25), 0U);
  EXPECT_EQ(excess_errors(two, 0.25), 2U);
  EXPECT_EQ(verdict(0), "valid");
  EXPECT_EQ(verdict(1), "1 error more than permitted");
}

TEST(SeparatorView, KeysEqualAcrossTheBorderBelongToEitherHalf) {
  const std::vector<std::uint32_t> ranks = {5, 1, 5, 9, 5, 2, 0, 9};
  const HalfBorder border(ranks);
  EXPECT_TRUE(border.is_small(2));
  EXPECT_FALSE(border.is_small(5));
  EXPECT_FALSE(border.is_large(5));
  EXPECT_TRUE(border.is_large(9));
  EXPECT_EQ(border.small(), 3U);
}

TEST(SeparatorView, DrawsNothingOutsideOfThePage) {
  AksRun run(256, {});
  for (const Cursor cursor : some_cursors(run.network())) {
    for (const auto& [width, height] : kPageSizes) {
      run.options.aks = {};
      const Scene scene = run.at(cursor, 0.4F);
      expect_inside(kSeparatorLayout.layout(scene, width, height), width, height);
      run.options.aks = {.follow = false, .level = 1, .node = 1, .layer = 2, .side = 1};
      expect_inside(kSeparatorLayout.layout(scene, width, height), width, height);
    }
  }
}

// On the page of a projector what stands beside the wires is as large as a lesson's words, and the
// small print is left out.
TEST(SeparatorView, BeforeAClassThereIsNoSmallPrint) {
  AksRun run(256, {});
  const auto has_constants = [](const Picture& picture) {
    return std::ranges::any_of(picture.labels, [](const Label& label) {
      return label.text.starts_with("Permitted in each halver");
    });
  };
  std::size_t constants = 0;
  for (const Cursor cursor : some_cursors(run.network())) {
    const Scene scene = run.at(cursor);
    const auto moment = separator_moment(scene);
    if (!moment) continue;
    constants += has_constants(kSeparatorLayout.layout(scene, 1052, 614)) ? 1U : 0U;
    const Picture picture = kSeparatorLayout.layout(scene, 683, 474);
    EXPECT_FALSE(has_constants(picture));
    const Page page = page_for(*moment, 683, 474);
    std::vector<const Label*> beside;
    for (const Label& label : picture.labels) {
      if (label.x < page.side.left || label.y < page.side.top || label.y > page.keys.bottom() + 8) {
        continue;
      }
      EXPECT_GE(label.size, 15) << label.text;
      EXPECT_LE(area_of(label).right, 683) << label.text;
      for (const Label* other : beside) {
        EXPECT_FALSE(overlap(area_of(label), area_of(*other))) << label.text << ", " << other->text;
      }
      beside.push_back(&label);
    }
    EXPECT_GE(beside.size(), 2U);
  }
  EXPECT_GT(constants, 5U);
}

TEST(SeparatorView, PressingAHalverOpensIt) {
  AksRun run(4096, {{"depth", "4"}});
  const AksNetwork& aks = *run.network().aks();
  Scene scene = run.at({aks.first_layer(4), 0});
  run.options.aks = {.follow = false, .level = 2, .node = 3};
  const auto moment = separator_moment(scene);
  ASSERT_TRUE(moment);
  const Page page = page_for(*moment, 1052, 614);
  for (std::uint32_t row = 0; row < moment->rows.size(); ++row) {
    for (std::uint32_t side = 0; side < moment->rows[row].stage.sides; ++side) {
      for (const Area& piece : halver_box(*moment, page, row, side).pieces) {
        EXPECT_EQ(kSeparatorLayout.action(scene, 1052, 614, (piece.left + piece.right) / 2,
                                          (piece.top + piece.bottom) / 2),
                  "aks-open 2 3 " + std::to_string(row) + " " + std::to_string(side));
      }
    }
  }
}

TEST(SeparatorView, SaysSoWhereThereAreNoSeparators) {
  RunView run("bitonic", mock_keys());
  const Picture picture = kSeparatorLayout.layout(run.at({3, 0}), 640, 400);
  ASSERT_EQ(picture.labels.size(), 1U);
  EXPECT_NE(picture.labels[0].text.find("AKS"), std::string::npos);
}

}  // namespace
}  // namespace sortscope
