// code.cpp: the pseudocode of the running algorithm, the current line marked.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/pictures/code_rows.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/scene.h"
#include "core/views/network/own_marks.h"
#include "core/words/code_state.h"

namespace sortscope {

namespace {

constexpr float kLeastCode = 9;
constexpr float kMargin = 20;
constexpr float kLineHeight = 1.6F;  // of the type size
constexpr float kMarkWidth = 3;

// A line of code and the remark that stands after it, apart by two spaces or more.
struct CodeLine {
  std::string_view code;
  std::string_view remark;
  float indent;         // characters
  float remark_column;  // characters
};

CodeLine split(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", start);
  if (gap == std::string_view::npos) {
    return {line.substr(start), {}, static_cast<float>(start), 0};
  }
  const std::size_t remark = line.find_first_not_of(' ', gap);
  return {line.substr(start, gap - start), line.substr(remark), static_cast<float>(start),
          characters(line.substr(0, remark))};
}

float longest_line(const Listing& listing) {
  float longest = 0;
  for (const std::string_view line : listing.pseudocode) {
    longest = std::max(longest, characters(line));
  }
  return longest;
}

// A row of the page: a line of code, or what of it has no room in the row above.
struct CodeRow {
  std::size_t line;
  std::string text, remark;
  float column, remark_column;  // characters
};

// Adds the rows of line `index`: of `columns` characters.
void add_rows(std::string_view whole, std::size_t index, float columns,
              std::vector<CodeRow>& rows) {
  const CodeLine line = split(whole);
  const float hanging = line.indent + 2;
  CodeRow row{index, {}, {}, line.indent, line.remark_column};
  for (std::string& text : code_rows(line.code, columns - line.indent, columns - hanging)) {
    if (!row.text.empty()) {
      rows.push_back(row);
      row = {index, {}, {}, hanging, hanging};
    }
    row.text = std::move(text);
  }
  if (characters(whole) > columns && !line.remark.empty()) {
    rows.push_back(row);
    row = {index, {}, {}, hanging, hanging};
  }
  row.remark = line.remark;
  rows.push_back(row);
}

// Rows of the page: title, gap, code, gap, variables.
float page_rows(const Recording& recording, std::size_t code_rows) {
  // A walk in a tree has twelve variables.
  const float variables = recording.algorithm->tree_lines != nullptr ? 5.0F : 1.0F;
  return static_cast<float>(code_rows) + 2.5F + variables;
}

// How large the type is, and how many of its characters a row has.
struct CodeFit {
  float size, columns;
};

// The largest type: long lines are broken where that makes it a fifth larger, or readable.
CodeFit fit_code(const Recording& recording, const Listing& listing, float width, float height) {
  constexpr float kFewestColumns = 20;
  constexpr float kWorthIt = 1.2F;
  constexpr float kReadable = 12;
  const float longest = longest_line(listing);
  CodeFit best{0, longest};
  for (float columns = longest; columns >= std::min(longest, kFewestColumns); --columns) {
    std::vector<CodeRow> rows;
    for (std::size_t i = 0; i < listing.pseudocode.size(); ++i) {
      add_rows(listing.pseudocode[i], i, columns, rows);
    }
    float widest = 1;
    for (const CodeRow& row : rows) {
      widest = std::max({widest, row.column + characters(row.text),
                         row.remark.empty() ? 0 : row.remark_column + characters(row.remark)});
    }
    const float room_x = (width - 2 * kMargin - 8) / (0.6F * widest);
    const float room_y = (height - 2 * kMargin) / (kLineHeight * page_rows(recording, rows.size()));
    // A line of code is not cut, rather it is small.
    const float size = std::min(type_size(std::min(room_x, room_y)), std::max(room_x, kLeastCode));
    // Broken lines are all in sight.
    const bool worth_it =
        size >= kWorthIt * best.size || (best.size < kReadable && size >= kReadable);
    if (best.size > 0 && (!worth_it || size > room_y)) continue;
    best = {size, columns};
  }
  return best;
}

void natural_size(const Recording& recording, const LayoutOptions& /*options*/, float& width,
                  float& height) {
  constexpr float kSize = 15;
  width = std::max(320.0F, longest_line(listing_of(recording)) * 0.6F * kSize + 2 * kMargin + 8);
  height = page_rows(recording, listing_of(recording).pseudocode.size()) * kLineHeight * kSize +
           2 * kMargin;
}

Picture layout(const Scene& scene, float width, float height) {
  if (Picture own = layout_own_code(scene, width, height); !own.labels.empty()) return own;
  Picture picture;
  picture.width = width;
  picture.height = height;
  const Listing listing = listing_of(*scene.recording);
  const CodeState state = code_state(scene);

  const auto [size, columns] = fit_code(*scene.recording, listing, width, height);
  const float pitch = std::round(kLineHeight * size);
  const float left = kMargin;
  float y = kMargin + pitch / 2;

  picture.labels.push_back(fitted(
      {left, y, std::string(listing.title), size, Face::kSansBold, Anchor::kStart, Role::kMuted},
      width - 2 * kMargin));
  y += 1.25F * pitch;
  std::vector<CodeRow> rows;
  for (std::size_t i = 0; i < listing.pseudocode.size(); ++i) {
    add_rows(code_line(listing, state, i), i, columns, rows);
  }
  // Of more rows than there is room for: those around the current line.
  const auto current_line = static_cast<std::size_t>(std::max(state.current_line, 0));
  const auto current_row = static_cast<std::size_t>(
      std::ranges::find(rows, current_line, &CodeRow::line) - rows.begin());
  const std::size_t fit =
      std::min(rows.size(), static_cast<std::size_t>(std::max((height - y) / pitch + 0.2F, 1.0F)));
  const std::size_t first =
      std::min(current_row - std::min(current_row, fit / 2), rows.size() - fit);
  for (std::size_t i = first; i < first + fit; ++i, y += pitch) {
    const CodeRow& row = rows[i];
    const bool current = static_cast<int>(row.line) == state.current_line;
    if (current) {
      picture.boxes.push_back(
          {left - 12, y - pitch / 2, width - 2 * left + 24, pitch, Role::kAccentBand, true});
      picture.boxes.push_back({left - 12, y - pitch / 2, kMarkWidth, pitch, Role::kAccent, true});
    }
    const float right = width - kMargin;
    if (!row.text.empty()) {
      const float x = left + row.column * 0.6F * size;
      picture.labels.push_back(fitted(
          {x, y, row.text, size, Face::kMono, Anchor::kStart, current ? Role::kText : Role::kMuted},
          right - x));
    }
    if (row.remark.empty()) continue;
    const float remark_x = left + row.remark_column * 0.6F * size;
    Label remark =
        fitted({remark_x, y, row.remark, size, Face::kSans, Anchor::kStart, Role::kMuted},
               right - remark_x);
    if (!remark.text.empty()) picture.labels.push_back(std::move(remark));
  }
  y += 0.75F * pitch;
  const float last = height - size / 2;
  if (state.variables.empty() && y <= last) {
    picture.labels.push_back(
        {left, y, "The run is over.", size, Face::kSans, Anchor::kStart, Role::kMuted});
  }
  float x = left;
  if (state.next && y <= last) {
    picture.labels.push_back(
        {x, y, std::string(kNextWord), size, Face::kSans, Anchor::kStart, Role::kMuted});
    x += estimated_width(kNextWord, size, Face::kSans) + 2 * 0.6F * size;
  }
  const float first = x;  // further rows stand below it
  for (const Variable& variable : state.variables) {
    const std::string text = variable.name + " = " + variable.value;
    const float text_width = estimated_width(text, size, Face::kMono);
    if (x + text_width > width - kMargin && x > first) {
      x = first;
      y += pitch;
    }
    if (y > last) break;
    picture.labels.push_back({x, y, text, size, Face::kMono, Anchor::kStart, Role::kAccent});
    x += text_width + 3 * 0.6F * size;
  }
  return picture;
}

}  // namespace

const Layout kCodeLayout = {
    .id = "code",
    .title = "Code",
    .summary = "The pseudocode, or a file of your own: its current line and its variables.",
    .max_wires = 0,
    .natural_size = natural_size,
    .layout = layout,
    .pick = nullptr,
    .action = own_code_action,
};

}  // namespace sortscope
