// pane_places.h: where the panes of a window or a slide stand.
#pragma once

#include <cstddef>
#include <vector>

#include "app/state/view.h"

namespace sortscope {

/// Panes of 1, 2 or 4 views, `gap` apart. Two stand side by side; a low one (bars) stands below the
/// other.
std::vector<Pane> pane_places(std::size_t count, bool second_is_low, float x, float y, float width,
                              float height, float gap);

}  // namespace sortscope
