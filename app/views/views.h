// views.h: the makers of the views; each has its file.
#pragma once

#include <memory>

#include "app/state/view.h"
#include "core/scenes/layout.h"

namespace sortscope {

std::unique_ptr<View> make_network_view();                     // network.cpp
std::unique_ptr<View> make_cylinder_view();                    // cylinder.cpp
std::unique_ptr<View> make_history_view();                     // history.cpp
std::unique_ptr<View> make_plots_view();                       // plots.cpp
std::unique_ptr<View> make_aks_tree_view();                    // aks_tree.cpp
std::unique_ptr<View> make_log_view();                         // log.cpp
std::unique_ptr<View> make_passes_view();                      // passes.cpp
std::unique_ptr<View> make_findings_view();                    // layout.cpp
std::unique_ptr<View> make_layout_view(const Layout& layout);  // layout.cpp

}  // namespace sortscope
