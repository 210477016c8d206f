// pane_places.cpp: where the panes of a window or a slide stand.
#include "app/views/pane_places.h"

#include <algorithm>

#include "app/state/parts/least_pane.h"

namespace sortscope {

std::vector<Pane> pane_places(std::size_t count, bool second_is_low, float x, float y, float width,
                              float height, float gap) {
  std::vector<Pane> panes;
  const auto cell = [&](float left, float top, float w, float h) {
    panes.push_back({x + left, y + top, w, h, false});
  };
  if (count == 1) {
    cell(0, 0, width, height);
  } else if (count == 2 && (second_is_low || width < height)) {
    const float first = height * (second_is_low ? 0.72F : 0.5F);
    cell(0, 0, width, first);
    cell(0, first + gap, width, height - first - gap);
  } else if (count == 2) {
    const float first = width * 0.56F;
    cell(0, 0, first, height);
    cell(first + gap, 0, width - first - gap, height);
  } else {
    const float w = (width - gap) / 2;
    const float h = (height - gap) / 2;
    cell(0, 0, w, h);
    cell(w + gap, 0, w, h);
    if (count > 2) cell(0, h + gap, w, h);
    if (count > 3) cell(w + gap, h + gap, w, h);
  }
  return panes;
}

std::vector<PlacedPane> shown_panes(const std::vector<bool>& low, std::size_t focused,
                                    const Pane& area, float gap, float scale) {
  const auto fits = [&](const Pane& pane) {
    return pane.width >= kLeastPaneWidth * scale && pane.height >= kLeastPaneHeight * scale;
  };
  std::vector<PlacedPane> shown;
  for (std::size_t count = low.size(); count > 0; count = count > 2 ? 2 : count - 1) {
    // Two of four are those that stand beside each other.
    const std::size_t first = std::min(focused / count * count, low.size() - count);
    const std::vector<Pane> places =
        pane_places(count, low[first + count - 1], area.x, area.y, area.width, area.height, gap);
    if (count > 1 && !std::all_of(places.begin(), places.end(), fits)) continue;
    for (std::size_t i = 0; i < count; ++i) shown.push_back({first + i, places[i]});
    break;
  }
  return shown;
}

}  // namespace sortscope
