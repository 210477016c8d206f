// checksum.cpp: FNV-1a over bytes.
#include "core/base/checksum.h"

#include <cstring>

namespace sortscope {

std::uint64_t checksum(std::span<const unsigned char> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
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

}  // namespace sortscope
