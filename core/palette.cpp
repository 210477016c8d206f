// palette.cpp: the two palettes and the cividis map.
#include "core/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace sortscope {

namespace {

struct Tones {
  std::uint32_t ground, panel, line, text, muted, exchanged, kept, accent, good, odd, even;
};
constexpr Tones kDarkTones = {0x111418, 0x181C22, 0x2A3039, 0xE8EAED, 0x9DA7B3, 0xF0A030,
                              0x8A94A3, 0x5CB8F0, 0x4CC38A, 0xC29BF5, 0x35C7B5};
constexpr Tones kLightTones = {0xFFFFFF, 0xF5F6F8, 0xD9DDE3, 0x15181C, 0x5B6572, 0xA85B00,
                               0x6B7480, 0x0A66B0, 0x1B7F4B, 0x7140C4, 0x0B7A70};

// Of curves: distinct under the common colour-vision deficiencies by hue and by lightness.
constexpr std::array<std::uint32_t, 8> kDarkSeries = {0x5CB8F0, 0xF0A030, 0x4CC38A, 0xC29BF5,
                                                      0xE8DE5A, 0xF2746B, 0xF49AC8, 0xA9B3BF};
constexpr std::array<std::uint32_t, 8> kLightSeries = {0x0A66B0, 0xA85B00, 0x1B7F4B, 0x7140C4,
                                                       0x7A6A00, 0xC4302B, 0xB0307F, 0x5B6572};

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
  const Tones& t = dark ? kDarkTones : kLightTones;
  switch (role) {
    case Role::kGround:
      return color_of(t.ground);
    case Role::kPanel:
      return color_of(t.panel);
    case Role::kLine:
      return color_of(t.line);
    case Role::kWire:
      return mix(color_of(t.line), color_of(t.muted), dark ? 0.25F : 0.3F);
    case Role::kGhost:
      return mix(color_of(t.line), color_of(t.muted), 0.1F);
    case Role::kText:
      return color_of(t.text);
    case Role::kMuted:
      return color_of(t.muted);
    case Role::kExchanged:
      return color_of(t.exchanged);
    case Role::kKept:
      return color_of(t.kept);
    case Role::kFuture:
      return mix(color_of(t.ground), color_of(t.kept), dark ? 0.45F : 0.55F);
    case Role::kAccent:
      return color_of(t.accent);
    case Role::kAccentBand:
      return color_of(t.accent, dark ? 0.12F : 0.1F);
    case Role::kGood:
      return color_of(t.good);
    case Role::kBoxFirst:
      return color_of(t.accent, dark ? 0.07F : 0.06F);
    case Role::kBoxSecond:
      return color_of(t.exchanged, dark ? 0.07F : 0.06F);
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
      return color_of((dark ? kDarkSeries : kLightSeries)[index]);
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
  const Color black = color_of(0x101214);
  const Color white = color_of(0xFFFFFF);
  return contrast(fill, black) >= contrast(fill, white) ? black : white;
}

std::span<const Palette> palettes() {
  static constexpr std::array kTable = {Palette{"dark", "Dark", true},
                                        Palette{"light", "Light", false}};
  return kTable;
}

Result<const Palette*> find_palette(std::string_view id) {
  std::string known;
  for (const Palette& palette : palettes()) {
    if (palette.id == id) return &palette;
    known += (known.empty() ? "" : ", ") + std::string(palette.id);
  }
  return Error{ErrorCode::kBadUsage, "there is no palette '" + std::string(id) + "'.",
               "Choose one of: " + known + "."};
}

float contrast(Color a, Color b) {
  const float x = luminance(a) + 0.05F;
  const float y = luminance(b) + 0.05F;
  return x > y ? x / y : y / x;
}

}  // namespace sortscope
