// covered_numbers.cpp: numbers against the chips in front of their own.
#include "core/pictures/covered_numbers.h"

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"

namespace sortscope {

void leave_out_covered_numbers(Picture& picture) {
  const auto is_key = [](const Box& chip) { return chip.role == Role::kRank && chip.filled; };
  // Numbers without chips lie on each other alone.
  for (std::size_t i = 0; i < picture.labels.size(); ++i) {
    if (picture.labels[i].on_rank < 0) continue;
    const LabelArea area = area_of(picture.labels[i]);
    for (std::size_t k = i + 1; k < picture.labels.size(); ++k) {
      const Label& later = picture.labels[k];
      if (later.on_rank < 0 || !overlap(area, area_of(later))) continue;
      picture.labels[i].text.clear();
      break;
    }
  }
  std::erase_if(picture.labels, [&](const Label& label) {
    if (label.on_rank < 0) return false;
    if (label.text.empty()) return true;
    const auto own = std::ranges::find_if(picture.chips, [&](const Box& chip) {
      return is_key(chip) && chip.rank == label.on_rank &&
             std::abs(chip.x + chip.w / 2 - label.x) < 1 &&
             std::abs(chip.y + chip.h / 2 - label.y) < 1;
    });
    if (own == picture.chips.end()) return false;
    const LabelArea area = area_of(label);
    return std::any_of(own + 1, picture.chips.end(), [&](const Box& chip) {
      return is_key(chip) && overlap(area, {chip.x, chip.y, chip.x + chip.w, chip.y + chip.h});
    });
  });
}

}  // namespace sortscope
