// pattern.cpp: the min-max pattern of a layer.
#include "core/recordings/pattern.h"

#include "core/recordings/recording.h"

namespace sortscope {

std::vector<PatternCell> min_max_pattern(const Recording& recording, std::uint32_t layer) {
  std::vector<PatternCell> cells(recording.network.wires(), PatternCell::kNone);
  for (std::uint32_t index = 0; index < recording.network.count(layer); ++index) {
    const Comparator comparator = recording.comparator(layer, index);
    cells[comparator.min_wire] = PatternCell::kMin;
    cells[comparator.max_wire] = PatternCell::kMax;
  }
  return cells;
}

std::string pattern_text(const std::vector<PatternCell>& pattern) {
  std::string text;
  for (const PatternCell cell : pattern) {
    if (!text.empty()) text += ' ';
    text += cell == PatternCell::kMin ? "min" : cell == PatternCell::kMax ? "max" : "–";
  }
  return text;
}

}  // namespace sortscope
