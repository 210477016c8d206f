// remembered.h: what is remembered between windows beside looks and panes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/state/parts/line_source.h"

namespace sortscope {

/// More are forgotten.
inline constexpr std::size_t kMostRecentFiles = 10;

struct Remembered {
  std::vector<std::string> recent_files;     // absolute, the last one first
  std::vector<std::string> recent_commands;  // lines run from the palette, the last one first
  bool welcome_at_start = true;              // the welcome screen, where no file is given

  /// Puts the file first among the recent ones; what a lesson or session reads, the person did not
  /// choose.
  void add_file(const std::string& path, const LineSource& source);
};

}  // namespace sortscope
