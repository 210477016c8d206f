// quiz.h: the question that is open, the answer that is being given, and the score of the session.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/scenes/layout.h"
#include "core/words/prediction.h"

namespace sortscope {

class Session;
struct Recording;

/// A question of the session, as it was answered first.
struct ScoreRow {
  std::string id;     // lesson and line, or run and layer: a question counts once
  std::string where;  // "1-comparators, stop 3", "quiz"
  std::string question;
  std::string lesson;  // its name; "": the question is none of a lesson's
  double share = 0;    // 0 to 1; 0 where it was skipped
  bool skipped = false;
};

/// What a session's answers are worth.
struct Score {
  std::size_t right = 0;  // wholly
  std::size_t partly = 0;
  std::size_t wrong = 0;
  std::size_t skipped = 0;
  double points = 0;  // a part right counts as a share

  [[nodiscard]] std::size_t asked() const { return right + partly + wrong + skipped; }
};

/// Points as they are told: "0.33", "2.5", "3".
std::string points_text(double points);
/// "2 of 4 right, 1 partly (2.5 points), 1 not answered": what nobody answered is not wrong.
std::string score_text(const Score& score);

/// A question as it stands before a person, with what was chosen and said so far.
struct OpenQuestion {
  Question question;
  std::string id;
  std::string where;
  std::string lesson;
  bool generated = false;
  bool answered = false;
  bool skipped = false;
  double share = 0;
  std::optional<ScoreRow> first = {};  // an answer that counted before: it still does
  std::vector<bool> chosen = {};
  std::size_t pointed = 0;
  bool keyboard = false;  // the person answers by keys: the mark is shown
  std::vector<std::string> reasons = {};
};

/// Asks one question at a time. While one is asked, outcomes from its moment on are not shown.
class Quiz {
 public:
  /// A question is shown: asked, or answered and not yet left.
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] bool asking() const { return open_ && !now_.answered; }
  [[nodiscard]] bool answered() const { return open_ && now_.answered; }
  /// It is the quiz's own, not a lesson's.
  [[nodiscard]] bool generated() const { return now_.generated; }
  [[nodiscard]] const Question& question() const { return now_.question; }
  /// Views of `recording` in which the options are clicked and marked, the best first; empty: none
  /// is open, or its answers are words.
  [[nodiscard]] std::span<const std::string_view> answered_in(const Recording& recording) const;
  [[nodiscard]] const std::vector<bool>& chosen() const { return now_.chosen; }
  [[nodiscard]] std::size_t pointed() const { return now_.pointed; }
  /// Of an answered question: what it was worth, whether it was skipped, and why it is so.
  [[nodiscard]] double share() const { return now_.share; }
  [[nodiscard]] bool skipped() const { return now_.skipped; }
  [[nodiscard]] const std::vector<std::string>& reasons() const { return now_.reasons; }
  /// How this question was answered before; that counts, not the answer now. Empty: it was not.
  [[nodiscard]] const std::optional<ScoreRow>& first() const { return now_.first; }

  /// Shows `question` in place of any other; playback stops. `lesson`: the name of that which asks,
  /// "" for none.
  void ask(Session& session, Question question, std::string id, std::string where,
           bool is_generated, std::string lesson = {});
  /// The question that is open, to be put back with its run; nothing where none is.
  [[nodiscard]] std::optional<OpenQuestion> opened() const {
    return open_ ? std::optional(now_) : std::nullopt;
  }
  /// Puts it back as it was; its run stands where it was asked or answered.
  void reopen(Session& session, OpenQuestion question);
  /// The question that waits with run `generation`, to wait again where that is shown again.
  [[nodiscard]] std::optional<OpenQuestion> waiting(std::uint64_t generation) const {
    return waits(generation) ? std::optional(now_) : std::nullopt;
  }
  /// Puts it back so; nothing where another is open, or this one was answered or seen since.
  void wait_again(const Session& session, OpenQuestion question);
  /// Adds to what is said with the answer.
  void add_explanation(const std::string& text);
  /// Chooses an option, or lets go of it; where only one may be chosen, it replaces the other.
  void choose(Session& session, std::size_t option);
  /// Moves the keyboard's mark by `by` options, round and round.
  void point(Session& session, int by);
  void choose_pointed(Session& session);
  /// A digit that was typed: of answers in words the answer, else a further digit of a wire.
  void type_digit(Session& session, std::uint32_t digit);
  /// Answers with what is chosen; errors: kWorkFailed where nothing is, and one must be.
  Status check(Session& session);
  /// Shows the answer; it counts as skipped.
  void skip(Session& session);
  /// The question goes; a lesson's that is still asked counts as skipped where `counts`.
  void leave(Session& session, bool counts);
  /// The lesson that asks is left to explore: its question goes, and waits to be asked again.
  void set_aside(Session& session);
  /// A question about run `generation` waits so: what would tell its answer stays away.
  [[nodiscard]] bool waits(std::uint64_t generation) const {
    return aside_ && generation_ == generation;
  }
  /// The picture as it is once the question is over, at once: for entering a place behind it.
  void pass(Session& session);
  /// Takes a click in the picture, which has selected something, as an answer. Once a frame. A
  /// question that is open stays open, and holds the cursor (Session::furthest()); one that waits
  /// counts as shown once the step is beyond it.
  void attend(Session& session);

  /// Questions before every step that is made or played.
  bool on = false;
  /// Before a step: true where a question is asked instead, or one stands there and waits for its
  /// answer; steps up to an open question are free.
  /// `in_lesson`: nothing is asked. `is_generated`: the question is the quiz's own.
  bool holds_step(Session& session, bool in_lesson, bool is_generated);

  [[nodiscard]] std::span<const ScoreRow> rows() const { return rows_; }
  [[nodiscard]] Score score() const;
  /// Of one lesson's questions; "": of those that no lesson asks.
  [[nodiscard]] Score score_of(std::string_view lesson) const;
  /// That which asks the open question, or asked the last one; "" for none.
  [[nodiscard]] const std::string& lesson() const { return now_.lesson; }
  void clear_score() { rows_.clear(); }
  /// The score as a file called `path` has it: JSON or, where it ends in .csv, a row a question.
  /// Errors: kBadUsage (another ending).
  [[nodiscard]] Result<std::string> score_file(const std::string& path) const;

 private:
  void end(Session& session, bool skipped);
  void count(double share, bool skipped, bool final);
  void mark(Session& session) const;

  OpenQuestion now_;  // while `open_`; then the one before
  bool open_ = false;
  bool aside_ = false;  // left without an answer, to be asked again
  std::vector<ScoreRow> rows_;
  std::vector<std::string> left_;  // ids left without an answer: they may still be answered
  std::uint64_t generation_ = 0;   // of the run that the question is about
};

/// A question that no lesson asks is open: the keys that turn its pages are the quiz's.
inline bool quiz_turns_pages(const Quiz& quiz) {
  return quiz.lesson().empty() && (quiz.asking() || (quiz.on && quiz.open()));
}

/// A question in words waits for its answer: how many layers there are may be that.
inline bool layers_are_asked(const Quiz& quiz) {
  return quiz.asking() && quiz.question().kind == QuestionKind::kChoice;
}

}  // namespace sortscope
