// geometry.h: where layers and sub-columns stand in a network diagram, in diagram units.
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/network.h"

namespace sortscope {

/// Diagram units: x counts sub-columns at their widest, y counts wires (wire w lies at y = w).
/// Layers with many sub-columns are squeezed (their width grows with the logarithm beyond 16), so
/// that the short layers of a large network keep a width one can see.
class NetworkGeometry {
 public:
  NetworkGeometry() = default;
  /// O(depth).
  NetworkGeometry(const Network& network, bool equal_layer_widths);

  /// Left edge of layer's cell; layer == depth: the right end of the diagram.
  [[nodiscard]] float cell_x(std::uint32_t layer) const { return cell_x_[layer]; }
  /// x of the sub-column of comparator `index`.
  [[nodiscard]] float column_x(const Network& network, std::uint32_t layer,
                               std::uint32_t index) const {
    return first_column_[layer] +
           column_pitch_[layer] * static_cast<float>(network.sub_column(layer, index));
  }
  [[nodiscard]] float first_column(std::uint32_t layer) const { return first_column_[layer]; }
  [[nodiscard]] float column_pitch(std::uint32_t layer) const { return column_pitch_[layer]; }
  [[nodiscard]] float width() const { return cell_x_.back(); }
  /// The layer whose cell holds x, clamped to 0 .. depth - 1 (0 where there are no layers).
  [[nodiscard]] std::uint32_t layer_at(float x) const;
  /// Left and right edge of a merge level's bracket.
  [[nodiscard]] float level_left(const MergeLevel& level) const {
    return cell_x_[level.first_layer] + kLevelGap / 2;
  }
  [[nodiscard]] float level_right(const MergeLevel& level) const {
    return cell_x_[level.first_layer + level.layer_count] - kLevelGap / 2;
  }

  static constexpr float kLayerGap =
      2.6F;  // between the last sub-column and the next layer's first
  static constexpr float kLevelGap = 0.5F;  // more between two merge levels

 private:
  std::vector<float> cell_x_{0.0F};
  std::vector<float> first_column_;
  std::vector<float> column_pitch_;
};

/// Diagram units to pixels: px = origin + unit * scale.
/// The origin is a double: a large diagram seen from near lies far outside its page.
struct DiagramMap {
  double origin_x = 0, origin_y = 0;
  float unit_x = 1, unit_y = 1;

  [[nodiscard]] float x(float u) const { return static_cast<float>(origin_x + double{u} * unit_x); }
  [[nodiscard]] float y(float w) const { return static_cast<float>(origin_y + double{w} * unit_y); }
  [[nodiscard]] float inverse_x(float px) const {
    return static_cast<float>((px - origin_x) / unit_x);
  }
  [[nodiscard]] float inverse_y(float px) const {
    return static_cast<float>((px - origin_y) / unit_y);
  }
};

/// Zoom and pan of a diagram: zoom 1 shows all of it; the centre is a fraction of the diagram.
struct Camera {
  double zoom = 1;
  double center_x = 0.5;
  double center_y = 0.5;
};

/// Stroke sizes that suit the spacing: everything shrinks together before it can touch.
struct DiagramStrokes {
  float exchanged_width, kept_width, dot_radius, arrow_size, wire_width;
  bool dots;  // false where there is no room for them
};
DiagramStrokes strokes_for(const DiagramMap& map, float column_pitch);

}  // namespace sortscope
