// frame_clock.h: the time that all parts of the window go by.
#pragma once

namespace sortscope {

/// Moves with the frames, not with the wall clock: a script's frames take as long as they say.
struct FrameClock {
  double time_s = 0;  // since the window began
};

}  // namespace sortscope
