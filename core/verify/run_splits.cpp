// run_splits.cpp: where a network is taken apart, and what its parts leave to be shown.
#include "core/verify/run_splits.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <unordered_map>

#include "core/base/random.h"
#include "core/verify/slices.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kSmall = 16;      // wires: all states are found directly
constexpr std::uint32_t kMostLevels = 3;  // before the groups: parts of at most 2^3 wires
constexpr std::uint32_t kMostGroups = 4;
constexpr double kMostCounts = 0x1p27;  // combinations of numbers of ones, a bit each
constexpr double kDirectShare = 0.125;  // of the work, where no groups are found
constexpr std::uint64_t kSampleSeed = 29;

using Order = std::vector<Wire>;

struct Part {
  std::uint32_t wires = 0;
  std::vector<Comparator> comparators;
  friend bool operator==(const Part&, const Part&) = default;
};

struct PartHash {
  std::size_t operator()(const Part& part) const {
    std::uint64_t mixed = part.wires;
    for (const Comparator& c : part.comparators) {
      mixed = (mixed ^ (std::uint64_t{c.min_wire} << 32 | c.max_wire)) * 0xD6E8FEB86659FD93U;
      mixed ^= mixed >> 32;
    }
    return (mixed * 0xD6E8FEB86659FD93U) >> 32;
  }
};

// Wires in groups, by comparators that join them.
class Joined {
 public:
  explicit Joined(std::uint32_t wires) : root_(wires), count_(wires) {
    std::iota(root_.begin(), root_.end(), 0U);
  }
  Wire root(Wire w) {
    while (root_[w] != w) w = root_[w] = root_[root_[w]];
    return w;
  }
  void join(const Comparator& c) {
    const Wire a = root(c.min_wire);
    const Wire b = root(c.max_wire);
    if (a == b) return;
    root_[std::max(a, b)] = std::min(a, b);
    --count_;
  }
  [[nodiscard]] std::uint32_t count() const { return count_; }
  // Each ascending, in the order of their first wires.
  std::vector<std::vector<Wire>> groups() {
    std::vector<std::vector<Wire>> groups;
    std::vector<std::size_t> at(root_.size());
    for (Wire w = 0; w < root_.size(); ++w) {
      if (root(w) == w) {
        at[w] = groups.size();
        groups.emplace_back();
      }
      groups[at[root(w)]].push_back(w);
    }
    return groups;
  }

 private:
  std::vector<Wire> root_;
  std::uint32_t count_;
};

struct Split {
  std::vector<Comparator> before;
  std::vector<std::vector<Wire>> groups;
  std::vector<Part> sorting;  // a group each, on its own wires
  std::vector<Comparator> behind;
};

// The first `levels` layers, then whatever can run before there are fewer than `count` groups.
std::optional<Split> split(const Part& part, std::uint32_t levels, std::uint32_t count) {
  Split made;
  Joined joined(part.wires);
  std::vector<std::uint32_t> level(part.wires);
  std::vector<bool> behind(part.wires);
  std::vector<Comparator> within;
  for (const Comparator& c : part.comparators) {
    std::uint32_t& a = level[c.min_wire];
    std::uint32_t& b = level[c.max_wire];
    if (std::max(a, b) < levels) {
      a = b = std::max(a, b) + 1;
      made.before.push_back(c);
      continue;
    }
    a = b = levels;
    const bool free = !behind[c.min_wire] && !behind[c.max_wire];
    if (free && (joined.root(c.min_wire) == joined.root(c.max_wire) || joined.count() > count)) {
      joined.join(c);
      within.push_back(c);
    } else {
      behind[c.min_wire] = behind[c.max_wire] = true;
      made.behind.push_back(c);
    }
  }
  if (joined.count() != count) return std::nullopt;
  made.groups = joined.groups();
  std::vector<std::uint32_t> group_of(part.wires);
  std::vector<Wire> place(part.wires);
  for (std::uint32_t g = 0; g < count; ++g) {
    made.sorting.push_back({static_cast<std::uint32_t>(made.groups[g].size()), {}});
    for (Wire i = 0; i < made.groups[g].size(); ++i) {
      group_of[made.groups[g][i]] = g;
      place[made.groups[g][i]] = i;
    }
  }
  for (const Comparator& c : within) {
    made.sorting[group_of[c.min_wire]].comparators.push_back(
        {place[c.min_wire], place[c.max_wire]});
  }
  return made;
}

// Some inputs come out in one order of the wires: else a part need not be looked at.
bool may_sort(const Part& part) {
  SliceBlock block;
  block.clear(part.wires);
  SplitMix64 random(kSampleSeed);
  for (Slice& slice : block.wires) {
    for (std::uint32_t i = 0; i < kSliceInputs; ++i) {
      if (random.below(kSliceInputs) < i) slice[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  for (const Comparator& c : part.comparators) {
    Slice& min = block.wires[c.min_wire];
    Slice& max = block.wires[c.max_wire];
    for (std::size_t i = 0; i < min.size(); ++i) {
      const std::uint64_t both = min[i] & max[i];
      max[i] |= min[i];
      min[i] = both;
    }
  }
  std::vector<int> ones(part.wires);
  for (Wire w = 0; w < part.wires; ++w) {
    for (const std::uint64_t word : block.wires[w]) ones[w] += std::popcount(word);
  }
  Order order(part.wires);
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](Wire w) { return ones[w]; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    for (std::size_t word = 0; word < Slice{}.size(); ++word) {
      if ((block.wires[order[i - 1]][word] & ~block.wires[order[i]][word]) != 0) return false;
    }
  }
  return true;
}

// All states of wires whose keys ascend in `order`.
StateRows states_in(const Order& order) {
  StateRows rows;
  rows.wires = static_cast<std::uint32_t>(order.size());
  for (std::size_t ones = 0; ones <= order.size(); ++ones) {
    rows.add_row();
    for (std::size_t i = order.size() - ones; i < order.size(); ++i) rows.set(order[i]);
  }
  return rows;
}

// The order that these states come from, all of them; nothing: there is none.
std::optional<Order> order_of(const StateRows& states) {
  if (states.size() != std::size_t{states.wires} + 1) return std::nullopt;
  constexpr std::size_t kMissing = ~std::size_t{0};
  std::vector<std::size_t> with(states.size(), kMissing);  // so many ones
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::size_t ones = 0;
    for (const std::uint64_t word : states.row(i)) {
      ones += static_cast<std::size_t>(std::popcount(word));
    }
    with[ones] = i;
  }
  if (std::ranges::find(with, kMissing) != with.end()) return std::nullopt;
  Order order(states.wires);
  for (std::size_t ones = 1; ones < with.size(); ++ones) {
    for (std::size_t w = 0; w < states.row_words(); ++w) {
      const std::uint64_t less = states.row(with[ones - 1])[w];
      const std::uint64_t more = states.row(with[ones])[w];
      if ((less & ~more) != 0) return std::nullopt;
      if (more != less) {
        order[states.wires - ones] =
            static_cast<Wire>(64 * w) + static_cast<Wire>(std::countr_zero(more ^ less));
      }
    }
  }
  return order;
}

// Which numbers of ones the groups have together, a bit a combination of combine(); empty: all.
class Counts {
 public:
  Counts(const Part& part, const Split& split) : worth_(part.wires) {
    std::uint64_t worth = 1;
    for (auto group = split.groups.rbegin(); group != split.groups.rend(); ++group) {
      for (const Wire w : *group) worth_[w] = worth;
      worth *= group->size() + 1;
    }
    if (split.before.empty()) return;
    allowed_.resize((worth + 63) / 64);
    allowed_[0] = 1;
    Joined joined(part.wires);
    for (const Comparator& c : split.before) joined.join(c);
    std::vector<std::vector<Comparator>> of(part.wires);
    for (const Comparator& c : split.before) of[joined.root(c.min_wire)].push_back(c);
    for (const auto& wires : joined.groups()) add(wires, of[wires.front()]);
  }
  std::vector<std::uint64_t> take() { return std::move(allowed_); }

 private:
  // All inputs of a few wires through their comparators.
  void add(const std::vector<Wire>& wires, const std::vector<Comparator>& comparators) {
    std::vector<std::uint64_t> steps;
    for (std::uint32_t input = 0; input >> wires.size() == 0; ++input) {
      std::vector<std::uint8_t> bits(wires.size());
      for (std::size_t i = 0; i < wires.size(); ++i) bits[i] = input >> i & 1;
      const auto at = [&](Wire w) -> std::uint8_t& {
        return bits[static_cast<std::size_t>(std::ranges::lower_bound(wires, w) - wires.begin())];
      };
      for (const Comparator& c : comparators) {
        if (at(c.min_wire) > at(c.max_wire)) std::swap(at(c.min_wire), at(c.max_wire));
      }
      std::uint64_t step = 0;
      for (std::size_t i = 0; i < wires.size(); ++i) step += bits[i] * worth_[wires[i]];
      steps.push_back(step);
    }
    std::ranges::sort(steps);
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    std::vector<std::uint64_t> sum(allowed_.size());
    for (const std::uint64_t step : steps) {
      const std::size_t words = step / 64;
      const unsigned bits = step % 64;
      for (std::size_t i = words; i < sum.size(); ++i) {
        sum[i] |= allowed_[i - words] << bits;
        if (bits != 0 && i > words) sum[i] |= allowed_[i - words - 1] >> (64 - bits);
      }
    }
    allowed_ = std::move(sum);
  }

  std::vector<std::uint64_t> worth_;  // of a one on a wire, in the number of a combination
  std::vector<std::uint64_t> allowed_;
};

class Splitter {
 public:
  explicit Splitter(MergeMeans& means) : means_(means) {}

  std::optional<Order> order(const Part& part) {
    if (const auto known = known_.find(part); known != known_.end()) return known->second;
    std::optional<Order> found = find(part);
    if (!means_.cancelled()) known_.emplace(part, found);
    return found;
  }

 private:
  std::optional<Order> find(const Part& part) {
    if (part.wires == 1) return Order{0};
    if (!spend(part) || !may_sort(part)) return std::nullopt;
    if (part.wires <= kSmall) return directly(part);
    for (std::uint32_t levels = 0; levels <= kMostLevels; ++levels) {
      for (std::uint32_t count = 2; count <= kMostGroups; ++count) {
        if (!spend(part)) return std::nullopt;
        const auto made = split(part, levels, count);
        if (!made) continue;
        if (auto found = by_split(part, *made)) return found;
      }
    }
    MergeMeans share = means_;
    share.work *= kDirectShare;
    const double given = share.work;
    auto found = directly(part, share);
    const double left = means_.work - (given - share.work);
    means_ = share;
    means_.work = left;
    return found;
  }
  // What it costs to look at a part; false: there is no more to spend.
  bool spend(const Part& part) {
    means_.work -= static_cast<double>(part.comparators.size()) + 64.0 * part.wires;
    return means_.work > 0 && !means_.cancelled();
  }
  std::optional<Order> directly(const Part& part) { return directly(part, means_); }
  static std::optional<Order> directly(const Part& part, MergeMeans& means) {
    const MergedStates merged =
        merge_states(part.wires, part.comparators, CombineGoal::kStates, means);
    return merged.complete ? order_of(merged.states) : std::nullopt;
  }

  std::optional<Order> by_split(const Part& part, const Split& split) {
    if (!std::ranges::all_of(split.sorting, may_sort)) return std::nullopt;
    Combination behind;
    std::vector<StateRows> rows;
    std::vector<Wire> place(part.wires);
    Wire next = 0;
    for (std::size_t g = 0; g < split.groups.size(); ++g) {
      const auto order = this->order(split.sorting[g]);
      if (!order) return std::nullopt;
      rows.push_back(states_in(*order));
      for (const Wire w : split.groups[g]) place[w] = next++;
    }
    for (const StateRows& states : rows) behind.parts.push_back(&states);
    if (combinations(behind) > kMostCounts) {
      give_up(part, behind);
      return std::nullopt;
    }
    for (const Comparator& c : split.behind) {
      behind.comparators.push_back({place[c.min_wire], place[c.max_wire]});
    }
    behind.order = place;
    // Steps of a bit set each, as cheap as comparators.
    const double counting = split.before.empty() ? 0 : combinations(behind) / 512 * part.wires;
    const double work = combine_work(behind) + counting;
    if (work > means_.work) {
      give_up(part, behind);
      return std::nullopt;
    }
    means_.work -= work;
    const std::vector<std::uint64_t> allowed = Counts(part, split).take();
    behind.allowed = allowed;
    const Combined made =
        combine(behind, CombineGoal::kStates,
                {means_.team, means_.threads, std::size_t{part.wires} + 1, means_.progress});
    means_.tried += made.tried;
    if (!made.complete) return std::nullopt;
    return order_of(made.states);
  }
  void give_up(const Part& part, const Combination& combination) {
    means_.given_up_wires = part.wires;
    means_.given_up = combinations(combination);
  }

  MergeMeans& means_;
  std::unordered_map<Part, std::optional<Order>, PartHash> known_;
};

}  // namespace

std::optional<std::vector<Wire>> find_sorted_order(std::uint32_t wires,
                                                   std::span<const Comparator> comparators,
                                                   MergeMeans& means) {
  return Splitter(means).order({wires, {comparators.begin(), comparators.end()}});
}

}  // namespace sortscope
