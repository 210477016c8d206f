// test_openings.cpp: whatever opens another run keeps the one before: every row of the command
// table, in every state of the window.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/commands/argument_choices.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/quiz.h"
#include "app/state/report.h"
#include "app/window/agenda.h"
#include "core/base/quote.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/words/own_kernel.h"
#include "tests/unit/app/quiet_surface.h"
#include "tests/unit/app/small_kernel.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

// What a person has before them, by the lines that lead there. The own run stands before them.
struct State {
  const char* id;
  std::vector<std::string> lines;
};

const State kStates[] = {
    {"own", {}},
    {"edited", {"edit-network on", "add-comparator 0 5", "seek 2"}},
    {"lesson", {"lesson 1"}},
    {"left_lesson", {"lesson 1", "lesson-leave", "record-with pairwise", "seek 2"}},
    {"race", {"race bitonic odd-even-merge", "seek 1"}},
    {"trace", {"trace 3"}},
    {"between", {"record-with bitonic", "seek 2", "record-with pairwise", "seek 1", "back"}},
    {"quiz", {"quiz on"}},
    {"unsorted", {"algorithm bitonic", "keys 4 3 2 1 8 7 6 5", "any-input on", "record", "seek 1"}},
};

std::ostream& operator<<(std::ostream& out, const State& state) { return out << state.id; }

class Openings : public testing::Test {
 protected:
  Openings() : working_folder(fs::current_path()) {
    ImGui::CreateContext();  // it has the clipboard
    std::string name = (fs::temp_directory_path() / "sortscope-openings-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
    fs::current_path(folder);
    EXPECT_TRUE(write_recording(*small_recording(), (folder / "a.h5").string()));
    write("numbers.txt", "5 3 1 2\n");
    write("net.txt", "[(0,1),(2,3)]\n[(0,2),(1,3)]\n[(1,2)]\n");
    write("s.sscope", "# Sortscope session 1\nalgorithm bitonic\nkeys 2 1 4 3\nrecord\n");
    write("l.md", "# T\n## S\n```sortscope\nkeys 2 1\nrecord\n```\nText.\n");
    write("k.cu", kSmallKernel);
    start();
  }
  ~Openings() override {
    app.reset();
    ImGui::DestroyContext();
    fs::current_path(working_folder);
    fs::remove_all(folder);
  }

  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder / name) << text;
  }
  void start() {
    app = std::make_unique<App>(surface);
    app->next.engine_id = "cpu";
    adopt(*app, prepare_run(small_recording()));
  }
  void settle() {
    app->background.wait(*app);
    app->lesson->settle(*app);
    app->background.wait(*app);
    app->session.settle();
    app->quiz->attend(app->session);
  }
  Status attempt(std::string_view line) {
    Status status = run_command_line(*app, line);
    settle();
    return status;
  }
  void run(std::string_view line) {
    const Status status = attempt(line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
  }
  // A run of a person's own, looked at somewhere in its middle; then the state.
  void reach(const State& state) {
    start();
    for (const char* line :
         {"algorithm odd-even-merge", "keys 31 4 15 9 26 5", "record", "views 2", "view 1 network",
          "view 2 bars", "seek 3", "select-wire 2", "bookmark-at 1", "loop 0 4"}) {
      run(line);
    }
    own = picture();
    for (const std::string& line : state.lines) run(line);
    reached = app->session.generation();
    ImGui::SetClipboardText("[(0,1),(2,3)]\n[(1,2)]\n");
  }
  [[nodiscard]] std::string picture() const { return describe_picture(*app); }

  // Whether the picture and what was measured of its run come back by the ways that a person has.
  bool comes_back(const std::string& wanted, const Measured& measured,
                  const Recording* edited = nullptr) {
    const auto here = [&] {
      const Measured& now = app->session.measured;
      return picture() == wanted && now.race == measured.race && now.trace == measured.trace;
    };
    for (const auto& [there, back] : {std::pair{"undo", "redo"}, {"redo", "undo"}}) {
      if (!app->network_desk->editor || !attempt(there)) continue;
      // Steps of an edit bring back network and keys, not the moment.
      if (here() || (edited != nullptr && same_run(*edited, app->session.recording()))) return true;
      run(back);
    }
    while (app->history->can_go_back()) {
      run("back");
      if (here()) return true;
    }
    while (app->history->can_go_forward()) {
      run("forward");
      if (here()) return true;
    }
    return false;
  }

  // Runs `line` where it can run; what was shown has to come back if it opened another run.
  void keeps_what_was(const State& state, const std::string& id, const std::string& line) {
    const bool in_lesson = app->lesson->active();
    const std::string before = in_lesson ? own : picture();
    const Measured measured = in_lesson ? Measured{} : app->session.measured;
    const bool marked =
        measured.race || measured.trace || !app->session.bookmarks().empty() || in_lesson;
    const auto shown = app->session.shared_recording();
    const std::uint64_t generation = app->session.generation();
    const Status status = run_command_line(*app, line);
    // Work without an end of its own that opens nothing.
    if (id == "experiment" || id.starts_with("bench")) (void)run_command_line(*app, "cancel");
    settle();
    app->lab->attend();
    if (status) ++ran;
    if (app->session.generation() == generation) return;
    opened.insert(id);
    ++openings;
    // The same run once more: only where one was in it has changed.
    const bool again = !marked && same_run(*shown, app->session.recording());
    // Another lane of the same race: the command that chose it chooses the one before.
    const bool lane = id == "race-sync" || id == "race-time";
    EXPECT_TRUE(again || lane || comes_back(before, measured, in_lesson ? nullptr : shown.get()))
        << state.id << ": " << line << "\nbefore " << before << "\nnow " << picture();
    reach(state);
  }

  fs::path working_folder;
  fs::path folder;
  QuietSurface surface;
  std::unique_ptr<App> app;
  std::string own;
  std::uint64_t reached = 0;
  std::set<std::string> opened;
  int ran = 0;
  int openings = 0;
};

bool is_file(const std::string& name) {
  return name.find("FILE") != std::string::npos || name.find("PATH") != std::string::npos;
}

// Lines of this row: without arguments, with every value of the first, and with one of the others.
std::vector<std::string> lines_of(const App& app, const Command& command) {
  const ArgumentCount count = argument_count(command.arguments);
  std::vector<std::string> lines;
  if (count.least == 0) lines.emplace_back(command.id);
  const auto first = count.most > 0 ? ask_argument(app, command, {}) : std::nullopt;
  if (!first) return lines;
  std::vector<std::string> values;
  for (const ArgumentChoice& choice : first->choices) values.push_back(choice.value);
  if (is_file(first->name)) {
    if (command.effect == Effect::kWrite) {
      values = {"out.svg", "out.json"};
    } else {
      values = {"a.h5", "numbers.txt", "net.txt", "s.sscope", "l.md", "k.cu"};
    }
  } else if (values.empty()) {
    values = {"1", "2", "4"};
  }
  for (const std::string& value : values) {
    std::vector<std::string> words = {value};
    // Two of a race.
    if (first->repeats) words.push_back(values.front());
    while (words.size() < count.least) {
      const auto more = ask_argument(app, command, words);
      if (!more) break;
      words.push_back(!more->choices.empty() ? more->choices.front().value
                      : is_file(more->name)  ? "out.svg"
                                             : "2");
    }
    std::string line(command.id);
    for (const std::string& word : words) line += " " + quoted_word(word);
    lines.push_back(line);
  }
  return lines;
}

// Starts other programs or windows: a kernel has a test of its own. Ends the window; waits.
bool is_left_out(const Command& command) {
  return command.effect == Effect::kStart || command.id == "quit" || command.id == "wait";
}

class EveryOpening : public Openings, public testing::WithParamInterface<State> {};

TEST_P(EveryOpening, KeepsWhatWasShown) {
  const State& state = GetParam();
  reach(state);
  for (const Command& command : commands()) {
    if (is_left_out(command)) continue;
    for (const std::string& line : lines_of(*app, command)) {
      if (!can_run(command, *app)) continue;
      keeps_what_was(state, std::string(command.id), line);
      if (HasFailure()) return;
    }
    // What the row has set stays for the next ones only where it is no other state.
    if (app->session.generation() != reached) reach(state);
  }
  EXPECT_GT(ran, 150);
  for (const char* id : {"record-with", "preset", "race", "open", "lesson", "new-network"}) {
    EXPECT_TRUE(opened.contains(id)) << id;
  }
  RecordProperty("openings", openings);
}

INSTANTIATE_TEST_SUITE_P(Each, EveryOpening, testing::ValuesIn(kStates),
                         [](const auto& each) { return std::string(each.param.id); });

// What opens a run in one state at least: a row that is new here has been walked.
TEST_F(Openings, OfRowsThatAskForAState) {
  for (const auto& [state, lines] : std::vector<std::pair<State, std::vector<std::string>>>{
           {{"own", {}}, {"record", "edit-network on", "paste", "open a.h5", "tree-record"}},
           {{"own", {"input uniform"}}, {"next-seed"}},
           {{"between", {"record-with bitonic", "seek 2", "back"}}, {"back", "forward"}},
           {{"lesson", {"lesson 1"}}, {"lesson-stop 3", "lesson-after"}},
           {{"wrong", {"preset mistake-loops", "verify", "seek 1"}}, {"counterexample"}},
       }) {
    for (const std::string& line : lines) {
      reach(state);
      const std::string id = line.substr(0, line.find(' '));
      keeps_what_was(state, id, line);
      EXPECT_TRUE(opened.contains(id)) << line;
    }
  }
}

TEST_F(Openings, OfFilesThatAreDropped) {
  const State state{"own", {}};
  for (const char* name : {"a.h5", "numbers.txt", "net.txt", "s.sscope", "l.md"}) {
    reach(state);
    const std::string before = picture();
    const std::uint64_t generation = app->session.generation();
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_files(agenda, {(folder / name).string()});
    ASSERT_TRUE(agenda.finish());
    settle();
    EXPECT_NE(app->session.generation(), generation) << name;
    EXPECT_TRUE(comes_back(before, {})) << name;
  }
}

// A regular file by its own account that would be waited for: whatever it is taken for.
TEST_F(Openings, OfTheKernelsMessagesEnds) {
  if (::access("/proc/kmsg", R_OK) != 0) GTEST_SKIP() << "they may not be read here";
  for (const char* name : {"x.txt", "x.h5", "x.md", "x.sscope", "x.json"}) {
    fs::create_symlink("/proc/kmsg", folder / name);
    start();
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_files(agenda, {(folder / name).string()});
    ASSERT_TRUE(agenda.finish());
    settle();
    EXPECT_FALSE(app->notices.shown.empty()) << name;
  }
}

// Names of bytes that are no text, or that steer a terminal: whatever the file is, good or not.
TEST_F(Openings, OfAnyNameAreSaidHarmlessly) {
  const std::string name = "n\xff\xfe\x1b[31m\x07\u202e\nl\x7f";
  start();
  for (const auto& [kind, ending] : {std::pair{"numbers.txt", ".txt"},
                                     {"a.h5", ".h5"},
                                     {"l.md", ".md"},
                                     {"s.sscope", ".sscope"},
                                     {"net.txt", ".json"},
                                     {"k.cu", ".md"},
                                     {"k.cu", ".txt"},
                                     {"k.cu", ".sscope"}}) {
    const fs::path path = folder / (name + ending);
    fs::copy_file(folder / kind, path, fs::copy_options::overwrite_existing);
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_files(agenda, {path.string(), (folder / (name + ".absent" + ending)).string()});
    ASSERT_TRUE(agenda.finish());
    settle();
    ASSERT_FALSE(app->notices.shown.empty());
    for (const Notice& notice : app->notices.shown) {
      EXPECT_EQ(notice.text, printable(notice.text)) << kind << ending;
    }
    const std::string state = describe_state(*app);
    EXPECT_TRUE(nlohmann::json::parse(state, nullptr, false).is_object()) << kind << ending;
  }
}

// What is said of the way back is so.
TEST_F(Openings, OfManyFilesAreKeptAsIsSaid) {
  for (const std::size_t count : {std::size_t{3}, kMostKeptRuns + 10}) {
    start();
    std::vector<std::string> files;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string name = std::to_string(i) + ".txt";
      write(name, std::to_string(i) + " 3 1 2\n");
      files.push_back((folder / name).string());
    }
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_files(agenda, files);
    ASSERT_TRUE(agenda.finish());
    std::size_t back = 0;
    for (; app->history->can_go_back(); ++back) run("back");
    const bool all = count == 3;
    EXPECT_GE(back, all ? count - 1 : kMostKeptRuns);
    EXPECT_LE(back, all ? count : kMostKeptRuns);
    const auto said = [&](std::string_view words) {
      return std::ranges::any_of(app->notices.shown, [&](const Notice& notice) {
        return notice.text.find(words) != std::string::npos;
      });
    };
    EXPECT_EQ(said("goes back to the others."), all);
    EXPECT_EQ(said(fmt::format("goes back to the {} before it.", kMostKeptRuns)), !all);
  }
}

// However short the work with each: while it goes on, once it is over, and between two.
TEST_F(Openings, ManyThatAreDroppedAreStopped) {
  enum class Moment { kAtWork, kOver, kBetween };
  for (const Moment moment : {Moment::kAtWork, Moment::kOver, Moment::kBetween}) {
    reach({"own", {}});
    Agenda agenda({OpeningParts(*app), app->overlay, app->lines, [] { return Status(); }});
    plan_files(agenda, std::vector<std::string>(100, (folder / "numbers.txt").string()));
    for (int file = 0; file < 5; ++file) {
      ASSERT_TRUE(agenda.go_on());
      ASSERT_NE(app->background.work, nullptr);
      if (file < 4) app->background.wait(*app);
    }
    if (moment != Moment::kAtWork) app->background.work->result.wait();
    if (moment == Moment::kBetween) app->background.wait(*app);
    app->notices.shown.clear();
    const Status stopped = run_command_line(*app, "cancel");
    EXPECT_TRUE(stopped) << stopped.error().text();
    app->background.wait(*app);
    const std::uint64_t begun = app->background.works_begun;
    ASSERT_TRUE(agenda.go_on());
    EXPECT_TRUE(agenda.done());
    EXPECT_EQ(app->background.works_begun, begun);
    ASSERT_FALSE(app->notices.shown.empty());
    EXPECT_EQ(app->notices.shown.back().text, "Stopped: 95 more files were not opened.");
    EXPECT_FALSE(attempt("cancel")) << "nothing is left";
    // What is dropped afterwards is opened.
    plan_files(agenda, {(folder / "a.h5").string()});
    ASSERT_TRUE(agenda.finish());
    EXPECT_TRUE(agenda.done());
    EXPECT_EQ(app->background.works_begun, begun + 1);
  }
}

// A kernel of one's own, and other kernels and runs where one is shown.
TEST_F(Openings, OfKernelsOfOnesOwn) {
  const State state{"own", {}};
  reach(state);
  std::string before = picture();
  run("kernel-open k.cu");
  run("kernel-allow");
  ASSERT_NE(app->session.measured.kernel, nullptr);
  EXPECT_TRUE(comes_back(before, {}));
  run("forward");
  run("seek 3");
  before = picture();
  for (const char* line : {"kernel-against odd-even-transposition", "kernel-intended",
                           "record-with bitonic", "kernel-open k.cu 8", "kernel-race bitonic"}) {
    SCOPED_TRACE(line);
    before = picture();
    const auto kernel = app->session.measured.kernel;
    const std::uint64_t generation = app->session.generation();
    (void)attempt(line);
    if (app->session.generation() == generation) continue;
    opened.insert(line);
    EXPECT_TRUE(comes_back(before, {}));
    // As many keys as are asked for by name are another run of the same file: its findings are
    // newer.
    if (std::string_view(line) == "kernel-open k.cu 8") continue;
    ASSERT_NE(app->session.measured.kernel, nullptr);
    // The same comparators, whatever was compiled since.
    const auto& now = app->session.measured.kernel->report().network;
    const auto& then = kernel->report().network;
    EXPECT_EQ(now->wires(), then->wires());
    EXPECT_EQ(now->size(), then->size());
  }
  EXPECT_TRUE(opened.contains("record-with bitonic"));
}

}  // namespace
}  // namespace sortscope
