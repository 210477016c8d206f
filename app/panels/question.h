// question.h: the question beside the picture.
#pragma once

#include <vector>

#include "app/widgets/widgets.h"

namespace sortscope {

struct PanelParts;

/// Letters of a question, at scale 1, where there is room.
inline constexpr float kQuestionText = 15;

/// Draws what is asked and the answers, from `top` on in a column at `x` of `width` pixels, in
/// letters of `size`; returns where it ends. A brush without a list measures. `ends`: of its parts,
/// where a page may end, never between the last answer and the buttons. `tight`: without
/// how to choose, with less room between the parts.
float draw_question(const PanelParts& given, const Brush& brush, float x, float top, float width,
                    float size = kQuestionText, std::vector<float>* ends = nullptr,
                    bool tight = false);
/// The same with what is said of the answer; nothing while it is asked. `apart` from its question:
/// what was chosen and what is right comes first.
float draw_answer(const PanelParts& given, const Brush& brush, float x, float top, float width,
                  float size = kQuestionText, bool apart = false,
                  std::vector<float>* ends = nullptr);

}  // namespace sortscope
