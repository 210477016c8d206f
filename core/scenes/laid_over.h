// laid_over.h: what a lesson or a question lays over the picture.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/types.h"

namespace sortscope {

struct QuestionMarks;

/// A band over wires (from 0) or layers (here from 0 too), both ends included, with a few words.
struct Highlight {
  bool layers = false;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string label;
  std::optional<Cursor> at = {};  // what the words say holds there; nothing: everywhere
  friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// Whether a band is drawn: words about the keys of a moment go with it. `resting`: nothing is on
/// its way.
inline bool holds(const Highlight& band, Cursor cursor, bool resting) {
  return !band.at || (resting && *band.at == cursor);
}

struct LaidOver {
  std::vector<Highlight> highlights;  // bands of a lesson, in the order in which they were set
  std::shared_ptr<const QuestionMarks> question;  // of a prediction; null: none is asked
};

}  // namespace sortscope
