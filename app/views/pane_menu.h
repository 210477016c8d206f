// pane_menu.h: the name of a pane's view in its corner, and the list to choose another.
#pragma once

#include <cstddef>

namespace sortscope {

struct ViewParts;
struct Pane;

/// Draws into the current window, over the view. True while the pointer is on it or its list is
/// open.
bool draw_pane_menu(const ViewParts& given, std::size_t index, const Pane& pane);

}  // namespace sortscope
