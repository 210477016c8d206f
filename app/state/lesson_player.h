// lesson_player.h: where one is in a lesson, and how one gets from stop to stop.
#pragma once

#include <compare>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/opening.h"
#include "app/state/parts/lesson_runs.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/notices.h"
#include "app/surface/presenter_window.h"
#include "core/lessons/lesson.h"

namespace sortscope {

class Quiz;
class Session;

/// The parts with which a lesson is played: it records, asks, and is remembered.
struct LessonParts : RecordingParts {
  Quiz& quiz;
  Remembered& remembered;
};

/// A stop of a lesson and a step of it, both from 0.
struct LessonPlace {
  std::size_t stop = 0;
  std::size_t build = 0;
  friend constexpr auto operator<=>(const LessonPlace&, const LessonPlace&) = default;
};

/// What the runs of a lesson's lines may take in all, where nobody sits before it to end them.
struct LessonBudget {
  std::uint64_t comparators = 0;
  double seconds = 0;
};

/// Seconds that the lines of a file's lesson work in a window before a person is asked.
inline constexpr double kUnasked_s = 30;
/// Seconds that lines run before a frame comes, in which a person can end them.
inline constexpr double kSlice_s = 0.1;

/// Plays one lesson. What is shown is a function of (lesson, place): a block that records starts
/// afresh (one network view, no options, choices of the next run as at the start), so entering a
/// place runs the lines from the last such block on, without motion; only in the newest block,
/// walking forwards, things move.
class LessonPlayer {
 public:
  [[nodiscard]] bool open() const { return lesson_ != nullptr; }
  /// A lesson is open and not left to explore: its panel is shown.
  [[nodiscard]] bool active() const { return lesson_ != nullptr && !away_; }
  [[nodiscard]] bool away() const { return lesson_ != nullptr && away_; }
  [[nodiscard]] const Lesson& lesson() const { return *lesson_; }
  [[nodiscard]] std::shared_ptr<const Lesson> shared_lesson() const { return lesson_; }
  [[nodiscard]] const LessonPlace& place() const { return place_; }
  /// Seconds since the lesson was opened.
  [[nodiscard]] double elapsed_s() const;
  /// Grows whenever a place is entered: panels scroll to what is new.
  [[nodiscard]] std::uint64_t entries() const { return entries_; }

  /// Opens a lesson at a stop (from 0). A shipped one where its file is not read again.
  void start(const LessonParts& parts, std::shared_ptr<const Lesson> lesson, std::size_t stop = 0);
  /// To the next, the previous step or stop; does nothing at the ends.
  void next(const LessonParts& parts);
  void back(const LessonParts& parts);
  /// Enters a place directly, without motion; it is brought into the lesson.
  void go_to(const LessonParts& parts, LessonPlace place);
  [[nodiscard]] bool at_start() const { return place_ == LessonPlace{}; }
  [[nodiscard]] bool at_end() const;
  /// The lesson is at a place whose picture is on the screen already.
  void resume(const NextRun& next, std::shared_ptr<const Lesson> lesson, LessonPlace place);
  /// Leaves the lesson to explore; come_back() enters the place again. What it would still have
  /// shown is not.
  void leave(const Panes& panes, Notices& notices);
  void come_back(const LessonParts& parts);
  void close(Session& session, Quiz& quiz, NextRun& next, Notices& notices, const Panes& panes);
  /// A run of the person's own takes the place of what is shown: the lesson is left, and the panes
  /// that it has set give way to those of before it. True where they did.
  bool make_way(const Session& session, Panes& panes, const History& history, Notices& notices);
  /// Ids of the views that the person has chosen: those of before the lesson while its own are
  /// shown.
  [[nodiscard]] std::vector<std::string> own_views(const Session& session, const Panes& panes,
                                                   const History& history) const;
  /// Name of the shipped lesson that was shown last, here or in a window before; "": none yet.
  [[nodiscard]] const std::string& last_shipped() const { return last_shipped_; }
  void remember_last(std::string name) { last_shipped_ = std::move(name); }

  /// Runs what waits for work and motion to be over; once a frame.
  void attend(const LessonParts& parts);
  /// Everything that waits, at once.
  void settle(const LessonParts& parts);
  [[nodiscard]] bool waiting() const { return (!tasks_.empty() && !asks_) || pending_.has_value(); }
  /// Lines of a file have worked for `unasked_s` since a person came to the place: the others wait
  /// for go_on(). Only in a window, where somebody can answer.
  [[nodiscard]] bool asks() const { return asks_; }
  void go_on(const LessonParts& parts);
  double unasked_s = kUnasked_s;
  /// Lines are left for the next frame: they have run for `slice_s`, and a person looks on.
  [[nodiscard]] bool goes_on() const { return goes_on_ && !tasks_.empty(); }
  double slice_s = kSlice_s;
  /// Ends what goes_on(); go_on() takes it up again.
  void stop(Notices& notices);
  /// A command that runs right now is the lesson's own.
  [[nodiscard]] bool runs_lines() const { return running_; }
  /// The same, or the work that a line of the lesson has begun.
  [[nodiscard]] bool works() const { return running_ || pending_.has_value(); }
  /// Number in the file of the line that ran last.
  [[nodiscard]] std::uint32_t line() const { return line_; }
  /// The person has changed what is shown: the next step sets the whole picture again.
  void touch() { touched_ = touched_ || active(); }
  /// Reads the lesson again where its file has changed, staying at the stop; a file that is wrong
  /// changes nothing but error(). True where something new is to be seen.
  bool reload_if_changed(const LessonParts& parts);

  /// What is wrong with the file or a line: "FILE:LINE: ..."; empty: nothing.
  [[nodiscard]] const std::string& error() const { return error_text_; }
  /// The errors since take_errors() was called last, for `sortscope lesson`.
  std::vector<Error> take_errors() { return std::exchange(errors_, {}); }

  /// From here on lines fail once this has been used up; nothing: they may take what they take.
  void limit(std::optional<LessonBudget> budget);
  /// It has been used up.
  [[nodiscard]] bool spent() const;
  /// The same, of the last limit: also once the lesson is closed.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// The runs that are kept.
  [[nodiscard]] const LessonRuns& runs() const { return runs_; }

  /// Pages of the text beside the picture, as the panel sets them, and the one that is shown.
  struct Pages {
    std::size_t shown = 0;
    std::size_t count = 1;
    std::size_t question = 0;  // that of the open question
    std::string text;          // words of the one that is shown, where there are several
  };
  Pages pages;
  /// Turns a page; false where there is none.
  bool turn_page(int by);
  /// Turns to the page of the open question; false where it is on the screen, or no lesson is.
  bool turn_to_question();

  /// The second window, where it is open; it goes with the lesson.
  std::unique_ptr<PresenterWindow> presenter;

 private:
  struct Task {
    enum class Kind : std::uint8_t {
      kAfresh,  // sets everything to how it is at the start
      kRecord,  // records the run that the window opens with
      kStop,    // a stop begins: no highlights
      kLine,    // runs a line
      kPass,    // a block is left: what its question is about has happened
    };
    Kind kind = Kind::kLine;
    const LessonLine* line = nullptr;
    bool settled = true;  // without motion
  };
  /// A line whose work goes on.
  struct Pending {
    const LessonLine* line = nullptr;
    bool records = false;
    std::uint64_t generation = 0;
    std::vector<Notice> notices;  // of before
    double begun_s = 0;
  };

  void take(const NextRun& next, std::shared_ptr<const Lesson> lesson);
  void enter(const LessonParts& parts, LessonPlace place, bool forwards);
  void add_block(LessonPlace place, bool settled);
  [[nodiscard]] const LessonBuild& block(LessonPlace place) const;
  [[nodiscard]] std::optional<LessonPlace> after(LessonPlace place) const;
  void run_tasks(const LessonParts& parts);
  void run(const LessonParts& parts, const Task& task);
  void run_line(const LessonParts& parts, const LessonLine& line);
  void finish_pending(const LessonParts& parts);
  void fail(std::uint32_t line, const Error& error);
  // The lines have worked for longer than a person was asked for.
  [[nodiscard]] bool unasked(const Surface& surface) const;
  void ask(Notices& notices, const std::string& why);
  void ask_no_more(Notices& notices);
  [[nodiscard]] std::string too_long() const;
  // What a person has on the screen goes to the history, and is offered.
  void keep_own_run(const LessonParts& parts);
  void start_afresh(const LessonParts& parts) const;

  std::shared_ptr<const Lesson> lesson_;
  LessonPlace place_;
  bool away_ = false;
  bool touched_ = false;
  bool running_ = false;
  std::uint32_t line_ = 0;
  std::deque<Task> tasks_;
  std::optional<Pending> pending_;
  LessonRuns runs_;
  std::optional<LessonBudget> budget_;
  std::string error_text_;
  std::vector<Error> errors_;
  std::uint64_t entries_ = 0;
  double started_s_ = 0;
  std::uint64_t compared_ = 0;  // by runs that lines recorded, since limit()
  double limited_s_ = 0;        // when that was
  bool gave_up_ = false;
  double worked_s_ = 0;     // by lines since a person came to the place
  bool settles_ = false;    // somebody waits for all of it
  bool may_go_on_ = false;  // a person has said so, at this place
  bool asks_ = false;
  bool goes_on_ = false;  // in the next frame
  bool cut_ = false;      // the pending line's work was ended, to ask
  bool reloads_ = false;  // nobody has pressed anything
  std::string engine_;    // of the person, before the lesson
  std::string last_shipped_;
  // Views by id: of the person before the lesson, and of the lesson when it was left.
  std::vector<std::string> own_views_;
  std::vector<std::string> left_views_;
  LineSource source_;  // of the lesson's lines
  // The file as it was read last; a shipped lesson has none.
  bool from_file_ = false;
  std::int64_t written_ = 0;
  double looked_s_ = 0;
};

}  // namespace sortscope
