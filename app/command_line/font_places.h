// font_places.h: a look at the files that fontconfig would read of a person's own.
#pragma once

#include <optional>
#include <string>

namespace sortscope {

/// What fontconfig would wait for, or read without end.
struct EndlessFonts {
  std::string path;
  std::string_view why;  // "a pipe or a device", after "is"
};

/// Looks through what fontconfig would read of a person's own: what FONTCONFIG_FILE and
/// FONTCONFIG_PATH name, the configuration, fonts and caches in HOME and the XDG folders, and what
/// these name in turn. Files of fonts are not opened. Bounded: 50,000 names of files, 4 MB of
/// configuration; one that goes beyond is such a thing itself. O(names), some milliseconds.
std::optional<EndlessFonts> endless_fonts();

}  // namespace sortscope
