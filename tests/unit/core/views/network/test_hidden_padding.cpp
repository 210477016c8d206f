// test_hidden_padding.cpp: what is left of padding in the network and in the bars where it is
// hidden.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/recordings/recording.h"
#include "core/views/network/diagram.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// Where padding is hidden, wires on which no key ever stands are gone with all that belongs to
// them, and the others have their room.
TEST(HiddenPadding, LeavesItsRoom) {
  RunRequest request;
  request.algorithm = "bitonic-merger";
  request.any_input = true;
  request.keys = mixed_keys(11);
  RunView run(request);
  ASSERT_EQ(run.network().wires(), 16U);
  const NetworkGeometry geometry(run.network(), false);
  constexpr float kPage = 470;
  const auto drawn = [&](PaddingStyle style, const auto& look) {
    run.options.padding = style;
    const Scene scene = run.at({2, 0});
    const DiagramFrame frame = frame_diagram(run.recording(), geometry, run.options, Camera{}, 960,
                                             kPage, true, shown_wires(scene));
    look(scene, frame, layout_diagram(scene, geometry, frame, 960, kPage, true));
  };
  float pitch = 0;
  drawn(PaddingStyle::kGhost, [&](const Scene&, const DiagramFrame& frame, const Picture&) {
    EXPECT_EQ(frame.wires, 16U);
    pitch = frame.map.unit_y;
  });
  drawn(PaddingStyle::kHidden,
        [&](const Scene& scene, const DiagramFrame& frame, const Picture& picture) {
          EXPECT_EQ(frame.wires, 11U);
          EXPECT_GT(frame.map.unit_y, 1.4F * pitch);
          for (const Label& label : picture.labels) {
            const bool numbers = label.anchor == Anchor::kEnd && label.face == Face::kMono;
            if (numbers) {
              EXPECT_LE(std::stoi(label.text), 10) << "a wire's number";
            }
            EXPECT_NE(label.text, "–");
          }
          const float last = frame.map.y(10.5F);
          for (const Line& line : picture.lines) EXPECT_LT(std::max(line.y0, line.y1), last);
          for (const Box& box : picture.boxes) {
            if (box.filled && box.role != Role::kAccentBand) {
              EXPECT_LT(box.y, last);
            }
          }
          // Nothing of it can be pointed at.
          for (float y = last + 1; y < kPage; y += 4) {
            for (float x = 4; x < 960; x += 40) {
              EXPECT_EQ(pick_diagram(scene, geometry, frame, x, y), Selection{}) << x << " " << y;
            }
          }
          // Bars have the same wires.
          const Picture bars = kBarsLayout.layout(scene, 960, 200);
          EXPECT_EQ(std::ranges::count(bars.labels, std::string("10"), &Label::text), 1);
          EXPECT_EQ(std::ranges::count(bars.labels, std::string("11"), &Label::text), 0);
        });
}

// Keys that come and go leave a wire its number; where padding stands there is nothing to point at.
TEST(HiddenPadding, LeavesWiresThatHaveKeysNowAndThen) {
  RunView run("bitonic", mixed_keys(11));
  run.options.padding = PaddingStyle::kHidden;
  const Scene scene = run.at({2, 0});
  EXPECT_EQ(shown_wires(scene), 16U);
  const NetworkGeometry geometry(run.network(), false);
  const DiagramFrame frame = frame_diagram(run.recording(), geometry, run.options, Camera{}, 960,
                                           470, true, shown_wires(scene));
  std::size_t hidden = 0;
  for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
    for (Wire wire = 0; wire < 16; ++wire) {
      if (!scene.padding->at(layer, wire)) continue;
      ++hidden;
      const Selection found =
          pick_diagram(scene, geometry, frame, frame.map.x(geometry.cell_x(layer) + 0.1F),
                       frame.map.y(static_cast<float>(wire)));
      EXPECT_FALSE(found.wire) << layer << " " << wire;
      EXPECT_FALSE(found.place) << layer << " " << wire;
    }
  }
  EXPECT_GT(hidden, 20U);
}

// From the beginning: a comparator is drawn if and only if it has a key, whatever it does.
TEST(HiddenPadding, LeavesEveryComparatorThatTouchesAKey) {
  RunView run("bitonic", mixed_keys(11));
  run.options.padding = PaddingStyle::kHidden;
  const Network& network = run.network();
  const NetworkGeometry geometry(network, false);
  std::size_t with_padding = 0;
  for (const std::uint32_t cursor : {0U, 4U, network.depth()}) {
    const Scene scene = run.at({cursor, 0});
    const DiagramFrame frame = frame_diagram(run.recording(), geometry, run.options, Camera{}, 1280,
                                             470, true, shown_wires(scene));
    const Picture picture = layout_diagram(scene, geometry, frame, 1280, 470, true);
    const auto near = [](float a, float b) { return std::abs(a - b) < 0.5F; };
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const Comparator c = network.comparator(layer, index);
        const bool lower = scene.padding->at(layer, c.lower());
        const bool upper = scene.padding->at(layer, c.upper());
        const float x = frame.map.x(geometry.column_x(network, layer, index));
        const float y0 = frame.map.y(static_cast<float>(c.lower()));
        const float y1 = frame.map.y(static_cast<float>(c.upper()));
        const bool drawn = std::ranges::any_of(picture.lines, [&](const Line& line) {
          return near(line.x0, x) && near(line.x1, x) && near(std::min(line.y0, line.y1), y0) &&
                 near(std::max(line.y0, line.y1), y1);
        });
        EXPECT_EQ(drawn, !(lower && upper)) << cursor << " " << layer << " " << index;
        with_padding += lower != upper ? 1 : 0;
      }
    }
    // Wires begin and end at the page's ends or at a comparator.
    for (const Line& line : picture.lines) {
      if (line.role != Role::kWire) continue;
      for (const float x : {line.x0, line.x1}) {
        if (x < frame.map.x(0) || x > frame.map.x(geometry.width())) continue;
        EXPECT_TRUE(std::ranges::any_of(picture.lines,
                                        [&](const Line& other) {
                                          return near(other.x0, x) && near(other.x1, x) &&
                                                 std::min(other.y0, other.y1) < line.y0 + 1 &&
                                                 std::max(other.y0, other.y1) > line.y0 - 1;
                                        }))
            << cursor << " " << line.y0;
      }
    }
  }
  EXPECT_GT(with_padding, 10U);
}

}  // namespace
}  // namespace sortscope
