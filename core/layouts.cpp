// layouts.cpp: the table of layouts.
#include <array>
#include <string>

#include "core/layout.h"

namespace sortscope {

Selection pick_picture(const Picture& picture, float x, float y) {
  Selection found;
  for (const Target& target : picture.targets) {
    if (x < target.x || y < target.y || x > target.x + target.w || y > target.y + target.h)
      continue;
    found = {};
    if (target.wire >= 0) found.wire = static_cast<Wire>(target.wire);
    if (target.place >= 0) found.place = static_cast<std::uint32_t>(target.place);
    if (target.index >= 0) {
      found.comparator = ComparatorId{static_cast<std::uint32_t>(target.layer),
                                      static_cast<std::uint32_t>(target.index)};
    }
  }
  return found;
}

std::span<const Layout> layouts() {
  static const std::array kTable = {kNetworkLayout, kBarsLayout, kHypercubeLayout, kLaunchesLayout,
                                    kCodeLayout};
  return kTable;
}

Result<const Layout*> find_layout(std::string_view id) {
  std::string known;
  for (const Layout& layout : layouts()) {
    if (layout.id == id) return &layout;
    known += (known.empty() ? "" : ", ") + std::string(layout.id);
  }
  return Error{ErrorCode::kBadUsage, "there is no view '" + std::string(id) + "'.",
               "Choose one of: " + known + "."};
}

}  // namespace sortscope
