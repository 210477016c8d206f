// test_lesson_speech.cpp: what the lessons speak of is drawn, in windows of many sizes and on a
// projector.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

#include "app/state/quiz.h"
#include "core/pictures/rich_text.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/drawn_marks.h"
#include "tests/unit/app/lesson_windows.h"

namespace sortscope {
namespace {

using LessonSpeech = LessonWindows;

// What a lesson's words point at, and what of the picture that is.
struct Spoken {
  std::string_view words, view;
  bool (*drawn)(const Picture& picture);
};

bool has_label(const Picture& picture, std::string_view part) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(part) != std::string::npos;
  });
}

// Large enough to see which way they point.
bool has_arrows(const Picture& picture) {
  constexpr float kLeast = 3;
  return !picture.arrows.empty() &&
         std::ranges::all_of(picture.arrows,
                             [&](const ArrowHead& arrow) { return arrow.size >= kLeast; });
}

constexpr Spoken kSpoken[] = {
    {" arrow", "network", has_arrows},
    {"(arrow", "network", has_arrows},
    {"bars below the tree", "tree",
     [](const Picture& picture) {
       // The lowest keys are bars that stand on one line, a bar a key.
       float lowest = 0;
       for (const Box& chip : picture.chips) lowest = std::max(lowest, chip.y + chip.h);
       return std::ranges::count_if(picture.chips, [&](const Box& chip) {
                return chip.y + chip.h > lowest - 1;
              }) >= 15;
     }},
    {"spoke", "cylinder",
     [](const Picture& picture) {
       // Strokes from edge to edge, of half as many comparators as keys.
       return std::ranges::count_if(picture.shapes, [](const Shape& shape) {
                return shape.count == 2 && shape.width > 0;
              }) >= 8;
     }},
    {"line below the picture compares", "network",
     [](const Picture& picture) {
       return has_label(picture, "343") && has_label(picture, "bitonic") &&
              has_label(picture, "4,608");
     }},
    {"line below the tree", "aks-tree",
     [](const Picture& picture) { return has_label(picture, "a stranger at t ="); }},
    {"bars below the plan", "schedule",
     [](const Picture& picture) { return has_label(picture, "busy"); }},
    {"row *passes over global memory*", "launches",
     [](const Picture& picture) { return has_label(picture, "passes over global memory"); }},
    {"The curve on the left", "halver",
     [](const Picture& picture) { return has_label(picture, "the wrong side"); }},
    {"**first** plot", "plots",
     [](const Picture& picture) { return has_label(picture, "Comparators per element"); }},
    {"the plot ends before", "plots",
     [](const Picture& picture) { return has_label(picture, "Depth"); }},
    {"**second** plot", "plots",
     [](const Picture& picture) { return has_label(picture, "Depth"); }},
};

// An experiment in a pane of the window.
std::optional<Picture> experiment_of(App& app, const Pane& pane) {
  if (app.session.measured.experiment == nullptr) return std::nullopt;
  const float unit = page_scale(app.look, pane, "plots");
  return (*find_layout("plots"))
      ->layout(app.session.scene(), pane.width / unit, pane.height / unit);
}

TEST_P(LessonSpeech, HaveWhatIsSpokenOf) {
  walk([&](const std::string& where) {
    const LessonPlace place = app.lesson->place();
    const LessonBuild& build = app.lesson->lesson().stops[place.stop].builds[place.build];
    for (const Spoken& spoken : kSpoken) {
      if ((build.caption + build.notes).find(spoken.words) == std::string::npos) continue;
      app.background.wait(app);  // what it measures is there
      if (app.background.experiment) {
        app.session.measured.experiment = app.background.experiment->latest();
      }
      for (const Window& window : kWindows) {
        use(window);
        const std::vector<Pane> places = panes();
        for (std::size_t i = 0; i < places.size(); ++i) {
          if (app.panes.views[i]->id() != spoken.view) continue;
          const auto picture =
              spoken.view == "plots"
                  ? experiment_of(app, places[i])
                  : picture_of(app, spoken.view, places[i].width, places[i].height, true);
          EXPECT_TRUE(picture && spoken.drawn(*picture))
              << where << ", " << name_of(window) << ": '" << spoken.words << "' is not drawn";
        }
      }
    }
  });
}

// Tables, curves and the like are not in every pane. Where a text points at one, a row above tells
// how it is looked for; else the text says that it takes a wide window.
TEST_P(LessonSpeech, PointsAtNothingThatNobodyLooksFor) {
  constexpr std::string_view kPointedAt[] = {"table",     "curve",          "plot",
                                             "column in", "numbers in the", "*passes"};
  constexpr std::string_view kElsewhere[] = {"no table is stored", "compare the curves"};
  walk([&](const std::string& where) {
    const LessonPlace place = app.lesson->place();
    const LessonBuild& build = app.lesson->lesson().stops[place.stop].builds[place.build];
    const std::string text = build.caption + "\n" + build.notes;
    const auto within = [&](std::string_view words, std::size_t at) {
      const std::size_t found = text.rfind(words, at);
      return found != std::string::npos && at < found + words.size();
    };
    for (const std::string_view noun : kPointedAt) {
      for (std::size_t at = 0; (at = text.find(noun, at)) != std::string::npos; ++at) {
        const std::size_t from = text.find_last_of(".:;\n", at) + 1;
        const std::size_t to = std::min(text.find_first_of(".\n", at), text.size());
        const std::string sentence = text.substr(from, to - from);
        const bool letter_before =
            at > 0 && std::isalpha(static_cast<unsigned char>(text[at - 1])) != 0;
        const bool looked_for = std::ranges::any_of(kSpoken, [&](const Spoken& spoken) {
          return within(spoken.words, at) && app.panes.views[0]->id() == spoken.view;
        });
        const bool elsewhere = std::ranges::any_of(
            kElsewhere, [&](std::string_view words) { return within(words, at); });
        EXPECT_TRUE(letter_before || looked_for || elsewhere ||
                    sentence.find("wide window") != std::string::npos)
            << where << ": " << sentence;
      }
    }
  });
}

// How many layers of halvers a separator has may be what is asked.
TEST_P(LessonSpeech, AnOpenQuestionShowsNoLayerThatIsToCome) {
  int asked = 0;
  walk([&](const std::string& where) {
    if (app.panes.views[0]->id() != "separator" || !app.quiz->asking()) return;
    ++asked;
    const auto layers = [&] {
      const auto picture = picture_of(app, "separator", 1000, 700);
      return std::ranges::count_if(
          picture->labels, [](const Label& label) { return label.text.starts_with("Layer "); });
    };
    const auto before = layers();
    EXPECT_LE(before, 1) << where;
    app.quiz->skip(app.session);
    app.session.settle();
    EXPECT_GT(layers(), before) << where;
  });
  EXPECT_TRUE(asked > 0 || !GetParam().starts_with("7-"));
}

// What a word of a text is drawn as.
struct SpokenLook {
  std::string_view word;
  bool (*is)(const Drawn& mark, float thinnest);
};
bool has_hue(const Drawn& mark, float from, float to) {
  const auto hue = hue_of(mark.color);
  return hue && *hue >= from && *hue <= to;
}
constexpr SpokenLook kLooks[] = {
    {"violet", [](const Drawn& mark, float) { return !mark.ranked && has_hue(mark, 250, 315); }},
    {"green", [](const Drawn& mark, float) { return !mark.ranked && has_hue(mark, 85, 164); }},
    {"turquoise", [](const Drawn& mark, float) { return !mark.ranked && has_hue(mark, 165, 190); }},
    {"dark blue", [](const Drawn& mark, float) { return mark.ranked && has_hue(mark, 195, 255); }},
    {"blue", [](const Drawn& mark, float) { return has_hue(mark, 190, 255); }},
    {"yellow", [](const Drawn& mark, float) { return mark.ranked && has_hue(mark, 40, 70); }},
    {"grey", [](const Drawn& mark, float) { return !mark.ranked && !hue_of(mark.color); }},
    {"dashed", [](const Drawn& mark, float) { return mark.dashed; }},
    {"hollow", [](const Drawn& mark, float) { return mark.hollow; }},
    {"thick", [](const Drawn& mark, float thinnest) { return mark.width >= 1.5F * thinnest; }},
    {"diamond", [](const Drawn& mark, float) { return mark.diamond; }},
};

// Whole words of `text`, as they are spoken: code aside.
bool speaks_of(const std::string& text, std::string_view word) {
  std::string spoken;
  for (const RichBlock& block : parse_rich_text(text)) {
    for (const RichSpan& span : block.spans) {
      if (!span.code) spoken += span.text;
    }
    spoken += ' ';
  }
  for (char& c : spoken) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (std::size_t at = 0; (at = spoken.find(word, at)) != std::string::npos; at += word.size()) {
    const bool begins = at == 0 || std::isalpha(static_cast<unsigned char>(spoken[at - 1])) == 0;
    if (begins) return true;
  }
  return false;
}

// Colours and strokes that the text names are there, in a pane of the stop.
TEST_P(LessonSpeech, HaveTheColoursAndStrokesThatAreSpokenOf) {
  walk([&](const std::string& where) {
    const LessonPlace place = app.lesson->place();
    const LessonBuild& build = app.lesson->lesson().stops[place.stop].builds[place.build];
    for (const SpokenLook& look : kLooks) {
      if (!speaks_of(build.caption, look.word) && !speaks_of(build.notes, look.word)) continue;
      for (const Window& window : {Window{1280, 720, 1, false}, Window{1920, 1080, 1, true}}) {
        use(window);
        const std::vector<Pane> places = panes();
        bool drawn = false;
        bool whole = true;
        for (std::size_t i = 0; i < places.size(); ++i) {
          const auto picture =
              picture_of(app, app.panes.views[i]->id(), places[i].width, places[i].height, true);
          // Plots stand between buttons.
          if (!picture) whole = false;
          if (!picture) continue;
          const std::vector<Drawn> marks = marks_of(*picture, *app.look.palette);
          float thinnest = 1e9F;
          for (const Drawn& mark : marks) {
            if (mark.width > 0) thinnest = std::min(thinnest, mark.width);
          }
          drawn = drawn || std::ranges::any_of(
                               marks, [&](const Drawn& mark) { return look.is(mark, thinnest); });
        }
        EXPECT_TRUE(drawn || !whole)
            << where << ", " << name_of(window) << ": nothing is " << look.word;
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(All, LessonSpeech, lesson_names(), lesson_test_name);

}  // namespace
}  // namespace sortscope
