// random.h: our own random numbers, the same on every machine and standard library.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace sortscope {

/// SplitMix64 (Steele, Lea, Flood 2014): 64 bits a call, any seed.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += kStep;
    std::uint64_t z = state_;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
  }
  /// As if next() had been called `calls` times. O(1).
  constexpr void skip(std::uint64_t calls) { state_ += calls * kStep; }
  /// 0 to limit - 1, limit >= 1: the high half of a 32 x 32 bit product (bias below limit / 2^32).
  constexpr std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>((next() >> 32) * limit >> 32);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
  std::uint64_t state_;
};

/// Fisher-Yates, from the end.
template <typename T>
void shuffle(std::vector<T>& values, SplitMix64& random) {
  for (auto i = static_cast<std::uint32_t>(values.size()); i > 1; --i) {
    std::swap(values[i - 1], values[random.below(i)]);
  }
}

}  // namespace sortscope
