// page_scale.cpp: views that need a wide page.
#include "app/views/page_scale.h"

#include <algorithm>
#include <array>

#include "app/state/parts/look.h"
#include "app/state/view.h"

namespace sortscope {

namespace {

// They have something beside their picture, from this width and height on.
constexpr std::array<std::string_view, 9> kWide = {"aks-tree", "compare",   "halver",
                                                   "launches", "memory",    "race",
                                                   "schedule", "separator", "streams"};
constexpr float kWholeWidth = 902;
constexpr float kWholeHeight = 442;
constexpr float kLeastShare = 0.78F;  // of the size at a desk: smaller is hard to read
constexpr float kLeastAsked = 0.7F;   // of a size that a person has asked for

}  // namespace

float page_scale(const Look& look, const Pane& pane, std::string_view view) {
  const float scale = look.scale();
  if (std::ranges::find(kWide, view) == kWide.end()) return scale;
  const float whole = std::min(pane.width / kWholeWidth, pane.height / kWholeHeight);
  const float at_a_desk = scale / std::max(look.user_scale, 1.0F);
  // Who asks for larger letters gets them, also without what stands beside the picture.
  const bool asked = look.projector ? look.projector_scale > 0 : look.user_scale > 1;
  const float least = asked ? kLeastAsked * scale : kLeastShare * at_a_desk;
  return whole < scale && whole >= least ? whole : scale;
}

}  // namespace sortscope
