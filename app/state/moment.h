// moment.h: a run and how it is looked at, to be put back as it was.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/state/session.h"
#include "app/state/session_file.h"
#include "core/networks/formats/editor.h"

namespace sortscope {

struct Recording;
class NetworkDesk;
struct NextRun;
struct SessionParts;

/// The parts that are looked at to take down what is shown.
struct ShownParts : PictureParts {
  const NextRun& next;
  const NetworkDesk& network_desk;
  const Quiz& quiz;
};

/// What is shown: the run, its picture, the network that is edited, the lesson it belongs to, the
/// question that is open.
/// Colours, sizes and what the lab measured are the window's: they stay as they are.
class Moment {
 public:
  /// Of what is shown now; a run is open.
  explicit Moment(const ShownParts& shown);

  /// Shows it again, on the main thread; `prepared`: its run.
  void show(const SessionParts& parts, PreparedRun prepared) const;

  [[nodiscard]] const std::shared_ptr<const Recording>& recording() const { return recording_; }
  /// "Bitonic, XOR form · 16 keys".
  [[nodiscard]] std::string title() const;
  /// A network was being edited.
  [[nodiscard]] bool edited() const { return editor_.has_value(); }
  /// Bytes of memory that keeping it takes, about.
  [[nodiscard]] std::uint64_t bytes() const;
  /// The text of a session that shows it again; "" where it would have more than a few hundred
  /// kilobytes. O(keys) where they are a person's own.
  [[nodiscard]] std::string session_text() const;

 private:
  std::shared_ptr<const Recording> recording_;
  std::string engine_note_;
  LayoutOptions options_;
  Measured measured_;
  LaidOver laid_over_;
  std::vector<std::string> lines_;  // of the picture
  std::optional<NetworkEditor> editor_;
  std::shared_ptr<const Lesson> lesson_;  // it is on the screen; null: none is
  LessonPlace place_;
  std::optional<OpenQuestion> question_;
  std::optional<OpenQuestion> waiting_;  // asked by a lesson that was left to explore
};

}  // namespace sortscope
