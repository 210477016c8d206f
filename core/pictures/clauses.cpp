// clauses.cpp: cuts a sentence between its clauses.
#include "core/pictures/clauses.h"

#include <algorithm>
#include <string_view>

#include "core/pictures/label_fit.h"

namespace sortscope {

std::string clauses_within(std::string text, float size, Face face, float room) {
  constexpr std::string_view kEnds[] = {". ", "; ", ": ", " · "};
  while (estimated_width(text, size, face) > room) {
    std::size_t end = 0;
    for (const std::string_view mark : kEnds) {
      const std::size_t at = text.rfind(mark);
      // A full stop stays.
      if (at != std::string::npos) end = std::max(end, at + (mark == ". " ? 1 : 0));
    }
    if (end == 0) break;
    text.resize(end);
  }
  return text;
}

}  // namespace sortscope
