// test_schedule.cpp: the schedule picture: what it says, and what pressing it does.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/pictures/label_fit.h"
#include "core/views/adaptive/schedule.h"
#include "tests/unit/scene_fixture.h"

namespace sortscope {
namespace {

constexpr float kWidth = 1052;
constexpr float kHeight = 614;

bool says(const Picture& picture, std::string_view part) {
  return std::any_of(picture.labels.begin(), picture.labels.end(), [&](const Label& label) {
    return label.text.find(part) != std::string::npos;
  });
}

// Every command that some pixel of the page runs.
std::set<std::string> actions(const Scene& scene) {
  std::set<std::string> found;
  for (float y = 1; y < kHeight; y += 3) {
    for (float x = 1; x < kWidth; x += 3) {
      found.insert(kScheduleLayout.action(scene, kWidth, kHeight, x, y));
    }
  }
  found.erase("");
  return found;
}

// A network follows no plan of a merge in trees: it is said whose plan is shown, on every page.
TEST(ScheduleLayout, SaysWhosePlanItIs) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == "aks" || algorithm.needs_bitonic_input) continue;
    RunView view(algorithm.id, mixed_keys(16));
    for (const auto& [width, height] :
         {std::pair{480.0F, 300.0F}, {682.0F, 474.0F}, {960.0F, 474.0F}, {kWidth, kHeight}}) {
      const Picture picture = kScheduleLayout.layout(view.at({1, 0}), width, height);
      EXPECT_EQ(says(picture, "not of this run") || says(picture, "not this run's"),
                !view.network().adaptive())
          << algorithm.id << " " << width;
    }
  }
}

TEST(ScheduleLayout, EveryStepOfTheMergeCanBePressed) {
  for (const char* algorithm : {"adaptive", "adaptive-two-case", "adaptive-overlapped"}) {
    RunView view(algorithm, mixed_keys(16));
    const std::uint32_t depth = view.network().depth();
    const MergeLevel& last = view.network().levels().back();
    const std::set<std::string> found = actions(view.at({depth, 0}));
    for (std::uint32_t layer = last.first_layer; layer < depth; ++layer) {
      EXPECT_TRUE(found.contains("seek " + std::to_string(layer + 1))) << algorithm << layer;
    }
    EXPECT_FALSE(found.contains("seek " + std::to_string(last.first_layer)));
    for (const int j : {1, 2, 3}) {
      EXPECT_TRUE(found.contains("schedule-merge " + std::to_string(j)));
    }
    EXPECT_TRUE(found.contains("schedule-merge cursor"));
    for (const int p : {1, 2, 4, 8, 16}) {
      EXPECT_TRUE(found.contains("schedule-processors " + std::to_string(p)));
    }
  }
}

TEST(ScheduleLayout, PointingAtACellIsPointingAtItsComparison) {
  RunView view("adaptive-overlapped", mixed_keys(16));
  const Scene scene = view.at({14, 0});
  std::set<std::pair<std::uint32_t, std::uint32_t>> cells;
  for (float y = 1; y < kHeight; y += 3) {
    for (float x = 1; x < kWidth; x += 3) {
      const Selection found = kScheduleLayout.pick(scene, kWidth, kHeight, x, y);
      if (!found.comparator) continue;
      const TreeTask task = view.network().task(found.comparator->layer, found.comparator->index);
      EXPECT_EQ(task.merge, 4U);
      cells.insert({task.stage, task.phase});
    }
  }
  EXPECT_EQ(cells.size(), 10U);  // 4 + 3 + 2 + 1 phases
}

TEST(ScheduleLayout, SaysTheNumbersOfBothExecutions) {
  RunView view("adaptive", mixed_keys(16));
  Scene scene = view.at({14, 0});
  view.options.schedule.processors = 4;
  const Picture picture = kScheduleLayout.layout(scene, kWidth, kHeight);
  EXPECT_TRUE(says(picture, "Stage by stage: 10 parallel steps"));
  EXPECT_TRUE(says(picture, "Overlapped: 7 parallel steps"));
  // Overlapped tasks 1 1 3 3 6 4 8: 1 + 1 + 1 + 1 + 2 + 1 + 2 steps of four processors.
  EXPECT_TRUE(says(picture, "9 with 4 processors, 28 % idle in this merge"));
  // The table's shares are of all merges.
  EXPECT_TRUE(says(picture, "idle, whole sort"));
  EXPECT_TRUE(says(picture, "none of them twice"));
  view.options.schedule.every_step = true;
  const Picture early = kScheduleLayout.layout(scene, kWidth, kHeight);
  EXPECT_TRUE(says(early, "Every step is too early"));
}

// 256 keys: with 32 processors 158 steps stage by stage, 144 in the network, 118 overlapped; with
// 128 the network is ahead.
TEST(ScheduleLayout, TheNetworkStandsBesideTheAdaptiveSorts) {
  RunView view("adaptive-overlapped", mixed_keys(256));
  const Scene scene = view.at({40, 0});
  const auto height_of = [&](std::uint32_t processors) {
    view.options.schedule.processors = processors;
    const Picture picture = kScheduleLayout.layout(scene, kWidth, kHeight);
    EXPECT_TRUE(says(picture, "network"));
    std::map<Role, float> heights;
    for (const Dot& dot : picture.dots) {
      if (dot.radius == 3.4F) heights[dot.role] = dot.y;
    }
    EXPECT_EQ(heights.size(), 3U);
    return heights;
  };
  auto few = height_of(32);
  EXPECT_LT(few[Role::kKept], few[Role::kText]) << "more steps stand higher";
  EXPECT_LT(few[Role::kText], few[Role::kExchanged]);
  auto many = height_of(128);
  EXPECT_LT(many[Role::kExchanged], many[Role::kText]);
}

TEST(ScheduleLayout, NoTouchedNodeIsSharedInAnyStepOfARun) {
  for (const char* algorithm : {"adaptive", "adaptive-overlapped"}) {
    RunView view(algorithm, mixed_keys(64));
    for (std::uint32_t layer = 0; layer < view.network().depth(); ++layer) {
      const Scene scene = view.at({layer + 1, 0});
      const auto shown = schedule_picture::shown_schedule(scene);
      ASSERT_TRUE(shown && shown->layer == layer);
      const auto claim = schedule_picture::conflict_claim(scene, *shown);
      EXPECT_TRUE(claim.good) << claim.text;
      const std::string nodes = " " + std::to_string(2 * view.network().count(layer)) + " nodes";
      EXPECT_NE(claim.text.find(nodes), std::string::npos) << claim.text;
    }
  }
}

// A pane that grows, as when a lesson's panel goes, loses nothing.
TEST(ScheduleLayout, ALargerPageKeepsTheCurve) {
  RunView view("adaptive", mixed_keys(16));
  const Scene scene = view.at({14, 0});
  int kept = 0;
  for (float width = 560; width < 2400; width += 92) {
    bool there = false;
    for (float height = 420; height < 1500; height += 36) {
      const bool now = says(kScheduleLayout.layout(scene, width, height), "against processors");
      EXPECT_TRUE(now || !there) << width << " × " << height;
      there = there || now;
    }
    kept += there ? 1 : 0;
  }
  EXPECT_GT(kept, 15);
  for (float height = 420; height < 1500; height += 36) {
    bool there = false;
    for (float width = 560; width < 2400; width += 92) {
      const bool now = says(kScheduleLayout.layout(scene, width, height), "against processors");
      EXPECT_TRUE(now || !there) << width << " × " << height;
      there = there || now;
    }
  }
}

TEST(ScheduleLayout, StaysOnThePageForAnyRunAndSize) {
  for (const char* algorithm : {"adaptive-overlapped", "bitonic", "odd-even-transposition"}) {
    for (const std::uint32_t n : {1U, 2U, 3U, 100U, 2000U}) {
      RunView view(algorithm, mixed_keys(n));
      for (const auto& [width, height] :
           {std::pair(500.0F, 280.0F), {1052.0F, 614.0F}, {2330.0F, 1300.0F}}) {
        const Picture picture = kScheduleLayout.layout(view.at({}), width, height);
        EXPECT_FLOAT_EQ(picture.width, width);
        for (const Label& label : picture.labels) {
          const LabelArea area = area_of(label);
          EXPECT_GE(area.left, -1) << label.text;
          EXPECT_LE(area.right, width + 1) << algorithm << n << " " << label.text;
          EXPECT_LE(area.bottom, height + 1) << algorithm << n << " " << label.text;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sortscope
