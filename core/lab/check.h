// check.h: a hash of keys (and payloads) that does not look at their order: the same for every
// permutation of an input.
#pragma once

#include <cstdint>

namespace sortscope {

/// The finalizer of SplitMix64: a bijection that spreads neighbours. Hashes are summed modulo 2^64.
constexpr std::uint64_t lab_mix(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9U;
  word = (word ^ word >> 27) * 0x94d049bb133111ebU;
  return word ^ word >> 31;
}

/// Of a key whose word is `word` with the payload `payload` (0 where there is none).
constexpr std::uint64_t lab_hash(std::uint64_t word, std::uint32_t payload) {
  return lab_mix(lab_mix(word) ^ payload);
}

}  // namespace sortscope
