// line_source.h: who stands behind a command line.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace sortscope {

/// Where a command line comes from.
enum class Source : std::uint8_t {
  kPerson,   // typed, pressed, or of a script or `--do` that the person named: may do all
  kProgram,  // of the program itself: shipped lessons, worked examples
  kLesson,   // a lesson from a file
  kSession,  // a session from a file
};

struct LineSource {
  Source source = Source::kPerson;
  std::string folder = {};  // of the file; paths in it are looked up from there
  bool large = false;       // a person agreed to a run of any size
};

[[nodiscard]] inline bool from_file(const LineSource& source) {
  return source.source == Source::kLesson || source.source == Source::kSession;
}

/// Commands that run while it lives come from `source`.
class SourceScope {
 public:
  SourceScope(LineSource& current, LineSource source)
      : current_(current), before_(std::exchange(current, std::move(source))) {}
  ~SourceScope() { current_ = std::move(before_); }
  SourceScope(const SourceScope&) = delete;
  SourceScope& operator=(const SourceScope&) = delete;

 private:
  LineSource& current_;
  LineSource before_;
};

/// What the command lines that run leave behind.
struct CommandLines {
  LineSource source;         // who stands behind the command that runs now
  std::string last_command;  // the line that was run last, whatever became of it
  bool quit = false;         // one asked to end the program
  // A person sees what comes of the line: it gives a file that is there already another name.
  bool keeps_files = false;
  bool agreed = false;  // the person was asked and lets the file go, though it was opened here
};

}  // namespace sortscope
