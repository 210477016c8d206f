// quiz.cpp: commands that ask, answer and count.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_player.h"
#include "app/state/panes.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

bool loaded(const Session& session) { return session.loaded(); }
bool asking(const Quiz& quiz) { return quiz.asking(); }
bool answered(const Quiz& quiz) { return quiz.answered(); }
bool question_open(const Quiz& quiz) { return quiz.open(); }
// PgDn is the lesson's, where one is on the screen.
bool asking_alone(const LessonPlayer& lesson, const Quiz& quiz) {
  return quiz.asking() && !lesson.active();
}

// Where a question stands: it counts once.
std::string id_of(const Session& session, const LessonPlayer& lesson) {
  if (!lesson.runs_lines()) {
    return fmt::format("asked {} {}", session.generation(), session.cursor().layer);
  }
  return fmt::format("{}:{}", lesson.lesson().name, lesson.line());
}
std::string place_of(const Session& session, const LessonPlayer& lesson) {
  if (!lesson.runs_lines()) return session.recording().algorithm->id.data();
  return fmt::format("{}, stop {}", lesson.lesson().name, lesson.place().stop + 1);
}

Error ask_usage(std::string_view hint) {
  return {ErrorCode::kBadUsage, "ask does not understand its arguments.", std::string(hint)};
}

Result<Question> read_question(const Session& session, Arguments arguments) {
  // A word and what it asks, side by side.
  static constexpr std::array<std::string_view, 5> kWords = {"exchanges", "wire", "swaps", "sorted",
                                                             "choice"};
  static constexpr std::array<QuestionKind, kWords.size()> kKinds = {
      QuestionKind::kExchanges, QuestionKind::kWire, QuestionKind::kSwaps, QuestionKind::kSorted,
      QuestionKind::kChoice};
  const auto word = choice_argument("ask", arguments[0], kWords);
  if (!word) return word.error();
  const QuestionKind kind = kKinds[*word];
  const auto recording = session.shared_recording();
  const Cursor cursor = session.cursor();
  if (kind == QuestionKind::kChoice) {
    if (arguments.size() < 2) return ask_usage(R"(ask choice "Question?" "wrong" "*right")");
    return ask_choice(arguments[1], {arguments.begin() + 2, arguments.end()}, cursor);
  }
  if (kind == QuestionKind::kWire) {
    if (arguments.size() < 2 || arguments.size() > 3 ||
        (arguments.size() == 3 && arguments[2] != "end")) {
      return ask_usage("ask wire W, or ask wire W end");
    }
    const auto wire = whole_argument("WIRE", arguments[1], 0, recording->network.wires() - 1);
    if (!wire) return wire.error();
    return ask_about(recording, cursor,
                     arguments.size() == 3 ? QuestionKind::kWireEnd : QuestionKind::kWire,
                     static_cast<Wire>(*wire));
  }
  if (arguments.size() > 1)
    return ask_usage(fmt::format("ask {} takes nothing more", arguments[0]));
  return ask_about(recording, cursor, kind);
}

Status ask(Session& session, Panes& panes, LessonPlayer& lesson, Quiz& quiz, Arguments arguments) {
  auto question = read_question(session, arguments);
  if (!question) return question.error();
  quiz.ask(session, std::move(*question), id_of(session, lesson), place_of(session, lesson),
           !lesson.runs_lines(), lesson.runs_lines() ? lesson.lesson().name : std::string());
  // A lesson says what it shows.
  if (!lesson.runs_lines()) panes.show_one_of(quiz.answered_in(session.recording()));
  return {};
}

Status explain_answer(Quiz& quiz, Arguments arguments) {
  quiz.add_explanation(fmt::format("{}", fmt::join(arguments, " ")));
  return {};
}

// Options from 1, or a to h; wires as they are numbered.
Status answer(Session& session, Quiz& quiz, Arguments arguments) {
  const Question& question = quiz.question();
  const bool wires =
      question.kind == QuestionKind::kWire || question.kind == QuestionKind::kWireEnd;
  for (const std::string& word : arguments) {
    std::size_t option = 0;
    if (word.size() == 1 && word[0] >= 'a' && word[0] <= 'h') {
      option = static_cast<std::size_t>(word[0] - 'a');
      if (option >= question.options()) return {};  // no answer has it
    } else {
      const std::uint64_t least = wires ? 0 : 1;
      const auto number =
          whole_argument("OPTION", word, least, question.options() - (wires ? 1 : 0));
      if (!number) return number.error();
      option = *number - least;
    }
    quiz.choose(session, option);
  }
  return {};
}

// A key that answers a question which stands on a later page shows the question first: nothing is
// answered, and nothing marked in the picture, that the class has not read.
Status type_digit(Session& session, LessonPlayer& lesson, Quiz& quiz, Arguments arguments) {
  const auto digit = whole_argument("DIGIT", arguments[0], 0, 9);
  if (!digit) return digit.error();
  if (lesson.turn_to_question()) return {};
  quiz.type_digit(session, static_cast<std::uint32_t>(*digit));
  return {};
}

template <int by>
Status point(Session& session, LessonPlayer& lesson, Quiz& quiz, Arguments) {
  if (lesson.turn_to_question()) return {};
  quiz.point(session, by);
  return {};
}

Status choose_pointed(Session& session, LessonPlayer& lesson, Quiz& quiz, Arguments) {
  if (lesson.turn_to_question()) return {};
  quiz.choose_pointed(session);
  return {};
}

Status check(Session& session, LessonPlayer& lesson, Quiz& quiz, Arguments) {
  const bool any = std::ranges::find(quiz.chosen(), true) != quiz.chosen().end();
  if (!any && lesson.turn_to_question()) return {};
  return quiz.check(session);
}

Status skip(Session& session, Quiz& quiz, Arguments) {
  quiz.skip(session);
  return {};
}

// The quiz asks, where no lesson does: Esc ends it.
bool quiz_asks(const LessonPlayer& lesson, const Quiz& quiz) {
  return quiz.on && quiz.open() && !lesson.active();
}

constexpr std::string_view kBegun =
    "Quiz: every step forward first asks what it will do. Esc ends it.";

Status end_quiz(Session& session, Notices& notices, Quiz& quiz, Arguments) {
  quiz.on = false;
  std::erase_if(notices.shown, [](const Notice& each) { return each.text == kBegun; });
  session.settle();
  quiz.leave(session, false);
  return {};
}

// What follows the answer: the next step of the lesson, the next question, or the picture alone.
Status go_on(App& app, Session& session, LessonPlayer& lesson, Quiz& quiz, Arguments) {
  if (lesson.active()) return run_command_line(app, "lesson-next");
  if (quiz.on) return run_command_line(app, "step-forward");
  session.settle();
  quiz.leave(session, false);
  return {};
}

Status quiz(Session& session, Panes& panes, Notices& notices, LessonPlayer& lesson, Quiz& quiz,
            Arguments arguments) {
  const auto on = switch_argument(arguments, quiz.on);
  if (!on) return on.error();
  quiz.on = *on;
  if (*on) {
    notices.notify(std::string(kBegun));
    if (!lesson.active() && quiz.holds_step(session, lesson.active(), !lesson.runs_lines())) {
      panes.show_one_of(quiz.answered_in(session.recording()));
    }
  } else if (quiz.open() && !lesson.active()) {
    quiz.leave(session, false);
  }
  return {};
}

// Lessons and the quiz apart, where both have asked.
std::string said_score(const Quiz& quiz) {
  const Score total = quiz.score();
  if (total.asked() == 0) return "Score: nothing was asked yet.";
  std::vector<std::string> asked_by;
  for (const ScoreRow& row : quiz.rows()) {
    if (std::ranges::find(asked_by, row.lesson) == asked_by.end()) asked_by.push_back(row.lesson);
  }
  if (asked_by.size() == 1) {
    return fmt::format("Score: {}.", score_text(total));
  }
  std::string text = "Score.";
  for (const std::string& lesson : asked_by) {
    text += fmt::format(" {}: {}.", lesson.empty() ? "Quiz" : "Lesson " + lesson,
                        score_text(quiz.score_of(lesson)));
  }
  return text;
}

Status score(Notices& notices, Quiz& quiz, Remembered& remembered, Arguments arguments) {
  if (!arguments.empty()) {
    const OutputName name(arguments[0]);
    const auto text = quiz.score_file(name.path);
    if (!text) return text.error();
    const auto called = remembered.opened.write(name, *text);
    if (!called) return called.error();
    notices.notify(said_written("Saved " + *called + ".", name.path, *called));
    return {};
  }
  notices.notify(said_score(quiz));
  return {};
}

Status clear_score(Quiz& quiz, Arguments) {
  quiz.clear_score();
  return {};
}

std::vector<KeyChord> digits() {
  static constexpr std::array<std::string_view, 10> kDigits = {"0", "1", "2", "3", "4",
                                                               "5", "6", "7", "8", "9"};
  std::vector<KeyChord> keys;
  for (std::size_t i = 0; i < 10; ++i) {
    keys.push_back(typed(static_cast<char32_t>('0' + i), kDigits[i]));
  }
  return keys;
}

constexpr bool kOnce = false;
constexpr bool kRepeats = true;
constexpr std::string_view kWhenAsked = "a question is open (Q asks before every step)";

}  // namespace

std::span<const Command> quiz_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"quiz",
       "Ask before every step what it will do",
       "Quiz",
       kShow,
       "Q",
       "[on|off]",
       {key(GLFW_KEY_Q)},
       loaded,
       quiz},
      {"quiz-end",
       "End the quiz",
       "Quiz",
       kOwn,
       "Esc",
       "",
       {key(GLFW_KEY_ESCAPE)},
       quiz_asks,
       end_quiz,
       kOnce,
       "the quiz asks",
       quiz_asks},
      {"ask",
       "Ask for a prediction",
       "Quiz",
       kShow,
       "",
       "exchanges|wire|swaps|sorted|choice [ARGUMENTS...]",
       {},
       loaded,
       ask},
      {"explain",
       "What is said with the answer, besides",
       "Quiz",
       kShow,
       "",
       "WORDS...",
       {},
       question_open,
       explain_answer,
       kOnce,
       kWhenAsked},
      {"answer",
       "Choose an answer, or let go of it",
       "Quiz",
       kOwn,
       "",
       "OPTION...",
       {},
       asking,
       answer,
       kOnce,
       kWhenAsked},
      {"answer-digit", "Choose an answer or a wire by its number", "Quiz", kOwn, "0 to 9", "DIGIT",
       digits(), asking, type_digit, kOnce, kWhenAsked, asking},
      {"answer-next",
       "To the next answer",
       "Quiz",
       kOwn,
       "↓  →",
       "",
       {key(GLFW_KEY_DOWN), key(GLFW_KEY_RIGHT)},
       asking,
       point<1>,
       kRepeats,
       kWhenAsked,
       asking},
      {"answer-previous",
       "To the answer before",
       "Quiz",
       kOwn,
       "↑  ←",
       "",
       {key(GLFW_KEY_UP), key(GLFW_KEY_LEFT)},
       asking,
       point<-1>,
       kRepeats,
       kWhenAsked,
       asking},
      {"answer-toggle",
       "Choose the answer one is at",
       "Quiz",
       kOwn,
       "Space",
       "",
       {key(GLFW_KEY_SPACE)},
       asking,
       choose_pointed,
       kOnce,
       kWhenAsked,
       asking},
      {"answer-check",
       "Check the answer",
       "Quiz",
       kOwn,
       "Enter",
       "",
       {key(GLFW_KEY_ENTER), key(GLFW_KEY_KP_ENTER)},
       asking,
       check,
       kOnce,
       kWhenAsked,
       asking},
      {"answer-skip",
       "Show the answer (it earns nothing)",
       "Quiz",
       kOwn,
       "PgDn",
       "",
       {key(GLFW_KEY_PAGE_DOWN)},
       asking,
       skip,
       kOnce,
       kWhenAsked,
       asking_alone},
      {"answer-on",
       "Go on after the answer",
       "Quiz",
       kOwn,
       "Enter",
       "",
       {key(GLFW_KEY_ENTER), key(GLFW_KEY_KP_ENTER)},
       answered,
       go_on,
       kOnce,
       "a question is answered",
       answered},
      {"score",
       "Score of this session, or write it",
       "Quiz",
       kWrite,
       "",
       "[FILE]",
       {},
       nullptr,
       score},
      {"score-clear", "Forget the score", "Quiz", kOwn, "", "", {}, nullptr, clear_score},
  };
  return kRows;
}

}  // namespace sortscope
