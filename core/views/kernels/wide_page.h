// wide_page.h: the page of layouts that fill any: 1280 x 720.
#pragma once

#include "core/scenes/layout.h"

namespace sortscope {

/// A Layout::natural_size.
inline void wide_page(const Recording& /*recording*/, const LayoutOptions& /*options*/,
                      float& width, float& height) {
  width = 1280;
  height = 720;
}

}  // namespace sortscope
