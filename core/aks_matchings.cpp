// aks_matchings.cpp: the table of matchings and how each is made.
#include "core/aks_matching.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace sortscope {

namespace {

using Partners = std::span<std::uint32_t>;

std::uint32_t low_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }

// --- generators: 32 random bits a call, and a number below a limit ---

// The engines of the standard library give the same words everywhere; its distributions do not.
class MersenneTwister {
 public:
  explicit MersenneTwister(std::uint64_t bits) : engine_(low_word(bits ^ bits >> 32)) {}
  std::uint32_t below(std::uint32_t limit) {
    return low_word(std::uint64_t{static_cast<std::uint32_t>(engine_())} * limit >> 32);
  }

 private:
  std::mt19937 engine_;
};

class MinimalStandard {
 public:
  explicit MinimalStandard(std::uint64_t bits) : engine_(low_word(bits ^ bits >> 32)) {}
  // Numbers 1 .. 2^31 - 2.
  std::uint32_t below(std::uint32_t limit) {
    constexpr std::uint64_t kRange = std::minstd_rand::max() - std::minstd_rand::min() + 1;
    return low_word((engine_() - std::minstd_rand::min()) * limit / kRange);
  }

 private:
  std::minstd_rand engine_;
};

// xoroshiro64** (Blackman and Vigna 2018).
class Xoroshiro {
 public:
  explicit Xoroshiro(std::uint64_t bits) : a_(low_word(bits)), b_(low_word(bits >> 32)) {
    if ((a_ | b_) == 0) a_ = 1;
  }
  std::uint32_t next() {
    const std::uint32_t result = rotated(a_ * 0x9e3779bbU, 5) * 5;
    const std::uint32_t other = b_ ^ a_;
    a_ = rotated(a_, 26) ^ other ^ other << 9;
    b_ = rotated(other, 13);
    return result;
  }
  std::uint32_t below(std::uint32_t limit) { return low_word(std::uint64_t{next()} * limit >> 32); }
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

// XORWOW (Marsaglia 2003), the default generator of cuRAND.
class Xorwow {
 public:
  explicit Xorwow(std::uint64_t bits) {
    for (std::size_t i = 0; i < state_.size(); ++i) {
      bits = mix64(bits);
      state_[i] = low_word(bits);
    }
    state_[0] |= 1;  // not all zero
    counter_ = low_word(mix64(bits));
  }
  std::uint32_t below(std::uint32_t limit) {
    const std::uint32_t t = state_[0] ^ state_[0] >> 2;
    std::copy(state_.begin() + 1, state_.end(), state_.begin());
    std::uint32_t& last = state_.back();
    last = last ^ last << 4 ^ t ^ t << 1;
    counter_ += 362437;
    return low_word(std::uint64_t{last + counter_} * limit >> 32);
  }

 private:
  std::array<std::uint32_t, 5> state_{};
  std::uint32_t counter_;
};

template <typename Random>
void fisher_yates(Partners partners, Random& random) {
  for (auto i = static_cast<std::uint32_t>(partners.size()); i > 1; --i) {
    std::swap(partners[i - 1], partners[random.below(i)]);
  }
}

void count_up(Partners partners) { std::iota(partners.begin(), partners.end(), 0U); }

template <typename Random>
void fill_shuffled(const MatchingKey& key, Partners partners) {
  Random random(key_bits_of(key));
  count_up(partners);
  fisher_yates(partners, random);
}

// Two shuffled runs become one: a fair coin draws from either until one is empty, the rest is
// inserted one by one (Bacher, Bodini, Hollender, Lumbroso 2015, algorithm 1).
void merge_shuffled(Partners both, std::size_t middle, Xoroshiro& random) {
  std::size_t i = 0;
  std::size_t j = middle;
  while (true) {
    if (random.flip()) {
      if (j == both.size()) break;
      std::swap(both[i], both[j]);
      ++j;
    } else if (i == j) {
      break;
    }
    ++i;
  }
  for (; i < both.size(); ++i) {
    std::swap(both[i], both[random.below(static_cast<std::uint32_t>(i) + 1)]);
  }
}

// Runs of at most this are shuffled by Fisher-Yates; each run and each merge has numbers of its
// own, so that any number of threads may do them.
constexpr std::size_t kShuffledRun = 1024;

void merge_shuffle(std::uint64_t bits, Partners partners) {
  Xoroshiro random(bits);
  if (partners.size() <= kShuffledRun) {
    fisher_yates(partners, random);
    return;
  }
  const std::size_t middle = partners.size() / 2;
  merge_shuffle(mix64(bits ^ 1), partners.first(middle));
  merge_shuffle(mix64(bits ^ 2), partners.subspan(middle));
  merge_shuffled(partners, middle, random);
}

void fill_merge_shuffled(const MatchingKey& key, Partners partners) {
  count_up(partners);
  merge_shuffle(key_bits_of(key), partners);
}

// x -> a x + c mod h runs through all of 0 .. h - 1 iff c has no divisor in common with h, and a -
// 1 is a multiple of every prime divisor of h, and of 4 if h is (Hull and Dobell 1962).
void fill_hull_dobell(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  std::uint64_t step = half % 4 == 0 ? 2 : 1;
  std::uint32_t rest = half;
  for (std::uint32_t prime = 2; prime <= rest; ++prime) {
    if (prime * prime > rest) prime = rest;
    if (rest % prime != 0) continue;
    step *= prime;
    while (rest % prime == 0) rest /= prime;
  }
  const std::uint64_t bits = key_bits_of(key);
  const std::uint64_t a = 1 + step * (low_word(bits) % std::max<std::uint64_t>(1, half / step));
  std::uint32_t c = low_word(bits >> 32) % half;
  while (std::gcd(c, half) != 1) ++c;
  std::uint64_t x = mix64(bits) % half;
  for (std::uint32_t& partner : partners) {
    partner = static_cast<std::uint32_t>(x);
    x = (a * x + c) % half;
  }
}

// Vertices are points (x, y) of a p x q torus, p q = h. Matching m is a word in the five maps of
// Gabber and Galil (1981): its digits to base 5.
void fill_gabber_galil(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  auto p = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(half)));
  while (half % p != 0) --p;
  const std::uint32_t q = half / p;
  for (std::uint32_t u = 0; u < half; ++u) {
    std::uint32_t x = u / q;
    std::uint32_t y = u % q;
    for (std::uint32_t word = key.matching; word > 0; word /= 5) {
      const std::uint32_t digit = word % 5;
      if (digit == 1 || digit == 2) y = (y + x + digit - 1) % q;
      if (digit == 3 || digit == 4) x = (x + y + digit - 3) % p;
    }
    partners[u] = x * q + y;
  }
}

void fill_hashed(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  const HashMatching hash = hash_matching(key_bits_of(key), half);
  for (std::uint32_t u = 0; u < half; ++u) partners[u] = hash_partner(hash, u);
}

constexpr std::array kTable = {
    Matching{MatchingKind::kHash, "hash", "Bijective hash",
             "Every partner is computed on its own from the key: nothing is stored.",
             "multiply and fold, cycle-walking; the wish of seed 004, section 5", true,
             fill_hashed},
    Matching{MatchingKind::kMersenne, "mt19937", "Fisher–Yates, Mersenne twister",
             "A shuffled array; the slowest of the thesis's three generators.",
             "seed 004, section 4.2; Matsumoto and Nishimura 1998", false,
             fill_shuffled<MersenneTwister>},
    Matching{MatchingKind::kMinimal, "minstd", "Fisher–Yates, minimal standard",
             "A shuffled array; the thesis's default generator.",
             "seed 004, section 4.2; Park and Miller 1988", false, fill_shuffled<MinimalStandard>},
    Matching{MatchingKind::kXoroshiro, "xoroshiro64", "Fisher–Yates, xoroshiro64**",
             "A shuffled array; as fast as minimal standard, with better numbers.",
             "seed 004, section 4.2; Blackman and Vigna 2018", false, fill_shuffled<Xoroshiro>},
    Matching{MatchingKind::kXorwow, "xorwow", "Fisher–Yates, XORWOW",
             "A shuffled array; the generator of the thesis's GPU version.",
             "seed 004, section 3.2.5; Marsaglia 2003", false, fill_shuffled<Xorwow>},
    Matching{MatchingKind::kMergeShuffle, "merge-shuffle", "MergeShuffle",
             "Runs are shuffled side by side, then merged by coin flips.",
             "seed 004, section 4.2; Bacher, Bodini, Hollender, Lumbroso 2015", false,
             fill_merge_shuffled},
    Matching{MatchingKind::kHullDobell, "hull-dobell", "Hull–Dobell generator",
             "A linear congruential generator of full period: the thesis rejected it.",
             "seed 004, section 4.2; Hull and Dobell 1962", false, fill_hull_dobell},
    Matching{MatchingKind::kGabberGalil, "gabber-galil", "Gabber–Galil expander",
             "An explicit expander: words in five shears of a torus, no randomness at all.",
             "Gabber and Galil 1981", false, fill_gabber_galil},
};

// The last matching that this thread filled, and its inverse.
struct LastMatching {
  MatchingKind kind = MatchingKind::kHash;
  MatchingKey key;
  std::vector<std::uint32_t> partners;
  std::vector<std::uint32_t> back;
};

const LastMatching& last_matching(MatchingKind kind, const MatchingKey& key, std::uint32_t half) {
  thread_local LastMatching last;
  if (last.kind != kind || last.key != key || last.partners.size() != half) {
    last.kind = kind;
    last.key = key;
    last.partners.resize(half);
    last.back.resize(half);
    fill_partners(kind, key, last.partners);
    for (std::uint32_t u = 0; u < half; ++u) last.back[last.partners[u]] = u;
  }
  return last;
}

}  // namespace

std::span<const Matching> matchings() { return kTable; }

const Matching& matching_of(MatchingKind kind) {
  const auto* const found =
      std::find_if(kTable.begin(), kTable.end(), [&](const Matching& m) { return m.kind == kind; });
  return *found;
}

const Matching* find_matching(std::string_view id) {
  const auto* const found =
      std::find_if(kTable.begin(), kTable.end(), [&](const Matching& m) { return m.id == id; });
  return found == kTable.end() ? nullptr : found;
}

std::uint64_t hash_bits(MatchingKind /*kind*/, const MatchingKey& key, std::uint32_t /*half*/) {
  return key_bits_of(key);
}

void fill_partners(MatchingKind kind, const MatchingKey& key, Partners partners) {
  matching_of(kind).fill(key, partners);
}

std::uint32_t partner_in(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                         std::uint32_t u) {
  if (matching_of(kind).closed_form) {
    return hash_partner(hash_matching(hash_bits(kind, key, half), half), u);
  }
  return last_matching(kind, key, half).partners[u];
}

std::uint32_t partner_back(MatchingKind kind, const MatchingKey& key, std::uint32_t half,
                           std::uint32_t v) {
  if (matching_of(kind).closed_form) {
    return hash_partner_back(hash_matching(hash_bits(kind, key, half), half), v);
  }
  return last_matching(kind, key, half).back[v];
}

}  // namespace sortscope
