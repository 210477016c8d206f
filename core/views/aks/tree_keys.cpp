// tree_keys.cpp: keys of the AKS tree in files: dots, or cells of their mean rank.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/aks/tree.h"

namespace sortscope::aks_tree_picture {

namespace {

constexpr std::uint32_t kMostDots = 8192;
constexpr std::size_t kMostStrangers = 2000;
constexpr float kCellSize = 1.5F;       // of many keys
constexpr float kStrangerSize = 1.35F;  // of a key's radius
constexpr float kRingFrom = 3.5F;       // radius of keys with an outline

void add_dot(Picture& picture, const AksTreeDot& dot, float rank, bool padding) {
  const float r = dot.radius;
  if (padding) {
    picture.boxes.push_back({dot.x - r, dot.y - r, 2 * r, 2 * r, Role::kGhost, false, r});
    return;
  }
  picture.boxes.push_back({dot.x - r, dot.y - r, 2 * r, 2 * r, Role::kRank, true, r, rank});
  if (r < kRingFrom) return;
  picture.boxes.push_back({dot.x - r, dot.y - r, 2 * r, 2 * r, Role::kWire, false, r, 0, 0.8F});
}

// Cells of the page, each in the mean of its keys' ranks.
class Density {
 public:
  Density(float width, float height)
      : columns_(static_cast<std::size_t>(std::max(width / kCellSize, 1.0F)) + 1),
        rows_(static_cast<std::size_t>(std::max(height / kCellSize, 1.0F)) + 1),
        cells_(columns_ * rows_) {}
  void add(float x, float y, float rank) {
    if (x < 0 || y < 0) return;
    const auto column = static_cast<std::size_t>(x / kCellSize);
    const auto row = static_cast<std::size_t>(y / kCellSize);
    if (column >= columns_ || row >= rows_) return;
    cells_[row * columns_ + column].sum += rank;
    cells_[row * columns_ + column].count += 1;
  }
  void draw(Picture& picture) const {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (cells_[i].count == 0) continue;
      const auto line = i / columns_;
      picture.boxes.push_back({static_cast<float>(i % columns_) * kCellSize,
                               static_cast<float>(line) * kCellSize, kCellSize, kCellSize,
                               Role::kRank, true, 0, cells_[i].sum / cells_[i].count});
    }
  }

 private:
  struct Cell {
    float sum = 0;
    float count = 0;
  };
  std::size_t columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace

void add_stranger(Picture& picture, float x, float y, float radius, float rank) {
  const float r = radius;
  const std::array<ShapePoint, 4> corners = {{{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}}};
  Shape fill;
  fill.role = Role::kRank;
  fill.rank = rank;
  picture.add_shape(corners, fill);
  Shape outline;
  outline.role = Role::kPartOdd;
  outline.width = radius >= 5 ? 1.8F : 1.3F;
  outline.closed = true;
  picture.add_shape(corners, outline);
}

AksTreeDot dot_at(const Scene& scene, const AksTreeMoment& moment, const AksTreeRows& now,
                  const AksTreeRows& next, std::uint32_t spot) {
  const float move = moment.move_share(scene.fraction);
  if (move > 0) {
    return aks_tree_moved(now, next, spot, aks_move(now.step, next.step, spot), move);
  }
  if (!moment.exchanging) return aks_tree_dot(now, spot);
  return aks_tree_exchanged(now, moment.from[spot], spot, moment.exchange_share(scene.fraction));
}

void draw_keys(Picture& picture, const Scene& scene, const AksTreeMoment& moment,
               const AksTreeRows& now, const AksTreeRows& next) {
  const auto wires = static_cast<std::uint32_t>(moment.places.size());
  const bool dots = wires <= kMostDots;
  const bool hide_padding = scene.options->padding == PaddingStyle::kHidden;
  Density density(picture.width, dots ? 0 : picture.height);
  std::vector<std::uint32_t> strangers;
  for (std::uint32_t spot = 0; spot < wires; ++spot) {
    const std::uint32_t place = moment.places[spot];
    const bool padding = scene.recording->is_padding(place);
    if (padding && hide_padding) continue;
    const AksSpot at = aks_spot(now.step, spot);
    const std::uint32_t order = moment.order(place, now.step.levels[at.index].level, at.node);
    if (order > 0 && (dots || strangers.size() < kMostStrangers)) {
      strangers.push_back(spot);
      continue;
    }
    const AksTreeDot dot = dot_at(scene, moment, now, next, spot);
    if (dots) {
      add_dot(picture, dot, rank_fraction(scene, place), padding);
    } else if (!padding) {
      density.add(dot.x, dot.y, rank_fraction(scene, place));
    }
  }
  if (!dots) density.draw(picture);
  for (const std::uint32_t spot : strangers) {
    const AksTreeDot dot = dot_at(scene, moment, now, next, spot);
    add_stranger(picture, dot.x, dot.y,
                 std::max(kStrangerSize * dot.radius, moment.least_stranger()),
                 rank_fraction(scene, moment.places[spot]));
  }
}

}  // namespace sortscope::aks_tree_picture
