// trust.h: what a command may do, who stands behind a command line, and what that allows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/state/parts/line_source.h"
#include "core/base/error.h"

namespace sortscope {

struct RunRequest;

/// What a command may do, at most.
enum class Effect : std::uint8_t {
  kUnsaid,      // not said: nobody but a person may run it
  kShow,        // what is drawn, and how
  kChangeRun,   // the next run, recording it, a network that is drawn
  kReadData,    // reads the file of data that its first argument names
  kReadLesson,  // opens the lesson that its first argument names
  kOwn,         // the person's own: dialogs, clipboard, screen, answers, the way through a lesson
  kMeasure,     // works for its own sake, for as long as it takes
  kWrite,       // writes a file
  kStart,       // starts a program, opens another window
};

/// "show", "change-run" ...: the word for it in lists.
std::string_view effect_word(Effect effect);

/// The most keys, bytes of outcomes, bytes in all and listed comparators of a run that a file may
/// make: what a machine of today does in seconds.
inline constexpr std::uint32_t kMostFileKeys = 1U << 16;
inline constexpr std::uint64_t kMostFileBitBytes = std::uint64_t{1} << 25;
inline constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 28;
inline constexpr std::uint64_t kMostFileComparators = std::uint64_t{1} << 17;
/// The most bytes of a file of data that a lesson reads.
inline constexpr std::uint64_t kMostDataBytes = std::uint64_t{1} << 23;

/// Whether a line from `source` may run a command with this effect. Lessons and sessions show and
/// change the run; a lesson reads data, a session opens a lesson.
[[nodiscard]] bool allowed(Effect effect, Source source);
/// The same as an error that names the command and says what to do. Errors: kBadUsage.
Status check_allowed(std::string_view id, Effect effect, Source source);

/// The file that a lesson or session means by `path`: a regular file in `folder` or below it, links
/// followed. Absolute. Errors: kBadUsage (absolute, "..", elsewhere, no regular file, too large),
/// kBadInput (there is none).
Result<std::string> path_beside(const std::string& folder, const std::string& path);

/// The same of data, which are read now and, by this name, never again: release_held_files().
Result<std::string> data_beside(const std::string& folder, const std::string& path);

/// Errors: kBadUsage where a file asks for more than kMostFileKeys keys.
Status check_file_keys(const LineSource& source, std::uint64_t keys);
/// The same for the whole run of `keys` keys, which need not be there: memory, listed comparators.
/// O(depth).
Status check_file_run(const LineSource& source, const RunRequest& request, std::uint64_t keys);

}  // namespace sortscope
