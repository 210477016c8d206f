// test_history.cpp: going back and forward through runs, as they were looked at.
#include "app/state/history.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/opening.h"
#include "app/state/quiz.h"
#include "app/state/report.h"
#include "app/state/session_file.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

constexpr int kRight = 262;  // GLFW_KEY_RIGHT
constexpr int kLeft = 263;
constexpr int kEscape = 256;

class Runs : public testing::Test {
 protected:
  Runs() : app(surface) {
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(small_recording()));
    std::string name = (fs::temp_directory_path() / "sortscope-history-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  ~Runs() override { fs::remove_all(folder); }

  void settle() {
    app.background.wait(app);
    app.lesson->settle(app);
    app.background.wait(app);
    app.session.settle();
  }
  void run(std::string_view line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status) << line << ": " << (status ? "" : status.error().text());
    settle();
  }
  void press(int key, bool alt = false) {
    const KeyEvent event{.key = key, .alt = alt};
    handle_keys(app, std::span(&event, 1), false);
    settle();
  }
  // A run of a person's own, looked at somewhere in its middle.
  std::string own_run() {
    for (const char* line :
         {"algorithm odd-even-merge", "keys 31 4 15 9 26 5", "record", "views 2", "view 1 network",
          "view 2 bars", "seek 3", "select-wire 2", "bookmark-at 1", "loop 0 4"}) {
      run(line);
    }
    return describe_picture(app);
  }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name) << text;
    return (folder / name).string();
  }

  QuietSurface surface;
  App app;
  fs::path folder;
};

// Whatever a lesson asks, as far as it was answered, stands there again after Alt ←.
// Said at once and plainly, and gone with what is said next: it does not come up later.
TEST_F(Runs, WithNothingAheadItSaysSo) {
  app.notices.shown.clear();
  press(kRight, true);
  ASSERT_EQ(app.notices.shown.size(), 1U);
  EXPECT_EQ(app.notices.shown[0].text, "Nothing to go forward to.");
  press(kLeft, true);
  ASSERT_EQ(app.notices.shown.size(), 1U);
  EXPECT_EQ(app.notices.shown[0].text, "Nothing to go back to.");
  run("quiz on");
  ASSERT_EQ(app.notices.shown.size(), 1U);
  EXPECT_TRUE(app.notices.shown[0].text.starts_with("Quiz"));
}

TEST_F(Runs, AQuestionComesBackWithItsRun) {
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    run("lesson " + lesson.name);
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        settle();
        if (!app.quiz->asking() || lesson.stops[stop].builds[build].lines.empty()) continue;
        const std::string where = lesson.name + ", stop " + std::to_string(stop + 1);
        ++questions;
        run("answer " + std::to_string(app.quiz->question().kind == QuestionKind::kWire ? 0 : 1));
        const Question asked = app.quiz->question();
        const std::vector<bool> chosen = app.quiz->chosen();
        const LessonPlace place = app.lesson->place();
        run("keys 31 4 15 9 26 5");
        run("algorithm bitonic");
        run("record");
        app.quiz->attend(app.session);
        ASSERT_FALSE(app.quiz->open()) << where;
        run("back");
        app.quiz->attend(app.session);
        ASSERT_TRUE(app.quiz->asking()) << where;
        EXPECT_EQ(app.quiz->question().text, asked.text) << where;
        EXPECT_EQ(app.quiz->question().right, asked.right) << where;
        EXPECT_EQ(app.quiz->chosen(), chosen) << where;
        EXPECT_EQ(app.lesson->place(), place) << where;
        // What comes is veiled again, and the answer counts.
        ASSERT_NE(app.session.laid_over.question, nullptr) << where;
        EXPECT_TRUE(app.session.laid_over.question->veiled) << where;
        run("answer-check");
        EXPECT_TRUE(app.quiz->answered()) << where;
      }
    }
    run("lesson-close");
  }
  EXPECT_GT(questions, 30);
  EXPECT_EQ(app.quiz->score().skipped, 0U);
}

// Who leaves a question to explore, sorts keys of their own, comes back with Alt ← and walks past
// it has seen its answer: what they answer then does not count.
TEST_F(Runs, AnAnswerThatWasSeenInARunGoneBackToIsKnown) {
  int questions = 0;
  for (const Lesson& lesson : shipped_lessons()) {
    run("lesson " + lesson.name);
    for (std::size_t stop = 0; stop < lesson.stops.size(); ++stop) {
      for (std::size_t build = 0; build < lesson.stops[stop].builds.size(); ++build) {
        app.lesson->go_to(app, {stop, build});
        settle();
        if (!app.quiz->asking()) continue;
        const Cursor end = app.session.recording().network.end();
        if (!(app.quiz->question().asked < end)) continue;
        const std::string where = lesson.name + ", stop " + std::to_string(stop + 1);
        ++questions;
        run("lesson-leave");
        run("keys 31 4 15 9 26 5");
        run("algorithm bitonic");
        run("record");
        app.quiz->attend(app.session);
        run("back");
        run("end");
        app.quiz->attend(app.session);
        run("lesson-return");
        ASSERT_TRUE(app.quiz->asking()) << where;
        run("answer-skip");
        ASSERT_TRUE(app.quiz->first().has_value()) << where;
        EXPECT_TRUE(app.quiz->first()->skipped) << where;
      }
    }
    run("lesson-close");
  }
  EXPECT_GT(questions, 20);
}

// The same run once more is no other one to go back to.
TEST_F(Runs, EqualRunsDoNotFollowEachOther) {
  own_run();
  // Its bookmark would be lost.
  const std::size_t marked = app.history->kept();
  run("record");
  const std::size_t kept = app.history->kept();
  EXPECT_EQ(kept, marked + 1);
  for (int again = 0; again < 3; ++again) run("record");
  EXPECT_EQ(app.history->kept(), kept);
  run("record-with bitonic");
  EXPECT_EQ(app.history->kept(), kept + 1);
  run("record-with bitonic");
  EXPECT_EQ(app.history->kept(), kept + 1);
  run("order descending");
  run("record");
  EXPECT_EQ(app.history->kept(), kept + 2);
  run("back");
  EXPECT_EQ(app.session.recording().request.order, Order::kAscending);
  run("back");
  EXPECT_EQ(app.session.recording().algorithm->id, "odd-even-merge");
}

TEST_F(Runs, KeysGoBackAndForward) {
  const std::string first = own_run();
  run("record-with bitonic");
  run("seek 1");
  const std::string second = describe_picture(app);
  press(kLeft, true);
  EXPECT_EQ(describe_picture(app), first);
  press(kRight, true);
  EXPECT_EQ(describe_picture(app), second);
  // Without Alt they step.
  press(kRight);
  EXPECT_EQ(app.session.cursor().layer, 2U);
}

TEST_F(Runs, AnotherRunEndsWhatOneCouldGoForwardTo) {
  own_run();
  run("record-with bitonic");
  run("back");
  EXPECT_TRUE(app.history->can_go_forward());
  run("record-with pairwise");
  EXPECT_FALSE(app.history->can_go_forward());
  EXPECT_FALSE(run_command_line(app, "forward"));
}

TEST_F(Runs, ALeftLessonDoesNotTakeTheOwnRunWithIt) {
  run("lesson 1");
  press(kEscape);
  EXPECT_TRUE(app.lesson->away());
  const std::string own = own_run();
  run("clear-selection");
  const std::string looked_at = describe_picture(app);
  press(kEscape);
  EXPECT_TRUE(app.lesson->active());
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_EQ(app.notices.shown.back().command, "back");
  run(app.notices.shown.back().command);
  EXPECT_EQ(describe_picture(app), looked_at);
  EXPECT_TRUE(app.lesson->away());
  // And forward, to where one was in the lesson.
  run("forward");
  EXPECT_TRUE(app.lesson->active());
  EXPECT_EQ(app.lesson->place().stop, 0U);
}

// What a lesson lays over its runs goes with them, whatever panes the person has chosen since; what
// the person chose stays.
TEST_F(Runs, LaunchesThatALessonLaidOverAreNotLaidOverOwnRuns) {
  for (const bool panes : {false, true}) {
    run("lesson 6");
    run("lesson-stop 2");
    ASSERT_FALSE(app.session.options.kernel.overlay.empty());
    press(kEscape);
    if (panes) run("view 1 bars");
    run("record-with pairwise");
    EXPECT_TRUE(app.session.options.kernel.overlay.empty());
    run("lesson-close");
  }
  run("kernel-overlay v1");
  run("record-with bitonic");
  EXPECT_EQ(app.session.options.kernel.overlay, "v1");
}

TEST_F(Runs, StopsOfALessonAreNotKept) {
  own_run();
  run("lesson 1");
  const std::size_t kept = app.history->kept();
  for (int stop = 2; stop < 8; ++stop) run("lesson-stop " + std::to_string(stop));
  EXPECT_EQ(app.history->kept(), kept);
}

// Also when one comes to it through the history: it is nobody's own.
TEST_F(Runs, ALessonsRunStaysTheLessons) {
  own_run();
  run("lesson 1");
  run("lesson-stop 3");
  run("back");
  EXPECT_FALSE(app.history->shows_lesson_run(app.session.generation()));
  run("forward");
  ASSERT_TRUE(app.lesson->active());
  EXPECT_TRUE(app.history->shows_lesson_run(app.session.generation()));
  const std::size_t kept = app.history->kept();
  app.notices.shown.clear();
  run("lesson-stop 5");
  EXPECT_EQ(app.history->kept(), kept);
  for (const Notice& notice : app.notices.shown) EXPECT_NE(notice.command, "back") << notice.text;
  // The person's own is still where it was.
  run("back");
  EXPECT_EQ(app.session.recording().algorithm->id, "odd-even-merge");
  EXPECT_FALSE(app.lesson->active());
}

// And where its memory was wanted and it is recorded again.
TEST_F(Runs, ALessonsRunThatIsRecordedAgainStaysTheLessons) {
  app.history = std::make_unique<History>(app, app.notices, 1);
  run("lesson 1");
  run("lesson-stop 3");
  run("lesson-leave");
  run("record-with pairwise");
  ASSERT_FALSE(app.history->shows_lesson_run(app.session.generation()));
  run("back");
  EXPECT_EQ(app.session.recording().algorithm->id, "bitonic");
  EXPECT_TRUE(app.history->shows_lesson_run(app.session.generation()));
  // A run of the person's own is none.
  run("forward");
  EXPECT_EQ(app.session.recording().algorithm->id, "pairwise");
  EXPECT_FALSE(app.history->shows_lesson_run(app.session.generation()));
}

// The AKS network has 256 wires at least: six keys on it show nothing, and a button mends that.
TEST_F(Runs, AFewKeysInALargeNetworkAreOfferedCompany) {
  run("keys 9 4 7 1 8 2");
  run("record");
  const auto offered = [&] {
    return std::ranges::find_if(app.notices.shown, [](const Notice& notice) {
      return notice.text.find("are padding") != std::string::npos;
    });
  };
  EXPECT_EQ(offered(), app.notices.shown.end());
  run("record-with aks");
  ASSERT_NE(offered(), app.notices.shown.end());
  EXPECT_NE(offered()->text.find(" 250 of them"), std::string::npos);
  run(std::string(offered()->command));
  EXPECT_EQ(app.session.recording().real_keys(), 256U);
  EXPECT_TRUE(app.session.recording().sorted);
  run("back");
  EXPECT_EQ(app.session.recording().real_keys(), 6U);
}

TEST_F(Runs, AnEditedNetworkComesBackWithItsEdits) {
  run("new-network 4");
  run("add-comparator 0 1");
  run("add-comparator 2 3");
  const auto network = app.network_desk->editor->network();
  run("algorithm pairwise");
  run("record");
  EXPECT_FALSE(app.network_desk->editor);
  EXPECT_EQ(app.session.recording().algorithm->id, "pairwise");
  run("undo");
  ASSERT_TRUE(app.network_desk->editor);
  EXPECT_EQ(app.network_desk->editor->network(), network);
  EXPECT_EQ(app.session.recording().network.listed(), network.get());
  run("undo");
  EXPECT_EQ(app.network_desk->editor->network()->size(), 1U);
}

TEST_F(Runs, ALessonCannotGoBack) {
  run("new-network 4");
  run("algorithm pairwise");
  run("record");
  const Status status = run_command_line(app, "undo", {.source = Source::kLesson});
  EXPECT_FALSE(status);
  EXPECT_FALSE(run_command_line(app, "back", {.source = Source::kLesson}));
}

TEST_F(Runs, TheWindowsOwnRunIsKeptOnceItIsLookedInto) {
  app.history->note_own_run(app.session.generation());
  run("record-with pairwise");
  EXPECT_FALSE(app.history->can_go_back());
  app.history->note_own_run(app.session.generation());
  run("seek 2");
  run("record-with bitonic");
  EXPECT_TRUE(app.history->can_go_back());
}

TEST_F(Runs, TheOldestGo) {
  for (std::size_t i = 0; i < kMostKeptRuns + 5; ++i) {
    run("record-with " + std::string(i % 2 == 0 ? "pairwise" : "bitonic"));
  }
  EXPECT_EQ(app.history->kept(), kMostKeptRuns);
}

TEST_F(Runs, WhatTakesTooMuchMemoryIsRecordedAgain) {
  app.history = std::make_unique<History>(app, app.notices, 1);
  const std::string before = own_run();
  app.notices.shown.clear();
  run("record-with bitonic");
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_NE(app.notices.shown.back().text.find("recorded again"), std::string::npos);
  const std::string now = describe_picture(app);
  run("back");
  EXPECT_EQ(describe_picture(app), before);
  run("forward");
  EXPECT_EQ(describe_picture(app), now);
}

TEST_F(Runs, TheNextWindowHasThem) {
  const std::string first = own_run();
  run("record-with adaptive");
  run("seek 4");
  const std::string second = describe_picture(app);
  App next(surface);
  next.next.engine_id = "cpu";
  next.history->remember(app.history->texts());
  adopt(next, prepare_run(small_recording()));
  next.history->note_own_run(next.session.generation());
  ASSERT_TRUE(run_command_line(next, "back"));
  next.background.wait(next);
  EXPECT_EQ(describe_picture(next), second);
  ASSERT_TRUE(run_command_line(next, "back"));
  next.background.wait(next);
  EXPECT_EQ(describe_picture(next), first);
}

// A lesson's run is the lesson's in the next window, too: nobody is told that it is kept.
TEST_F(Runs, OfALessonInTheWindowBeforeAreTheLessons) {
  const std::string session = "# Sortscope session 1\nalgorithm bitonic\nkeys 3 1 2\nrecord\n";
  for (const bool of_lesson : {true, false}) {
    App next(surface);
    next.next.engine_id = "cpu";
    adopt(next, prepare_run(small_recording()));
    next.history->remember({{"a run", session, of_lesson}});
    ASSERT_TRUE(run_command_line(next, "back"));
    next.background.wait(next);
    EXPECT_EQ(next.history->shows_lesson_run(next.session.generation()), of_lesson);
  }
}

// As large as what a person records without being asked; a larger one is asked about, once.
TEST_F(Runs, LargeOnesOfTheWindowBeforeComeBack) {
  const std::string head = "# Sortscope session 1\nalgorithm bitonic\ninput uniform\n";
  QuietSurface window(false);  // a script is not asked
  App next(window);
  next.next.engine_id = "cpu";
  adopt(next, prepare_run(small_recording()));
  next.history->remember({{"huge", head + "n 2^28\nseed 1\nrecord\n"},
                          {"large", head + "n 2^17\nseed 1\nrecord\nseek 3\n"}});
  ASSERT_TRUE(run_command_line(next, "back"));
  next.background.wait(next);
  EXPECT_EQ(next.session.recording().real_keys(), 1U << 17);
  EXPECT_EQ(next.session.cursor().layer, 3U);
  // Nothing begins by itself; the same once more, or the button, does it.
  ASSERT_TRUE(run_command_line(next, "back"));
  EXPECT_FALSE(next.background.work);
  ASSERT_FALSE(next.notices.shown.empty());
  EXPECT_EQ(next.notices.shown.back().command, "back");
  EXPECT_NE(next.notices.shown.back().text.find("GB of memory"), std::string::npos);
  EXPECT_EQ(next.session.recording().real_keys(), 1U << 17);
  ASSERT_TRUE(run_command_line(next, "back"));
  ASSERT_TRUE(next.background.work);
  next.background.work->progress.cancel = true;
  next.background.wait(next);
  EXPECT_EQ(next.session.recording().real_keys(), 1U << 17);
  EXPECT_TRUE(next.history->can_go_back());
}

// The runs of a window before come from a file: they do what sessions may.
TEST_F(Runs, OfTheWindowBeforeAreTrustedAsSessionsAndTheirTitlesAreNoPaths) {
  file("l.md", "# T\n## S\n```sortscope\nkeys 2 1\nrecord\n```\nText.\n");
  const std::string head = "# Sortscope session 1\nalgorithm bitonic\n";
  // Goes back to `session` in a new window; what is then shown.
  const auto back_to = [&](const std::string& title, const std::string& session, Status& went) {
    App next(surface);
    next.next.engine_id = "cpu";
    adopt(next, prepare_run(small_recording()));
    next.history->remember({{title, session}});
    went = next.history->back(next);
    next.background.wait(next);
    next.lesson->settle(next);
    if (went && next.notices.failure) went = *next.notices.failure;
    EXPECT_FALSE(next.lesson->open());
    return next.session.recording().real_keys();
  };
  // A lesson beside the title; a command that writes.
  Status went;
  for (const std::string& session : {head + "keys 3 1 2\nrecord\nlesson l.md 1\n",
                                     head + "keys 3 1 2\nrecord\nscreenshot ran.png\n"}) {
    EXPECT_EQ(back_to((folder / "title").string(), session, went), 8U) << session;
    EXPECT_FALSE(went) << session;
  }
  EXPECT_EQ(back_to("/etc/a\nb", head + "keys 3 1 2\nrecord\nseek 1\n", went), 3U);
  EXPECT_TRUE(went) << went.error().text();
}

}  // namespace
}  // namespace sortscope
