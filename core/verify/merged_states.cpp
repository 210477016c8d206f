// merged_states.cpp: which parts are joined next, and what they come to.
#include "core/verify/merged_states.h"

#include <algorithm>
#include <queue>

namespace sortscope {

namespace {

constexpr std::uint32_t kNone = ~std::uint32_t{0};

// Wires that comparators have joined.
struct Part {
  std::vector<Wire> wires;  // ascending: bit i of a state is wire i of these
  StateRows states;
  StateRows inputs;  // one for each state
};

class Merger {
 public:
  Merger(std::uint32_t wires, std::span<const Comparator> comparators, CombineGoal goal,
         MergeMeans& means)
      : wires_(wires),
        comparators_(comparators),
        goal_(goal),
        means_(means),
        first_(wires + 1),
        next_(wires),
        parts_(wires),
        part_of_(wires),
        place_(wires) {
    result_.exchanges.resize(comparators.size());
    for (const Comparator& c : comparators) {
      ++first_[c.min_wire + 1];
      ++first_[c.max_wire + 1];
    }
    for (Wire w = 0; w < wires; ++w) first_[w + 1] += first_[w];
    uses_.resize(2 * comparators.size());
    std::vector<std::size_t> end(first_.begin(), first_.end() - 1);
    for (std::uint32_t i = 0; i < comparators.size(); ++i) {
      uses_[end[comparators[i].min_wire]++] = i;
      uses_[end[comparators[i].max_wire]++] = i;
    }
    for (Wire w = 0; w < wires; ++w) {
      next_[w] = first_[w];
      part_of_[w] = w;
      Part& part = parts_[w];
      part.wires = {w};
      part.states.words = {0, 1};
      part.inputs.words = {0, 1};
    }
  }

  MergedStates run() {
    for (Wire w = 0; w < wires_; ++w) offer(w);
    std::uint32_t parts = wires_;
    while (parts > 1) {
      const std::uint32_t c = next_join();
      if (c == kNone) break;
      if (!join(c)) return std::move(result_);
      --parts;
    }
    if (parts > 1) {
      unjoined();
    } else {
      if (goal_ == CombineGoal::kStates) result_.states = std::move(parts_[part_of_[0]].states);
      result_.complete = ran_ == comparators_.size();
    }
    return std::move(result_);
  }

 private:
  struct Join {
    double combinations = 0;
    std::uint32_t comparator = 0;
    bool operator<(const Join& other) const {
      if (combinations != other.combinations) return combinations > other.combinations;
      return comparator > other.comparator;
    }
  };

  [[nodiscard]] std::uint32_t head(Wire w) const {
    return next_[w] < first_[w + 1] ? uses_[next_[w]] : kNone;
  }
  [[nodiscard]] bool ready(std::uint32_t c) const {
    return c != kNone && head(comparators_[c].min_wire) == c && head(comparators_[c].max_wire) == c;
  }
  [[nodiscard]] double combinations_of(std::uint32_t c) const {
    return static_cast<double>(parts_[part_of_[comparators_[c].min_wire]].states.size()) *
           static_cast<double>(parts_[part_of_[comparators_[c].max_wire]].states.size());
  }
  [[nodiscard]] bool joins(std::uint32_t c) const {
    return part_of_[comparators_[c].min_wire] != part_of_[comparators_[c].max_wire];
  }
  void offer(Wire w) {
    const std::uint32_t c = head(w);
    if (ready(c)) joins_.push({combinations_of(c), c});
  }
  // The one with the fewest combinations.
  std::uint32_t next_join() {
    while (!joins_.empty()) {
      const Join join = joins_.top();
      joins_.pop();
      // A part that has changed has offered its comparators again.
      if (ready(join.comparator) && joins(join.comparator) &&
          combinations_of(join.comparator) == join.combinations) {
        return join.comparator;
      }
    }
    return kNone;
  }

  // Runs what is ready within the two parts; false where it was given up.
  bool join(std::uint32_t c) {
    std::uint32_t to = part_of_[comparators_[c].min_wire];
    std::uint32_t from = part_of_[comparators_[c].max_wire];
    if (from < to) std::swap(to, from);
    Part a = std::move(parts_[to]);
    Part b = std::move(parts_[from]);
    parts_[from] = {};
    const auto first = static_cast<std::uint32_t>(a.wires.size());
    for (const Wire w : b.wires) {
      part_of_[w] = to;
      place_[w] += first;
    }
    Combination combination;
    combination.parts = {&a.states, &b.states};
    // All that joins the two is ready within them now, and nothing else.
    std::vector<std::uint32_t> run;
    for (const Wire w : b.wires) {
      if (ready(head(w)) && !joins(head(w))) run.push_back(head(w));
    }
    std::ranges::sort(run);
    for (std::size_t i = 0; i < run.size(); ++i) {
      const Comparator done = comparators_[run[i]];
      combination.comparators.push_back({place_[done.min_wire], place_[done.max_wire]});
      ++next_[done.min_wire];
      ++next_[done.max_wire];
      const std::uint32_t heads[] = {head(done.min_wire), head(done.max_wire)};
      if (ready(heads[0]) && !joins(heads[0])) run.push_back(heads[0]);
      if (heads[1] != heads[0] && ready(heads[1]) && !joins(heads[1])) run.push_back(heads[1]);
    }
    Part& joined = parts_[to];
    std::ranges::merge(a.wires, b.wires, std::back_inserter(joined.wires));
    for (std::uint32_t i = 0; i < joined.wires.size(); ++i) {
      combination.order.push_back(place_[joined.wires[i]]);
      place_[joined.wires[i]] = i;
    }
    const bool last = joined.wires.size() == wires_ && goal_ == CombineGoal::kAscends;
    const double work = combine_work(combination);
    if (work > means_.work || combinations(combination) > kMostCombinations) {
      give_up(combination);
      return false;
    }
    means_.work -= work;
    joined.states.wires = static_cast<std::uint32_t>(joined.wires.size());
    const std::size_t most = means_.most_words / joined.states.row_words();
    Combined made = combine(combination, last ? CombineGoal::kAscends : CombineGoal::kStates,
                            {means_.team, means_.threads, most, means_.progress});
    means_.tried += made.tried;
    if (!made.complete) {
      give_up(combination);
      return false;
    }
    for (std::size_t i = 0; i < run.size(); ++i) result_.exchanges[run[i]] = made.exchanges[i];
    ran_ += run.size();
    if (last) {
      if (made.descends) result_.input = input_of(a, b, *made.descends);
      return true;
    }
    joined.states = std::move(made.states);
    if (goal_ == CombineGoal::kAscends) keep_inputs(a, b, made.numbers, joined);
    for (const Wire w : joined.wires) offer(w);
    return true;
  }

  void give_up(const Combination& combination) {
    means_.given_up_wires = static_cast<std::uint32_t>(combination.order.size());
    means_.given_up = combinations(combination);
  }

  // An input that leads to combination `number`.
  static void each_one(const Part& a, const Part& b, std::uint64_t number, const auto& take) {
    const auto of_b = static_cast<std::size_t>(number % b.states.size());
    const auto of_a = static_cast<std::size_t>(number / b.states.size());
    for (Wire i = 0; i < a.wires.size(); ++i) {
      if (a.inputs.get(of_a, i)) take(a.wires[i]);
    }
    for (Wire i = 0; i < b.wires.size(); ++i) {
      if (b.inputs.get(of_b, i)) take(b.wires[i]);
    }
  }
  void keep_inputs(const Part& a, const Part& b, std::span<const std::uint64_t> numbers,
                   Part& joined) const {
    joined.inputs.wires = joined.states.wires;
    for (const std::uint64_t number : numbers) {
      joined.inputs.add_row();
      each_one(a, b, number, [&](Wire w) { joined.inputs.set(place_[w]); });
    }
  }
  [[nodiscard]] std::vector<std::uint8_t> input_of(const Part& a, const Part& b,
                                                   std::uint64_t number) const {
    std::vector<std::uint8_t> input(wires_);
    each_one(a, b, number, [&](Wire w) { input[w] = 1; });
    return input;
  }

  // Some neighbours are of two parts that nothing joins: ones on the one, zeros on all others.
  void unjoined() {
    if (goal_ != CombineGoal::kAscends) return;
    Wire w = 1;
    while (part_of_[w] == part_of_[w - 1]) ++w;
    std::vector<std::uint8_t> input(wires_);
    for (Wire one = 0; one < wires_; ++one) {
      if (part_of_[one] == part_of_[w - 1]) input[one] = 1;
    }
    result_.input = std::move(input);
    result_.complete = true;
  }

  const std::uint32_t wires_;
  const std::span<const Comparator> comparators_;
  const CombineGoal goal_;
  MergeMeans& means_;
  std::vector<std::size_t> first_;   // in uses_, by wire
  std::vector<std::uint32_t> uses_;  // comparators of each wire, in their order
  std::vector<std::size_t> next_;    // in uses_: the first that has not run
  std::vector<Part> parts_;          // by number
  std::vector<std::uint32_t> part_of_;
  std::vector<Wire> place_;  // in its part
  std::priority_queue<Join> joins_;
  std::size_t ran_ = 0;  // comparators
  MergedStates result_;
};

}  // namespace

MergedStates merge_states(std::uint32_t wires, std::span<const Comparator> comparators,
                          CombineGoal goal, MergeMeans& means) {
  return Merger(wires, comparators, goal, means).run();
}

}  // namespace sortscope
