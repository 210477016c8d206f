// test_network_picture.cpp: the diagram's pixels against the network and the recording: a second
// way to find what the shader works out from its closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "app/surface/view_renderer.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"
#include "core/scenes/maker.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {
namespace {

constexpr int kWidth = 1800;
constexpr int kHeight = 1300;

std::shared_ptr<const Recording> run(const Algorithm& algorithm, std::uint32_t n, Order order) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.order = order;
  const char* kind = algorithm.needs_bitonic_input ? "bitonic" : "uniform";
  request.keys = *generate_keys(kind, KeyType::kInt32, n, 3, algorithm, order);
  return *record(request, *make_cpu_engine());
}

// How far a pixel is from a colour: the largest difference of a channel, 0 to 255.
int distance(const Image& image, int x, int y, Color color) {
  const auto at = (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                   static_cast<std::size_t>(x)) *
                  4;
  const auto channel = [&](std::size_t i, float value) {
    return std::abs(int{image.rgba[at + i]} - static_cast<int>(std::lround(value * 255)));
  };
  return std::max({channel(0, color.r), channel(1, color.g), channel(2, color.b)});
}

struct Case {
  std::string_view algorithm;
  std::uint32_t n;
  Order order = Order::kAscending;
};

class NetworkPicture : public testing::TestWithParam<Case> {};

TEST_P(NetworkPicture, EveryComparatorStandsInItsPlaceInTheColourOfItsOutcome) {
  const Algorithm& algorithm = **find_algorithm(GetParam().algorithm);
  const auto recording = run(algorithm, GetParam().n, GetParam().order);
  const Network& network = recording->network;
  auto renderer = make_view_renderer(recording);
  ASSERT_TRUE(renderer.ok()) << renderer.error().text();
  ViewRequest request;
  request.palette = &palettes()[0];
  request.width = kWidth;
  request.height = kHeight;
  request.options.network.arrows = false;
  const NetworkGeometry geometry(network, false);
  const DiagramFrame frame =
      frame_diagram(*recording, geometry, request.options, Camera{}, kWidth, kHeight);
  const std::uint64_t middle = network.comparators_before(network.depth() / 2) + 1;
  for (const Cursor cursor : {network.cursor_at(middle), network.end()}) {
    request.cursor = cursor;
    auto image = (*renderer)->render(request);
    ASSERT_TRUE(image.ok()) << image.error().text();
    SceneMaker scenes(recording);
    SceneRequest wanted;
    wanted.cursor = cursor;
    const Scene scene = scenes.make(wanted);
    int checked = 0;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const bool has_run = network.position({layer, index}) < network.position(cursor);
        const Comparator c =
            has_run ? drawn_comparator(scene, layer, index) : network.comparator(layer, index);
        const Role role = !has_run                             ? Role::kFuture
                          : recording->exchanged(layer, index) ? Role::kExchanged
                                                               : Role::kKept;
        // Half way between the first two wires that it joins nothing else is drawn.
        const float x = frame.map.x(geometry.column_x(network, layer, index));
        const float y = frame.map.y(static_cast<float>(c.lower()) + 0.5F);
        int nearest = 255;
        for (const int dx : {-1, 0, 1}) {
          nearest = std::min(nearest, distance(*image, static_cast<int>(x) + dx,
                                               static_cast<int>(y), request.palette->color(role)));
        }
        ++checked;
        if (!has_run && !network.fixed(layer)) {
          // Outcomes decide where it will be.
          if (layer != cursor.layer) {
            EXPECT_GT(nearest, 30) << layer << " comparator " << index;
          }
          continue;
        }
        // Antialiasing spreads a thin line over two pixels; the roles differ by more than that.
        EXPECT_LT(nearest, 30) << algorithm.id << " n=" << GetParam().n << " layer " << layer
                               << " comparator " << index << " at " << x << ", " << y;
        // Just above its upper end and below its lower one the column is free.
        const float beyond = frame.map.y(static_cast<float>(c.upper()) + 0.5F);
        const bool free = !drawn_as_marks(network, layer) &&
                          !comparator_in_column(network, layer, network.sub_column(layer, index),
                                                static_cast<float>(c.upper()) + 0.5F + 1e-3F);
        // (Tinted boxes come too near the faint colour of what has not run.)
        if (free && c.upper() + 1 < network.wires() && !algorithm.nested_boxes) {
          EXPECT_GT(distance(*image, static_cast<int>(x), static_cast<int>(beyond),
                             request.palette->color(role)),
                    34)
              << "below layer " << layer << " comparator " << index;
        }
      }
    }
    EXPECT_EQ(static_cast<std::uint64_t>(checked), network.size());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, NetworkPicture,
    testing::Values(Case{"bitonic", 8}, Case{"bitonic", 16},
                    Case{"bitonic", 16, Order::kDescending}, Case{"bitonic-ascending", 13},
                    Case{"bitonic-ascending", 24}, Case{"bitonic-merger", 16},
                    Case{"odd-even-merge", 16}, Case{"odd-even-merge", 21},
                    Case{"odd-even-transposition", 9}, Case{"pairwise", 16}, Case{"pairwise", 19},
                    Case{"adaptive", 16}, Case{"adaptive", 16, Order::kDescending},
                    Case{"adaptive-two-case", 16}, Case{"adaptive-overlapped", 16},
                    Case{"adaptive-merger", 16}),
    [](const auto& each) {
      std::string name(each.param.algorithm);
      std::replace(name.begin(), name.end(), '-', '_');
      return name + "_" + std::to_string(each.param.n) +
             (each.param.order == Order::kDescending ? "_descending" : "");
    });

// The keys' strip of a dense diagram: the middle of the colour ramp is found where the ranks say.
TEST(NetworkPictureDense, ShowsTheSortedKeysAsARamp) {
  const Algorithm& algorithm = **find_algorithm("bitonic");
  const auto recording = run(algorithm, 1024, Order::kAscending);
  auto renderer = make_view_renderer(recording);
  ASSERT_TRUE(renderer.ok()) << renderer.error().text();
  ViewRequest request;
  request.palette = &palettes()[0];
  request.cursor = recording->network.end();
  auto image = (*renderer)->render(request);
  ASSERT_TRUE(image.ok()) << image.error().text();
  const NetworkGeometry geometry(recording->network, false);
  const DiagramFrame frame =
      frame_diagram(*recording, geometry, request.options, Camera{},
                    static_cast<float>(request.width), static_cast<float>(request.height));
  const auto x = static_cast<int>(frame.map.x(geometry.width() + frame.ends));
  for (int wire = 32; wire < 1024; wire += 32) {
    const auto y = static_cast<int>(frame.map.y(static_cast<float>(wire)));
    EXPECT_LT(distance(*image, x, y, request.palette->rank_color(static_cast<float>(wire) / 1023)),
              10)
        << "wire " << wire;
  }
}

/// While it lives, a shader buffer holds no more than so much.
class PlantedBuffer {
 public:
  explicit PlantedBuffer(const char* kib) { setenv("SORTSCOPE_BUFFER_KIB", kib, 1); }
  ~PlantedBuffer() { unsetenv("SORTSCOPE_BUFFER_KIB"); }
  PlantedBuffer(const PlantedBuffer&) = delete;
  PlantedBuffer& operator=(const PlantedBuffer&) = delete;
};

// Outcome bits beyond one shader buffer are brought in page by page: 2^15 wires have 240 KiB of
// them.
TEST(NetworkPictureDense, BitsInPagesGiveTheSamePicture) {
  for (const std::string_view id : {"bitonic", "odd-even-merge"}) {
    SCOPED_TRACE(id);
    const Algorithm& algorithm = **find_algorithm(id);
    const auto recording = run(algorithm, 1 << 15, Order::kAscending);
    ASSERT_GT(recording->bits.size() * sizeof(std::uint32_t), 3U * 64 * 1024);
    const auto picture = [&](ViewRenderer& renderer, Cursor cursor) {
      ViewRequest request;
      request.palette = &palettes()[0];
      request.cursor = cursor;
      auto image = renderer.render(request);
      EXPECT_TRUE(image.ok());
      return image.ok() ? image->rgba : std::vector<unsigned char>();
    };
    const Cursor end = recording->network.end();
    const std::vector<Cursor> cursors = {{end.layer / 3, 0}, end, {end.layer / 2, 0}};
    std::vector<std::vector<unsigned char>> expected;
    {
      auto whole = make_view_renderer(recording);
      ASSERT_TRUE(whole.ok()) << whole.error().text();
      for (const Cursor cursor : cursors) expected.push_back(picture(**whole, cursor));
    }
    EXPECT_NE(expected[0], expected[1]);
    const PlantedBuffer planted("64");
    auto paged = make_view_renderer(recording);
    ASSERT_TRUE(paged.ok()) << paged.error().text();
    for (std::size_t i = 0; i < cursors.size(); ++i) {
      EXPECT_TRUE(picture(**paged, cursors[i]) == expected[i]) << "at layer " << cursors[i].layer;
    }
  }
}

// What a tile of 2^wires_log2 wires shows of its comparators, each counted for both its wires.
struct TileShare {
  double share = 0;
  double comparators = 0;
};

std::vector<TileShare> shares_of(const Recording& recording, std::uint32_t layer,
                                 unsigned wires_log2) {
  std::vector<TileShare> tiles(recording.network.wires() >> wires_log2);
  for (std::uint32_t index = 0; index < recording.network.count(layer); ++index) {
    const Comparator c = recording.network.comparator(layer, index);
    for (const Wire wire : {c.min_wire, c.max_wire}) {
      tiles[wire >> wires_log2].comparators += 0.5;
      tiles[wire >> wires_log2].share += recording.exchanged(layer, index) ? 0.5 : 0;
    }
  }
  for (TileShare& tile : tiles) tile.share /= std::max(tile.comparators, 1.0);
  return tiles;
}

// A sort that is over, seen from far.
class NetworkMap : public testing::TestWithParam<std::string_view> {
 protected:
  NetworkMap() {
    request.palette = &palettes()[0];
    request.width = kWidth;
    request.height = kHeight;
    request.cursor = network.end();
    request.options = options();
  }

  std::shared_ptr<const Recording> recording =
      run(**find_algorithm(GetParam()), 1 << 13, Order::kAscending);
  const Network& network = recording->network;
  Result<std::unique_ptr<ViewRenderer>> renderer = make_view_renderer(recording);
  ViewRequest request;
  NetworkGeometry geometry{network, true};
  DiagramFrame frame = frame_diagram(*recording, geometry, options(), Camera{}, kWidth, kHeight);

 private:
  static LayoutOptions options() {
    LayoutOptions chosen;
    chosen.network.equal_layer_widths = true;
    return chosen;
  }
};

// From far each tile has the colour of its exchanges, as the contrast has it.
TEST_P(NetworkMap, TilesHaveTheColoursOfTheirCounts) {
  ASSERT_TRUE(renderer.ok()) << renderer.error().text();
  const auto wires_log2 = static_cast<unsigned>(std::ceil(-std::log2(frame.map.unit_y)));
  ASSERT_EQ(wires_log2, 3U);  // a pixel or more
  const Palette& palette = *request.palette;
  for (const FarContrast contrast : {FarContrast::kLayer, FarContrast::kSurprise}) {
    request.options.network.contrast = contrast;
    auto image = (*renderer)->render(request);
    ASSERT_TRUE(image.ok()) << image.error().text();
    int checked = 0;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::vector<TileShare> tiles = shares_of(*recording, layer, wires_log2);
      const double mean = static_cast<double>(recording->exchanged_before[layer + 1] -
                                              recording->exchanged_before[layer]) /
                          network.count(layer);
      double spread = 1.0 / 256;
      for (const TileShare& tile : tiles) {
        if (tile.comparators > 0) spread = std::max(spread, std::abs(tile.share - mean));
      }
      const auto x =
          static_cast<int>(frame.map.x((geometry.cell_x(layer) + geometry.cell_x(layer + 1)) / 2));
      for (std::size_t row = 3; row < tiles.size(); row += 37) {
        const TileShare& tile = tiles[row];
        if (tile.comparators == 0) continue;
        const double middle = static_cast<double>(row << wires_log2) +
                              static_cast<double>(1U << wires_log2) / 2 - 0.5;
        const auto y = static_cast<int>(frame.map.y(static_cast<float>(middle)));
        const double from_half = contrast == FarContrast::kLayer
                                     ? 0.5 * (tile.share - mean) / spread
                                     : (tile.share - 0.5) * std::sqrt(tile.comparators) / 4;
        const auto t = static_cast<float>(std::clamp(0.5 + from_half, 0.0, 1.0));
        const auto mixed = [&](float Color::*channel) {
          const auto of = [&](Role role) { return palette.color(role).*channel; };
          const float below = 0.3F * of(Role::kWire) + 0.7F * of(Role::kGround);
          return 0.85F * (of(Role::kKept) + t * (of(Role::kExchanged) - of(Role::kKept))) +
                 0.15F * below;
        };
        EXPECT_LT(distance(*image, x, y, {mixed(&Color::r), mixed(&Color::g), mixed(&Color::b), 1}),
                  8)
            << "layer " << layer << " tile " << row << " contrast " << static_cast<int>(contrast);
        ++checked;
      }
    }
    EXPECT_GT(checked, 1000);
  }
}

// Shares of exchanges stand where comparators are, in layers that leave wires out as well.
TEST_P(NetworkMap, ShortComparatorsAreShownOnAllTheirWires) {
  ASSERT_TRUE(renderer.ok()) << renderer.error().text();
  auto image = (*renderer)->render(request);
  ASSERT_TRUE(image.ok()) << image.error().text();
  int checked = 0;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const LayerForm& form = network.form(layer);
    if (form.mirror != 0 || form.distance < 2 || form.distance > 16) continue;
    const std::vector<TileShare> tiles = shares_of(*recording, layer, 6);
    const auto x =
        static_cast<int>(frame.map.x((geometry.cell_x(layer) + geometry.cell_x(layer + 1)) / 2));
    for (std::size_t row = 0; row < tiles.size(); ++row) {
      // Wires at the ends of blocks are left out, in the middle none.
      if (tiles[row].comparators < 24) continue;
      const auto y = static_cast<int>(frame.map.y(static_cast<float>(64 * row + 24)));
      EXPECT_GT(distance(*image, x, y, request.palette->color(Role::kGround)), 60)
          << "layer " << layer << " tile " << row;
      ++checked;
    }
  }
  EXPECT_GT(checked, 1000);
}

INSTANTIATE_TEST_SUITE_P(Networks, NetworkMap,
                         testing::Values("bitonic", "bitonic-ascending", "odd-even-merge"),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace sortscope
