// test_verdict.cpp: what a verdict writes into a diagram hides nothing of it.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/networks/lists/listed_network.h"
#include "core/pictures/label_fit.h"
#include "core/verify/verdict_marks.h"
#include "core/views/network/diagram.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// In figures of natural size, which have the least room: every wrong key is named, and no dot of a
// comparator lies under a name.
TEST(WrongOutputs, AreNamedBesideTheComparators) {
  int networks = 0;
  std::uint32_t state = 7;
  const auto random = [&](std::uint32_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 16) % below;
  };
  for (std::uint32_t n = 3; n <= 8; ++n) {
    for (int repeat = 0; repeat < 8; ++repeat) {
      std::vector<std::vector<Comparator>> layers;
      for (std::uint32_t layer = 0; layer < 2 + random(3); ++layer) {
        const Wire wire = random(n - 1);
        layers.push_back(
            {random(2) == 0 ? Comparator{wire, wire + 1} : Comparator{wire + 1, wire}});
      }
      const auto network = *ListedNetwork::build(n, layers, "random");
      const auto verdict = verify(*network);
      ASSERT_TRUE(verdict);
      if (verdict->answer != Answer::kNo) continue;
      ++networks;
      const Counterexample& found = *verdict->counterexample;
      RunRequest request;
      request.algorithm = "listed";
      request.parameters.set(ListedChoice{network});
      std::vector<std::int32_t> keys(found.keys.begin(), found.keys.end());
      request.keys = keys_of(keys);
      RunView run(request);
      run.measured.verdict = std::make_shared<ShownVerdict>(ShownVerdict{*verdict, network});
      float width = 0;
      float height = 0;
      kNetworkLayout.natural_size(run.recording(), run.options, width, height);
      const Picture picture = kNetworkLayout.layout(run.at(run.network().end()), width, height);
      const auto words = std::ranges::count(picture.labels, std::string("wrong"), &Label::text);
      EXPECT_EQ(static_cast<std::size_t>(words), found.keys_wrong.size()) << n;
      for (const Label& label : picture.labels) {
        if (label.text != "wrong") continue;
        const LabelArea area = area_of(label);
        EXPECT_LE(area.right, width);
        for (const Dot& dot : picture.dots) {
          EXPECT_FALSE(dot.x + dot.radius > area.left && dot.x - dot.radius < area.right &&
                       dot.y + dot.radius > area.top && dot.y - dot.radius < area.bottom)
              << fmt::format("{} wires, repeat {}: a dot at {} {}", n, repeat, dot.x, dot.y);
        }
      }
    }
  }
  EXPECT_GT(networks, 30);
}

// Large keys as well: their frame stands around them.
TEST(WrongOutputs, AreFramedAround) {
  const auto network = *ListedNetwork::build(
      4, std::vector<std::vector<Comparator>>{{{0, 2}, {1, 3}}, {{0, 1}, {2, 3}}, {{2, 1}}}, "net");
  const auto verdict = verify(*network);
  ASSERT_TRUE(verdict);
  RunRequest request;
  request.algorithm = "listed";
  request.parameters.set(ListedChoice{network});
  request.keys = keys_of({4, 1, 2, 3});
  RunView run(request);
  run.measured.verdict = std::make_shared<ShownVerdict>(ShownVerdict{*verdict, network});
  const NetworkGeometry geometry(run.network(), false);
  for (const bool large : {false, true}) {
    for (const auto& [width, height] :
         {std::pair{356.0F, 192.0F}, {900.0F, 400.0F}, {1500.0F, 900.0F}}) {
      const Scene scene = run.at(run.network().end());
      const DiagramFrame frame =
          frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height, large);
      const Picture picture = layout_diagram(scene, geometry, frame, width, height, true);
      int framed = 0;
      for (const Box& mark : picture.chips) {
        if (!mark.dashed || mark.role != Role::kExchanged) continue;
        for (const Box& key : picture.chips) {
          const bool inside = key.x < mark.x + mark.w && key.x + key.w > mark.x &&
                              key.y < mark.y + mark.h && key.y + key.h > mark.y;
          if (key.role != Role::kRank || !inside) continue;
          ++framed;
          EXPECT_LT(mark.x, key.x) << width;
          EXPECT_GT(mark.x + mark.w, key.x + key.w) << width;
          EXPECT_LT(mark.y, key.y) << width;
          EXPECT_GT(mark.y + mark.h, key.y + key.h) << width;
        }
      }
      EXPECT_EQ(framed, 2) << width;
    }
  }
}

// Beside all wrong keys of a picture the word stands on one side, whatever stands beside one.
TEST(WrongOutputs, HaveTheirWordOnOneSide) {
  int words = 0;
  for (const std::uint32_t wires : {3U, 4U, 5U, 8U}) {
    for (std::uint32_t last = 0; last < wires - 1; ++last) {
      std::vector<std::vector<Comparator>> layers(7);
      for (std::uint32_t layer = 0; layer < 6; ++layer) {
        for (Wire wire = 0; wire + 2 < wires; wire += 3) layers[layer].push_back({wire, wire + 2});
      }
      layers[6].push_back({last, last + 1});
      const auto network = *ListedNetwork::build(wires, layers, "net");
      const auto verdict = verify(*network);
      ASSERT_TRUE(verdict);
      RunRequest request;
      request.algorithm = "listed";
      request.parameters.set(ListedChoice{network});
      std::string numbers;
      for (std::uint32_t i = 0; i < wires; ++i) numbers += std::to_string(wires - i) + " ";
      request.keys = *read_numbers(numbers, "test", KeyType::kInt32, wires);
      RunView run(request);
      run.measured.verdict = std::make_shared<ShownVerdict>(ShownVerdict{*verdict, network});
      const NetworkGeometry geometry(run.network(), false);
      for (const auto& [width, height] :
           {std::pair{356.0F, 192.0F}, {592.0F, 560.0F}, {900.0F, 400.0F}, {1500.0F, 900.0F}}) {
        const Scene scene = run.at(run.network().end());
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height);
        const Picture picture = layout_diagram(scene, geometry, frame, width, height, true);
        const float keys = frame.map.x(geometry.width() + frame.ends);
        int left = 0;
        int right = 0;
        for (const Label& label : picture.labels) {
          if (label.text != "wrong") continue;
          (area_of(label).right < keys ? left : right) += 1;
          EXPECT_LE(area_of(label).right, width);
        }
        EXPECT_TRUE(left == 0 || right == 0) << wires << " " << last << ", " << width;
        words += left + right;
      }
    }
  }
  EXPECT_GT(words, 60);
}

}  // namespace
}  // namespace sortscope
