// checksum.cpp: FNV-1a over bytes.
#include "core/base/checksum.h"

#include <algorithm>
#include <cstring>

#include "core/base/progress.h"

namespace sortscope {

std::uint64_t checksum(std::span<const unsigned char> bytes, std::uint64_t before) {
  std::uint64_t hash = before;
  constexpr std::uint64_t kPrime = 0x100000001b3U;
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    hash = (hash ^ word) * kPrime;
  }
  if (at < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    hash = (hash ^ word) * kPrime;
  }
  return hash;
}

std::uint64_t checksum_unless_cancelled(std::span<const unsigned char> bytes,
                                        const Progress* progress) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 20;
  std::uint64_t hash = kChecksumOfNothing;
  for (std::size_t at = 0; at < bytes.size(); at += kAtOnce) {
    if (progress != nullptr && progress->cancelled()) break;
    hash = checksum(bytes.subspan(at, std::min(kAtOnce, bytes.size() - at)), hash);
  }
  return hash;
}

}  // namespace sortscope
