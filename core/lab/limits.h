// limits.h: how much a result holds: what is measured and kept, and so what is read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/error.h"
#include "core/lab/lab.h"

namespace sortscope {

/// Bytes of the file, cases, samples of all of them; more could not be drawn at once.
inline constexpr std::uint64_t kMostLabBytes = std::uint64_t{1} << 28;
inline constexpr std::size_t kMostLabCells = 10'000;
inline constexpr std::size_t kMostLabSamples = 250'000;
inline constexpr std::size_t kMostLabKernels = 64;  // of a case

/// Whether a result holds `cases`. Errors: kBadUsage with both numbers.
Status check_lab_cases(std::size_t cases);
/// What is said before `cases`, at least one, are measured `repetitions` times each: that they end
/// with fewer samples; "" where a result holds all.
std::string lab_limit_note(std::size_t cases, std::uint32_t repetitions);

}  // namespace sortscope
