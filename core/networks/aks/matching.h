// matching.h: the matchings of bipartite graphs behind one interface. The hash and the cyclic
// ones are functions in plain words, the same in CUDA kernels; the others fill an array.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sortscope {

/// How a matching of two sides of h vertices is made.
enum class MatchingKind : std::uint8_t {
  kHash,          // a bijective hash: nothing is stored
  kMersenne,      // Fisher-Yates over a Mersenne twister (MT19937)
  kMinimal,       // Fisher-Yates over the minimal standard generator
  kXoroshiro,     // Fisher-Yates over xoroshiro64**
  kXorwow,        // Fisher-Yates over XORWOW, the generator of the thesis's GPU version
  kMergeShuffle,  // MergeShuffle (Bacher et al.) over xoroshiro64**
  kHullDobell,    // a linear congruential generator of full period: rejected by the thesis
  kGabberGalil,   // an explicit expander: words in its shears
  kTested,        // the hash with fixed seeds that were searched for small error
};

/// What a matching's random numbers are keyed by: never by the thread that makes it.
struct MatchingKey {
  std::uint64_t seed = 1;
  std::uint32_t t = 0;
  std::uint32_t level = 0;
  std::uint32_t separator = 0;
  std::uint32_t layer = 0;
  std::uint32_t side = 0;
  std::uint32_t matching = 0;
  friend constexpr bool operator==(const MatchingKey&, const MatchingKey&) = default;
};

/// 64 bits from a key: SplitMix64's mixing over its words.
constexpr std::uint64_t mix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}
constexpr std::uint64_t key_bits_of(const MatchingKey& key) {
  std::uint64_t h = mix64(key.seed);
  h = mix64(h ^ (std::uint64_t{key.t} << 32 | key.level));
  h = mix64(h ^ (std::uint64_t{key.separator} << 32 | key.layer << 1 | key.side));
  return mix64(h ^ key.matching);
}

/// A bijection of 0 .. h - 1 from four key words: rounds of adding, multiplying by odd numbers and
/// folding modulo the next power of two, walked on until inside. Where h is a multiple of 8 and at
/// least 512, sectors of 8 neighbours (32 bytes) stay together: the sector is hashed and its lanes
/// are exchanged by XOR, so that memory is read in whole sectors.
struct HashMatching {
  std::uint32_t domain = 1;  // sectors or vertices
  std::uint32_t mask = 0;    // next power of two, less 1
  std::uint32_t fold = 1;
  std::uint32_t lanes = 0;  // 3: sectors of 8; 0: single vertices
  std::uint32_t keys[4] = {};
};

inline constexpr std::uint32_t kSectorLanesLog2 = 3;
inline constexpr std::uint32_t kLeastSectorHalf = 512;

constexpr HashMatching hash_matching(std::uint64_t key, std::uint32_t half) {
  HashMatching made;
  const bool sectors = half >= kLeastSectorHalf && half % (1U << kSectorLanesLog2) == 0;
  made.lanes = sectors ? kSectorLanesLog2 : 0;
  made.domain = half >> made.lanes;
  std::uint32_t bits = 1;
  while ((std::uint64_t{1} << bits) < made.domain) ++bits;
  made.mask = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
  made.fold = bits > 1 ? (bits + 1) / 2 : 1;
  const std::uint64_t more = mix64(key);
  made.keys[0] = static_cast<std::uint32_t>(key);
  made.keys[1] = static_cast<std::uint32_t>(key >> 32) | 1U;
  made.keys[2] = static_cast<std::uint32_t>(more) | 1U;
  made.keys[3] = static_cast<std::uint32_t>(more >> 32);
  return made;
}

/// The inverse of an odd number modulo 2^32 (Newton).
constexpr std::uint32_t odd_inverse(std::uint32_t odd) {
  std::uint32_t x = odd;
  for (int i = 0; i < 4; ++i) x *= 2 - odd * x;
  return x;
}

constexpr std::uint32_t hash_once(const HashMatching& m, std::uint32_t x) {
  x = (x + m.keys[0]) & m.mask;
  x ^= x >> m.fold;
  x = (x * m.keys[1]) & m.mask;
  x ^= x >> m.fold;
  x = (x * m.keys[2] + m.keys[3]) & m.mask;
  x ^= x >> m.fold;
  x = (x * m.keys[1]) & m.mask;
  return x ^ x >> m.fold;
}
constexpr std::uint32_t unhash_once(const HashMatching& m, std::uint32_t x) {
  // `fold` is at least half the bits: folding is its own inverse.
  const std::uint32_t first = odd_inverse(m.keys[1]);
  x ^= x >> m.fold;
  x = (x * first) & m.mask;
  x ^= x >> m.fold;
  x = ((x - m.keys[3]) * odd_inverse(m.keys[2])) & m.mask;
  x ^= x >> m.fold;
  x = (x * first) & m.mask;
  x ^= x >> m.fold;
  return (x - m.keys[0]) & m.mask;
}

/// Exchange of lanes in the sector that `sector` meets: partner lane = lane ^ this.
constexpr std::uint32_t hash_lane(const HashMatching& m, std::uint32_t sector) {
  return ((sector ^ m.keys[3]) * 0x9e3779b1U) >> (32 - kSectorLanesLog2);
}
constexpr std::uint32_t hash_sector(const HashMatching& m, std::uint32_t x) {
  do {
    x = hash_once(m, x);
  } while (x >= m.domain);
  return x;
}
/// The right vertex that left vertex u meets, and the left one that right vertex v meets. O(1).
constexpr std::uint32_t hash_partner(const HashMatching& m, std::uint32_t u) {
  if (m.lanes == 0) return hash_sector(m, u);
  const std::uint32_t sector = u >> kSectorLanesLog2;
  const std::uint32_t lane = (u & 7U) ^ hash_lane(m, sector);
  return hash_sector(m, sector) << kSectorLanesLog2 | lane;
}
constexpr std::uint32_t hash_partner_back(const HashMatching& m, std::uint32_t v) {
  std::uint32_t x = m.lanes == 0 ? v : v >> kSectorLanesLog2;
  do {
    x = unhash_once(m, x);
  } while (x >= m.domain);
  if (m.lanes == 0) return x;
  return x << kSectorLanesLog2 | ((v & 7U) ^ hash_lane(m, x));
}

/// A construction: one row of the table of matchings.
struct Matching {
  MatchingKind kind;
  std::string_view id;     // "hash", "mt19937" ...: stable
  std::string_view title;  // "Bijective hash"
  std::string_view summary;
  std::string_view source;
  bool closed_form;  // hash_partner() with hash_bits() answers every vertex on its own
  /// Writes the right vertex of every left vertex; partners.size() = h. O(h), no allocation beyond
  /// O(h).
  void (*fill)(const MatchingKey& key, std::span<std::uint32_t> partners);
};
/// The table of matchings.
std::span<const Matching> matchings();
const Matching& matching_of(MatchingKind kind);
/// Null where there is none of that name.
const Matching* find_matching(std::string_view id);

/// The bits that a closed-form matching is hashed with: those of the key, or of the tested seed.
std::uint64_t hash_bits(MatchingKind kind, const MatchingKey& key, std::uint32_t half);

/// Right vertices of all left ones; partners.size() = half. O(half).
void fill_partners(MatchingKind kind, const MatchingKey& key, std::span<std::uint32_t> partners);
/// Of one left vertex, and the left vertex of a right one. O(1) in closed form; else O(half) where
/// this thread asked for another matching before.
std::uint32_t partner_in(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                         std::uint32_t u);
std::uint32_t partner_back(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                           std::uint32_t v);

}  // namespace sortscope
