// lesson_head.cpp: which lesson it is, and where one is in it.
#include "app/panels/lesson_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/panels/parts.h"
#include "app/state/lesson_player.h"
#include "app/widgets/widgets.h"

namespace sortscope {

namespace {

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

// A line of the head, and whether the place stands beside it, else by the dots.
struct HeadLine {
  std::string title;
  bool beside = true;
};

// Number and title; where they do not fit, the number, whose title is pointed at.
HeadLine head_line(const Brush& brush, const Lesson& lesson, float width, float room) {
  const auto fits = [&](const std::string& title, float within) {
    return text_width(brush, title, kSizeSmall, Face::kSansBold) <= within;
  };
  const std::string whole = numbered_title(lesson);
  if (fits(whole, width - room) || !is_shipped(lesson)) return {whole};
  if (fits(whole, width)) return {whole, false};
  return {"Lesson " + lesson.name.substr(0, lesson.name.find('-'))};
}

}  // namespace

void draw_lesson_head(const PanelParts& given, const Brush& brush, const Area& area) {
  const Lesson& lesson = given.lesson.lesson();
  const std::string place =
      fmt::format("{} of {}", given.lesson.place().stop + 1, lesson.stops.size());
  const float y = area.y + brush.px(24);
  const float dots = area.y + brush.px(48);
  const float room = text_width(brush, place, kSizeSmall) + brush.px(12);
  const auto [title, beside] = head_line(brush, lesson, area.width, room);
  const float width = area.width - (beside ? room : 0);
  draw_fitted(brush, area.x, y, width, title, kSizeSmall, Face::kSansBold, Role::kMuted);
  if (title.find(lesson.title) == std::string::npos) {
    press_area("lesson-title", {area.x, y - brush.px(10), width, brush.px(20)});
    tooltip(given.look, lesson.title);
  }
  draw_text(brush, area.right(), beside ? y : dots, place, kSizeSmall, Face::kSans, Role::kMuted,
            Anchor::kEnd);
  draw_dots(given, brush, area.x, dots, area.width - (beside ? 0 : room));
}

}  // namespace sortscope
