// lesson.cpp: commands that walk through lessons, and those that lessons are made of.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <array>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/key_bindings.h"
#include "app/state/lesson_check.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/parts/line_source.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/overlay_state.h"
#include "app/state/parts/remembered.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "app/surface/presenter_place.h"
#include "app/surface/surface.h"
#include "core/base/input_file.h"
#include "core/base/parse_number.h"
#include "core/base/quote.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr std::size_t kMostLabel = 80;  // bytes of a band's words

bool loaded(const Session& session) { return session.loaded(); }
bool lesson_open(const LessonPlayer& lesson) { return lesson.open(); }
bool in_lesson(const LessonPlayer& lesson) { return lesson.active(); }
// A clicker's keys come back to a lesson that was left, but not out of a question.
bool pages_are_the_lessons(const LessonPlayer& lesson, const Quiz& quiz) {
  return lesson.active() || (lesson.away() && !quiz_turns_pages(quiz));
}
bool has_one_after(const LessonPlayer& lesson) {
  return lesson.open() && lesson_after(lesson.lesson()) != nullptr;
}
bool lesson_asks(const LessonPlayer& lesson) { return lesson.asks(); }
bool away(const LessonPlayer& lesson) { return lesson.away(); }
// Esc first ends the editing of a network and the quiz, and lets go of what is selected.
bool in_lesson_and_free(const LessonPlayer& lesson, const NetworkDesk& network_desk) {
  return lesson.active() && !network_desk.editor;
}
bool away_and_free(const Session& session, const LessonPlayer& lesson,
                   const NetworkDesk& network_desk, const Quiz& quiz) {
  const bool asks = quiz.on && quiz.open();
  return lesson.away() && !network_desk.editor && !asks && session.selected == Selection{};
}

Status own_lines_only_show(const LessonPlayer& lesson) {
  if (!lesson.runs_lines()) return {};
  return Error{ErrorCode::kBadUsage, "a lesson's own lines cannot walk through lessons.", ""};
}

Status open_lesson(const LessonParts& parts, OverlayState& overlay, Remembered& remembered,
                   CommandLines& lines, LessonPlayer& player, Arguments arguments) {
  if (Status status = own_lines_only_show(player); !status) return status;
  std::size_t stop = 0;
  std::shared_ptr<const Lesson> lesson;
  const std::string& name = arguments[0];
  // A session's file is a path from the root by now, and its other names are of shipped lessons.
  const bool may_be_file = lines.source.source == Source::kPerson || name.starts_with('/');
  // A number is that of a lesson, whatever lies in the folder.
  const bool number = name.find_first_not_of("0123456789") == std::string::npos;
  const bool is_file = name.ends_with(".md") || (may_be_file && !number && is_regular_file(name));
  if (is_file) {
    auto read = read_lesson(name);
    if (!read) return read.error();
    lesson = std::make_shared<const Lesson>(std::move(*read));
  } else {
    const auto found = find_lesson(name);
    if (!found) return found.error();
    // Shipped lessons live as long as the program.
    lesson = std::shared_ptr<const Lesson>(std::shared_ptr<void>(), *found);
  }
  if (const auto errors = check_command_lines(*lesson); !errors.empty()) return errors.front();
  if (arguments.size() > 1) {
    const auto chosen = whole_argument("STOP", arguments[1], 1, lesson->stops.size());
    if (!chosen) return chosen.error();
    stop = *chosen - 1;
  }
  if (is_file) remembered.add_file(name, lines.source);
  overlay.open = Overlay::kNone;
  player.start(parts, std::move(lesson), stop);
  return {};
}

// Shipped lessons live as long as the program.
void start_shipped(const LessonParts& parts, LessonPlayer& player, const Lesson* lesson) {
  player.start(parts, std::shared_ptr<const Lesson>(std::shared_ptr<void>(), lesson));
}

// "page": first the pages of the text beside the picture are turned.
Result<bool> turns_page(LessonPlayer& lesson, Arguments arguments, int by) {
  static constexpr std::array<std::string_view, 1> kWhat = {"page"};
  if (arguments.empty()) return false;
  const auto what = choice_argument("lesson-next", arguments[0], kWhat);
  if (!what) return what.error();
  return !lesson.away() && lesson.turn_page(by);
}

Status turn_page(LessonPlayer& lesson, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kWhich = {"next", "back", "question"};
  const auto which = choice_argument("lesson-page", arguments[0], kWhich);
  if (!which) return which.error();
  if (*which == 2) {
    lesson.turn_to_question();
    return {};
  }
  lesson.turn_page(*which == 0 ? 1 : -1);
  return {};
}

Status next(const LessonParts& parts, Session& session, LessonPlayer& lesson, Quiz& quiz,
            Arguments arguments) {
  if (Status status = own_lines_only_show(lesson); !status) return status;
  const auto turned = turns_page(lesson, arguments, 1);
  if (!turned) return turned.error();
  if (*turned) return {};
  // An open question first shows its answer.
  if (quiz.asking() && !lesson.away()) {
    quiz.skip(session);
    return {};
  }
  // Behind the last page the next lesson begins; a line that counts steps stays at the end.
  const Lesson* after = lesson_after(lesson.lesson());
  if (!arguments.empty() && lesson.active() && lesson.at_end() && after != nullptr) {
    start_shipped(parts, lesson, after);
    return {};
  }
  lesson.next(parts);
  return {};
}

Status back(const LessonParts& parts, LessonPlayer& lesson, Arguments arguments) {
  if (Status status = own_lines_only_show(lesson); !status) return status;
  const auto turned = turns_page(lesson, arguments, -1);
  if (!turned) return turned.error();
  if (*turned) return {};
  lesson.back(parts);
  return {};
}

Status go_to_stop(const LessonParts& parts, LessonPlayer& player, Arguments arguments) {
  if (Status status = own_lines_only_show(player); !status) return status;
  const Lesson& lesson = player.lesson();
  const auto stop = whole_argument("STOP", arguments[0], 1, lesson.stops.size());
  if (!stop) return stop.error();
  std::size_t build = 0;
  if (arguments.size() > 1) {
    const auto step =
        whole_argument("STEP", arguments[1], 1, lesson.stops[*stop - 1].builds.size());
    if (!step) return step.error();
    build = *step - 1;
  }
  player.go_to(parts, {*stop - 1, build});
  return {};
}

// What the lesson asks waits with it: coming back asks it again.
Status leave(const Panes& panes, Session& session, LessonPlayer& lesson, Quiz& quiz,
             Notices& notices, Arguments) {
  lesson.leave(panes, notices);
  if (quiz.asking() && !quiz.lesson().empty()) quiz.set_aside(session);
  return {};
}

Status come_back(const LessonParts& parts, LessonPlayer& lesson, Arguments) {
  lesson.come_back(parts);
  return {};
}

Status go_on(const LessonParts& parts, LessonPlayer& lesson, Arguments) {
  lesson.go_on(parts);
  return {};
}

Status close(LessonPlayer& lesson, Session& session, Quiz& quiz, NextRun& next, Notices& notices,
             const Panes& panes, Arguments) {
  if (Status status = own_lines_only_show(lesson); !status) return status;
  lesson.close(session, quiz, next, notices, panes);
  return {};
}

Status open_after(const LessonParts& parts, LessonPlayer& player, Arguments) {
  if (Status status = own_lines_only_show(player); !status) return status;
  start_shipped(parts, player, lesson_after(player.lesson()));
  return {};
}

// Notes over the slide would be read by the class.
Status show_presenter(Surface& surface, LessonPlayer& lesson, Notices& notices,
                      Arguments arguments) {
  const auto on = switch_argument(arguments, lesson.presenter != nullptr);
  if (!on) return on.error();
  if (!*on) {
    lesson.presenter.reset();
    return {};
  }
  if (lesson.presenter != nullptr) return {};
  if (surface.headless()) {
    return Error{ErrorCode::kUnavailable, "the presenter's window needs a display.",
                 "Leave out --headless; under Xvfb it works too."};
  }
  const std::vector<Display> displays = surface.displays();
  const auto slide = surface.stands_at();
  auto place = slide ? presenter_place(displays, *slide) : std::nullopt;
  if (slide && !place) {
    if (surface.fullscreen() || fills_display(displays, *slide)) {
      return Error{ErrorCode::kUnavailable,
                   "the slide fills the only display: the class would read your notes.",
                   "Connect the projector as a second screen, not as a copy of the first; or leave "
                   "full screen (F11) and make the window smaller."};
    }
    place = presenter_corner(displays, *slide);
    notices.notify(
        "There is no room beside the slide: the notes stand over its corner. Make the window "
        "smaller, or connect the projector as a second screen.");
  }
  auto window = make_presenter_window(place);
  if (!window) return window.error();
  lesson.presenter = std::move(*window);
  return {};
}

Status play_to(Session& session, Arguments arguments) {
  const auto layer = whole_argument("LAYER", arguments[0], 0, session.recording().network.depth());
  if (!layer) return layer.error();
  float speed = 1;
  if (arguments.size() > 1) {
    const auto chosen = number_argument("SPEED", arguments[1], 1.0F / 16, 256);
    if (!chosen) return chosen.error();
    speed = *chosen;
  }
  session.play_to(static_cast<std::uint32_t>(*layer), speed);
  return {};
}

// "3-7" or "3": both ends included.
Result<std::pair<std::uint32_t, std::uint32_t>> range_argument(const std::string& text,
                                                               std::uint32_t least,
                                                               std::uint32_t most) {
  std::string_view rest = text;
  const auto first = take_whole(rest, most);
  const auto last = first && rest.starts_with('-') ? parse_whole(rest.substr(1), most)
                    : rest.empty()                 ? first
                                                   : std::nullopt;
  if (first && last && *first >= least && *first <= *last) {
    return std::pair{static_cast<std::uint32_t>(*first), static_cast<std::uint32_t>(*last)};
  }
  return Error{
      ErrorCode::kBadUsage,
      fmt::format("{} is not a range from {} to {}.", sortscope::quoted(text), least, most),
      fmt::format("For example: {}-{}", least, most)};
}

Status highlight(Session& session, Arguments arguments) {
  static constexpr std::array<std::string_view, 3> kWhat = {"wires", "layers", "off"};
  const auto what = choice_argument("highlight", arguments[0], kWhat);
  if (!what) return what.error();
  auto& highlights = session.laid_over.highlights;
  if (*what == 2) {
    highlights.clear();
    return {};
  }
  if (arguments.size() < 2) {
    return Error{ErrorCode::kBadUsage, fmt::format("highlight {} takes a range.", arguments[0]),
                 fmt::format("For example: highlight {} 0-3 \"here\"", arguments[0])};
  }
  const Network& network = session.recording().network;
  Highlight band;
  band.layers = *what == 1;
  const std::uint32_t least = band.layers ? 1 : 0;
  const std::uint32_t most = band.layers ? network.depth() : network.wires() - 1;
  const auto range = range_argument(arguments[1], least, most);
  if (!range) return range.error();
  band.first = range->first - least;
  band.last = range->second - least;
  for (const std::string& word : arguments.subspan(2)) {
    band.label += (band.label.empty() ? "" : " ") + word;
  }
  if (band.label.size() > kMostLabel) {
    return Error{ErrorCode::kBadUsage, "the words of a band are too long.",
                 fmt::format("At most {} bytes are drawn.", kMostLabel)};
  }
  // Words over wires are about the keys that stand there, or come to stand there.
  if (!band.layers && !band.label.empty()) band.at = session.heads_for();
  // The same wires or layers once more: the words are those said last.
  std::erase_if(highlights, [&](const Highlight& before) {
    return before.layers == band.layers && before.first == band.first && before.last == band.last;
  });
  highlights.push_back(std::move(band));
  return {};
}

KeyChord key_with(int glfw_key, std::string_view arguments) {
  KeyChord chord = key(glfw_key);
  chord.arguments = arguments;
  return chord;
}

constexpr bool kOnce = false;
constexpr std::string_view kInLesson = "a lesson is open (Ctrl+H has them)";

}  // namespace

std::span<const Command> lesson_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {"lesson",
       "Open a lesson by name, number or file",
       "Lesson",
       kReadLesson,
       "",
       "NAME [STOP]",
       {},
       nullptr,
       open_lesson},
      {"lesson-next",
       "Next step of the lesson",
       "Lesson",
       kOwn,
       "PgDn",
       "[page]",
       {key_with(GLFW_KEY_PAGE_DOWN, "page")},
       lesson_open,
       next,
       kOnce,
       kInLesson,
       pages_are_the_lessons},
      {"lesson-back",
       "Step of the lesson before",
       "Lesson",
       kOwn,
       "PgUp",
       "[page]",
       {key_with(GLFW_KEY_PAGE_UP, "page")},
       lesson_open,
       back,
       kOnce,
       kInLesson,
       pages_are_the_lessons},
      {"lesson-page",
       "Turn a page of the lesson's text",
       "Lesson",
       kOwn,
       "",
       "next|back|question",
       {},
       lesson_open,
       turn_page,
       kOnce,
       kInLesson},
      {"lesson-stop",
       "Go to a stop of the lesson, from 1",
       "Lesson",
       kShow,
       "",
       "STOP [STEP]",
       {},
       lesson_open,
       go_to_stop,
       kOnce,
       kInLesson},
      {"lesson-go-on",
       "Let the lesson's lines work for longer",
       "Lesson",
       kOwn,
       "",
       "",
       {},
       lesson_asks,
       go_on,
       kOnce,
       "a lesson from a file has worked for long"},
      {"lesson-leave",
       "Leave the lesson to explore",
       "Lesson",
       kOwn,
       "Esc",
       "",
       {key(GLFW_KEY_ESCAPE)},
       in_lesson,
       leave,
       kOnce,
       kInLesson,
       in_lesson_and_free},
      {"lesson-return",
       "Return to the lesson where one left it",
       "Lesson",
       kOwn,
       "Esc",
       "",
       {key(GLFW_KEY_ESCAPE)},
       away,
       come_back,
       kOnce,
       "one has left a lesson to explore",
       away_and_free},
      {"lesson-after",
       "Open the lesson after this one",
       "Lesson",
       kOwn,
       "",
       "",
       {},
       has_one_after,
       open_after,
       kOnce,
       "a lesson is open that another one follows"},
      {"lesson-close",
       "Close the lesson",
       "Lesson",
       kOwn,
       "",
       "",
       {},
       lesson_open,
       close,
       kOnce,
       kInLesson},
      {"presenter",
       "Notes and time on a second window",
       "Lesson",
       kStart,
       "",
       "[on|off]",
       {},
       lesson_open,
       show_presenter,
       kOnce,
       kInLesson},
      {"play-to",
       "Play to a layer, with motion",
       "Playback",
       kShow,
       "",
       "LAYER [SPEED]",
       {},
       loaded,
       play_to},
      {"highlight",
       "A band over wires (from 0) or layers (from 1)",
       "Diagram",
       kShow,
       "",
       "wires|layers|off [A-B] [LABEL...]",
       {},
       loaded,
       highlight},
  };
  return kRows;
}

}  // namespace sortscope
