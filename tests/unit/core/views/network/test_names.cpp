// test_names.cpp: names of levels where the picture is zoomed in and lines pass behind them.
#include <algorithm>

#include "core/pictures/label_fit.h"
#include "core/views/network/diagram.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kWidth = 1050;
constexpr float kHeight = 450;

TEST(NamesOfLevels, HideTheLinesThatPassBehindThemAndNoKey) {
  std::size_t over_lines = 0;
  for (const char* algorithm : {"bitonic", "bitonic-ascending", "odd-even-merge", "aks"}) {
    RunView run(algorithm, keys_of({3, 7, 4, 8, 6, 2, 1, 5, 13, 17, 14, 18, 16, 12, 11, 15}));
    const Scene scene = run.at(run.network().end());
    const NetworkGeometry geometry(run.network(), false);
    for (const double zoom : {1.0, 1.6, 2.5, 4.0}) {
      for (const double at : {0.1, 0.3, 0.5, 0.9}) {
        const Camera camera{.zoom = zoom, .center_x = at, .center_y = at};
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, *scene.options, camera, kWidth, kHeight);
        const Picture picture = layout_diagram(scene, geometry, frame, kWidth, kHeight, false);
        const float first_wire = frame.map.y(0);
        for (const Label& label : picture.labels) {
          if (std::ranges::none_of(run.network().levels(), [&](const MergeLevel& level) {
                return level.name == label.text;
              })) {
            continue;
          }
          const LabelArea area = area_of(label);
          if (area.bottom <= first_wire) continue;
          ++over_lines;
          EXPECT_TRUE(std::ranges::any_of(picture.chips,
                                          [&](const Box& chip) {
                                            return chip.role == Role::kGround &&
                                                   chip.x <= area.left && chip.y <= area.top &&
                                                   chip.x + chip.w >= area.right &&
                                                   chip.y + chip.h >= area.bottom;
                                          }))
              << algorithm << ", " << label.text << ", zoom " << zoom << " at " << at;
          for (const Box& chip : picture.chips) {
            if (chip.role != Role::kRank) continue;
            EXPECT_TRUE(chip.x >= area.right || chip.x + chip.w <= area.left ||
                        chip.y >= area.bottom || chip.y + chip.h <= area.top)
                << algorithm << ", " << label.text;
          }
        }
      }
    }
  }
  EXPECT_GT(over_lines, 10U);
}

}  // namespace
}  // namespace sortscope
