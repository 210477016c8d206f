// palette.h: colours of roles and of ranks (cividis): dark, light, of high contrast, and for
// colour-vision deficiencies.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// sRGB, 0 to 1, straight alpha.
struct Color {
  float r = 0, g = 0, b = 0, a = 1;
};
constexpr Color color_of(std::uint32_t rgb, float alpha = 1) {
  return {static_cast<float>(rgb >> 16 & 255) / 255, static_cast<float>(rgb >> 8 & 255) / 255,
          static_cast<float>(rgb & 255) / 255, alpha};
}

struct Tones;  // palette.cpp

struct Palette {
  std::string_view id;     // "dark", "light-rg"
  std::string_view title;  // "Dark", "Light, for red–green deficiencies"
  bool dark;
  std::string_view counterpart;  // id of the same in light, or in dark
  std::string_view summary;      // whom it is for
  const Tones* tones;

  /// The colour of a role; kRank needs `rank`.
  [[nodiscard]] Color color(Role role, float rank = 0) const;
  /// The colour of a shape: of its role, lit and made translucent.
  [[nodiscard]] Color color(const Shape& shape) const;
  /// Cividis at `rank` in 0 to 1.
  [[nodiscard]] Color rank_color(float rank) const;
  /// Black or white: whichever has more contrast on rank_color(rank).
  [[nodiscard]] Color text_on_rank(float rank) const;
};

/// Each keeps text at 4.5 : 1 or more on every ground that it stands on, and marks at 3 : 1
/// (tests/unit/core/pictures/test_palette.cpp).
std::span<const Palette> palettes();
Result<const Palette*> find_palette(std::string_view id);

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
float contrast(Color a, Color b);

}  // namespace sortscope
