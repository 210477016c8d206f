// free_beside.h: memory that is given back where no frame waits for it.
#pragma once

#include <memory>
#include <utility>

namespace sortscope {

/// Lets go of `things` on a thread of its own, one after the other: what only they hold goes with
/// them. Beyond some hundred megabytes that takes longer than a frame. What touches the window's
/// drawing may not be among them. Those that are left at the end of the program go then.
void free_beside_window(std::shared_ptr<const void> thing);

template <typename... Things>
void free_beside(Things... things) {
  (free_beside_window(std::shared_ptr<const void>(std::move(things))), ...);
}

}  // namespace sortscope
