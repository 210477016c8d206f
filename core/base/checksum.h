// checksum.h: arrays as bytes, and what proves that they are as they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sortscope {

template <typename T>
std::span<const unsigned char> bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T)};
}
template <typename T>
std::span<unsigned char> bytes_of(std::vector<T>& values) {
  return {reinterpret_cast<unsigned char*>(values.data()), values.size() * sizeof(T)};
}

/// FNV-1a over little-endian 64-bit words, the last one filled up with zeros. Every step is one to
/// one, so a change inside one word is always seen. O(bytes).
std::uint64_t checksum(std::span<const unsigned char> bytes);

}  // namespace sortscope
