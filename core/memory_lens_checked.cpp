// memory_lens_checked.cpp: bank conflicts that ncu counted on an H200, beside those predicted. Rows
// come from tests/bench/lens_check.py (docs/memory.md).
#include <vector>

#include "core/memory_lens.h"

namespace sortscope {

std::span<const CheckedAccess> checked_accesses() {
  using enum Placement;
  // {kernel, placement, key_bytes, threads, pattern, conflicts of loads, of stores}
  static const std::vector<CheckedAccess> kRows = {};
  return kRows;
}

const CheckedAccess* find_checked(const LayerLens& lens, Placement placement) {
  const bool fast = lens.shape.kernel->id == "fast";
  const std::uint32_t pattern = fast ? lens.round : lens.distance;
  for (const CheckedAccess& row : checked_accesses()) {
    if (row.kernel == lens.shape.kernel->id && row.placement == placement &&
        row.key_bytes == lens.shape.key_bytes && row.threads == lens.threads &&
        row.pattern == pattern) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace sortscope
