// test_next_run.cpp: Ctrl R records the next run as its words say, whatever pane has the keyboard.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class NextRunKey : public testing::TestWithParam<std::string_view> {};

TEST_P(NextRunKey, RecordsWhatTheWordsSay) {
  for (const std::size_t panes : {1U, 2U, 4U}) {
    for (std::size_t focused = 0; focused < panes; ++focused) {
      QuietSurface surface;
      App app(surface);
      app.next.engine_id = "cpu";
      adopt(app, prepare_run(small_recording()));
      app.panes.set_count(panes);
      ASSERT_TRUE(app.panes.set(focused, GetParam()));
      app.panes.focused = focused;
      const std::uint64_t before = app.session.generation();
      // Chosen, it waits for its key.
      for (const char* line : {"algorithm pairwise", "input reversed", "n 12"}) {
        ASSERT_TRUE(run_command_line(app, line)) << line;
      }
      EXPECT_EQ(app.session.generation(), before);
      const std::string words = next_run_text(app.next);
      EXPECT_NE(words.find("Pairwise"), std::string::npos) << words;
      EXPECT_NE(words.find("12 keys"), std::string::npos) << words;
      const KeyEvent press{.key = GLFW_KEY_R, .ctrl = true};
      handle_keys(app, {&press, 1}, false);
      run_asked(app);
      app.background.wait(app);
      const std::string where = fmt::format("pane {} of {}", focused + 1, panes);
      EXPECT_NE(app.session.generation(), before) << where;
      const Recording& run = app.session.recording();
      EXPECT_EQ(run.algorithm->id, "pairwise") << where;
      EXPECT_EQ(run.real_keys(), 12U) << where;
      EXPECT_EQ(app.session.cursor(), Cursor{}) << where;
      // Once more: the same keys, for the words are the same.
      const std::string first = run.key_text(0);
      handle_keys(app, {&press, 1}, false);
      run_asked(app);
      app.background.wait(app);
      EXPECT_EQ(app.session.recording().key_text(0), first);
      EXPECT_EQ(next_run_text(app.next), words);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, NextRunKey,
    [] {
      std::vector<std::string_view> ids;
      for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
      return testing::ValuesIn(ids);
    }(),
    [](const testing::TestParamInfo<std::string_view>& each) {
      std::string name(each.param);
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace sortscope
