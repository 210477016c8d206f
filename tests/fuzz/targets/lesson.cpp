// lesson.cpp: lessons: the Markdown, its captions, and what their command lines may be.
#include "core/lessons/lesson.h"
#include "app/state/lesson_check.h"
#include "core/pictures/rich_text.h"
#include "tests/fuzz/read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace sortscope;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto lesson = parse_lesson(text, "fuzz.md");
  if (!lesson) {
    expect_good_error(lesson.error());
    return 0;
  }
  expect(!lesson->stops.empty(), "a lesson has a stop");
  for (const LessonStop& stop : lesson->stops) {
    expect(!stop.builds.empty(), "a stop has a build");
    for (const LessonBuild& build : stop.builds) {
      (void)plain_text(parse_rich_text(build.caption));
      (void)plain_text(parse_rich_text(build.notes));
    }
  }
  for (const Error& error : check_command_lines(*lesson)) expect_good_error(error);
  return 0;
}
