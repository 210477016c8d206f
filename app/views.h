// views.h: the makers of the views; each has its file.
#pragma once

#include <memory>

#include "app/view.h"
#include "core/layout.h"

namespace sortscope {

std::unique_ptr<View> make_network_view();                     // view_network.cpp
std::unique_ptr<View> make_cylinder_view();                    // view_cylinder.cpp
std::unique_ptr<View> make_plots_view();                       // view_plots.cpp
std::unique_ptr<View> make_tree_view();                        // view_tree.cpp
std::unique_ptr<View> make_aks_tree_view();                    // view_aks_tree.cpp
std::unique_ptr<View> make_log_view();                         // view_log.cpp
std::unique_ptr<View> make_passes_view();                      // view_passes.cpp
std::unique_ptr<View> make_layout_view(const Layout& layout);  // view_layout.cpp

}  // namespace sortscope
