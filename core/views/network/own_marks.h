// own_marks.h: the signs of a person's own kernel, the same in every picture of it.
#pragma once

#include <cstddef>

#include "core/scenes/layout.h"

namespace sortscope {

/// A tick in a ring, or a cross: whether the file is right. (x, y): its middle; 18 pixels wide.
void add_verdict_sign(Picture& picture, float x, float y, bool good);
/// The number of a finding: filled where it is wrong, a ring where it is slow. 18 pixels wide.
void add_finding_sign(Picture& picture, float x, float y, bool wrong, std::size_t number);

/// The person's own file with the running line marked, and findings in its margin; `nothing` where
/// the scene's run is of no such file.
Picture layout_own_code(const Scene& scene, float width, float height);
/// The command that pressing (x, y) of it runs; "" for none.
std::string own_code_action(const Scene& scene, float width, float height, float x, float y);

/// Launches of a person's own kernel as frames over the diagram, named left of `name_limit`; the
/// first comparator that should be another one. `labels`: words, to be placed.
struct MovableLabel;
class NetworkGeometry;
struct DiagramFrame;
void add_own_launches(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, std::uint32_t wires, float name_limit,
                      Picture& picture, std::vector<MovableLabel>& labels);

}  // namespace sortscope
