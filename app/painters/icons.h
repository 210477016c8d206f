// icons.h: the few icons of the window, drawn from lines and triangles so that any scale is sharp.
#pragma once

#include <cstdint>

struct ImDrawList;

namespace sortscope {

enum class Icon : std::uint8_t {
  kPlay,
  kPause,
  kStepForward,
  kStepBack,
  kToStart,
  kToEnd,
  kChevronDown,
  kCheck,
  kClose,
  kPlus,
  kMinus,
  kLoop,
  kBookmark,
  kOnePane,
  kTwoPanes,
  kFourPanes,
  kSidePanel,
  kWarning,
  kInfo,
  kArrowLeft,
  kArrowRight,
};

/// Draws `icon` centred on (x, y) in a square of `size` pixels. `color` as ImGui packs it.
void draw_icon(ImDrawList& list, Icon icon, float x, float y, float size, unsigned color);

}  // namespace sortscope
