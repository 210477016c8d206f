// memory_lens_checked.cpp: bank conflicts that ncu counted on an H200, beside those predicted. Rows
// come from tests/bench/lens_check.py (docs/memory.md).
#include <algorithm>
#include <vector>

#include "core/memory_lens.h"

namespace sortscope {

std::span<const CheckedAccess> checked_accesses() {
  using enum Placement;
  // {kernel, placement, key_bytes, threads, pattern, conflicts of loads, of stores}
  static const std::vector<CheckedAccess> kRows = {};
  return kRows;
}

std::optional<std::pair<double, double>> checked_conflicts(const LayerLens& lens,
                                                           Placement placement) {
  std::vector<std::uint32_t> patterns;
  if (lens.shape.kernel->id == "fast") {
    for (const TileExchange& exchange : exchanges_of(lens)) {
      patterns.push_back(10 * static_cast<std::uint32_t>(exchange.from) +
                         static_cast<std::uint32_t>(exchange.to));
    }
  } else {
    patterns.push_back(lens.distance);
  }
  if (patterns.empty()) return std::nullopt;
  std::pair<double, double> sum;
  for (const std::uint32_t pattern : patterns) {
    const auto rows = checked_accesses();
    const auto row = std::ranges::find_if(rows, [&](const CheckedAccess& checked) {
      return checked.kernel == lens.shape.kernel->id && checked.placement == placement &&
             checked.key_bytes == lens.shape.key_bytes && checked.threads == lens.threads &&
             checked.pattern == pattern;
    });
    if (row == rows.end()) return std::nullopt;
    sum.first += row->load_conflicts;
    sum.second += row->store_conflicts;
  }
  return sum;
}

}  // namespace sortscope
