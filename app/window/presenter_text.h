// presenter_text.h: what the presenter reads of a lesson at its place.
#pragma once

#include "app/surface/presenter_window.h"

namespace sortscope {

class LessonPlayer;

/// Of an open lesson; `asking`: a question waits for its answer.
PresenterText presenter_text(const LessonPlayer& player, bool asking);

}  // namespace sortscope
