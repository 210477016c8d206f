// scroll_body.h: content that scrolls where it is higher than its part of the window.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

/// In the scrolling `part` that is drawn, whose content reaches down to `bottom`: where more lies
/// below, the line that is cut fades, and an arrow says so.
void draw_more_below(const Brush& brush, const Area& part, float bottom);

/// Part of a card or panel that scrolls where its content is higher. Fill it from `top` downwards,
/// then say how far that went.
class ScrollBody {
 public:
  ScrollBody(const Look& look, const char* id, const Area& area);
  ~ScrollBody();
  ScrollBody(const ScrollBody&) = delete;
  ScrollBody& operator=(const ScrollBody&) = delete;

  /// Draws into the part; positions move with the scrolling.
  Brush brush;
  /// Where content goes; its height is that of the visible part.
  Area content;
  /// The content reached down to `bottom` (as content.y + ...).
  void end_at(float bottom) { bottom_ = bottom; }
  /// Scrolls so that `area` is seen.
  void reveal(const Area& area) const;

 private:
  float bottom_ = 0;
};

}  // namespace sortscope
