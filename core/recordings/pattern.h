// pattern.h: which wire keeps the minimum and which the maximum in a layer (Michalainas and Charisi
// 2025, figure 1.1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sortscope {

struct Recording;

enum class PatternCell : std::uint8_t { kNone, kMin, kMax };

/// One cell a wire. O(wires).
std::vector<PatternCell> min_max_pattern(const Recording& recording, std::uint32_t layer);

/// "min max max min min max max min"; "–" where a wire is not compared.
std::string pattern_text(const std::vector<PatternCell>& pattern);

}  // namespace sortscope
