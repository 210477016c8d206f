// test_halver.cpp: the halver view: comparators drawn against those of the network, wrong-side
// keys against a second count, its worst case, nothing outside of the page.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/scenes/question_marks.h"
#include "core/verify/halver_error.h"
#include "core/verify/halver_test.h"
#include "core/views/aks/halver.h"
#include "tests/unit/aks_fixture.h"

namespace sortscope {
namespace {

using namespace halver_picture;

// Keys of the smaller half that stand in the part of larger ones: by sorting, with distinct ranks.
std::uint32_t recount(const std::vector<std::uint32_t>& ranks, bool small_first) {
  std::vector<std::uint32_t> sorted = ranks;
  std::sort(sorted.begin(), sorted.end());
  const std::uint32_t border = sorted[sorted.size() / 2];
  std::uint32_t wrong = 0;
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    const bool first = k < ranks.size() / 2;
    if (ranks[k] < border && first != small_first) ++wrong;
  }
  return wrong;
}

TEST(HalverView, CountsWrongSideKeysLikeARecountAtEveryCursor) {
  AksRun run(256, {{"depth", "6"}});
  const AksNetwork& aks = *run.network().aks();
  const std::uint32_t first = aks.first_layer(1);
  const std::uint32_t end = aks.first_layer(2);
  for (const std::uint32_t side : {0U, 1U}) {
    for (std::uint32_t layer = first; layer <= end; ++layer) {
      Scene scene = run.at({layer, 0});
      run.options.aks = {.follow = false, .level = 1, .node = 1, .layer = 2, .side = side};
      const auto shown = shown_halver(scene);
      ASSERT_TRUE(shown);
      if (!shown->moment.is_live(scene)) continue;
      ASSERT_EQ(shown->row().stage.layer, 2U);
      const auto trace = halver_trace(scene, shown->moment, shown->index, side);
      ASSERT_EQ(trace->wrong.size(), 7U);
      std::vector<std::uint32_t> ranks;
      for (std::uint32_t k = 0; k < shown->row().stage.wires; ++k) {
        ranks.push_back(scene.ranks[shown->key(k)]);
      }
      if (layer >= shown->row().first && layer <= shown->row().end) {
        EXPECT_EQ(trace->wrong[shown->done], recount(ranks, side == 0)) << layer;
      }
    }
  }
}

TEST(HalverView, EpsilonOfASampleIsThatOfTheDefinition) {
  AksRun run(256, {{"depth", "6"}});
  Scene scene = run.at({0, 0});
  const auto shown = shown_halver(scene);
  ASSERT_TRUE(shown);
  const auto trace = halver_trace(scene, shown->moment, 0, 0);
  ASSERT_EQ(trace->samples.size(), 7U);
  for (const HalverTrace::Sample& sample : trace->samples) {
    run.elsewhere().seek({sample.layers, 0});
    // At t = 0 halver wire k stands on spot k.
    const auto spots = run.elsewhere().aks()->by_spot();
    double worst = 0;
    for (std::uint32_t k = 1; k <= 128; ++k) {
      std::uint32_t small = 0, large = 0;
      for (std::uint32_t spot = 0; spot < 256; ++spot) {
        const std::uint32_t rank = scene.ranks[spots[spot]];
        if (rank < k && spot >= 128) ++small;
        if (rank >= 256 - k && spot < 128) ++large;
      }
      worst = std::max(worst, static_cast<double>(std::max(small, large)) / k);
    }
    EXPECT_DOUBLE_EQ(sample.epsilon, worst) << sample.layers;
  }
}

// The axis of keys on the wrong side ends at a number at or above all that stand there.
TEST(HalverView, TheAxisReachesWhatItShows) {
  AksRun run(256, {{"depth", "30"}});
  for (const auto& [wide, high] :
       {std::pair{1052.0F, 614.0F}, {900.0F, 560.0F}, {1600.0F, 900.0F}}) {
    for (const std::uint32_t layer : {0U, 1U, 3U, 12U, 30U}) {
      const Picture picture = kHalverLayout.layout(run.at({layer, 0}), wide, high);
      int now = -1;
      int most = -1;
      for (const Label& label : picture.labels) {
        if (label.text.ends_with(" of 128 now")) now = std::stoi(label.text);
        const bool number =
            !label.text.empty() && label.text.find_first_not_of("0123456789") == std::string::npos;
        if (number && label.anchor == Anchor::kEnd && label.x < 0.4F * wide) {
          most = std::max(most, std::stoi(label.text));
        }
      }
      ASSERT_GE(now, 0) << layer;
      EXPECT_GE(most, now) << wide << ", layer " << layer;
    }
  }
}

// Curves end at the cursor, and nothing is said of the worst input, until the answer is given.
TEST(HalverView, AnOpenQuestionIsNotAnsweredByThePlots) {
  AksRun run(256, {{"depth", "30"}});
  constexpr float kWide = 1052;
  constexpr float kHigh = 614;
  for (const std::uint32_t layer : {0U, 3U}) {
    const auto to_come = [&] {
      const Scene scene = run.at({layer, 0});
      const float top = page_for(*shown_halver(scene), kWide, kHigh).plots_top;
      const Picture picture = kHalverLayout.layout(scene, kWide, kHigh);
      return std::count_if(picture.lines.begin(), picture.lines.end(), [&](const Line& line) {
        return line.role == Role::kFuture && std::min(line.y0, line.y1) >= top;
      });
    };
    auto marks = std::make_shared<QuestionMarks>();
    run.laid_over.question = nullptr;
    EXPECT_GT(to_come(), 20) << layer;
    marks->veiled = true;
    run.laid_over.question = marks;
    EXPECT_EQ(to_come(), 0) << layer;
  }
}

TEST(HalverView, ATraceDoesNotDependOnTheCursor) {
  AksRun run(256, {{"depth", "6"}});
  const AksNetwork& aks = *run.network().aks();
  std::vector<std::uint32_t> wrong;
  for (const std::uint32_t layer :
       {aks.first_layer(1), aks.first_layer(1) + 9, aks.first_layer(2)}) {
    Scene scene = run.at({layer, 0});
    run.options.aks = {.follow = false, .level = 1, .node = 0, .layer = 1, .side = 0};
    scene.elsewhere = nullptr;
    scene.separators = nullptr;  // nothing kept
    const auto shown = shown_halver(scene);
    if (!shown) continue;
    const auto trace = halver_trace(scene, shown->moment, shown->index, 0);
    if (wrong.empty()) wrong = trace->wrong;
    EXPECT_EQ(trace->wrong, wrong) << layer;
  }
  EXPECT_FALSE(wrong.empty());
}

// What is drawn between the rows is AksNetwork::comparator, wire by wire.
TEST(HalverView, DrawsTheComparatorsOfTheNetwork) {
  for (const char* const perfect : {"cyclic", "bitonic"}) {
    AksRun run(256, {{"perfect-halver", perfect}});
    const AksNetwork& aks = *run.network().aks();
    const std::uint32_t layer = aks.first_layer(1);
    Scene scene = run.at({layer, 0}, 0.5F);
    const auto shown = shown_halver(scene);
    ASSERT_TRUE(shown);
    ASSERT_EQ(shown->layer, layer);
    const Page page = page_for(*shown, 2331, 1334);
    ASSERT_EQ(drawn_every(page, *shown), 1U);
    Picture picture;
    draw_edges(picture, scene, *shown, page);
    const AksStage& stage = aks.stages()[aks.stage_of(layer)];
    std::vector<std::pair<float, float>> expected;
    for (std::uint32_t index = 0; index < stage.sides * stage.per_side; ++index) {
      if (aks.at(layer, index).side != shown->side) continue;
      const Comparator c = aks.comparator(layer, index);
      std::vector<float> ends;
      for (const Wire wire : {c.min_wire, c.max_wire}) {
        const std::uint32_t slot = aks.spot_of(1, wire) - shown->moment.level.base;
        ends.push_back(wire_x(page, *shown, halver_wire(stage, slot)->k));
      }
      expected.emplace_back(std::min(ends[0], ends[1]), std::max(ends[0], ends[1]));
    }
    std::vector<std::pair<float, float>> drawn;
    for (const Line& line : picture.lines) {
      drawn.emplace_back(std::min(line.x0, line.x1), std::max(line.x0, line.x1));
    }
    for (const Shape& shape : picture.shapes) {
      const auto points = picture.points_of(shape);
      drawn.emplace_back(std::min(points.front().x, points.back().x),
                         std::max(points.front().x, points.back().x));
    }
    std::sort(expected.begin(), expected.end());
    std::sort(drawn.begin(), drawn.end());
    EXPECT_EQ(drawn, expected) << perfect;
  }
}

TEST(HalverView, TheTestFindsTheWorstOfAllInputs) {
  AksRun run(256, {{"depth", "3"}});
  const AksNetwork& aks = *run.network().aks();
  // The smallest halver of the run.
  const AksStage* smallest = nullptr;
  for (const AksStage& stage : aks.stages()) {
    if (stage.work != AksWork::kMatching || stage.half < 4) continue;
    if (smallest == nullptr || stage.half < smallest->half) smallest = &stage;
  }
  ASSERT_NE(smallest, nullptr);
  ASSERT_LE(smallest->half, 8U);
  std::shared_ptr<const HalverTest> last;
  Progress progress;
  ASSERT_TRUE(test_halver(run.shared(), *smallest, 0, 0, &progress,
                          [&](std::shared_ptr<const HalverTest> grown) { last = std::move(grown); })
                  .ok());
  ASSERT_TRUE(last);
  EXPECT_TRUE(last->complete);
  ASSERT_EQ(last->points.size(), 3U);
  // All 0-1 inputs, run through the first matchings.
  const std::uint32_t half = smallest->half;
  std::vector<std::uint32_t> partners(half);
  for (const HalverTest::Point& point : last->points) {
    EXPECT_TRUE(point.exact);
    double worst = 0;
    for (std::uint32_t input = 0; input < 1U << (2 * half); ++input) {
      std::uint32_t ones = input;
      for (std::uint32_t m = 0; m < point.depth; ++m) {
        aks.partners(*smallest, m, 0, 0, partners);
        for (std::uint32_t u = 0; u < half; ++u) {
          const std::uint32_t v = half + partners[u];
          if ((ones >> u & 1) != 0 && (ones >> v & 1) == 0) ones ^= 1U << u | 1U << v;
        }
      }
      const std::uint32_t low = (1U << half) - 1;
      const auto count = static_cast<std::uint32_t>(std::popcount(input));
      const std::uint32_t zeros = 2 * half - count;
      const auto wrong_ones = static_cast<double>(std::popcount(ones & low));
      const auto wrong_zeros = static_cast<double>(std::popcount(~ones & (low << half)));
      if (count >= 1 && count <= half) worst = std::max(worst, wrong_ones / count);
      if (zeros >= 1 && zeros <= half) worst = std::max(worst, wrong_zeros / zeros);
    }
    EXPECT_NEAR(point.epsilon, worst, 1e-12) << point.depth;
  }
  // A sorter makes no errors: there is nothing to test.
  AksStage sorter = *smallest;
  sorter.work = AksWork::kSorter;
  EXPECT_FALSE(test_halver(run.shared(), sorter, 0, 0, nullptr, [](auto) {}).ok());
}

TEST(HalverView, DrawsNothingOutsideOfThePageAndSaysWhatItLeavesOut) {
  AksRun run(4096, {{"depth", "4"}});
  const std::uint32_t depth = run.network().depth();
  for (std::uint32_t i = 0; i < 10; ++i) {
    for (const auto& [width, height] : kPageSizes) {
      Scene scene = run.at({depth / 10 * i, 0}, i % 2 == 0 ? 0.3F : 0.0F);
      scene.hover.wire = 17;
      expect_inside(kHalverLayout.layout(scene, width, height), width, height);
    }
  }
  const Picture picture = kHalverLayout.layout(run.at({2, 0}), 1052, 614);
  EXPECT_TRUE(std::any_of(picture.labels.begin(), picture.labels.end(), [](const Label& label) {
    return label.text.find("of 2,048") != std::string::npos;
  }));
  EXPECT_LT(picture.lines.size() + picture.shapes.size(), 2048U);
}

// Keys of 32 bits in a small node are near each other: rounded they would all look the same.
TEST(HalverView, KeysThatWouldBeRoundedAreShownByTheirRanks) {
  AksRun run(256, {{"depth", "6"}});
  const std::uint32_t end = run.network().aks()->first_layer(2);
  for (const auto& [width, height] : {std::pair{1052.0F, 614.0F}, {360.0F, 400.0F}}) {
    Scene scene = run.at({end - 1, 0});
    run.options.aks = {.follow = false, .level = 1, .node = 0, .layer = 4, .side = 0};
    const auto shown = shown_halver(scene);
    ASSERT_TRUE(shown);
    const std::uint32_t wires = shown->row().stage.wires;
    ASSERT_LE(wires, 16U);
    std::vector<std::string> ranks;
    for (std::uint32_t k = 0; k < wires; ++k) {
      ranks.push_back(std::to_string(scene.ranks[shown->key(k)]));
    }
    std::vector<std::string> drawn;
    bool said = false;
    for (const Label& label : kHalverLayout.layout(scene, width, height).labels) {
      if (label.on_rank >= 0) drawn.push_back(label.text);
      said = said || label.text.find("ranks") != std::string::npos;
    }
    EXPECT_EQ(drawn, ranks) << width;
    EXPECT_TRUE(said) << width;
  }
}

TEST(HalverView, SaysSoWhereThereAreNoHalvers) {
  RunView run("bitonic", mock_keys());
  const Picture picture = kHalverLayout.layout(run.at({3, 0}), 640, 400);
  ASSERT_EQ(picture.labels.size(), 1U);
  EXPECT_NE(picture.labels[0].text.find("AKS"), std::string::npos);
}

// A lesson says "the blue lines fan out": they stand out from the matching that they lie among.
TEST(HalverView, NeighboursOfAChosenWireStandOut) {
  AksRun run(256, {{"depth", "30"}});
  const auto strengths = [&](std::optional<Wire> chosen, bool of_accent) {
    Scene scene = run.at({30, 0});
    scene.selected.wire = chosen;
    std::vector<float> alphas;
    const Picture picture = kHalverLayout.layout(scene, 852, 590);
    for (const Shape& shape : picture.shapes) {
      if ((shape.role == Role::kAccent) == of_accent) alphas.push_back(shape.alpha);
    }
    return alphas;
  };
  const auto before = strengths({}, false);
  const auto fan = strengths(40, true);
  const auto others = strengths(40, false);
  ASSERT_FALSE(before.empty());
  EXPECT_EQ(fan.size(), 30U);
  ASSERT_EQ(others.size(), before.size());
  EXPECT_GT(*std::ranges::min_element(fan), 2 * *std::ranges::max_element(others));
}

// Good is what holds for every input that the words tell of.
TEST(HalverView, AWorseInputIsNotGood) {
  AksRun run(256, {{"depth", "10"}});
  int told = 0;
  for (std::uint32_t layer = 1; layer <= run.network().depth(); ++layer) {
    const Picture picture = kHalverLayout.layout(run.at({layer, 0}), 1252, 614);
    for (const Label& label : picture.labels) {
      const std::size_t at = label.text.find("worst input ");
      if (at == std::string::npos) continue;
      const float worst = std::stof(label.text.substr(label.text.find_first_of("0123456789", at)));
      if (worst <= 0.01F) continue;
      ++told;
      EXPECT_NE(label.role, Role::kGood) << label.text;
    }
  }
  EXPECT_GT(told, 0);
}

}  // namespace
}  // namespace sortscope
