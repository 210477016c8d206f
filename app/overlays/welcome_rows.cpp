// welcome_rows.cpp: lessons with their progress, worked examples, the start.
#include "app/overlays/welcome_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/algorithms/algorithm.h"
#include "core/lessons/lesson.h"
#include "core/lessons/presets.h"

namespace sortscope {

namespace {

std::string lesson_line(const Lesson& lesson, const LessonProgress& progress) {
  const std::size_t stop = std::min(progress.stop, lesson.stops.size());
  const bool again = progress.finished || stop < 2;
  return again ? "lesson " + lesson.name : fmt::format("lesson {} {}", lesson.name, stop);
}

}  // namespace

std::vector<LearnRow> learn_rows(const Remembered& remembered) {
  std::vector<LearnRow> rows;
  for (const Lesson& lesson : shipped_lessons()) {
    const LessonProgress progress = remembered.progress(lesson.name);
    std::string note = fmt::format("{} min", lesson.minutes);
    if (progress.finished) {
      note.clear();
    } else if (progress.stop > 1) {
      note = fmt::format("stop {} of {}", progress.stop, lesson.stops.size());
    }
    rows.push_back({.title = lesson.title,
                    .note = std::move(note),
                    .summary = lesson.summary,
                    .line = lesson_line(lesson, progress),
                    .lesson = rows.size() + 1,
                    .finished = progress.finished});
  }
  for (const Preset& preset : presets()) {
    const auto algorithm = find_algorithm(preset.algorithm);
    rows.push_back({.title = std::string(preset.title),
                    .note = algorithm ? std::string((*algorithm)->title) : std::string(),
                    .summary = std::string(preset.shows),
                    .line = fmt::format("preset {}", preset.id)});
  }
  return rows;
}

Start start_of(const Remembered& remembered, std::string_view last) {
  const auto lessons = shipped_lessons();
  const auto unfinished = [&](const Lesson& each) {
    return !remembered.progress(each.name).finished;
  };
  const auto begun_before = [&](const Lesson& each) {
    return unfinished(each) && remembered.progress(each.name).stop > 1;
  };
  auto found = std::ranges::find_if(
      lessons, [&](const Lesson& each) { return each.name == last && unfinished(each); });
  if (found == lessons.end()) found = std::ranges::find_if(lessons, begun_before);
  if (found == lessons.end()) found = std::ranges::find_if(lessons, unfinished);
  if (found != lessons.end()) {
    const Lesson& lesson = *found;
    const auto i = static_cast<std::size_t>(found - lessons.begin());
    const LessonProgress progress = remembered.progress(lesson.name);
    const bool begun = progress.stop > 1;
    return {.heading = i == 0 && !begun ? "Start here" : "Go on here",
            .title = numbered_title(lesson),
            .summary = lesson.summary,
            .button = begun ? fmt::format("Go on at stop {}", progress.stop)
                            : fmt::format("Lesson {} · {} minutes", i + 1, lesson.minutes),
            .line = lesson_line(lesson, progress)};
  }
  return {.heading = "All lessons are finished",
          .title = "Draw a network of your own",
          .summary = "Eight wires, and the question whether your comparators sort every input.",
          .button = "Draw a network",
          .line = "new-network 8"};
}

}  // namespace sortscope
