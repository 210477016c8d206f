// tree_geometry.cpp: boxes of nodes that hold their keys in cells about as wide as high.
#include "core/views/aks/tree_geometry.h"

#include <algorithm>
#include <cmath>

namespace sortscope {

namespace {

constexpr float kMostMargin = 10;          // between the boxes of neighbours
constexpr float kMostGap = 5;              // between BL and BR
constexpr float kUsualShape = 2.4F;        // width : height of a box that has room
constexpr std::uint32_t kMostRows = 2048;  // keys in a column
constexpr float kUpLeaves = 0.0F, kDownLeaves = 0.2F, kOnTheWay = 0.8F;

float smooth(float share) {
  const float s = std::clamp(share, 0.0F, 1.0F);
  return s * s * (3 - 2 * s);
}

}  // namespace

AksTreeField aks_tree_field(std::uint32_t d, float left, float top, float width, float height) {
  AksTreeField field;
  field.left = left;
  field.width = std::max(width, 1.0F);
  field.top = top;
  field.levels = aks_tree_levels(d);
  field.level_height = std::max(height, 1.0F) / (static_cast<float>(field.levels) + 0.44F);
  // Keys of the densest step would stand this far apart.
  const float dense = std::sqrt(field.width * 2 * AksTreeField::kReach * field.level_height /
                                std::exp2(static_cast<float>(d)));
  field.most_cell = std::clamp(1.1F * dense, 7.0F, 22.0F);
  return field;
}

namespace {

AksTreeRow row_of(const AksTreeField& field, const AksLevel& level) {
  AksTreeRow row;
  row.level = level;
  row.left = field.left;
  row.span = field.width / static_cast<float>(level.nodes());
  row.y = field.y(level.level);
  row.gap = std::min(kMostGap, 0.06F * row.span);
  const float most_width =
      (row.span - std::min(kMostMargin, 0.2F * row.span) - row.gap) / 2;  // of a half
  const float most_height = 2 * AksTreeField::kReach * field.level_height * 0.92F;
  const std::uint32_t half = level.a / 2;
  float best = -1;
  float best_shape = 0;
  for (std::uint32_t rows = 1; rows <= std::min(half, kMostRows); ++rows) {
    const std::uint32_t columns = (half + rows - 1) / rows;
    const float cell_x = std::min(field.most_cell, most_width / static_cast<float>(columns));
    const float cell_y = std::min(field.most_cell, most_height / static_cast<float>(rows));
    const float cell = std::min(cell_x, cell_y);
    const float shape = std::abs(
        std::log(2 * static_cast<float>(columns) / (kUsualShape * static_cast<float>(rows))));
    const bool wins = cell > best * 1.001F || (cell > best * 0.999F && shape < best_shape);
    if (!wins) continue;
    best = cell;
    best_shape = shape;
    row.rows = rows;
    row.columns = columns;
    row.cell_x = cell_x;
    row.cell_y = cell_y;
  }
  // Cells stay about square where keys can be told apart.
  if (best >= 2) {
    row.cell_x = std::min(row.cell_x, 1.25F * best);
    row.cell_y = std::min(row.cell_y, 1.25F * best);
  }
  row.radius = 0.42F * best;
  return row;
}

}  // namespace

AksTreeRows aks_tree_rows(const AksTreeField& field, const AksStep& step) {
  AksTreeRows made;
  made.step = step;
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    made.rows[i] = row_of(field, step.levels[i]);
  }
  return made;
}

AksTreeDot aks_tree_dot(const AksTreeRows& rows, std::uint32_t spot) {
  const AksSpot at = aks_spot(rows.step, spot);
  const AksTreeRow& row = rows.rows[at.index];
  const std::uint32_t half = row.level.a / 2;
  const bool right = at.slot >= half;
  // Counted from the middle: BR's list is BL's mirrored, and full columns stand at the gap.
  const std::uint32_t k = right ? at.slot - half : half - 1 - at.slot;
  const std::uint32_t column = k / row.rows;
  const float out = row.gap / 2 + (static_cast<float>(column) + 0.5F) * row.cell_x;
  const std::uint32_t in_column = right ? k % row.rows : row.rows - 1 - k % row.rows;
  return {row.x(at.node) + (right ? out : -out),
          row.y - row.half_height() + (static_cast<float>(in_column) + 0.5F) * row.cell_y,
          row.radius};
}

AksTreeDot aks_tree_exchanged(const AksTreeRows& rows, std::uint32_t from, std::uint32_t to,
                              float share) {
  const AksTreeDot a = aks_tree_dot(rows, from);
  AksTreeDot b = aks_tree_dot(rows, to);
  if (from == to) return b;
  const float s = smooth(share);
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  const float length = std::max(std::hypot(dx, dy), 1e-3F);
  // Keys that change places pass at either side of one another, clear of each other's dot.
  const float most = std::max(1.1F * a.radius, std::min(0.12F * length, 14.0F));
  const float bow = most * (1 - std::pow(1 - 2 * s, 4.0F)) / length;
  b.x = a.x + s * dx - bow * dy;
  b.y = a.y + s * dy + bow * dx;
  return b;
}

AksTreeDot aks_tree_moved(const AksTreeRows& now, const AksTreeRows& next, std::uint32_t spot,
                          std::uint32_t to, float share) {
  const AksTreeDot a = aks_tree_dot(now, spot);
  const AksTreeDot b = aks_tree_dot(next, to);
  const float leaves = b.y < a.y ? kUpLeaves : kDownLeaves;
  const float s = smooth((share - leaves) / kOnTheWay);
  // Out of a node straight, into the next one straight.
  const float fall = 1.5F * s * (1 - s) + s * s * s;
  return {a.x + smooth(s) * (b.x - a.x), a.y + fall * (b.y - a.y),
          a.radius + s * (b.radius - a.radius)};
}

std::uint32_t aks_tree_spot_at(const AksTreeRows& rows, std::uint32_t wires, float x, float y) {
  for (std::uint32_t i = 0; i < rows.step.level_count; ++i) {
    const AksTreeRow& row = rows.rows[i];
    const float margin = 2;
    if (std::abs(y - row.y) > row.half_height() + margin) continue;
    const float along = (x - row.left) / row.span;
    if (along < 0 || along >= static_cast<float>(row.level.nodes())) continue;
    const auto node = static_cast<std::uint32_t>(along);
    const float out = x - row.x(node);
    if (std::abs(out) > row.half_width() + std::min(margin, 0.1F * row.span)) continue;
    const std::uint32_t half = row.level.a / 2;
    const auto cell = [](float at, std::uint32_t count) {
      return static_cast<std::uint32_t>(std::clamp(at, 0.0F, static_cast<float>(count) - 1));
    };
    const std::uint32_t column = cell((std::abs(out) - row.gap / 2) / row.cell_x, row.columns);
    std::uint32_t in_column = cell((y - row.y + row.half_height()) / row.cell_y, row.rows);
    if (out < 0) in_column = row.rows - 1 - in_column;
    const std::uint32_t k = std::min(column * row.rows + in_column, half - 1);
    return row.level.base + node * row.level.a + (out < 0 ? half - 1 - k : half + k);
  }
  return wires;
}

}  // namespace sortscope
