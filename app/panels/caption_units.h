// caption_units.h: the sentences of captions, and which of them share a page.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "core/pictures/rich_text.h"

namespace sortscope {

/// What is not divided between pages where a page has room for it: a sentence, or a block of code.
struct CaptionUnit {
  RichBlock block;           // with the words of this unit only
  std::size_t step = 0;      // of the stop
  bool begins_block = true;  // else it goes on with the paragraph before
};

/// Appends the sentences of `blocks`, the text of one step.
void add_units(std::vector<CaptionUnit>& units, const std::vector<RichBlock>& blocks,
               std::size_t step);
/// The units as blocks again: sentences of one paragraph together.
std::vector<RichBlock> joined(std::span<const CaptionUnit> units);

/// Where pages begin, the first with 0: as many units on each as `height(from, to)` says fit into
/// `room`, rather whole lists and paragraphs; the last two are balanced where the last would be
/// nearly empty.
std::vector<std::size_t> unit_pages(
    std::span<const CaptionUnit> units, float room,
    const std::function<float(std::size_t from, std::size_t to)>& height);

}  // namespace sortscope
