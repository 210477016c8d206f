// caption_pages.cpp: the last good place that leaves a page half full, else the last line that
// fits.
#include "app/panels/caption_pages.h"

#include <algorithm>

namespace sortscope {

namespace {

constexpr float kLeastFull = 0.3F;  // of a page that ends before it must

}  // namespace

std::vector<float> page_tops(std::span<const PageBreak> breaks, std::span<const float> starts,
                             float height, float room) {
  std::vector<float> tops{0};
  for (std::size_t part = 0; part <= starts.size(); ++part) {
    const float end_of_part = part < starts.size() ? starts[part] : height;
    if (part > 0) tops.push_back(starts[part - 1]);
    while (end_of_part - tops.back() > room) {
      const float top = tops.back();
      float line = 0;
      float good = 0;
      float next = end_of_part;  // where not even one line fits
      for (const PageBreak& each : breaks) {
        if (each.at <= top || each.at >= end_of_part) continue;
        next = std::min(next, each.at);
        if (each.at > top + room) continue;
        line = std::max(line, each.at);
        if (each.good && each.at >= top + kLeastFull * room) good = std::max(good, each.at);
      }
      const float end = good > 0 ? good : line > 0 ? line : next;
      if (end >= end_of_part) break;
      tops.push_back(end);
    }
  }
  return tops;
}

void take_along(std::vector<float>& tops, std::span<const PageBreak> breaks, float question,
                float height, float room) {
  const auto page = std::ranges::find(tops, question);
  if (page == tops.begin() || page == tops.end()) return;
  const float end = page + 1 == tops.end() ? height : *(page + 1);
  const float least = *(page - 1) + kLeastFull * room;
  for (const PageBreak& each : breaks) {
    if (!each.good || each.at < least || each.at >= question || end - each.at > room) continue;
    *page = std::min(*page, each.at);
  }
}

}  // namespace sortscope
