// matchings.cpp: the table of matchings and how each is made.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/choice.h"
#include "core/networks/aks/generators.h"
#include "core/networks/aks/matching.h"
#include "core/networks/aks/tested_matching.h"

namespace sortscope {

namespace {

using Partners = std::span<std::uint32_t>;

std::uint32_t low_word(std::uint64_t bits) { return static_cast<std::uint32_t>(bits); }

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
// inserted one by one (algorithm 1 of the paper).
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

void fill_merge_shuffled(const MatchingKey& key, Partners partners) {
  constexpr std::size_t kShuffledRun = 1024;
  count_up(partners);
  merge_shuffle(key_bits_of(key), partners, kShuffledRun);
}

void fill_hull_dobell(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  const FullPeriod generator = full_period(key_bits_of(key), half);
  std::uint64_t x = generator.start;
  for (std::uint32_t& partner : partners) {
    partner = static_cast<std::uint32_t>(x);
    x = (generator.a * x + generator.c) % half;
  }
}

// Vertices are points (x, y) of a p x q torus, p q = h. Matching 0 is the identity, 1 to 4 are the
// shears of Gabber and Galil (1981), which together are their expander; further ones are the words
// of two shears, of three, and so on: m as a number with the digits 1 to 4.
void fill_gabber_galil(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  auto p = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(half)));
  while (half % p != 0) --p;
  const std::uint32_t q = half / p;
  for (std::uint32_t u = 0; u < half; ++u) {
    std::uint32_t x = u / q;
    std::uint32_t y = u % q;
    for (std::uint32_t word = key.matching; word > 0; word = (word - 1) / 4) {
      const std::uint32_t digit = (word - 1) % 4;
      if (digit < 2) {
        y = (y + x + digit) % q;
      } else {
        x = (x + y + digit - 2) % p;
      }
    }
    partners[u] = x * q + y;
  }
}

template <MatchingKind kKind>
void fill_hashed(const MatchingKey& key, Partners partners) {
  const auto half = static_cast<std::uint32_t>(partners.size());
  const HashMatching hash = hash_matching(hash_bits(kKind, key, half), half);
  for (std::uint32_t u = 0; u < half; ++u) partners[u] = hash_partner(hash, u);
}

constexpr std::array kTable = {
    Matching{MatchingKind::kHash, "hash", "Bijective hash",
             "Every partner is computed on its own from the key: nothing is stored.",
             "multiply and fold, cycle-walking; the wish of Fischer 2020, section 5", true,
             fill_hashed<MatchingKind::kHash>},
    Matching{MatchingKind::kMersenne, "mt19937", "Fisher–Yates, Mersenne twister",
             "A shuffled array; the slowest generator of the thesis, and of most sizes here.",
             "Fischer 2020, section 4.2; Matsumoto and Nishimura 1998", false,
             fill_shuffled<MersenneTwister>},
    Matching{MatchingKind::kMinimal, "minstd", "Fisher–Yates, minimal standard",
             "A shuffled array; the thesis's default generator.",
             "Fischer 2020, section 4.2; Park and Miller 1988", false,
             fill_shuffled<MinimalStandard>},
    Matching{MatchingKind::kXoroshiro, "xoroshiro64", "Fisher–Yates, xoroshiro64**",
             "A shuffled array; faster than minimal standard here, with better numbers.",
             "Fischer 2020, section 4.2; Blackman and Vigna 2018", false, fill_shuffled<Xoroshiro>},
    Matching{MatchingKind::kXorwow, "xorwow", "Fisher–Yates, XORWOW",
             "A shuffled array; the generator of the thesis's GPU version.",
             "Fischer 2020, section 3.2.5; Marsaglia 2003", false, fill_shuffled<Xorwow>},
    Matching{MatchingKind::kMergeShuffle, "merge-shuffle", "MergeShuffle",
             "Runs are shuffled side by side, then merged by coin flips.",
             "Fischer 2020, section 4.2; Bacher, Bodini, Hollender, Lumbroso 2015", false,
             fill_merge_shuffled},
    Matching{MatchingKind::kHullDobell, "hull-dobell", "Hull–Dobell generator",
             "A linear congruential generator of full period: the thesis rejected it.",
             "Fischer 2020, section 4.2; Hull and Dobell 1962", false, fill_hull_dobell},
    Matching{MatchingKind::kGabberGalil, "gabber-galil", "Gabber–Galil expander",
             "An explicit expander: words in four shears of a torus, no randomness at all.",
             "Gabber and Galil 1981", false, fill_gabber_galil},
    Matching{MatchingKind::kTested, "tested", "Tested seeds",
             "The hash with fixed seeds, the best of many for halvers of d = 8 and 12.",
             "searched by bench/search_seeds; the wish of Fischer 2020, section 5", true,
             fill_hashed<MatchingKind::kTested>},
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

const Matching* find_matching(std::string_view id) { return find_by_id(kTable, id); }

std::uint64_t hash_bits(MatchingKind kind, const MatchingKey& key, std::uint32_t half) {
  const TestedSeed* tested = kind == MatchingKind::kTested ? tested_seed(half) : nullptr;
  return key_bits_of(tested != nullptr ? tested_key(tested->seed, key.matching) : key);
}

void merge_shuffle(std::uint64_t bits, Partners values, std::size_t longest_run) {
  Xoroshiro random(bits);
  if (values.size() <= longest_run) {
    fisher_yates(values, random);
    return;
  }
  const std::size_t middle = values.size() / 2;
  merge_shuffle(mix64(bits ^ 1), values.first(middle), longest_run);
  merge_shuffle(mix64(bits ^ 2), values.subspan(middle), longest_run);
  merge_shuffled(values, middle, random);
}

FullPeriod full_period(std::uint64_t bits, std::uint32_t half) {
  std::uint64_t step = half % 4 == 0 ? 2 : 1;
  std::uint32_t rest = half;
  for (std::uint32_t prime = 2; prime <= rest; ++prime) {
    if (std::uint64_t{prime} * prime > rest) prime = rest;
    if (rest % prime != 0) continue;
    step *= prime;
    while (rest % prime == 0) rest /= prime;
  }
  FullPeriod made;
  made.a = 1 + step * (low_word(bits) % std::max<std::uint64_t>(1, half / step));
  made.c = low_word(bits >> 32) % half;
  while (std::gcd(made.c, half) != 1) ++made.c;
  made.start = mix64(bits) % half;
  return made;
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
