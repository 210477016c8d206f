// panes.h: which views are shown, side by side, and which one has the keyboard and the pointer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "app/state/view.h"
#include "core/base/error.h"

namespace sortscope {

class Session;

class Panes {
 public:
  /// `session`: what is shown, for the choice of views.
  explicit Panes(const Session& session);

  std::vector<std::unique_ptr<View>> views;  // in reading order: 1, 2 or 4
  std::size_t focused = 0;
  const View* pointer_owner = nullptr;  // the view in which the button went down

  // Between frames: the frame in hand draws the views.

  /// Shows 1, 2 or 4 views; missing ones are those made for the run, then taken from the table,
  /// that show it.
  void set_count(std::size_t count);
  /// A view that cannot show the run gives way to one that can; `remembered`, of a window before:
  /// also one that would only offer to measure something.
  void suit(bool remembered = false);
  /// The view that explains runs of this family takes the place of the network diagram, where no
  /// pane has it.
  void explain();
  /// The two views that a window starts with, as the run has them: what explains it, and bars.
  void start_afresh();
  /// At least one pane, the focused one, has a view that writes the keys out.
  void show_keys();
  /// Errors: kBadUsage (no such view, no such pane).
  Status set(std::size_t pane, std::string_view id);
  /// Shows a view in the focused pane unless some pane has it. Errors: those of set().
  Status show(std::string_view id);
  /// Some pane has a view of `ids`, if there are any: else the first of them takes the place of one
  /// that does not explain the run.
  void show_one_of(std::span<const std::string_view> ids);
  /// Some view moves by itself.
  [[nodiscard]] bool moving() const;

 private:
  [[nodiscard]] bool shows(std::string_view id) const;
  /// The first view that shows the run and has no pane yet: of those made for it, then of the
  /// table.
  [[nodiscard]] const ViewKind* next_kind() const;

  const Session& session_;
};

}  // namespace sortscope
