// cut_labels.h: what a picture had no room for is said where one points at it.
#pragma once

namespace sortscope {

class Look;
struct Pane;
struct Picture;

/// A tooltip with the whole text of a shortened label under the pointer. `picture` was painted at
/// (x, y) with `scale`.
void explain_cut_labels(const Look& look, const Picture& picture, const Pane& pane, float x,
                        float y, float scale);

}  // namespace sortscope
