// test_network_picture.cpp: the diagram's pixels against the network and the recording: a second
// way to find what the shader works out from its closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

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

}  // namespace
}  // namespace sortscope
