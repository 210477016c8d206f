// message_place.h: where a message lies over the picture.
#pragma once

#include <optional>
#include <span>

#include "app/state/view.h"
#include "app/widgets/widgets.h"

namespace sortscope {

/// Where a message covers none of `sights` in `picture`, in the first of `sizes` (pixels, the best
/// first) that has such a place; low and at the right rather than high and at the left. Where none
/// has, it covers words alone, as few as any size can; else the last of them where it covers least.
/// `last`, where it lay before, stays as long as that covers nothing, or as few words. `step`:
/// pixels between the places that are tried. O(sights + sizes x places).
Area message_place(std::span<const Sight> sights, const Area& picture,
                   std::span<const ImVec2> sizes, float step, const std::optional<Area>& last);

}  // namespace sortscope
