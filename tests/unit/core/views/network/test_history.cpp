// test_history.cpp: the picture of a whole run: cells, the cursor's column, what is hidden, where
// one points.
#include <algorithm>
#include <string>

#include "core/pictures/label_fit.h"
#include "core/scenes/question_marks.h"
#include "core/scenes/rank_history.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

Keys typed(const char* text) { return read_numbers(text, "test", {}, 1U << 20).value(); }

std::size_t cells(const Picture& picture) {
  return static_cast<std::size_t>(std::ranges::count(picture.boxes, Role::kRank, &Box::role));
}

TEST(HistoryLayout, HasACellForEachWireAndLayer) {
  RunView run("bitonic", typed("5 2 7 1 6 0 3 4"));
  const Picture picture = kHistoryLayout.layout(run.at({2, 0}), 960, 540);
  EXPECT_FALSE(picture.unfinished);
  ASSERT_EQ(cells(picture), 8U * 7U);
  // Column by column, from the first wire down: at last the keys are in order.
  for (std::size_t row = 0; row < 8; ++row) {
    EXPECT_NEAR(picture.boxes[6 * 8 + row].rank, static_cast<float>(row) / 7, 1.0F / 255) << row;
  }
  EXPECT_NEAR(picture.boxes[0].rank, 5.0F / 7, 1.0F / 255);
  // Keys are written in their cells.
  EXPECT_EQ(std::ranges::count(picture.labels, "5", &Label::text) -
                std::ranges::count_if(
                    picture.labels,
                    [](const Label& label) { return label.text == "5" && label.on_rank < 0; }),
            7);
}

TEST(HistoryLayout, AnOpenQuestionHidesWhatComes) {
  RunView run("bitonic", typed("5 2 7 1 6 0 3 4"));
  auto marks = std::make_shared<QuestionMarks>();
  marks->veiled = true;
  run.laid_over.question = marks;
  const Picture picture = kHistoryLayout.layout(run.at({2, 0}), 960, 540);
  EXPECT_EQ(cells(picture), 8U * 3U);
  const Scene scene = run.at({2, 0});
  const Picture whole = kHistoryLayout.layout(scene, 960, 540);
  EXPECT_TRUE(std::ranges::none_of(whole.labels, [&](const Label& label) {
    return label.on_rank >= 0 && label.x > 960.0F * 0.9F;
  }));
}

TEST(HistoryLayout, OnePointsAtAKeyAtAnyMoment) {
  RunView run("bitonic", typed("5 2 7 1 6 0 3 4"));
  const Picture picture = kHistoryLayout.layout(run.at({2, 0}), 960, 540);
  for (const std::size_t cell : {std::size_t{3}, std::size_t{6 * 8 + 5}}) {
    const Box& box = picture.boxes[cell];
    const Selection found =
        kHistoryLayout.pick(run.at({2, 0}), 960, 540, box.x + box.w / 2, box.y + box.h / 2);
    ASSERT_TRUE(found.place.has_value()) << cell;
    // Keys 0 .. 7 are their ranks.
    EXPECT_NEAR(run.recording().request.keys.value(*found.place) / 7, box.rank, 1.0 / 255);
  }
  // The number above a column goes there.
  const Box& third = picture.boxes[3 * 8];
  EXPECT_EQ(kHistoryLayout.action(run.at({2, 0}), 960, 540, third.x + 3, third.y - 12), "seek 3");
  EXPECT_EQ(kHistoryLayout.action(run.at({2, 0}), 960, 540, third.x + 3, third.y + 12), "");
}

TEST(HistoryLayout, LargeRunsHaveBoundedPictures) {
  RunView run("bitonic", generate_keys("uniform", KeyType::kUint32, 1U << 14, 7,
                                       *find_algorithm("bitonic").value(), Order::kAscending)
                             .value());
  const Picture picture = kHistoryLayout.layout(run.at({50, 0}), 1920, 1080);
  EXPECT_FALSE(picture.unfinished);
  EXPECT_LE(cells(picture), 40'000U);
  EXPECT_GT(cells(picture), 5'000U);
}

// The way of a key goes from number to number, and strikes none of them out.
TEST(HistoryLayout, TheWayOfAKeyLeavesTheNumbersAlone) {
  RunView run("bitonic", typed("5 2 7 1 6 0 3 4"));
  for (const auto& [width, height] : {std::pair{960.0F, 540.0F}, {480.0F, 320.0F}}) {
    for (std::uint32_t place = 0; place < 8; ++place) {
      Scene scene = run.at({2, 0});
      scene.hover.place = place;
      const Picture picture = kHistoryLayout.layout(scene, width, height);
      std::size_t ways = 0;
      for (const Shape& shape : picture.shapes) {
        if (shape.role != Role::kAccent || shape.closed) continue;
        ++ways;
        for (std::size_t i = 0; i + 1 < shape.count; ++i) {
          const ShapePoint& from = picture.points[shape.first + i];
          const ShapePoint& to = picture.points[shape.first + i + 1];
          for (int step = 0; step <= 20; ++step) {
            const float t = static_cast<float>(step) / 20;
            const float x = from.x + (to.x - from.x) * t;
            const float y = from.y + (to.y - from.y) * t;
            for (const Label& label : picture.labels) {
              if (label.on_rank < 0) continue;
              const LabelArea area = area_of(label);
              EXPECT_FALSE(x > area.left && x < area.right && y > area.top && y < area.bottom)
                  << label.text;
            }
          }
        }
      }
      EXPECT_EQ(ways, 6U);  // of six layers
    }
  }
}

}  // namespace
}  // namespace sortscope
