// label_board.cpp: labels that are left out where there is no room for them.
#include "core/pictures/label_board.h"

#include <algorithm>
#include <tuple>
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
  MovableLabel movable{std::move(label), {spots.begin(), spots.end()}, masked};
  if (spots.size() == 0) movable.spots.emplace_back(movable.label.x, movable.label.y);
  return place(std::move(movable));
}

bool LabelBoard::add_movable(const MovableLabel& movable) { return place(movable); }

void LabelBoard::keep_marks_free() {
  for (const Box& chip : picture_.chips) {
    if (chip.role != Role::kRank && chip.role != Role::kGhost) continue;
    taken_.push_back({chip.x, chip.y, chip.x + chip.w, chip.y + chip.h});
  }
  keep_labels_free();
}

void LabelBoard::keep_labels_free() {
  for (const Label& label : picture_.labels) taken_.push_back(area_of(label));
}

bool LabelBoard::place(MovableLabel movable) {
  constexpr float kAway = 8;
  Label& label = movable.label;
  const auto area_at = [&](const std::pair<float, float>& spot) {
    std::tie(label.x, label.y) = spot;
    const LabelArea area = area_of(label);
    if (!movable.masked) return area;
    return LabelArea{area.left - 3, area.top - 2, area.right + 3, area.bottom + 2};
  };
  const auto hides = [&](const LabelArea& area) {
    return std::ranges::any_of(in_sight_,
                               [&](const LabelArea& mark) { return overlap(area, mark); });
  };
  const auto away = [&](const std::pair<float, float>& spot) {
    LabelArea area = area_at(spot);
    area.left -= kAway;
    area.right += kAway;
    return spot.second == movable.spots.front().second &&
           std::ranges::none_of(taken_,
                                [&](const LabelArea& other) { return overlap(area, other); });
  };
  const auto any = [&](const auto& good) {
    return std::ranges::any_of(
        movable.spots, [&](const auto& spot) { return is_free(area_at(spot)) && good(spot); });
  };
  const bool choosy =
      movable.masked && any([&](const auto& spot) { return !hides(area_at(spot)); });
  if (movable.clear && !choosy) return false;
  const bool roomy = movable.roomy && any([&](const auto& spot) {
                       return away(spot) && !(choosy && hides(area_at(spot)));
                     });
  for (const auto& spot : movable.spots) {
    const LabelArea area = area_at(spot);
    if (!is_free(area) || (choosy && hides(area)) || (roomy && !away(spot))) continue;
    taken_.push_back(area);
    if (movable.masked) {
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

void add_movable_labels(Picture& picture, std::span<const MovableLabel> labels,
                        std::span<const LabelArea> in_sight, std::span<const LabelArea> kept) {
  if (labels.empty()) return;
  LabelBoard board(picture);
  for (const LabelArea& area : kept) board.keep_free(area);
  board.keep_in_sight(in_sight);
  board.keep_marks_free();
  for (const MovableLabel& label : labels) {
    if (board.add_movable(label) || !label.masked || label.yields) continue;
    LabelBoard over_keys(picture);
    for (const LabelArea& area : kept) over_keys.keep_free(area);
    over_keys.keep_labels_free();
    over_keys.keep_in_sight(in_sight);
    over_keys.add_movable(label);
  }
}

}  // namespace sortscope
