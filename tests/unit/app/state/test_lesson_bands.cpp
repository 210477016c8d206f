// test_lesson_bands.cpp: what a lesson's bands say of keys stands only where it holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/state/session_file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

std::vector<std::string> words_of(const Scene& scene) {
  std::vector<std::string> words;
  for (const Layout* layout : {&kNetworkLayout, &kBarsLayout, &kHistoryLayout}) {
    for (const Label& label : layout->layout(scene, 1280, 720).labels) words.push_back(label.text);
  }
  return words;
}

// The keys on the wires of a band, from the first on.
std::vector<double> keys_in(const Scene& scene, const Highlight& band) {
  std::vector<double> keys;
  for (Wire wire = band.first; wire <= band.last; ++wire) {
    keys.push_back(scene.recording->request.keys.value(scene.places[wire]));
  }
  return keys;
}

TEST(LessonBands, SpeakOfKeysOnlyWhereTheLessonPutThem) {
  QuietSurface surface;
  App app(surface);
  int bands = 0;
  int orders = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        const std::string where = lesson.name + ", stop " + std::to_string(stop + 1);
        const auto highlights = app.session.laid_over.highlights;
        if (highlights.empty()) continue;
        app.quiz->leave(app.session, false);
        const Cursor put = app.session.cursor();
        for (std::uint32_t layer = 0; layer <= app.session.recording().network.depth(); ++layer) {
          const Cursor here{layer, 0};
          app.session.seek(here);
          const Scene scene = app.session.scene();
          const std::vector<std::string> words = words_of(scene);
          for (const Highlight& band : highlights) {
            const bool said = std::ranges::count(words, band.label) > 0;
            if (band.layers) continue;  // what a layer is, it is at any time
            EXPECT_EQ(said, here == put) << where << ", " << band.label << ", " << layer;
            if (!said) continue;
            ++bands;
            // What can be checked of the words.
            const std::vector<double> keys = keys_in(scene, band);
            if (band.label == "ascending") {
              EXPECT_TRUE(std::ranges::is_sorted(keys)) << where;
              ++orders;
            } else if (band.label == "descending") {
              EXPECT_TRUE(std::ranges::is_sorted(keys, std::ranges::greater{})) << where;
              ++orders;
            }
          }
        }
      }
    }
  }
  EXPECT_GE(bands, 11);
  EXPECT_EQ(orders, 2);
}

// On its way to where they will stand, and half-way through the next layer, nothing is said yet.
TEST(LessonBands, WaitForWhatIsOnItsWay) {
  QuietSurface surface;
  App app(surface);
  ASSERT_TRUE(run_command_line(app, "keys 3 7 4 8 6 2 1 5"));
  ASSERT_TRUE(run_command_line(app, "record"));
  app.background.wait(app);
  ASSERT_TRUE(run_command_line(app, "play-to 2 1"));
  ASSERT_TRUE(run_command_line(app, "highlight wires 0-3 \"half a hill\""));
  const auto said = [&] {
    return std::ranges::count(words_of(app.session.scene()), "half a hill") > 0;
  };
  EXPECT_FALSE(said());
  app.session.settle();
  EXPECT_EQ(app.session.cursor(), (Cursor{2, 0}));
  EXPECT_TRUE(said());
  app.session.pose({2, 0}, 0.5F);
  EXPECT_FALSE(said());
  // A session that is saved elsewhere does not bring the words there.
  app.session.seek({3, 0});
  for (const std::string& line : picture_lines(app)) EXPECT_FALSE(line.starts_with("highlight"));
  app.session.seek({2, 0});
  const auto lines = picture_lines(app);
  EXPECT_EQ(std::ranges::count(lines, "highlight wires 0-3 \"half a hill\""), 1);
}

}  // namespace
}  // namespace sortscope
