// presenter_page.h: what the presenter reads, set on a page.
#pragma once

#include "app/export/picture.h"
#include "app/surface/presenter_window.h"

namespace sortscope {

/// Letters of the presenter's texts are at least so large, in pixels.
inline constexpr float kLeastPresenterLetters = 12;

/// A page, before it is drawn.
struct PresenterPage {
  Slide slide;
  float scale = 1;  // pixels a unit
  float top = 0;    // of the room for texts, in units: below what names the stop
  float foot = 0;   // its end: the rule above what comes next
};

/// The page of `width` x `height` pixels. Texts are as large as their room allows, times `larger`
/// as far as notes and question are whole. What does not fit is left out, and a line says so: first
/// of what the class reads anyway, then of the notes, last of the question. O(text).
PresenterPage set_presenter_page(const PresenterText& text, float larger, int width, int height);

}  // namespace sortscope
