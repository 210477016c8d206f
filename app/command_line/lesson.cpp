// lesson.cpp: `sortscope lesson`: a lesson run to its end, its outline, its pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "app/command_line/command_line.h"
#include "app/command_line/lesson_export.h"
#include "app/command_line/progress.h"
#include "app/command_line/say.h"
#include "app/state/app.h"
#include "app/state/lesson_check.h"
#include "app/state/lesson_player.h"
#include "app/surface/blank.h"
#include "core/base/input_file.h"
#include "core/lessons/lesson.h"
#include "core/networks/wording.h"

namespace sortscope {

namespace {

constexpr int kNotDecided = 3;  // exit code

Result<std::shared_ptr<const Lesson>> open_lesson(const std::string& name) {
  if (name.ends_with(".md") || is_regular_file(name)) {
    auto read = read_lesson(name);
    if (!read) return read.error();
    return std::make_shared<const Lesson>(std::move(*read));
  }
  const auto found = find_lesson(name);
  if (!found) return found.error();
  // A copy would be no shipped one.
  return std::shared_ptr<const Lesson>(std::shared_ptr<void>(), *found);
}

std::string outline(const Lesson& lesson) {
  std::size_t steps = 0;
  for (const LessonStop& stop : lesson.stops) steps += stop.builds.size();
  std::string text = lesson.title + "\n";
  if (!lesson.summary.empty()) text += lesson.summary + "\n";
  if (lesson.minutes > 0) text += fmt::format("{} minutes · ", lesson.minutes);
  text += fmt::format("{}, {}\n\n", counted(lesson.stops.size(), "stop"), counted(steps, "step"));
  for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
    const LessonStop& stop = lesson.stops[i];
    bool notes = false;
    bool asks = false;
    for (const LessonBuild& build : stop.builds) {
      notes = notes || !build.notes.empty();
      for (const LessonLine& line : build.lines) asks = asks || line.text.starts_with("ask ");
    }
    text += fmt::format("{:3}  {}", i + 1, stop.title);
    if (stop.builds.size() > 1) text += fmt::format(" · {} steps", stop.builds.size());
    if (asks) text += " · asks";
    if (notes) text += " · notes";
    text += '\n';
  }
  return text;
}

// "$n^2$", "$n$": TeX between dollar signs; prices are not.
bool has_formula(std::string_view text) {
  for (std::size_t from = text.find('$'); from != std::string_view::npos;) {
    const std::size_t to = text.find('$', from + 1);
    if (to == std::string_view::npos) return false;
    const std::string_view inside = text.substr(from + 1, to - from - 1);
    if (inside.empty()) {  // "$$x$$"
      if (text.find("$$", to + 1) != std::string_view::npos) return true;
      from = to;
      continue;
    }
    const bool one_line = inside.find('\n') == std::string_view::npos;
    if (one_line && inside.find_first_of("\\^_={") != std::string_view::npos) return true;
    // "from $5 to $9" begins with a digit and ends with a blank.
    const bool word = std::isalpha(static_cast<unsigned char>(inside.front())) != 0 &&
                      inside.back() != ' ' && inside.find(". ") == std::string_view::npos;
    if (one_line && word) return true;
    from = to;
  }
  return false;
}

// What is no mistake, but will not look as it is meant.
void warn_of_formulas(const Lesson& lesson) {
  for (std::size_t i = 0; i < lesson.stops.size(); ++i) {
    const LessonStop& stop = lesson.stops[i];
    const bool any = std::ranges::any_of(stop.builds, [](const LessonBuild& build) {
      return has_formula(build.caption) || has_formula(build.notes);
    });
    if (!any && !has_formula(stop.title)) continue;
    say("stop {}, {}: formulas between $ are shown as they are typed.\n", i + 1, stop.title);
    say("  Write O(n log² n), 2^20 or ε_B: powers are drawn raised, indices lowered.\n");
  }
}

int list_lessons() {
  ListArguments list;
  list.what = "lessons";
  return run_list_command(list);
}

}  // namespace

int run_lesson_command(const LessonArguments& arguments) {
  if (arguments.lesson.empty()) return list_lessons();
  const auto lesson = open_lesson(arguments.lesson);
  if (!lesson) return report_error(lesson.error());
  const auto files = lesson_files(**lesson, arguments);
  if (!files) return report_error(files.error());
  std::vector<Error> errors;
  bool gave_up = false;
  Status exported;
  {
    Job job;  // its line is taken off before anything is said
    job.stage("Checking " + arguments.lesson);
    {
      BlankSurface surface;
      App app(surface);
      const LessonBudget budget{kCheckBudget.comparators, arguments.limit_s};
      errors = run_through(*app.lesson, app, *lesson, budget, &job.progress());
      gave_up = app.lesson->gave_up();
    }
    if (job.progress().cancelled()) {
      exported = Error{ErrorCode::kCancelled, "stopped.", ""};
      errors.clear();
    } else if (errors.empty() && !arguments.out.empty()) {
      exported = export_lesson(*lesson, arguments, *files, job);
    }
  }
  for (const Error& error : errors) {
    say("{}\n", error.message);
    if (!error.hint.empty()) say("  {}\n", error.hint);
  }
  if (!errors.empty()) return gave_up && errors.size() == 1 ? kNotDecided : 2;
  if (!exported) return report_error(exported.error());
  warn_of_formulas(**lesson);
  const std::string text = outline(**lesson);
  print_text(text);
  return finish_output();
}

}  // namespace sortscope
