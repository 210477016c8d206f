// generators.h: the random generators that shuffled matchings are made with.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <span>

#include "core/networks/aks/matching.h"

namespace sortscope {

/// MT19937 (Matsumoto and Nishimura 1998). The engines of the standard library give the same words
/// everywhere; its distributions do not.
class MersenneTwister {
 public:
  explicit MersenneTwister(std::uint64_t bits)
      : engine_(static_cast<std::uint32_t>(bits ^ bits >> 32)) {}
  std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }
  /// 0 .. limit - 1, here and below.
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(std::uint64_t{next()} * limit >> 32);
  }

 private:
  std::mt19937 engine_;
};

/// x -> 48271 x mod 2^31 - 1 (Park and Miller 1988, with the multiplier of 1993).
class MinimalStandard {
 public:
  explicit MinimalStandard(std::uint64_t bits)
      : engine_(static_cast<std::uint32_t>(bits ^ bits >> 32)) {}
  /// 1 .. 2^31 - 2.
  std::uint32_t next() { return static_cast<std::uint32_t>(engine_()); }
  std::uint32_t below(std::uint32_t limit) {
    constexpr std::uint64_t kRange = std::minstd_rand::max() - std::minstd_rand::min() + 1;
    const std::uint64_t number = next() - std::minstd_rand::min();
    return static_cast<std::uint32_t>(number * limit / kRange);
  }

 private:
  std::minstd_rand engine_;
};

/// xoroshiro64** (Blackman and Vigna 2018). The state is the low and the high word of `bits`.
class Xoroshiro {
 public:
  explicit Xoroshiro(std::uint64_t bits)
      : a_(static_cast<std::uint32_t>(bits)), b_(static_cast<std::uint32_t>(bits >> 32)) {
    if ((a_ | b_) == 0) a_ = 1;
  }
  std::uint32_t next() {
    const std::uint32_t result = rotated(a_ * 0x9e3779bbU, 5) * 5;
    const std::uint32_t other = b_ ^ a_;
    a_ = rotated(a_, 26) ^ other ^ other << 9;
    b_ = rotated(other, 13);
    return result;
  }
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(std::uint64_t{next()} * limit >> 32);
  }
  bool flip() {
    if (left_ == 0) {
      word_ = next();
      left_ = 32;
    }
    --left_;
    const bool bit = (word_ & 1) != 0;
    word_ >>= 1;
    return bit;
  }

 private:
  static std::uint32_t rotated(std::uint32_t x, int by) { return x << by | x >> (32 - by); }
  std::uint32_t a_;
  std::uint32_t b_;
  std::uint32_t word_ = 0;
  int left_ = 0;
};

/// XORWOW (Marsaglia 2003), the default generator of cuRAND.
class Xorwow {
 public:
  /// The state x, y, z, w, v and the counter d.
  Xorwow(const std::array<std::uint32_t, 5>& state, std::uint32_t counter)
      : state_(state), counter_(counter) {}
  explicit Xorwow(std::uint64_t bits) {
    for (std::uint32_t& word : state_) {
      bits = mix64(bits);
      word = static_cast<std::uint32_t>(bits);
    }
    state_[0] |= 1;  // not all zero
    counter_ = static_cast<std::uint32_t>(mix64(bits));
  }
  std::uint32_t next() {
    const std::uint32_t t = state_[0] ^ state_[0] >> 2;
    std::copy(state_.begin() + 1, state_.end(), state_.begin());
    std::uint32_t& last = state_.back();
    last = last ^ last << 4 ^ t ^ t << 1;
    counter_ += 362437;
    return last + counter_;
  }
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(std::uint64_t{next()} * limit >> 32);
  }

 private:
  std::array<std::uint32_t, 5> state_{};
  std::uint32_t counter_ = 0;
};

/// Shuffles by MergeShuffle (Bacher, Bodini, Hollender, Lumbroso 2015): runs of at most
/// `longest_run` by Fisher-Yates, then merges by coin flips. Each run and each merge has numbers of
/// its own, keyed by `bits`, so that any number of threads may do them. O(size).
void merge_shuffle(std::uint64_t bits, std::span<std::uint32_t> values, std::size_t longest_run);

/// The generator x -> (a x + c) mod half from `start` on, of full period half.
struct FullPeriod {
  std::uint64_t a = 1;
  std::uint32_t c = 0;
  std::uint64_t start = 0;
};
/// One that holds the conditions of Hull and Dobell (1962): c has no divisor in common with half,
/// and a - 1 is a multiple of every prime divisor of half, and of 4 if half is. O(sqrt(half)).
FullPeriod full_period(std::uint64_t bits, std::uint32_t half);

}  // namespace sortscope
