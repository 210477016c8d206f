// welcome_list.cpp: drawing rows, and pressing them.
#include "app/overlays/welcome_list.h"

#include <string>

#include "app/state/parts/look.h"

namespace sortscope {

namespace {

constexpr float kLessonHeight = 38;
constexpr float kExampleHeight = 50;

// Of a lesson's title, beside its number and its note.
float title_width(const Brush& brush, float width, const LearnRow& each) {
  const float note =
      each.finished ? brush.px(16) : text_width(brush, each.note, kSizeSmall, Face::kSans);
  return width - brush.px(24 + 26 + 10) - note;
}
float lesson_height(const Brush& brush, float width, const LearnRow& each) {
  return brush.px(kLessonHeight - 20) + paragraph_height(brush, title_width(brush, width, each),
                                                         each.title, kSizeText, Face::kSans);
}

}  // namespace

void draw_ground(const Brush& brush, const Area& area, bool chosen, bool hovered) {
  if (!chosen && !hovered) return;
  brush.list->AddRectFilled(
      {area.x, area.y}, {area.right(), area.bottom()},
      chosen ? brush.color(Role::kAccentBand) : brush.color(Role::kText, 0.06F), brush.px(6));
}

float learn_row_height(const Brush& brush, float width, const LearnRow& row) {
  return row.lesson > 0 ? lesson_height(brush, width, row) : brush.px(kExampleHeight);
}

bool draw_learn_row(const Look& look, const Brush& brush, const Area& row, const LearnRow& each,
                    bool chosen) {
  const float inset = brush.px(12);
  const Press press = press_area("row", row);
  tooltip(look, each.summary, chosen ? "Enter" : "");
  draw_ground(brush, row, chosen, press.hovered);
  const float right = row.right() - inset;
  if (each.lesson == 0) {
    const float room = right - row.x - inset;
    draw_fitted(brush, row.x + inset, row.y + brush.px(16), room, each.title, kSizeText,
                Face::kSans, Role::kText);
    draw_fitted(brush, row.x + inset, row.y + brush.px(35), room, each.note, kSizeSmall,
                Face::kSans, Role::kMuted);
    return press.pressed;
  }
  const float middle = row.mid_y();
  draw_text(brush, row.x + inset + brush.px(8), middle, std::to_string(each.lesson), kSizeText,
            Face::kSansBold, each.finished ? Role::kGood : Role::kAccent, Anchor::kMiddle);
  if (each.finished) {
    draw_icon(*brush.list, Icon::kCheck, right - brush.px(7), middle, brush.px(13),
              brush.color(Role::kGood));
  } else {
    draw_text(brush, right, middle, each.note, kSizeSmall, Face::kSans, Role::kMuted, Anchor::kEnd);
  }
  const float room = title_width(brush, row.width, each);
  const float words = paragraph_height(brush, room, each.title, kSizeText, Face::kSans);
  draw_paragraph(brush, row.x + inset + brush.px(26), middle - words / 2, room, each.title,
                 kSizeText, Face::kSans, Role::kText);
  return press.pressed;
}

}  // namespace sortscope
