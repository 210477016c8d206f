// presenter_text.h: what the presenter reads of a lesson at its place.
#pragma once

#include "app/surface/presenter_window.h"

namespace sortscope {

class LessonPlayer;
class Quiz;

/// Of an open lesson and its question.
PresenterText presenter_text(const LessonPlayer& player, const Quiz& quiz);

}  // namespace sortscope
