// crowded_labels.cpp: which of the words that crowd a page stay.
#include "core/pictures/crowded_labels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/pictures/label_fit.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostLabels = 600;
constexpr float kLeastRoom = 40;  // for a few letters and an ellipsis

// The estimate is an upper one: as much of it as letters of the fonts fill.
LabelArea letters_of(const Label& label) {
  const LabelArea area = area_of(label);
  const float less = (label.face == Face::kMono ? 0.03F : 0.1F) * (area.right - area.left);
  const float at_left = label.anchor == Anchor::kEnd      ? less
                        : label.anchor == Anchor::kMiddle ? less / 2
                                                          : 0;
  return {area.left + at_left, area.top + 1, area.right - less + at_left, area.bottom - 1};
}

bool on_page(const LabelArea& area, const Picture& picture) {
  return area.left >= -1 && area.top >= -1 && area.right <= picture.width + 1 &&
         area.bottom <= picture.height + 1;
}

}  // namespace

void leave_out_crowded(Picture& picture) {
  std::vector<Label>& labels = picture.labels;
  if (labels.size() > kMostLabels) return;
  std::vector<std::size_t> order;
  for (const bool keys : {true, false}) {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if ((labels[i].on_rank >= 0) == keys) order.push_back(i);
    }
  }
  std::vector<LabelArea> taken;
  for (const std::size_t i : order) {
    Label& label = labels[i];
    if (label.text.empty()) continue;
    LabelArea area = letters_of(label);
    const float room = picture.width - label.x;
    if (area.right > picture.width + 1 && label.anchor == Anchor::kStart && room >= kLeastRoom) {
      std::string whole = label.whole.empty() ? label.text : label.whole;
      label = fitted(std::move(label), room);
      label.whole = std::move(whole);
      area = letters_of(label);
    }
    // Keys that pass each other are read again in a moment.
    const bool key = label.on_rank >= 0;
    const bool free =
        on_page(area, picture) && (key || std::ranges::none_of(taken, [&](const LabelArea& other) {
                                     return overlap(area, other);
                                   }));
    if (free) {
      taken.push_back(area);
    } else {
      label.text.clear();
    }
  }
  std::erase_if(labels, [](const Label& label) { return label.text.empty(); });
}

}  // namespace sortscope
