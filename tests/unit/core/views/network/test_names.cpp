// test_names.cpp: names of levels: clear of lists and boxes, and of the lines that pass behind
// them.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/views/network/diagram.h"
#include "core/views/network/diagram_names.h"
#include "core/words/level_text.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kHeight = 720;

TEST(NamesOfLevels, HideTheLinesThatPassBehindThemAndNoKey) {
  constexpr float kPaneWidth = 1050;
  constexpr float kPaneHeight = 450;
  std::size_t over_lines = 0;
  for (const char* algorithm : {"bitonic", "bitonic-ascending", "odd-even-merge", "aks"}) {
    RunView run(algorithm, keys_of({3, 7, 4, 8, 6, 2, 1, 5, 13, 17, 14, 18, 16, 12, 11, 15}));
    const Scene scene = run.at(run.network().end());
    const NetworkGeometry geometry(run.network(), false);
    for (const double zoom : {1.0, 1.6, 2.5, 4.0}) {
      for (const double at : {0.1, 0.3, 0.5, 0.9}) {
        const Camera camera{.zoom = zoom, .center_x = at, .center_y = at};
        const DiagramFrame frame = frame_diagram(run.recording(), geometry, *scene.options, camera,
                                                 kPaneWidth, kPaneHeight);
        const Picture picture =
            layout_diagram(scene, geometry, frame, kPaneWidth, kPaneHeight, false);
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

// On screen the upper right corner has the list of views, 128 wide and down to 34.
TEST(NamesOfLevels, KeepClearOfTheViewList) {
  std::vector<std::int32_t> keys(64);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::int32_t>(i * 37 % 64);
  RunView run("aks", keys_of(keys));
  std::size_t below = 0;  // names that stand under the list
  const Scene scene = run.at(run.network().end());
  const NetworkGeometry geometry(run.network(), false);
  for (float width = 700; width < 1700; width += 50) {
    const DiagramFrame frame =
        frame_diagram(run.recording(), geometry, *scene.options, {}, width, kHeight);
    const auto names = [&](bool body) {
      std::set<std::string> found;
      const Picture picture = layout_diagram(scene, geometry, frame, width, kHeight, body);
      for (const Label& label : picture.labels) {
        const bool is_name =
            std::ranges::any_of(run.network().levels(),
                                [&](const MergeLevel& level) { return level.name == label.text; });
        if (!is_name) continue;
        found.insert(label.text);
        if (body || area_of(label).right < width - 128) continue;
        ++below;
        EXPECT_GT(label.y - label.size / 2, 34) << label.text;
      }
      return found;
    };
    // A file has no list of views.
    EXPECT_EQ(names(false), names(true)) << width;
  }
  EXPECT_GT(below, 0U);
  // The pane of a window that is 1280 wide.
  const DiagramFrame frame =
      frame_diagram(run.recording(), geometry, *scene.options, {}, 1051, kHeight);
  const Picture picture = layout_diagram(scene, geometry, frame, 1051, kHeight, false);
  for (const MergeLevel& level : run.network().levels()) {
    EXPECT_TRUE(std::ranges::any_of(picture.labels, [&](const Label& label) {
      return label.text == level.name;
    })) << level.name;
  }
}

// In maps of large networks, on a projector and in windows.
TEST(NamesOfLevels, NeighboursAreApartAndTheWidestIsNamed) {
  // Numbers are wider than estimated.
  const auto least_apart = [](const Label& a, const Label& b) {
    return a.text.starts_with('k') || b.text.starts_with('k') ? 0.0F : 4.0F;
  };
  for (const std::uint32_t wires : {256U, 4096U, 65536U}) {
    RunView run("bitonic", mixed_keys(wires));
    const Scene scene = run.at(run.network().end());
    const NetworkGeometry geometry(run.network(), false);
    std::set<std::string> names;
    for (const MergeLevel& level : run.network().levels()) {
      names.insert(level.name);
      names.insert(fmt::to_string(level.level));
    }
    for (const bool projector : {true, false}) {
      for (float width = 420; width < 1500; width += 60) {
        const float height = 0.6F * width;
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, *scene.options, {}, width, height, projector);
        const Picture picture = layout_diagram(scene, geometry, frame, width, height, false);
        std::vector<Label> found;
        for (const Label& label : picture.labels) {
          if (label.face == Face::kSansBold && label.y < frame.map.y(0) &&
              names.contains(label.text)) {
            found.push_back(label);
          }
        }
        const std::string where =
            fmt::format("{} wires, {} wide, projector {}", wires, width, projector);
        ASSERT_FALSE(found.empty()) << where;
        std::ranges::sort(found, {}, [](const Label& label) { return area_of(label).left; });
        for (std::size_t i = 1; i < found.size(); ++i) {
          EXPECT_GE(area_of(found[i]).left,
                    area_of(found[i - 1]).right + least_apart(found[i - 1], found[i]))
              << where << ": " << found[i - 1].text << found[i].text;
        }
        const std::string number = fmt::to_string(run.network().levels().back().level);
        if (projector) {
          EXPECT_TRUE(found.back().text == number || found.back().text.ends_with(" " + number))
              << where;
        }
      }
    }
  }
}

// Nor does an edge of a nested box go through the name of a level.
TEST(NamesOfLevels, StandClearOfNestedBoxes) {
  for (const char* algorithm : {"bitonic-recursive", "bitonic-merger"}) {
    RunView run(algorithm, mixed_keys(8));
    const NetworkGeometry geometry(run.network(), false);
    for (const bool large : {false, true}) {
      for (const auto& [width, height] : {std::pair{640.0F, 470.0F}, std::pair{960.0F, 540.0F}}) {
        const Scene scene = run.at({0, 0});
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height, large);
        const Picture picture = layout_diagram(scene, geometry, frame, width, height, true);
        for (const MergeLevel& level : run.network().levels()) {
          const auto name = std::ranges::find(picture.labels, level.name, &Label::text);
          ASSERT_NE(name, picture.labels.end()) << level.name;
          const LabelArea area = area_of(*name);
          for (const Box& box : picture.boxes) {
            if (box.role != Role::kLine && box.role != Role::kBoxFirst &&
                box.role != Role::kBoxSecond) {
              continue;
            }
            EXPECT_FALSE(box.y > area.top + 1 && box.y < area.bottom - 1 && box.x < area.right &&
                         box.x + box.w > area.left)
                << algorithm << ": " << level.name << " on " << width << (large ? ", large" : "");
          }
        }
      }
    }
  }
}

// The name of a merger stands in its own box, whole: no edge of any box of mergers goes through it.
TEST(NamesOfBoxes, StandInTheirBoxes) {
  std::map<std::string, int> named;
  for (const char* algorithm : {"bitonic-merger", "bitonic-recursive"}) {
    for (const std::uint32_t n : {8U, 16U, 32U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (const auto& [width, height] :
           {std::pair{330.0F, 600.0F}, std::pair{455.0F, 615.0F}, std::pair{640.0F, 470.0F},
            std::pair{910.0F, 615.0F}, std::pair{1550.0F, 975.0F}}) {
        const Scene scene = run.at({0, 0});
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height);
        const Picture picture = layout_diagram(scene, geometry, frame, width, height, false);
        std::vector<Box> boxes;
        for (const Box& box : picture.boxes) {
          if (box.filled && (box.role == Role::kBoxFirst || box.role == Role::kBoxSecond)) {
            boxes.push_back(box);
          }
        }
        const auto wires_in = [&](const Box& box) {
          std::uint32_t wires = 0;
          for (Wire wire = 0; wire < n; ++wire) {
            const float y = frame.map.y(static_cast<float>(wire));
            wires += y > box.y && y < box.y + box.h ? 1 : 0;
          }
          return wires;
        };
        for (const Label& label : picture.labels) {
          if (!label.text.starts_with("BM ") || label.text == fmt::format("BM {}", n)) continue;
          const std::string where =
              fmt::format("{}, {} wires, {} on {} x {}", algorithm, n, label.text, width, height);
          const LabelArea area = area_of(label);
          std::uint32_t least = n + 1;
          for (const Box& box : boxes) {
            const bool meets = box.x < area.right && box.x + box.w > area.left &&
                               box.y < area.bottom && box.y + box.h > area.top;
            if (!meets) continue;
            EXPECT_TRUE(box.x <= area.left && box.x + box.w >= area.right) << where;
            EXPECT_TRUE(box.y <= area.top && box.y + box.h >= area.bottom) << where;
            least = std::min(least, wires_in(box));
          }
          EXPECT_EQ(label.text, fmt::format("BM {}", least)) << where;
          ++named[where];
        }
      }
    }
  }
  // What has room is named, in half a small window and in half a large one.
  EXPECT_EQ(named["bitonic-merger, 16 wires, BM 8 on 455 x 615"], 2);
  EXPECT_EQ(named["bitonic-merger, 16 wires, BM 4 on 910 x 615"], 4);
  EXPECT_EQ(named["bitonic-recursive, 8 wires, BM 2 on 910 x 615"], 4);
}

// Whatever the network: no name is lost to the list.
TEST(NamesOfLevels, TheViewListHidesNone) {
  for (const Algorithm& algorithm : algorithms()) {
    if (!fixed_schedule(algorithm.family) || algorithm.family == Family::kListed) continue;
    RunView run(algorithm.id, mixed_keys(16));
    const NetworkGeometry geometry(run.network(), false);
    for (const float width : {500.0F, 640.0F, 820.0F, 1050.0F, 1600.0F}) {
      for (const float height : {340.0F, 420.0F, 640.0F, 1000.0F}) {
        const Scene scene = run.at({0, 0});
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, height);
        const Picture picture = layout_diagram(scene, geometry, frame, width, height, false);
        for (const MergeLevel& level : run.network().levels()) {
          const float room =
              frame.map.x(geometry.level_right(level)) - frame.map.x(geometry.level_left(level));
          if (room < estimated_width(level.name, 13, Face::kSansBold) + 8) continue;
          // Beside a narrow frame it may be a number.
          const std::string number = level.name.substr(level.name.rfind(' ') + 1);
          const auto name = std::ranges::find_if(picture.labels, [&](const Label& label) {
            return label.text == level.name || (label.text == number && !label.whole.empty());
          });
          ASSERT_NE(name, picture.labels.end())
              << algorithm.id << ": " << level.name << " on " << width << " x " << height;
          const LabelArea area = area_of(*name);
          EXPECT_TRUE(area.right <= width - 128 || area.top >= 34)
              << algorithm.id << ": " << level.name << " on " << width << " x " << height;
        }
      }
    }
  }
}

// A name stands within its level's frame or before it, at a desk and before a class.
TEST(NamesOfLevels, StandOnNoEdgeOfAFrame) {
  std::size_t names = 0;
  for (const char* algorithm :
       {"bitonic", "bitonic-ascending", "odd-even-merge", "pairwise", "bitonic-merger"}) {
    for (const std::uint32_t wires : {8U, 16U, 32U}) {
      RunView run(algorithm, different_keys(wires));
      const NetworkGeometry geometry(run.network(), false);
      for (const bool large : {false, true}) {
        for (const auto& [width, height] :
             {std::pair{620.0F, 360.0F}, {980.0F, 560.0F}, {1280.0F, 640.0F}, {1620.0F, 910.0F}}) {
          const Scene scene = run.at({});
          const DiagramFrame frame = frame_diagram(run.recording(), geometry, *scene.options,
                                                   Camera{}, width, height, large);
          const Picture picture = layout_diagram(scene, geometry, frame, width, height, false);
          for (const Label& label : picture.labels) {
            if (level_help(label.text).empty() || label.text.starts_with("BM")) continue;
            ++names;
            const LabelArea area = area_of(label);
            for (const Box& box : picture.boxes) {
              if (box.filled || box.role != Role::kLine) continue;
              for (const float edge : {box.x, box.x + box.w}) {
                EXPECT_FALSE(area.left < edge && edge < area.right)
                    << algorithm << " " << wires << " at " << width << " x " << height << " large "
                    << large << ": " << label.text;
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(names, 200U);
}

// Numbers under the layers do not touch, and follow a rule: a distance has its number at each of
// its layers or at none; layers are numbered in even steps.
TEST(NumbersOfLayers, FollowARule) {
  std::size_t left_out = 0;
  for (const Algorithm& algorithm : algorithms()) {
    if (!fixed_schedule(algorithm.family) || algorithm.family == Family::kListed) continue;
    for (const std::uint32_t n : {8U, 64U, 256U}) {
      RunView run(algorithm.id, mixed_keys(n));
      const Network& network = run.network();
      const NetworkGeometry geometry(network, false);
      for (const float width : {300.0F, 640.0F, 1050.0F, 1600.0F}) {
        const Scene scene = run.at({0, 0});
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, 600);
        Picture picture;
        picture.width = width;
        picture.height = 600;
        add_layer_numbers(scene, geometry, frame, network.wires(), picture);
        for (std::size_t i = 1; i < picture.labels.size(); ++i) {
          EXPECT_GE(area_of(picture.labels[i]).left, area_of(picture.labels[i - 1]).right + 2)
              << algorithm.id << ", " << n << " keys on " << width;
        }
        if (network.wires_move()) {
          std::set<int> steps;
          int last = 0;
          for (const Label& label : picture.labels) {
            steps.insert(std::stoi(label.text) - last);
            last = std::stoi(label.text);
          }
          EXPECT_LE(steps.size(), 1U) << n << " keys on " << width;
          continue;
        }
        std::map<std::string, std::size_t> layers;
        for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
          ++layers[std::to_string(network.label(layer).distance)];
        }
        for (const auto& [distance, count] : layers) {
          const auto written = std::ranges::count(picture.labels, distance, &Label::text);
          EXPECT_TRUE(written == 0 || static_cast<std::size_t>(written) == count)
              << algorithm.id << ", " << n << " keys on " << width << ": distance " << distance;
          left_out += written == 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(left_out, 0U);
}

// Letters that name a level are explained where one points at them.
TEST(NamesOfLevels, TheirLettersAreExplained) {
  std::ifstream page(std::string(SORTSCOPE_SOURCE_DIR) + "/docs/glossary.md");
  const std::string glossary(std::istreambuf_iterator<char>(page), {});
  ASSERT_FALSE(glossary.empty());
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family == Family::kListed) continue;
    RunView run(algorithm.id, mixed_keys(16));
    for (const MergeLevel& level : run.network().levels()) {
      const std::size_t equals = level.name.find(" = ");
      if (equals == std::string::npos && !level.name.starts_with("BM ")) continue;
      EXPECT_FALSE(level_help(level.name).empty()) << algorithm.id << ": " << level.name;
      // And in the glossary: "| k = 8 |", whatever the number there.
      const std::string letter = level.name.substr(0, equals == std::string::npos ? 3 : equals + 3);
      EXPECT_NE(glossary.find("| " + letter), std::string::npos) << letter;
    }
  }
  EXPECT_EQ(level_help("k = 8"), "Merge level: it ends with sorted runs of 8 keys.");
  EXPECT_EQ(level_help("j = 4"), "Merge level: it ends with sorted runs of 16 keys (2 to the j).");
  EXPECT_EQ(level_help("pairs"), "");
  RunView run("bitonic", mixed_keys(16));
  EXPECT_EQ(layer_help(run.recording(), 3),
            "Merge level: it ends with sorted runs of 8 keys.\nj = 4: it compares wires 4 apart.");
}

// So are those of the timeline below the stages of adaptive sorts: in its tooltip and the glossary.
TEST(NamesOfLevels, LettersOfStagesAreExplained) {
  std::ifstream page(std::string(SORTSCOPE_SOURCE_DIR) + "/docs/glossary.md");
  const std::string glossary(std::istreambuf_iterator<char>(page), {});
  int stages = 0;
  for (const Algorithm& algorithm : algorithms()) {
    RunView run(algorithm.id, mixed_keys(16));
    const Network& network = run.network();
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      if (!network.in_trees(layer)) continue;
      const TreeStep& step = network.step(layer);
      const bool overlapped = network.stages_overlap();
      const std::string letter = overlapped ? fmt::format("s = {}: ", step.time)
                                            : fmt::format("k = {}: ", step.first_stage);
      EXPECT_NE(layer_help(run.recording(), layer).find(letter), std::string::npos)
          << algorithm.id << " " << letter;
      ++stages;
    }
  }
  EXPECT_GT(stages, 50);
  for (const char* row : {"| k = 0 | adaptive sorts | the [stage]", "| s = 3 | overlapped"}) {
    EXPECT_NE(glossary.find(row), std::string::npos) << row;
  }
}

// In a row of frames each is "k = 8" or each is "8": the first one too.
TEST(NamesOfLevels, HaveOneFormInARow) {
  int rows = 0;
  int numbers = 0;
  for (const std::string_view algorithm :
       {"bitonic", "bitonic-ascending", "odd-even-merge", "pairwise", "halver-cascade"}) {
    for (const std::uint32_t n : {4U, 8U, 16U, 32U, 64U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (float width = 420; width <= 1280; width += 20) {
        const Scene scene = run.at({1, 0});
        const DiagramFrame frame =
            frame_diagram(run.recording(), geometry, run.options, Camera{}, width, 400);
        const Picture picture = layout_diagram(scene, geometry, frame, width, 400, true);
        std::size_t whole = 0;
        std::size_t short_ones = 0;
        std::size_t lettered = 0;  // "k = 8"; of pairs the name says all
        std::set<float> sizes;
        for (const MergeLevel& level : run.network().levels()) {
          const float left = frame.map.x(geometry.level_left(level));
          const float right = frame.map.x(geometry.level_right(level));
          const std::string number = level.name.substr(level.name.rfind(' ') + 1);
          lettered += number != level.name ? 1 : 0;
          for (const Label& label : picture.labels) {
            if (label.whole.empty() || label.x < left || label.x > right) continue;
            whole += label.text == level.name ? 1 : 0;
            short_ones += label.text == number && number != level.name ? 1 : 0;
            sizes.insert(label.size);
          }
        }
        EXPECT_TRUE(whole == 0 || short_ones == 0)
            << algorithm << " " << n << ", " << width << ": " << whole << " whole, " << short_ones;
        EXPECT_LE(sizes.size(), 1U);
        if (whole + short_ones == run.network().levels().size()) ++rows;
        // Bare numbers only where each frame has its own.
        EXPECT_TRUE(short_ones == 0 || short_ones == lettered)
            << algorithm << " " << n << ", " << width << ": " << short_ones;
        numbers += short_ones > 0 ? 1 : 0;
        // 64 keys beside a lesson: the first frame is 13 pixels wide.
        const bool beside_a_lesson = algorithm == "bitonic" && n == 64 && width == 900;
        EXPECT_TRUE(!beside_a_lesson || short_ones == 6) << short_ones;
      }
    }
  }
  EXPECT_GT(rows, 500);
  EXPECT_GT(numbers, 20);
}

}  // namespace
}  // namespace sortscope
