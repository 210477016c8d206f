// sorted_runs.cpp: what is made of states, groups and one input in reverse order.
#include "core/verify/sorted_runs.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "core/verify/merged_states.h"
#include "core/verify/run_splits.h"

namespace sortscope {

namespace {

constexpr double kFirstCompares = 3e8;  // a second or two
constexpr double kShare = 0.3;          // of the work, for the first two ways

void idle_of(const std::vector<std::uint8_t>& exchanges, Verdict& verdict) {
  for (std::uint32_t c = 0; c < exchanges.size(); ++c) {
    if (exchanges[c] == 0) verdict.idle.push_back(c);
  }
  verdict.idle_known = true;
}

void refuse(const ListedNetwork& network, std::vector<std::uint8_t> input, Verdict& verdict) {
  verdict.answer = Answer::kNo;
  verdict.counterexample = make_counterexample(network, Property::kSorts, std::move(input));
}

// What it rests on, and at what it was given up last.
void account(const MergeMeans& means, Verdict& verdict) {
  verdict.states = means.tried;
  verdict.inputs = static_cast<double>(means.tried);
  verdict.given_up = {};
  if (verdict.answer == Answer::kUnknown) verdict.given_up = {means.given_up_wires, means.given_up};
}

// Returns whether it is decided.
bool by_states(const ListedNetwork& network, MergeMeans& means, Verdict& verdict) {
  if (means.progress != nullptr) means.progress->begin(network.size());
  MergedStates merged =
      merge_states(network.wires(), network.comparators(), CombineGoal::kAscends, means);
  if (merged.complete && merged.input) {
    refuse(network, std::move(*merged.input), verdict);
  } else if (merged.complete) {
    verdict.answer = Answer::kYes;
    idle_of(merged.exchanges, verdict);
  }
  account(means, verdict);
  return merged.complete;
}

bool by_groups(const ListedNetwork& network, MergeMeans& means, Verdict& verdict) {
  if (means.progress != nullptr) means.progress->begin(0);
  const auto order = find_sorted_order(network.wires(), network.comparators(), means);
  if (order && !means.cancelled()) {
    const auto wrong = std::ranges::adjacent_find(*order, std::greater<>());
    if (wrong == order->end()) {
      verdict.answer = Answer::kYes;
    } else {
      // Any input with so many ones comes out with them on the last wires of the order.
      std::vector<std::uint8_t> input(network.wires());
      std::fill(input.begin() + (wrong + 1 - order->begin()), input.end(), std::uint8_t{1});
      refuse(network, std::move(input), verdict);
    }
  }
  account(means, verdict);
  return verdict.answer != Answer::kUnknown;
}

}  // namespace

bool joins_neighbours(const ListedNetwork& network) {
  return std::ranges::all_of(network.comparators(),
                             [](const Comparator& c) { return c.min_wire + 1 == c.max_wire; });
}

void answer_by_reverse_order(const ListedNetwork& network, Verdict& verdict) {
  const std::uint32_t n = network.wires();
  std::vector<Wire> keys(n);
  std::iota(keys.rbegin(), keys.rend(), 0U);
  std::vector<std::uint8_t> exchanges(network.size());
  for (std::size_t c = 0; c < network.size(); ++c) {
    Wire& min = keys[network.comparators()[c].min_wire];
    Wire& max = keys[network.comparators()[c].max_wire];
    if (min <= max) continue;
    std::swap(min, max);
    exchanges[c] = 1;
  }
  verdict.method = VerifyMethod::kReverse;
  verdict.states = 1;
  verdict.inputs = 1;
  idle_of(exchanges, verdict);
  const auto falls = std::ranges::adjacent_find(keys, std::greater<>());
  if (falls == keys.end()) {
    verdict.answer = Answer::kYes;
    return;
  }
  // Ones are the keys that are too large to stand there before a smaller one.
  std::vector<std::uint8_t> input(n);
  for (Wire w = 0; w < n; ++w) input[w] = n - 1 - w >= *falls ? 1 : 0;
  refuse(network, std::move(input), verdict);
}

void answer_by_runs(const ListedNetwork& network, double most_compares, unsigned threads,
                    Progress* progress, Verdict& verdict) {
  ThreadTeam team;
  MergeMeans means;
  means.team = &team;
  means.threads = threads;
  means.progress = progress;
  verdict.method = VerifyMethod::kRuns;
  // States tell more, groups may need less: first a little of the one, then the other.
  means.work = std::min(kFirstCompares, most_compares * kShare);
  if (by_states(network, means, verdict) || means.cancelled()) return;
  means.work += most_compares * kShare;
  if (by_groups(network, means, verdict) || means.cancelled()) return;
  means.work += most_compares * (1 - 2 * kShare);
  by_states(network, means, verdict);
}

}  // namespace sortscope
