// checksum.h: arrays as bytes, and what proves that they are as they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sortscope {

struct Progress;

template <typename T, typename Memory>
std::span<const unsigned char> bytes_of(const std::vector<T, Memory>& values) {
  return {reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T)};
}
template <typename T, typename Memory>
std::span<unsigned char> bytes_of(std::vector<T, Memory>& values) {
  return {reinterpret_cast<unsigned char*>(values.data()), values.size() * sizeof(T)};
}

/// FNV-1a over little-endian 64-bit words, the last one filled up with zeros. Every step is one to
/// one, so a change inside one word is always seen. `before`: of the whole words that these bytes
/// follow. O(bytes).
inline constexpr std::uint64_t kChecksumOfNothing = 0xcbf29ce484222325U;
std::uint64_t checksum(std::span<const unsigned char> bytes,
                       std::uint64_t before = kChecksumOfNothing);

/// The same, looking at a cancel now and then: any number where it was cancelled.
std::uint64_t checksum_unless_cancelled(std::span<const unsigned char> bytes,
                                        const Progress* progress);

}  // namespace sortscope
