// view.h: a view draws the session into its pane; one explicit table lists them.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

struct ImDrawList;

namespace sortscope {

struct ViewParts;

/// A pane on the screen, in pixels.
struct Pane {
  float x = 0, y = 0, width = 0, height = 0;
  bool hovered = false;  // the pointer is over it and no overlay is
  bool picture = false;  // for a file: nothing to press
};

/// A rectangle on the screen, in pixels, that no message may cover: a key, a mark of the step; or
/// words, which are covered only where nothing is free.
struct Sight {
  float left = 0, top = 0, right = 0, bottom = 0;
  bool words = false;
};

/// Where a view that can be zoomed looks: magnification, and what is in the middle, in the view's
/// own terms.
struct ViewCamera {
  double zoom = 1;
  double x = 0, y = 0;
  friend bool operator==(const ViewCamera&, const ViewCamera&) = default;
};

/// One pane's content. State that only one view has (camera, rotation) lives in it; all else is the
/// session's.
class View {
 public:
  virtual ~View() = default;
  [[nodiscard]] virtual std::string_view id() const = 0;
  [[nodiscard]] virtual std::string_view title() const = 0;
  /// Draws into `list` and takes the pointer's input over the pane.
  virtual void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) = 0;
  /// It moves by itself: frames should go on.
  [[nodiscard]] virtual bool moving() const { return false; }
  /// Shows everything again (F).
  virtual void fit() {}
  /// Zooms about the middle of the pane; factor > 1 magnifies.
  virtual void zoom(float /*factor*/) {}
  /// Moves the picture by a fraction of the pane.
  virtual void pan(float /*dx*/, float /*dy*/) {}
  /// Where it looks, where that is not everything as at the start.
  [[nodiscard]] virtual std::optional<ViewCamera> camera() const { return {}; }
  /// Looks there; once the recording that is open now is drawn. Views without a camera do nothing.
  virtual void set_camera(const ViewCamera& /*camera*/) {}
  /// What the frame in hand drew of keys and marks of the step; draw() appends to it.
  std::vector<Sight> in_sight;
};

struct ViewKind {
  std::string_view id;
  std::string_view title;
  std::string_view summary;
  std::unique_ptr<View> (*make)();
};

/// All views, in the order in which they are offered.
std::span<const ViewKind> view_kinds();
const ViewKind* find_view_kind(std::string_view id);

}  // namespace sortscope
