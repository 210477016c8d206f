// lesson.h: a lesson is one Markdown file with command lines; this reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace sortscope {

/// A command line of a lesson and its line number in the file, from 1.
struct LessonLine {
  std::string text;
  std::uint32_t number = 0;
};

/// A step of a stop: the command lines of one fenced block, and what then appears.
struct LessonBuild {
  std::vector<LessonLine> lines;
  std::string caption;  // Markdown, "" for none
  std::string notes;    // of the presenter, Markdown
};

/// What one press of PgDn walks to, in one build or more.
struct LessonStop {
  std::string title;
  std::uint32_t line = 0;           // of its heading
  std::vector<LessonBuild> builds;  // at least one
};

struct Lesson {
  std::string name;  // file stem, "1-comparators"
  std::string file;  // as it was given
  std::string title;
  std::uint32_t minutes = 0;  // 0: not said
  std::string summary;
  std::vector<LessonStop> stops;  // at least one
};

/// Reads a lesson: `# Title`, `Minutes:`, `Summary:`, then stops `## Heading` with blocks fenced by
/// ```sortscope, captions, and notes quoted by `>`. Command lines are not looked into (empty ones
/// and those that start with # are left out). Errors: kBadInput, "FILE:LINE: ..." with what was
/// expected.
Result<Lesson> parse_lesson(std::string_view text, std::string_view file);

/// Reads and parses a file. Errors: kIo, kBadInput.
Result<Lesson> read_lesson(const std::string& path);

/// The lessons that travel inside the program, in their order; those that cannot be parsed are left
/// out (a test parses every one).
std::span<const Lesson> shipped_lessons();

/// Whether it is one of those, and no copy that could have been changed.
bool is_shipped(const Lesson& lesson);

/// "3. The bitonic sorter", as a lesson is called wherever the window names it; a lesson of one's
/// own has no number.
std::string numbered_title(const Lesson& lesson);

/// The one that follows a shipped lesson; null: it is the last, or no shipped one.
const Lesson* lesson_after(const Lesson& lesson);

/// Their texts as they are embedded, with file names.
struct LessonText {
  std::string_view file;
  std::string_view text;
};
std::span<const LessonText> shipped_lesson_texts();

/// A shipped lesson by name, "1-comparators", by its number, "1", or by a part of its name. Errors:
/// kBadUsage with the names there are.
Result<const Lesson*> find_lesson(std::string_view name);

}  // namespace sortscope
