// memory.h: parts of the memory lens's picture: the page, the lanes of a warp, the banks,
// placements side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/engines/plans/memory_lens.h"
#include "core/scenes/layout.h"

namespace sortscope::memory_picture {

inline constexpr float kMargin = 20;
inline constexpr float kText = 13;
inline constexpr float kSmall = 12;
inline constexpr float kLine = 18;  // from line to line of text

/// What the lens shows of a scene.
struct Shown {
  LayerLens lens;
  WarpAccess access;
  Placement placement = Placement::kPlain;
  std::uint32_t layer = 0;
  std::uint32_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t request = 0;             // index in access.shared, where there is any
  std::optional<std::uint32_t> nearest;  // layer that uses shared memory, where this one does not
};
/// Errors: kBadUsage where the kernel cannot run the recording's network.
Result<Shown> shown_access(const Scene& scene);

/// A word that can be pressed: the command line it runs.
struct Choice {
  float x = 0, y = 0, w = 0;  // y: middle
  std::string text;
  std::string command;
  bool chosen = false;
};

/// Where things stand; in units of the page before it is magnified.
struct Page {
  float width = 0, height = 0, magnified = 1;
  std::vector<Choice> choices;
  std::vector<Label> names;       // in front of the rows of choices
  std::vector<std::string> what;  // lines under the title
  float body = 0;                 // below the choices
  float lanes = 0;                // left edge of lane 0, and of bank 0
  float cell = 0;                 // width of a lane, and of a bank
  float rows = 0;                 // top of the first request
  float row = 0;                  // height of a request
  float wires = 0;                // lanes' lines to their banks begin, and end at `banks`
  float banks = 0;                // top of the banks
  float base = 0;                 // bottom of the banks
  float sectors = 0;              // top of global memory's part; 0: there is no room
  float side = 0, side_top = 0;   // panel on the right; side 0: none
  float side_column = 0;          // width of a placement there

  [[nodiscard]] float lane(std::uint32_t lane) const {
    return lanes + cell * (static_cast<float>(lane) + 0.5F);
  }
};
Page page_for(const Shown& shown, float width, float height);

/// The lanes of every request, the selected one's lines to the banks, and the banks.
void draw_lanes(Picture& picture, const Scene& scene, const Shown& shown, const Page& page);
/// The request at (x, y) of the page.
std::optional<std::uint32_t> request_at(const Shown& shown, const Page& page, float x, float y);

/// Sectors of global memory, below the banks.
void draw_sectors(Picture& picture, const Shown& shown, const Page& page);

/// The placements side by side, totals of the layer, and what was said and counted.
void draw_side(Picture& picture, const Shown& shown, const Page& page);
/// The placement whose column is at (x, y).
std::optional<Placement> placement_at(const Page& page, float x, float y);

}  // namespace sortscope::memory_picture
