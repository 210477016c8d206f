// laid_over.h: what a lesson or a question lays over the picture.
#pragma once

#include <memory>
#include <vector>

#include "core/scenes/highlight.h"

namespace sortscope {

struct QuestionMarks;

struct LaidOver {
  std::vector<Highlight> highlights;  // bands of a lesson, in the order in which they were set
  std::shared_ptr<const QuestionMarks> question;  // of a prediction; null: none is asked
};

}  // namespace sortscope
