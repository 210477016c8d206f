// pane_menu.h: the name of a pane's view in its corner, and the list to choose another.
#pragma once

#include <cstddef>
#include <string_view>

#include "core/pictures/label_fit.h"

namespace sortscope {

struct ViewParts;
struct Pane;

/// Draws into the current window, over the view. True while the pointer is on it or its list is
/// open.
bool draw_pane_menu(const ViewParts& given, std::size_t index, const Pane& pane);

/// Where it stands in a picture of `width` units, near enough without a font; `scale`: of the
/// window, in these units.
LabelArea pane_menu_corner(std::string_view title, float width, float scale);
/// The width in which `view` is drawn on a page: bars of low pages, which have no words above them,
/// end beside the menu.
float width_beside_menu(std::string_view view, float width, float height, const LabelArea& corner);
/// Words that would lie under it end before it, and are said in full where one points at them.
void end_before(Picture& picture, const LabelArea& corner);

}  // namespace sortscope
