// state_report.h: the state of the window as a line of JSON, for tests and tools that drive it.
#pragma once

#include <string>

#include "core/error.h"

namespace sortscope {

class App;

/// One line: {"algorithm":"bitonic","wires":16,"layer":3,"comparator":0,"playing":false,...}.
std::string describe_state(const App& app);

/// What of it is the picture: run, cursor, views, options and marks, but no window, pointer or
/// message. Needs no ImGui.
std::string describe_picture(const App& app);

/// Keeps a file at the state of the window; each version is whole (temporary name, then rename).
class StateReport {
 public:
  /// Empty `path`: reports nothing.
  explicit StateReport(std::string path) : path_(std::move(path)) {}
  /// Call after each frame; writes only where the state has changed. Errors: kIo.
  Status update(const App& app);

 private:
  std::string path_;
  std::string written_;
};

}  // namespace sortscope
