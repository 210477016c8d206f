// diagram.h: the network diagram for a page with zoom and pan; the shader draws its body.
#pragma once

#include "core/scenes/layout.h"
#include "core/views/network/geometry.h"

namespace sortscope {

/// Room for keys before the first layer and behind the last one, in diagram units.
inline constexpr float kLeastEnds = 0.9F;

/// Where a diagram stands on its page. Margins hold the wire numbers, the input keys and the names.
struct DiagramFrame {
  float left = 0, top = 0, right = 0, bottom = 0;  // of the area inside the margins
  float ends = kLeastEnds;  // units from the layers to where the input and the output stand
  float keys_right = 0;     // pixels: where the chips of the input end, at most
  float key_text = 0;       // size of the keys' letters; 0: marks without text
  float key_width = 0;      // pixels of the widest chip or mark
  float foot = 0;           // pixels below the frames: a line of costs, the map's legend
  bool legend = false;      // the map's legend has a line in the foot
  std::uint32_t wires = 0;  // drawn: from the first on
  bool large_keys = false;
  DiagramMap map;
};

/// Fits the diagram of `recording` into width x height pixels under `camera`. `large_keys`: for
/// rows far from the screen: narrow margins, and no text is larger than the keys. `wires`: as many
/// are drawn; 0: all.
DiagramFrame frame_diagram(const Recording& recording, const NetworkGeometry& geometry,
                           const LayoutOptions& options, const Camera& camera, float width,
                           float height, bool large_keys = false, std::uint32_t wires = 0);

/// Wires that are drawn: all, or, where padding is hidden, those up to the last one on which some
/// key stands at some time. O(depth * wires / 32) at most.
std::uint32_t shown_wires(const Scene& scene);

/// Units that a key without text is wide at the cursor of a network of so many layers.
float key_mark_width(const DiagramFrame& frame, Cursor cursor, std::uint32_t depth);

/// Padding stands on `wire` after `boundary` layers, and is hidden.
bool is_hidden(const Scene& scene, std::uint32_t boundary, Wire wire);
/// Padding is hidden, and a comparator of `layer` has nothing else on its wires.
bool is_hidden(const Scene& scene, std::uint32_t layer, const Comparator& comparator);

/// How far from the edges of its page ground hides what slides under numbers and names: 0 where the
/// diagram stands inside its margins.
struct ClearMargins {
  float left = 0, top = 0, bottom = 0;
};
ClearMargins clear_margins(const DiagramFrame& frame, float height);

/// The picture. `body`: also wires and comparators, for files; on screen the shader draws those.
Picture layout_diagram(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, float width, float height, bool body);

/// Where the key on `wire` of scene.cursor stands, in diagram units, on its way by scene.fraction.
struct KeyPosition {
  float x = 0;
  float y = 0;
};
/// `after`: wires_after(scene), where something runs. Keys that change places step aside first, up
/// to the left and down to the right, by as much as keeps them clear of each other and of the keys
/// that they pass. O(1); O(wires), of 1024 at most, where stages overlap.
KeyPosition key_position(const Scene& scene, const NetworkGeometry& geometry,
                         std::span<const Wire> after, Wire wire, const DiagramFrame& frame);

/// What is at pixel (x, y): the nearest comparator within reach, else the wire, else nothing.
Selection pick_diagram(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, float x, float y);

}  // namespace sortscope
