// presenter_text.cpp: captions and notes so far, what comes next, and the time.
#include "app/window/presenter_text.h"

#include <fmt/format.h>

#include "app/state/lesson_player.h"

namespace sortscope {

PresenterText presenter_text(const LessonPlayer& player) {
  const Lesson& lesson = player.lesson();
  const LessonPlace place = player.place();
  const LessonStop& stop = lesson.stops[place.stop];
  PresenterText text;
  text.lesson = lesson.title;
  text.stop = stop.title;
  text.place = fmt::format("Stop {} of {}", place.stop + 1, lesson.stops.size());
  if (stop.builds.size() > 1) {
    text.place += fmt::format(", step {} of {}", place.build + 1, stop.builds.size());
  }
  if (player.away()) text.place += " · left to explore";
  for (std::size_t i = 0; i <= place.build; ++i) {
    if (!stop.builds[i].caption.empty()) text.caption += stop.builds[i].caption + "\n\n";
  }
  // The notes of this step; without any, those before still hold.
  for (std::size_t i = place.build + 1; i-- > 0 && text.notes.empty();) {
    text.notes = stop.builds[i].notes;
  }
  if (place.build + 1 < stop.builds.size()) {
    text.next = "the next step of this stop";
  } else if (place.stop + 1 < lesson.stops.size()) {
    text.next = lesson.stops[place.stop + 1].title;
  }
  const auto seconds = static_cast<unsigned>(player.elapsed_s());
  text.elapsed = fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  if (lesson.minutes > 0) text.planned = fmt::format("of {} minutes", lesson.minutes);
  return text;
}

}  // namespace sortscope
