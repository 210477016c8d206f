// question_marks.h: what stands in the picture while a person predicts: chosen, right, wrong.
#pragma once

#include <cstdint>
#include <vector>

namespace sortscope {

/// What is said of a comparator, a wire or a part: drawn as a frame, a tick, a cross or a ring.
enum class AnswerMark : std::uint8_t {
  kPointed,  // the keyboard is here
  kChosen,
  kRight,   // chosen, and so it is
  kWrong,   // chosen, but it is not so
  kMissed,  // not chosen, but it is so
  kAsked,   // the key that the question is about
};

/// Marks of one question. Outcomes from its layer on are not shown while `veiled`.
struct QuestionMarks {
  struct OfComparator {
    std::uint32_t layer = 0;
    std::uint32_t index = 0;
    AnswerMark mark = AnswerMark::kChosen;
  };
  struct OfWire {
    std::uint32_t wire = 0;
    AnswerMark mark = AnswerMark::kChosen;
  };
  bool veiled = false;
  bool about_parts = false;            // its answers are subsequences a1 to a4
  bool in_words = false;               // how many layers there are may be its answer
  std::uint32_t asked_layer = 0;       // layers before the question
  std::uint32_t asked_comparator = 0;  // and comparators of the next
  std::uint32_t then_layer = 0;        // and before what the wires are about
  std::vector<OfComparator> comparators;
  std::vector<OfWire> wires;
};

}  // namespace sortscope
