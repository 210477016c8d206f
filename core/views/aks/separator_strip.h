// separator_strip.h: rows of keys and short texts that the separator and halver views draw alike.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenes/layout.h"
#include "core/scenes/scene.h"

namespace sortscope {

/// A row of equally wide places on a page.
struct StripArea {
  float left = 0, right = 0, top = 0, height = 0;
  std::uint32_t count = 0;

  [[nodiscard]] float pitch() const { return (right - left) / static_cast<float>(count); }
  /// Left edge of place i; of `count` the right end.
  [[nodiscard]] float x(std::uint32_t i) const {
    return left + (right - left) * static_cast<float>(i) / static_cast<float>(count);
  }
  [[nodiscard]] float middle(std::uint32_t i) const { return x(i) + pitch() / 2; }
  [[nodiscard]] float bottom() const { return top + height; }
  /// The keys are drawn one by one.
  [[nodiscard]] bool single() const { return pitch() >= 2.2F; }
  /// Place under x, clamped.
  [[nodiscard]] std::uint32_t at(float x) const;
};

/// A key that leaves its place: `x` and `y` of its middle.
struct MovingKey {
  std::uint32_t index = 0;
  float x = 0, y = 0;
};

/// Colours of keys with these ranks: 0 for the least of them to 1 for the largest, so that a node's
/// keys differ however near their ranks are. O(m log m).
std::vector<float> colours_among(std::span<const std::uint32_t> ranks);

/// What is written on a key: itself, or its rank among all keys of the run.
enum class KeyNumber : std::uint8_t { kKey, kRank };
/// Ranks where some of `keys` would be rounded: keys of 32 bits near each other look all the same.
KeyNumber number_of(const Scene& scene, std::span<const std::uint32_t> keys);
/// Some of `keys` show their rank in `area`: then the view says so.
bool writes_ranks(const Scene& scene, std::span<const std::uint32_t> keys, const StripArea& area);

/// Draws the keys: chips with their numbers where these fit; below 2 pixels a place an image, down
/// the columns, with the mean colour of the keys of each cell. `moving`: drawn where they are,
/// above the others.
void draw_strip(Picture& picture, const Scene& scene, std::span<const std::uint32_t> keys,
                std::span<const float> colours, KeyNumber number, const StripArea& area,
                std::span<const MovingKey> moving = {});

enum class StripMark : std::uint8_t { kTriangleAbove, kBarAbove, kBarBelow };
/// Marks the places for which `marked`; those that are closer than a mark are drawn as one.
void draw_strip_marks(Picture& picture, const StripArea& area, StripMark mark, Role role,
                      const std::function<bool(std::uint32_t)>& marked);

/// Writes `text` in lines no wider than `width`; returns y below them. Lines below `bottom` are not
/// written.
float add_paragraph(Picture& picture, std::string_view text, float x, float y, float width,
                    float bottom, Role role = Role::kMuted);

/// How the AKS views say what their constants are: permitted errors, mu, depths by the formulas
/// (Fischer 2020, sections 2.1.3, 3.1.5 and 4.4). For a separator of a wires, `up` go up.
std::string halver_constants(const AksParameters& parameters, std::uint32_t a, std::uint32_t up);

/// A number with few digits: "0.00243", "0.031", "12".
std::string short_number(double value);

}  // namespace sortscope
