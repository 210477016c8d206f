// memory_lens_checked.cpp: bank conflicts that ncu counted on an H200, beside those predicted. Rows
// come from tests/bench/lens_check.py (docs/memory.md).
#include <algorithm>
#include <vector>

#include "core/engines/plans/memory_lens.h"

namespace sortscope {

std::span<const CheckedAccess> checked_accesses() {
  using enum Placement;
  // {kernel, placement, key_bytes, threads, pattern, conflicts of loads, of stores}
  static const std::vector<CheckedAccess> kRows = {
      {"block", kPlain, 4, 1024, 1, 0, 0},      {"v2-shared", kPlain, 4, 1024, 1, 64, 64},
      {"block", kPlain, 4, 1024, 2, 0, 0},      {"v2-shared", kPlain, 4, 1024, 2, 64, 64},
      {"block", kPlain, 4, 1024, 4, 0, 0},      {"v2-shared", kPlain, 4, 1024, 4, 64, 64},
      {"block", kPlain, 4, 1024, 8, 0, 0},      {"v2-shared", kPlain, 4, 1024, 8, 64, 64},
      {"block", kPlain, 4, 1024, 16, 0, 0},     {"v2-shared", kPlain, 4, 1024, 16, 64, 64},
      {"block", kPlain, 4, 1024, 32, 0, 0},     {"v2", kPlain, 4, 1024, 32, 0, 0},
      {"block", kPlain, 4, 1024, 64, 0, 0},     {"v2", kPlain, 4, 1024, 64, 0, 0},
      {"block", kPlain, 4, 1024, 128, 0, 0},    {"v2", kPlain, 4, 1024, 128, 0, 0},
      {"block", kPlain, 4, 1024, 256, 0, 0},    {"v2", kPlain, 4, 1024, 256, 0, 0},
      {"block", kPlain, 4, 1024, 512, 0, 0},    {"v2", kPlain, 4, 1024, 512, 0, 0},
      {"block", kPlain, 8, 1024, 1, 64, 0},     {"v2-shared", kPlain, 8, 1024, 1, 128, 128},
      {"block", kPlain, 8, 1024, 2, 64, 0},     {"v2-shared", kPlain, 8, 1024, 2, 128, 128},
      {"block", kPlain, 8, 1024, 4, 0, 0},      {"v2-shared", kPlain, 8, 1024, 4, 128, 128},
      {"block", kPlain, 8, 1024, 8, 0, 0},      {"v2-shared", kPlain, 8, 1024, 8, 128, 128},
      {"block", kPlain, 8, 1024, 16, 0, 0},     {"v2-shared", kPlain, 8, 1024, 16, 0, 0},
      {"block", kPlain, 8, 1024, 32, 0, 0},     {"v2", kPlain, 8, 1024, 32, 0, 0},
      {"block", kPlain, 8, 1024, 64, 0, 0},     {"v2", kPlain, 8, 1024, 64, 0, 0},
      {"block", kPlain, 8, 1024, 128, 0, 0},    {"v2", kPlain, 8, 1024, 128, 0, 0},
      {"block", kPlain, 8, 1024, 256, 0, 0},    {"v2", kPlain, 8, 1024, 256, 0, 0},
      {"block", kPlain, 8, 1024, 512, 0, 0},    {"v2", kPlain, 8, 1024, 512, 0, 0},
      {"fast", kPlain, 4, 128, 1, 0, 0},        {"fast", kPlain, 4, 128, 12, 3968, 0},
      {"fast", kPlain, 4, 128, 21, 0, 3968},    {"fast", kPlain, 4, 128, 20, 0, 3968},
      {"fast", kPlain, 4, 256, 1, 0, 0},        {"fast", kPlain, 4, 256, 12, 7936, 0},
      {"fast", kPlain, 4, 256, 21, 0, 7936},    {"fast", kPlain, 4, 256, 20, 0, 7936},
      {"fast", kPlain, 4, 512, 1, 0, 0},        {"fast", kPlain, 4, 512, 12, 15872, 0},
      {"fast", kPlain, 4, 512, 21, 0, 15872},   {"fast", kPlain, 4, 512, 20, 0, 15872},
      {"fast", kPlain, 4, 1024, 1, 0, 0},       {"fast", kPlain, 4, 1024, 12, 31744, 0},
      {"fast", kPlain, 4, 1024, 21, 0, 31744},  {"fast", kPlain, 4, 1024, 20, 0, 31744},
      {"block", kPadded, 4, 1024, 1, 0, 0},     {"v2-shared", kPadded, 4, 1024, 1, 64, 64},
      {"block", kPadded, 4, 1024, 2, 0, 0},     {"v2-shared", kPadded, 4, 1024, 2, 64, 64},
      {"block", kPadded, 4, 1024, 4, 0, 0},     {"v2-shared", kPadded, 4, 1024, 4, 64, 64},
      {"block", kPadded, 4, 1024, 8, 0, 0},     {"v2-shared", kPadded, 4, 1024, 8, 64, 64},
      {"block", kPadded, 4, 1024, 16, 0, 0},    {"v2-shared", kPadded, 4, 1024, 16, 64, 64},
      {"block", kPadded, 4, 1024, 32, 0, 0},    {"v2", kPadded, 4, 1024, 32, 0, 0},
      {"block", kPadded, 4, 1024, 64, 0, 0},    {"v2", kPadded, 4, 1024, 64, 0, 0},
      {"block", kPadded, 4, 1024, 128, 0, 0},   {"v2", kPadded, 4, 1024, 128, 0, 0},
      {"block", kPadded, 4, 1024, 256, 0, 0},   {"v2", kPadded, 4, 1024, 256, 0, 0},
      {"block", kPadded, 4, 1024, 512, 0, 0},   {"v2", kPadded, 4, 1024, 512, 0, 0},
      {"block", kPadded, 8, 1024, 1, 64, 0},    {"v2-shared", kPadded, 8, 1024, 1, 128, 128},
      {"block", kPadded, 8, 1024, 2, 64, 0},    {"v2-shared", kPadded, 8, 1024, 2, 128, 128},
      {"block", kPadded, 8, 1024, 4, 0, 0},     {"v2-shared", kPadded, 8, 1024, 4, 128, 128},
      {"block", kPadded, 8, 1024, 8, 0, 0},     {"v2-shared", kPadded, 8, 1024, 8, 128, 128},
      {"block", kPadded, 8, 1024, 16, 0, 0},    {"v2-shared", kPadded, 8, 1024, 16, 0, 0},
      {"block", kPadded, 8, 1024, 32, 0, 0},    {"v2", kPadded, 8, 1024, 32, 0, 0},
      {"block", kPadded, 8, 1024, 64, 0, 0},    {"v2", kPadded, 8, 1024, 64, 0, 0},
      {"block", kPadded, 8, 1024, 128, 0, 0},   {"v2", kPadded, 8, 1024, 128, 0, 0},
      {"block", kPadded, 8, 1024, 256, 0, 0},   {"v2", kPadded, 8, 1024, 256, 0, 0},
      {"block", kPadded, 8, 1024, 512, 0, 0},   {"v2", kPadded, 8, 1024, 512, 0, 0},
      {"fast", kPadded, 4, 128, 1, 0, 0},       {"fast", kPadded, 4, 128, 12, 0, 0},
      {"fast", kPadded, 4, 128, 21, 0, 0},      {"fast", kPadded, 4, 128, 20, 0, 0},
      {"fast", kPadded, 4, 256, 1, 0, 0},       {"fast", kPadded, 4, 256, 12, 0, 0},
      {"fast", kPadded, 4, 256, 21, 0, 0},      {"fast", kPadded, 4, 256, 20, 0, 0},
      {"fast", kPadded, 4, 512, 1, 0, 0},       {"fast", kPadded, 4, 512, 12, 0, 0},
      {"fast", kPadded, 4, 512, 21, 0, 0},      {"fast", kPadded, 4, 512, 20, 0, 0},
      {"fast", kPadded, 4, 1024, 1, 0, 71},     {"fast", kPadded, 4, 1024, 12, 0, 0},
      {"fast", kPadded, 4, 1024, 21, 0, 0},     {"fast", kPadded, 4, 1024, 20, 0, 0},
      {"block", kSwizzled, 4, 1024, 1, 0, 0},   {"v2-shared", kSwizzled, 4, 1024, 1, 64, 64},
      {"block", kSwizzled, 4, 1024, 2, 0, 0},   {"v2-shared", kSwizzled, 4, 1024, 2, 64, 64},
      {"block", kSwizzled, 4, 1024, 4, 0, 0},   {"v2-shared", kSwizzled, 4, 1024, 4, 64, 64},
      {"block", kSwizzled, 4, 1024, 8, 0, 0},   {"v2-shared", kSwizzled, 4, 1024, 8, 64, 64},
      {"block", kSwizzled, 4, 1024, 16, 0, 0},  {"v2-shared", kSwizzled, 4, 1024, 16, 64, 64},
      {"block", kSwizzled, 4, 1024, 32, 0, 0},  {"v2", kSwizzled, 4, 1024, 32, 0, 0},
      {"block", kSwizzled, 4, 1024, 64, 0, 0},  {"v2", kSwizzled, 4, 1024, 64, 0, 0},
      {"block", kSwizzled, 4, 1024, 128, 0, 0}, {"v2", kSwizzled, 4, 1024, 128, 0, 0},
      {"block", kSwizzled, 4, 1024, 256, 0, 0}, {"v2", kSwizzled, 4, 1024, 256, 0, 0},
      {"block", kSwizzled, 4, 1024, 512, 0, 0}, {"v2", kSwizzled, 4, 1024, 512, 0, 0},
      {"block", kSwizzled, 8, 1024, 1, 64, 0},  {"v2-shared", kSwizzled, 8, 1024, 1, 128, 128},
      {"block", kSwizzled, 8, 1024, 2, 64, 0},  {"v2-shared", kSwizzled, 8, 1024, 2, 128, 128},
      {"block", kSwizzled, 8, 1024, 4, 0, 0},   {"v2-shared", kSwizzled, 8, 1024, 4, 128, 128},
      {"block", kSwizzled, 8, 1024, 8, 0, 0},   {"v2-shared", kSwizzled, 8, 1024, 8, 128, 128},
      {"block", kSwizzled, 8, 1024, 16, 0, 0},  {"v2-shared", kSwizzled, 8, 1024, 16, 0, 0},
      {"block", kSwizzled, 8, 1024, 32, 0, 0},  {"v2", kSwizzled, 8, 1024, 32, 0, 0},
      {"block", kSwizzled, 8, 1024, 64, 0, 0},  {"v2", kSwizzled, 8, 1024, 64, 0, 0},
      {"block", kSwizzled, 8, 1024, 128, 0, 0}, {"v2", kSwizzled, 8, 1024, 128, 0, 0},
      {"block", kSwizzled, 8, 1024, 256, 0, 0}, {"v2", kSwizzled, 8, 1024, 256, 0, 0},
      {"block", kSwizzled, 8, 1024, 512, 0, 0}, {"v2", kSwizzled, 8, 1024, 512, 0, 0},
      {"fast", kSwizzled, 4, 128, 1, 0, 0},     {"fast", kSwizzled, 4, 128, 12, 0, 0},
      {"fast", kSwizzled, 4, 128, 21, 0, 0},    {"fast", kSwizzled, 4, 128, 20, 0, 0},
      {"fast", kSwizzled, 4, 256, 1, 0, 0},     {"fast", kSwizzled, 4, 256, 12, 0, 0},
      {"fast", kSwizzled, 4, 256, 21, 0, 0},    {"fast", kSwizzled, 4, 256, 20, 0, 0},
      {"fast", kSwizzled, 4, 512, 1, 0, 0},     {"fast", kSwizzled, 4, 512, 12, 0, 0},
      {"fast", kSwizzled, 4, 512, 21, 0, 0},    {"fast", kSwizzled, 4, 512, 20, 0, 0},
      {"fast", kSwizzled, 4, 1024, 1, 0, 0},    {"fast", kSwizzled, 4, 1024, 12, 0, 0},
      {"fast", kSwizzled, 4, 1024, 21, 0, 0},   {"fast", kSwizzled, 4, 1024, 20, 0, 26},
  };
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
