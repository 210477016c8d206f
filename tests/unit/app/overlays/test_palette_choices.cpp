// test_palette_choices.cpp: what can run comes before what cannot, whatever is typed.
#include "app/overlays/palette_choices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "app/commands/argument_choices.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/opening.h"
#include "core/lessons/lesson.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

void expect_order(const App& app, const std::string& text) {
  bool refused = false;
  int score = 0;
  for (const PaletteChoice& choice : palette_choices(app, app.remembered, text)) {
    if (choice.line == text) continue;  // typed by its name
    const bool first_refused = !refused && !choice.why_not.empty();
    EXPECT_FALSE(refused && choice.why_not.empty()) << text << ": " << choice.line;
    if (score != 0 && !first_refused && refused == !choice.why_not.empty()) {
      EXPECT_LE(choice.score, score) << text << ": " << choice.line;
    }
    score = choice.score;
    refused = refused || !choice.why_not.empty();
  }
}

// A row is scanned by a few words; what is more to say stands below them.
TEST(PaletteChoices, TitlesAreShort) {
  constexpr std::size_t kMost = 60;  // characters that a row has room for, beside the longest keys
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  for (const Command& command : commands()) {
    const TitleParts parts = title_parts(command.title);
    EXPECT_LE(parts.title.size(), kMost) << command.title;
    EXPECT_FALSE(parts.title.empty()) << command.title;
    EXPECT_FALSE(parts.title.ends_with(' ') || parts.detail.starts_with(' ')) << command.title;
  }
  for (const std::string text : {"bitonic", "aks", "view", "race", "benchmark"}) {
    for (const PaletteChoice& choice : palette_choices(app, app.remembered, text)) {
      EXPECT_LE(title_parts(choice.title).title.size(), kMost) << choice.title;
    }
  }
  EXPECT_EQ(title_parts("Play or pause").title, "Play or pause");
  const std::string_view longer = "Save the data of this run: our JSON, CSV, HDF5";
  EXPECT_EQ(title_parts(longer).title, "Save the data of this run");
  EXPECT_EQ(title_parts(longer).detail, "our JSON, CSV, HDF5");
  // Names of lessons are whole.
  for (const Lesson& lesson : shipped_lessons()) {
    EXPECT_EQ(title_parts(lesson.title).title, lesson.title);
  }
}

// No row is empty in its first line, and no two begin alike: also of values that have no title.
TEST(PaletteChoices, TitlesDiffer) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  std::set<std::string_view> of_commands;
  for (const Command& command : commands()) {
    EXPECT_TRUE(of_commands.insert(title_parts(command.title).title).second) << command.title;
  }
  for (const Command& command : commands()) {
    std::set<std::string> titles;
    for (const PaletteChoice& each :
         palette_choices(app, app.remembered, std::string(command.id))) {
      EXPECT_FALSE(title_parts(each.title).title.empty()) << command.id << ": " << each.line;
      EXPECT_TRUE(titles.insert(each.title).second) << command.id << ": " << each.line;
    }
  }
}

TEST(PaletteChoices, WhatCanRunComesFirst) {
  QuietSurface surface;
  App app(surface);
  for (const bool loaded : {false, true}) {
    if (loaded) app.session.open(prepare_run(small_recording()));
    expect_order(app, "");
    for (const Command& command : commands()) {
      const std::string id(command.id);
      expect_order(app, id);
      expect_order(app, id.substr(0, 3));
      expect_order(app, std::string(command.title));
    }
  }
}

// Enter runs it, or says why it cannot: never another one that has the word in its title.
TEST(PaletteChoices, ACommandIsFirstByItsName) {
  QuietSurface surface;
  App app(surface);
  for (const bool loaded : {false, true}) {
    if (loaded) app.session.open(prepare_run(small_recording()));
    for (const Command& command : commands()) {
      const auto choices = palette_choices(app, app.remembered, std::string(command.id));
      ASSERT_FALSE(choices.empty());
      EXPECT_EQ(choices.front().line, command.id);
      EXPECT_EQ(choices.front().why_not, why_not(command, app)) << command.id;
    }
  }
}

// Every algorithm is found by its title as a keyboard types it, and no two lines read the same.
TEST(PaletteChoices, HyphensFindDashesAndLinesDiffer) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  for (const Algorithm& algorithm : algorithms()) {
    std::string typed(algorithm.title);
    for (std::size_t at = 0; (at = typed.find("–", at)) != std::string::npos;) {
      typed.replace(at, std::string_view("–").size(), "-");
    }
    const auto choices = palette_choices(app, app.remembered, typed);
    std::set<std::string> titles;
    bool found = false;
    for (const PaletteChoice& choice : choices) {
      found = found || choice.line.ends_with(" " + std::string(algorithm.id));
      EXPECT_TRUE(titles.insert(choice.title).second) << typed << ": " << choice.title;
    }
    EXPECT_TRUE(found) << typed;
  }
}

// Words as a student or a lecturer says them, and the command that is meant.
TEST(PaletteChoices, APersonsWordsFindTheCommand) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  for (const auto& [words, line] :
       std::vector<std::pair<std::string, std::string>>{{"does it sort", "verify"},
                                                        {"sorts", "verify"},
                                                        {"does the network sort", "verify"},
                                                        {"sort every input", "verify"},
                                                        {"copy the network", "copy-network"},
                                                        {"full screen", "fullscreen"},
                                                        {"add a comparator", "add-comparator"},
                                                        {"network draw", "new-network"},
                                                        {"edit my network", "edit-network"},
                                                        {"close lesson", "lesson-close"},
                                                        {"slides", "export"},
                                                        {"handout", "sheet"},
                                                        {"print", "export"},
                                                        {"pdf", "export"}}) {
    const auto choices = palette_choices(app, app.remembered, words);
    bool found = false;
    // What cannot run now comes last.
    const bool refused = !can_run(*find_command(line), app);
    for (const PaletteChoice& each : choices) {
      if (refused != !each.why_not.empty()) continue;
      EXPECT_EQ(each.line, line) << words;
      found = true;
      break;
    }
    EXPECT_TRUE(found) << words;
  }
}

TEST(PaletteChoices, RecordIsWhatRecordFinds) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  EXPECT_EQ(palette_choices(app, app.remembered, "record").front().line, "record");
}

// A sort by its name is that sort, not a switch of the lab.
TEST(PaletteChoices, SortsComeBeforeSwitches) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  for (const char* name : {"adaptive", "odd-even", "pairwise", "bitonic"}) {
    const auto choices = palette_choices(app, app.remembered, name);
    ASSERT_FALSE(choices.empty()) << name;
    EXPECT_FALSE(choices.front().line.starts_with("bench-"))
        << name << ": " << choices.front().line;
    for (const PaletteChoice& each : choices) {
      const bool value =
          each.line.starts_with("bench-") && each.line.find(' ') != std::string::npos;
      EXPECT_TRUE(!value || each.title.starts_with("Benchmark: ")) << each.line;
    }
  }
}

// Who types the name of an algorithm gets that algorithm, not a view named after it.
TEST(PaletteChoices, ANameOfAnAlgorithmFindsItFirst) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  std::vector<std::pair<std::string, std::string>> names;
  for (const Algorithm& each : algorithms()) {
    if (each.id == "listed") continue;  // a network of one's own
    names.emplace_back(each.id, each.id);
    names.emplace_back(each.title, each.id);
  }
  names.emplace_back("aks", "aks");
  names.emplace_back("AKS", "aks");
  names.emplace_back("GPU-AB", "abisort");
  // Words of its name, in any order.
  names.emplace_back("bitonic xor", "bitonic");
  names.emplace_back("xor bitonic", "bitonic");
  names.emplace_back("recursive bitonic", "bitonic-recursive");
  for (const auto& [typed, id] : names) {
    const auto choices = palette_choices(app, app.remembered, typed);
    ASSERT_FALSE(choices.empty()) << typed;
    const std::string line = choices.front().line + " ";
    EXPECT_TRUE(line.starts_with("record-with " + id + " ")) << typed << ": " << line;
  }
}

TEST(PaletteChoices, ANumberOfALessonIsOneRowWithItsTitle) {
  QuietSurface surface;
  App app(surface);
  for (const Lesson& lesson : shipped_lessons()) {
    const std::string line = "lesson " + lesson.name.substr(0, lesson.name.find('-'));
    const auto choices = palette_choices(app, app.remembered, line);
    ASSERT_FALSE(choices.empty()) << line;
    EXPECT_EQ(choices.front().line, line);
    EXPECT_EQ(choices.front().title, lesson.title);
    EXPECT_EQ(std::ranges::count_if(choices,
                                    [&](const auto& each) { return each.line.starts_with(line); }),
              1)
        << line;
  }
}

// As many keys as show it: a person's own stay, a lesson's few do not go into AKS.
TEST(PaletteChoices, AnAlgorithmIsOfferedWithKeysThatShowIt) {
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  const auto line_for = [&](const std::string& name) {
    return palette_choices(app, app.remembered, name).front().line;
  };
  ASSERT_TRUE(run_command_line(app, "keys 3 1 2"));
  ASSERT_TRUE(run_command_line(app, "record"));
  app.background.wait(app);
  EXPECT_EQ(line_for("aks"), "record-with aks");
  EXPECT_EQ(line_for("pairwise"), "record-with pairwise");
  ASSERT_TRUE(run_command_line(app, "lesson 1 3"));
  app.lesson->settle(app);
  ASSERT_LT(app.session.recording().real_keys(), 16U);
  EXPECT_EQ(line_for("pairwise"), "record-with pairwise 16");
  ASSERT_TRUE(run_command_line(app, line_for("aks")));
  app.background.wait(app);
  const Recording& aks = app.session.recording();
  EXPECT_EQ(aks.algorithm->id, "aks");
  EXPECT_GE(2 * aks.real_keys(), aks.network.wires());
}

// Enter takes the first row: half a name of a value must not stand there, where it only fails.
TEST(PaletteChoices, HalfANameIsNotFirst) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  int halves = 0;
  for (const Command& command : commands()) {
    const auto question = ask_argument(app, command, {});
    if (!question || !question->wants.empty()) continue;
    std::set<std::string> values;
    for (const ArgumentChoice& each : question->choices) values.insert(each.value);
    for (const std::string& value : values) {
      if (value.size() < 3 || value.find_first_of(" \"'") != std::string::npos) continue;
      const std::string half = value.substr(0, value.size() - 1);
      if (values.contains(half)) continue;
      const std::string typed = std::string(command.id) + " " + half;
      const auto found = palette_choices(app, app.remembered, typed);
      ASSERT_FALSE(found.empty()) << typed;
      EXPECT_NE(found.front().line, typed) << typed;
      ++halves;
    }
  }
  EXPECT_GT(halves, 100);
  for (const std::string typed : {"view aks", "view hyper", "palette lig"}) {
    const auto found = palette_choices(app, app.remembered, typed);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found.front().line, typed);
    EXPECT_TRUE(found.front().line.starts_with(typed)) << found.front().line;
  }
}

// Who types all of a title means it, whatever else has the word in it.
TEST(PaletteChoices, AWholeTitleIsFirst) {
  QuietSurface surface;
  App app(surface);
  app.session.open(prepare_run(small_recording()));
  for (const std::string typed : {"light", "Light", "dark", "play", "projector", "halver"}) {
    const auto found = palette_choices(app, app.remembered, typed);
    ASSERT_FALSE(found.empty()) << typed;
    const std::string_view title = found.front().title;
    EXPECT_TRUE(std::ranges::equal(
        title.substr(0, typed.size()), std::string_view(typed),
        [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); }))
        << title;
    const std::string_view rest = title.substr(std::min(typed.size(), title.size()));
    EXPECT_TRUE(rest.empty() || rest.starts_with(" · ") || rest.starts_with(":")) << title;
  }
  EXPECT_EQ(palette_choices(app, app.remembered, "light").front().line, "palette light");
}

}  // namespace
}  // namespace sortscope
