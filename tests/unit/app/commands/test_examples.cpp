// test_examples.cpp: the example of every command is a line that it takes.
#include "app/commands/examples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(Examples, EveryCommandWithArgumentsHasOneThatItsUsageTakes) {
  std::vector<std::string_view> with_arguments;
  for (const Command& command : commands()) {
    const std::string_view example = command_example(command.id);
    if (command.arguments.empty()) {
      EXPECT_EQ(example, command.id);
      continue;
    }
    with_arguments.push_back(command.id);
    const auto words = split_command_line(example);
    ASSERT_TRUE(words.ok()) << example;
    EXPECT_EQ(words->front(), command.id);
    const ArgumentCount count = argument_count(command.arguments);
    // An example without arguments would show nothing.
    EXPECT_GE(words->size() - 1, std::max<std::size_t>(count.least, 1)) << example;
    EXPECT_LE(words->size() - 1, count.most) << example;
    EXPECT_TRUE(check_command_line(example, Source::kPerson).ok()) << example;
  }
  // In the same order, and none of a command that is gone.
  std::vector<std::string_view> named;
  for (const std::string_view line : command_examples()) {
    named.push_back(line.substr(0, line.find(' ')));
  }
  EXPECT_EQ(named, with_arguments);
}

// Lines after which the example of some command has something to work on.
const std::vector<std::vector<std::string>>& stages() {
  static const std::vector<std::vector<std::string>> kStages = {
      {},
      {"preset figure-10"},
      {"preset algorithm-1"},
      {"preset aks-tree"},
      {"preset bank-conflicts"},
      {"preset mistake-missing", "verify sorter"},
      {"record-with bitonic-merger 8"},
      {"n 64", "record"},
      {"race bitonic adaptive"},
      {"views 4"},
      {"log on"},
      {"new-network 4", "add-comparator 0 1 1", "add-comparator 2 3 1", "choose-comparator 1 0"},
      {"new-network 4"},
      {"lesson 1"},
      {"lesson 1 2"},
      {"ask choice 'Which?' 'this' '*that'"},
      {"quiz on"},
      {"lab-open '" SORTSCOPE_SOURCE_DIR "/tests/golden/lab.json'", "view plots"},
      {"kernel-open '" SORTSCOPE_SOURCE_DIR "/assets/own_kernels/starts/v2.cu'"},
  };
  return kStages;
}

// "" where the line was taken.
std::string run_in(App& app, std::string_view line) {
  app.notices.failure.reset();
  if (const Status status = run_command_line(app, line); !status) return status.error().text();
  app.background.wait(app);
  app.lesson->settle(app);
  app.session.settle();
  return app.notices.failure ? app.notices.failure->text() : "";
}

TEST(Examples, ThoseThatShowAndChangeTheRunAreTakenSomewhere) {
  // Of a kernel that was compiled and run, which takes a compiler.
  const std::set<std::string_view> of_a_kernel = {"kernel-finding", "kernel-against"};
  for (const std::string_view line : command_examples()) {
    const Command* command = find_command(line.substr(0, line.find(' ')));
    ASSERT_NE(command, nullptr) << line;
    const bool harmless = command->effect == Effect::kShow || command->effect == Effect::kChangeRun;
    if (!harmless || of_a_kernel.contains(command->id)) continue;
    std::string says;
    const bool taken = std::ranges::any_of(stages(), [&](const std::vector<std::string>& stage) {
      QuietSurface surface;
      App app(surface);
      app.session.open(prepare_run(small_recording()));
      app.next.run = app.session.recording().request;
      app.next.engine_id = "cpu";
      for (const std::string& before : stage) (void)run_in(app, before);
      const std::string why = run_in(app, line);
      says += why + "\n";
      return why.empty();
    });
    EXPECT_TRUE(taken) << line << "\n" << says;
  }
}

}  // namespace
}  // namespace sortscope
