// largest_keys.cpp: words give way to the numbers of keys.
#include "core/pictures/largest_keys.h"

#include <algorithm>
#include <limits>

namespace sortscope {

void keep_keys_largest(Picture& picture) {
  constexpr float kLeastKey = 10;    // smaller numbers are no measure for words
  constexpr float kLeastWords = 12;  // 16 pixels of 720
  float least = std::numeric_limits<float>::max();
  for (const Label& label : picture.labels) {
    if (label.of_key && label.size >= kLeastKey) least = std::min(least, label.size);
  }
  const float most = std::max(least, kLeastWords);
  for (Label& label : picture.labels) {
    if (!label.of_key) label.size = std::min(label.size, most);
  }
}

}  // namespace sortscope
