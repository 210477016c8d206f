// views.cpp: the views in the order in which they are offered; titles are those of core.
#include "app/views/views.h"

#include <array>

#include "core/base/choice.h"
#include "core/views/aks/formulas.h"
#include "core/views/kernels/passes.h"

namespace sortscope {

namespace {

template <const Layout& layout>
std::unique_ptr<View> plain() {
  return make_layout_view(layout);
}

// `make`: where the pane is more than the layout's picture.
template <const Layout& layout>
ViewKind view_of(std::unique_ptr<View> (*make)() = plain<layout>) {
  return {layout.id, layout.title, layout.summary, make};
}

}  // namespace

std::span<const ViewKind> view_kinds() {
  static const std::array kTable = {
      view_of<kNetworkLayout>(make_network_view),
      view_of<kBarsLayout>(),
      view_of<kHypercubeLayout>(),
      view_of<kLaunchesLayout>(),
      view_of<kHistoryLayout>(make_history_view),
      view_of<kCylinderLayout>(make_cylinder_view),
      view_of<kTreeLayout>(),
      view_of<kStreamsLayout>(),
      view_of<kScheduleLayout>(),
      view_of<kCompareLayout>(),
      view_of<kAksTreeLayout>(make_aks_tree_view),
      view_of<kAksFormulasLayout>(),
      view_of<kSeparatorLayout>(),
      view_of<kHalverLayout>(),
      view_of<kMemoryLayout>(),
      view_of<kRaceLayout>(),
      view_of<kCodeLayout>(),
      view_of<kFindingsLayout>(make_findings_view),
      // Words, which no layout draws.
      ViewKind{"log", "Log", "Every step in words, to read, to hear and to copy.", make_log_view},
      view_of<kPassesLayout>(make_passes_view),
      view_of<kPlotsLayout>(make_plots_view),
  };
  return kTable;
}

const ViewKind* find_view_kind(std::string_view id) { return find_by_id(view_kinds(), id); }

}  // namespace sortscope
