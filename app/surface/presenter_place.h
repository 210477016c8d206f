// presenter_place.h: where the lecturer's second window goes: never over the slide.
#pragma once

#include <optional>
#include <span>

#include "app/surface/surface.h"

namespace sortscope {

[[nodiscard]] bool overlap(const DesktopArea& a, const DesktopArea& b);

/// A place that has nothing of the slide: on a display without it, else beside, above or below it.
/// Nothing where there is none that is large enough to read.
std::optional<DesktopArea> presenter_place(std::span<const Display> displays,
                                           const DesktopArea& slide);

/// The slide takes nearly all of its display: notes over a corner of it would be read.
[[nodiscard]] bool fills_display(std::span<const Display> displays, const DesktopArea& slide);

/// Where less room is left: the corner of the slide's display that covers least of it.
std::optional<DesktopArea> presenter_corner(std::span<const Display> displays,
                                            const DesktopArea& slide);

}  // namespace sortscope
