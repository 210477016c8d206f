// test_small_views.cpp: bars, hypercube, launches and code: text has room, marks are where they
// mean.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/engines/plans/kernels.h"
#include "core/pictures/label_fit.h"
#include "core/scenes/scene.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

struct Page {
  float width, height;
};
constexpr Page kPages[] = {{1280, 720}, {2560, 1440}};

std::string describe(const LabelArea& a) {
  return fmt::format("[{:.0f}, {:.0f}, {:.0f}, {:.0f}]", a.left, a.top, a.right, a.bottom);
}

// "1 wires", "1 comparators": what is one is not many.
bool counts_one_as_many(const std::string& text) {
  constexpr std::string_view kMany[] = {"keys",        "wires",     "layers",        "comparators",
                                        "comparisons", "steps",     "launches",      "nodes",
                                        "pairs",       "exchanges", "threads",       "blocks",
                                        "passes",      "places",    "parallel steps"};
  return std::ranges::any_of(kMany, [&](std::string_view many) {
    const std::string one = fmt::format("1 {}", many);
    for (std::size_t at = text.find(one); at != std::string::npos; at = text.find(one, at + 1)) {
      // Neither "21 keys" nor "2.1 keys", "1 of 1 keys" or "2 to 1 keys".
      if (at == 0) return true;
      const bool whole = text[at - 1] == ' ' && !text.substr(0, at).ends_with(" of ");
      if (whole) return true;
    }
    return false;
  });
}

// Labels stay on the page and do not overlap each other.
void expect_readable(const Picture& picture, const std::string& what) {
  for (const Label& label : picture.labels) {
    EXPECT_FALSE(counts_one_as_many(label.text)) << what << ": " << label.text;
  }
  std::vector<LabelArea> areas;
  std::vector<std::size_t> by_top;
  for (const Label& label : picture.labels) {
    const LabelArea area = area_of(label);
    if (area.left < 0 || area.top < 0 || area.right > picture.width ||
        area.bottom > picture.height) {
      ADD_FAILURE() << what << ": '" << label.text << "' " << describe(area)
                    << " leaves the page of " << picture.width << " x " << picture.height;
    }
    by_top.push_back(areas.size());
    areas.push_back(area);
  }
  std::sort(by_top.begin(), by_top.end(),
            [&](std::size_t a, std::size_t b) { return areas[a].top < areas[b].top; });
  for (std::size_t i = 0; i < by_top.size(); ++i) {
    const LabelArea& upper = areas[by_top[i]];
    for (std::size_t k = i + 1; k < by_top.size() && areas[by_top[k]].top < upper.bottom; ++k) {
      const LabelArea& lower = areas[by_top[k]];
      if (!overlap(upper, lower)) continue;
      ADD_FAILURE() << what << ": '" << picture.labels[by_top[k]].text << "' " << describe(lower)
                    << " over '" << picture.labels[by_top[i]].text << "' " << describe(upper);
    }
  }
  for (const Box& chip : picture.chips) {
    EXPECT_TRUE(std::isfinite(chip.x) && std::isfinite(chip.y) && chip.w >= 0 && chip.h >= 0)
        << what;
  }
}

class ReadableViews : public testing::TestWithParam<std::string_view> {};

TEST_P(ReadableViews, LabelsHaveRoomAtAllSizes) {
  const Layout& layout = *find_layout(GetParam()).value();
  for (const Algorithm& algorithm : algorithms()) {
    for (std::uint32_t n = 1; n <= 32; ++n) {
      RunView run(algorithm.id, mixed_keys(n));
      const std::uint32_t depth = run.network().depth();
      for (const Page page : kPages) {
        for (const std::uint32_t layer : {std::uint32_t{0}, depth / 2, depth}) {
          expect_readable(layout.layout(run.at({layer, 0}), page.width, page.height),
                          fmt::format("{} {} n = {} layer {} on {}", layout.id, algorithm.id, n,
                                      layer, page.width));
        }
      }
      float width = 0;
      float height = 0;
      layout.natural_size(run.recording(), {}, width, height);
      expect_readable(layout.layout(run.at({0, 0}), width, height),
                      fmt::format("{} {} n = {} natural size", layout.id, algorithm.id, n));
      if (testing::Test::HasFailure()) return;
    }
  }
}

// These set text closer than the upper estimate of its width.
constexpr std::string_view kCloselySet[] = {"schedule", "halver"};

std::vector<std::string_view> estimated_views() {
  std::vector<std::string_view> ids;
  for (const Layout& layout : layouts()) {
    if (std::ranges::find(kCloselySet, layout.id) == std::end(kCloselySet))
      ids.push_back(layout.id);
  }
  return ids;
}
INSTANTIATE_TEST_SUITE_P(Views, ReadableViews, testing::ValuesIn(estimated_views()));

TEST(Launches, EveryKernelIsReadable) {
  const Layout& layout = *find_layout("launches").value();
  for (const std::string_view kernel : planned_kernels()) {
    for (const std::uint32_t n : {2U, 16U, 32U, 64U, 128U, 4096U}) {
      RunView run("bitonic", mixed_keys(n));
      Scene scene = run.at({1, 0});
      run.options.kernel.overlay = kernel;
      for (const Page page : kPages) {
        expect_readable(layout.layout(scene, page.width, page.height),
                        fmt::format("{} {}", kernel, n));
      }
    }
  }
}

// What the table says of 2^20 keys, a kernel each.
std::vector<std::string> launches_of_a_million(const Picture& picture) {
  std::vector<std::string> said;
  for (const Label& row : picture.labels) {
    if (!row.text.starts_with("launches for 2^20")) continue;
    for (const Label& label : picture.labels) {
      if (label.y == row.y && label.anchor == Anchor::kEnd) said.push_back(label.text);
    }
  }
  return said;
}

TEST(Launches, OfAMillionKeysAreCountedWhereTheNetworkHasThatSize) {
  RunView bitonic("bitonic", mixed_keys(16));
  // 20 * 21 / 2 layers, a launch each.
  EXPECT_EQ(launches_of_a_million(kLaunchesLayout.layout(bitonic.at({1, 0}), 1280, 900)).at(0),
            "210");
  RunView own("listed", mixed_keys(16));
  EXPECT_EQ(launches_of_a_million(kLaunchesLayout.layout(own.at({1, 0}), 1280, 900)),
            std::vector<std::string>{"–"});
}

// A narrow page breaks the one long line rather than making all of the code small.
TEST(Code, ANarrowPageBreaksLongLines) {
  RunView run("bitonic", mixed_keys(8));
  const Picture picture = kCodeLayout.layout(run.at({1, 0}), 280, 314);
  std::string read;
  for (const Label& label : picture.labels) {
    EXPECT_GE(label.size, 11) << label.text;
    EXPECT_LE(area_of(label).right, 280) << label.text;
    if (label.face == Face::kMono) read += label.text + ' ';
  }
  // Whole, in its order.
  EXPECT_NE(read.find("if up ? a[i] > a[p] : a[i] < a[p] exchange a[i], a[p]"), std::string::npos)
      << read;
  // Where there is room, a line is a row.
  const Picture wide = kCodeLayout.layout(run.at({1, 0}), 900, 700);
  EXPECT_TRUE(std::ranges::any_of(wide.labels, [](const Label& label) {
    return label.text == "if up ? a[i] > a[p] : a[i] < a[p]";
  }));
}

std::vector<Box> bars_of(const Picture& picture) {
  std::vector<Box> bars;
  for (const Box& chip : picture.chips) {
    if (chip.role == Role::kRank) bars.push_back(chip);
  }
  return bars;
}

TEST(Bars, HeightsFollowValuesAndColoursRanks) {
  RunView run("bitonic", keys_of({30, 10, 20, 90}));
  const auto bars = bars_of(kBarsLayout.layout(run.at({0, 0}), 800, 400));
  ASSERT_EQ(bars.size(), 4U);
  EXPECT_LT(bars[1].h, bars[2].h);
  EXPECT_LT(bars[2].h, bars[0].h);
  // Differences of heights are in the ratio of the differences of values.
  EXPECT_NEAR((bars[0].h - bars[1].h) / (bars[3].h - bars[1].h), 20.0F / 80.0F, 1e-3F);
  EXPECT_FLOAT_EQ(bars[1].rank, 0);
  EXPECT_FLOAT_EQ(bars[3].rank, 1);
  for (const Box& bar : bars) EXPECT_FLOAT_EQ(bar.y + bar.h, bars[0].y + bars[0].h);
}

TEST(Bars, ExchangingKeysMoveToEachOthersPlace) {
  RunView run("bitonic", keys_of({3, 7, 8, 4}));  // layer 1: 3 7 kept, 8 4 kept (descending)
  const auto start = bars_of(kBarsLayout.layout(run.at({1, 0}), 800, 400));
  const auto half = bars_of(kBarsLayout.layout(run.at({1, 0}, 0.5F), 800, 400));
  const auto end = bars_of(kBarsLayout.layout(run.at({2, 0}), 800, 400));
  ASSERT_EQ(start.size(), 4U);
  ASSERT_EQ(half.size(), 4U);
  // Layer 2 compares wires 0 and 2, 1 and 3: only 7 and 4 exchange, and meet half way.
  const auto x_of = [](const std::vector<Box>& bars, float rank) {
    for (const Box& bar : bars) {
      if (std::abs(bar.rank - rank) < 1e-4F) return bar.x;
    }
    return -1.0F;
  };
  const float seven = 2.0F / 3;
  const float four = 1.0F / 3;
  EXPECT_NEAR(x_of(half, seven), (x_of(start, seven) + x_of(start, four)) / 2, 0.01F);
  EXPECT_NEAR(x_of(end, seven), x_of(start, four), 0.01F);
  EXPECT_NEAR(x_of(half, 0), x_of(start, 0), 0.01F);
}

TEST(Bars, OddValuesAreSafe) {
  const double inf = std::numeric_limits<double>::infinity();
  const double most = std::numeric_limits<double>::max();
  const std::vector<std::vector<double>> inputs = {
      {std::nan(""), inf, -inf, 1.5, -2}, {inf, inf}, {std::nan("")}, {5, 5, 5}, {most, -most, 0}};
  for (const auto& input : inputs) {
    RunView run("bitonic-ascending", keys_from<double>(std::span<const double>(input)));
    for (const Page page : {Page{1280, 720}, Page{300, 90}, Page{60, 40}}) {
      const Picture picture = kBarsLayout.layout(run.at({0, 0}), page.width, page.height);
      for (const Box& bar : bars_of(picture)) {
        EXPECT_TRUE(std::isfinite(bar.h));
        EXPECT_GE(bar.y, 0);
        EXPECT_LE(bar.y + bar.h, page.height);
      }
    }
  }
}

// In a low pane the keys are the last words to go.
TEST(Bars, LowPanesKeepTheirKeys) {
  const auto written = [](float width, float height) {
    std::vector<int> values;
    for (int i = 0; i < 16; ++i) values.push_back((i * 37) % 90 + 10);
    RunView run("bitonic", keys_of(values));
    const Picture picture = kBarsLayout.layout(run.at({0, 0}), width, height);
    std::size_t keys = 0;
    for (const Label& label : picture.labels) keys += label.size >= 13 ? 1 : 0;
    return keys;
  };
  for (const float height : {90.0F, 105.0F, 119.0F, 130.0F, 180.0F}) {
    EXPECT_GE(written(940, height), 16U) << height;
  }
}

TEST(Bars, ManyKeysShareColumns) {
  RunView run("bitonic", mixed_keys(1U << 14));
  const Picture picture = kBarsLayout.layout(run.at({3, 0}), 1280, 300);
  EXPECT_GT(picture.chips.size(), 600U);
  EXPECT_LT(picture.chips.size(), 2000U);
  // A chosen wire marks the column that holds it.
  for (const Wire wire : {0U, 1U, 26U, 27U, 9999U, 16383U}) {
    Scene scene = run.at({3, 0});
    scene.selected.wire = wire;
    const Picture marked = kBarsLayout.layout(scene, 1280, 300);
    const auto mark =
        std::ranges::find_if(marked.chips, [](const Box& b) { return b.role == Role::kAccent; });
    ASSERT_NE(mark, marked.chips.end());
    const float pixels = (static_cast<float>(wire) + 0.5F) / 16384.0F * 1240.0F + 20.0F;
    EXPECT_NEAR(mark->x + mark->w / 2, pixels, 2.1F);
  }
}

TEST(Bars, PaddingIsDashedOrHidden) {
  RunView run("bitonic", mixed_keys(5));
  Scene scene = run.at({0, 0});
  const auto dashed = [](const Picture& picture) {
    return std::ranges::count_if(picture.boxes, [](const Box& b) { return b.dashed; });
  };
  EXPECT_EQ(dashed(kBarsLayout.layout(scene, 800, 400)), 3);
  run.options.padding = PaddingStyle::kHidden;
  EXPECT_EQ(dashed(kBarsLayout.layout(scene, 800, 400)), 0);
  EXPECT_EQ(bars_of(kBarsLayout.layout(scene, 800, 400)).size(), 5U);
}

// d-dimensional: 2^d corners named in binary, d 2^(d-1) edges, none of them through a foreign
// corner.
TEST(Hypercube, HasItsCornersAndEdges) {
  for (std::uint32_t d = 1; d <= 5; ++d) {
    RunView run("bitonic", mixed_keys(1U << d));
    const Picture picture = kHypercubeLayout.layout(run.at({0, 0}), 1280, 720);
    std::set<std::string> names;
    for (const Label& label : picture.labels) {
      if (label.text.size() == d && label.text.find_first_not_of("01") == std::string::npos &&
          label.face == Face::kMono && label.on_rank < 0) {
        names.insert(label.text);
      }
    }
    EXPECT_EQ(names.size(), std::size_t{1} << d);
    const auto edges =
        std::ranges::count_if(picture.lines, [](const Line& l) { return l.role == Role::kWire; });
    EXPECT_EQ(edges, d << (d - 1));
    const auto bits = std::ranges::count_if(
        picture.labels, [](const Label& l) { return l.text.rfind("bit ", 0) == 0; });
    EXPECT_EQ(bits, d);
    for (const Line& line : picture.lines) {
      if (line.role != Role::kWire) continue;
      for (const Box& corner : bars_of(picture)) {
        // Points along the edge, ends apart.
        for (float t = 0.1F; t < 0.95F; t += 0.05F) {
          const float x = std::lerp(line.x0, line.x1, t);
          const float y = std::lerp(line.y0, line.y1, t);
          EXPECT_FALSE(x > corner.x && x < corner.x + corner.w && y > corner.y &&
                       y < corner.y + corner.h)
              << "dimension " << d;
        }
      }
    }
  }
}

// The current layer's comparators are drawn by their outcomes: thick with filled dots, or thin,
// hollow.
TEST(Hypercube, PairsShowTheirOutcomes) {
  RunView run("bitonic", keys_of({3, 7, 4, 8, 6, 2, 1, 5}));
  const std::uint32_t exchanges[] = {3, 2, 2, 2, 2, 2};  // Michalainas and Charisi 2025
  for (std::uint32_t layer = 0; layer < 6; ++layer) {
    const Picture picture = kHypercubeLayout.layout(run.at({layer + 1, 0}), 1280, 720);
    const auto filled =
        std::ranges::count_if(picture.dots, [](const Dot& dot) { return dot.filled; });
    EXPECT_EQ(filled, exchanges[layer]);
    EXPECT_EQ(picture.dots.size(), 4U);
  }
}

TEST(Hypercube, TooManyWiresAreSaidNotDrawn) {
  RunView run("bitonic", mixed_keys(64));
  const Picture picture = kHypercubeLayout.layout(run.at({0, 0}), 1280, 720);
  EXPECT_TRUE(picture.lines.empty());
  ASSERT_EQ(picture.labels.size(), 1U);
}

// Pointing at the middle of a mark finds what it stands for.
TEST(Picking, FindsBarsCornersAndComparators) {
  RunView run("bitonic", mixed_keys(16));
  const Scene scene = run.at({5, 0});
  const auto bars = bars_of(kBarsLayout.layout(scene, 1280, 720));
  ASSERT_EQ(bars.size(), 16U);
  const auto corners = bars_of(kHypercubeLayout.layout(scene, 1280, 720));
  ASSERT_EQ(corners.size(), 16U);
  for (Wire wire = 0; wire < 16; ++wire) {
    for (const auto& [layout, box] :
         {std::pair{&kBarsLayout, bars[wire]}, std::pair{&kHypercubeLayout, corners[wire]}}) {
      const Selection found = layout->pick(scene, 1280, 720, box.x + box.w / 2, box.y + box.h / 2);
      EXPECT_EQ(found.wire, wire) << layout->id;
      EXPECT_EQ(found.place, scene.places[wire]) << layout->id;
    }
    EXPECT_EQ(kBarsLayout.pick(scene, 1280, 720, -5, 300), Selection{});
  }
  // Thread chips stand in the order of layers and comparators, after those of the chunks.
  const auto chips = bars_of(kLaunchesLayout.layout(scene, 1280, 720));
  const Network& network = run.network();
  const std::size_t first = chips.size() - network.size() - 1;  // the last is the legend's
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      const Box& chip = chips[first + network.comparators_before(layer) + index];
      const Selection found =
          kLaunchesLayout.pick(scene, 1280, 720, chip.x + chip.w / 2, chip.y + chip.h / 2);
      EXPECT_EQ(found.comparator, (ComparatorId{layer, index}));
    }
  }
}

TEST(Layouts, TableFindsById) {
  std::set<std::string_view> ids;
  ASSERT_FALSE(layouts().empty());
  for (const Layout& layout : layouts()) {
    // An id is typed, and a summary is a sentence.
    EXPECT_EQ(layout.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos)
        << layout.id;
    EXPECT_TRUE(!layout.title.empty() && layout.summary.ends_with('.')) << layout.id;
    EXPECT_EQ(find_layout(layout.id).value(), &layout);
    EXPECT_TRUE(ids.insert(layout.id).second) << layout.id;
  }
  EXPECT_FALSE(find_layout("cylindre").ok());
}

TEST(Layouts, MadeForAFamilyAreInTheTable) {
  EXPECT_TRUE(views_made_for(Family::kNetwork).empty());
  ASSERT_FALSE(views_made_for(Family::kAks).empty());
  EXPECT_EQ(views_made_for(Family::kAks).front(), "aks-tree");
  for (const std::string_view id : views_made_for(Family::kAks)) {
    EXPECT_TRUE(find_layout(id).ok()) << id;
  }
}

TEST(SceneQuestions, LayerInViewIsTheOneThatRanLast) {
  RunView run("bitonic", mixed_keys(8));
  EXPECT_EQ(layer_in_view(run.at({0, 0})), 0U);
  EXPECT_EQ(layer_in_view(run.at({3, 0})), 2U);
  EXPECT_EQ(layer_in_view(run.at({3, 0}, 0.2F)), 3U);
  EXPECT_EQ(layer_in_view(run.at({3, 1})), 3U);
  EXPECT_EQ(layer_in_view(run.at({6, 0})), 5U);
  RunView single("bitonic", mixed_keys(1));
  EXPECT_EQ(layer_in_view(single.at({0, 0})), std::nullopt);
}

}  // namespace
}  // namespace sortscope
