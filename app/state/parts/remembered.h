// remembered.h: what is remembered between windows beside looks and panes.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/parts/line_source.h"
#include "app/state/parts/opened_files.h"

namespace sortscope {

/// More are forgotten.
inline constexpr std::size_t kMostRecentFiles = 10;

/// How far a person has come in a lesson that travels with the program.
struct LessonProgress {
  std::size_t stop = 0;   // the furthest that was shown, from 1
  bool finished = false;  // its last step was shown
};

struct Remembered {
  std::vector<std::string> recent_files;     // absolute, the last one first
  std::vector<std::string> recent_commands;  // lines run from the palette, the last one first
  std::map<std::string, LessonProgress, std::less<>> lessons;  // by name
  bool welcome_at_start = true;  // the welcome screen, where no file is given
  OpenedFiles opened;            // by this window: none of it is kept

  /// The file was opened. It comes first among the recent ones, but for what a lesson or session
  /// reads: that the person did not choose.
  void add_file(const std::string& path, const LineSource& source);
  /// The same of a file that was written.
  void add_written(const std::string& path, const LineSource& source);
  /// The CUDA file among the recent ones that was chosen last; "": there is none.
  [[nodiscard]] std::string_view last_kernel() const;
  /// `stop`, from 1, of a lesson is shown; `last`: all of it was.
  void add_stop(const std::string& lesson, std::size_t stop, bool last);
  /// Nothing was shown of it yet: all zero.
  [[nodiscard]] LessonProgress progress(std::string_view lesson) const;
};

}  // namespace sortscope
