// lesson.cpp: the lesson beside the picture: where one is, the caption, what is asked.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/panels/question.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/widgets/rich_text.h"
#include "app/widgets/scroll_body.h"
#include "app/widgets/widgets.h"

namespace sortscope {

namespace {

constexpr float kEdge = 22;
constexpr float kHead = 66;  // name of the lesson and dots
constexpr float kFoot = 52;
constexpr float kCaption = 15;
constexpr float kGap = 14;  // between steps of a stop
constexpr float kChip = 60;

// A dot a stop: those behind filled, the present one long, those to come hollow.
void draw_dots(const PanelParts& given, const Brush& brush, float x, float y, float width) {
  const LessonPlayer& player = given.lesson;
  const auto& stops = player.lesson().stops;
  const auto count = static_cast<float>(stops.size());
  const float pitch = std::min(brush.px(16), (width - brush.px(14)) / count);
  const float radius = std::min(brush.px(4), pitch * 0.32F);
  float left = x;
  for (std::size_t i = 0; i < stops.size(); ++i) {
    const bool here = i == player.place().stop;
    const float wide = 2 * radius + (here ? brush.px(14) : 0);
    const Area area{left - (pitch - 2 * radius) / 2, y - brush.px(11), wide + pitch - 2 * radius,
                    brush.px(22)};
    const Press press = press_area(fmt::format("stop-{}", i).c_str(), area);
    if (press) given.asked.ask(fmt::format("lesson-stop {}", i + 1));
    tooltip(given.look, fmt::format("{}. {}", i + 1, stops[i].title));
    const ImVec2 low{left, y - radius};
    const ImVec2 high{left + wide, y + radius};
    if (i <= player.place().stop) {
      brush.list->AddRectFilled(
          low, high, brush.color(here || press.hovered ? Role::kAccent : Role::kMuted), radius);
    } else {
      brush.list->AddRect(low, high, brush.color(press.hovered ? Role::kAccent : Role::kMuted),
                          radius, 0, std::max(1.0F, brush.px(1.2F)));
    }
    left += wide + pitch - 2 * radius;
  }
}

void draw_head(const PanelParts& given, const Brush& brush, const Area& area) {
  const LessonPlayer& player = given.lesson;
  const std::string place =
      fmt::format("{} of {}", player.place().stop + 1, player.lesson().stops.size());
  const float y = area.y + brush.px(24);
  const float room = text_width(brush, place, kSizeSmall) + brush.px(12);
  draw_fitted(brush, area.x, y, area.width - room, player.lesson().title, kSizeSmall,
              Face::kSansBold, Role::kMuted);
  draw_text(brush, area.right(), y, place, kSizeSmall, Face::kSans, Role::kMuted, Anchor::kEnd);
  draw_dots(given, brush, area.x, area.y + brush.px(48), area.width);
}

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

void draw_foot(const PanelParts& given, const Brush& brush, const Area& area) {
  draw_hairline(brush, area.x, area.y, area.right(), area.y);
  const LessonPlayer& player = given.lesson;
  const float height = brush.px(32);
  const float y = area.mid_y() - height / 2;
  const float next = text_button_width(brush, "Next");
  const float back = text_button_width(brush, "Back");
  const float right = area.right() - brush.px(kEdge);
  const bool ends = player.at_end() && lesson_after(player.lesson()) != nullptr;
  const std::string_view forward = ends ? "lesson-after" : "lesson-next";
  if (text_button(brush, "next", {right - next, y, next, height}, "Next", ButtonLook::kPrimary,
                  ends || !player.at_end())) {
    given.asked.ask(forward);
  }
  command_tooltip(given.look, forward);
  if (text_button(brush, "back", {right - next - brush.px(8) - back, y, back, height}, "Back",
                  ButtonLook::kOutline, !player.at_start())) {
    given.asked.ask("lesson-back");
  }
  command_tooltip(given.look, "lesson-back");
  const float left = area.x + brush.px(kEdge) - brush.px(10);
  const float explore = text_button_width(brush, "Explore");
  if (left + explore < right - next - back - brush.px(16)) {
    if (text_button(brush, "leave", {left, y, explore, height}, "Explore", ButtonLook::kPlain)) {
      given.asked.ask("lesson-leave");
    }
    command_tooltip(given.look, "lesson-leave");
  }
}

// The end of a lesson: what the answers were worth, and what comes next.
float draw_end(const PanelParts& given, const Brush& brush, float x, float top, float width) {
  const Lesson& lesson = given.lesson.lesson();
  float y = top + brush.px(4);
  draw_hairline(brush, x, y, x + width, y);
  y += brush.px(14);
  const Score score = given.quiz.score_of(lesson.name);
  if (score.asked() > 0) {
    std::string text = fmt::format("Your answers: {:.4g} of {} point{}", score.points,
                                   score.asked(), score.asked() == 1 ? "" : "s");
    if (score.skipped > 0) text += fmt::format(", {} skipped", score.skipped);
    y += draw_paragraph(brush, x, y, width, text + ".", kCaption, Face::kSansBold, Role::kText) +
         brush.px(10);
  }
  if (!is_shipped(lesson)) return y;
  const Lesson* after = lesson_after(lesson);
  const std::string words = after == nullptr ? "Next: your own network" : "Next: " + after->title;
  const std::string_view command = after == nullptr ? "new-network 8" : "lesson-after";
  // The title may be wider than the panel: then it stands above a shorter button.
  const bool fits = text_button_width(brush, words) <= width;
  if (!fits) {
    y += draw_paragraph(brush, x, y, width, after == nullptr ? words : after->title, kCaption,
                        Face::kSans, Role::kText) +
         brush.px(10);
  }
  const std::string_view on_button = fits ? std::string_view(words) : "Next lesson";
  const Area button{x, y, text_button_width(brush, on_button), brush.px(32)};
  if (text_button(brush, "after", button, on_button, ButtonLook::kPrimary)) {
    given.asked.ask(command);
  }
  command_tooltip(given.look, command.substr(0, command.find(' ')));
  return button.bottom() + brush.px(8);
}

// Heading, and the captions of the steps so far.
void draw_captions(const PanelParts& given, const Area& area) {
  LessonPlayer& player = given.lesson;
  const LessonStop& stop = player.lesson().stops[player.place().stop];
  ScrollBody body(given.look, "caption", area);
  const Brush& brush = body.brush;
  // Room for the bar where the text is higher than the panel.
  const float width = body.content.width - brush.px(12);
  float y = body.content.y;
  const RichLayout heading =
      set_rich_text(brush, {{RichBlockKind::kHeading, 0, "", {{stop.title}}}}, width, kSizeHeading);
  draw_rich_text(brush, heading, body.content.x, y, Role::kText);
  y += heading.height + brush.px(8);
  float newest = y;
  for (std::size_t i = 0; i <= player.place().build; ++i) {
    const auto blocks = parse_rich_text(stop.builds[i].caption);
    if (blocks.empty()) continue;
    newest = y;
    const RichLayout text = set_rich_text(brush, blocks, width, kCaption);
    draw_rich_text(brush, text, body.content.x, y, Role::kText);
    y += text.height + brush.px(kGap);
  }
  if (given.quiz.open()) {
    newest = y;
    y = draw_question(given, brush, body.content.x, y + brush.px(4), width);
  }
  if (player.at_end() && !given.quiz.asking()) {
    y = draw_end(given, brush, body.content.x, y, width);
  }
  body.end_at(y);
  // What has just appeared is to be seen.
  std::uint64_t& seen = given.memory.lesson_entries;
  const std::uint64_t now = 2 * player.entries() + (given.quiz.answered() ? 1 : 0);
  if (seen != now) {
    seen = now;
    // A stop is read from its heading on; a question is what one acts on.
    if (player.place().build == 0) ImGui::SetScrollY(0);
    if (player.place().build > 0 || given.quiz.open()) {
      body.reveal({body.content.x, newest, width, std::min(y - newest, area.height)});
    }
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
  draw_head(given, brush, {left, pane.y, width, brush.px(kHead)});
  const std::string error = given.lesson.error();
  const float said = error_height(brush, error, width);
  const float bottom = pane.y + pane.height;
  const float foot = bottom - brush.px(kFoot);
  if (said > 0) draw_error(brush, {left, foot - said, width, said}, error);
  draw_foot(given, brush, {pane.x, foot, pane.width - brush.hairline(), brush.px(kFoot)});
  const float top = pane.y + brush.px(kHead + 4);
  if (foot - said - top > brush.px(20)) {
    draw_captions(given, {left, top, width + brush.px(kEdge - 6), foot - said - top});
  }
}

float lesson_chip_height(const Look& look) { return kChip * look.scale(); }

void draw_lesson_chip(const PanelParts& given, const Pane& pane) {
  const float scale = given.look.scale();
  const Brush measure{nullptr, given.look.palette, scale};
  const std::size_t stop = given.lesson.place().stop + 1;
  const std::string full = fmt::format("{} · stop {}", given.lesson.lesson().title, stop);
  const float margin = 12 * scale;
  const float close = 28 * scale;
  const float around = text_width(measure, "Esc", kSizeSmall, Face::kMono) + 60 * scale + close;
  const float room = pane.width - 2 * margin - around;
  const bool fits = text_width(measure, full, kSizeText) <= room;
  const std::string text = fits ? full : fmt::format("Lesson, stop {}", stop);
  const float words = std::min(text_width(measure, text, kSizeText), room);
  const float height = 36 * scale;
  const Area foot{pane.x, pane.y, pane.width, pane.height};
  const Area area{pane.x + margin, pane.y + (pane.height - height) / 2, words + around, height};
  const bool beside = panel_sizes(given.look, false).side_panel > 0;
  const FloatingWindow window("lesson-chip", beside ? foot : area);
  const Brush brush = Brush::of(given.look);
  if (beside) {
    fill_area(brush, foot, Role::kPanel);
    const float right = foot.right() - brush.hairline();
    draw_hairline(brush, right, foot.y, right, foot.bottom());
  }
  draw_card(brush, area);
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
