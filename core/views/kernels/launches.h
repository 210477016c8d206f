// launches.h: parts of the launches picture: a kernel's track, the schematic, the table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/engines/plans/launches.h"
#include "core/networks/network.h"
#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope::launches_picture {

inline constexpr float kMargin = 20;
inline constexpr float kTableRow = 20;
inline constexpr std::size_t kTableRows = 5;
inline constexpr std::size_t kBriefRows = 2;  // on a low page: launches, passes over memory
constexpr float table_height(std::size_t rows) {
  return static_cast<float>(rows + 1) * kTableRow + 2;
}
inline constexpr float kTableNames = 272;  // width of the names, at most half the page
inline constexpr float kTableColumn = 64;
inline constexpr std::uint32_t kQuotedLog2 = 20;  // the table's size on the GPU

/// A kernel's row of launches: for the picture, and as the GPU runs it.
struct Track {
  std::string title;
  LaunchPlan plan;
  std::uint32_t quoted_launches = 0;
};

/// Where the layers and wires of the schematic stand.
struct Diagram {
  const Network* network = nullptr;
  std::vector<float> cell;  // left edges of the layers, and the right end
  float column = 0;         // pitch of sub-columns; 0: layers are single columns
  float top = 0, pitch = 0, bottom = 0;

  [[nodiscard]] float x(std::uint32_t layer, std::uint32_t index) const {
    const float pad =
        (cell[layer + 1] - cell[layer] - column * static_cast<float>(network->sub_columns(layer))) /
        2;
    return cell[layer] + pad +
           column * (static_cast<float>(network->sub_column(layer, index)) + 0.5F);
  }
  [[nodiscard]] float y(Wire wire) const { return top + pitch * static_cast<float>(wire); }
};

/// The blocks that a picture of the recording shows: small ones where the network is small.
BlockShape shape_for(const Recording& recording, const LayoutOptions& options);

/// Counts of all kernels side by side, from y down, table_height(rows) high: all kTableRows, or
/// kBriefRows.
void draw_table(Picture& picture, const std::vector<Track>& tracks, std::string_view chosen,
                float y, float width, std::size_t rows);

/// What the marks of the schematic mean, from (x, y) down, at most to `right`.
void draw_legend(Picture& picture, const Track& track, const Diagram& diagram, std::uint32_t block,
                 float x, float y, float right);

}  // namespace sortscope::launches_picture
