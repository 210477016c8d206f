// test_lesson_pictures.cpp: every stop of every lesson in windows of many sizes, on a projector
// too: words have room, stay in their pane and clear of keys, and tell no answer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "app/panels/panels.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/views/pane_places.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/rich_text.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/drawn_marks.h"
#include "tests/unit/app/lesson_windows.h"
#include "tests/unit/app/pane_pictures.h"

namespace sortscope {
namespace {

struct Sized {
  Window window;
  float user_scale;
};
std::vector<Sized> every_size() {
  std::vector<Sized> all;
  for (const auto& [wide, high] :
       {std::pair{1024, 700}, {1280, 720}, {1456, 910}, {1920, 1080}, {2560, 1440}}) {
    for (const float scale : {1.0F, 2.0F, 3.0F}) {
      all.push_back({{wide, high, scale, false}, 1});
      all.push_back({{wide, high, 1, false}, scale});
      all.push_back({{wide, high, 1, true}, scale});
    }
  }
  return all;
}

// A dashed edge of a frame goes through the middle of words that stand on no ground of their own.
std::vector<std::string> struck_through(const Picture& picture) {
  std::vector<std::string> said;
  for (const Label& label : picture.labels) {
    if (label.text.empty() || label.on_rank >= 0) continue;
    const LabelArea area = letters_of(label);
    const bool grounded = std::ranges::any_of(picture.chips, [&](const Box& chip) {
      return chip.filled && label.x >= chip.x && label.x <= chip.x + chip.w && label.y >= chip.y &&
             label.y <= chip.y + chip.h;
    });
    if (grounded) continue;
    for (const Box& box : picture.boxes) {
      if (box.filled || !box.dashed) continue;
      for (const float y : {box.y, box.y + box.h}) {
        if (y < area.top + 3 || y > area.bottom - 3) continue;
        if (box.x > area.right - 2 || box.x + box.w < area.left + 2) continue;
        said.push_back(
            fmt::format("'{}' {} is struck through at {:.0f}", label.text, describe(area), y));
      }
    }
  }
  return said;
}

// Words that end in three dots for lack of room.
std::vector<std::string> cut(const Picture& picture) {
  std::vector<std::string> said;
  for (const Label& label : picture.labels) {
    if (label.text.ends_with("…")) said.push_back(fmt::format("'{}' is cut", label.text));
  }
  return said;
}

using LessonPictures = LessonWindows;

TEST_P(LessonPictures, WordsHaveRoomInEveryWindow) {
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    for (const Window& window : kWindows) {
      use(window);
      const std::vector<Pane> places = panes();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string view(app.panes.views[i]->id());
        const auto picture = picture_of(app, view, places[i].width, places[i].height);
        if (!picture) continue;
        for (const std::string& complaint : complaints(*picture)) {
          if (++seen[view] > 12) break;
          ADD_FAILURE() << where << ", " << name_of(window) << ", " << view << " ("
                        << places[i].width << " × " << places[i].height << "): " << complaint;
        }
      }
    }
  });
  for (const auto& [view, count] : seen) {
    if (count > 12) ADD_FAILURE() << view << ": " << count << " in all";
  }
}

// Panes as a person divides the window: one, two and four views, at 1 to 3 times the size of a desk
// that a display or Ctrl + asks for, and on a projector.
TEST_P(LessonPictures, WordsHaveRoomInEveryPaneAtEverySize) {
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    std::set<std::tuple<std::string, int, int, int, bool>> drawn;
    for (const Sized& sized : every_size()) {
      use(sized.window);
      if (sized.window.projector) {
        run(fmt::format("projector {}", sized.user_scale));
      } else {
        app.look.user_scale = sized.user_scale;
      }
      std::vector<Pane> places = panes();
      for (const Pane& pane : divided()) places.push_back(pane);
      for (const auto& view_of_pane : app.panes.views) {
        const std::string view(view_of_pane->id());
        for (const Pane& pane : places) {
          const float unit = unit_of(app, view, pane.width, pane.height);
          const auto units = [&](float pixels) { return static_cast<int>(pixels / unit); };
          const auto letters = static_cast<int>(100 * unit / app.look.scale());
          if (!drawn
                   .emplace(view, units(pane.width), units(pane.height), letters,
                            sized.window.projector)
                   .second) {
            continue;
          }
          auto picture = picture_of(app, view, pane.width, pane.height);
          if (!picture) continue;
          // As the views do.
          leave_out_crowded(*picture);
          for (const std::string& complaint : complaints(*picture)) {
            if (++seen[view] > 12) break;
            ADD_FAILURE() << where << ", " << name_of(sized.window) << " times " << sized.user_scale
                          << ", " << view << " (" << pane.width << " × " << pane.height
                          << "): " << complaint;
          }
        }
      }
    }
    app.look.user_scale = 1;
  });
  for (const auto& [view, count] : seen) {
    if (count > 12) ADD_FAILURE() << view << ": " << count << " in all";
  }
}

// Answered questions have their marks, and keys stand between two layers.
TEST_P(LessonPictures, WordsHaveRoomOnceAnsweredAndWithinAStep) {
  constexpr Window kFew[] = {
      {1024, 700, 1, false}, {1280, 720, 1, false}, {1920, 1080, 1, true}, {2560, 1440, 2, false}};
  std::map<std::string, int> seen;
  walk([&](const std::string& where) {
    const auto look = [&](std::string_view moment) {
      for (const Window& window : kFew) {
        use(window);
        const std::vector<Pane> places = panes();
        for (std::size_t i = 0; i < places.size(); ++i) {
          const std::string view(app.panes.views[i]->id());
          auto picture = picture_of(app, view, places[i].width, places[i].height);
          if (!picture) continue;
          leave_out_crowded(*picture);
          for (const std::string& complaint : complaints(*picture)) {
            if (++seen[view] > 12) break;
            ADD_FAILURE() << where << ", " << moment << ", " << name_of(window) << ", " << view
                          << " (" << places[i].width << " × " << places[i].height
                          << "): " << complaint;
          }
        }
      }
    };
    if (app.quiz->asking()) {
      app.quiz->skip(app.session);
      app.session.settle();
      look("answered");
    }
    app.session.scrub(0.5);
    look("half a step on");
    app.session.settle();
  });
}

TEST_P(LessonPictures, WordsAreWholeAndNothingStrikesThemThrough) {
  // As a lecture hall has it, and a desk.
  constexpr Window kHalls[] = {
      {1920, 1080, 1, true}, {1280, 720, 1, true}, {1920, 1080, 1, false}, {1280, 720, 1, false}};
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    for (const Window& window : kHalls) {
      use(window);
      const std::vector<Pane> places = panes();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string view(app.panes.views[i]->id());
        const auto picture = picture_of(app, view, places[i].width, places[i].height);
        if (!picture) continue;
        std::vector<std::string> said = struck_through(*picture);
        for (std::string& each : cut(*picture)) said.push_back(std::move(each));
        for (const std::string& each : said) {
          if (!seen.insert(each).second) continue;
          ADD_FAILURE() << where << ", " << name_of(window) << ", " << view << " ("
                        << places[i].width << " × " << places[i].height << "): " << each;
        }
      }
    }
  });
}

TEST_P(LessonPictures, WordsAreHighEnoughOnAProjector) {
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    for (const Window& window : {Window{1280, 720, 1, true}, Window{1920, 1080, 1, true}}) {
      use(window);
      const std::vector<Pane> places = panes();
      for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string view(app.panes.views[i]->id());
        const auto picture = picture_of(app, view, places[i].width, places[i].height);
        if (!picture) continue;
        const float unit = unit_of(app, view, places[i].width, places[i].height);
        for (const std::string& each :
             small_words(*picture, unit, 16.0F * static_cast<float>(window.height) / 720)) {
          if (!seen.insert(each).second || seen.size() > 20) continue;
          ADD_FAILURE() << where << ", " << name_of(window) << ", " << view << " ("
                        << places[i].width << " × " << places[i].height << "): " << each;
        }
      }
    }
  });
}

TEST_P(LessonPictures, NoComparatorCrossesWords) {
  std::set<std::string> seen;
  walk([&](const std::string& where) {
    if (app.session.recording().network.aks() != nullptr) return;
    for (const Window& window : kWindows) {
      use(window);
      const std::vector<Pane> places = panes();
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (app.panes.views[i]->id() != "network") continue;
        const auto picture = picture_of(app, "network", places[i].width, places[i].height);
        const auto drawn = picture_of(app, "network", places[i].width, places[i].height, true);
        for (const std::string& each : crossed_words(*picture, *drawn)) {
          if (!seen.insert(each).second || seen.size() > 12) continue;
          ADD_FAILURE() << where << ", " << name_of(window) << ": " << each;
        }
      }
    }
  });
}

// Words that only the right answer has: of four letters, or numbers of two digits.
std::vector<std::string> telling_words(const Question& question, const std::string& caption) {
  const auto words_of = [](const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
      const bool in_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '^' || c == ',';
      if (in_word) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      if (in_word || words.back().empty()) continue;
      while (words.back().ends_with(',')) words.back().pop_back();
      words.emplace_back();
    }
    return words;
  };
  std::vector<std::string> telling;
  std::set<std::string> elsewhere;
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    if (question.right[i]) continue;
    for (std::string& word : words_of(question.answers[i])) elsewhere.insert(std::move(word));
  }
  // What is asked, or said beside the question, may stand in the picture.
  for (std::string& word : words_of(question.text + ' ' + caption + ' ')) {
    elsewhere.insert(std::move(word));
  }
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    if (!question.right[i]) continue;
    for (std::string& word : words_of(question.answers[i])) {
      const bool number = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
      if (word.size() >= (number ? 2U : 4U) && !elsewhere.contains(word)) {
        telling.push_back(std::move(word));
      }
    }
  }
  return telling;
}

bool says(std::string text, const std::string& word) {
  const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) {
      return true;
    }
  }
  return false;
}

TEST_P(LessonPictures, NoWordTellsTheAnswerOfAnOpenQuestion) {
  walk([&](const std::string& where) {
    if (!app.quiz->asking()) return;
    std::vector<std::string> texts{app.lesson->lesson().title,
                                   app.lesson->lesson().stops[app.lesson->place().stop].title};
    use({1920, 1080, 1, true});
    const std::vector<Pane> places = panes();
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto picture =
          picture_of(app, app.panes.views[i]->id(), places[i].width, places[i].height);
      if (!picture) continue;
      for (const Label& label : picture->labels) {
        // A number alone is a key, a wire or a tick.
        if (std::ranges::any_of(label.text, [](char c) { return std::isalpha(c) != 0; })) {
          texts.push_back(label.text);
        }
      }
    }
    const LessonPlace place = app.lesson->place();
    const LessonBuild& build = app.lesson->lesson().stops[place.stop].builds[place.build];
    for (const std::string& word : telling_words(app.quiz->question(), build.caption)) {
      for (const std::string& text : texts) {
        // Names of the two parts, which are there whatever comes out.
        if (text.starts_with("L_a = ") || text.starts_with("U_a = ")) continue;
        if (text.starts_with("becomes L_a") || text.starts_with("becomes U_a")) continue;
        EXPECT_FALSE(says(text, word)) << where << ": '" << text << "' tells '" << word << "'";
      }
    }
  });
}

// While it is asked how many keys end wrong, no curve goes on behind the cursor.
TEST(LessonQuestions, TheCurveOfStrangersEndsAtTheCursor) {
  SizedSurface surface;
  App app(surface);
  ASSERT_TRUE(run_command_line(app, "lesson 8"));
  app.lesson->go_to(app, {6, 0});
  app.lesson->settle(app);
  const auto points = [&] {
    const auto picture = picture_of(app, "aks-tree", 1000, 700);
    return std::ranges::count_if(picture->lines, [](const Line& line) {
      return line.role == Role::kPartOdd && line.width == 2 && line.x1 > line.x0;
    });
  };
  ASSERT_TRUE(app.quiz->asking());
  const auto asked = points();
  app.quiz->skip(app.session);
  app.session.settle();
  // Two of the sixteen steps lie behind.
  EXPECT_EQ(points() - asked, 14);
}

INSTANTIATE_TEST_SUITE_P(All, LessonPictures, lesson_names(), lesson_test_name);

}  // namespace
}  // namespace sortscope
