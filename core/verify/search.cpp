// search.cpp: the order, the walk with its cache, and the parts for threads.
#include "core/verify/search.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <deque>
#include <numeric>

#include "core/base/thread_team.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostOrdered = 4096;       // comparators: choosing an order is quadratic
constexpr std::uint32_t kStopEvery = 6;          // steps between two looks into the cache
constexpr unsigned kCacheLog2 = 18;              // entries of a thread's cache
constexpr unsigned kSmallCacheLog2 = 13;         // of a search that may be over soon
constexpr std::uint64_t kAloneStates = 1 << 15;  // looked at by one thread before others join
constexpr std::size_t kPartsPerThread = 64;
constexpr std::uint64_t kCheckSteps = 1 << 24;  // and comparators: a state may pass all of them
constexpr std::uint64_t kCheckEvery = 1 << 12;  // states between two looks at `cancelled`

std::uint64_t wire_bit(Wire wire) { return std::uint64_t{1} << wire; }

// Chooses the order: what is ready on wires already met; else all that must come before the
// earliest comparator that leaves them, in an order of its own chosen the same way.
class Ordering {
 public:
  explicit Ordering(const ListedNetwork& network)
      : network_(network), before_(network.size()), done_(network.size()) {
    std::vector<std::uint32_t> last(network.wires(), kNone);
    for (std::uint32_t i = 0; i < network.size(); ++i) {
      const Comparator c = network.comparators()[i];
      before_[i] = {last[c.min_wire], last[c.max_wire]};
      last[c.min_wire] = last[c.max_wire] = i;
    }
  }

  std::vector<std::uint32_t> order() {
    std::vector<std::uint32_t> all(network_.size());
    std::iota(all.begin(), all.end(), 0U);
    run_all(std::move(all));
    return std::move(order_);
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  [[nodiscard]] std::uint64_t wires_of(std::uint32_t i) const {
    const Comparator c = network_.comparators()[i];
    return wire_bit(c.min_wire) | wire_bit(c.max_wire);
  }
  [[nodiscard]] bool ready(std::uint32_t i) const {
    return std::ranges::all_of(before_[i],
                               [&](std::uint32_t b) { return b == kNone || done_[b] != 0; });
  }
  // `open` ascends and has all that comes before its members.
  void run_all(std::vector<std::uint32_t> open) {
    std::uint64_t met = 0;
    while (!open.empty()) {
      for (const std::uint32_t i : open) {
        if (done_[i] != 0 || (wires_of(i) & ~met) != 0 || !ready(i)) continue;
        done_[i] = 1;
        order_.push_back(i);
      }
      std::erase_if(open, [&](std::uint32_t i) { return done_[i] != 0; });
      if (open.empty()) return;
      const auto leaves =
          std::ranges::find_if(open, [&](std::uint32_t i) { return (wires_of(i) & met) != 0; });
      const std::uint32_t next = leaves == open.end() ? open.front() : *leaves;
      std::vector<std::uint32_t> part = all_before(next);
      for (const std::uint32_t i : part) met |= wires_of(i);
      met |= wires_of(next);
      run_all(std::move(part));
    }
  }
  // What is not done and must come before `last`, ascending.
  [[nodiscard]] std::vector<std::uint32_t> all_before(std::uint32_t last) const {
    std::vector<std::uint32_t> part{last};
    std::vector<std::uint8_t> listed(last + 1);
    for (std::size_t next = 0; next < part.size(); ++next) {
      for (const std::uint32_t b : before_[part[next]]) {
        if (b == kNone || done_[b] != 0 || listed[b] != 0) continue;
        listed[b] = 1;
        part.push_back(b);
      }
    }
    part.erase(part.begin());
    std::ranges::sort(part);
    return part;
  }

  const ListedNetwork& network_;
  std::vector<std::array<std::uint32_t, 2>> before_;
  std::vector<std::uint8_t> done_;
  std::vector<std::uint32_t> order_;
};

// States met at stops: a table in which the newest stays. Whole states are compared.
class StateCache {
 public:
  explicit StateCache(unsigned size_log2)
      : entries_(std::size_t{1} << size_log2), shift_(64 - size_log2) {}
  // Whether it was there; else it is now.
  bool meet(FreeState state, std::uint32_t stop) {
    std::uint64_t hash =
        state.one * 0x9E3779B97F4A7C15U ^ (state.zero + stop) * 0xC2B2AE3D27D4EB4FU;
    hash ^= hash >> 32;
    hash *= 0x9E3779B97F4A7C15U;
    Entry& entry = entries_[hash >> shift_];
    if (entry.stop == stop && entry.state == state) return true;
    entry = {state, stop};
    return false;
  }

 private:
  struct Entry {
    FreeState state;
    std::uint32_t stop = ~std::uint32_t{0};
  };
  std::vector<Entry> entries_;
  unsigned shift_;
};

// How many keys end on the wrong side in the inputs of a state: k of them zeros, k <= half.
class HalverJudge {
 public:
  explicit HalverJudge(std::uint32_t wires)
      : half_(wires / 2),
        lower_((std::uint64_t{1} << half_) - 1),
        upper_(lower_ << (wires - half_)),
        all_(~std::uint64_t{0} >> (64 - wires)) {
    errors_.small.resize(half_ + 1);
    errors_.large.resize(half_ + 1);
  }
  // Returns true where the worst ratio so far grew.
  bool judge(FreeState state) {
    const std::uint64_t free = state.one & state.zero;
    const bool small = one_end(all_ & ~state.one, free, upper_, false, errors_.small);
    const bool large = one_end(all_ & ~state.zero, free, lower_, true, errors_.large);
    return small || large;
  }
  [[nodiscard]] const HalverErrors& errors() const { return errors_; }

 private:
  bool one_end(std::uint64_t keys, std::uint64_t free, std::uint64_t wrong_side, bool largest,
               std::vector<std::uint32_t>& worst) {
    const auto sure = static_cast<std::uint32_t>(std::popcount(keys));
    const auto sure_wrong = static_cast<std::uint32_t>(std::popcount(keys & wrong_side));
    const auto free_wrong = static_cast<std::uint32_t>(std::popcount(free & wrong_side));
    const std::uint32_t most =
        std::min(half_, sure + static_cast<std::uint32_t>(std::popcount(free)));
    bool grew = false;
    for (std::uint32_t k = std::max(sure, 1U); k <= most; ++k) {
      const std::uint32_t errors = sure_wrong + std::min(k - sure, free_wrong);
      worst[k] = std::max(worst[k], errors);
      if (errors * std::max(errors_.k, 1U) > errors_.errors * k) {
        errors_.k = k;
        errors_.errors = errors;
        errors_.largest = largest;
        grew = true;
      }
    }
    return grew;
  }

  std::uint32_t half_;
  std::uint64_t lower_;
  std::uint64_t upper_;
  std::uint64_t all_;
  HalverErrors errors_;
};

enum class Halt : std::uint8_t { kCases, kEnd, kDone };

// Runs `node` until two cases are to be told apart, its end, or until nothing is to be learnt from
// it (kDone: met before, in order for good, or not concerned by the comparator left out).
template <typename Met>
Halt run_node(const SearchOrder& order, std::optional<std::uint32_t> without, SearchNode& node,
              std::uint8_t* exchanges, const Met& met) {
  const auto size = static_cast<std::uint32_t>(order.steps.size());
  const std::uint32_t left_out = without.value_or(size);
  std::uint64_t one = node.state.one;
  std::uint64_t zero = node.state.zero;
  std::uint32_t s = node.step;
  while (s < size) {
    const std::uint32_t stop = order.stops[node.stop];
    const std::uint32_t limit = s <= left_out && left_out < stop ? left_out : stop;
    for (; s < limit; ++s) {
      const SearchOrder::Step& step = order.steps[s];
      if ((one & step.min_bit) == 0 || (zero & step.max_bit) == 0) continue;
      exchanges[s] = 1;
      const bool min_free = (zero & step.min_bit) != 0;
      const bool max_free = (one & step.max_bit) != 0;
      if (min_free && max_free) {
        node.state = {one, zero};
        node.step = s;
        return Halt::kCases;
      }
      const std::uint64_t both = step.min_bit | step.max_bit;
      if (!max_free) one ^= both;
      if (!min_free) zero ^= both;
    }
    if (s == left_out && s < stop) {
      const SearchOrder::Step& step = order.steps[s];
      if ((one & step.min_bit) == 0 || (zero & step.max_bit) == 0) return Halt::kDone;
      one &= ~step.max_bit;
      zero &= ~step.min_bit;
      ++s;
      if (s < stop) continue;
    }
    ++node.stop;
    node.state = {one, zero};
    node.step = s;
    if (s == size) return Halt::kEnd;
    if (s >= order.ascending_from && in_order(node.state)) return Halt::kDone;
    if (met(node.state, node.stop)) return Halt::kDone;
  }
  return Halt::kEnd;
}

// The two cases of the comparator at node.step.
SearchNode minimum_zero(const SearchOrder& order, SearchNode node) {
  node.state.one &= ~order.steps[node.step].min_bit;
  ++node.cases;
  ++node.step;
  return node;
}
SearchNode both_one(const SearchOrder& order, SearchNode node) {
  node.state.zero &= ~(order.steps[node.step].min_bit | order.steps[node.step].max_bit);
  node.choices |= std::uint64_t{1} << node.cases;
  ++node.cases;
  ++node.step;
  return node;
}

// Follows nodes depth first. One a thread.
class Walk {
 public:
  Walk(const SearchOrder& order, const SearchRequest& request, unsigned cache_log2)
      : order_(order),
        request_(request),
        judge_(order.wires),
        cache_(cache_log2),
        exchanges_(order.steps.size()),
        check_every_(std::clamp<std::uint64_t>(
            kCheckSteps / std::max<std::size_t>(1, order.steps.size()), 1, kCheckEvery)) {}

  // Follows `node` to all its ends. Returns true where the goal is reached; `go_on(states)` is
  // asked now and then, with the states since it was last asked.
  template <typename GoOn>
  bool follow(const SearchNode& root, const GoOn& go_on) {
    const auto met = [&](FreeState state, std::uint32_t stop) { return cache_.meet(state, stop); };
    open_.assign(1, root);
    while (!open_.empty()) {
      SearchNode node = open_.back();
      open_.pop_back();
      Halt halt = run_node(order_, request_.without, node, exchanges_.data(), met);
      while (halt == Halt::kCases) {
        open_.push_back(both_one(order_, node));
        node = minimum_zero(order_, node);
        halt = run_node(order_, request_.without, node, exchanges_.data(), met);
      }
      if (reached(node, halt)) return true;
      if (++states_ == check_every_) {
        states_ = 0;
        if (!go_on(check_every_)) return false;
      }
    }
    return false;
  }

  // Since go_on() was last asked.
  [[nodiscard]] std::uint64_t states() const { return states_; }
  [[nodiscard]] const std::vector<std::uint8_t>& exchanges() const { return exchanges_; }
  [[nodiscard]] const HalverErrors& errors() const { return judge_.errors(); }
  // Whose end reached the goal, or is the worst of the halver.
  [[nodiscard]] const SearchNode& found() const { return found_; }

 private:
  bool reached(const SearchNode& node, Halt halt) {
    switch (request_.goal) {
      case SearchGoal::kOutOfOrder:
        if (halt != Halt::kEnd || in_order(node.state)) return false;
        found_ = node;
        return true;
      case SearchGoal::kExchanges:
        while (first_idle_ < exchanges_.size() && exchanges_[first_idle_] != 0) ++first_idle_;
        return first_idle_ == exchanges_.size();
      case SearchGoal::kHalver:
        if (halt == Halt::kEnd && judge_.judge(node.state)) found_ = node;
        return false;
    }
    return false;
  }

  const SearchOrder& order_;
  const SearchRequest& request_;
  HalverJudge judge_;
  StateCache cache_;
  std::vector<std::uint8_t> exchanges_;
  std::size_t first_idle_ = 0;
  std::vector<SearchNode> open_;
  SearchNode found_;
  std::uint64_t states_ = 0;
  std::uint64_t check_every_;
};

// An input that leads through the cases of `node` to its end: free wires keep the name of the input
// that they carry. `choose` says what the free outputs are to carry.
std::vector<std::uint8_t> input_of(const SearchOrder& order, std::optional<std::uint32_t> without,
                                   const SearchNode& node, std::uint64_t free_ones) {
  std::vector<std::uint8_t> input(order.wires);
  std::vector<std::uint32_t> carries(order.wires);  // by wire: the input
  std::iota(carries.begin(), carries.end(), 0U);
  FreeState state{~std::uint64_t{0} >> (64 - order.wires), ~std::uint64_t{0} >> (64 - order.wires)};
  std::uint32_t cases = 0;
  for (std::uint32_t s = 0; s < order.steps.size(); ++s) {
    const auto [min_bit, max_bit, index] = order.steps[s];
    if ((state.one & min_bit) == 0 || (state.zero & max_bit) == 0) continue;
    std::uint32_t& min_carries = carries[std::countr_zero(min_bit)];
    std::uint32_t& max_carries = carries[std::countr_zero(max_bit)];
    const bool min_free = (state.zero & min_bit) != 0;
    const bool max_free = (state.one & max_bit) != 0;
    if (without == s) {
      if (min_free) input[min_carries] = 1;
      if (max_free) input[max_carries] = 0;
      state.one &= ~max_bit;
      state.zero &= ~min_bit;
    } else if (min_free && max_free) {
      if ((node.choices >> cases++ & 1) != 0) {
        input[min_carries] = input[max_carries] = 1;
        state.zero &= ~(min_bit | max_bit);
      } else {
        input[min_carries] = 0;
        state.one &= ~min_bit;
      }
    } else {
      if (!max_free) state.one ^= min_bit | max_bit;
      if (!min_free) state.zero ^= min_bit | max_bit;
      std::swap(min_carries, max_carries);
    }
  }
  for (std::uint32_t w = 0; w < order.wires; ++w) {
    if ((state.one & state.zero & wire_bit(w)) != 0) input[carries[w]] = free_ones >> w & 1;
  }
  return input;
}

// Which free outputs of an end carry 1, so that it is out of order.
std::uint64_t disorder(FreeState end) { return end.one & -end.one; }

// So that of `errors.k` keys of its end the most are on the wrong side.
std::uint64_t worst_halving(const SearchOrder& order, FreeState end, const HalverErrors& errors) {
  const std::uint64_t free = end.one & end.zero;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - order.wires);
  const std::uint32_t half = order.wires / 2;
  const std::uint64_t lower = (std::uint64_t{1} << half) - 1;
  const std::uint64_t wrong_side = errors.largest ? lower : lower << (order.wires - half);
  const std::uint64_t sure = all & ~(errors.largest ? end.zero : end.one);
  std::uint32_t missing = errors.k - static_cast<std::uint32_t>(std::popcount(sure));
  std::uint64_t chosen = 0;
  for (const std::uint64_t from : {free & wrong_side, free & ~wrong_side}) {
    for (std::uint64_t rest = from; rest != 0 && missing > 0; rest &= rest - 1, --missing) {
      chosen |= rest & -rest;
    }
  }
  return errors.largest ? chosen : free & ~chosen;
}

// The work of all threads on the parts of a search, in the order of a search by one.
class Team {
 public:
  Team(const SearchOrder& order, const SearchRequest& request, Progress* progress)
      : order_(order), request_(request), progress_(progress) {}

  SearchResult run(SearchParts parts, unsigned threads, std::uint64_t most_states) {
    parts_ = std::move(parts.nodes);
    most_states_ = most_states;
    ThreadTeam team;
    threads = team.grow_to(threads);
    std::deque<Worker> workers;
    for (unsigned t = 0; t < threads; ++t) {
      workers.emplace_back(order_, request_,
                           most_states > kAloneStates ? kCacheLog2 : kSmallCacheLog2);
    }
    team.run(threads, [&](unsigned t) { serve(workers[t]); });
    SearchResult result;
    result.complete = !gave_up_;
    result.states = states_;
    result.exchanges = std::move(parts.exchanges);
    const Worker* best = nullptr;
    for (const Worker& worker : workers) {
      for (std::size_t s = 0; s < result.exchanges.size(); ++s) {
        result.exchanges[s] |= worker.walk.exchanges()[s];
      }
      merge(worker.walk.errors(), result.halver);
      if (worker.found_part == kNoPart) continue;
      if (best == nullptr || better(worker, *best)) best = &worker;
    }
    if (best != nullptr && request_.goal == SearchGoal::kOutOfOrder) {
      const SearchNode& end = best->walk.found();
      result.found = input_of(order_, request_.without, end, disorder(end.state));
    }
    if (best != nullptr && request_.goal == SearchGoal::kHalver) {
      const HalverErrors& errors = best->walk.errors();
      result.halver.k = errors.k;
      result.halver.errors = errors.errors;
      result.halver.largest = errors.largest;
      const SearchNode& end = best->walk.found();
      result.found =
          input_of(order_, request_.without, end, worst_halving(order_, end.state, errors));
    }
    return result;
  }

 private:
  static constexpr std::size_t kNoPart = ~std::size_t{0};

  struct Worker {
    Worker(const SearchOrder& order, const SearchRequest& request, unsigned cache_log2)
        : walk(order, request, cache_log2) {}
    Walk walk;
    std::size_t found_part = kNoPart;
  };

  void serve(Worker& worker) {
    for (;;) {
      const std::size_t part = next_part_++;
      if (part >= parts_.size() || part > first_found_ || gave_up_) break;
      const auto errors_before = worker.walk.errors();
      const bool reached = worker.walk.follow(parts_[part], [&](std::uint64_t states) {
        states_ += states;
        const auto cancelled = [](const Progress* of) { return of != nullptr && of->cancelled(); };
        if (states_ > most_states_ || cancelled(progress_) || cancelled(request_.until)) {
          gave_up_ = true;
        }
        return !gave_up_ && part <= first_found_;
      });
      const HalverErrors& errors = worker.walk.errors();
      if (reached || errors.k != errors_before.k || errors.errors != errors_before.errors) {
        worker.found_part = part;
      }
      if (reached) {
        std::size_t first = first_found_;
        while (part < first && !first_found_.compare_exchange_weak(first, part)) {
        }
        break;
      }
      if (progress_ != nullptr) progress_->advance();
    }
    states_ += worker.walk.states();
  }

  static bool better(const Worker& a, const Worker& b) {
    const HalverErrors& x = a.walk.errors();
    const HalverErrors& y = b.walk.errors();
    const std::uint64_t left = std::uint64_t{x.errors} * std::max(y.k, 1U);
    const std::uint64_t right = std::uint64_t{y.errors} * std::max(x.k, 1U);
    return left != right ? left > right : a.found_part < b.found_part;
  }
  static void merge(const HalverErrors& from, HalverErrors& into) {
    into.small.resize(from.small.size());
    into.large.resize(from.large.size());
    for (std::size_t k = 0; k < from.small.size(); ++k) {
      into.small[k] = std::max(into.small[k], from.small[k]);
      into.large[k] = std::max(into.large[k], from.large[k]);
    }
  }

  const SearchOrder& order_;
  const SearchRequest& request_;
  Progress* progress_;
  std::vector<SearchNode> parts_;
  std::uint64_t most_states_ = 0;
  std::atomic<std::uint64_t> states_{0};
  std::atomic<std::size_t> next_part_{0};
  std::atomic<std::size_t> first_found_{kNoPart};
  std::atomic<bool> gave_up_{false};
};

}  // namespace

SearchOrder search_order(const ListedNetwork& network) {
  SearchOrder order;
  order.wires = network.wires();
  std::vector<std::uint32_t> indices(network.size());
  std::iota(indices.begin(), indices.end(), 0U);
  if (network.size() <= kMostOrdered) indices = Ordering(network).order();
  for (const std::uint32_t i : indices) {
    const Comparator c = network.comparators()[i];
    order.steps.push_back({wire_bit(c.min_wire), wire_bit(c.max_wire), i});
    if (!c.ascending()) order.ascending_from = static_cast<std::uint32_t>(order.steps.size());
  }
  const auto size = static_cast<std::uint32_t>(order.steps.size());
  for (std::uint32_t s = kStopEvery; s < size; s += kStopEvery) order.stops.push_back(s);
  order.stops.push_back(size);
  return order;
}

SearchParts search_parts(const SearchOrder& order, std::optional<std::uint32_t> without,
                         std::size_t enough) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - order.wires);
  const auto never = [](FreeState, std::uint32_t) { return false; };
  SearchParts parts{{{.state = {all, all}}}, std::vector<std::uint8_t>(order.steps.size())};
  bool grew = true;
  while (parts.nodes.size() < enough && grew) {
    std::vector<SearchNode> next;
    grew = false;
    for (const SearchNode& part : parts.nodes) {
      SearchNode node = part;
      if (run_node(order, without, node, parts.exchanges.data(), never) != Halt::kCases) {
        next.push_back(part);
        continue;
      }
      next.push_back(minimum_zero(order, node));
      next.push_back(both_one(order, node));
      grew = true;
    }
    parts.nodes = std::move(next);
  }
  return parts;
}

SearchResult search(const SearchOrder& order, const SearchRequest& request, Progress* progress) {
  SearchRequest quiet = request;
  if (quiet.until == nullptr) quiet.until = progress;
  SearchResult alone = Team(order, quiet, nullptr)
                           .run(search_parts(order, request.without, 1), 1,
                                std::min(request.most_states, kAloneStates));
  if (alone.complete || alone.states >= request.most_states ||
      (quiet.until != nullptr && quiet.until->cancelled())) {
    return alone;
  }
  SearchParts parts = search_parts(order, request.without, kPartsPerThread * request.threads);
  if (progress != nullptr) progress->begin(parts.nodes.size());
  return Team(order, request, progress)
      .run(std::move(parts), std::max(request.threads, 1U), request.most_states);
}

}  // namespace sortscope
