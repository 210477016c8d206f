// test_page_sizes.cpp: every layout on pages of every size, from none at all: it comes to an end,
// and no mark stands at a place that is no number.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/engines/sort_trace.h"
#include "core/lab/lab.h"
#include "core/scenes/race.h"
#include "tests/unit/aks_fixture.h"
#include "tests/unit/lab_plot_fixture.h"

namespace sortscope {
namespace {

// Pages in units: windows of 1 to 3000 pixels at scales of 0.5 to 4, and what panels may leave.
std::vector<std::pair<float, float>> pages() {
  std::vector<std::pair<float, float>> sizes = {{0, 0}, {0, 500}, {500, 0}, {-80, 300}, {300, -80}};
  for (const float width : {1.0F, 2.0F, 7.0F, 40.0F, 128.0F, 250.0F, 640.0F, 1280.0F, 3000.0F}) {
    for (const float scale : {0.5F, 1.0F, 2.0F, 4.0F}) {
      for (const float height : {1.0F, 50.0F, 400.0F, 900.0F}) {
        sizes.emplace_back(width / scale, height / scale);
      }
    }
  }
  return sizes;
}

// Coordinates that are no number, as text.
std::string no_numbers(const Picture& picture) {
  const auto finite = [](auto... values) { return (std::isfinite(values) && ...); };
  for (const auto* boxes : {&picture.boxes, &picture.chips}) {
    for (const Box& box : *boxes) {
      if (!finite(box.x, box.y, box.w, box.h)) return "a box";
    }
  }
  for (const Line& line : picture.lines) {
    if (!finite(line.x0, line.y0, line.x1, line.y1)) return "a line";
  }
  for (const ShapePoint& point : picture.points) {
    if (!finite(point.x, point.y)) return "a shape";
  }
  for (const Dot& dot : picture.dots) {
    if (!finite(dot.x, dot.y, dot.radius)) return "a dot";
  }
  for (const ArrowHead& arrow : picture.arrows) {
    if (!finite(arrow.x, arrow.y, arrow.size)) return "an arrow";
  }
  for (const Label& label : picture.labels) {
    if (!finite(label.x, label.y, label.size)) return "'" + label.text + "'";
  }
  return "";
}

RunRequest request_of(std::string_view algorithm, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  request.keys = mixed_keys(n);
  request.any_input = true;
  return request;
}

// Runs of every family, with all that can be shown of them.
std::vector<std::unique_ptr<RunView>> runs() {
  std::vector<std::unique_ptr<RunView>> all;
  all.push_back(std::make_unique<RunView>(request_of("bitonic", 16)));
  all.push_back(std::make_unique<RunView>(request_of("bitonic", 1)));
  all.push_back(std::make_unique<RunView>(request_of("odd-even-transposition", 300)));
  all.push_back(std::make_unique<RunView>(request_of("adaptive", 64)));
  all.push_back(std::make_unique<RunView>(request_of("adaptive", 13)));
  all.push_back(std::make_unique<RunView>(request_of("adaptive-interval", 32)));
  all.push_back(std::make_unique<RunView>(request_of("abisort", 64)));
  RunRequest aks = request_of("aks", 256);
  EXPECT_TRUE(family_row(Family::kAks).parameters->set(aks.parameters, "depth", "6").ok());
  all.push_back(std::make_unique<RunView>(aks));

  SortTrace trace;
  trace.algorithm = "bitonic";
  trace.title = "Bitonic";
  trace.n = trace.wires = 16;
  trace.layers = 10;
  trace.elapsed_ns = 1000;
  trace.stamped = true;
  trace.passes = {{"tiles", 0, 6, 0, 600, 128, 48, 300},
                  {"across", 6, 1, 600, 700, 128, 8, 100},
                  {"tiles", 7, 3, 700, 1000, 128, 24, 0}};
  const auto kept = std::make_shared<const SortTrace>(trace);
  const auto lab = std::make_shared<const LabResult>(small_lab_result());
  for (const auto& run : all) {
    Race race;
    race.lanes = {make_lane(run->shared(), 1200, nullptr), make_lane(run->shared(), 900, nullptr)};
    run->measured.race = std::make_shared<const Race>(race);
    run->measured.trace = kept;
    run->measured.lab = lab;
    run->options.network.min_max_row = true;
  }
  return all;
}

class PageSizes : public testing::TestWithParam<std::string_view> {};

TEST_P(PageSizes, AreAllDrawnToTheEnd) {
  const Layout& layout = **find_layout(GetParam());
  for (const auto& run : runs()) {
    const Network& network = run->network();
    if (layout.max_wires != 0 && network.wires() > layout.max_wires) continue;
    for (const bool flat : {false, true}) {
      if (flat && layout.id != "cylinder") continue;
      run->options.cylinder.unrolled = flat;
      run->options.cylinder.rotation = flat ? 1 : 0;
      for (const Cursor cursor : {Cursor{}, Cursor{network.depth() / 2, 0}, network.end()}) {
        const Scene scene = run->at(cursor, cursor.layer < network.depth() ? 0.5F : 0);
        for (const auto& [width, height] : pages()) {
          const Picture picture = layout.layout(scene, width, height);
          if (width >= 1 && height >= 1) {
            ASSERT_EQ(no_numbers(picture), "")
                << run->recording().algorithm->id << " layer " << cursor.layer << " on " << width
                << " x " << height;
          }
          if (layout.pick != nullptr) {
            layout.pick(scene, width, height, width / 3, height / 2);
          }
          if (layout.action != nullptr) {
            static_cast<void>(layout.action(scene, width, height, width / 3, height / 2));
          }
        }
      }
    }
  }
}

std::size_t marks_of(const Picture& picture) {
  return picture.boxes.size() + picture.chips.size() + picture.lines.size() +
         picture.points.size() + picture.dots.size() + picture.arrows.size() +
         picture.labels.size();
}

// What a person cannot see costs the window its frames: a network may have 65,536 layers.
TEST_P(PageSizes, HaveNoMoreMarksThanAreSeen) {
  const Layout& layout = **find_layout(GetParam());
  static RunView run(request_of("odd-even-transposition", 16384));
  const Network& network = run.network();
  if (layout.max_wires != 0 && network.wires() > layout.max_wires) return;
  for (const Cursor cursor : {Cursor{}, Cursor{network.depth() / 2, 0}, network.end()}) {
    const Picture picture = layout.layout(run.at(cursor), 1280, 720);
    // One for every four pixels across and down.
    EXPECT_LT(marks_of(picture), 1280U * 720 / 16) << "layer " << cursor.layer;
  }
}

std::vector<std::string_view> ids() {
  std::vector<std::string_view> all;
  for (const Layout& layout : layouts()) all.push_back(layout.id);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Layouts, PageSizes, testing::ValuesIn(ids()), [](const auto& given) {
  std::string name(given.param);
  for (char& c : name) {
    if (c == '-') c = '_';
  }
  return name;
});

}  // namespace
}  // namespace sortscope
