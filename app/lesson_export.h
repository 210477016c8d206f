// lesson_export.h: a lesson as pictures.
#pragma once

#include <memory>

#include "app/command_line.h"
#include "core/lesson.h"

namespace sortscope {

/// Writes `arguments.out`: OUT.png gives a PNG a stop, OUT-01.png and so on (with every_step
/// OUT-01-1.png), as the window shows it. Errors: kBadUsage (another ending), kIo, kUnavailable (no
/// OpenGL), those of the lesson's lines.
Status export_lesson(const std::shared_ptr<const Lesson>& lesson, const LessonArguments& arguments);

}  // namespace sortscope
