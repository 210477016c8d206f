// table.cpp: the table of layouts.
#include <array>

#include "core/base/choice.h"
#include "core/scenes/layout.h"
#include "core/views/aks/formulas.h"
#include "core/views/kernels/passes.h"

namespace sortscope {

std::span<const Layout> layouts() {
  static const std::array kTable = {
      kNetworkLayout, kBarsLayout,    kHypercubeLayout,   kLaunchesLayout,  kCylinderLayout,
      kTreeLayout,    kStreamsLayout, kScheduleLayout,    kCompareLayout,   kCodeLayout,
      kPlotsLayout,   kAksTreeLayout, kAksFormulasLayout, kSeparatorLayout, kHalverLayout,
      kMemoryLayout,  kRaceLayout,    kPassesLayout,      kHistoryLayout,   kFindingsLayout};
  return kTable;
}

std::span<const std::string_view> views_made_for(Family family) {
  static constexpr std::array<std::string_view, 4> kTreeViews = {"tree", "bars", "schedule",
                                                                 "cylinder"};
  static constexpr std::array<std::string_view, 4> kStreamViews = {"streams", "bars", "tree",
                                                                   "schedule"};
  static constexpr std::array<std::string_view, 2> kIntervalViews = {"cylinder", "bars"};
  static constexpr std::array<std::string_view, 4> kAksViews = {"aks-tree", "separator", "halver",
                                                                "network"};
  switch (family) {
    case Family::kTree:
      return kTreeViews;
    case Family::kStreams:
      return kStreamViews;
    case Family::kIntervals:
      return kIntervalViews;
    case Family::kAks:
      return kAksViews;
    case Family::kNetwork:
    case Family::kListed:
      break;
  }
  return {};
}

Result<const Layout*> find_layout(std::string_view id) {
  return choose_by_id(layouts(), "view", id);
}

}  // namespace sortscope
