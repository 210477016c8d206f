// test_diagram.cpp: the network diagram as marks: every comparator, keys on their way,
// pointing, and a kernel's launches laid over it.
#include <algorithm>
#include <cmath>

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

// Exchanges of the worked example, layer by layer: 3, 2, 2, 2, 2, 2 of four each (spec/bitonic.md).
TEST(NetworkLayout, DrawsEveryComparatorInItsRole) {
  RunView run = example();
  const Picture all = kNetworkLayout.layout(run.at({6, 0}), kWidth, kHeight);
  EXPECT_EQ(count_lines(all, Role::kExchanged), 13U);
  EXPECT_EQ(count_lines(all, Role::kKept), 11U);
  EXPECT_EQ(count_lines(all, Role::kWire), 8U);
  const Picture half = kNetworkLayout.layout(run.at({3, 2}), kWidth, kHeight);
  EXPECT_EQ(count_lines(half, Role::kFuture), 24U - 3 * 4 - 2);
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
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    // At the end of its way a key stands where it stands in the next state.
    std::vector<float> arrived;
    {
      const Scene moving = run.at({layer, 0}, 0.9999F);
      for (Wire wire = 0; wire < 8; ++wire) {
        const KeyPosition at = key_position(moving, geometry, {}, wire);
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

}  // namespace
}  // namespace sortscope
