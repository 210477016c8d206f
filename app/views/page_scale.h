// page_scale.h: how large a view's page is drawn.
#pragma once

#include <string_view>

namespace sortscope {

class Look;
struct Pane;

/// Pixels a unit of the page of `view` in `pane`: the window's scale. Views with tables and plots
/// are drawn a little smaller, on a projector as small as at a desk, where that keeps a page on
/// which they leave nothing out: a lesson speaks of it. So is what a small pane has no room for.
float page_scale(const Look& look, const Pane& pane, std::string_view view);

}  // namespace sortscope
