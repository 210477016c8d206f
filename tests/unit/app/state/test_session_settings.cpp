// test_session_settings.cpp: a session opens whatever was chosen while another run was shown.
#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <vector>

#include "app/commands/argument_choices.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/session_file.h"
#include "core/engines/engine.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class SessionSettings : public testing::Test {
 protected:
  SessionSettings() { ImGui::CreateContext(); }
  ~SessionSettings() override { ImGui::DestroyContext(); }
  static Status run(App& app, const std::string& line) {
    Status status = run_command_line(app, line);
    app.background.wait(app);
    app.session.settle();
    return status;
  }
  static void start(App& app, const std::string& record) {
    app.next.engine_id = "cpu";
    if (!app.session.loaded()) app.session.open(prepare_run(small_recording()));
    const Status status = run(app, record);
    EXPECT_TRUE(status) << record << ": " << (status ? "" : status.error().text());
    if (record.starts_with("listed-network")) {
      for (const char* line : {"algorithm listed", "keys 3 1 2", "record"}) {
        EXPECT_TRUE(run(app, line)) << line;
      }
    }
  }
};

// Every line that shows something, with numbers from the smallest to some that only a large run
// has.
std::vector<std::string> lines_of(const App& app, const Command& command) {
  const ArgumentCount count = argument_count(command.arguments);
  std::vector<std::string> lines;
  if (count.least == 0) lines.emplace_back(command.id);
  const auto first = count.most > 0 ? ask_argument(app, command, {}) : std::nullopt;
  if (!first) return lines;
  std::vector<std::string> values;
  for (const ArgumentChoice& choice : first->choices) values.push_back(choice.value);
  for (const char* number : {"1", "3", "9", "20", "50", "200", "1000"}) values.emplace_back(number);
  for (const std::string& value : values) {
    std::string line = std::string(command.id) + " " + quoted_word(value);
    for (std::size_t more = 1; more < count.least; ++more) line += " 2";
    lines.push_back(line);
  }
  return lines;
}

struct Runs {
  const char* id;
  const char* chosen_in;
  const char* saved_with;
};

const Runs kRuns[] = {
    {"network", "record-with bitonic 1024", "record-with bitonic 4"},
    {"tree", "record-with adaptive-overlapped 1024", "record-with bitonic 2"},
    {"overlapped", "record-with adaptive-overlapped 1024", "record-with adaptive-overlapped 4"},
    {"own_network", "record-with adaptive 1024", "listed-network 3 0:1;1:2;0:1 mine"},
    {"aks", "record-with aks 1024", "record-with pairwise 3"},
};

class EverySetting : public SessionSettings, public testing::WithParamInterface<Runs> {};

TEST_P(EverySetting, OfALargerRunOpensWithASmaller) {
  QuietSurface surface;
  App app(surface);
  QuietSurface other_surface;
  App other(other_surface);
  start(other, "record-with bitonic 8");
  int ran = 0;
  for (const Command& command : commands()) {
    if (command.effect != Effect::kShow || command.id == "wait") continue;
    start(app, GetParam().chosen_in);
    bool chosen = false;
    std::string last;
    for (const std::string& line : lines_of(app, command)) {
      if (!can_run(command, app) || !run(app, line)) continue;
      chosen = true;
      last = line;
      ++ran;
    }
    if (!chosen) continue;
    start(app, GetParam().saved_with);
    const std::string text = session_text({app.session, app.panes, app.look, *app.lesson}, false);
    const auto session = parse_session(text, "a.sscope");
    ASSERT_TRUE(session) << last << "\n" << text;
    other.notices.shown.clear();
    const Status opened = open_session(other, *session);
    EXPECT_TRUE(opened) << last << ": " << (opened ? "" : opened.error().text());
    other.background.wait(other);
    for (const Notice& notice : other.notices.shown) {
      EXPECT_EQ(notice.text.find("a.sscope"), std::string::npos) << last << ": " << notice.text;
    }
  }
  EXPECT_GT(ran, 100);
}

INSTANTIATE_TEST_SUITE_P(Each, EverySetting, testing::ValuesIn(kRuns),
                         [](const auto& each) { return std::string(each.param.id); });

}  // namespace
}  // namespace sortscope
