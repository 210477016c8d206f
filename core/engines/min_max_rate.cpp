// min_max_rate.cpp: comparators on registers, the best of a few tries.
#include "core/engines/min_max_rate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/base/machine.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace sortscope {

namespace {

constexpr int kTries = 4;
constexpr std::uint64_t kRounds = 400'000;
constexpr std::size_t kRegisters = 8;

#if defined(__x86_64__)
// Of a round: four comparators of vectors of eight words, a minimum and a maximum each.
constexpr double kVectorOperations = 4 * 2 * 8;

__attribute__((target("avx2"))) std::uint32_t vector_rounds(std::uint32_t seed) {
  __m256i v[kRegisters];
  for (std::size_t i = 0; i < kRegisters; ++i) {
    v[i] = _mm256_set1_epi32(static_cast<int>(seed * (2 * i + 3)));
  }
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kRegisters; i += 2) {
      const __m256i low = _mm256_min_epu32(v[i], v[i + 1]);
      const __m256i high = _mm256_max_epu32(v[i], v[i + 1]);
      v[i] = high;
      v[i + 1] = low;
      // What it comes to is not seen through.
      asm volatile("" : "+x"(v[i]), "+x"(v[i + 1]));
    }
  }
  __m256i sum = v[0];
  for (std::size_t i = 1; i < kRegisters; ++i) sum = _mm256_xor_si256(sum, v[i]);
  return static_cast<std::uint32_t>(_mm256_extract_epi32(sum, 0));
}
#endif

constexpr double kWordOperations = 4 * 2;

std::uint32_t word_rounds(std::uint32_t seed) {
  std::array<std::uint32_t, kRegisters> v{};
  for (std::size_t i = 0; i < kRegisters; ++i) {
    v[i] = seed * (2 * static_cast<std::uint32_t>(i) + 3);
  }
  for (std::uint64_t round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < kRegisters; i += 2) {
      const std::uint32_t low = std::min(v[i], v[i + 1]);
      const std::uint32_t high = std::max(v[i], v[i + 1]);
      v[i] = high;
      v[i + 1] = low;
      asm volatile("" : "+r"(v[i]), "+r"(v[i + 1]));
    }
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t word : v) sum ^= word;
  return sum;
}

}  // namespace

double min_max_rate(ThreadTeam& team, unsigned threads) {
  auto* rounds = word_rounds;
  double operations = kWordOperations;
#if defined(__x86_64__)
  if (avx2_here()) {
    rounds = vector_rounds;
    operations = kVectorOperations;
  }
#endif
  double best_s = 1e9;
  std::atomic<std::uint32_t> wanted{0};
  for (int i = 0; i < kTries; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    team.run(threads, [&](unsigned thread) { wanted += rounds(thread + 1); });
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    best_s = std::min(best_s, took.count());
  }
  return operations * static_cast<double>(kRounds) * threads / best_s;
}

}  // namespace sortscope
