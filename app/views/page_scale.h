// page_scale.h: how large a view's page is drawn.
#pragma once

#include <string_view>

namespace sortscope {

class Look;
struct Pane;

/// Pixels a unit in `pane`: the window's scale; at a desk more, where the pane is large. Of views
/// that make do with any pane.
float roomy_scale(const Look& look, const Pane& pane);

/// Pixels a unit of the page of `view` in `pane`: the window's scale. At a desk views with tables
/// and plots are drawn a little smaller where that keeps a page on which they leave nothing out: a
/// lesson speaks of it. So is, on a projector too, what a small pane has no room for.
float page_scale(const Look& look, const Pane& pane, std::string_view view);

}  // namespace sortscope
