// checksums.cpp: FNV-1a over the arrays of a recording.
#include "core/recordings/checksums.h"

#include <algorithm>
#include <cstring>

#include "core/base/pieces.h"

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

std::vector<std::uint64_t> layer_checksums(const Recording& recording) {
  if (recording.windows) return {};
  const Network& network = recording.network;
  const std::span<const unsigned char> bits = bytes_of(recording.bits);
  std::vector<std::uint64_t> sums(network.depth());
  constexpr std::size_t kLayersAPiece = 16;
  run_pieces((sums.size() + kLayersAPiece - 1) / kLayersAPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(sums.size(), (piece + 1) * kLayersAPiece);
    for (std::size_t i = piece * kLayersAPiece; i < end; ++i) {
      const auto layer = static_cast<std::uint32_t>(i);
      const std::uint64_t first = network.first_word(layer) * sizeof(std::uint32_t);
      const std::uint64_t last = network.first_word(layer + 1) * sizeof(std::uint32_t);
      sums[i] = checksum(bits.subspan(first, last - first));
    }
  });
  return sums;
}

std::uint64_t checksum_of_keyframes(const Recording& recording) {
  if (!recording.windows) return 0;
  std::uint64_t all = 0;
  for (const auto& keyframe : recording.windows->keyframes()) {
    all = all * 31 + checksum(bytes_of(keyframe));
  }
  return all;
}

}  // namespace sortscope
