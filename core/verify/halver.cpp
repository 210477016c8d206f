// halver.cpp: the worst case of a halver by search or by its graph, or a bound by a sample.
#include "core/verify/halver.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"
#include "core/verify/search.h"

namespace sortscope {

namespace {

constexpr std::uint64_t kGraphAfterStates = std::uint64_t{1} << 24;  // the graph is tried instead
constexpr std::uint32_t kSampleInputs = 4096;
constexpr std::uint64_t kSampleSeed = 23;
constexpr double kRounding = 1e-12;

void judge(Verdict& verdict) {
  const HalverFinding& halver = verdict.halver;
  if (halver.epsilon > verdict.epsilon + kRounding) {
    verdict.answer = Answer::kNo;
  } else {
    verdict.answer = halver.exact ? Answer::kYes : Answer::kUnknown;
  }
}

void take(std::uint32_t k, std::uint32_t errors, bool largest, HalverFinding& halver) {
  if (k == 0 || errors * std::max(halver.k, 1U) <= halver.errors * k) return;
  halver.k = k;
  halver.errors = errors;
  halver.largest = largest;
  halver.epsilon = static_cast<double>(errors) / k;
}

void by_search(const ListedNetwork& network, const VerifyQuestion& question, unsigned threads,
               Progress* progress, Verdict& verdict) {
  const SearchOrder order = search_order(network);
  const bool graph_helps = question.method == VerifyMethod::kAuto && halver_graph_of(network);
  const SearchResult result =
      search(order,
             {.goal = SearchGoal::kHalver,
              .most_states = graph_helps ? std::min(question.most_states, kGraphAfterStates)
                                         : question.most_states,
              .threads = threads},
             progress);
  verdict.method = VerifyMethod::kSearch;
  verdict.states = result.states;
  verdict.inputs = result.complete ? std::exp2(network.wires()) : 0;
  take(result.halver.k, result.halver.errors, result.halver.largest, verdict.halver);
  verdict.halver.exact = result.complete;
  if (result.found) {
    verdict.counterexample = make_counterexample(network, Property::kHalves, *result.found);
  }
  verdict.idle_known = result.complete;
  for (std::size_t s = 0; s < order.steps.size() && result.complete; ++s) {
    if (result.exchanges[s] == 0) verdict.idle.push_back(order.steps[s].index);
  }
  std::ranges::sort(verdict.idle);
}

void by_graph(const HalverGraph& graph, Progress* progress, Verdict& verdict) {
  const HalverError error = halver_error(graph, {}, progress);
  verdict.method = VerifyMethod::kGraph;
  verdict.inputs = error.exact ? std::exp2(2.0 * graph.half) : 0;
  verdict.halver.exact = error.exact;
  for (std::uint32_t k = 1; k <= graph.half; ++k) {
    take(k, error.small[k], false, verdict.halver);
    take(k, error.large[k], true, verdict.halver);
  }
}

// Random inputs of every k: a lower bound.
void by_sample(const ListedNetwork& network, Progress* progress, Verdict& verdict) {
  const std::uint32_t n = network.wires();
  const std::uint32_t half = n / 2;
  SplitMix64 random(kSampleSeed);
  std::vector<std::uint32_t> keys(n);
  for (std::uint32_t w = 0; w < n; ++w) keys[w] = w;
  std::vector<std::uint32_t> at(n);  // where key k ends
  verdict.method = VerifyMethod::kSample;
  if (progress != nullptr) progress->begin(kSampleInputs);
  for (std::uint32_t i = 0; i < kSampleInputs; ++i) {
    if (progress != nullptr && progress->cancelled()) return;
    for (std::uint32_t w = n; w > 1; --w) std::swap(keys[w - 1], keys[random.below(w)]);
    std::vector<std::uint32_t> out = keys;
    for (const Comparator& c : network.comparators()) {
      if (out[c.min_wire] > out[c.max_wire]) std::swap(out[c.min_wire], out[c.max_wire]);
    }
    for (Wire w = 0; w < n; ++w) at[out[w]] = w;
    std::uint32_t small = 0;
    std::uint32_t large = 0;
    const HalverFinding before = verdict.halver;
    for (std::uint32_t k = 1; k <= half; ++k) {
      small += at[k - 1] >= n - half ? 1 : 0;
      large += at[n - k] < half ? 1 : 0;
      take(k, small, false, verdict.halver);
      take(k, large, true, verdict.halver);
    }
    if (verdict.halver.k != before.k || verdict.halver.errors != before.errors) {
      std::vector<std::uint8_t> input(n);
      const std::uint32_t zeros = verdict.halver.largest ? n - verdict.halver.k : verdict.halver.k;
      for (Wire w = 0; w < n; ++w) input[w] = keys[w] < zeros ? 0 : 1;
      verdict.counterexample = make_counterexample(network, Property::kHalves, std::move(input));
    }
    verdict.states = i + 1;
    verdict.inputs = static_cast<double>(i + 1) * n;
    if (progress != nullptr) progress->advance();
  }
}

}  // namespace

std::optional<HalverGraph> halver_graph_of(const ListedNetwork& network) {
  const std::uint32_t half = network.wires() / 2;
  if (half == 0 || network.wires() % 2 != 0) return {};
  HalverGraph graph{half, network.depth(), {}};
  graph.partners.resize(std::size_t{half} * network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    const std::span<const Comparator> layer = network.layer(l);
    if (layer.size() != half) return {};
    for (const Comparator& c : layer) {
      if (c.min_wire >= half || c.max_wire < half) return {};
      graph.partners[std::size_t{l} * half + c.min_wire] = c.max_wire - half;
    }
  }
  return graph;
}

Status answer_halver(const ListedNetwork& network, const VerifyQuestion& question, unsigned threads,
                     Progress* progress, Verdict& verdict) {
  const std::optional<HalverGraph> graph = halver_graph_of(network);
  if (question.method == VerifyMethod::kGraph && !graph) {
    return Error{ErrorCode::kBadUsage, "this network is not made of matchings of its two halves.",
                 "Leave the method to the program: auto."};
  }
  if (verdict.method == VerifyMethod::kSearch) {
    by_search(network, question, threads, progress, verdict);
  }
  const bool to_graph = verdict.method == VerifyMethod::kGraph ||
                        (verdict.method == VerifyMethod::kSearch && !verdict.halver.exact &&
                         question.method == VerifyMethod::kAuto);
  if (to_graph && graph) by_graph(*graph, progress, verdict);
  if ((verdict.method == VerifyMethod::kGraph && !graph) ||
      verdict.method == VerifyMethod::kSample) {
    by_sample(network, progress, verdict);
  }
  judge(verdict);
  return {};
}

}  // namespace sortscope
