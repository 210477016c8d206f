// test_argument_choices.cpp: what the palette asks for, and the line to copy.
#include <gtest/gtest.h>

#include "app/commands/argument_choices.h"
#include "app/commands/screen_command_line.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/session_file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class Asked : public testing::Test {
 protected:
  Asked() : app(surface) { app.session.open(prepare_run(small_recording())); }
  std::optional<ArgumentQuestion> ask(std::string_view id, std::vector<std::string> before = {}) {
    return ask_argument(app, *find_command(id), before);
  }
  static bool offers(const std::optional<ArgumentQuestion>& question, std::string_view value) {
    if (!question) return false;
    for (const ArgumentChoice& each : question->choices) {
      if (each.value == value) return true;
    }
    return false;
  }

  QuietSurface surface;
  App app;
};

// 8 wires, 6 layers of 4 comparators.
TEST_F(Asked, LimitsAreThoseOfTheRun) {
  EXPECT_EQ(ask("seek")->name, "LAYER");
  EXPECT_EQ(ask("seek")->wants, "a whole number from 0 to 6");
  EXPECT_FALSE(ask("seek")->optional);
  EXPECT_EQ(ask("seek", {"2"})->wants, "a whole number from 0 to 4");
  EXPECT_TRUE(ask("seek", {"2"})->optional);
  EXPECT_FALSE(ask("seek", {"2", "1"}));
  EXPECT_EQ(ask("select-wire")->wants, "a whole number from 0 to 7");
  EXPECT_EQ(ask("select-comparator")->wants, "a whole number from 1 to 6");
  EXPECT_EQ(ask("select-comparator", {"6"})->wants, "a whole number from 0 to 3");
  EXPECT_FALSE(ask("fit"));
}

TEST_F(Asked, ValuesAreOffered) {
  EXPECT_TRUE(offers(ask("algorithm"), "odd-even-merge"));
  EXPECT_TRUE(offers(ask("view"), "cylinder"));
  EXPECT_TRUE(offers(ask("view"), "2"));
  EXPECT_TRUE(offers(ask("view", {"2"}), "cylinder"));
  EXPECT_FALSE(offers(ask("view", {"cylinder"}), "cylinder"));
  EXPECT_TRUE(offers(ask("padding"), "hidden"));
  EXPECT_TRUE(ask("padding")->optional);
  EXPECT_TRUE(offers(ask("palette"), "light"));
  EXPECT_TRUE(offers(ask("order"), "descending"));
  EXPECT_TRUE(offers(ask("cylinder-fold"), "auto"));
  EXPECT_EQ(ask("cylinder-fold")->wants, "a number from 0 to 1");
  EXPECT_TRUE(offers(ask("race", {"bitonic"}), "pairwise"));
  EXPECT_TRUE(offers(ask("race", {"bitonic"}), "quicksort"));
  EXPECT_TRUE(offers(ask("keys-as"), "float32"));
  EXPECT_TRUE(ask("keys", {"1", "2"})->repeats);
}

// A word that is asked for says what it is, or offers values.
TEST_F(Asked, EveryRequiredArgumentCanBeAnswered) {
  for (const Command& command : commands()) {
    const ArgumentCount count = argument_count(command.arguments);
    std::vector<std::string> before;
    for (std::size_t i = 0; i < count.least; ++i) {
      const auto question = ask_argument(app, command, before);
      ASSERT_TRUE(question) << command.id;
      EXPECT_FALSE(question->name.empty()) << command.id;
      EXPECT_FALSE(question->optional) << command.id << " " << i;
      before.emplace_back("1");
    }
  }
}

TEST(ShellWords, AreReadBackByAShell) {
  EXPECT_EQ(shell_word("bitonic"), "bitonic");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("seek 3"), "'seek 3'");
  EXPECT_EQ(shell_word("it's $HOME"), R"('it'\''s $HOME')");
}

TEST_F(Asked, CommandLineOfThePicture) {
  EXPECT_EQ(*run_options(app.session.recording(), "auto"),
            "--algorithm bitonic --keys=7,6,5,4,3,2,1,0 --type int32");
  ASSERT_TRUE(run_command_line(app, "views 1"));
  ASSERT_TRUE(run_command_line(app, "view bars"));
  ASSERT_TRUE(run_command_line(app, "seek 2 1"));
  ASSERT_TRUE(run_command_line(app, "selection wire 3"));
  EXPECT_EQ(*screen_command_line(app, app.next.engine_id),
            "sortscope --algorithm bitonic --keys=7,6,5,4,3,2,1,0 --type int32 --view bars "
            "--step 2:1 --do 'selection wire 3'");
}

}  // namespace
}  // namespace sortscope
