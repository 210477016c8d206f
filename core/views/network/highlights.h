// highlights.h: bands over what a lesson points out, marks of answers.
#pragma once

#include <string>

#include "core/pictures/picture.h"
#include "core/scenes/question_marks.h"

namespace sortscope {

/// A translucent band with a dashed outline; its words stand on the upper edge, on clear ground, at
/// its left end or (`centred`) in the middle, within the page.
void add_band(Picture& picture, float left, float top, float right, float bottom,
              const std::string& label, bool centred);

/// A frame that says what `mark` says, by colour, dash and sign.
void add_answer_mark(Picture& picture, float left, float top, float right, float bottom,
                     AnswerMark mark);

}  // namespace sortscope
