// pattern.cpp: the min-max pattern of a layer.
#include "core/pattern.h"

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

}  // namespace sortscope
