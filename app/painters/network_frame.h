// network_frame.h: what a picture of a network diagram's body is made of.
#pragma once

#include <array>
#include <cstdint>

#include "core/pictures/palette.h"
#include "core/scenes/layout.h"
#include "core/views/network/diagram.h"

namespace sortscope {

class DrawBuffers;
class Network;
class NetworkGeometry;

/// What rows of a run's network there are to draw: programs are made for those alone, as software
/// renderers run all that a program may have to do. At first: any but trees.
struct DrawnRows {
  bool trees = false;     // comparisons in trees
  bool padded = true;     // padding among them
  bool mirrored = true;   // comparators mirrored in their blocks (LayerForm::mirror)
  bool in_blocks = true;  // comparators that end at their block (LayerForm::block_count)
};
/// Those of `network`. O(depth) where it is in closed form.
DrawnRows drawn_rows(const Network& network, bool padded);

/// One frame's picture, kept until ImGui's draw callback runs.
struct NetworkFrame {
  float pane_x = 0, pane_y = 0, pane_width = 0, pane_height = 0;  // framebuffer pixels, y down
  float clip[4] = {0, 0, 0, 0};                                   // left, top, right, bottom
  DiagramMap map;                                                 // to pixels of the pane
  float scale = 1;
  float front_x = 0;      // diagram units
  float ends = 0;         // diagram units: how far wires reach beyond the layers
  float strip_x = 0;      // diagram units: where the strip of keys stands
  float strip_width = 8;  // units
  bool strip = false;
  DrawnRows rows;
  const Palette* palette = nullptr;
  DrawBuffers* buffers = nullptr;
  Scene scene;
  const NetworkGeometry* geometry = nullptr;
  bool waits = true;  // else what takes long comes in the next frames, tiles meanwhile
};

/// All that the pixels of a picture follow from: equal ones are the same picture.
struct NetworkBody {
  static NetworkBody of(const NetworkFrame& frame, std::uint64_t generation);
  friend bool operator==(const NetworkBody&, const NetworkBody&) = default;

  std::array<double, 18> places{};  // of the pane, the diagram in it, the strip and the cursor
  std::array<bool, 8> choices{};
  float width = 0;  // of the geometry
  FarContrast contrast{};
  PaddingStyle padding{};
  Cursor cursor;
  std::uint64_t generation = 0;  // of the run in the session
  const Palette* palette = nullptr;
  const DrawBuffers* buffers = nullptr;
  const Recording* recording = nullptr;
  const void* exchanges = nullptr;
  const void* padded = nullptr;
};

}  // namespace sortscope
