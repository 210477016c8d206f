// geometry.cpp: widths of layers, and strokes that suit the spacing.
#include "core/views/network/geometry.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

namespace {

constexpr float kEqualWidth = 6.0F;

float layer_width(std::uint32_t columns, bool equal) {
  if (equal) return columns > 1 ? kEqualWidth : 0.0F;
  const auto last = static_cast<float>(columns) - 1.0F;
  if (columns <= 16) return std::max(last, 0.0F);
  return 15.0F + 6.0F * std::log2(static_cast<float>(columns) / 16.0F);
}

}  // namespace

NetworkGeometry::NetworkGeometry(const Network& network, bool equal_layer_widths) {
  const std::uint32_t depth = network.depth();
  cell_x_.reserve(depth + 1);
  float x = 0;
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    const std::uint32_t columns = network.sub_columns(layer);
    const float width = layer_width(columns, equal_layer_widths);
    const MergeLevel& level = network.levels()[network.level_index(layer)];
    const bool first = layer == level.first_layer;
    const bool last = layer + 1 == level.first_layer + level.layer_count;
    if (first) x += kLevelGap / 2;
    first_column_.push_back(x + kLayerGap / 2);
    column_pitch_.push_back(columns > 1 ? width / static_cast<float>(columns - 1) : 1.0F);
    x += kLayerGap + width;
    if (last) x += kLevelGap / 2;
    cell_x_.push_back(x);
  }
}

std::uint32_t NetworkGeometry::layer_at(float x) const {
  const auto after = std::upper_bound(cell_x_.begin(), cell_x_.end(), x);
  const auto cells = static_cast<std::ptrdiff_t>(first_column_.size());
  return static_cast<std::uint32_t>(std::clamp<std::ptrdiff_t>(
      after - cell_x_.begin() - 1, 0, std::max<std::ptrdiff_t>(cells - 1, 0)));
}

DiagramStrokes strokes_for(const DiagramMap& map, float column_pitch) {
  const float room = std::min(map.unit_y / 24.0F, map.unit_x * column_pitch / 11.0F);
  // Far apart they grow on, slowly.
  const float detail = std::clamp(room, 0.3F, 1.35F) + std::clamp(0.2F * (room - 2.6F), 0.0F, 0.8F);
  DiagramStrokes strokes{};
  strokes.exchanged_width = std::max(2.2F * detail, 0.8F);
  strokes.kept_width = std::max(1.2F * detail, 0.6F);
  strokes.dot_radius = 3.4F * detail;
  strokes.arrow_size = 5.0F * detail;
  strokes.wire_width = std::clamp(map.unit_y / 20.0F, 0.35F, 1.1F);
  strokes.dots = map.unit_y >= 5.0F && room > 0.3F;
  return strokes;
}

}  // namespace sortscope
