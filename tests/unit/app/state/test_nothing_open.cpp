// test_nothing_open.cpp: before the first run is there, every command says so or does without.
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

TEST(NothingOpen, EveryCommandCanBeAskedFor) {
  ImGui::CreateContext();  // it has the clipboard
  const std::vector<std::string> words = {"1", "on", "off", "network", "nothing-like-it", "0.5"};
  for (const Command& command : commands()) {
    // What reads files, writes, measures or makes a run has its own tests.
    if (command.effect != Effect::kShow && command.effect != Effect::kOwn) continue;
    if (command.id == "quit") continue;
    const ArgumentCount count = argument_count(command.arguments);
    for (const std::string& word : words) {
      for (std::size_t given = count.least; given <= std::min<std::size_t>(count.most, 3);
           ++given) {
        QuietSurface surface;
        App app(surface);
        std::string line(command.id);
        for (std::size_t i = 0; i < given; ++i) line += " " + word;
        const Status status = run_command_line(app, line);
        EXPECT_TRUE(status.ok() || !status.error().text().empty()) << line;
        app.background.wait(app);
        app.session.advance(0.1);
      }
    }
  }
  ImGui::DestroyContext();
}

}  // namespace
}  // namespace sortscope
