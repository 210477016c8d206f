// separator_strip.cpp: rows of keys and short texts of the separator and halver views.
#include "core/views/aks/separator_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/key_labels.h"

namespace sortscope {

namespace {

constexpr float kText = 12;
constexpr float kCell = 3;  // of the image, at least
constexpr std::uint32_t kMostRows = 8;
constexpr float kMark = 7;  // width of a mark

void add_key(Picture& picture, const Scene& scene, std::uint32_t place, float colour,
             KeyNumber number, float x, float y, float w, float h) {
  const Recording& recording = *scene.recording;
  const bool padding = recording.is_padding(place);
  if (padding && scene.options->padding == PaddingStyle::kHidden) return;
  Box box{.x = x - w / 2,
          .y = y - h / 2,
          .w = w,
          .h = h,
          .role = Role::kRank,
          .filled = true,
          .corner = w >= 8 ? std::min(4.0F, w / 4) : 0,
          .rank = colour};
  if (padding) {
    box.role = Role::kLine;
  }
  picture.chips.push_back(box);
  const bool chosen = (scene.hover.place && *scene.hover.place == place) ||
                      (scene.selected.place && *scene.selected.place == place);
  if (chosen) {
    box.role = Role::kAccent;
    box.filled = false;
    box.width = 2;
    picture.chips.push_back(box);
  }
  const std::string text = number == KeyNumber::kRank && !padding
                               ? fmt::to_string(scene.ranks[place])
                               : short_key_text(recording, place);
  const float size = w >= 26 ? 13.0F : kText;
  if (estimated_width(text, size, Face::kMono) > w - 2) return;
  picture.labels.push_back({x,
                            y,
                            text,
                            size,
                            Face::kMono,
                            Anchor::kMiddle,
                            padding ? Role::kMuted : Role::kText,
                            padding ? -1 : colour,
                            {},
                            true});
}

void draw_image(Picture& picture, const Scene& scene, std::span<const std::uint32_t> keys,
                std::span<const float> colours, const StripArea& area) {
  const auto count = static_cast<std::uint32_t>(keys.size());
  const auto columns =
      std::min(count, static_cast<std::uint32_t>(std::max((area.right - area.left) / kCell, 0.0F)));
  if (columns == 0) return;
  const std::uint32_t rows = std::clamp((count + columns - 1) / columns, 1U, kMostRows);
  const std::uint32_t cells = columns * rows;
  const float w = (area.right - area.left) / static_cast<float>(columns);
  const float h = area.height / static_cast<float>(rows);
  const auto first = [&](std::uint32_t cell) {
    return static_cast<std::uint32_t>(std::uint64_t{count} * cell / cells);
  };
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    const std::uint32_t from = first(cell);
    const std::uint32_t to = std::max(first(cell + 1), from + 1);
    float rank = 0;
    bool padding = true;
    for (std::uint32_t i = from; i < to; ++i) {
      rank += colours[i];
      padding = padding && scene.recording->is_padding(keys[i]);
    }
    if (padding && scene.options->padding == PaddingStyle::kHidden) continue;
    const auto column = cell / rows;
    picture.chips.push_back({.x = area.left + w * static_cast<float>(column),
                             .y = area.top + h * static_cast<float>(cell % rows),
                             .w = w + 0.2F,
                             .h = h + 0.2F,
                             .role = padding ? Role::kLine : Role::kRank,
                             .filled = true,
                             .rank = rank / static_cast<float>(to - from)});
  }
}

}  // namespace

std::uint32_t StripArea::at(float x) const {
  const float share = std::clamp((x - left) / (right - left), 0.0F, 1.0F);
  return std::min(count - 1, static_cast<std::uint32_t>(share * static_cast<float>(count)));
}

std::vector<float> colours_among(std::span<const std::uint32_t> ranks) {
  std::vector<std::uint32_t> sorted(ranks.begin(), ranks.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<float> colours;
  colours.reserve(ranks.size());
  const auto last = static_cast<float>(std::max<std::size_t>(ranks.size(), 2) - 1);
  for (const std::uint32_t rank : ranks) {
    const auto at = std::lower_bound(sorted.begin(), sorted.end(), rank);
    colours.push_back(static_cast<float>(at - sorted.begin()) / last);
  }
  return colours;
}

KeyNumber number_of(const Scene& scene, std::span<const std::uint32_t> keys) {
  const Recording& recording = *scene.recording;
  // Images of many keys have no numbers.
  constexpr std::size_t kMost = 1024;
  const bool rounded =
      keys.size() <= kMost && std::ranges::any_of(keys, [&](std::uint32_t place) {
        return !recording.is_padding(place) &&
               short_key_text(recording, place) != recording.request.keys.text(place);
      });
  return rounded ? KeyNumber::kRank : KeyNumber::kKey;
}

bool writes_ranks(const Scene& scene, std::span<const std::uint32_t> keys, const StripArea& area) {
  if (!area.single() || number_of(scene, keys) != KeyNumber::kRank) return false;
  const std::string least = fmt::to_string(
      scene.ranks[*std::ranges::min_element(keys, {}, [&](auto key) { return scene.ranks[key]; })]);
  // Chips stand 2 apart, with a margin of 1.
  return estimated_width(least, kText, Face::kMono) <= area.pitch() - 4;
}

void draw_strip(Picture& picture, const Scene& scene, std::span<const std::uint32_t> keys,
                std::span<const float> colours, KeyNumber number, const StripArea& area,
                std::span<const MovingKey> moving) {
  if (!area.single()) {
    draw_image(picture, scene, keys, colours, area);
    return;
  }
  const float gap = area.pitch() >= 8 ? 2.0F : area.pitch() >= 5 ? 1.0F : 0.0F;
  const float w = area.pitch() - gap;
  std::vector<bool> leaves(keys.size(), false);
  for (const MovingKey& key : moving) {
    if (key.index < leaves.size()) leaves[key.index] = true;
  }
  const float y = area.top + area.height / 2;
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    if (!leaves[i]) {
      add_key(picture, scene, keys[i], colours[i], number, area.middle(i), y, w, area.height);
    }
  }
  for (const MovingKey& key : moving) {
    if (key.index >= keys.size()) continue;
    add_key(picture, scene, keys[key.index], colours[key.index], number, key.x, key.y,
            std::max(w, 4.0F), area.height * 0.8F);
  }
}

void draw_strip_marks(Picture& picture, const StripArea& area, StripMark mark, Role role,
                      const std::function<bool(std::uint32_t)>& marked) {
  float free_from = area.left;
  for (std::uint32_t i = 0; i < area.count; ++i) {
    const float x = area.middle(i);
    if (x < free_from || !marked(i)) continue;
    if (mark == StripMark::kTriangleAbove) {
      picture.arrows.push_back({x, area.top - 8, false, 6, role, 0});
      free_from = x + kMark;
      continue;
    }
    const float w = std::clamp(area.pitch() - 2, 2.0F, 14.0F);
    const float y = mark == StripMark::kBarAbove ? area.top - 6 : area.bottom() + 3;
    picture.boxes.push_back({x - w / 2, y, w, 3, role, true, 1});
    free_from = x + 2.5F;
  }
}

float add_paragraph(Picture& picture, std::string_view text, float x, float y, float width,
                    float bottom, Role role) {
  constexpr float kLine = 17;
  if (text.empty()) return y;
  // The estimate of widths is an upper one.
  const auto lines_of = [&](std::string_view words) {
    return wrapped(words, kText, Face::kSans, width / 0.93F);
  };
  const auto has_room = [&](std::size_t lines) {
    return y + kLine * (static_cast<float>(lines) - 1) + kText / 2 <= bottom;
  };
  std::string_view shown = text;
  std::vector<std::string> lines = lines_of(shown);
  // Whole sentences, as many as there is room for.
  for (std::size_t end;
       !has_room(lines.size()) && (end = shown.rfind(". ")) != std::string_view::npos && end > 0;) {
    shown = shown.substr(0, end + 1);
    lines = lines_of(shown);
  }
  for (std::size_t i = 0; i < lines.size() && y + kText / 2 <= bottom; ++i, y += kLine) {
    Label line{x, y, lines[i], kText, Face::kSans, Anchor::kStart, role};
    // Where there is no room for more, the last line says so.
    if (i + 1 < lines.size() && y + kLine + kText / 2 > bottom) {
      line.text += " …";
      line.whole = text;
    } else if (i + 1 == lines.size() && shown.size() < text.size()) {
      line.whole = text;
    }
    picture.labels.push_back(std::move(line));
  }
  return y;
}

std::string short_number(double value) { return fmt::format("{:.3g}", value); }

std::string halver_constants(const AksParameters& parameters, std::uint32_t a, std::uint32_t up) {
  const double epsilon = halver_epsilon(parameters, a, up);
  const std::uint32_t mu = expansion_for(epsilon);
  return fmt::format(
      "Permitted in each halver: ε = {}, so μ = {}: {} random matchings by Chvátal, {} by a union "
      "bound. The thesis runs 250 to 800, or 30 beside perfect halvers.",
      short_number(epsilon), mu, grouped_number(chvatal_depth(mu)),
      grouped_number(union_depth(mu)));
}

}  // namespace sortscope
