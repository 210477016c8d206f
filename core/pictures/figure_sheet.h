// figure_sheet.h: pictures in a grid with captions, as one picture.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/pictures/picture.h"

namespace sortscope {

/// A picture of the sheet and what stands below it.
struct SheetCell {
  Picture picture;
  std::string caption;
};

struct SheetForm {
  std::uint32_t columns = 2;
  bool numbered = true;  // (a), (b), ... before the captions
  std::string title;     // above all; "" for none
};

/// The cells row by row, captions wrapped below them, all columns as wide as the widest picture.
/// Units as in the pictures. O(marks).
Picture compose_sheet(std::span<const SheetCell> cells, const SheetForm& form);

/// "(a)" for 0, "(z)" for 25, "(aa)" for 26.
std::string figure_letter(std::uint32_t index);

/// "0,3,6-10" as steps in that order; ranges include both ends. Errors: kBadUsage: what is no step,
/// steps beyond `last`, ranges that go backwards, more than kMostSheetCells.
inline constexpr std::size_t kMostSheetCells = 400;
Result<std::vector<std::uint32_t>> parse_steps(const std::string& text, std::uint32_t last);

}  // namespace sortscope
