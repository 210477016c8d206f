// caption_pages.h: a column of text as pages of a height: nothing scrolls away from a class.
#pragma once

#include <span>
#include <vector>

namespace sortscope {

/// Where a column may be broken: between lines, better (`good`) between paragraphs and before a
/// question.
struct PageBreak {
  float at = 0;
  bool good = false;
};

/// The tops of the pages of a column of `height`, each at most `room` high where the breaks allow
/// it; `breaks` rise. The first top is 0. A page begins at each of `starts`, which rise, too.
std::vector<float> page_tops(std::span<const PageBreak> breaks, std::span<const float> starts,
                             float height, float room);

/// Where a question begins a page of `tops`, it takes the paragraphs before it along, as many as
/// its page has room for: who is asked reads what it is about. The page before keeps a third of
/// itself.
void take_along(std::vector<float>& tops, std::span<const PageBreak> breaks, float question,
                float height, float room);

}  // namespace sortscope
