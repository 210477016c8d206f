// checksums.h: arrays of a recording as bytes, and what proves that they are as they were.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/recordings/recording.h"

namespace sortscope {

template <typename T>
std::span<const unsigned char> bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const unsigned char*>(values.data()), values.size() * sizeof(T)};
}
template <typename T>
std::span<unsigned char> bytes_of(std::vector<T>& values) {
  return {reinterpret_cast<unsigned char*>(values.data()), values.size() * sizeof(T)};
}
inline std::span<const unsigned char> bytes_of(const Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}
inline std::span<unsigned char> bytes_of(Words& words) {
  return words.bits == 32 ? bytes_of(words.w32) : bytes_of(words.w64);
}

/// FNV-1a over little-endian 64-bit words, the last one filled up with zeros. Every step is one to
/// one, so a change inside one word is always seen. O(bytes).
std::uint64_t checksum(std::span<const unsigned char> bytes);

/// Of the outcome bits of every layer, on all threads; none for a sparse recording.
std::vector<std::uint64_t> layer_checksums(const Recording& recording);

/// Of a sparse recording's keyframes; 0 for others.
std::uint64_t checksum_of_keyframes(const Recording& recording);

}  // namespace sortscope
