// diagram_names.h: what stands around a network diagram: frames of merge levels with their names,
// numbers of layers and wires.
#pragma once

#include <cstdint>
#include <vector>

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/views/network/diagram.h"

namespace sortscope {

/// Where the frame of a level or launch begins, and the middle of its name, pixels from the top.
struct LevelHead {
  float top = 0;
  float name_y = 0;
  bool lowered = false;  // below the list of views, which would hide it
};
/// Of a frame whose name ends at `name_right`, over wires from `first_wire` on. `name_limit`: where
/// the list of views begins; the page's width where there is none.
LevelHead level_head(float first_wire, float name_right, float name_limit);

/// The merge levels as frames; nested boxes say it of networks that have them. `names`: theirs, to
/// be placed.
void add_level_boxes(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                     std::uint32_t wires, float name_limit, Picture& picture,
                     std::vector<MovableLabel>& names);

/// Distances under the layers: each where its layer is as wide, so that a distance has its number
/// everywhere or nowhere. Where distances say nothing: every 1st, 2nd,
/// 5th, 10th ... layer's number, as many as fit.
void add_layer_numbers(const Scene& scene, const NetworkGeometry& geometry,
                       const DiagramFrame& frame, std::uint32_t wires, Picture& picture);
/// Numbers of wires on the left: every 1st, 2nd, 4th ... so that they do not touch.
void add_wire_numbers(const Scene& scene, const DiagramFrame& frame, std::uint32_t wires,
                      Picture& picture);

}  // namespace sortscope
