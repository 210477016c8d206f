// network_canvas.h: the pointer on the network diagram while a network is edited, and what it
// shows.
#pragma once

#include <imgui.h>

#include <optional>

#include "app/state/view.h"
#include "core/networks/formats/editor.h"
#include "core/views/network/diagram.h"

namespace sortscope {

struct ViewParts;

/// Where the diagram of the edited network stands on the screen. Both pointers outlive a frame.
struct CanvasPlace {
  const NetworkGeometry* geometry = nullptr;
  const DiagramFrame* frame = nullptr;
  Pane pane;  // without the strip below
  float scale = 1;
};

/// Drag from wire to wire adds a comparator, dragging an end moves it, dragging its middle takes it
/// to another layer, a click selects. All of it goes through commands.
class NetworkCanvas {
 public:
  /// Of the strip under the diagram, in pixels.
  [[nodiscard]] float strip_height(const ViewParts& given, const Pane& whole) const;
  void take_pointer(const ViewParts& given, const CanvasPlace& place);
  /// Marks on the diagram, a frame around `whole` and the strip with its buttons.
  void draw(const ViewParts& given, ImDrawList& list, const CanvasPlace& place, const Pane& whole);
  /// Editing is over: forgets a drag.
  void leave() { grip_ = Grip::kNothing; }

 private:
  enum class Grip : std::uint8_t { kNothing, kWire, kMinimum, kMaximum, kMiddle };
  struct Target {
    Grip grip = Grip::kNothing;
    Wire wire = 0;
    ListedPlace place;  // of the comparator of an end or a middle
    Comparator comparator;
  };
  [[nodiscard]] Target target_at(const ViewParts& given, const CanvasPlace& place, ImVec2 at) const;
  /// The drag is of a wire, or of a comparator that still stands where it was taken: commands may
  /// change the network meanwhile.
  [[nodiscard]] bool holds(const ViewParts& given) const;
  void release(const ViewParts& given, const CanvasPlace& place, ImVec2 at);
  void draw_drag(const ViewParts& given, ImDrawList& list, const CanvasPlace& place) const;
  void draw_marker(const ViewParts& given, ImDrawList& list, const CanvasPlace& place) const;
  void draw_strip(const ViewParts& given, ImDrawList& list, const CanvasPlace& place,
                  const Pane& whole) const;

  Grip grip_ = Grip::kNothing;  // what the button went down on
  Target held_;
  ImVec2 pressed_{};
};

}  // namespace sortscope
