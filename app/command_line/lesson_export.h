// lesson_export.h: a lesson as pictures, slides and film.
#pragma once

#include <memory>
#include <vector>

#include "app/command_line/command_line.h"
#include "core/base/output_file.h"
#include "core/lessons/lesson.h"

namespace sortscope {

class Job;

/// Writes `arguments.out`: OUT.png gives a PNG a stop as the window shows it, OUT-01.png and so on
/// (with every_step OUT-01-1.png); OUT.pdf slides, a page a stop, and where a stop asks
/// one with the question and one with the answer; OUT.mp4 a film, captions held long enough to read
/// them. What the file does not hold is said on standard error. Errors: kBadUsage (another ending),
/// kIo, kUnavailable (no OpenGL, no ffmpeg), kCancelled, those of the lesson's lines.
/// `files`: those of lesson_files().
Status export_lesson(const std::shared_ptr<const Lesson>& lesson, const LessonArguments& arguments,
                     const std::vector<OutputName>& files, Job& job);
/// What export_lesson() writes, in that order, as it is before any work. Errors: kBadUsage (another
/// ending, a size, a palette or notes that do not suit it, a name that can hold no file).
Result<std::vector<OutputName>> lesson_files(const Lesson& lesson,
                                             const LessonArguments& arguments);

}  // namespace sortscope
