// compare.h: parts of the comparison picture: what is compared, where the diagram stands,
// the numbers beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/scenes/compare_facts.h"
#include "core/scenes/layout.h"
#include "core/views/network/geometry.h"

namespace sortscope::compare_picture {

inline constexpr float kMargin = 20;
inline constexpr float kLeastText = 12;

/// What the view shows of a run of n = 2^keys_log2 keys.
struct Compared {
  const Recording* adaptive = nullptr;  // the run, or beside a network's run its counterpart
  Cursor adaptive_cursor;   // the scene's; of a counterpart: what the network has run of it
  bool of_network = false;  // the run is the network's
  std::uint32_t keys_log2 = 0;
  std::uint32_t merge = 1;  // of the cursor
  bool merger = false;      // a single merge is run

  [[nodiscard]] std::uint32_t first_merge() const { return merger ? keys_log2 : 1; }
};
/// Nothing where the view has nothing to compare; `why` says so.
std::optional<Compared> compared_runs(const Scene& scene, std::string& why);

/// The part of the network that is drawn: all of it, or a block of the merge in view.
struct Diagram {
  bool there = false;
  Network network;
  NetworkGeometry geometry;
  DiagramMap map;
  std::uint32_t first_merge = 1;  // merge level of its first layer
  std::uint32_t block = 0;        // where only one merge is drawn
  Wire first_wire = 0;

  /// Merge level and stage of a layer, and back.
  [[nodiscard]] std::uint32_t merge_of(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t stage_of(std::uint32_t layer) const;
  [[nodiscard]] std::optional<std::uint32_t> layer_of(std::uint32_t merge,
                                                      std::uint32_t stage) const;
  [[nodiscard]] bool whole() const { return first_merge == 1 && block == 0 && first_wire == 0; }
};
struct Page {
  float width = 0, height = 0;
  float magnified = 1;
  float side = 0;                                  // left edge of the numbers; 0: no room for them
  float left = 0, top = 0, right = 0, bottom = 0;  // of the diagram
};
Page page_for(float width, float height);
Diagram diagram_for(const Scene& scene, const Compared& compared, const Page& page);

/// Counters, the meaning of the lines and the plot, in the panel beside the diagram.
void draw_numbers(Picture& picture, const Compared& compared, const Page& page);
/// Instead of a diagram that would be too large: comparators compared in each stage of the merge.
void draw_stages(Picture& picture, const Scene& scene, const Compared& compared, const Page& page);

}  // namespace sortscope::compare_picture
