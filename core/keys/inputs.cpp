// inputs.cpp: the table of generated inputs.
#include "core/keys/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/choice.h"
#include "core/base/pieces.h"
#include "core/base/random.h"
#include "core/keys/adversary.h"

namespace sortscope {

namespace {

constexpr const char* kMakingKeys = "making the keys";

/// Inputs up to this size get values of one or two digits.
constexpr std::uint32_t kReadable = 100;

bool is_float(KeyType type) { return type == KeyType::kFloat32 || type == KeyType::kFloat64; }

std::uint64_t float_bits(KeyType type, double value) {
  return type == KeyType::kFloat32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                                   : std::bit_cast<std::uint64_t>(value);
}

// The bit pattern of a small whole number; of a tenth of it for floats, where `tenths`.
std::uint64_t small_number(KeyType type, std::uint32_t value, bool tenths) {
  if (is_float(type)) return float_bits(type, tenths ? value / 10.0 : value);
  return value;
}

// The bit pattern at `position`, 0 to 2^64 - 1, of the type's range from its least to its largest
// value; for floats of -1000 to 1000.
std::uint64_t at_position(KeyType type, std::uint64_t position) {
  switch (type) {
    case KeyType::kUint32:
      return position >> 32;
    case KeyType::kInt32:
      return position >> 32 ^ 0x80000000U;
    case KeyType::kUint64:
      return position;
    case KeyType::kInt64:
      return position ^ std::uint64_t{1} << 63;
    case KeyType::kFloat32:
    case KeyType::kFloat64:
      break;
  }
  const unsigned bits = type == KeyType::kFloat32 ? 24 : 53;
  const double unit = static_cast<double>(position >> (64 - bits)) / std::exp2(bits);
  return float_bits(type, unit * 2000.0 - 1000.0);
}

/// What a kind is asked for, and the keys it fills.
struct Generation {
  KeyType type;
  std::uint32_t n;
  Order order;
  const Algorithm& algorithm;
  SplitMix64 random;
  Keys keys;
  Progress* progress;

  [[nodiscard]] bool readable() const { return n <= kReadable; }
  // The small numbers to draw from: 10 to 99 (1.0 to 9.9) as long as they suffice, else 0 to 99.
  [[nodiscard]] std::uint32_t least() const { return n <= 90 ? 10 : 0; }

  void set(std::uint32_t i, std::uint64_t raw) { keys.raw.set(i, raw); }
  // Key `i` gets the value that comes at `rank` in the order asked for. Ranks 0 to n - 1 spread
  // evenly and, where the type has that many values, without repetition.
  void set_rank(std::uint32_t i, std::uint32_t rank) {
    const std::uint32_t step = order == Order::kAscending ? rank : n - 1 - rank;
    if (readable()) {
      const std::uint32_t gap = n > 1 ? (99 - least()) / (n - 1) : 0;
      set(i, small_number(type, least() + step * gap, true));
    } else {
      set(i, at_position(type, step * (~std::uint64_t{0} / (n - 1))));
    }
  }
  bool set_ranks(const std::vector<std::uint32_t>& ranks) {
    return for_each(n, [&](std::uint32_t i) { set_rank(i, ranks[i]); });
  }

  // work(i) for all i below `count`, each on its own, on all threads.
  template <typename Work>
  bool for_each(std::uint32_t count, const Work& work) const {
    return in_stretches_at_once(count, progress, [&](std::uint64_t first, std::uint64_t end) {
      for (auto i = static_cast<std::uint32_t>(first); i < end; ++i) work(i);
    });
  }
  // The same, where work(i, random) draws one number, the i-th from here.
  template <typename Work>
  bool for_each_draw(const Work& work) {
    const bool all = in_stretches_at_once(n, progress, [&](std::uint64_t first, std::uint64_t end) {
      SplitMix64 from_first = random;
      from_first.skip(first);
      for (auto i = static_cast<std::uint32_t>(first); i < end; ++i) work(i, from_first);
    });
    random.skip(n);
    return all;
  }
};

// What fills the keys gives false where it was cancelled.

bool fill_uniform(Generation& g) {
  if (!g.readable()) {
    return g.for_each_draw(
        [&](std::uint32_t i, SplitMix64& random) { g.set(i, at_position(g.type, random.next())); });
  }
  std::vector<std::uint32_t> pool(100 - g.least());
  std::iota(pool.begin(), pool.end(), g.least());
  shuffle(pool, g.random);
  for (std::uint32_t i = 0; i < g.n; ++i) g.set(i, small_number(g.type, pool[i], true));
  return goes_on(g.progress, g.n);
}

bool fill_sorted(Generation& g) {
  return g.for_each(g.n, [&](std::uint32_t i) { g.set_rank(i, i); });
}

bool fill_reversed(Generation& g) {
  return g.for_each(g.n, [&](std::uint32_t i) { g.set_rank(i, g.n - 1 - i); });
}

// One exchange of keys up to four places apart in each of n/16 + 1 stretches.
bool fill_nearly_sorted(Generation& g) {
  if (!fill_sorted(g)) return false;
  const std::uint32_t stretches = g.n / 16 + 1;
  return in_stretches(stretches, g.progress, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t s = from; s < to; ++s) {
      const auto first = static_cast<std::uint32_t>(s * g.n / stretches);
      const auto end = static_cast<std::uint32_t>((s + 1) * g.n / stretches);
      if (end - first < 2) continue;
      const std::uint32_t a = first + g.random.below(end - first - 1);
      const std::uint32_t b = a + 1 + g.random.below(std::min(4U, end - a - 1));
      g.set_rank(a, b);
      g.set_rank(b, a);
    }
  });
}

// Four to eight values, about the square root of n.
bool fill_few_distinct(Generation& g) {
  const auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(g.n)));
  const std::uint32_t distinct = std::clamp(root, 4U, 8U);
  std::vector<std::uint64_t> values;
  if (g.readable()) {
    std::vector<std::uint32_t> pool(90);
    std::iota(pool.begin(), pool.end(), 10U);
    shuffle(pool, g.random);
    for (std::uint32_t v = 0; v < distinct; ++v) {
      values.push_back(small_number(g.type, pool[v], true));
    }
  } else {
    for (std::uint32_t v = 0; v < distinct; ++v) {
      values.push_back(at_position(g.type, g.random.next()));
    }
  }
  return g.for_each_draw(
      [&](std::uint32_t i, SplitMix64& random) { g.set(i, values[random.below(distinct)]); });
}

bool fill_all_equal(Generation& g) {
  return g.for_each(g.n, [&](std::uint32_t i) { g.set(i, small_number(g.type, 42, true)); });
}

// Every rank falls on the rising or on the falling side at random; the last is the peak.
bool fill_bitonic(Generation& g) {
  std::uint32_t left = 0;
  std::uint32_t right = g.n;
  return in_stretches(g.n, g.progress, [&](std::uint64_t first, std::uint64_t end) {
    for (auto rank = static_cast<std::uint32_t>(first); rank < end; ++rank) {
      g.set_rank(g.random.below(2) == 0 ? left++ : --right, rank);
    }
  });
}

// Rises and falls evenly: every value stands left and right, but for the middle one of an odd n.
bool fill_organ_pipe(Generation& g) {
  return g.for_each((g.n + 1) / 2, [&](std::uint32_t i) {
    g.set_rank(i, 2 * i);
    g.set_rank(g.n - 1 - i, 2 * i);
  }) && goes_on(g.progress, g.n / 2);
}

bool fill_zero_one(Generation& g) {
  return g.for_each_draw([&](std::uint32_t i, SplitMix64& random) {
    g.set(i, small_number(g.type, random.below(2), false));
  });
}

bool fill_adversarial(Generation& g) {
  const std::vector<std::uint32_t> ranks =
      adversarial_ranks(g.algorithm, g.n, g.random, g.progress);
  if (g.progress != nullptr) g.progress->begin(g.n, kMakingKeys);
  return ranks.size() == g.n && g.set_ranks(ranks);
}

// The SYCL tutorial: d[i] = n - i * (1 + [3 | i] + [5 | i] + [7 | i] + [11 | i]); integers wrap in
// their type.
bool fill_jagged(Generation& g) {
  return g.for_each(g.n, [&](std::uint32_t i) {
    const std::int64_t factor = 1 + (i % 3 == 0) + (i % 5 == 0) + (i % 7 == 0) + (i % 11 == 0);
    const std::int64_t value = std::int64_t{g.n} - std::int64_t{i} * factor;
    const auto wrapped = std::bit_cast<std::uint64_t>(value);
    if (is_float(g.type)) {
      g.set(i, float_bits(g.type, static_cast<double>(value)));
    } else {
      g.set(i, bits_of(g.type) == 32 ? wrapped & 0xffffffffU : wrapped);
    }
  });
}

struct KindRow {
  InputKind kind;
  bool (*fill)(Generation& generation);
};

constexpr std::array kTable = {
    KindRow{{"uniform", "Uniform", "Random keys, spread evenly.", true}, fill_uniform},
    KindRow{{"sorted", "Sorted", "Already in the order asked for.", false}, fill_sorted},
    KindRow{{"reversed", "Reversed", "In order, but backwards.", false}, fill_reversed},
    KindRow{
        {"nearly-sorted", "Nearly sorted", "In order but for a few exchanged neighbours.", true},
        fill_nearly_sorted},
    KindRow{{"few-distinct", "Few distinct", "Four to eight values, each many times.", true},
            fill_few_distinct},
    KindRow{
        {"all-equal", "All equal", "The same key everywhere: a network exchanges nothing.", false},
        fill_all_equal},
    KindRow{{"bitonic", "Bitonic", "Rises, then falls: what a bitonic merger takes.", true},
            fill_bitonic},
    KindRow{
        {"organ-pipe", "Organ pipe", "Rises and falls evenly, every value on both sides.", false},
        fill_organ_pipe},
    KindRow{{"zero-one", "Zeros and ones", "Random 0 and 1, as in the zero-one principle.", true},
            fill_zero_one},
    KindRow{
        {"adversarial", "Adversarial", "Searched for many exchanges in the network at hand.", true},
        fill_adversarial},
    KindRow{{"jagged", "Jagged descent",
             "n - i * (1 + [3|i] + [5|i] + [7|i] + [11|i]); the input of a SYCL tutorial on "
             "bitonic sort.",
             false},
            fill_jagged},
};

constexpr std::array<InputKind, kTable.size()> kKinds = [] {
  std::array<InputKind, kTable.size()> kinds{};
  for (std::size_t i = 0; i < kTable.size(); ++i) kinds[i] = kTable[i].kind;
  return kinds;
}();

}  // namespace

std::span<const InputKind> input_kinds() { return kKinds; }

Result<const InputKind*> find_input_kind(std::string_view id) {
  static constexpr FormerId kRenamed[] = {{"seed-001", "jagged"}};
  return choose_by_id(input_kinds(), "input kind", present_id(kRenamed, id));
}

Status check_generation(std::string_view kind, std::uint32_t n, const Algorithm& algorithm) {
  const auto found = find_input_kind(kind);
  if (!found) return found.error();
  if (n >= 1 && n <= algorithm.max_keys) return {};
  return Error{ErrorCode::kBadUsage, fmt::format("{} keys were asked for.", n),
               fmt::format("{} takes 1 to {} keys.", algorithm.title, algorithm.max_keys)};
}

Result<Keys> generate_keys(std::string_view kind, KeyType type, std::uint32_t n, std::uint64_t seed,
                           const Algorithm& algorithm, Order order, Progress* progress) {
  if (Status status = check_generation(kind, n, algorithm); !status) return status.error();
  const auto row = static_cast<std::size_t>(*find_input_kind(kind) - kKinds.data());
  // Room for them, and they themselves.
  if (progress != nullptr) progress->begin(2 * std::uint64_t{n}, kMakingKeys);
  Generation generation{type, n, order, algorithm, SplitMix64(seed), make_keys(type, 0), progress};
  Words& raw = generation.keys.raw;
  const bool room = raw.bits == 32 ? grow_in_stretches(raw.w32, n, progress)
                                   : grow_in_stretches(raw.w64, n, progress);
  if (!room || !kTable[row].fill(generation)) {
    return Error{ErrorCode::kCancelled, "stopped.", ""};
  }
  return std::move(generation.keys);
}

}  // namespace sortscope
