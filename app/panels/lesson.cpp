// lesson.cpp: the lesson beside the picture: where one is, the caption, what is asked.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/caption_pages.h"
#include "app/panels/caption_units.h"
#include "app/panels/lesson_head.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/panels/question.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/widgets/rich_text.h"
#include "app/widgets/widgets.h"
#include "core/words/own_file.h"

namespace sortscope {

namespace {

constexpr float kEdge = 22;
constexpr float kHead = 66;  // name of the lesson and dots
constexpr float kFoot = 52;
constexpr float kCaption = 15;
constexpr float kChip = 60;
constexpr float kProjectedChip = 28;  // keys need the room more
constexpr float kLeastCaption = 13;   // to keep a text and its question together
constexpr float kSmallest = 10;       // in a film, which has one page
constexpr float kGap = 14;            // between steps of a stop
constexpr float kTurner = 30;         // the line that turns pages
constexpr float kLine = 1.5F;         // from line to line, of the letters' size
constexpr float kParagraph = 1.15F;   // lines between two paragraphs, at least

// The file or a line is wrong: quiet, and nothing else changes.
float error_height(const Brush& brush, const std::string& error, float width) {
  if (error.empty()) return 0;
  return paragraph_height(brush, width - brush.px(14), error, kSizeSmall, Face::kSans) +
         brush.px(20);
}
void draw_error(const Brush& brush, const Area& area, const std::string& error) {
  brush.list->AddRectFilled({area.x, area.y + brush.px(6)},
                            {area.x + brush.px(3), area.bottom() - brush.px(6)},
                            brush.color(Role::kExchanged), brush.px(2));
  draw_paragraph(brush, area.x + brush.px(14), area.y + brush.px(8), area.width - brush.px(14),
                 error, kSizeSmall, Face::kSans, Role::kText);
}

// What is said of the person's own file.
void draw_task(const Brush& brush, const Area& area, const std::string& task) {
  brush.list->AddRectFilled({area.x, area.y + brush.px(6)},
                            {area.x + brush.px(3), area.bottom() - brush.px(6)},
                            brush.color(Role::kAccent), brush.px(2));
  draw_paragraph(brush, area.x + brush.px(14), area.y + brush.px(8), area.width - brush.px(14),
                 task, kSizeSmall, Face::kSans, Role::kText);
}

void draw_foot(const PanelParts& given, const Brush& brush, const Area& area) {
  draw_hairline(brush, area.x, area.y, area.right(), area.y);
  const LessonPlayer& player = given.lesson;
  const float height = brush.px(32);
  const float y = area.mid_y() - height / 2;
  const float next = text_button_width(brush, "Next");
  const float back = text_button_width(brush, "Back");
  const float right = area.right() - brush.px(kEdge);
  const bool more = player.pages.shown + 1 < player.pages.count;
  const bool ends = !more && player.at_end() && lesson_after(player.lesson()) != nullptr;
  if (text_button(brush, "next", {right - next, y, next, height}, "Next", ButtonLook::kPrimary,
                  ends || !player.at_end() || more)) {
    given.asked.ask("lesson-next page");
  }
  action_tooltip(given.look, ends ? "Open the lesson after this one" : "Next step of the lesson",
                 "lesson-next page");
  // Where there is room for two words only, the way back is an arrow.
  const float left = area.x + brush.px(kEdge) - brush.px(10);
  const float explore = text_button_width(brush, "Explore");
  const bool tight = left + explore > right - next - back - brush.px(16);
  if (tight) {
    const Area arrow{right - next - brush.px(6) - height, y, height, height};
    if (icon_button(brush, "back", arrow, Icon::kStepBack, 12, !player.at_start())) {
      given.asked.ask("lesson-back page");
    }
  } else if (text_button(brush, "back", {right - next - brush.px(8) - back, y, back, height},
                         "Back", ButtonLook::kOutline, !player.at_start())) {
    given.asked.ask("lesson-back page");
  }
  action_tooltip(given.look, "Step of the lesson before", "lesson-back page");
  if (text_button(brush, "leave", {left, y, explore, height}, "Explore", ButtonLook::kPlain)) {
    given.asked.ask("lesson-leave");
  }
  command_tooltip(given.look, "lesson-leave");
}

// What the lesson says of the person's own file; "" where it has nothing to say.
std::string task_of(const PanelParts& given) {
  const auto& kernel = given.session.measured.kernel;
  return kernel != nullptr && given.lesson.error().empty() ? kernel->task : std::string();
}

// The lesson is over but for its last page.
bool closes(const PanelParts& given) {
  return given.lesson.at_end() && !given.quiz.asking() && !given.look.film;
}

// The end of a lesson: what is left to do in one's own file, what the answers were worth, and what
// comes next. A brush without a list only measures.
float draw_end(const PanelParts& given, const Brush& brush, float x, float top, float width) {
  const Lesson& lesson = given.lesson.lesson();
  float y = top + brush.px(4);
  const bool draws = brush.list != nullptr;
  const auto paragraph = [&](const std::string& text, Face face) {
    y += brush.px(10) + (draws
                             ? draw_paragraph(brush, x, y, width, text, kCaption, face, Role::kText)
                             : paragraph_height(brush, width, text, kCaption, face));
  };
  if (const std::string task = task_of(given); !task.empty()) {
    const float height = error_height(brush, task, width);
    if (draws) draw_task(brush, {x, y, width, height}, task);
    y += height + brush.px(6);
  }
  if (draws) draw_hairline(brush, x, y, x + width, y);
  y += brush.px(14);
  const Score score = given.quiz.score_of(lesson.name);
  // Who shows all answers to a class has no score.
  if (score.asked() > score.skipped) {
    paragraph(fmt::format("Your answers: {}.", score_text(score)), Face::kSansBold);
  }
  if (!is_shipped(lesson)) return y;
  const Lesson* after = lesson_after(lesson);
  const std::string words =
      after == nullptr ? "Next: your own network" : "Next: " + numbered_title(*after);
  const std::string_view command = after == nullptr ? "new-network 8" : "lesson-after";
  // The title may be wider than the panel: then it stands above a shorter button.
  const bool fits = text_button_width(brush, words) <= width;
  if (!fits) paragraph(after == nullptr ? words : numbered_title(*after), Face::kSans);
  const std::string_view on_button = fits ? std::string_view(words) : "Next lesson";
  const Area button{x, y, text_button_width(brush, on_button), brush.px(32)};
  if (!draws) return button.bottom() + brush.px(8);
  if (text_button(brush, "after", button, on_button, ButtonLook::kPrimary)) {
    given.asked.ask(command);
  }
  command_tooltip(given.look, command.substr(0, command.find(' ')));
  return button.bottom() + brush.px(8);
}

// How captions and the question are set.
struct CaptionLook {
  float size = kCaption;
  float question = kCaption;
  bool paged = false;
  float room = 0;      // pixels of a page
  bool apart = false;  // the answer stands on a page of its own
  // The question, or what is said of its answer, is higher than a page.
  bool divide_question = false;
  bool whole_answers = false;  // what is divided is the question from its answers and buttons
  bool buttons_apart = false;  // the answers stand on one page, the buttons on the next
  bool tight = false;          // a question that is asked has less room between its parts
  bool divide_answer = false;
};

// Heading, captions of the steps so far and the question, one below the other.
struct CaptionColumn {
  std::vector<RichRun> runs;
  std::vector<PageBreak> breaks;
  std::vector<float> starts;  // of pages of its text, behind the first one
  float newest = 0;           // where what appeared last begins
  std::size_t newest_step = 0;
  float question = 0;  // where the question begins
  float choices = 0;   // its answers to choose, where it is divided
  float buttons = 0;   // what ends them
  float answer = 0;    // and what is said of its answer
  float answer_end = 0;
  float end = 0;  // where the lesson's score and what comes next stand; 0: nowhere
  float height = 0;

  // `line`: pixels from line to line within a paragraph.
  void add(const RichLayout& text, float line) {
    std::vector<float> middles;
    for (const RichRun& run : text.runs) middles.push_back(run.y);
    std::sort(middles.begin(), middles.end());
    for (std::size_t i = 1; i < middles.size(); ++i) {
      const float step = middles[i] - middles[i - 1];
      if (step < 0.5F * line) continue;
      breaks.push_back({height + (middles[i] + middles[i - 1]) / 2, step > kParagraph * line});
    }
    for (RichRun run : text.runs) {
      run.y += height;
      runs.push_back(std::move(run));
    }
    height += text.height;
  }
  // Below what there is, as a page of its own.
  void append(const CaptionColumn& page) {
    for (RichRun run : page.runs) {
      run.y += height;
      runs.push_back(std::move(run));
    }
    for (const PageBreak& each : page.breaks) breaks.push_back({each.at + height, each.good});
    if (newest == 0 || page.newest_step > newest_step) newest = page.newest + height;
    newest_step = std::max(newest_step, page.newest_step);
    height += page.height;
  }
};

// The text of a stop so far.
struct StopText {
  RichBlock heading;
  std::vector<CaptionUnit> units;
};

StopText text_of(const LessonPlayer& player) {
  const LessonStop& stop = player.lesson().stops[player.place().stop];
  StopText text{{RichBlockKind::kHeading, 0, "", {{stop.title}}}, {}};
  for (std::size_t i = 0; i <= player.place().build; ++i) {
    add_units(text.units, parse_rich_text(stop.builds[i].caption), i);
  }
  return text;
}

// Adds `units` below what stands in `column`; the steps of a stop stand apart.
void add_units_to(CaptionColumn& column, const Brush& brush, std::span<const CaptionUnit> units,
                  float width, float size) {
  for (std::size_t from = 0; from < units.size();) {
    std::size_t to = from;
    while (to < units.size() && units[to].step == units[from].step) ++to;
    if (from > 0) column.breaks.push_back({column.height, true});
    if (units[from].step > column.newest_step || column.newest == 0) {
      column.newest_step = units[from].step;
      column.newest = column.height;
    }
    column.add(set_rich_text(brush, joined(units.subspan(from, to - from)), width, size),
               brush.px(kLine * size));
    column.height += brush.px(kGap);
    from = to;
  }
}

CaptionColumn set_text(const Brush& brush, const StopText& text, std::size_t from, std::size_t to,
                       float width, float size) {
  CaptionColumn column;
  if (from == 0) {
    // The heading and the first lines stay together.
    column.add(set_rich_text(brush, {text.heading}, width, size + kSizeHeading - kCaption),
               brush.px(kLine * size));
    column.breaks.clear();
    column.height += brush.px(8);
  }
  add_units_to(column, brush, std::span(text.units).subspan(from, to - from), width, size);
  return column;
}

CaptionColumn set_column(const PanelParts& given, const Brush& brush, float width,
                         const CaptionLook& look) {
  const LessonPlayer& player = given.lesson;
  const StopText text = text_of(player);
  const std::size_t count = text.units.size();
  CaptionColumn column;
  if (look.paged) {
    const auto starts = unit_pages(text.units, look.room, [&](std::size_t from, std::size_t to) {
      return set_text(brush, text, from, to, width, look.size).height;
    });
    for (std::size_t page = 0; page < starts.size(); ++page) {
      const std::size_t to = page + 1 < starts.size() ? starts[page + 1] : count;
      const float top = column.height;
      if (page > 0) column.starts.push_back(top);
      column.append(set_text(brush, text, starts[page], to, width, look.size));
    }
  } else {
    column = set_text(brush, text, 0, count, width, look.size);
  }
  const Brush measure{nullptr, brush.palette, brush.scale, nullptr};
  const auto close = [&] {
    if (!closes(given)) return;
    column.breaks.push_back({column.height, true});
    column.end = column.height;
    column.height = draw_end(given, measure, 0, column.height, width);
  };
  if (!given.quiz.open()) {
    close();
    return column;
  }
  column.breaks.push_back({column.height, true});
  column.question = column.newest = column.height;
  std::vector<float> ends;
  column.height = column.answer =
      draw_question(given, measure, 0, column.height + brush.px(4), width, look.question,
                    look.divide_question ? &ends : nullptr, look.tight);
  if (!ends.empty()) {
    column.choices = ends.front();
    column.buttons = ends.back();
    if (look.whole_answers) {
      ends.resize(1);
    } else if (look.buttons_apart) {
      ends = {column.choices, column.buttons};
    } else if (ends.size() > 1 && given.quiz.asking() && !given.look.film) {
      ends.pop_back();  // a page with buttons has an answer, too
    }
  }
  for (const float end : std::exchange(ends, {})) column.breaks.push_back({end, false});
  if (!given.quiz.answered()) return column;
  if (look.apart) {
    column.breaks.push_back({column.height, true});
    column.newest = column.height;
  }
  column.height = draw_answer(given, measure, 0, column.height, width, look.question, look.apart,
                              look.divide_answer ? &ends : nullptr);
  for (const float end : ends) column.breaks.push_back({end, false});
  column.answer_end = column.height;
  close();
  return column;
}

// "1 of 2" between arrows, where the text takes more than a page.
void draw_page_turner(const PanelParts& given, const Brush& brush, const Area& area) {
  const LessonPlayer::Pages& pages = given.lesson.pages;
  const float side = area.height;
  const Area back{area.x, area.y, side, side};
  const std::string text = fmt::format("page {} of {}", pages.shown + 1, pages.count);
  const float words = text_width(brush, text, kSizeSmall);
  const Area on{area.x + side + words + brush.px(12), area.y, side, side};
  if (icon_button(brush, "page-back", back, Icon::kStepBack, 11, pages.shown > 0)) {
    given.asked.ask("lesson-page back");
  }
  action_tooltip(given.look, "The page before", "lesson-page back");
  draw_text(brush, area.x + side + brush.px(6), area.mid_y(), text, kSizeSmall, Face::kSans,
            Role::kMuted);
  if (icon_button(brush, "page-on", on, Icon::kStepForward, 11, pages.shown + 1 < pages.count)) {
    given.asked.ask("lesson-page next");
  }
  action_tooltip(given.look, "The next page; PgDn turns it, too", "lesson-page next");
  if (pages.shown >= pages.question) return;
  const float left = on.right() + brush.px(4);
  const std::string full = fmt::format("Question on page {}", pages.question + 1);
  const bool fits = left + text_button_width(brush, full) <= area.right();
  const std::string said = fits ? full : "Question";
  if (text_button(brush, "page-question", {left, area.y, text_button_width(brush, said), side},
                  said, ButtonLook::kPlain)) {
    given.asked.ask("lesson-page question");
  }
  action_tooltip(given.look, "Turn to the question; so does a key or a click that answers it",
                 "lesson-page question");
}

// All of it where it fits, else page by page, always in letters of one size on a projector; in a
// window in smaller ones first. A question stands on one page where that has room for it, with its
// answer where both fit, else the answer repeats what was chosen and what is right.
CaptionLook fit_captions(const PanelParts& given, const Brush& brush, float width, float height) {
  CaptionLook look;
  const float least = given.look.projector ? kCaption : given.look.film ? kSmallest : kLeastCaption;
  for (; look.size >= least; look.size = look.question -= 1) {
    if (set_column(given, brush, width, look).height <= height) return look;
  }
  look.size = look.question = kCaption;
  // Rather less room between the parts of a question than a page more.
  look.tight = given.quiz.asking() && given.look.projector;
  if (look.tight && set_column(given, brush, width, look).height <= height) return look;
  look.tight = false;
  look.paged = true;
  const float room = look.room = height - brush.px(kTurner);
  if (!given.quiz.open()) return look;
  const float smaller = given.look.projector ? kCaption : kLeastCaption;
  for (look.question = kCaption; look.question >= smaller; look.question -= 1) {
    const CaptionColumn column = set_column(given, brush, width, look);
    const float end = given.quiz.answered() ? column.answer_end : column.answer;
    if (end - column.question <= room) return look;
  }
  look.apart = given.quiz.answered();
  const float least_question = given.look.film ? kSmallest : smaller;
  for (look.question = kCaption; look.question >= least_question; look.question -= 1) {
    const CaptionColumn column = set_column(given, brush, width, look);
    if (std::max(column.answer - column.question, column.answer_end - column.answer) <= room) {
      return look;
    }
  }
  // Its buttons belong to its answers: rather less room between the parts than a page more.
  look.tight = given.quiz.asking();
  for (look.question = kCaption; look.tight && look.question >= least_question;
       look.question -= 1) {
    const CaptionColumn column = set_column(given, brush, width, look);
    if (column.answer - column.question <= room) return look;
  }
  // Answers are compared: rather small letters than some of them on another page.
  look.divide_question = true;
  look.question = least_question;
  CaptionColumn column = set_column(given, brush, width, look);
  while (column.answer - column.choices > room && look.question > kSmallest) {
    look.question -= 1;
    column = set_column(given, brush, width, look);
  }
  look.whole_answers = column.answer - column.choices <= room;
  look.buttons_apart = !look.whole_answers && column.buttons - column.choices <= room;
  look.divide_question = column.answer - column.question > room;
  look.divide_answer = column.answer_end - column.answer > room;
  return look;
}

// The words of a page, its paragraphs apart; `line`: pixels from line to line.
std::string words_of(const RichLayout& page, float line) {
  std::string words;
  float y = 0;
  float right = 0;
  for (const RichRun& run : page.runs) {
    const bool same_line = std::abs(run.y - y) < 0.5F * line;
    if (!words.empty()) {
      if (!same_line) {
        const float own = std::max(line, kLine * run.size);
        words += run.y - y > kParagraph * own ? "\n\n" : " ";
      } else if (run.x > right + 1) {
        words += ' ';
      }
    }
    words += run.text;
    y = run.y;
    right = run.x + run.width;
  }
  return words;
}

// Letters of the text above `y`.
std::size_t letters_before(const CaptionColumn& column, float y) {
  std::size_t letters = 0;
  for (const RichRun& run : column.runs) letters += run.y <= y ? run.text.size() : 0;
  return letters;
}

// Where that stands in the column.
float height_of(const CaptionColumn& column, const CaptionAnchor& anchor) {
  if (anchor.at == CaptionAnchor::At::kAnswer) return column.answer;
  if (anchor.at == CaptionAnchor::At::kQuestion) return column.question;
  std::size_t letters = 0;
  for (const RichRun& run : column.runs) {
    letters += run.text.size();
    if (letters > anchor.letters) return run.y;
  }
  return column.height;
}

void draw_captions(const PanelParts& given, const Brush& brush, const Area& area) {
  LessonPlayer& player = given.lesson;
  const float width = area.width - brush.px(12);
  const CaptionLook look = fit_captions(given, brush, width, area.height);
  const CaptionColumn column = set_column(given, brush, width, look);
  const float room = area.height - (look.paged ? brush.px(kTurner) : 0);
  std::vector<float> tops = page_tops(column.breaks, column.starts, column.height, room);
  if (given.quiz.open()) take_along(tops, column.breaks, column.question, column.height, room);
  // What has just appeared is to be seen; a stop is read from its heading on.
  LessonPlayer::Pages& pages = player.pages;
  pages.count = tops.size();
  std::uint64_t& seen = given.memory.lesson_entries;
  const std::uint64_t now = 2 * player.entries() + (given.quiz.answered() ? 1 : 0);
  const bool seen_before = seen == now;
  if (!seen_before) {
    seen = now;
    const bool from_start = player.place().build == 0 && !given.quiz.answered();
    const auto after = std::upper_bound(tops.begin(), tops.end(), column.newest);
    pages.shown = from_start ? 0 : static_cast<std::size_t>(after - tops.begin()) - 1;
  }
  CaptionAnchor& anchor = given.memory.caption_anchor;
  const float unit = brush.px(1);
  if (seen_before &&
      (anchor.width != width || anchor.height != area.height || anchor.scale != unit)) {
    const auto after = std::upper_bound(tops.begin(), tops.end(), height_of(column, anchor));
    pages.shown = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - tops.begin(), 1)) - 1;
  }
  pages.shown = std::min(pages.shown, pages.count - 1);
  pages.question = 0;
  if (given.quiz.asking()) {
    const auto after = std::upper_bound(tops.begin(), tops.end(), column.question);
    pages.question = static_cast<std::size_t>(after - tops.begin()) - 1;
  }
  const float top = tops[pages.shown];
  const float end = pages.shown + 1 < pages.count ? tops[pages.shown + 1] : column.height;
  given.memory.caption_overflow = std::max(end - top - room, 0.0F);
  given.memory.least_letters = brush.px(std::min(look.size, look.question));
  RichLayout page;
  for (const RichRun& run : column.runs) {
    if (run.y <= top || run.y >= end) continue;
    page.runs.push_back(run);
    page.runs.back().y -= top;
  }
  draw_rich_text(brush, page, area.x, area.y, Role::kText);
  pages.text = pages.count > 1 ? words_of(page, brush.px(kLine * look.size)) : "";
  const auto on_page = [&](float y) { return y >= top && y < end; };
  const auto y_of = [&](float y) { return area.y + y - top; };
  // Of what goes over several pages the part that stands on this one.
  const auto reaches = [&](float from, float to) { return from < end && to > top; };
  using At = CaptionAnchor::At;
  const bool answer = given.quiz.answered() && reaches(column.answer, column.answer_end);
  const bool question = given.quiz.open() && reaches(column.question, column.answer);
  anchor = {answer     ? At::kAnswer
            : question ? At::kQuestion
                       : At::kText,
            letters_before(column, top), width, area.height, unit};
  const float beside = brush.px(8);
  ImGui::PushClipRect({area.x - beside, area.y}, {area.x + width + beside, y_of(end)}, true);
  if (question) {
    draw_question(given, brush, area.x, y_of(column.question) + brush.px(4), width, look.question,
                  nullptr, look.tight);
  }
  if (answer) {
    draw_answer(given, brush, area.x, y_of(column.answer), width, look.question, look.apart);
  }
  ImGui::PopClipRect();
  if (column.end > 0 && on_page(column.end)) {
    draw_end(given, brush, area.x, y_of(column.end), width);
  }
  if (pages.count > 1 && !given.look.film) {
    draw_page_turner(given, brush,
                     {area.x, area.bottom() - brush.px(kTurner - 4), width, brush.px(kTurner - 6)});
  }
}

}  // namespace

void draw_lesson_panel(const PanelParts& given, const Pane& pane) {
  const Brush brush = Brush::of(given.look);
  fill_area(brush, {pane.x, pane.y, pane.width, pane.height}, Role::kPanel);
  const float right = pane.x + pane.width - brush.hairline();
  draw_hairline(brush, right, pane.y, right, pane.y + pane.height);
  const float left = pane.x + brush.px(kEdge);
  const float width = pane.width - brush.px(2 * kEdge);
  draw_lesson_head(given, brush, {left, pane.y, width, brush.px(kHead)});
  const std::string error = given.lesson.error();
  // On the last page it stands before what comes next.
  const std::string task = closes(given) ? std::string() : task_of(given);
  const float said = error_height(brush, error.empty() ? task : error, width);
  const float bottom = pane.y + pane.height;
  const float foot = bottom - brush.px(given.look.film ? kEdge : kFoot);
  if (!error.empty()) draw_error(brush, {left, foot - said, width, said}, error);
  if (!task.empty()) draw_task(brush, {left, foot - said, width, said}, task);
  if (!given.look.film) {
    draw_foot(given, brush, {pane.x, foot, pane.width - brush.hairline(), brush.px(kFoot)});
  }
  const float top = pane.y + brush.px(kHead + 4);
  if (foot - said - top > brush.px(20)) {
    draw_captions(given, brush, {left, top, width + brush.px(kEdge - 6), foot - said - top});
  }
}

float lesson_chip_height(const Look& look) {
  return (look.projector ? kProjectedChip : kChip) * look.scale();
}

void draw_lesson_chip(const PanelParts& given, const Pane& pane) {
  const float scale = given.look.scale();
  const Brush measure{nullptr, given.look.palette, scale};
  const std::size_t stop = given.lesson.place().stop + 1;
  const std::string full = fmt::format("{} · stop {}", numbered_title(given.lesson.lesson()), stop);
  const float margin = 12 * scale;
  const float close = (given.look.projector ? 22 : 28) * scale;
  const float around = text_width(measure, "Esc", kSizeSmall, Face::kMono) + 60 * scale + close;
  const float room = pane.width - 2 * margin - around;
  const std::string brief = fmt::format("Lesson, stop {}", stop);
  const auto fits = [&](const std::string& words) {
    return text_width(measure, words, kSizeText) <= room;
  };
  const std::string text = fits(full) ? full : fits(brief) ? brief : fmt::format("Stop {}", stop);
  const float words = std::min(text_width(measure, text, kSizeText), room);
  const float height = (given.look.projector ? 26 : 36) * scale;
  const Area foot{pane.x, pane.y, pane.width, pane.height};
  const Area area{pane.x + margin, pane.y + (pane.height - height) / 2, words + around, height};
  const bool beside =
      panel_sizes(given.look, words_beside(given.look, given.lesson, given.quiz)).side_panel > 0;
  const FloatingWindow window("lesson-chip", beside ? foot : area);
  const Brush brush = Brush::of(given.look);
  if (beside) {
    fill_area(brush, foot, Role::kPanel);
    const float right = foot.right() - brush.hairline();
    draw_hairline(brush, right, foot.y, right, foot.bottom());
  }
  draw_card(brush, area);
  given.memory.floating.push_back(area);
  if (press_area("return", {area.x, area.y, area.width - close - brush.px(6), area.height})) {
    given.asked.ask("lesson-return");
  }
  action_tooltip(given.look, "Return to " + full, "lesson-return");
  const float end =
      area.x + brush.px(12) + draw_key_cap(brush, area.x + brush.px(12), area.mid_y(), "Esc");
  draw_fitted(brush, end + brush.px(8), area.mid_y(), words + 1, text, kSizeText, Face::kSans,
              Role::kText);
  const Area cross{area.right() - close - brush.px(4), area.mid_y() - close / 2, close, close};
  if (icon_button(brush, "close", cross, Icon::kClose, 9)) given.asked.ask("lesson-close");
  command_tooltip(given.look, "lesson-close");
}

}  // namespace sortscope
