// palette.cpp: the palettes and the cividis map.
#include "core/pictures/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/base/choice.h"

namespace sortscope {

/// Text has 4.5 : 1 on ground, panel and band; marks (future and wire too) have 3 : 1 on ground and
/// panel. `band`, `box`: share of the accent in kAccentBand, of the boxes' colours.
struct Tones {
  std::uint32_t ground, panel, line, wire, ghost, text, muted, exchanged, kept, future, accent,
      good, odd, even;
  float band, box;
  // Of curves, told apart by their marks too.
  std::array<std::uint32_t, 8> series;
};

namespace {

constexpr Tones kDark = {
    .ground = 0x111418,
    .panel = 0x181C22,
    .line = 0x2A3039,
    .wire = 0x5D646F,
    .ghost = 0x4D545E,
    .text = 0xE8EAED,
    .muted = 0x9DA7B3,
    .exchanged = 0xF0A030,
    .kept = 0x8C96A5,
    .future = 0x616874,
    .accent = 0x5CB8F0,
    .good = 0x4CC38A,
    .odd = 0xC29BF5,
    .even = 0x2FC8C0,
    .band = 0.12F,
    .box = 0.07F,
    .series = {0x5CB8F0, 0xF0A030, 0x4CC38A, 0xC29BF5, 0xE8DE5A, 0xF2746B, 0xF49AC8, 0xA9B3BF}};
constexpr Tones kLight = {
    .ground = 0xFFFFFF,
    .panel = 0xF5F6F8,
    .line = 0xD9DDE3,
    .wire = 0x8D959F,
    .ghost = 0xA2A8B1,
    .text = 0x15181C,
    .muted = 0x5B6572,
    .exchanged = 0x9A5200,
    .kept = 0x5F6874,
    .future = 0x898F98,
    .accent = 0x0A66B0,
    .good = 0x14703F,
    .odd = 0x7140C4,
    .even = 0x086C63,
    .band = 0.1F,
    .box = 0.06F,
    .series = {0x0A66B0, 0xA85B00, 0x1B7F4B, 0x7140C4, 0x7A6A00, 0xC4302B, 0xB0307F, 0x5B6572}};

// For protanopia and deuteranopia, and for tritanopia: found by a search for colours of a hue near
// the ones above that stay farthest apart, in OKLab, as Machado et al. (2009) simulate them.
constexpr Tones kDarkRedGreen = [] {
  Tones tones = kDark;
  tones.exchanged = 0xDC7B1D;
  tones.kept = 0x989391;
  tones.accent = 0x8EB6F3;
  tones.good = 0x86DD57;
  tones.odd = 0x9B7FFF;
  tones.even = 0x87E0D0;
  tones.band = 0.1F;
  tones.series = {0x5787B5, 0xE4890B, 0x03ED9D, 0xB296FD, 0xF9BD00, 0xD06062, 0xFCB8FF, 0x9DACB0};
  return tones;
}();
constexpr Tones kLightRedGreen = [] {
  Tones tones = kLight;
  tones.exchanged = 0x905806;
  tones.kept = 0x5F6577;
  tones.accent = 0x0454BD;
  tones.good = 0x003500;
  tones.odd = 0x4B0C6A;
  tones.even = 0x005844;
  tones.series = {0x02337C, 0x743F00, 0x078063, 0x7858D8, 0x866400, 0x631E2B, 0x9D389E, 0x475463};
  return tones;
}();
constexpr Tones kDarkBlueYellow = [] {
  Tones tones = kDark;
  tones.exchanged = 0xF7850C;
  tones.kept = 0xA68E8D;
  tones.accent = 0x6394EA;
  tones.good = 0x9DC589;
  tones.odd = 0xF9ADFE;
  tones.even = 0x00E6F4;
  tones.series = {0x3FA4FF, 0xF69665, 0x06EDA1, 0xEEC0FF, 0xA7B40B, 0xE64D52, 0xB764B8, 0x71878D};
  return tones;
}();
constexpr Tones kLightBlueYellow = [] {
  Tones tones = kLight;
  tones.exchanged = 0x813503;
  tones.kept = 0x76626C;
  tones.accent = 0x0063D3;
  tones.good = 0x0D4000;
  tones.odd = 0x591482;
  tones.even = 0x005F50;
  tones.series = {0x1A6EC6, 0xBE4E02, 0x0A400A, 0x59038C, 0x797400, 0x6D1402, 0x8D3578, 0x435A59};
  return tones;
}();

// Text at 7 : 1 (WCAG 2, AAA), hairlines at 3 : 1.
constexpr Tones kContrast = {
    .ground = 0x000000,
    .panel = 0x0B0D10,
    .line = 0x6A6E74,
    .wire = 0x9297A0,
    .ghost = 0x7B8088,
    .text = 0xFFFFFF,
    .muted = 0xC8CDD4,
    .exchanged = 0xFFA022,
    .kept = 0xA9ADB3,
    .future = 0x888D94,
    .accent = 0x6FB7FF,
    .good = 0x7FEB6A,
    .odd = 0xE3A6FF,
    .even = 0x9FF2EA,
    .band = 0.12F,
    .box = 0.08F,
    .series = {0x6FB7FF, 0xFFA022, 0x35E0A0, 0xC9A6FF, 0xFFE14D, 0xFF7C70, 0xFFC4F0, 0xB4BABF}};
constexpr Tones kContrastLight = {
    .ground = 0xFFFFFF,
    .panel = 0xF7F8FA,
    .line = 0x868B92,
    .wire = 0x6C7178,
    .ghost = 0x7C8188,
    .text = 0x000000,
    .muted = 0x3F454D,
    .exchanged = 0x7C3500,
    .kept = 0x454B53,
    .future = 0x686D74,
    .accent = 0x00489A,
    .good = 0x00441A,
    .odd = 0x5A1496,
    .even = 0x004B46,
    .band = 0.06F,
    .box = 0.05F,
    .series = {0x004FA8, 0x8A3B00, 0x00583C, 0x6A2BC0, 0x5A5000, 0x8E1018, 0x8A1C72, 0x3F464E}};

// Cividis (Nuñez, Anderton and Renslow 2018), nine equidistant samples.
constexpr std::array<std::uint32_t, 9> kCividis = {0x00224E, 0x1F386E, 0x434E6C, 0x61656F, 0x7D7C78,
                                                   0x9B9576, 0xBCAF6F, 0xDECB5F, 0xFEE838};

Color mix(Color a, Color b, float t) {
  return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t,
          a.a + (b.a - a.a) * t};
}

float luminance(Color c) {
  const auto linear = [](float v) {
    return v <= 0.04045F ? v / 12.92F : std::pow((v + 0.055F) / 1.055F, 2.4F);
  };
  return 0.2126F * linear(c.r) + 0.7152F * linear(c.g) + 0.0722F * linear(c.b);
}

}  // namespace

Color Palette::color(Role role, float rank) const {
  const Tones& t = *tones;
  switch (role) {
    case Role::kGround:
      return color_of(t.ground);
    case Role::kPanel:
      return color_of(t.panel);
    case Role::kLine:
      return color_of(t.line);
    case Role::kWire:
      return color_of(t.wire);
    case Role::kGhost:
      return color_of(t.ghost);
    case Role::kText:
      return color_of(t.text);
    case Role::kMuted:
      return color_of(t.muted);
    case Role::kExchanged:
      return color_of(t.exchanged);
    case Role::kKept:
      return color_of(t.kept);
    case Role::kFuture:
      return color_of(t.future);
    case Role::kAccent:
      return color_of(t.accent);
    case Role::kAccentBand:
      return color_of(t.accent, t.band);
    case Role::kGood:
      return color_of(t.good);
    case Role::kBoxFirst:
      return color_of(t.accent, t.box);
    case Role::kBoxSecond:
      return color_of(t.exchanged, t.box);
    case Role::kPartOdd:
      return color_of(t.odd);
    case Role::kPartEven:
      return color_of(t.even);
    case Role::kSeries1:
    case Role::kSeries2:
    case Role::kSeries3:
    case Role::kSeries4:
    case Role::kSeries5:
    case Role::kSeries6:
    case Role::kSeries7:
    case Role::kSeries8: {
      const auto index = static_cast<std::size_t>(role) - static_cast<std::size_t>(Role::kSeries1);
      return color_of(t.series[index]);
    }
    case Role::kRank:
      return rank_color(rank);
  }
  return color_of(t.text);
}

Color Palette::color(const Shape& shape) const {
  Color lit = color(shape.role, shape.rank);
  const Color towards = shape.light < 1 ? Color{0, 0, 0, lit.a} : Color{1, 1, 1, lit.a};
  lit = mix(lit, towards, std::min(std::abs(shape.light - 1), 1.0F));
  lit.a *= shape.alpha;
  return lit;
}

Color Palette::rank_color(float rank) const {
  const float x = std::clamp(rank, 0.0F, 1.0F) * static_cast<float>(kCividis.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(x), kCividis.size() - 2);
  return mix(color_of(kCividis[i]), color_of(kCividis[i + 1]), x - static_cast<float>(i));
}

Color Palette::text_on_rank(float rank) const {
  const Color fill = rank_color(rank);
  const Color black = color_of(0x000000);
  const Color white = color_of(0xFFFFFF);
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

std::span<const Palette> palettes() {
  static constexpr std::string_view kRedGreen =
      "Protanopia and deuteranopia: what matters differs in blue–yellow and lightness.";
  static constexpr std::string_view kBlueYellow =
      "Tritanopia: what matters differs in red–green and lightness.";
  static constexpr std::string_view kStrong = "High contrast: text at 7 : 1 or more.";
  static constexpr std::array kTable = {
      Palette{"dark", "Dark", true, "light", "A dim room.", &kDark},
      Palette{"light", "Light", false, "dark", "A bright room, paper, a projector.", &kLight},
      Palette{"dark-rg", "Dark, red–green", true, "light-rg", kRedGreen, &kDarkRedGreen},
      Palette{"light-rg", "Light, red–green", false, "dark-rg", kRedGreen, &kLightRedGreen},
      Palette{"dark-by", "Dark, blue–yellow", true, "light-by", kBlueYellow, &kDarkBlueYellow},
      Palette{"light-by", "Light, blue–yellow", false, "dark-by", kBlueYellow, &kLightBlueYellow},
      Palette{"contrast", "High contrast, dark", true, "contrast-light", kStrong, &kContrast},
      Palette{"contrast-light", "High contrast, light", false, "contrast", kStrong,
              &kContrastLight}};
  return kTable;
}

Result<const Palette*> find_palette(std::string_view id) {
  return choose_by_id(palettes(), "palette", id);
}

float contrast(Color a, Color b) {
  const float x = luminance(a) + 0.05F;
  const float y = luminance(b) + 0.05F;
  return x > y ? x / y : y / x;
}

}  // namespace sortscope
