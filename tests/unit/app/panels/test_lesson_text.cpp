// test_lesson_text.cpp: the text of every step of every lesson, and its question, fits on pages.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <optional>
#include <set>
#include <string>

#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/window/frame.h"
#include "core/own_kernels/report.h"
#include "core/recordings/recording.h"
#include "core/words/own_file.h"
#include "tests/unit/app/drawn_text.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

struct Window {
  int width, height;
  bool projector;
  float display_scale = 1;
  float user_scale = 1;  // Ctrl +
};
constexpr Window kWindows[] = {{1024, 700, false}, {1280, 720, false},    {1920, 1080, false},
                               {1024, 700, true},  {1280, 720, true},     {1920, 1080, true},
                               {1456, 910, true},  {2560, 1440, false, 2}};

class SizedSurface final : public QuietSurface {
 public:
  Window window = kWindows[0];
  [[nodiscard]] int width() const override { return window.width; }
  [[nodiscard]] int height() const override { return window.height; }
  [[nodiscard]] float display_scale() const override { return window.display_scale; }
};

class LessonText : public testing::TestWithParam<Window> {
 protected:
  LessonText() : app(surface) {
    surface.window = GetParam();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = {static_cast<float>(GetParam().width),
                                  static_cast<float>(GetParam().height)};
    if (GetParam().projector) {
      EXPECT_TRUE(run_command_line(app, "projector on"));
    }
    if (GetParam().user_scale > 1) app.look.user_scale = GetParam().user_scale;
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    EXPECT_TRUE(add_fonts(atlas, app.look.scale()));
    EXPECT_TRUE(atlas.Build());
    apply_theme(*app.look.palette, app.look.scale());
  }
  ~LessonText() override { ImGui::DestroyContext(); }

  void draw() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    const PanelSizes sizes = panel_sizes(app.look, true);
    const Pane pane{0, sizes.top_bar, sizes.side_panel,
                    app.look.height() - sizes.top_bar - sizes.timeline};
    ImGui::SetNextWindowPos({pane.x, pane.y});
    ImGui::SetNextWindowSize({pane.width, pane.height});
    ImGui::Begin("side", nullptr, ImGuiWindowFlags_NoDecoration);
    draw_lesson_panel(panel_parts(app), pane);
    ImGui::End();
    ImGui::EndFrame();
  }

  // Every page of what is shown.
  void expect_fits(const std::string& where) {
    draw();
    const std::size_t count = app.lesson->pages.count;
    if (count > most_pages) longest = where;
    most_pages = std::max(most_pages, count);
    for (std::size_t page = 0; page < count; ++page) {
      app.lesson->pages.shown = page;
      draw();
      EXPECT_LE(app.panel_memory->caption_overflow, 0.5F) << where << ", page " << page + 1;
      // Before a class a long question has pages, not small letters.
      if (!GetParam().projector) continue;
      EXPECT_FLOAT_EQ(app.panel_memory->least_letters, 15 * app.look.scale()) << where;
    }
  }

  // Answers that a pointer finds on its way down the page that is shown.
  std::size_t answers_under_the_pointer() {
    std::set<ImGuiID> found;
    const float step = 8 * app.look.scale();
    const float x = panel_sizes(app.look, true).side_panel / 2;
    for (float y = step; y < app.look.height(); y += step) {
      ImGui::GetIO().MousePos = {x, y};
      draw();
      const ImGuiWindow* side = ImGui::FindWindowByName("side");
      for (std::size_t i = 0; i < app.quiz->question().answers.size(); ++i) {
        const std::string id = fmt::format("answer-{}", i);
        if (ImGui::GetHoveredID() == ImHashStr(id.c_str(), 0, side->ID)) {
          found.insert(ImGui::GetHoveredID());
        }
      }
    }
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    return found.size();
  }

  SizedSurface surface;
  App app;
  std::size_t most_pages = 0;
  std::string longest;  // the step that has as many
};

TEST_P(LessonText, FitsWithItsQuestion) {
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        const std::string where =
            fmt::format("{}, stop {}, step {}", lesson.name, stop + 1, build + 1);
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        draw();
        if (build == 0) {
          EXPECT_EQ(app.lesson->pages.shown, 0U) << where << " opens at its heading";
        }
        expect_fits(where);
        if (!app.quiz->asking()) continue;
        ++questions;
        app.quiz->skip(app.session);
        expect_fits(where + ", answered");
      }
    }
  }
  EXPECT_GT(questions, 30);
  // Nobody turns many pages for one step.
  EXPECT_LE(most_pages, GetParam().width < 1280 ? 5U : 4U) << longest;
}

// After the answer, the page that is shown has the right choice with its tick.
TEST_P(LessonText, TheAnswerPageShowsTheRightChoice) {
  const unsigned good = pack(app.look.palette->color(Role::kGood));
  int pages = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        if (!app.quiz->asking() || app.quiz->question().answers.empty()) continue;
        app.quiz->skip(app.session);
        draw();
        draw();
        ImGui::Render();
        bool ticked = false;
        const ImDrawData& drawn = *ImGui::GetDrawData();
        for (int i = 0; i < drawn.CmdListsCount; ++i) {
          for (const ImDrawVert& vertex : drawn.CmdLists[i]->VtxBuffer) {
            ticked = ticked || vertex.col == good;
          }
        }
        EXPECT_TRUE(ticked) << lesson.name << ", stop " << stop + 1;
        if (app.lesson->pages.count > 1) ++pages;
      }
    }
  }
  if (GetParam().projector) {
    EXPECT_GT(pages, 0) << "some are apart from their question";
  }
}

// Outside lessons, too, the button stands below all that is said of the longest answer.
TEST_P(LessonText, TheQuizPanelNeedsNoScrolling) {
  int asked = 0;
  ASSERT_TRUE(run_command_line(app, "input uniform"));
  ASSERT_TRUE(run_command_line(app, "n 16"));
  const Status recorded = run_command_line(app, "record");
  ASSERT_TRUE(recorded) << recorded.error().text();
  app.background.wait(app);
  for (std::uint32_t layer = 0; layer < 10; ++layer) {
    app.quiz->leave(app.session, false);
    ASSERT_TRUE(run_command_line(app, fmt::format("seek {}", layer)));
    ASSERT_TRUE(run_command_line(app, "ask exchanges"));
    const Question question = app.quiz->question();
    for (std::size_t i = 0; i < question.options(); ++i) {
      if (!question.right[i]) app.quiz->choose(app.session, i);
    }
    for (const bool answered : {false, true}) {
      if (answered) {
        ASSERT_TRUE(app.quiz->check(app.session));
      }
      ImGui::NewFrame();
      const PanelSizes sizes = panel_sizes(app.look, true);
      const Pane pane{0, sizes.top_bar, sizes.side_panel,
                      app.look.height() - sizes.top_bar - sizes.timeline};
      ImGui::Begin("side", nullptr, ImGuiWindowFlags_NoDecoration);
      draw_quiz_panel(panel_parts(app), pane);
      ImGui::End();
      ImGui::EndFrame();
      EXPECT_LE(app.panel_memory->caption_overflow, 0.5F) << "layer " << layer + 1 << answered;
    }
    ++asked;
  }
  EXPECT_EQ(asked, 10);
}

// Behind the last page of a lesson: a button that begins the next one, at its end a network of
// one's own; and who has answered reads the score above it.
TEST_P(LessonText, TheLastPageHasAButtonToWhatComesNext) {
  const auto& lessons = shipped_lessons();
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    const auto show_end = [&](bool answered) {
      app.quiz->clear_score();
      ASSERT_TRUE(run_command_line(app, "lesson " + lessons[i].name));
      if (answered) {
        for (std::size_t stop = 0; stop < lessons[i].stops.size() && !app.quiz->asking(); ++stop) {
          app.lesson->go_to(app, {stop, 0});
          app.lesson->settle(app);
        }
        ASSERT_TRUE(app.quiz->asking()) << lessons[i].name;
        draw();
        app.lesson->pages.shown = app.lesson->pages.count - 1;
        app.quiz->skip(app.session);
        // One answer of a person, right or wrong.
        ASSERT_EQ(app.quiz->score_of(lessons[i].name).asked(), 1U);
      }
      app.lesson->go_to(app,
                        {lessons[i].stops.size() - 1, lessons[i].stops.back().builds.size() - 1});
      app.lesson->settle(app);
      if (app.quiz->asking()) app.quiz->skip(app.session);
      draw();
      app.lesson->pages.shown = app.lesson->pages.count - 1;
      draw();
    };
    show_end(false);
    const ImGuiWindow* side = ImGui::FindWindowByName("side");
    const ImGuiID button = ImHashStr("after", 0, side->ID);
    const float step = 8 * app.look.scale();
    std::string asked;
    for (float y = step; y < app.look.height() && asked.empty(); y += step) {
      ImGui::GetIO().MousePos = {3 * step, y};
      draw();
      if (ImGui::GetHoveredID() != button) continue;
      for (const bool down : {true, false}) {
        ImGui::GetIO().MouseDown[0] = down;
        draw();
      }
      for (const auto& line : app.asked.take()) asked = line.line;
    }
    ImGui::GetIO().MousePos = {-FLT_MAX, -FLT_MAX};
    draw();
    ASSERT_FALSE(asked.empty()) << lessons[i].name << " has no button at its end";
    ASSERT_TRUE(run_command_line(app, asked)) << asked;
    if (i + 1 < lessons.size()) {
      EXPECT_EQ(app.lesson->lesson().name, lessons[i + 1].name);
    } else {
      EXPECT_EQ(asked, "new-network 8");
    }
  }
}

// A class reads what is asked beside what it is asked about.
TEST_P(LessonText, TheTrapOfTheTreeStandsOnOnePage) {
  if (GetParam().width < 1280 || GetParam().height == 910) GTEST_SKIP() << "large letters";
  ASSERT_TRUE(run_command_line(app, "lesson 8"));
  app.lesson->go_to(app, {2, 0});
  app.lesson->settle(app);
  ASSERT_TRUE(app.quiz->asking());
  draw();
  EXPECT_EQ(app.lesson->pages.count, 1U);
}

// Where a question has no room beside all of its text, its page has the paragraphs that lead to it.
TEST_P(LessonText, AQuestionStandsWithWhatLeadsToIt) {
  if (!GetParam().projector || GetParam().height != 1080) GTEST_SKIP() << "as a class sees it";
  std::size_t with_text = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        draw();
        const auto& pages = app.lesson->pages;
        if (!app.quiz->asking() || pages.question == 0) continue;
        const std::string before = pages.text;
        app.lesson->pages.shown = pages.question;
        draw();
        // All of it is one paragraph below its heading, or the question fills its page.
        if (pages.text.empty()) continue;
        ++with_text;
        EXPECT_EQ(before.find(pages.text), std::string::npos) << "said twice: " << pages.text;
      }
    }
  }
  EXPECT_GE(with_text, 2U);
  ASSERT_TRUE(run_command_line(app, "lesson 1"));
  app.lesson->go_to(app, {3, 0});
  app.lesson->settle(app);
  draw();
  app.lesson->pages.shown = app.lesson->pages.question;
  draw();
  EXPECT_NE(app.lesson->pages.text.find("The next layer compares"), std::string::npos)
      << app.lesson->pages.text;
}

// Number and title of a lesson stand at its head where there is room, and are never cut.
TEST_P(LessonText, TheHeadNamesTheLesson) {
  std::size_t named = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    app.lesson->go_to(app, {lesson.stops.size() - 1, 0});
    app.lesson->settle(app);
    draw();
    draw();
    ImGui::Render();
    std::string head;
    const float foot = panel_sizes(app.look, true).top_bar + 66 * app.look.scale();
    for (const DrawnText& text : drawn_texts()) {
      if (text.bottom > foot) continue;
      EXPECT_FALSE(text.cut()) << text.text;
      EXPECT_LE(text.right, panel_sizes(app.look, true).side_panel);
      head += text.text + " ";
    }
    const std::string number = lesson.name.substr(0, lesson.name.find('-'));
    const bool both = head.find(number + ". " + lesson.title) != std::string::npos;
    named += both ? 1 : 0;
    EXPECT_TRUE(both || head.find("Lesson " + number + " ") != std::string::npos) << head;
    const std::string place = fmt::format("{0} of {0}", lesson.stops.size());
    EXPECT_NE(head.find(place), std::string::npos) << head;
  }
  // On a projector letters are large, and three of the titles are long.
  EXPECT_GE(named, shipped_lessons().size() - (GetParam().projector ? 3 : 0));
}

// What is left to do in one's own file stands before what comes next.
TEST_P(LessonText, TheTaskStandsAboveTheButton) {
  ASSERT_TRUE(run_command_line(app, "lesson 9"));
  const Lesson& lesson = app.lesson->lesson();
  app.lesson->go_to(app, {lesson.stops.size() - 1, lesson.stops.back().builds.size() - 1});
  app.lesson->settle(app);
  const auto kernel = std::make_shared<OwnKernel>();
  kernel->held = std::make_shared<KernelReport>();
  kernel->task = "Mend the marked line.";
  app.session.measured.kernel = kernel;
  draw();
  app.lesson->pages.shown = app.lesson->pages.count - 1;
  draw();
  ImGui::Render();
  float task = -1;
  float next = -1;
  for (const DrawnText& text : drawn_texts()) {
    if (text.text.starts_with("Mend the marked")) {
      EXPECT_LT(task, 0) << "said twice";
      task = text.bottom;
    }
    if (text.text.starts_with("Next: your own")) next = text.top;
  }
  EXPECT_GT(task, 0);
  EXPECT_GT(next, task);
}

// The last page says what a person's answers were worth, and nothing where none were given.
TEST_P(LessonText, TheLastPageSaysTheScore) {
  int scored = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    for (const bool answers : {false, true}) {
      app.quiz->clear_score();
      ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
      std::optional<bool> right;
      for (std::size_t stop = 0; answers && stop < lesson.stops.size() && !right; ++stop) {
        app.lesson->go_to(app, {stop, 0});
        app.lesson->settle(app);
        if (!app.quiz->asking() || app.quiz->question().answers.empty()) continue;
        if (app.quiz->question().several) continue;
        draw();
        app.lesson->pages.shown = app.lesson->pages.count - 1;
        app.quiz->clear_score();  // of those that were passed by
        ASSERT_TRUE(run_command_line(app, "answer-digit 1"));
        if (!app.quiz->answered()) {
          ASSERT_TRUE(run_command_line(app, "answer-check"));
        }
        ASSERT_TRUE(app.quiz->answered()) << lesson.name;
        right = app.quiz->question().right[0];
      }
      app.lesson->go_to(app, {lesson.stops.size() - 1, lesson.stops.back().builds.size() - 1});
      app.lesson->settle(app);
      if (app.quiz->asking()) continue;
      draw();
      app.lesson->pages.shown = app.lesson->pages.count - 1;
      draw();
      ImGui::Render();
      std::string all;
      for (const DrawnText& text : drawn_texts()) all += text.text + " ";
      const bool says = all.find("Your answers:") != std::string::npos;
      EXPECT_EQ(says, right.has_value()) << lesson.name << ": " << all;
      if (!right) continue;
      ++scored;
      EXPECT_NE(all.find(*right ? "1 of 1 right" : "0 of 1 right"), std::string::npos)
          << lesson.name << ": " << all;
    }
  }
  EXPECT_GT(scored, 4);
}

// A question is on the page that is shown, or whatever answers it turns to it first: keys, clicks
// in the picture, and the button beside the pages.
TEST_P(LessonText, EveryQuestionIsInSightBeforeItIsAnswered) {
  int turned = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        draw();
        if (!app.quiz->asking()) continue;
        const auto& pages = app.lesson->pages;
        const std::string where = fmt::format("{}, stop {}", lesson.name, stop + 1);
        if (pages.shown >= pages.question) continue;
        ++turned;
        const std::size_t read = pages.shown;
        for (const char* by : {"answer-digit 1", "answer-next", "answer-toggle", "answer-check",
                               "lesson-page question"}) {
          app.lesson->pages.shown = read;
          ASSERT_TRUE(run_command_line(app, by)) << where;
          EXPECT_EQ(pages.shown, pages.question) << where << ", " << by;
          EXPECT_TRUE(app.quiz->asking()) << where << ", " << by;
        }
        app.lesson->pages.shown = read;
        app.session.selected.wire = 0;
        attend_question(app);
        EXPECT_EQ(pages.shown, pages.question) << where << ", click";
        EXPECT_EQ(std::ranges::count(app.quiz->chosen(), true), 0) << where;
      }
    }
  }
  if (GetParam().projector) {
    EXPECT_GT(turned, 0);
  }
}

// PgDn turns the pages, then goes on; all of them come by, and back again with PgUp.
// Ctrl + and another display set the pages anew: what was on the screen stays there.
TEST_P(LessonText, AnotherSizeStaysAtItsPlace) {
  int turned = 0;
  ASSERT_TRUE(run_command_line(app, "lesson 1"));
  const auto& stops = app.lesson->lesson().stops;
  for (std::size_t stop = 0; stop < stops.size(); ++stop) {
    for (std::size_t build = 0; build < stops[stop].builds.size(); ++build) {
      app.lesson->go_to(app, {stop, build});
      app.lesson->settle(app);
      const float usual = app.look.user_scale;
      draw();
      const LessonPlayer::Pages& pages = app.lesson->pages;
      for (std::size_t page = 0; page < pages.count; ++page) {
        app.lesson->pages.shown = page;
        draw();
        const bool asked = app.quiz->asking() && pages.shown == pages.question;
        const std::string begins = pages.text.substr(0, pages.text.find_first_of(" \n"));
        const std::size_t before = pages.count;
        app.look.user_scale = 1.5F * usual;
        draw();
        const std::string where =
            fmt::format("stop {}, step {}, page {}", stop + 1, build + 1, page);
        if (asked) {
          EXPECT_EQ(pages.shown, pages.question) << where;
        } else if (before > 1) {
          EXPECT_NE(pages.text.find(begins), std::string::npos) << where << ": " << begins;
        }
        turned += pages.shown > page ? 1 : 0;
        app.look.user_scale = usual;
        draw();
      }
    }
  }
  EXPECT_GT(turned, GetParam().projector ? 0 : -1);
}

TEST_P(LessonText, PgDnComesByEveryPage) {
  ASSERT_TRUE(run_command_line(app, "lesson 1"));
  app.lesson->settle(app);
  const auto& stops = app.lesson->lesson().stops;
  for (int presses = 0; presses < 200 && !app.lesson->at_end(); ++presses) {
    draw();
    const LessonPlayer::Pages before = app.lesson->pages;
    const LessonPlace place = app.lesson->place();
    ASSERT_TRUE(run_command_line(app, "lesson-next page"));
    app.lesson->settle(app);
    if (before.shown + 1 < before.count) {
      EXPECT_EQ(app.lesson->place(), place);
      EXPECT_EQ(app.lesson->pages.shown, before.shown + 1);
    }
  }
  EXPECT_EQ(app.lesson->place().stop, stops.size() - 1);
}

// A page ends where a sentence does; none has a line only, beside another of the same text.
class LessonPages : public LessonText {};
TEST_P(LessonPages, EndWithASentence) {
  constexpr std::string_view kEnds = ".?!:)";
  int pages = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        draw();
        std::vector<std::string> texts;
        for (std::size_t page = 0; page < app.lesson->pages.count; ++page) {
          app.lesson->pages.shown = page;
          draw();
          if (!app.lesson->pages.text.empty()) texts.push_back(app.lesson->pages.text);
        }
        const std::string heading = lesson.stops[stop].title + "\n\n";
        EXPECT_TRUE(texts.empty() || texts[0].starts_with(heading)) << texts[0];
        for (std::size_t page = 0; page < texts.size(); ++page) {
          ++pages;
          const std::string& text = texts[page];
          // A sentence that is longer than a page has to go on.
          const bool within = text.find(". ") == std::string::npos;
          EXPECT_TRUE(kEnds.find(text.back()) != std::string_view::npos || within)
              << lesson.name << ", stop " << stop + 1 << ", step " << build + 1 << ": " << text;
        }
      }
    }
  }
  if (GetParam().user_scale > 2) {
    EXPECT_GT(pages, 100);
  }
}
// Whoever compares answers sees all of them.
class LessonAnswers : public LessonPages {};

TEST_P(LessonAnswers, ShareAPage) {
  int compared = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    ASSERT_TRUE(run_command_line(app, "lesson " + lesson.name));
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        app.lesson->settle(app);
        draw();
        if (!app.quiz->asking() || app.quiz->question().answers.empty()) continue;
        ++compared;
        const std::string where = fmt::format("{}, stop {}", lesson.name, stop + 1);
        std::size_t most = 0;
        for (std::size_t page = app.lesson->pages.question; page < app.lesson->pages.count;
             ++page) {
          app.lesson->pages.shown = page;
          const std::size_t found = answers_under_the_pointer();
          most = std::max(most, found);
        }
        EXPECT_EQ(most, app.quiz->question().answers.size()) << where;
      }
    }
  }
  EXPECT_GT(compared, 20);
}
constexpr Window kLarge[] = {{1280, 720, false, 1, 2}, {1280, 720, true, 1, 2},
                             {1280, 720, false, 1, 3}, {1920, 1080, false, 1, 2},
                             {1920, 1080, true, 1, 3}, {2560, 1440, false, 1, 3}};
INSTANTIATE_TEST_SUITE_P(Large, LessonPages, testing::ValuesIn(kLarge));
// From 640 x 360 units on.
INSTANTIATE_TEST_SUITE_P(Roomy, LessonAnswers,
                         testing::Values(Window{1280, 720, false, 1, 2},
                                         Window{1280, 720, true, 1, 2},
                                         Window{1920, 1080, false, 1, 2},
                                         Window{2560, 1440, false, 1, 3}));

INSTANTIATE_TEST_SUITE_P(Windows, LessonText, testing::ValuesIn(kWindows), [](const auto& each) {
  return fmt::format("{}x{}x{}{}", each.param.width, each.param.height, each.param.display_scale,
                     each.param.projector ? "_projector" : "");
});

}  // namespace
}  // namespace sortscope
