// pane_pictures.h: what panes of windows of all sizes draw, and what is wrong with their words.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/page_scale.h"
#include "app/views/pane_menu.h"
#include "app/views/views.h"
#include "core/pictures/label_fit.h"
#include "core/pictures/largest_keys.h"
#include "core/views/network/diagram.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {

/// A window of any size that draws nothing.
class SizedSurface final : public QuietSurface {
 public:
  int wide = 1280, high = 720;
  float scaled = 1;
  [[nodiscard]] int width() const override { return wide; }
  [[nodiscard]] int height() const override { return high; }
  [[nodiscard]] float display_scale() const override { return scaled; }
};

/// A window of width x height pixels.
struct Window {
  int width, height;
  float display_scale;
  bool projector;
};
inline std::string name_of(const Window& window) {
  return fmt::format("{} × {} at {}{}", window.width, window.height, window.display_scale,
                     window.projector ? ", projector" : "");
}

/// Pixels a unit of the page of `view` in a pane of width x height pixels.
inline float unit_of(const App& app, std::string_view view, float width, float height) {
  const Pane pane{.width = width, .height = height};
  const bool any_pane = view == "network" || view == "cylinder" || view == "plots";
  return any_pane ? roomy_scale(app.look, pane) : page_scale(app.look, pane, view);
}

/// What a pane of width x height pixels draws of its view; nothing where no layout draws it.
/// `comparators`: of a network those as marks, which a window's shader draws.
inline std::optional<Picture> picture_of(App& app, std::string_view view, float width, float height,
                                         bool comparators = false) {
  const Scene scene = app.session.scene();
  const float unit = unit_of(app, view, width, height);
  width /= unit;
  height /= unit;
  if (view == "network") {
    const NetworkGeometry geometry(scene.recording->network,
                                   scene.options->network.equal_layer_widths);
    const DiagramFrame frame = frame_diagram(*scene.recording, geometry, *scene.options, Camera{},
                                             width, height, app.look.projector, shown_wires(scene));
    Picture picture = layout_diagram(scene, geometry, frame, width, height, comparators);
    if (app.look.projector) keep_keys_largest(picture);
    return picture;
  }
  const auto layout = find_layout(view);
  // Plots stand between their buttons, which no layout knows.
  if (!layout || view == "plots") return std::nullopt;
  const LabelArea corner = pane_menu_corner((*layout)->title, width, app.look.scale() / unit);
  const bool menu = !app.look.projector;
  const float beside = menu ? width_beside_menu(view, width, height, corner) : width;
  Picture picture = (*layout)->layout(scene, beside, height);
  if (app.look.projector) keep_keys_largest(picture);
  picture.width = width;
  picture.height = height;
  if (menu) end_before(picture, corner);
  return picture;
}

inline std::string describe(const LabelArea& a) {
  return fmt::format("[{:.0f} {:.0f} {:.0f} {:.0f}]", a.left, a.top, a.right, a.bottom);
}

/// The estimate is an upper one: as much of it as letters of the fonts fill.
inline LabelArea letters_of(const Label& label) {
  LabelArea area = area_of(label);
  const float less = (label.face == Face::kMono ? 0.03F : 0.1F) * (area.right - area.left);
  const float at_left = label.anchor == Anchor::kEnd      ? less
                        : label.anchor == Anchor::kMiddle ? less / 2
                                                          : 0;
  return {area.left + at_left, area.top + 1, area.right - less + at_left, area.bottom - 1};
}

/// What is wrong with the words of a picture, a line each.
inline std::vector<std::string> complaints(const Picture& picture) {
  std::vector<std::string> said;
  std::vector<LabelArea> areas;
  for (const Label& label : picture.labels) {
    const LabelArea area = letters_of(label);
    areas.push_back(area);
    if (label.text.empty()) continue;
    if (area.left < -1 || area.top < -1 || area.right > picture.width + 1 ||
        area.bottom > picture.height + 1) {
      said.push_back(fmt::format("'{}' {} leaves the pane", label.text, describe(area)));
    }
    // In its key; or about it, where a low pane has no other place.
    if (label.on_rank >= 0 || label.text == "?") continue;
    for (const Box& key : picture.chips) {
      if (key.role != Role::kRank || !key.filled) continue;
      if (overlap(area, {key.x, key.y, key.x + key.w, key.y + key.h})) {
        said.push_back(fmt::format("'{}' {} stands over a key", label.text, describe(area)));
        break;
      }
    }
  }
  for (std::size_t i = 0; i < areas.size(); ++i) {
    for (std::size_t k = i + 1; k < areas.size(); ++k) {
      const bool words = !picture.labels[i].text.empty() && !picture.labels[k].text.empty();
      if (!words || !overlap(areas[i], areas[k])) continue;
      said.push_back(fmt::format("'{}' {} over '{}' {}", picture.labels[k].text, describe(areas[k]),
                                 picture.labels[i].text, describe(areas[i])));
    }
  }
  return said;
}

/// Words of `picture` without ground of their own that comparators of `drawn`, the same picture
/// with all marks, cross: their lines, dots or arrow heads. A line each.
inline std::vector<std::string> crossed_words(const Picture& picture, const Picture& drawn) {
  std::vector<std::string> said;
  for (const Label& label : picture.labels) {
    // Below a page that is full of wires a window lays ground.
    if (label.text.empty() || label.on_rank >= 0 || label.y > picture.height - 28) continue;
    const bool grounded = std::ranges::any_of(picture.chips, [&](const Box& chip) {
      return chip.filled && label.x >= chip.x && label.x <= chip.x + chip.w && label.y >= chip.y &&
             label.y <= chip.y + chip.h;
    });
    if (grounded) continue;
    const LabelArea area = letters_of(label);
    const auto complain = [&](std::string_view what, float x, float y) {
      said.push_back(fmt::format("'{}' {} is crossed by {} at {:.0f} {:.0f}", label.text,
                                 describe(area), what, x, y));
    };
    for (const Line& line : drawn.lines) {
      if (line.x0 != line.x1 || line.role == Role::kLine || line.role == Role::kAccent) continue;
      if (overlap(area, {line.x0, std::min(line.y0, line.y1), line.x0 + 0.1F,
                         std::max(line.y0, line.y1)})) {
        complain("a comparator", line.x0, line.y0);
        break;
      }
    }
    for (const ArrowHead& arrow : drawn.arrows) {
      const float half = arrow.size / 2;
      const float tail = arrow.down ? arrow.y - arrow.size : arrow.y + arrow.size;
      if (overlap(area, {arrow.x - half, std::min(arrow.y, tail), arrow.x + half,
                         std::max(arrow.y, tail)})) {
        complain("an arrow", arrow.x, arrow.y);
        break;
      }
    }
    for (const Dot& dot : drawn.dots) {
      const float reach = dot.radius - 0.5F;
      if (overlap(area, {dot.x - reach, dot.y - reach, dot.x + reach, dot.y + reach})) {
        complain("a dot", dot.x, dot.y);
        break;
      }
    }
  }
  return said;
}

/// Words whose letters are lower than `least` pixels, where a unit has `unit` pixels; keys may be
/// as small as what they stand on. A line each.
inline std::vector<std::string> small_words(const Picture& picture, float unit, float least) {
  std::vector<std::string> said;
  for (const Label& label : picture.labels) {
    const bool key = label.on_rank >= 0 || label.text == "–";
    if (label.text.empty() || key || label.size * unit > least - 0.1F) continue;
    said.push_back(fmt::format("'{}' is {:.1f} pixels high", label.text, label.size * unit));
  }
  return said;
}

}  // namespace sortscope
