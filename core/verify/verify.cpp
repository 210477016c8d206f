// verify.cpp: which method answers, and what is made of its answer.
#include "core/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>

#include "core/base/machine.h"
#include "core/verify/halver.h"
#include "core/verify/search.h"
#include "core/verify/shapes.h"
#include "core/verify/slices.h"
#include "core/verify/sorted_runs.h"

namespace sortscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kBruteIsQuick = 12;  // wires: 4096 inputs

struct MethodName {
  std::string_view id;
  std::string_view name;
};
constexpr std::array<MethodName, 8> kMethods = {{{"auto", "automatic"},
                                                 {"brute", "brute force"},
                                                 {"search", "three-valued search"},
                                                 {"shapes", "all 0-1 inputs of a merger"},
                                                 {"graph", "sets of vertices of the halver"},
                                                 {"sample", "sample"},
                                                 {"runs", "merging of sorted runs"},
                                                 {"reverse", "keys in reverse order"}}};

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

VerifyMethod choose(const VerifyQuestion& question, std::uint32_t wires) {
  if (question.method != VerifyMethod::kAuto) return question.method;
  switch (question.property) {
    case Property::kSorts:
      if (wires <= kBruteIsQuick) return VerifyMethod::kBrute;
      return wires <= kMostSearchWires ? VerifyMethod::kSearch : VerifyMethod::kRuns;
    case Property::kMerges:
    case Property::kMergesBitonic:
      return VerifyMethod::kShapes;
    case Property::kHalves:
      return wires <= kMostSearchWires ? VerifyMethod::kSearch : VerifyMethod::kGraph;
  }
  return VerifyMethod::kSample;
}

Status check(const VerifyQuestion& question, VerifyMethod method, std::uint32_t wires) {
  const auto bad = [](std::string message, std::string hint) {
    return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
  };
  if (!(question.epsilon >= 0 && question.epsilon <= 1)) {
    return bad(fmt::format("epsilon {} is not a share.", question.epsilon),
               "Give a number from 0 (no key on the wrong side) to 1.");
  }
  const bool sorter = question.property == Property::kSorts;
  const bool halver = question.property == Property::kHalves;
  const bool fits = method == VerifyMethod::kBrute || method == VerifyMethod::kRuns ? sorter
                    : method == VerifyMethod::kReverse                              ? false
                    : method == VerifyMethod::kSearch ? sorter || halver
                    : method == VerifyMethod::kShapes ? !sorter && !halver
                    : method == VerifyMethod::kGraph  ? halver
                                                      : true;
  if (!fits) {
    return bad(fmt::format("the method '{}' does not answer this question.", method_id(method)),
               "Leave the method to the program: auto.");
  }
  const std::uint32_t most = method == VerifyMethod::kBrute    ? kMostBruteWires
                             : method == VerifyMethod::kSearch ? kMostSearchWires
                                                               : kMostListedWires;
  if (wires > most) {
    return bad(fmt::format("{} wires are too many for the method '{}'.", wires, method_id(method)),
               fmt::format("It takes up to {}. Leave the method to the program: auto.", most));
  }
  return {};
}

void found(const ListedNetwork& network, Verdict& verdict, std::vector<std::uint8_t> input) {
  verdict.answer = Answer::kNo;
  verdict.counterexample = make_counterexample(network, verdict.property, std::move(input));
}

void answer_by_brute_force(const ListedNetwork& network, unsigned threads, Progress* progress,
                           Verdict& verdict) {
  std::uint64_t blocks = 0;
  const auto number = brute_force(network, threads, progress, blocks);
  verdict.inputs = std::exp2(network.wires());
  // The last block may hold more than there are.
  verdict.states = std::min(blocks * kSliceInputs, static_cast<std::uint64_t>(verdict.inputs));
  if (!number) {
    verdict.answer = Answer::kYes;
    return;
  }
  std::vector<std::uint8_t> input(network.wires());
  for (std::uint32_t w = 0; w < network.wires(); ++w) input[w] = *number >> w & 1;
  verdict.inputs = static_cast<double>(*number) + 1;
  found(network, verdict, std::move(input));
}

// By step to by comparator.
std::vector<std::uint32_t> idle_of(const SearchOrder& order, const SearchResult& result) {
  std::vector<std::uint32_t> idle;
  for (std::size_t s = 0; s < order.steps.size(); ++s) {
    if (result.exchanges[s] == 0) idle.push_back(order.steps[s].index);
  }
  std::ranges::sort(idle);
  return idle;
}

void answer_by_search(const ListedNetwork& network, const SearchOrder& order,
                      const SearchRequest& request, Progress* progress, Verdict& verdict) {
  const SearchResult result = search(order, request, progress);
  verdict.states = result.states;
  verdict.inputs = result.complete ? std::exp2(network.wires()) : 0;
  if (result.found) return found(network, verdict, *result.found);
  if (!result.complete) return;
  verdict.answer = Answer::kYes;
  verdict.idle = idle_of(order, result);
  verdict.idle_known = true;
}

double usual_compares(double n) {
  const double merge = n * n / 4 / kSliceInputs * n / 2 * std::log2(n);
  return std::clamp(32 * merge, 2e7, 2e9);
}

// What is decided for any number of wires.
void answer_by_knowing(const ListedNetwork& network, const VerifyQuestion& question,
                       unsigned threads, Progress* progress, Verdict& verdict) {
  if (joins_neighbours(network)) {
    answer_by_reverse_order(network, verdict);
  } else {
    answer_by_runs(
        network,
        question.most_compares > 0 ? question.most_compares : usual_compares(network.wires()),
        threads, progress, verdict);
  }
}

// Comparators that a sorter of at most 64 wires does not need.
void find_redundant(const ListedNetwork& network, const SearchOrder& order, unsigned threads,
                    Progress* progress, Verdict& verdict) {
  if (!verdict.idle_known) {
    const SearchResult result = search(
        order,
        {.goal = SearchGoal::kExchanges, .most_states = kRedundantStates, .threads = threads},
        progress);
    verdict.idle_known =
        result.complete || std::ranges::all_of(result.exchanges, [](auto e) { return e != 0; });
    if (!verdict.idle_known) {
      verdict.undecided = static_cast<std::uint32_t>(network.size());
      return;
    }
    verdict.idle = idle_of(order, result);
  }
  if (verdict.answer != Answer::kYes) return;
  verdict.removable = verdict.idle;
  verdict.removable_known = true;
  if (progress != nullptr) progress->begin(network.size());
  for (std::uint32_t s = 0; s < order.steps.size(); ++s) {
    if (cancelled(progress)) return;
    const std::uint32_t index = order.steps[s].index;
    if (!std::ranges::binary_search(verdict.idle, index)) {
      const SearchResult result = search(
          order,
          {.without = s, .most_states = kRedundantStates, .threads = threads, .until = progress});
      if (!result.found && result.complete) verdict.removable.push_back(index);
      if (!result.found && !result.complete) ++verdict.undecided;
    }
    if (progress != nullptr) progress->advance();
  }
  verdict.removable_known = verdict.undecided == 0;
  if (!verdict.removable_known) verdict.removable.clear();
  std::ranges::sort(verdict.removable);
}

Status answer_sorter(const ListedNetwork& network, const VerifyQuestion& question, unsigned threads,
                     Progress* progress, Verdict& verdict) {
  const auto begin = Clock::now();
  SearchOrder order;
  const bool automatic = question.method == VerifyMethod::kAuto;
  const bool searchable = network.wires() <= kMostSearchWires;
  if (searchable && (verdict.method == VerifyMethod::kSearch || question.redundant)) {
    order = search_order(network);
  }
  if (verdict.method == VerifyMethod::kBrute) {
    answer_by_brute_force(network, threads, progress, verdict);
  } else if (verdict.method == VerifyMethod::kSearch) {
    answer_by_search(network, order, {.most_states = question.most_states, .threads = threads},
                     progress, verdict);
    if (verdict.answer == Answer::kUnknown && automatic && !cancelled(progress)) {
      answer_by_knowing(network, question, threads, progress, verdict);
    }
  } else if (verdict.method == VerifyMethod::kRuns) {
    answer_by_knowing(network, question, threads, progress, verdict);
    // A sample may find an input that comes out wrong.
    if (verdict.answer == Answer::kUnknown && automatic && !cancelled(progress)) {
      verdict.states = 0;
      answer_by_sample(network, progress, verdict);
    }
  } else {
    answer_by_sample(network, progress, verdict);
  }
  verdict.elapsed_ns = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
  if (question.redundant && searchable && !cancelled(progress)) {
    find_redundant(network, order, threads, progress, verdict);
  } else if (question.redundant && !searchable) {
    verdict.undecided = static_cast<std::uint32_t>(network.size() - verdict.idle.size());
  }
  return {};
}

}  // namespace

Result<Verdict> verify(const ListedNetwork& network, const VerifyQuestion& question,
                       Progress* progress) {
  Verdict verdict;
  verdict.property = question.property;
  verdict.method = choose(question, network.wires());
  verdict.wires = network.wires();
  verdict.epsilon = question.epsilon;
  if (Status fits = check(question, verdict.method, network.wires()); !fits) return fits.error();
  const unsigned threads = question.threads != 0 ? question.threads : machine().threads;
  const auto begin = Clock::now();
  Status done;
  switch (question.property) {
    case Property::kSorts:
      done = answer_sorter(network, question, threads, progress, verdict);
      break;
    case Property::kMerges:
    case Property::kMergesBitonic:
      answer_merger(network, question.redundant, progress, verdict);
      break;
    case Property::kHalves:
      done = answer_halver(network, question, threads, progress, verdict);
      break;
  }
  if (!done) return done.error();
  if (cancelled(progress)) {
    return Error{ErrorCode::kCancelled, "the verification was stopped.", ""};
  }
  if (verdict.elapsed_ns == 0) {
    verdict.elapsed_ns = static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
  }
  return verdict;
}

Result<std::shared_ptr<const ListedNetwork>> list_comparators(const Network& network,
                                                              std::string name) {
  if (network.adaptive()) {
    return Error{ErrorCode::kBadUsage,
                 "this sort is not a network: which keys it compares follows from their order.",
                 "Choose a comparator network, such as bitonic or odd-even-merge."};
  }
  if (network.listed() != nullptr) return network.shared_listed();
  if (network.size() > kMostListedComparators) {
    return Error{ErrorCode::kBadUsage, fmt::format("a network of {} comparators.", network.size()),
                 fmt::format("At most {} can be listed.", kMostListedComparators)};
  }
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::uint32_t i = 0; i < network.count(l); ++i) {
      layers[l].push_back(network.comparator(l, i));
    }
  }
  return ListedNetwork::build(network.wires(), layers, std::move(name));
}

std::string_view property_id(Property property) {
  switch (property) {
    case Property::kSorts:
      return "sorts";
    case Property::kMerges:
      return "merges";
    case Property::kMergesBitonic:
      return "merges-bitonic";
    case Property::kHalves:
      return "halves";
  }
  return "";
}

std::string_view method_name(VerifyMethod method) {
  return kMethods[static_cast<std::size_t>(method)].name;
}

std::string_view method_id(VerifyMethod method) {
  return kMethods[static_cast<std::size_t>(method)].id;
}

}  // namespace sortscope
