// number_text.cpp: numbers as people read them.
#include "core/base/number_text.h"

namespace sortscope {

std::string grouped_number(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

}  // namespace sortscope
