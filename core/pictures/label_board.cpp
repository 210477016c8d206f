// label_board.cpp: labels that are left out where there is no room for them.
#include "core/pictures/label_board.h"

#include <algorithm>
#include <utility>

namespace sortscope {

bool LabelBoard::is_free(const LabelArea& area) const {
  if (area.left < 0 || area.top < 0 || area.right > picture_.width ||
      area.bottom > picture_.height) {
    return false;
  }
  return std::none_of(taken_.begin(), taken_.end(),
                      [&](const LabelArea& other) { return overlap(area, other); });
}

bool LabelBoard::add(Label label, bool masked,
                     std::initializer_list<std::pair<float, float>> spots) {
  const std::pair<float, float> own{label.x, label.y};
  if (spots.size() == 0) return add(std::move(label), masked, {own});
  for (const auto& [x, y] : spots) {
    label.x = x;
    label.y = y;
    LabelArea area = area_of(label);
    if (masked) area = {area.left - 3, area.top - 2, area.right + 3, area.bottom + 2};
    if (!is_free(area)) continue;
    taken_.push_back(area);
    if (masked) {
      picture_.chips.push_back({.x = area.left,
                                .y = area.top,
                                .w = area.right - area.left,
                                .h = area.bottom - area.top,
                                .role = Role::kGround,
                                .filled = true,
                                .corner = 3});
    }
    picture_.labels.push_back(std::move(label));
    return true;
  }
  return false;
}

}  // namespace sortscope
