// page_scale.cpp: views that need a wide page, and panes that are too small for any.
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

// Pages on which nothing stands on anything else; bars are made for low ones.
struct LeastPage {
  std::string_view view;
  float width, height;
};
constexpr LeastPage kAnyPage = {"", 280, 190};
constexpr std::array kLeastPages = {
    LeastPage{"bars", 0, 0},     LeastPage{"launches", 300, 350}, LeastPage{"passes", 300, 400},
    LeastPage{"race", 300, 260}, LeastPage{"streams", 300, 310},
};
// A whole page with room to spare: from here on it grows with its pane.
constexpr float kRoomyWidth = 1400;
constexpr float kRoomyHeight = 800;
constexpr float kMostGrowth = 1.6F;
constexpr float kLeastShare = 0.78F;  // of the size at a desk: smaller is hard to read
constexpr float kLeastAsked = 0.7F;   // of a size that a person has asked for

}  // namespace

float roomy_scale(const Look& look, const Pane& pane) {
  const float scale = look.scale();
  // A picture for a file has the size that was asked for, a class that of the projector.
  if (pane.picture || look.projector) return scale;
  const float roomy = std::min(pane.width / kRoomyWidth, pane.height / kRoomyHeight) / scale;
  return scale * std::clamp(roomy, 1.0F, kMostGrowth);
}

float page_scale(const Look& look, const Pane& pane, std::string_view view) {
  const float scale = look.scale();
  const float whole = std::min(pane.width / kWholeWidth, pane.height / kWholeHeight);
  const float at_a_desk = scale / std::max(look.user_scale, 1.0F);
  // Who asks for larger letters gets them, also without what stands beside the picture.
  const float least_wide = look.user_scale > 1 ? kLeastAsked * scale : kLeastShare * at_a_desk;
  // Before a class all keep their letters.
  const bool wide = !look.projector && std::ranges::find(kWide, view) != kWide.end();
  if (wide && whole < scale && whole >= least_wide) return whole;
  const auto* row = std::ranges::find(kLeastPages, view, &LeastPage::view);
  const LeastPage& page = row != kLeastPages.end() ? *row : kAnyPage;
  if (pane.picture) return scale;
  const float largest = roomy_scale(look, pane);
  if (page.width <= 0) return largest;
  return std::clamp(std::min(pane.width / page.width, pane.height / page.height),
                    kLeastShare * at_a_desk, largest);
}

}  // namespace sortscope
