// test_session_file.cpp: sessions open to the picture that was saved; bad ones change nothing.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/state/command_table.h"
#include "app/state/session_file.h"
#include "core/base/quote.h"
#include "core/engines/engine.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class Sessions : public testing::Test {
 protected:
  static void open_default(App& app) {
    app.session.open(prepare_run(small_recording()));
    app.next.run = app.session.recording().request;
  }
  Sessions() : app(surface), other(other_surface) {
    open_default(app);
    open_default(other);
  }
  // Runs the lines, waiting for work.
  static void run(App& app, const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
      const Status status = run_command_line(app, line);
      EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
      app.background.wait(app);
    }
  }
  // Opens `text` in the other window; the last notice, "" for none.
  std::string open(const std::string& text) {
    other.notices.shown.clear();
    const auto session = parse_session(text, "a.sscope");
    if (!session) return session.error().text();
    if (const Status status = open_session(other, *session); !status) return status.error().text();
    other.background.wait(other);
    return other.notices.shown.empty() ? "" : other.notices.shown.back().text;
  }

  QuietSurface surface;
  QuietSurface other_surface;
  App app;
  App other;
};

std::vector<std::uint64_t> words(const App& app) {
  const Keys& keys = app.session.recording().request.keys;
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < keys.size(); ++i) all.push_back(keys.raw.at(i));
  return all;
}

TEST_F(Sessions, OpenToWhatWasSaved) {
  const std::vector<std::vector<std::string_view>> states = {
      {},
      {"seek 2 1", "views 4", "view 3 hypercube", "focus-view 3", "camera 2.5 0.25 0.75 1"},
      {"views 2", "view 2 cylinder", "seek 6", "cylinder-turn 33.3 41", "cylinder-zoom 1.7",
       "cylinder-fold 0.6", "cylinder-plane 25", "cylinder-rotate 2", "cylinder-heights value",
       "cylinder-row off"},
      {"algorithm bitonic", "keys-as float64 -0 nan 1e300 -inf 0.1", "record", "seek 1",
       "padding hidden", "min-max-row on", "equal-widths on", "arrows off", "contrast surprise",
       "kernel-overlay v2", "panels off"},
      {"algorithm pairwise", "keys-as uint64 18446744073709551615 0 7", "keys-from 'my file.csv'",
       "order descending", "record", "bookmark-at 1", "bookmark-at 2", "loop 0 2", "speed 4",
       "play-unit comparator", "selection wire 2 key 0 comparator 1 0"},
      {"algorithm adaptive-overlapped", "input organ-pipe", "size 11", "record", "views 2",
       "view 1 tree", "view 2 schedule", "seek 5", "tree-form complete", "schedule-merge 2",
       "schedule-processors 3", "schedule-start every-step", "tree-compare on"},
      {"algorithm bitonic-merger", "keys 5 1 4 2", "any-input on", "record", "end"},
      {"algorithm aks", "input uniform", "size 64", "param depth 4", "record", "views 1",
       "view aks-tree", "seek 20", "aks-open 1 1", "pose 0.5"},
      {"algorithm bitonic", "size 64", "input uniform", "seed 12345678901", "type int64", "record",
       "views 1", "view memory", "memory-kernel fast", "memory-warp 1", "memory-threads 256",
       "memory-request 2", "memory-placement padded", "race-sync step", "pose 0.25 comparator"},
  };
  for (const auto& state : states) {
    run(app, {"keys 7 6 5 4 3 2 1 0", "order ascending", "any-input off", "algorithm bitonic",
              "type int32", "record"});
    reset_picture(app.session, app.panes, app.look);
    run(app, state);
    const std::string text = session_text(app, false);
    EXPECT_EQ(open(text).find("a.sscope"), std::string::npos) << text;
    EXPECT_EQ(session_text(other, false), text);
    EXPECT_EQ(words(other), words(app)) << text;
    EXPECT_EQ(other.session.cursor(), app.session.cursor());
    EXPECT_EQ(other.session.bookmarks(), app.session.bookmarks());
    EXPECT_EQ(other.session.loop(), app.session.loop());
    EXPECT_EQ(other.session.selected, app.session.selected);
    EXPECT_EQ(other.session.options.memory, app.session.options.memory);
    EXPECT_EQ(other.session.options.aks, app.session.options.aks);
    EXPECT_EQ(other.session.recording().bits, app.session.recording().bits);
    EXPECT_EQ(other.session.recording().request.order, app.session.recording().request.order);
    EXPECT_EQ(other.session.recording().request.source, app.session.recording().request.source);
    EXPECT_EQ(other.session.options.network.min_max_row, app.session.options.network.min_max_row);
    EXPECT_EQ(other.look.panels_shown, app.look.panels_shown);
    ASSERT_EQ(other.panes.views.size(), app.panes.views.size());
    for (std::size_t i = 0; i < app.panes.views.size(); ++i) {
      EXPECT_EQ(other.panes.views[i]->id(), app.panes.views[i]->id());
      EXPECT_EQ(other.panes.views[i]->camera(), app.panes.views[i]->camera());
    }
  }
}

TEST_F(Sessions, NamesOfFilesAreWrittenAsWhatOneSeesAndComeBack) {
  for (const std::string name : {"a\x1b[2Jb.txt", "two\nlines",
                                 ("\xe2\x80\xae"
                                  "gpj.txt"),
                                 ("a\xe2\x80\x8b"
                                  "b"),
                                 "\xff.csv", "c:\\x41", "\xc2\x85", "'\"", "-o", "#"}) {
    run(app, {"keys 3 1 2", "algorithm bitonic", "record"});
    RunRequest request = app.session.recording().request;
    request.source = name;
    app.session.open(prepare_run(*record(request, *make_cpu_engine())));
    const std::string text = session_text(app, false);
    EXPECT_EQ(printable(text), text);
    EXPECT_EQ(open(text).find("a.sscope"), std::string::npos) << text;
    EXPECT_EQ(other.session.recording().request.source, name);
  }
}

// The words of the network's picture at the end of the run.
std::multiset<std::string> words_of_network(App& app) {
  std::multiset<std::string> found;
  for (const Label& label : kNetworkLayout.layout(app.session.scene(), 1200, 700).labels) {
    found.insert(label.text);
  }
  return found;
}

TEST_F(Sessions, BringTheMarksOfAVerdictBack) {
  // A comparator twice, and a wire too few.
  for (const std::vector<std::string_view>& state :
       {std::vector<std::string_view>{"preset mistake-missing", "verify", "counterexample", "end"},
        {"preset mistake-missing", "verify", "counterexample zero-one", "end"},
        {"listed-network 3 0:1;1:2;0:1;0:1 twice", "keys 3 1 2", "record", "verify", "end"}}) {
    run(app, state);
    const auto before = words_of_network(app);
    EXPECT_GT(before.count("wrong") + before.count("idle") + before.count("spare"), 0U);
    const std::string text = session_text(app, false);
    EXPECT_EQ(open(text).find("a.sscope"), std::string::npos) << text;
    EXPECT_EQ(words_of_network(other), before) << text;
    EXPECT_EQ(session_text(other, false), text);
  }
}

TEST_F(Sessions, AVerdictThatIsNotTrueOfTheRunIsRefused) {
  const std::string run = "# Sortscope session 1\nalgorithm odd-even-merge\nkeys 4 3 2 1\nrecord\n";
  for (const auto& [line, says] : std::vector<std::pair<std::string, std::string>>{
           {"verdict sorts wrong 0101", "does not come out wrong"},
           {"verdict sorts wrong 011", "none for this network"},
           {"verdict merges wrong 1010", "none for this network"},
           {"verdict sorts idle 0 spare 0", "exchanges here"},
           {"verdict sorts spare 2,1", "do not ascend"},
           {"verdict sorts spare 7", "from 0 to 4"},
           {"verdict perhaps", "PROPERTY"}}) {
    const std::string said = open(run + line + "\n");
    EXPECT_NE(said.find("a.sscope:5:1"), std::string::npos) << line << ": " << said;
    EXPECT_NE(said.find(says), std::string::npos) << line << ": " << said;
    EXPECT_FALSE(other.session.measured.verdict) << line;
  }
}

TEST_F(Sessions, AppearanceIsTheViewersUnlessItIsSaved) {
  run(app, {"palette light", "scale 1.5"});
  EXPECT_EQ(open(session_text(app, false)), "");
  EXPECT_EQ(other.look.palette->id, "dark");
  EXPECT_EQ(other.look.user_scale, 1);
  EXPECT_EQ(open(session_text(app, true)), "");
  EXPECT_EQ(other.look.palette->id, "light");
  EXPECT_EQ(other.look.user_scale, 1.5F);
}

TEST_F(Sessions, AnEngineThatIsNotHereIsReplaced) {
  const std::string text =
      "# Sortscope session 1\nalgorithm bitonic\nkeys 3 1 2\nengine none\nkernel v9\nrecord\nend\n";
  EXPECT_NE(open(text).find("'none'"), std::string::npos);
  EXPECT_EQ(other.session.recording().real_keys(), 3U);
  EXPECT_EQ(other.session.cursor().layer, 3U);
}

struct BadSession {
  std::string_view text;
  std::string_view says;
};

TEST_F(Sessions, BadFilesSayWhereAndChangeNothing) {
  constexpr BadSession kBad[] = {
      {"", "a.sscope:1:1: this is no session file."},
      {"algorithm bitonic\n", "a.sscope:1:1: this is no session file."},
      {"# Sortscope session 2\nrecord\n", "a.sscope:1:21: version '2'"},
      {"# Sortscope session 1\nalgorithm bitonic\n", "a.sscope:3:1: a line 'record' is expected"},
      {"# Sortscope session 1\nrecord\n\n  seeek 3\n",
       "a.sscope:4:3: there is no command 'seeek'."},
      {"# Sortscope session 1\nrecord\nquit\n", "a.sscope:3:1: a session may not run 'quit'."},
      {"# Sortscope session 1\nrecord\nsave /tmp/x.h5\n", "a session may not run 'save'."},
      {"# Sortscope session 1\nseek 1\nrecord\n", "a.sscope:2:1: 'seek' is about the picture"},
      {"# Sortscope session 1\nrecord\nseed 1\n", "a.sscope:3:1: 'seed' is about the run"},
      {"# Sortscope session 1\nrecord\nrecord\n", "a.sscope:3:1: a session has one run"},
      {"# Sortscope session 1\nrecord\nseek\n", "a.sscope:3:5: 'seek' takes LAYER [COMPARATOR]"},
      {"# Sortscope session 1\nrecord\nview 'a\n", "a.sscope:3:1: the quote"},
      {"# Sortscope session 1\nkeys 3 x 1\nrecord\n", "a.sscope:2:1: "},
      {"# Sortscope session 1\nalgorithm none\nrecord\n", "a.sscope:2:1: "},
      {"# Sortscope session 1\nsize 0\nrecord\n", "a.sscope:2:1: "},
      // Known only once the run is there.
      {"# Sortscope session 1\nkeys 3 1 2\nrecord\nviews 4\nseek 99\n", "a.sscope:5:1: LAYER '99'"},
      {"# Sortscope session 1\nkeys 3 1 2\nrecord\nselection wire 99\n", "a.sscope:4:1: WIRE '99'"},
      {"# Sortscope session 1\nkeys 3 1 2\nrecord\ncamera nan 0 0\n", "a.sscope:4:1: ZOOM 'nan'"},
  };
  run(other, {"views 2", "view 2 cylinder", "seek 3", "bookmark-at 1", "selection wire 2",
              "min-max-row on", "palette light", "camera 3 0.4 0.6 1"});
  other.next.run.seed = 99;
  const std::string before = session_text(other, true);
  const Recording* recording = &other.session.recording();
  for (const BadSession& bad : kBad) {
    EXPECT_NE(open(std::string(bad.text)).find(bad.says), std::string::npos)
        << bad.text << open(std::string(bad.text));
    EXPECT_EQ(session_text(other, true), before) << bad.text;
    EXPECT_EQ(&other.session.recording(), recording);
    EXPECT_EQ(other.next.run.seed, 99U);
  }
  EXPECT_NE(open(std::string("# Sortscope session 1\nseek \0 1\n", 31)).find("a.sscope:2:6: "),
            std::string::npos);
  EXPECT_FALSE(is_session("\xFF\xFE#\0 \0S\0"));
  EXPECT_EQ(read_session("/none/a.sscope").error().code, ErrorCode::kBadInput);
}

// A file does not keep the window from its person.
TEST_F(Sessions, WhatIsShownIsBounded) {
  const std::string head = "# Sortscope session 1\n";
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "seek 1\n";
  EXPECT_EQ(open(head + "keys 2 1\nrecord\n" + lines), "");
  EXPECT_NE(open(head + "keys 2 1\nrecord\n" + lines + "seek 1\n").find("a.sscope:1004:1: "),
            std::string::npos);
  // Lines that each take long: the window stays as it was.
  std::string slow;
  for (int i = 0; i < 1000; ++i) slow += "verdict sorts\n";
  const std::string said = open(head + "n 32768\nrecord\n" + slow);
  EXPECT_NE(said.find("takes longer than 1 s of the processor"), std::string::npos) << said;
  EXPECT_EQ(other.session.recording().real_keys(), 2U);
  // Text of a run is not read into keys before one is asked.
  std::string keys = "keys 1";
  while (keys.size() <= kMostRunBytes) keys += " 1000000000000000000";
  const std::string large = open(head + keys + "\nrecord\n");
  EXPECT_NE(large.find("are read without asking"), std::string::npos) << large;
}

TEST_F(Sessions, LinesOfOtherSystemsAndOfPeopleAreRead) {
  EXPECT_EQ(open("\xEF\xBB\xBF# Sortscope session 1  \r\n# by hand\r\n\r\n  keys 3 1 2\r\n"
                 "record  \r\nseek 1\r\n"),
            "");
  EXPECT_EQ(other.session.recording().real_keys(), 3U);
  EXPECT_EQ(other.session.cursor().layer, 1U);
  // What the file does not say is as at the start.
  EXPECT_EQ(other.panes.views.size(), 1U);
}

}  // namespace
}  // namespace sortscope
