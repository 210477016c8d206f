// test_map.cpp: the map of exchanges as marks, against going through every comparator, and its
// legend.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "core/networks/lists/listed_network.h"
#include "core/pictures/label_fit.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_map.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr FarContrast kAll[] = {FarContrast::kAbsolute, FarContrast::kLayer,
                                FarContrast::kSurprise};

RunRequest request_of(std::string_view algorithm, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  request.any_input = true;
  request.keys = *generate_keys("uniform", KeyType::kUint32, n, 5, **find_algorithm(algorithm),
                                Order::kAscending);
  return request;
}

// A bitonic network as a list.
RunRequest list_of(std::uint32_t n) {
  const Network network = (*find_algorithm("bitonic"))->build(n);
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      layers[layer].push_back(network.comparator(layer, i));
    }
  }
  RunRequest request = request_of("listed", n);
  request.parameters.set(ListedChoice{*ListedNetwork::build(n, layers, "list")});
  return request;
}

struct Mark {
  float left, right, top, bottom, alpha;
  Role role;
};

std::vector<Mark> rectangles(const Picture& picture) {
  std::vector<Mark> marks;
  for (const Shape& shape : picture.shapes) {
    const auto points = picture.points_of(shape);
    if (shape.width > 0 || points.size() != 4) continue;
    marks.push_back({points[0].x, points[1].x, points[0].y, points[2].y, shape.alpha, shape.role});
  }
  return marks;
}

// The tone at a point: 0 all kept, 1 all exchanged; nothing where there is no tile.
std::optional<float> tone_at(const std::vector<Mark>& marks, float x, float y) {
  float exchanged = 0;
  float kept = 0;
  for (const Mark& mark : marks) {
    if (x < mark.left || x >= mark.right || y < mark.top || y >= mark.bottom) continue;
    if (mark.role == Role::kGround) exchanged = kept = 0;
    if (mark.role == Role::kExchanged) exchanged = mark.alpha;
    if (mark.role == Role::kKept) kept = mark.alpha;
  }
  const float covered = kept + exchanged * (1 - kept);
  if (covered < 0.5F) return std::nullopt;  // nothing, or padding alone
  EXPECT_NEAR(covered, 0.85F, 1e-4F);
  return exchanged * (1 - kept) / covered;
}

// Shares of tiles of 2^wires_log2 wires, comparator by comparator.
struct Shares {
  std::vector<double> compared, exchanged;
  double all_compared = 0, all_exchanged = 0;
  [[nodiscard]] double of(std::size_t row) const { return exchanged[row] / compared[row]; }
  [[nodiscard]] double all() const { return all_exchanged / all_compared; }
};

Shares shares_of(const Recording& run, std::uint32_t layer, unsigned wires_log2) {
  const std::size_t rows = ((run.network.wires() - 1) >> wires_log2) + 1;
  Shares shares{std::vector<double>(rows), std::vector<double>(rows)};
  for (std::uint32_t i = 0; i < run.network.count(layer); ++i) {
    const Comparator c = run.comparator(layer, i);
    for (const Wire wire : {c.min_wire, c.max_wire}) {
      const double one = run.exchanged(layer, i) ? 1 : 0;
      shares.compared[wire >> wires_log2] += 1;
      shares.exchanged[wire >> wires_log2] += one;
      shares.all_compared += 1;
      shares.all_exchanged += one;
    }
  }
  return shares;
}

struct Drawn {
  NetworkGeometry geometry;
  DiagramFrame frame;
  Picture picture;
};

Drawn drawn(RunView& run, float width, float height, bool body, Camera camera = {}) {
  const Scene scene = run.at(run.network().end());
  NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, *scene.options, camera, width, height);
  return {geometry, frame, layout_diagram(scene, geometry, frame, width, height, body)};
}

// Tones of the middle rows of tiles in layers that are wider than some pixels.
void expect_tones(RunView& run, bool body) {
  const float most = run.network().closed_form() || body ? 12000 : 48000;
  constexpr float kWidth = 6000;
  constexpr float kHeight = 700;
  const Drawn far = drawn(run, kWidth, kHeight, body);
  const auto marks = rectangles(far.picture);
  // A tile has two pixels at least, or as many as keep the marks few.
  std::size_t checked = 0;
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    const float left = far.frame.map.x(far.geometry.cell_x(layer));
    const float right = far.frame.map.x(far.geometry.cell_x(layer + 1));
    if (right - left < 8) continue;
    const auto tiles = [&](unsigned log2) { return shares_of(run.recording(), layer, log2); };
    unsigned log2 = 0;
    while (std::ldexp(far.frame.map.unit_y, static_cast<int>(log2)) <
           std::max(2.0F, (far.frame.bottom - far.frame.top) *
                              static_cast<float>(run.network().depth()) / most)) {
      ++log2;
    }
    const Shares shares = tiles(log2);
    double spread = 1.0 / 256;
    for (std::size_t row = 0; row < shares.compared.size(); ++row) {
      if (shares.compared[row] > 0) {
        spread = std::max(spread, std::abs(shares.of(row) - shares.all()));
      }
    }
    for (std::size_t row = 1; row < shares.compared.size(); row += 5) {
      const float middle =
          static_cast<float>((row << log2)) + std::ldexp(0.5F, static_cast<int>(log2)) - 0.5F;
      const auto tone = tone_at(marks, (left + right) / 2, far.frame.map.y(middle));
      if (shares.compared[row] == 0) {
        EXPECT_FALSE(tone) << layer << ' ' << row;
        continue;
      }
      ASSERT_TRUE(tone) << layer << ' ' << row;
      double expected = shares.of(row);
      switch (run.options.network.contrast) {
        case FarContrast::kLayer:
          expected = 0.5 + 0.5 * (shares.of(row) - shares.all()) / spread;
          break;
        case FarContrast::kSurprise:
          expected = 0.5 + (shares.of(row) - 0.5) * std::sqrt(shares.compared[row] / 2) / 4;
          break;
        case FarContrast::kAbsolute:
          break;
      }
      EXPECT_NEAR(*tone, std::clamp(expected, 0.0, 1.0), 1.0 / 30) << layer << ' ' << row;
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000U);
}

TEST(ExchangeTiles, OfALargeNetworkInFilesHaveTheTonesOfTheirCounts) {
  RunView run(request_of("bitonic", 8192));
  for (const FarContrast contrast : kAll) {
    run.options.network.contrast = contrast;
    SCOPED_TRACE(static_cast<int>(contrast));
    expect_tones(run, true);
  }
}

TEST(ExchangeTiles, OfAListHaveTheTonesOfTheirCountsOnScreenAndInFiles) {
  RunView run(list_of(2048));
  for (const FarContrast contrast : kAll) {
    run.options.network.contrast = contrast;
    for (const bool body : {false, true}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(contrast) << body);
      expect_tones(run, body);
    }
  }
}

// Thousands of layers on a page: a pixel stands for several, and its rows are not alike.
TEST(ExchangeTiles, OfAnAksNetworkTellItsRowsApart) {
  RunView run(request_of("aks", 64));
  ASSERT_NE(run.at(run.network().end()).exchanges, nullptr);
  const Drawn far = drawn(run, 900, 700, false);
  const auto marks = rectangles(far.picture);
  std::size_t apart = 0;
  for (float x = far.frame.left; x < far.frame.right; ++x) {
    std::set<int> tones;
    for (float y = far.frame.top; y < far.frame.bottom; y += 8) {
      if (const auto tone = tone_at(marks, x + 0.5F, y)) {
        tones.insert(static_cast<int>(std::lround(*tone * 16)));
      }
    }
    apart += tones.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(apart, 100U);
}

// Rows of nothing but padding would say that fewer exchange.
TEST(ExchangeTiles, OfPaddingAloneHaveNoTone) {
  RunView run(request_of("aks", 64));
  ASSERT_GT(run.network().wires(), 128U);
  run.options.network.contrast = FarContrast::kSurprise;
  const Drawn far = drawn(run, 900, 700, false);
  std::size_t padding = 0;
  for (const Mark& mark : rectangles(far.picture)) {
    const auto wires = static_cast<float>(run.network().wires());
    if (mark.top < far.frame.map.y(wires - 16)) continue;
    if (mark.top > far.frame.map.y(wires)) continue;  // of the legend
    EXPECT_NE(mark.role, Role::kExchanged);
    EXPECT_LT(mark.alpha, 0.5F);
    ++padding;
  }
  EXPECT_GT(padding, 10U);
}

TEST(ExchangeTiles, OfAnySizeAreFewMarks) {
  for (const std::string_view algorithm : {"bitonic", "odd-even-merge", "adaptive"}) {
    RunView run(request_of(algorithm, 1 << 15));
    for (const FarContrast contrast : kAll) {
      run.options.network.contrast = contrast;
      const Picture picture = drawn(run, 2560, 1440, true).picture;
      EXPECT_LT(picture.shapes.size() + picture.lines.size() + picture.chips.size(), 100'000U)
          << algorithm << static_cast<int>(contrast);
      EXPECT_GT(picture.shapes.size(), 100U);
    }
  }
}

TEST(ExchangeTiles, WhatHasNotRunHasOneColour) {
  RunView run(request_of("bitonic", 8192));
  run.options.network.contrast = FarContrast::kSurprise;
  const std::uint32_t half = run.network().depth() / 2;
  const Scene scene = run.at({half, 0});
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, *scene.options, {}, 3000, 700);
  const Picture picture = layout_diagram(scene, geometry, frame, 3000, 700, true);
  const float now = frame.map.x(geometry.cell_x(half));
  std::size_t future = 0;
  for (const Mark& mark : rectangles(picture)) {
    if (mark.top < frame.top - 2) continue;  // of the legend
    if (mark.role == Role::kFuture) {
      ++future;
      EXPECT_GE(mark.left, now - 1);
    }
    EXPECT_TRUE(mark.role != Role::kExchanged || mark.right <= now + 1);
  }
  EXPECT_EQ(future, run.network().depth() - half);
}

// --- the legend ---

const Label* label_with(const Picture& picture, std::string_view text) {
  const auto found =
      std::ranges::find_if(picture.labels, [&](const Label& label) { return label.text == text; });
  return found == picture.labels.end() ? nullptr : &*found;
}

struct Ends {
  std::string few, many;
};

// The words at the ends of the bar, of whichever length has room.
std::vector<Ends> ends_of(FarContrast contrast, bool deep) {
  switch (contrast) {
    case FarContrast::kLayer:
      return {{"fewer", "more"}, {"below the layer", "above"}};
    case FarContrast::kSurprise:
      return {{"4 σ fewer", "4 σ more"}, {"below half", "above"}};
    case FarContrast::kAbsolute:
      break;
  }
  return {{"none", deep ? "half or more" : "all"}, {"keep", "exchange"}};
}

void expect_legend(RunView& run, float width, float height, bool body, Camera camera = {}) {
  SCOPED_TRACE(testing::Message() << run.recording().algorithm->id << ' ' << width << 'x' << height
                                  << " body " << body << " zoom " << camera.zoom);
  const Drawn far = drawn(run, width, height, body, camera);
  const bool deep = run.network().aks() != nullptr;
  const Label* few = nullptr;
  const Label* many = nullptr;
  for (const Ends& ends : ends_of(run.options.network.contrast, deep)) {
    if (label_with(far.picture, ends.few) == nullptr) continue;
    few = label_with(far.picture, ends.few);
    many = label_with(far.picture, ends.many);
  }
  ASSERT_NE(few, nullptr);
  ASSERT_NE(many, nullptr);
  const LabelArea left = area_of(*few);
  const LabelArea right = area_of(*many);
  EXPECT_GT(right.left - left.right, 56);  // the bar
  EXPECT_LE(right.right, width);
  // The row of the legend is its own.
  for (const Label& label : far.picture.labels) {
    if (&label == few || &label == many) continue;
    if (label.y == few->y && label.x < few->x) continue;  // its title
    EXPECT_FALSE(overlap(area_of(label), {left.left, left.top, right.right, left.bottom}))
        << label.text;
  }
  // No frame of a merge level goes through it.
  const LabelArea legend{far.frame.left, left.top, right.right, left.bottom};
  for (const Box& box : far.picture.boxes) {
    if (box.filled) continue;
    const float sides[] = {box.x, box.x + box.w};
    for (const float x : sides) {
      EXPECT_FALSE(x > legend.left && x < legend.right && box.y < legend.bottom &&
                   box.y + box.h > legend.top)
          << "a frame at " << x;
    }
    for (const float y : {box.y, box.y + box.h}) {
      EXPECT_FALSE(y > legend.top && y < legend.bottom && box.x < legend.right &&
                   box.x + box.w > legend.left)
          << "a frame's edge at " << y;
    }
  }
  // From all kept to all exchanged, step by step.
  const auto marks = rectangles(far.picture);
  float before = -1;
  for (float x = left.right + 10; x < right.left - 10; x += 4) {
    const auto tone = tone_at(marks, x, few->y);
    ASSERT_TRUE(tone) << x;
    EXPECT_GE(*tone, before);
    before = *tone;
  }
  EXPECT_GT(before, 0.8F);
}

// Pages of windows and projectors, whole and in panes, large text included.
TEST(MapLegend, SaysWhatTheColoursMeanClearOfAllElse) {
  std::vector<RunView> runs;
  runs.emplace_back(request_of("bitonic", 4096));
  runs.emplace_back(request_of("odd-even-merge", 5000));
  runs.emplace_back(request_of("adaptive", 2048));
  runs.emplace_back(request_of("aks", 64));
  runs.emplace_back(list_of(2048));
  for (RunView& run : runs) {
    for (const FarContrast contrast : kAll) {
      run.options.network.contrast = contrast;
      for (const bool body : {false, true}) {
        expect_legend(run, 512, 350, body);
        expect_legend(run, 640, 437, body);
        expect_legend(run, 800, 600, body);
        expect_legend(run, 1051, 620, body);
        expect_legend(run, 1280, 720, body);
        expect_legend(run, 2560, 1440, body);
      }
      expect_legend(run, 1051, 620, false, {1.2, 0.5, 0.6});
    }
  }
}

TEST(MapLegend, IsNotThereWhereComparatorsAreSeen) {
  RunView run(request_of("bitonic", 4096));
  const Picture near = drawn(run, 1280, 720, false, {600, 0.5, 0.5}).picture;
  EXPECT_EQ(label_with(near, "none"), nullptr);
  // From half way on single comparators take most of the page.
  RunView middle(request_of("bitonic", 1024));
  bool gone = false;
  for (double zoom = 1; zoom < 40; zoom *= 1.2) {
    const Drawn at = drawn(middle, 1280, 720, false, {zoom, 0.5, 0.5});
    float mixed = 0;
    for (std::uint32_t layer = 0; layer < middle.network().depth(); ++layer) {
      const float left = std::max(at.frame.map.x(at.geometry.cell_x(layer)), 0.0F);
      const float right = std::min(at.frame.map.x(at.geometry.cell_x(layer + 1)), 1280.0F);
      if (drawn_from_far(middle.network(), at.geometry, layer, at.frame.map)) {
        mixed += std::max(right - left, 0.0F);
      }
    }
    if (mixed > 200) continue;
    gone = true;
    EXPECT_EQ(label_with(at.picture, "none"), nullptr) << zoom;
  }
  EXPECT_TRUE(gone);
  RunView small(request_of("bitonic", 16));
  EXPECT_EQ(label_with(drawn(small, 1280, 720, true).picture, "none"), nullptr);
}

TEST(MapLegend, StandsWhereTheNamesOfLayersOrLaunchesWould) {
  RunView run(request_of("bitonic", 4096));
  run.options.kernel.overlay = "fast";
  expect_legend(run, 1280, 720, false);
  run.options.network.min_max_row = true;
  expect_legend(run, 1280, 720, true);
}

}  // namespace
}  // namespace sortscope
