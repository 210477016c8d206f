// test_presenter_page.cpp: the lecturer can read the notes, what the class reads, and the question.
#include "app/window/presenter_page.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/window/presenter_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

// The longest texts of the lessons, and a few short ones.
std::vector<PresenterText> texts_of_lessons() {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  std::vector<PresenterText> texts;
  for (const Lesson& lesson : shipped_lessons()) {
    EXPECT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      const std::size_t last = lesson.stops[stop].builds.size() - 1;
      for (std::size_t build = 0; build <= last; ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        // A question stands below all that came before it.
        if (build == last || app.quiz->asking()) {
          texts.push_back(presenter_text(*app.lesson, *app.quiz));
        }
      }
    }
  }
  std::ranges::stable_sort(texts, std::greater<>(), [](const PresenterText& text) {
    return text.caption.size() + text.question.size() + text.notes.size();
  });
  EXPECT_GT(texts.size(), 60U);
  texts.erase(texts.begin() + 10, texts.end() - 4);
  return texts;
}

struct Words {
  float left, top, right, bottom;
  float letters;  // in pixels
  std::string text;
};

std::vector<Words> words_of(const PresenterPage& page) {
  std::vector<Words> all;
  for (const RichRun& run : page.slide.words) {
    all.push_back({run.x, run.y - 0.5F * run.size, run.x + run.width, run.y + 0.5F * run.size,
                   run.size * page.scale, run.text});
  }
  for (const Label& label : page.slide.picture.labels) {
    const float width = file_text_width(label.text, label.size, label.face);
    const float left = label.anchor == Anchor::kEnd ? label.x - width : label.x;
    all.push_back({left, label.y - 0.5F * label.size, left + width, label.y + 0.5F * label.size,
                   label.size * page.scale, label.text});
  }
  return all;
}

// Whatever the window's size and however large one makes its letters.
TEST(PresenterPage, NothingIsTinyAndNothingLiesOverAnother) {
  const std::vector<PresenterText> texts = texts_of_lessons();
  for (const auto& [width, height] :
       {std::pair{960, 600}, {640, 432}, {470, 900}, {440, 280}, {1280, 720}, {1920, 1200}}) {
    for (const float larger : {0.5F, 1.0F, 1.1F, 1.331F, 2.0F, 3.0F}) {
      for (const PresenterText& text : texts) {
        const PresenterPage page = set_presenter_page(text, larger, width, height);
        const std::vector<Words> words = words_of(page);
        const std::string where =
            fmt::format("{} x {}, {} times, {}: ", width, height, larger, text.stop);
        const float foot = page.foot;
        for (std::size_t i = 0; i < words.size(); ++i) {
          const Words& a = words[i];
          EXPECT_GE(a.letters, 10.9F) << where << a.text;
          EXPECT_TRUE(a.bottom <= foot || a.top >= foot) << where << a.text << " is on the rule";
          EXPECT_LE(a.right, page.slide.picture.width) << where << a.text;
          for (std::size_t j = i + 1; j < words.size(); ++j) {
            const Words& b = words[j];
            EXPECT_TRUE(a.right <= b.left + 0.5F || b.right <= a.left + 0.5F ||
                        a.bottom <= b.top + 0.5F || b.bottom <= a.top + 0.5F)
                << where << a.text << " | " << b.text;
          }
        }
      }
    }
  }
}

// What is left out is told, and not before the letters have been made larger in a usual window.
TEST(PresenterPage, SaysWhereItLeavesSomethingOut) {
  const std::vector<PresenterText> texts = texts_of_lessons();
  const auto letters_of = [](const PresenterPage& page) {
    std::size_t letters = 0;
    for (const RichRun& run : page.slide.words) letters += run.text.size();
    return letters;
  };
  const auto told = [](const PresenterPage& page) {
    return std::ranges::any_of(page.slide.picture.labels,
                               [](const Label& label) { return label.text.starts_with("… more"); });
  };
  bool ever = false;
  for (const PresenterText& text : texts) {
    const PresenterPage plain = set_presenter_page(text, 1, 1920, 1200);
    EXPECT_FALSE(told(plain)) << text.stop;
    EXPECT_FALSE(told(set_presenter_page(text, 1, 960, 600))) << text.stop;
    for (const float larger : {1.1F, 1.331F, 2.0F, 3.0F}) {
      const PresenterPage page = set_presenter_page(text, larger, 960, 600);
      EXPECT_EQ(told(page), letters_of(page) < letters_of(plain)) << text.stop << " " << larger;
      ever = ever || told(page);
    }
  }
  EXPECT_TRUE(ever);
}

// Ctrl + makes texts larger, none at the cost of another, and leaves notes and question whole.
TEST(PresenterPage, NoTextGrowsAtTheCostOfAnother) {
  int grown = 0;
  for (const PresenterText& text : texts_of_lessons()) {
    PresenterText brief = text;
    brief.caption.clear();
    for (const auto& size : {std::pair{960, 600}, {640, 440}, {1920, 1200}}) {
      // Named again, for a lambda captures no structured binding in clang.
      const int width = size.first;
      const int height = size.second;
      const auto least_of = [&](float larger) {
        const PresenterPage page = set_presenter_page(text, larger, width, height);
        float least = 1000;
        for (const RichRun& run : page.slide.words) least = std::min(least, run.size * page.scale);
        return least;
      };
      const std::string where = fmt::format("{}, {} x {}", text.stop, width, height);
      EXPECT_GE(least_of(1.331F), least_of(1) - 0.1F) << where;
      const auto notes_of = [&](float larger) {
        return set_presenter_page(text, larger, width, height).slide.words.front().size;
      };
      EXPECT_GE(notes_of(1.331F), notes_of(1) - 0.1F) << where;
      grown += least_of(1.331F) > 1.2F * least_of(1) ? 1 : 0;
      // Without a caption nothing needs to be left out.
      if (width < 960) continue;
      for (const float larger : {1.0F, 1.331F, 3.0F}) {
        for (const Label& label :
             set_presenter_page(brief, larger, width, height).slide.picture.labels) {
          EXPECT_FALSE(label.text.starts_with("… more")) << where << ", " << larger;
        }
      }
    }
  }
  EXPECT_GT(grown, 10);
}

}  // namespace
}  // namespace sortscope
