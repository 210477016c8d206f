// figure_sheet.cpp: pictures in a grid with captions, as one picture.
#include "core/pictures/figure_sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/parse_number.h"
#include "core/base/quote.h"
#include "core/pictures/label_fit.h"

namespace sortscope {

namespace {

constexpr float kEdge = 16;
constexpr float kGap = 28;
constexpr float kCaptionGap = 8;  // between a picture and its caption
constexpr float kCaptionSize = 13;
constexpr float kLineStep = 19;
constexpr float kTitleSize = 18;
constexpr float kTitleStep = 26;
constexpr float kLetterGap = 6;

// Appends `from`, moved by (dx, dy).
void add_moved(Picture& to, const Picture& from, float dx, float dy) {
  const auto points = static_cast<std::uint32_t>(to.points.size());
  for (Box box : from.boxes) {
    box.x += dx;
    box.y += dy;
    to.boxes.push_back(box);
  }
  for (Shape shape : from.shapes) {
    shape.first += points;
    to.shapes.push_back(shape);
  }
  for (const ShapePoint& p : from.points) to.points.push_back({p.x + dx, p.y + dy});
  for (Line line : from.lines) {
    line.x0 += dx;
    line.x1 += dx;
    line.y0 += dy;
    line.y1 += dy;
    to.lines.push_back(line);
  }
  for (ArrowHead arrow : from.arrows) {
    arrow.x += dx;
    arrow.y += dy;
    to.arrows.push_back(arrow);
  }
  for (Dot dot : from.dots) {
    dot.x += dx;
    dot.y += dy;
    to.dots.push_back(dot);
  }
  for (Box chip : from.chips) {
    chip.x += dx;
    chip.y += dy;
    to.chips.push_back(chip);
  }
  for (Label label : from.labels) {
    label.x += dx;
    label.y += dy;
    to.labels.push_back(std::move(label));
  }
}

// A caption, wrapped beside its letter.
struct Caption {
  std::string letter;  // "" for none
  float indent = 0;
  std::vector<std::string> lines;

  [[nodiscard]] float height() const {
    return letter.empty() && lines.empty()
               ? 0
               : kCaptionGap +
                     kLineStep * static_cast<float>(std::max<std::size_t>(lines.size(), 1));
  }
};

Caption caption_of(const SheetCell& cell, std::uint32_t index, bool numbered, float width) {
  Caption caption;
  if (numbered) {
    caption.letter = figure_letter(index);
    caption.indent = estimated_width(caption.letter, kCaptionSize, Face::kSansBold) + kLetterGap;
  }
  if (!cell.caption.empty()) {
    caption.lines = wrapped(cell.caption, kCaptionSize, Face::kSans, width - caption.indent);
  }
  return caption;
}

}  // namespace

std::string figure_letter(std::uint32_t index) {
  std::string letters;
  for (std::uint32_t rest = index + 1; rest > 0; rest = (rest - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
  }
  return "(" + letters + ")";
}

Picture compose_sheet(std::span<const SheetCell> cells, const SheetForm& form) {
  Picture sheet;
  const std::uint32_t columns = std::max(
      1U,
      std::min(form.columns, static_cast<std::uint32_t>(std::max<std::size_t>(cells.size(), 1))));
  float width = 0;
  for (const SheetCell& cell : cells) width = std::max(width, cell.picture.width);
  sheet.width =
      2 * kEdge + static_cast<float>(columns) * width + static_cast<float>(columns - 1) * kGap;
  float y = kEdge;
  if (!form.title.empty()) {
    for (std::string& line :
         wrapped(form.title, kTitleSize, Face::kSansBold, sheet.width - 2 * kEdge)) {
      sheet.labels.push_back({kEdge, y + kTitleStep / 2, std::move(line), kTitleSize,
                              Face::kSansBold, Anchor::kStart, Role::kText});
      y += kTitleStep;
    }
    y += kCaptionGap;
  }
  for (std::size_t first = 0; first < cells.size(); first += columns) {
    const std::size_t end = std::min(first + columns, cells.size());
    float picture_height = 0;
    float caption_height = 0;
    std::vector<Caption> captions;
    for (std::size_t i = first; i < end; ++i) {
      captions.push_back(caption_of(cells[i], static_cast<std::uint32_t>(i), form.numbered, width));
      picture_height = std::max(picture_height, cells[i].picture.height);
      caption_height = std::max(caption_height, captions.back().height());
    }
    for (std::size_t i = first; i < end; ++i) {
      const float x = kEdge + static_cast<float>(i - first) * (width + kGap);
      add_moved(sheet, cells[i].picture, x + (width - cells[i].picture.width) / 2,
                y + picture_height - cells[i].picture.height);
      Caption& caption = captions[i - first];
      float line_y = y + picture_height + kCaptionGap + kLineStep / 2;
      if (!caption.letter.empty()) {
        sheet.labels.push_back({x, line_y, caption.letter, kCaptionSize, Face::kSansBold,
                                Anchor::kStart, Role::kText});
      }
      for (std::string& line : caption.lines) {
        sheet.labels.push_back({x + caption.indent, line_y, std::move(line), kCaptionSize,
                                Face::kSans, Anchor::kStart, Role::kText});
        line_y += kLineStep;
      }
    }
    y += picture_height + caption_height + (end < cells.size() ? kGap : 0);
  }
  sheet.height = y + kEdge;
  return sheet;
}

Result<std::vector<std::uint32_t>> parse_steps(const std::string& text, std::uint32_t last) {
  std::vector<std::uint32_t> steps;
  const auto number = [&](std::string_view word, std::uint32_t& value) -> Status {
    const auto read = parse_whole(word, ~0U);
    if (!read) {
      return Error{ErrorCode::kBadUsage, fmt::format("{} is no step.", quoted(word)),
                   "Steps are written as 0,3,6-10; 0 is the input."};
    }
    value = static_cast<std::uint32_t>(*read);
    if (value > last) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("step {}: this run has steps 0 to {}.", value, last), ""};
    }
    return {};
  };
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    std::string_view word = rest.substr(0, comma);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    const std::size_t dash = std::min(word.find('-'), word.size());
    std::uint32_t from = 0;
    if (Status status = number(word.substr(0, dash), from); !status) return status.error();
    std::uint32_t to = from;
    if (dash < word.size()) {
      if (Status status = number(word.substr(dash + 1), to); !status) return status.error();
    }
    if (to < from) {
      return Error{ErrorCode::kBadUsage, fmt::format("the range {} goes backwards.", quoted(word)),
                   fmt::format("Write it as {}-{}.", to, from)};
    }
    if (steps.size() + (to - from) + 1 > kMostSheetCells) {
      return Error{ErrorCode::kBadUsage,
                   fmt::format("a sheet has at most {} pictures.", kMostSheetCells),
                   "Choose fewer steps."};
    }
    for (std::uint32_t step = from; step <= to; ++step) steps.push_back(step);
    if (comma >= rest.size()) return steps;
    rest.remove_prefix(comma + 1);
  }
}

}  // namespace sortscope
