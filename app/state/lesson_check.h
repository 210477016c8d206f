// lesson_check.h: what is wrong with a lesson, by file and line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/state/lesson_player.h"
#include "app/state/parts/trust.h"
#include "core/lessons/lesson.h"

namespace sortscope {

class LessonPlayer;
struct LessonParts;
struct Progress;

/// Who stands behind the lesson's lines: the program where it is a shipped one, else the file.
LineSource source_of(const Lesson& lesson);

/// `error` as it happened in a line of the lesson: "FILE:LINE: ...".
Error at_line(const Lesson& lesson, std::uint32_t line, const Error& error);

/// Command lines that no command understands, or that a lesson may not run: unknown names, wrong
/// numbers of arguments, open quotes, commands that do more than show. Runs nothing.
std::vector<Error> check_command_lines(const Lesson& lesson);

/// What checking a lesson may take: 8.6 billion comparisons, ten minutes.
inline constexpr LessonBudget kCheckBudget = {std::uint64_t{1} << 33, 600};

/// Walks through the lesson from its first stop to its last with `player`, without motion, and
/// returns what failed: command lines, then what they did. Every stop is also entered directly:
/// where it then differs from walking there, that is an error too. The lesson is closed in the end.
/// A file's lesson that has used up `budget` is not walked on: an error says so. `progress`: a unit
/// each place of the lesson, which is walked to and entered; cancelled, the walk ends.
std::vector<Error> run_through(LessonPlayer& player, const LessonParts& parts,
                               const std::shared_ptr<const Lesson>& lesson,
                               const LessonBudget& budget = kCheckBudget,
                               Progress* progress = nullptr);

}  // namespace sortscope
