// rich_text.cpp: captions: blocks and spans of a little Markdown, set in lines.
#include "core/pictures/rich_text.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/pictures/line_break.h"

namespace sortscope {

namespace {

constexpr float kLineHeight = 1.5F;  // of the letters' size
constexpr float kBlockGap = 0.7F;    // between paragraphs, of the same
constexpr float kItemGap = 0.3F;     // between items
constexpr float kIndent = 1.35F;     // of an item's text
constexpr float kCodeSize = 0.92F;   // the monospaced face looks larger

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Where the span opened by `mark` at `at` closes: before its end stands no blank. npos: nowhere.
std::size_t closing(std::string_view text, std::size_t at, std::string_view mark) {
  const std::size_t start = at + mark.size();
  if (start >= text.size() || text[start] == ' ') return std::string_view::npos;
  std::size_t end = start;
  while ((end = text.find(mark, end + 1)) != std::string_view::npos) {
    // Of **bold *italic*** the outer mark closes last.
    if (mark == "*" && end + 1 < text.size() && text[end + 1] == '*') {
      ++end;
      continue;
    }
    // ***both*** closes the inner mark first.
    if (mark == "**" && end + 2 < text.size() && text[end + 2] == '*') ++end;
    if (text[end - 1] != ' ' || mark == "`") return end;
  }
  return std::string_view::npos;
}

struct Style {
  bool bold = false;
  bool italic = false;
};

void add_spans(std::string_view text, Style style, std::vector<RichSpan>& spans) {
  std::string plain;
  const auto flush = [&] {
    if (!plain.empty()) spans.push_back({std::move(plain), style.bold, style.italic, false});
    plain.clear();
  };
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() &&
        std::string_view("\\`*[]#>-").find(text[i + 1]) != std::string_view::npos) {
      plain += text[i + 1];
      i += 2;
      continue;
    }
    if (c == '`') {
      const std::size_t end = closing(text, i, "`");
      if (end != std::string_view::npos) {
        flush();
        spans.push_back(
            {std::string(text.substr(i + 1, end - i - 1)), style.bold, style.italic, true});
        i = end + 1;
        continue;
      }
    }
    if (c == '*') {
      const bool two = text.substr(i).starts_with("**");
      const std::string_view mark = two ? "**" : "*";
      const std::size_t end = closing(text, i, mark);
      if (end != std::string_view::npos) {
        flush();
        Style inner = style;
        (two ? inner.bold : inner.italic) = true;
        add_spans(text.substr(i + mark.size(), end - i - mark.size()), inner, spans);
        i = end + mark.size();
        continue;
      }
    }
    if (c == '[') {
      const std::size_t middle = text.find("](", i);
      const std::size_t end = middle == std::string_view::npos ? middle : text.find(')', middle);
      if (end != std::string_view::npos &&
          text.substr(i + 1, middle - i - 1).find('[') == std::string_view::npos) {
        flush();
        add_spans(text.substr(i + 1, middle - i - 1), style, spans);
        i = end + 1;
        continue;
      }
    }
    plain += c;
    ++i;
  }
  flush();
}

// "- text" or "12. text": the marker, and where the text begins.
struct ItemStart {
  std::string marker;
  std::size_t text = 0;
};
std::optional<ItemStart> item_start(std::string_view line) {
  if (line.size() > 2 && (line[0] == '-' || line[0] == '*' || line[0] == '+') && line[1] == ' ') {
    return ItemStart{"•", 2};
  }
  std::size_t digits = 0;
  while (digits < line.size() && digits < 3 && line[digits] >= '0' && line[digits] <= '9') ++digits;
  if (digits > 0 && line.substr(digits).starts_with(". ")) {
    return ItemStart{std::string(line.substr(0, digits + 1)), digits + 2};
  }
  return std::nullopt;
}

// Words to be set, with the blank before them.
struct Word {
  std::string text;
  bool blank_before = false;
  const RichSpan* span = nullptr;
};

std::vector<Word> words_of(const RichBlock& block) {
  std::vector<Word> words;
  bool blank = false;
  for (const RichSpan& span : block.spans) {
    std::size_t at = 0;
    while (at < span.text.size()) {
      if (span.text[at] == ' ') {
        blank = true;
        ++at;
        continue;
      }
      const std::size_t end = std::min(span.text.find(' ', at), span.text.size());
      words.push_back({span.text.substr(at, end - at), blank, &span});
      blank = false;
      at = end;
    }
  }
  return words;
}

// "12", "9.5", "-3"; not "4–7" or "n".
bool is_number(std::string_view text) {
  return text.find_first_not_of("0123456789.-") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos && !text.ends_with('.');
}
// The last one of a row may end a clause.
bool may_end_row(std::string_view text) {
  const std::size_t end = text.find_last_not_of(".,;:?");
  return end != std::string_view::npos && is_number(text.substr(0, end + 1));
}

std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1;
}

// Sets words in lines.
class Column {
 public:
  Column(float width, float size, const MeasureText& measure)
      : width_(width), size_(size), measure_(measure) {}

  void set(const RichBlock& block, bool first) {
    const bool item = block.kind == RichBlockKind::kItem;
    if (!first) y_ += size_ * (item && after_item_ ? kItemGap : kBlockGap);
    after_item_ = item;
    left_ = item ? size_ * kIndent * static_cast<float>(block.depth + 1) : 0;
    left_ = std::min(left_, width_ / 2);
    if (block.kind == RichBlockKind::kCode) {
      set_code(block);
      return;
    }
    x_ = left_;
    if (item) {
      const float size = size_;
      const float marker = measure_(block.marker, size, Face::kSans);
      put(std::max(left_ - marker - size_ * 0.5F, 0.0F), marker, block.marker, size, Face::kSans,
          false, false);
    }
    const std::vector<Word> words = words_of(block);
    for (std::size_t i = 0; i < words.size();) {
      // Words without a blank between them stay together: `code`, and a comma.
      std::size_t end = end_of_word(words, i);
      // So does a row of numbers, or a formula, that a line has room for.
      std::size_t row = end;
      const auto goes_on = [&](std::size_t next) {
        return next < words.size() &&
               ((is_number(words[next - 1].text) && may_end_row(words[next].text)) ||
                stays_together(words[next - 1].text, words[next].text));
      };
      float width = width_of_row(block, std::span(words).subspan(i, end - i));
      while (goes_on(row)) {
        const std::size_t next = end_of_word(words, row);
        width += width_of_row(block, std::span(words).subspan(row, next - row)) +
                 measure_(" ", size_, Face::kSans);
        if (width > width_ - left_) break;
        row = next;
      }
      if (!goes_on(row)) end = row;
      set_together(block, std::span(words).subspan(i, end - i));
      i = end;
    }
    end_line();
  }

  RichLayout take() {
    layout_.height = y_;
    return std::move(layout_);
  }

 private:
  static std::size_t end_of_word(std::span<const Word> words, std::size_t first) {
    std::size_t end = first + 1;
    while (end < words.size() && !words[end].blank_before) ++end;
    return end;
  }

  [[nodiscard]] float width_of_row(const RichBlock& block, std::span<const Word> words) const {
    float total = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0 && words[i].blank_before) total += measure_(" ", size_, Face::kSans);
      total += width_of(block, words[i], words[i].text);
    }
    return total;
  }

  void set_together(const RichBlock& block, std::span<const Word> words) {
    const float total = width_of_row(block, words);
    const Word& lead = words.front();
    const float blank = lead.blank_before && x_ > left_ ? measure_(" ", size_, Face::kSans) : 0;
    if (x_ > left_ && x_ + blank + total > width_) {
      end_line();
    } else {
      x_ += blank;
    }
    for (const Word& word : words) {
      if (&word != &lead && word.blank_before) x_ += measure_(" ", size_, Face::kSans);
      std::string_view rest = word.text;
      while (!rest.empty()) {
        std::string_view piece = rest;
        while (x_ + width_of(block, word, piece) > width_) {
          // Cut between characters, at least one a line.
          std::size_t end = 0;
          while (end < rest.size()) {
            const std::size_t next = std::min(end + character_bytes(rest[end]), rest.size());
            if (end > 0 && x_ + width_of(block, word, rest.substr(0, next)) > width_) break;
            end = next;
          }
          piece = rest.substr(0, end);
          if (x_ <= left_ || x_ + width_of(block, word, piece) <= width_) break;
          end_line();
          piece = rest;
        }
        const float width = width_of(block, word, piece);
        put(x_, width, piece, size_of(word), face_of(block, word), word.span->italic,
            word.span->code);
        x_ += width;
        rest.remove_prefix(piece.size());
        if (!rest.empty()) end_line();
      }
    }
  }

  void set_code(const RichBlock& block) {
    std::string_view rest = block.spans.empty() ? std::string_view() : block.spans[0].text;
    const float size = size_ * kCodeSize;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      const std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      // A line that is too long gets smaller letters: what stands below each other must stay so.
      const float width = measure_(line, size, Face::kMono);
      const float fitted = width > width_ ? size * width_ / width : size;
      put(0, std::min(width, width_), line, fitted, Face::kMono, false, false);
      y_ += size_ * 1.35F;
    }
  }

  [[nodiscard]] float size_of(const Word& word) const {
    return word.span->code ? size_ * kCodeSize : size_;
  }
  static Face face_of(const RichBlock& block, const Word& word) {
    if (word.span->code) return Face::kMono;
    return word.span->bold || block.kind == RichBlockKind::kHeading ? Face::kSansBold : Face::kSans;
  }
  [[nodiscard]] float width_of(const RichBlock& block, const Word& word,
                               std::string_view text) const {
    return measure_(text, size_of(word), face_of(block, word));
  }

  void put(float x, float width, std::string_view text, float size, Face face, bool italic,
           bool code) {
    layout_.runs.push_back(
        {x, y_ + size_ * kLineHeight / 2, width, std::string(text), size, face, italic, code});
  }

  void end_line() {
    y_ += size_ * kLineHeight;
    x_ = left_;
  }

  float width_;
  float size_;
  const MeasureText& measure_;
  RichLayout layout_;
  float left_ = 0;
  float x_ = 0;
  float y_ = 0;
  bool after_item_ = false;
};

}  // namespace

std::vector<RichBlock> parse_rich_text(std::string_view markdown) {
  std::vector<RichBlock> blocks;
  std::string text;  // of the block that is being read
  RichBlock block;
  bool open = false;
  const auto close = [&] {
    if (open) {
      add_spans(text, {}, block.spans);
      blocks.push_back(std::move(block));
    }
    block = {};
    text.clear();
    open = false;
  };
  bool in_code = false;
  std::string code;
  while (!markdown.empty()) {
    const std::size_t end = std::min(markdown.find('\n'), markdown.size());
    const std::string_view line = markdown.substr(0, end);
    markdown.remove_prefix(std::min(end + 1, markdown.size()));
    const std::string_view words = trimmed(line);
    if (words.starts_with("```")) {
      close();
      if (in_code) blocks.push_back({RichBlockKind::kCode, 0, "", {{code, false, false, true}}});
      code.clear();
      in_code = !in_code;
      continue;
    }
    if (in_code) {
      code += line;
      code += '\n';
      continue;
    }
    if (is_blank(line)) {
      close();
      continue;
    }
    if (words.starts_with("### ")) {
      close();
      blocks.push_back({RichBlockKind::kHeading, 0, "", {}});
      add_spans(trimmed(words.substr(4)), {}, blocks.back().spans);
      continue;
    }
    if (const auto item = item_start(words)) {
      close();
      block.kind = RichBlockKind::kItem;
      block.depth =
          static_cast<std::uint32_t>(std::min<std::size_t>(line.find_first_not_of(' ') / 2, 3));
      block.marker = item->marker;
      text = trimmed(words.substr(item->text));
      open = true;
      continue;
    }
    if (open) text += ' ';
    text += words;
    open = true;
  }
  close();
  if (in_code) blocks.push_back({RichBlockKind::kCode, 0, "", {{code, false, false, true}}});
  return blocks;
}

RichLayout layout_rich_text(const std::vector<RichBlock>& blocks, float width, float size,
                            const MeasureText& measure) {
  Column column(std::max(width, size), size, measure);
  for (std::size_t i = 0; i < blocks.size(); ++i) column.set(blocks[i], i == 0);
  return column.take();
}

std::string plain_text(const std::vector<RichBlock>& blocks) {
  std::string text;
  for (const RichBlock& block : blocks) {
    if (!text.empty()) text += '\n';
    if (!block.marker.empty()) text += block.marker + ' ';
    for (const RichSpan& span : block.spans) text += span.text;
  }
  return text;
}

}  // namespace sortscope
