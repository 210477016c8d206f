// report.h: the state of the window as a line of JSON, for tests and tools that drive it.
#pragma once

#include <string>

#include "core/base/error.h"

namespace sortscope {

class Background;
class LabDesk;
class LessonPlayer;
class Look;
class NetworkDesk;
class Notices;
class Panes;
class Quiz;
class Session;
class Surface;
struct OverlayState;

/// The parts that a picture is described by.
struct PictureReportParts {
  const Session& session;
  const Panes& panes;
  const Quiz& quiz;
};

/// The parts that the window is described by.
struct ReportParts : PictureReportParts {
  const OverlayState& overlay;
  const Look& look;
  const Surface& surface;
  const Background& background;
  const Notices& notices;
  const LessonPlayer& lesson;
  const NetworkDesk& network_desk;
  const LabDesk& lab;
};

/// One line: {"algorithm":"bitonic","wires":16,"layer":3,"comparator":0,"playing":false,...}.
std::string describe_state(const ReportParts& window);

/// What of it is the picture: run, cursor, views, options and marks, but no window, pointer or
/// message. Needs no ImGui.
std::string describe_picture(const PictureReportParts& picture);

/// Keeps a file at the state of the window; each version is whole (temporary name, then rename).
class StateReport {
 public:
  /// Empty `path`: reports nothing.
  explicit StateReport(std::string path) : path_(std::move(path)) {}
  /// Call each time that the window has looked for input; `resting`: nothing happened, and no frame
  /// was drawn. Adds "looks", how often that was, and "resting", so that whoever drives the window
  /// waits for frames and not for seconds. Errors: kIo.
  Status update(const ReportParts& window, bool resting);

 private:
  std::string path_;
  unsigned long looks_ = 0;
};

}  // namespace sortscope
