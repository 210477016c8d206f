// limits.h: how much of a file of results is read.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sortscope {

/// Bytes of the file, cases, samples of all of them; more could not be drawn at once.
inline constexpr std::uint64_t kMostLabBytes = std::uint64_t{1} << 28;
inline constexpr std::size_t kMostLabCells = 10'000;
inline constexpr std::size_t kMostLabSamples = 250'000;

}  // namespace sortscope
