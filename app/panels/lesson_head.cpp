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

// Number and title of a lesson, the longer first.
std::vector<std::string> titles_of(const Lesson& lesson) {
  if (!is_shipped(lesson)) return {lesson.title};
  // "1-comparators" is lesson 1.
  const std::string number = lesson.name.substr(0, lesson.name.find('-'));
  return {fmt::format("Lesson {}: {}", number, lesson.title),
          fmt::format("{}. {}", number, lesson.title)};
}

}  // namespace

void draw_lesson_head(const PanelParts& given, const Brush& brush, const Area& area) {
  const LessonPlayer& player = given.lesson;
  const std::string place =
      fmt::format("{} of {}", player.place().stop + 1, player.lesson().stops.size());
  const float y = area.y + brush.px(24);
  const float dots = area.y + brush.px(48);
  const float room = text_width(brush, place, kSizeSmall) + brush.px(12);
  const std::vector<std::string> titles = titles_of(player.lesson());
  const auto fitting = [&](float width) {
    return std::find_if(titles.begin(), titles.end(), [&](const std::string& title) {
      return text_width(brush, title, kSizeSmall, Face::kSansBold) <= width;
    });
  };
  auto title = fitting(area.width - room);
  // A title that needs the whole line sends the place down to the dots.
  const bool beside = title != titles.end();
  if (!beside) title = fitting(area.width);
  if (title == titles.end()) --title;
  draw_fitted(brush, area.x, y, area.width - (beside ? room : 0), *title, kSizeSmall,
              Face::kSansBold, Role::kMuted);
  draw_text(brush, area.right(), beside ? y : dots, place, kSizeSmall, Face::kSans, Role::kMuted,
            Anchor::kEnd);
  draw_dots(given, brush, area.x, dots, area.width - (beside ? 0 : room));
}

}  // namespace sortscope
