// combined_states.cpp: rows to bits by wire and back, and the set of rows met.
#include "core/verify/combined_states.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>
#include <numeric>

#include "core/verify/slices.h"

namespace sortscope {

namespace {

using Square = std::array<std::uint64_t, 64>;

constexpr std::uint32_t kGroups = kSliceInputs / 64;
constexpr std::size_t kSeenRows = 1 << 12;  // a thread remembers
constexpr double kThreadsPay = 1e6;         // comparators on 512 combinations

// Bit c of row r and bit r of row c change places.
void transpose(Square& a) {
  std::uint64_t mask = 0x00000000FFFFFFFFU;
  for (unsigned j = 32; j != 0; j >>= 1, mask ^= mask << j) {
    for (unsigned k = 0; k < 64; k = ((k | j) + 1) & ~j) {
      const std::uint64_t changed = ((a[k] >> j) ^ a[k | j]) & mask;
      a[k] ^= changed << j;
      a[k | j] ^= changed;
    }
  }
}

// Different rows and the smallest number of each.
class RowSet {
 public:
  explicit RowSet(std::uint32_t wires) : places_(1 << 8, kNone) { rows_.wires = wires; }

  // True where the row was not there.
  bool insert(std::span<const std::uint64_t> row, std::uint64_t number) {
    std::size_t at = hash(row) & (places_.size() - 1);
    for (; places_[at] != kNone; at = (at + 1) & (places_.size() - 1)) {
      if (!std::ranges::equal(rows_.row(places_[at]), row)) continue;
      numbers_[places_[at]] = std::min(numbers_[places_[at]], number);
      return false;
    }
    places_[at] = static_cast<std::uint32_t>(numbers_.size());
    rows_.words.insert(rows_.words.end(), row.begin(), row.end());
    numbers_.push_back(number);
    if (numbers_.size() * 2 > places_.size()) grow();
    return true;
  }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }
  [[nodiscard]] const StateRows& rows() const { return rows_; }
  [[nodiscard]] const std::vector<std::uint64_t>& numbers() const { return numbers_; }
  void clear() {
    rows_.words.clear();
    numbers_.clear();
    std::ranges::fill(places_, kNone);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  static std::size_t hash(std::span<const std::uint64_t> row) {
    std::uint64_t mixed = 0x9E3779B97F4A7C15U;
    for (const std::uint64_t word : row) {
      mixed = (mixed ^ word) * 0xD6E8FEB86659FD93U;
      mixed ^= mixed >> 32;
    }
    // The highest bits of a row tell only in the highest of a product.
    return (mixed * 0xD6E8FEB86659FD93U) >> 32;
  }
  void grow() {
    places_.assign(places_.size() * 4, kNone);
    for (std::uint32_t i = 0; i < numbers_.size(); ++i) {
      std::size_t at = hash(rows_.row(i)) & (places_.size() - 1);
      while (places_[at] != kNone) at = (at + 1) & (places_.size() - 1);
      places_[at] = i;
    }
  }

  StateRows rows_;
  std::vector<std::uint64_t> numbers_;
  std::vector<std::uint32_t> places_;  // of a table: indices of rows
};

// One thread's 512 combinations.
class Block {
 public:
  explicit Block(const Combination& combination)
      : combination_(combination), count_(static_cast<std::uint64_t>(combinations(combination))) {
    std::uint32_t wires = 0;
    for (const StateRows* part : combination.parts) wires += part->wires;
    slices_.wires.resize(wires);
  }

  // False where none of its combinations is allowed.
  bool fill(std::uint64_t first) {
    slices_.used = {};
    std::uint64_t any = 0;
    for (std::uint32_t g = 0; g < kGroups; ++g) any |= slices_.used[g] = used_of(first + 64 * g);
    if (any == 0) return false;
    for (std::uint32_t g = 0; g < kGroups; ++g) {
      if (first + 64 * g < count_) fill_group(first + 64 * g, g);
    }
    return true;
  }
  [[nodiscard]] std::uint64_t used() const {
    std::uint64_t used = 0;
    for (const std::uint64_t word : slices_.used) {
      used += static_cast<std::uint64_t>(std::popcount(word));
    }
    return used;
  }
  void run(std::vector<std::uint8_t>& exchanges) {
    for (std::size_t c = 0; c < combination_.comparators.size(); ++c) {
      Slice& at_min = slices_.wires[combination_.comparators[c].min_wire];
      Slice& at_max = slices_.wires[combination_.comparators[c].max_wire];
      // Copies: what may be one place is not vectorized.
      const Slice min = at_min;
      const Slice max = at_max;
      if (exchanges[c] == 0) {
        std::uint64_t any = 0;
        for (std::uint32_t i = 0; i < kGroups; ++i) any |= min[i] & ~max[i] & slices_.used[i];
        exchanges[c] = any != 0 ? 1 : 0;
      }
      Slice less;
      Slice more;
      for (std::uint32_t i = 0; i < kGroups; ++i) {
        less[i] = min[i] & max[i];
        more[i] = min[i] | max[i];
      }
      at_min = less;
      at_max = more;
    }
  }
  // The first that comes out descending somewhere.
  [[nodiscard]] std::optional<std::uint32_t> first_descending() const {
    Slice descends{};
    for (std::size_t w = 1; w < combination_.order.size(); ++w) {
      const Slice& before = slices_.wires[combination_.order[w - 1]];
      const Slice& after = slices_.wires[combination_.order[w]];
      for (std::uint32_t i = 0; i < kGroups; ++i) descends[i] |= before[i] & ~after[i];
    }
    for (std::uint32_t i = 0; i < kGroups; ++i) {
      const std::uint64_t found = descends[i] & slices_.used[i];
      if (found != 0) return i * 64 + static_cast<std::uint32_t>(std::countr_zero(found));
    }
    return std::nullopt;
  }
  // Calls take(row, index in the block) with what comes out of each.
  template <typename Take>
  void each_state(const Take& take) {
    const std::size_t words = (combination_.order.size() + 63) / 64;
    out_.resize(64 * words);
    for (std::uint32_t g = 0; g < kGroups; ++g) {
      if (slices_.used[g] == 0) continue;
      for (std::size_t w = 0; w < words; ++w) {
        square_.fill(0);
        const std::size_t bits = std::min<std::size_t>(64, combination_.order.size() - 64 * w);
        for (std::size_t b = 0; b < bits; ++b) {
          square_[b] = slices_.wires[combination_.order[64 * w + b]][g];
        }
        transpose(square_);
        for (std::size_t s = 0; s < 64; ++s) out_[s * words + w] = square_[s];
      }
      for (std::uint32_t s = 0; s < 64; ++s) {
        if ((slices_.used[g] >> s & 1) == 0) continue;
        take(std::span<const std::uint64_t>(out_).subspan(s * words, words), 64 * g + s);
      }
    }
  }

 private:
  // Of 64 combinations.
  [[nodiscard]] std::uint64_t used_of(std::uint64_t first) const {
    if (first >= count_) return 0;
    const std::uint64_t there =
        count_ - first >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count_ - first)) - 1;
    return combination_.allowed.empty() ? there : there & combination_.allowed[first / 64];
  }
  void fill_group(std::uint64_t first, std::uint32_t group) {
    const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(64, count_ - first));
    std::uint32_t wire = 0;
    std::uint64_t worth = count_;
    for (const StateRows* part : combination_.parts) {
      const std::uint64_t states = part->size();
      worth /= states;
      for (std::size_t s = 0; s < here; ++s) {
        rows_[s] = part->row(static_cast<std::size_t>((first + s) / worth % states)).data();
      }
      // A state that all of them have, as of a part whose digit counts much.
      const bool one = rows_[0] == rows_[here - 1] && worth >= here;
      for (Wire w = 0; one && w < part->wires; ++w) {
        const bool set = (rows_[0][w / 64] >> (w % 64) & 1) != 0;
        slices_.wires[wire + w][group] = set ? ~std::uint64_t{0} : 0;
      }
      for (std::size_t w = 0; !one && w < part->row_words(); ++w) {
        square_.fill(0);
        for (std::size_t s = 0; s < here; ++s) square_[s] = rows_[s][w];
        transpose(square_);
        const std::size_t bits = std::min<std::size_t>(64, part->wires - 64 * w);
        for (std::size_t b = 0; b < bits; ++b) {
          slices_.wires[wire + 64 * w + b][group] = square_[b];
        }
      }
      wire += part->wires;
    }
  }

  const Combination& combination_;
  std::uint64_t count_;
  SliceBlock slices_;
  Square square_{};
  std::array<const std::uint64_t*, 64> rows_{};
  std::vector<std::uint64_t> out_;
};

// What all threads share.
class Combining {
 public:
  Combining(const Combination& combination, CombineGoal goal, const CombineMeans& means)
      : combination_(combination),
        goal_(goal),
        means_(means),
        blocks_((static_cast<std::uint64_t>(combinations(combination)) + kSliceInputs - 1) /
                kSliceInputs),
        met_(static_cast<std::uint32_t>(combination.order.size())),
        exchanges_(combination.comparators.size()) {}

  Combined run() {
    unsigned threads = 1;
    if (means_.team != nullptr && combine_work(combination_) > kThreadsPay) {
      threads = means_.team->grow_to(
          static_cast<unsigned>(std::min<std::uint64_t>(means_.threads, blocks_)));
    }
    if (threads > 1) {
      means_.team->run(threads, [&](unsigned) { work(); });
    } else {
      work();
    }
    Combined result;
    result.complete = !stopped_;
    result.tried = tried_;
    result.exchanges = std::move(exchanges_);
    if (descends_ != kNone) result.descends = descends_.load();
    if (goal_ != CombineGoal::kStates || !result.complete) return result;
    std::vector<std::uint32_t> by_number(met_.size());
    std::iota(by_number.begin(), by_number.end(), 0U);
    std::ranges::sort(by_number, {}, [&](std::uint32_t i) { return met_.numbers()[i]; });
    result.states.wires = met_.rows().wires;
    for (const std::uint32_t i : by_number) {
      const auto row = met_.rows().row(i);
      result.states.words.insert(result.states.words.end(), row.begin(), row.end());
      result.numbers.push_back(met_.numbers()[i]);
    }
    return result;
  }

 private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  void work() {
    Block block(combination_);
    RowSet seen(met_.rows().wires);
    std::vector<std::uint8_t> exchanges(exchanges_.size());
    std::uint64_t tried = 0;
    for (std::uint64_t b = next_++; b < blocks_ && !stopped_; b = next_++) {
      if (means_.progress != nullptr && means_.progress->cancelled()) stopped_ = true;
      if (b * kSliceInputs > descends_) break;
      if (block.fill(b * kSliceInputs)) {
        tried += block.used();
        block.run(exchanges);
        look(block, b * kSliceInputs, seen);
      }
      report();
    }
    const std::scoped_lock lock(mutex_);
    tried_ += tried;
    for (std::size_t c = 0; c < exchanges.size(); ++c) exchanges_[c] |= exchanges[c];
  }
  void look(Block& block, std::uint64_t first, RowSet& seen) {
    if (goal_ == CombineGoal::kAscends) {
      const auto wrong = block.first_descending();
      if (!wrong) return;
      std::uint64_t smallest = descends_;
      while (first + *wrong < smallest &&
             !descends_.compare_exchange_weak(smallest, first + *wrong)) {
      }
      return;
    }
    if (seen.size() > kSeenRows) seen.clear();
    block.each_state([&](std::span<const std::uint64_t> row, std::uint32_t index) {
      // Numbers only grow in a thread: what it has seen is there with a smaller one.
      if (stopped_ || !seen.insert(row, first + index)) return;
      const std::scoped_lock lock(mutex_);
      met_.insert(row, first + index);
      if (met_.size() > means_.most_states) stopped_ = true;
    });
  }
  void report() {
    if (means_.progress == nullptr) return;
    const std::uint64_t done = ++done_;
    const std::uint64_t size = combination_.comparators.size();
    const auto share = [&](std::uint64_t part) {
      return static_cast<std::uint64_t>(static_cast<double>(size) * static_cast<double>(part) /
                                        static_cast<double>(blocks_));
    };
    means_.progress->advance(share(done) - share(done - 1));
  }

  const Combination& combination_;
  const CombineGoal goal_;
  const CombineMeans& means_;
  const std::uint64_t blocks_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<std::uint64_t> descends_{kNone};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;  // of what follows
  RowSet met_;
  std::vector<std::uint8_t> exchanges_;
  std::uint64_t tried_ = 0;
};

}  // namespace

double combinations(const Combination& combination) {
  double count = 1;
  for (const StateRows* part : combination.parts) count *= static_cast<double>(part->size());
  return count;
}

double combine_work(const Combination& combination) {
  const double blocks = combinations(combination) / kSliceInputs + 1;
  constexpr double kStates = 2.0 * kSliceInputs;  // what comes out is looked up, each by itself
  return blocks * (static_cast<double>(combination.comparators.size()) +
                   2 * static_cast<double>(combination.order.size()) + kStates);
}

Combined combine(const Combination& combination, CombineGoal goal, const CombineMeans& means) {
  return Combining(combination, goal, means).run();
}

}  // namespace sortscope
