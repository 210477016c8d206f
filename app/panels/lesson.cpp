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
  if (text_button(brush, "next", {right - next, y, next, height}, "Next", ButtonLook::kPrimary,
                  !player.at_end())) {
    given.asked.ask("lesson-next");
  }
  command_tooltip(given.look, "lesson-next");
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

void draw_lesson_chip(const PanelParts& given, float left, float bottom) {
  const float scale = given.look.scale();
  const Brush measure{nullptr, given.look.palette, scale};
  const std::string text =
      fmt::format("{} · stop {}", given.lesson.lesson().title, given.lesson.place().stop + 1);
  const float key = text_width(measure, "Esc", kSizeSmall, Face::kMono) + 20 * scale;
  const float words = std::min(text_width(measure, text, kSizeText), 320 * scale);
  const float height = 36 * scale;
  const Area area{left + 12 * scale, bottom - height - 12 * scale, words + key + 34 * scale,
                  height};
  const FloatingWindow window("lesson-chip", area);
  const Brush brush = Brush::of(given.look);
  draw_card(brush, area);
  if (press_area("return", area)) given.asked.ask("lesson-return");
  command_tooltip(given.look, "lesson-return");
  const float end =
      area.x + brush.px(12) + draw_key_cap(brush, area.x + brush.px(12), area.mid_y(), "Esc");
  draw_fitted(brush, end + brush.px(8), area.mid_y(), words + 1, text, kSizeText, Face::kSans,
              Role::kText);
}

}  // namespace sortscope
