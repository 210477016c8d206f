// wrap_words.cpp: blanks and line breaks change places.
#include "app/widgets/wrap_words.h"

#include <algorithm>
#include <string>

namespace sortscope {

bool wrap_words(std::span<char> text, std::size_t columns) {
  const std::string before(text.begin(), text.end());
  std::ranges::replace(text, '\n', ' ');
  std::size_t line = 0;  // where it begins
  std::size_t blank = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i - line >= columns && blank < text.size()) {
      text[blank] = '\n';
      line = blank + 1;
      blank = text.size();
    }
    if (text[i] == ' ') blank = i;
  }
  return !std::equal(before.begin(), before.end(), text.begin());
}

std::size_t count_lines(std::string_view text) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

}  // namespace sortscope
