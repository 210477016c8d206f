// question.h: the question beside the picture.
#pragma once

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

/// Letters of a question, at scale 1, where there is room.
inline constexpr float kQuestionText = 15;

/// Draws what is asked and the answers, from `top` on in a column at `x` of `width` pixels, in
/// letters of `size`; returns where it ends. A brush without a list measures.
float draw_question(const PanelParts& given, const Brush& brush, float x, float top, float width,
                    float size = kQuestionText);
/// The same with what is said of the answer; nothing while it is asked. `apart` from its question:
/// what was chosen and what is right comes first.
float draw_answer(const PanelParts& given, const Brush& brush, float x, float top, float width,
                  float size = kQuestionText, bool apart = false);

}  // namespace sortscope
