// test_lecture.cpp: diagrams as a class sees them: large keys, marks of answers, words of bands.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/scenes/laid_over.h"
#include "core/scenes/question_marks.h"
#include "core/views/network/diagram.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

// Panes of a projector of 1280 x 720 and of 1920 x 1080 in units: alone, beside a lesson, above
// bars, and of an old one of 1024 x 768.
constexpr std::pair<float, float> kPanes[] = {{1280, 630}, {910, 632}, {910, 455},
                                              {682, 474},  {682, 340}, {512, 330},
                                              {620, 460},  {580, 600}, {455, 455}};

DiagramFrame frame_of(const RunView& run, const NetworkGeometry& geometry, const Scene& scene,
                      const Camera& camera, float width, float height) {
  return frame_diagram(run.recording(), geometry, *scene.options, camera, width, height, true);
}

TEST(Lecture, GroundHidesNothingOfADiagramThatStandsInItsMargins) {
  for (const Algorithm& algorithm : algorithms()) {
    for (const std::uint32_t n : {4U, 8U, 16U, 64U}) {
      RunView run(algorithm.id, mixed_keys(n));
      const Scene scene = run.at({0, 0});
      const NetworkGeometry geometry(run.network(), false);
      for (const bool large : {false, true}) {
        for (const auto& pane : kPanes) {
          const DiagramFrame rests = frame_diagram(run.recording(), geometry, *scene.options,
                                                   Camera{}, pane.first, pane.second, large);
          const ClearMargins none = clear_margins(rests, pane.second);
          EXPECT_EQ(none.left + none.top + none.bottom, 0)
              << algorithm.id << " " << n << " on " << pane.first << " x " << pane.second;
          const Camera near{.zoom = 8, .center_x = 0.5, .center_y = 0.5};
          const DiagramFrame seen = frame_diagram(run.recording(), geometry, *scene.options, near,
                                                  pane.first, pane.second, large);
          const ClearMargins all = clear_margins(seen, pane.second);
          EXPECT_GT(all.left, 0) << algorithm.id << " " << n;
          if (seen.map.y(0) < 0) {
            EXPECT_GT(all.top, 0) << algorithm.id << " " << n;
            EXPECT_GT(all.bottom, 0) << algorithm.id << " " << n;
          }
        }
      }
    }
  }
}

TEST(Lecture, SignsOfAnswersAndNamesStandApart) {
  std::map<std::string, int> named;
  for (const char* algorithm : {"bitonic", "odd-even-merge", "bitonic-recursive"}) {
    for (const std::uint32_t n : {4U, 8U, 16U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        Scene scene = run.at({layer + 1, 0});
        auto marks = std::make_shared<QuestionMarks>();
        marks->asked_layer = layer;
        marks->then_layer = layer + 1;
        for (std::uint32_t index = 0; index < run.network().count(layer); ++index) {
          marks->comparators.push_back({layer, index, AnswerMark::kWrong});
        }
        LaidOver over;
        over.question = marks;
        scene.laid_over = &over;
        for (const auto& pane : kPanes) {
          const DiagramFrame frame =
              frame_of(run, geometry, scene, Camera{}, pane.first, pane.second);
          const Picture picture =
              layout_diagram(scene, geometry, frame, pane.first, pane.second, false);
          const std::string where = fmt::format("{} {} layer {} on {} x {}", algorithm, n, layer,
                                                pane.first, pane.second);
          for (const Label& label : picture.labels) {
            if (label.on_rank >= 0) continue;
            for (const MergeLevel& level : run.network().levels()) {
              if (level.name == label.text) ++named[level.name];
            }
            const LabelArea area = area_of(label);
            for (const Line& line : picture.lines) {
              if (line.role != Role::kExchanged || line.x0 == line.x1) continue;
              const bool meets = std::min(line.x0, line.x1) < area.right &&
                                 std::max(line.x0, line.x1) > area.left &&
                                 std::min(line.y0, line.y1) < area.bottom &&
                                 std::max(line.y0, line.y1) > area.top;
              EXPECT_FALSE(meets) << where << ": a sign lies on '" << label.text << "'";
            }
          }
        }
      }
    }
  }
  EXPECT_GT(named["k = 4"], 20);
}

// Ground below words that are wider than a marked layer cuts it in two.
TEST(Lecture, WordsOfABandLeaveItWhole) {
  int beside = 0;
  for (const char* algorithm : {"bitonic", "odd-even-merge"}) {
    for (const std::uint32_t n : {4U, 8U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (std::uint32_t layer = 0; layer < run.network().depth(); ++layer) {
        Scene scene = run.at({0, 0});
        LaidOver over;
        over.highlights.push_back(
            {.layers = true, .first = layer, .last = layer, .label = "the first layer"});
        scene.laid_over = &over;
        for (const auto& pane : kPanes) {
          // Where comparators stand on both sides, they are not hidden for it.
          if (pane.first < (layer == 0 ? 600 : 900)) continue;
          const DiagramFrame frame =
              frame_of(run, geometry, scene, Camera{}, pane.first, pane.second);
          const Picture picture =
              layout_diagram(scene, geometry, frame, pane.first, pane.second, false);
          const auto band = std::ranges::find_if(picture.boxes, [](const Box& box) {
            return box.dashed && box.role == Role::kAccent && !box.filled;
          });
          ASSERT_NE(band, picture.boxes.end());
          const auto words = std::ranges::find_if(picture.labels, [](const Label& label) {
            return label.role == Role::kAccent && label.text.starts_with("the first");
          });
          // Names of levels keep their line.
          std::set<float> heights;
          for (const Label& label : picture.labels) {
            const bool named =
                std::ranges::any_of(run.network().levels(), [&](const MergeLevel& level) {
                  return level.name == label.text && level.first_layer > 0;
                });
            if (named) heights.insert(label.y);
          }
          EXPECT_LE(heights.size(), 1U) << algorithm << " " << n << " layer " << layer << " on "
                                        << pane.first << " x " << pane.second;
          if (words == picture.labels.end()) continue;
          const LabelArea area = area_of(*words);
          const bool across = area.left <= band->x && area.right >= band->x + band->w;
          // Above the first wire and below the last they are its title.
          const bool within =
              area.bottom > frame.map.y(0) && area.top < frame.map.y(static_cast<float>(n) - 1);
          EXPECT_FALSE(across && within) << algorithm << " " << n << " layer " << layer << " on "
                                         << pane.first << " x " << pane.second;
          beside += area.left > band->x + band->w && within ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(beside, 0);
}

TEST(Lecture, BoxesOfAKindAreNamedOrNoneIs) {
  std::map<std::string, int> complete;
  for (const char* algorithm : {"bitonic-merger", "bitonic-recursive"}) {
    for (const std::uint32_t n : {8U, 16U, 32U}) {
      RunView run(algorithm, mixed_keys(n));
      const NetworkGeometry geometry(run.network(), false);
      for (const std::uint32_t layer : {0U, 1U, run.network().depth()}) {
        const Scene scene = run.at({layer, 0});
        for (const bool large : {false, true}) {
          for (const auto& pane : kPanes) {
            const DiagramFrame frame = frame_diagram(run.recording(), geometry, *scene.options,
                                                     Camera{}, pane.first, pane.second, large);
            const Picture picture =
                layout_diagram(scene, geometry, frame, pane.first, pane.second, false);
            std::map<std::string, std::uint32_t> names;
            for (const Label& label : picture.labels) {
              if (label.text.starts_with("BM ")) ++names[label.text];
            }
            for (const auto& each : names) {
              const auto size = static_cast<std::uint32_t>(std::stoul(each.first.substr(3)));
              EXPECT_EQ(each.second, n / size)
                  << algorithm << " " << n << ", layer " << layer << ", " << each.first << " on "
                  << pane.first << " x " << pane.second << (large ? ", large" : "");
              ++complete[each.first];
            }
          }
        }
      }
    }
  }
  EXPECT_GT(complete["BM 2"], 5);
  EXPECT_GT(complete["BM 4"], 10);
}

}  // namespace
}  // namespace sortscope
