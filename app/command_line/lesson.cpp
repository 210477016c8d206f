// lesson.cpp: `sortscope lesson`: a lesson run to its end, its outline, its pictures.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <filesystem>

#include "app/command_line/command_line.h"
#include "app/command_line/lesson_export.h"
#include "app/command_line/progress.h"
#include "app/command_line/say.h"
#include "app/state/app.h"
#include "app/state/lesson_check.h"
#include "app/surface/blank.h"
#include "core/lessons/lesson.h"

namespace sortscope {

namespace {

Result<std::shared_ptr<const Lesson>> open_lesson(const std::string& name) {
  if (name.ends_with(".md") || std::filesystem::is_regular_file(name)) {
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
  text += fmt::format("{} stops, {} steps\n\n", lesson.stops.size(), steps);
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
  std::vector<Error> errors;
  Status exported;
  {
    Job job;  // its line is taken off before anything is said
    job.stage("Checking " + arguments.lesson);
    {
      BlankSurface surface;
      App app(surface);
      errors = run_through(app, *lesson);
    }
    if (errors.empty() && !arguments.out.empty()) {
      exported = export_lesson(*lesson, arguments, job);
    }
  }
  for (const Error& error : errors) {
    say("{}\n", error.message);
    if (!error.hint.empty()) say("  {}\n", error.hint);
  }
  if (!errors.empty()) return 2;
  if (!exported) return report_error(exported.error());
  const std::string text = outline(**lesson);
  print_text(text);
  return finish_output();
}

CLI::App* describe_lesson(CLI::App& app, LessonArguments& l) {
  CLI::App* lesson = app.add_subcommand(
      "lesson", "Run a lesson to its end without a window, say what is wrong, print its outline");
  lesson
      ->add_option("lesson", l.lesson,
                   "A lesson file, or a shipped lesson; with none they are listed")
      ->type_name("NAME|FILE.md");
  lesson
      ->add_option(
          "-o,--export", l.out,
          "Slides (.pdf: a page a stop, and a page a question and its answer), a film (.mp4), or "
          "pictures: OUT.png gives OUT-01.png ...")
      ->type_name("OUT.pdf|mp4|png");
  lesson->add_flag("--every-step", l.every_step, "A picture or page of every step of every stop");
  lesson->add_flag("--notes", l.notes, "Slides: a page of notes after each stop that has them");
  lesson->add_option("--size", l.size, "Pixels")->type_name("WxH")->capture_default_str();
  lesson
      ->add_option("--palette", l.palette,
                   "Colours: dark or light (default: light for .pdf, else dark)")
      ->type_name("ID");
  lesson->add_option("--scale", l.scale, "Size of text and strokes, 0.5 to 4")
      ->check(CLI::Range(0.5, 4.0).description(""))
      ->type_name("S")
      ->capture_default_str();
  lesson->footer(
      "Examples:\n"
      "  sortscope lesson my-lesson.md\n"
      "  sortscope lesson 1 --export stops.png\n"
      "  sortscope --lesson my-lesson.md --stop 3     in the window\n"
      "Errors name file and line; the exit code is then 2. docs/lessons.md says how lessons "
      "are\nwritten."
      "\nExit codes: 0 done; 1 the work failed; 2 bad usage or bad input.");
  return lesson;
}

}  // namespace sortscope
