// separator.h: parts of the separator's picture: where things stand, the layers of halvers,
// the curves of errors.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scenes/layout.h"
#include "core/scenes/separator_moment.h"
#include "core/verify/halver_error.h"
#include "core/views/aks/separator_strip.h"

namespace sortscope::separator_picture {

inline constexpr float kMargin = 20;
inline constexpr float kText = 12;

/// Size of what stands beside the wires on a page that is brief.
inline constexpr float kBriefText = 15;

/// A rectangle of the page.
struct Area {
  float left = 0, top = 0, right = 0, bottom = 0;
  [[nodiscard]] float width() const { return right - left; }
  [[nodiscard]] float height() const { return bottom - top; }
  [[nodiscard]] bool contains(float x, float y) const {
    return x >= left && x < right && y >= top && y < bottom;
  }
};

/// Where the parts stand, for a page of any size.
struct Page {
  float magnified = 1;  // the page is laid out at width / magnified
  float width = 0, height = 0;
  float layers_top = 0;
  float row = 0;   // pitch of the layers
  float box = 0;   // height of a halver
  StripArea keys;  // the wires; layers, blocks and the first plot have the same scale
  float blocks_top = 0;
  Area side;           // right of the wires: what the layers are
  bool brief = false;  // no room for small print: a line each of what is beside the wires
  Area halves;         // plot of BL and BR; empty where there is no room
  Area fringes;        // plot of FL and FR, then the constants
};
Page page_for(const SeparatorMoment& moment, float width, float height);

/// Box of a halver's wires in row `row` on `side`: one piece, or two where layers from 2 on take
/// wires that layer 1 has not touched.
struct HalverBox {
  std::vector<Area> pieces;
  float half = 0;  // x where the second half of its wires begins
};
HalverBox halver_box(const SeparatorMoment& moment, const Page& page, std::uint32_t row,
                     std::uint32_t side);

/// The layers of halvers (figure 2.3), and what each is, beside them.
void draw_layers(Picture& picture, const Scene& scene, const SeparatorMoment& moment,
                 const Page& page);

/// Errors by k: of the k smallest keys from the left, of the k largest from the right, against
/// epsilon * k. Both have the same length; entry 0 is 0.
struct ErrorCurves {
  std::string title;    // "Errors of the halves BL and BR"
  std::string brief;    // "BL and BR"
  std::string epsilon;  // "ε_B"
  double permitted = 0;
  std::span<const std::uint32_t> small;
  std::span<const std::uint32_t> large;
};
void draw_errors(Picture& picture, const ErrorCurves& curves, const Area& area);

/// How many of the moment's layers are drawn, from the first on: while a question is open those
/// that come are not, for their number may be what is asked.
std::uint32_t drawn_rows(const Scene& scene, const SeparatorMoment& moment);

/// " The tree shows t = 1 already." where the moment's separators are over and their wires have
/// moved to the next step; else "".
std::string moved_on(const Scene& scene, const SeparatorMoment& moment);

/// "valid", or "12 errors more than permitted".
std::string verdict(std::uint32_t excess);

}  // namespace sortscope::separator_picture
