// presenter_text.cpp: captions and notes so far, what comes next, and the time.
#include "app/window/presenter_text.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/pictures/rich_text.h"

namespace sortscope {

namespace {

// The first sentence of a caption, without its marks.
std::string first_sentence(const std::string& caption) {
  std::string words;
  for (const RichBlock& block : parse_rich_text(caption)) {
    for (const RichSpan& span : block.spans) words += span.text;
    break;
  }
  for (std::size_t at = 0; (at = words.find_first_of(".?!:", at)) != std::string::npos; ++at) {
    if (at + 1 == words.size() || words[at + 1] == ' ') return words.substr(0, at + 1);
  }
  return words;
}

// What PgDn brings; "" at the end.
std::string next_of(const LessonPlayer& player, bool asking) {
  if (player.away()) return "back to the lesson";
  const LessonPlayer::Pages& pages = player.pages;
  if (pages.shown + 1 < pages.count) return fmt::format("page {}", pages.shown + 2);
  if (asking) return "the answer";
  const Lesson& lesson = player.lesson();
  const LessonPlace place = player.place();
  const LessonStop& stop = lesson.stops[place.stop];
  if (place.build + 1 < stop.builds.size()) {
    const std::string words = first_sentence(stop.builds[place.build + 1].caption);
    return words.empty() ? "the picture goes on" : words;
  }
  return place.stop + 1 < lesson.stops.size() ? lesson.stops[place.stop + 1].title : "";
}

// Letters that Markdown would take for marks stay as they are.
std::string as_typed(std::string_view text) {
  std::string typed;
  for (const char c : text) {
    if (std::string_view("\\`*[]#>-").find(c) != std::string_view::npos) typed += '\\';
    typed += c;
  }
  return typed;
}

// The question as it is read out, its answers with the right ones marked, and why: for the one who
// asks, not for the class.
std::string question_words(const Quiz& quiz) {
  const Question& question = quiz.question();
  std::string words = fmt::format("**{}**\n\n", as_typed(question.text));
  for (std::size_t i = 0; i < question.answers.size(); ++i) {
    const std::string answer = as_typed(question.answers[i]);
    words += question.right[i] ? fmt::format("{}. **{} ✓**\n", i + 1, answer)
                               : fmt::format("{}. {}\n", i + 1, answer);
  }
  if (quiz.answered()) {
    for (const std::string& reason : quiz.reasons()) words += "\n" + as_typed(reason) + "\n";
  } else if (!question.explanation.empty()) {
    words += "\n" + as_typed(question.explanation) + "\n";
  }
  return words;
}

}  // namespace

PresenterText presenter_text(const LessonPlayer& player, const Quiz& quiz) {
  const Lesson& lesson = player.lesson();
  const LessonPlace place = player.place();
  const LessonStop& stop = lesson.stops[place.stop];
  PresenterText text;
  text.lesson = numbered_title(lesson);
  text.stop = stop.title;
  text.place = fmt::format("Stop {} of {}", place.stop + 1, lesson.stops.size());
  if (stop.builds.size() > 1) {
    text.place += fmt::format(", step {} of {}", place.build + 1, stop.builds.size());
  }
  if (player.away()) text.place += " · left to explore";
  const LessonPlayer::Pages& pages = player.pages;
  const bool paged = !player.away() && pages.count > 1;
  if (paged) {
    text.page = fmt::format("page {} of {}", pages.shown + 1, pages.count);
    text.caption = pages.text;
  }
  for (std::size_t i = 0; !paged && i <= place.build; ++i) {
    if (!stop.builds[i].caption.empty()) text.caption += stop.builds[i].caption + "\n\n";
  }
  // The notes of this step; without any, those before still hold.
  for (std::size_t i = place.build + 1; i-- > 0 && text.notes.empty();) {
    text.notes = stop.builds[i].notes;
  }
  if (quiz.open()) text.question = question_words(quiz);
  text.next = next_of(player, quiz.asking());
  const auto seconds = static_cast<unsigned>(player.elapsed_s());
  text.elapsed = fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  if (lesson.minutes > 0) text.planned = fmt::format("of {} minutes", lesson.minutes);
  return text;
}

}  // namespace sortscope
