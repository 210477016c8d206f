// palette.h: colours of roles (look/README) and of ranks (cividis), dark and light.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/error.h"
#include "core/picture.h"

namespace sortscope {

/// sRGB, 0 to 1, straight alpha.
struct Color {
  float r = 0, g = 0, b = 0, a = 1;
};
constexpr Color color_of(std::uint32_t rgb, float alpha = 1) {
  return {static_cast<float>(rgb >> 16 & 255) / 255, static_cast<float>(rgb >> 8 & 255) / 255,
          static_cast<float>(rgb & 255) / 255, alpha};
}

struct Palette {
  std::string_view id;  // "dark", "light"
  std::string_view title;
  bool dark;

  /// The colour of a role; kRank needs `rank`.
  [[nodiscard]] Color color(Role role, float rank = 0) const;
  /// The colour of a shape: of its role, lit and made translucent.
  [[nodiscard]] Color color(const Shape& shape) const;
  /// Cividis at `rank` in 0 to 1.
  [[nodiscard]] Color rank_color(float rank) const;
  /// Black or white: whichever has more contrast on rank_color(rank).
  [[nodiscard]] Color text_on_rank(float rank) const;
};

std::span<const Palette> palettes();
Result<const Palette*> find_palette(std::string_view id);

/// WCAG 2 contrast ratio of two opaque colours, 1 to 21.
float contrast(Color a, Color b);

}  // namespace sortscope
