// adversary.cpp: inputs that make a network exchange often, by shapes and a hill climb.
#include "core/keys/adversary.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/algorithms/schedules.h"
#include "core/base/pieces.h"
#include "core/keys/keys.h"

namespace sortscope {

namespace {

using Ranks = std::vector<std::uint32_t>;

/// Comparators that a search may run.
constexpr std::uint64_t kBudget = 20'000'000;
constexpr std::uint32_t kMostTrials = 50'000;

// A bitonic permutation: rank r stands on the falling side iff falling[r], all turned by
// `rotation`.
struct BitonicShape {
  std::vector<bool> falling;
  std::uint32_t rotation = 0;

  // None where it was cancelled.
  [[nodiscard]] Ranks ranks(Progress* progress) const {
    const auto n = static_cast<std::uint32_t>(falling.size());
    Ranks out;
    if (!grow_in_stretches(out, n, progress)) return {};
    std::uint32_t left = 0;
    std::uint32_t right = n;
    const bool all = in_stretches(n, progress, [&](std::uint64_t first, std::uint64_t end) {
      for (auto r = static_cast<std::uint32_t>(first); r < end; ++r) {
        const std::uint32_t at = falling[r] ? --right : left++;
        out[(std::uint64_t{at} + rotation) % n] = r;
      }
    });
    return all ? out : Ranks();
  }
};

constexpr std::uint32_t kBitonicShapes = 16;

// Even shapes put every second rank on each side, odd ones the lower half on one side; eight turns.
// Cancelled: of fewer ranks.
BitonicShape bitonic_shape(std::uint32_t shape, std::uint32_t n, Progress* progress) {
  BitonicShape out;
  out.falling.reserve(n);
  in_stretches(n, progress, [&](std::uint64_t first, std::uint64_t end) {
    for (auto r = static_cast<std::uint32_t>(first); r < end; ++r) {
      out.falling.push_back(shape % 2 == 0 ? r % 2 == 1 : r < n / 2);
    }
  });
  out.rotation = static_cast<std::uint32_t>(std::uint64_t{shape / 2} * n / 8);
  return out;
}

constexpr std::uint32_t kShapes = 8;

// `bits` bits of `x`, backwards.
std::uint32_t reversed_bits(std::uint32_t x, std::uint32_t bits) {
  std::uint32_t out = 0;
  for (std::uint32_t b = 0; b < bits; ++b) out |= (x >> b & 1) << (bits - 1 - b);
  return out;
}

// The rank at place `i` of the shapes without bit reversal.
std::uint32_t rank_at(std::uint32_t shape, std::uint32_t n, std::uint32_t i) {
  const std::uint32_t evens = (n + 1) / 2;
  switch (shape) {
    case 0:  // falling
      return n - 1 - i;
    case 1:  // the upper half before the lower half, both rising
      return static_cast<std::uint32_t>((std::uint64_t{i} + evens) % n);
    case 2:  // a valley
      return i < evens ? 2 * (evens - 1 - i) : 2 * (i - evens) + 1;
    case 3:  // a hill
      return n - 1 - rank_at(2, n, i);
    default:  // high and low by turns
      return (i % 2 == 0) == (shape == 4) ? n - 1 - i / 2 : i / 2;
  }
}

// Fewer ranks than n where it was cancelled.
Ranks shaped(std::uint32_t shape, std::uint32_t n, Progress* progress) {
  Ranks out;
  out.reserve(n);
  const std::uint32_t size = ceil_pow2(n);
  const bool reversal = shape >= 6;  // of bits, rising and falling
  in_stretches(reversal ? size : n, progress, [&](std::uint64_t first, std::uint64_t end) {
    for (auto i = static_cast<std::uint32_t>(first); i < end; ++i) {
      if (!reversal) {
        out.push_back(rank_at(shape, n, i));
        continue;
      }
      const std::uint32_t r = reversed_bits(i, floor_log2(size));
      if (r < n) out.push_back(shape == 6 ? r : n - 1 - r);
    }
  });
  return out;
}

/// Counts the exchanges of one network, over and over.
class ExchangeCounter {
 public:
  ExchangeCounter(const Algorithm& algorithm, const Network& network)
      : bitonic_input_(algorithm.needs_bitonic_input), network_(network) {}

  std::uint64_t operator()(std::span<const std::uint32_t> ranks) {
    Words words =
        prepare_keys(keys_from(ranks), Order::kAscending, network_.wires(), bitonic_input_).words;
    std::uint32_t* const wire = words.w32.data();
    std::uint64_t exchanges = 0;
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) {
      const LayerForm& form = network_.form(layer);
      for (std::uint32_t i = 0; i < form.count; ++i) {
        const Comparator c = comparator_of(form, network_.wires(), i);
        const std::uint32_t a = wire[c.min_wire];
        const std::uint32_t b = wire[c.max_wire];
        exchanges += a > b ? 1 : 0;
        wire[c.min_wire] = std::min(a, b);
        wire[c.max_wire] = std::max(a, b);
      }
    }
    return exchanges;
  }

 private:
  bool bitonic_input_;
  const Network& network_;
};

// The shape out of `shapes` that exchanges most; ties go to the first. Cancelled: any.
template <typename MakeRanks>
std::uint32_t best_shape(const Algorithm& algorithm, const Network& network, std::uint32_t shapes,
                         const MakeRanks& make_ranks, Progress* progress) {
  ExchangeCounter count(algorithm, network);
  std::uint32_t best = 0;
  std::uint64_t most = 0;
  for (std::uint32_t shape = 0; shape < shapes && goes_on(progress, 0); ++shape) {
    const std::uint64_t exchanges = count(make_ranks(shape));
    if (exchanges > most) {
      most = exchanges;
      best = shape;
    }
  }
  return best;
}

// Changes `state` at random as long as trials last; keeps what exchanges no less. False where it
// was cancelled.
template <typename State, typename Change, typename RanksOf>
bool climb(State& state, std::uint64_t trials, ExchangeCounter& count, const Change& change,
           const RanksOf& ranks_of, Progress* progress) {
  if (progress != nullptr) progress->begin(trials, "searching for many exchanges");
  std::uint64_t most = count(ranks_of(state));
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    if (!goes_on(progress, 1)) return false;
    State changed = state;
    change(changed);
    const std::uint64_t exchanges = count(ranks_of(changed));
    if (exchanges < most) continue;
    most = exchanges;
    state = std::move(changed);
  }
  return goes_on(progress, 0);
}

}  // namespace

std::uint64_t count_exchanges(const Algorithm& algorithm, const Network& network,
                              std::span<const std::uint32_t> ranks) {
  return ExchangeCounter(algorithm, network)(ranks);
}

std::vector<std::uint32_t> adversarial_ranks(const Algorithm& algorithm, std::uint32_t n,
                                             SplitMix64& random, Progress* progress) {
  if (algorithm.family != Family::kNetwork) {
    // Every comparison of an adaptive sort is one of the bitonic network.
    const bool merger = algorithm.needs_bitonic_input;
    return adversarial_ranks(merger ? kBitonicMerger : kBitonic, n, random, progress);
  }
  if (n < 3) return shaped(0, n, nullptr);
  const bool bitonic = algorithm.needs_bitonic_input;
  const std::uint32_t shapes = bitonic ? kBitonicShapes : kShapes;
  const auto make_ranks = [&](std::uint32_t shape, std::uint32_t keys, Progress* of_all) {
    if (!bitonic) return shaped(shape, keys, of_all);
    const BitonicShape made = bitonic_shape(shape, keys, of_all);
    return made.falling.size() == keys ? made.ranks(of_all) : Ranks();
  };
  // A network too large to try all shapes on is stood for by a smaller one.
  std::uint32_t trial_n = n;
  Network network = algorithm.build(trial_n);
  while (network.size() > kBudget / (2 * shapes) && trial_n > 2) {
    trial_n = (trial_n + 1) / 2;
    network = algorithm.build(trial_n);
  }
  const std::uint32_t shape = best_shape(
      algorithm, network, shapes, [&](std::uint32_t s) { return make_ranks(s, trial_n, nullptr); },
      progress);
  if (trial_n < n) return make_ranks(shape, n, progress);

  ExchangeCounter count(algorithm, network);
  const std::uint64_t trials =
      std::min<std::uint64_t>(kBudget / 2 / (network.size() + 4 * network.wires()), kMostTrials);
  if (bitonic) {
    BitonicShape state = bitonic_shape(shape, n, nullptr);
    const auto change = [&](BitonicShape& changed) {
      if (random.below(4) == 0) {
        changed.rotation = random.below(n);
      } else {
        const std::uint32_t r = random.below(n);
        changed.falling[r] = !changed.falling[r];
      }
    };
    const bool all = climb(
        state, trials, count, change, [](const BitonicShape& s) { return s.ranks(nullptr); },
        progress);
    return all ? state.ranks(nullptr) : Ranks();
  }
  Ranks state = shaped(shape, n, nullptr);
  const auto change = [&](Ranks& changed) {
    const std::uint32_t a = random.below(n);
    const std::uint32_t b = random.below(n - 1);
    std::swap(changed[a], changed[b < a ? b : b + 1]);
  };
  const bool all = climb(
      state, trials, count, change, [](const Ranks& r) -> const Ranks& { return r; }, progress);
  return all ? state : Ranks();
}

}  // namespace sortscope
