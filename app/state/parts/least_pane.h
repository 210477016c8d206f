// least_pane.h: how small the picture may become before what is around it folds away.
#pragma once

namespace sortscope {

// Of a pane, in units at scale 1.
inline constexpr float kLeastPaneWidth = 160;
inline constexpr float kLeastPaneHeight = 64;

}  // namespace sortscope
