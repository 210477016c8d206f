// message_place.h: where a message lies over the picture.
#pragma once

#include <optional>
#include <span>

#include "app/state/view.h"
#include "app/widgets/widgets.h"

namespace sortscope {

/// Where a message of width x height pixels covers the least of `sights` in `within`: nothing,
/// where there is such a place; low and at the right rather than high and at the left. `last`,
/// where it lay before, stays as long as that covers nothing. `step`: pixels between the places
/// that are tried. O(sights + places).
Area message_place(std::span<const Sight> sights, const Area& within, float width, float height,
                   float step, const std::optional<Area>& last);

}  // namespace sortscope
