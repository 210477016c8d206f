// test_lesson_slides.cpp: on the slides of lessons no text of a network is larger than its keys.
#include "app/command_line/lesson_slides.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(LessonSlides, KeysAreTheLargest) {
  constexpr std::uint32_t kMostWires = 16;  // with more, keys have little room
  constexpr float kWidth = 896;
  constexpr float kHeight = 720;
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  int pictures = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      app.lesson->go_to(app, {stop, 0});
      app.lesson->settle(app);
      const Scene scene = app.session.scene();
      const Recording& recording = *scene.recording;
      const bool network = std::ranges::any_of(
          app.panes.views, [](const auto& view) { return view->id() == "network"; });
      if (!network || recording.network.wires() > kMostWires) continue;
      std::set<std::string> keys;
      for (std::uint32_t place = 0; place < recording.real_keys(); ++place) {
        keys.insert(recording.key_text(place));
      }
      const Layout& layout = **find_layout("network");
      const Picture slide = slide_picture(layout, scene, kWidth, kHeight);
      const Picture handout = layout.layout(scene, kWidth, kHeight);
      const auto largest = [&](const Picture& picture, bool of_keys) {
        float size = 0;
        for (const Label& label : picture.labels) {
          if ((keys.contains(label.text) && label.anchor == Anchor::kMiddle) == of_keys) {
            size = std::max(size, label.size);
          }
        }
        return size;
      };
      ++pictures;
      EXPECT_GE(largest(slide, true) + 0.01F, largest(slide, false))
          << lesson.name << ", stop " << stop + 1;
      EXPECT_GT(largest(slide, true), largest(handout, true))
          << lesson.name << ", stop " << stop + 1;
    }
  }
  EXPECT_GT(pictures, 10);
}

}  // namespace
}  // namespace sortscope
