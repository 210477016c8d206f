// laid_over.h: what a lesson or a question lays over the picture.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sortscope {

struct QuestionMarks;

/// A band over wires (from 0) or layers (here from 0 too), both ends included, with a few words.
struct Highlight {
  bool layers = false;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string label;
  friend bool operator==(const Highlight&, const Highlight&) = default;
};

struct LaidOver {
  std::vector<Highlight> highlights;  // bands of a lesson, in the order in which they were set
  std::shared_ptr<const QuestionMarks> question;  // of a prediction; null: none is asked
};

}  // namespace sortscope
