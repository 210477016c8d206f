// diagram_family.h: what the network diagram of a family has that others have not, a row each.
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/views/network/diagram.h"

namespace sortscope {

struct DiagramFamily {
  Family family;
  bool numbered_layers = false;  // layers are numbered; else their distance stands under them
  bool deep = false;             // thousands of layers: wires stop growing where they can be read
  float footer_height = 0;       // of a line under the diagram
  /// Adds the comparators instead of add_comparators() or the shader. O(what is seen).
  void (*add_body)(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                   Picture& picture) = nullptr;
  void (*add_footer)(const Scene& scene, const DiagramFrame& frame, Picture& picture) = nullptr;
};
const DiagramFamily& diagram_family(const Recording& recording);

}  // namespace sortscope
