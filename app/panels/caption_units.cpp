// caption_units.cpp: text is cut where a sentence ends; pages end there, too.
#include "app/panels/caption_units.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

namespace sortscope {

namespace {

constexpr float kWholeParagraphs = 0.5F;  // of a page that may end before it is full
constexpr float kWholeLists = 0.3F;       // the same, so that a list is not divided
constexpr float kNearlyEmpty = 0.35F;     // of a page

bool begins_sentence(std::string_view text) {
  if (text.empty()) return false;
  const auto first = static_cast<unsigned char>(text.front());
  // A letter alone is a variable: "p and q go to their left children."
  if (std::islower(first) != 0) return text.size() > 1 && text[1] == ' ';
  return std::isalnum(first) != 0 || first >= 0x80 || first == '"' || first == '(';
}

// Behind the sentence that ends first in `text`, its blank included; npos: none does before the
// end.
// `code`: where code begins, which may begin a sentence too.
std::size_t end_of_sentence(std::string_view text, std::size_t from,
                            const std::vector<std::size_t>& code) {
  constexpr std::string_view kEnds = ".?!";
  constexpr std::string_view kClosing = ")\"'";
  for (std::size_t i = from; i < text.size(); ++i) {
    if (kEnds.find(text[i]) == std::string_view::npos) continue;
    std::size_t end = i + 1;
    while (end < text.size() && kClosing.find(text[end]) != std::string_view::npos) ++end;
    if (end >= text.size() || text[end] != ' ') continue;
    if (begins_sentence(text.substr(end + 1)) || std::ranges::count(code, end + 1) > 0) {
      return end + 1;
    }
  }
  return std::string_view::npos;
}

// Cuts the words of a paragraph at `lengths` characters each.
std::vector<RichBlock> cut(const RichBlock& block, const std::vector<std::size_t>& lengths) {
  std::vector<RichBlock> parts;
  std::size_t span = 0;
  std::size_t at = 0;
  for (std::size_t left : lengths) {
    RichBlock part = block;
    part.spans.clear();
    while (left > 0 && span < block.spans.size()) {
      const RichSpan& whole = block.spans[span];
      const std::size_t taken = std::min(left, whole.text.size() - at);
      RichSpan piece = whole;
      piece.text = whole.text.substr(at, taken);
      part.spans.push_back(std::move(piece));
      left -= taken;
      at += taken;
      if (at == whole.text.size()) {
        ++span;
        at = 0;
      }
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

// What ends in front of a unit.
enum class Cut { kParagraph, kItem, kList };

bool introduces(const RichBlock& block) {
  return !block.spans.empty() && block.spans.back().text.ends_with(':');
}

// A list holds together with the line that introduces it.
Cut cut_before(std::span<const CaptionUnit> units, std::size_t at) {
  if (!units[at].begins_block) return Cut::kParagraph;
  const RichBlock& before = units[at - 1].block;
  const bool goes_on = units[at].block.kind == RichBlockKind::kItem &&
                       (before.kind == RichBlockKind::kItem || introduces(before));
  return goes_on ? Cut::kItem : Cut::kList;
}

}  // namespace

void add_units(std::vector<CaptionUnit>& units, const std::vector<RichBlock>& blocks,
               std::size_t step) {
  for (const RichBlock& block : blocks) {
    if (block.kind != RichBlockKind::kParagraph && block.kind != RichBlockKind::kItem) {
      units.push_back({block, step, true});
      continue;
    }
    std::string text;
    std::vector<std::size_t> code;
    for (const RichSpan& span : block.spans) {
      if (span.code) code.push_back(text.size());
      text += span.text;
    }
    std::vector<std::size_t> lengths;
    std::size_t from = 0;
    for (std::size_t end = 0; (end = end_of_sentence(text, from, code)) != std::string::npos;) {
      lengths.push_back(end - from);
      from = end;
    }
    lengths.push_back(text.size() - from);
    bool first = true;
    for (RichBlock& part : cut(block, lengths)) {
      // What goes on has no marker of its own.
      if (!first) part.marker.clear();
      units.push_back({std::move(part), step, first});
      first = false;
    }
  }
}

std::vector<RichBlock> joined(std::span<const CaptionUnit> units) {
  std::vector<RichBlock> blocks;
  for (const CaptionUnit& unit : units) {
    if (unit.begins_block || blocks.empty()) {
      blocks.push_back(unit.block);
      continue;
    }
    auto& spans = blocks.back().spans;
    spans.insert(spans.end(), unit.block.spans.begin(), unit.block.spans.end());
  }
  return blocks;
}

std::vector<std::size_t> unit_pages(
    std::span<const CaptionUnit> units, float room,
    const std::function<float(std::size_t from, std::size_t to)>& height) {
  std::vector<std::size_t> starts{0};
  while (true) {
    const std::size_t from = starts.back();
    std::size_t to = from + 1;
    while (to < units.size() && height(from, to + 1) <= room) ++to;
    if (to >= units.size()) break;
    // The last good place that leaves a page full enough.
    const auto good = [&](Cut least, float full) {
      for (std::size_t end = to; end > from; --end) {
        if (cut_before(units, end) < least) continue;
        return height(from, end) >= full * room ? end : std::size_t{0};
      }
      return std::size_t{0};
    };
    const std::size_t list = good(Cut::kList, kWholeLists);
    const std::size_t item = good(Cut::kItem, kWholeParagraphs);
    starts.push_back(list > 0 ? list : item > 0 ? item : to);
  }
  if (starts.size() < 2) return starts;
  const std::size_t before = starts[starts.size() - 2];
  std::size_t& last = starts.back();
  if (height(last, units.size()) > kNearlyEmpty * room) return starts;
  // What stands on the last page grows from its front, but divides nothing that was whole.
  const Cut least = cut_before(units, last);
  for (std::size_t at = last - 1; at > before && height(at, units.size()) <= height(before, at);
       --at) {
    if (cut_before(units, at) >= least) last = at;
  }
  return starts;
}

}  // namespace sortscope
