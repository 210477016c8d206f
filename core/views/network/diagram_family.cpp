// diagram_family.cpp: the table of families in the network diagram.
#include "core/views/network/diagram_family.h"

#include <array>

#include "core/recordings/recording.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

constexpr std::array kTable = {
    DiagramFamily{.family = Family::kNetwork},
    DiagramFamily{.family = Family::kTree, .footer_height = 26, .add_footer = add_tree_note},
    DiagramFamily{.family = Family::kStreams, .footer_height = 26, .add_footer = add_tree_note},
    DiagramFamily{.family = Family::kIntervals},
    DiagramFamily{.family = Family::kAks,
                  .numbered_layers = true,
                  .deep = true,
                  .footer_height = 26,
                  .add_body = add_aks_body,
                  .add_footer = add_aks_costs},
    DiagramFamily{.family = Family::kListed, .numbered_layers = true},
};

constexpr bool in_order_of_family() {
  for (std::size_t i = 0; i < kTable.size(); ++i) {
    if (kTable[i].family != static_cast<Family>(i)) return false;
  }
  return true;
}
static_assert(in_order_of_family());

}  // namespace

const DiagramFamily& diagram_family(const Recording& recording) {
  return kTable[static_cast<std::size_t>(recording.algorithm->family)];
}

}  // namespace sortscope
