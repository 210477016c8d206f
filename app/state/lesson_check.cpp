// lesson_check.cpp: a lesson from its first stop to its last, without a window.
#include "app/state/lesson_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/report.h"
#include "core/base/progress.h"

namespace sortscope {

namespace {

void append(std::vector<Error>& to, std::vector<Error> more) {
  // A line that fails does so on every way that leads through it.
  for (Error& error : more) {
    const bool known = std::any_of(
        to.begin(), to.end(), [&](const Error& other) { return other.message == error.message; });
    if (!known) to.push_back(std::move(error));
  }
}

}  // namespace

LineSource source_of(const Lesson& lesson) {
  if (is_shipped(lesson)) return {.source = Source::kProgram};
  return {.source = Source::kLesson,
          .folder = std::filesystem::path(lesson.file).parent_path().string()};
}

Error at_line(const Lesson& lesson, std::uint32_t line, const Error& error) {
  Error placed = error;
  placed.message = fmt::format("{}:{}: {}", lesson.file, line, error.message);
  return placed;
}

std::vector<Error> check_command_lines(const Lesson& lesson) {
  std::vector<Error> errors;
  const Source source = source_of(lesson).source;
  for (const LessonStop& stop : lesson.stops) {
    for (const LessonBuild& build : stop.builds) {
      for (const LessonLine& line : build.lines) {
        const Status status = check_command_line(line.text, source);
        if (!status) errors.push_back(at_line(lesson, line.number, status.error()));
      }
    }
  }
  return errors;
}

std::vector<Error> run_through(LessonPlayer& player, const LessonParts& parts,
                               const std::shared_ptr<const Lesson>& lesson,
                               const LessonBudget& budget, Progress* progress) {
  std::vector<Error> errors = check_command_lines(*lesson);
  if (!errors.empty()) return errors;
  const PictureReportParts picture{parts.session, parts.panes, parts.quiz};
  std::vector<std::string> walked;
  if (from_file(source_of(*lesson))) player.limit(budget);
  std::uint64_t places = 0;
  for (const LessonStop& stop : lesson->stops) places += stop.builds.size();
  if (progress != nullptr) progress->begin(2 * places);
  const auto cancelled = [&] { return progress != nullptr && progress->cancelled(); };
  player.start(parts, lesson);
  while (!cancelled()) {
    player.settle(parts);
    if (progress != nullptr) progress->advance();
    walked.push_back(describe_picture(picture));
    append(errors, player.take_errors());
    if (player.at_end() || (player.spent() && !errors.empty())) break;
    player.next(parts);
  }
  // Once more, every place entered on its own, the last first.
  std::size_t at = walked.size();
  for (std::size_t s = lesson->stops.size(); s-- > 0 && errors.empty();) {
    for (std::size_t b = lesson->stops[s].builds.size(); b-- > 0 && !cancelled();) {
      if (progress != nullptr) progress->advance();
      player.go_to(parts, {s, b});
      player.settle(parts);
      append(errors, player.take_errors());
      if (describe_picture(picture) == walked[--at] || !errors.empty()) continue;
      errors.push_back(at_line(
          *lesson, lesson->stops[s].line,
          {ErrorCode::kWorkFailed,
           fmt::format("stop {} looks otherwise when it is entered directly than when one walks "
                       "there.",
                       s + 1),
           "Let its commands say what is shown, without reference to what was shown before."}));
    }
  }
  player.close(parts.session, parts.quiz, parts.next, parts.notices, parts.panes);
  return errors;
}

}  // namespace sortscope
