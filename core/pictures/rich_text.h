// rich_text.h: captions: a little Markdown, and its lines on a page.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/pictures/picture.h"

namespace sortscope {

/// Letters of one kind.
struct RichSpan {
  std::string text;
  bool bold = false;
  bool italic = false;
  bool code = false;
};

enum class RichBlockKind : std::uint8_t { kParagraph, kHeading, kItem, kCode };

struct RichBlock {
  RichBlockKind kind = RichBlockKind::kParagraph;
  std::uint32_t depth = 0;      // of an item: how far in
  std::string marker;           // of an item: "•", "2."
  std::vector<RichSpan> spans;  // of kCode one span, with line breaks
};

/// Paragraphs, "- " and "1. " lists, "### " headings, fenced blocks, **bold**, *italic*, `code`; of
/// [text](address) the text. Marks that have no partner stay as they are. O(text).
std::vector<RichBlock> parse_rich_text(std::string_view markdown);

/// Words that stand together, at (x, y) where y is the middle of the line.
struct RichRun {
  float x = 0;
  float y = 0;
  float width = 0;
  std::string text;
  float size = 0;
  Face face = Face::kSans;
  bool italic = false;
  bool code = false;
};

/// Text set in a column; units are those of `measure`.
struct RichLayout {
  std::vector<RichRun> runs;
  float height = 0;
};

using MeasureText = std::function<float(std::string_view text, float size, Face face)>;

/// Sets `blocks` in lines of at most `width` at letters of `size`; words that are wider are cut
/// into pieces, so that nothing reaches beyond. O(text).
RichLayout layout_rich_text(const std::vector<RichBlock>& blocks, float width, float size,
                            const MeasureText& measure);

/// The text without its marks, a line a block: for logs and screen readers.
std::string plain_text(const std::vector<RichBlock>& blocks);

}  // namespace sortscope
