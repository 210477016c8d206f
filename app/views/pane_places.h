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

/// A pane of the window, and which of the views it shows.
struct PlacedPane {
  std::size_t view = 0;
  Pane pane;
};
/// Panes of a window at `scale`: those of pane_places(), one for each of `low`, which says of each
/// view whether it is a low one. Where they would be smaller than a least pane, the focused view
/// and its neighbour are shown, or the focused one alone; the others fold away.
std::vector<PlacedPane> shown_panes(const std::vector<bool>& low, std::size_t focused,
                                    const Pane& area, float gap, float scale);

}  // namespace sortscope
