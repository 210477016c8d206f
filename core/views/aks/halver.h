// halver.h: which halver the view shows, where things stand on its page, its plots.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/scenes/layout.h"
#include "core/scenes/separator_moment.h"
#include "core/scenes/separator_trace.h"
#include "core/views/aks/separator_strip.h"

namespace sortscope {

/// The halver that the scene follows, or that the person opened.
struct ShownHalver {
  SeparatorMoment moment;
  std::uint32_t index = 0;  // of moment.rows
  std::uint32_t side = 0;
  std::uint32_t layer = 0;  // network layer that the picture is about
  std::uint32_t done = 0;   // network layers of it that have run whole
  bool running = false;     // `layer` is on its way

  [[nodiscard]] const SeparatorLayer& row() const { return moment.rows[index]; }
  /// Key on halver wire k.
  [[nodiscard]] std::uint32_t key(std::uint32_t k) const {
    return moment.keys[aks_slot(row().stage, side, k)];
  }
};
/// Nothing where the run is not of the AKS network or the separator has no comparators.
std::optional<ShownHalver> shown_halver(const Scene& scene);

namespace halver_picture {

inline constexpr float kMargin = 20;
inline constexpr float kText = 12;

/// Where the parts stand, for a page of any size.
struct Page {
  float magnified = 1;
  float width = 0, height = 0;
  StripArea left;   // wires 0 .. h - 1, above
  StripArea right;  // wires h .. 2h - 1, below
  float words_left = 0;
  float words_right = 0;
  float plots_top = 0;
  float plots_bottom = 0;  // at or above the top: no room for them
};
Page page_for(const ShownHalver& shown, float width, float height);

/// Middle of halver wire k.
float wire_x(const Page& page, const ShownHalver& shown, std::uint32_t k);

/// Left wires whose comparators are drawn: all, or evenly spread ones where they are more than the
/// page holds; the largest step between them.
std::uint32_t drawn_every(const Page& page, const ShownHalver& shown);

/// The comparators of the layer in view, of those before it faintly, and of wires pointed at.
void draw_edges(Picture& picture, const Scene& scene, const ShownHalver& shown, const Page& page);

/// Wrong-side keys, and epsilon, against the matchings that have run.
void draw_plots(Picture& picture, const Scene& scene, const ShownHalver& shown,
                const HalverTrace& trace, const Page& page);

/// Each matching has its own colour: four roles, then the same dashed.
Role matching_role(std::uint32_t matching);
bool matching_dashed(std::uint32_t matching);
/// Earlier matchings that are drawn: faintly, or where the whole graph has few edges as strongly as
/// the present one.
std::uint32_t earlier_matchings(const Page& page, const ShownHalver& shown);
bool shows_whole_graph(const Page& page, const ShownHalver& shown);

}  // namespace halver_picture
}  // namespace sortscope
