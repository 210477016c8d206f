// Verification against brute force written here, one input at a time.
#include "core/verify/verify.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/random.h"
#include "core/recordings/bitonic_input.h"
#include "core/verify/halver.h"
#include "core/verify/search.h"
#include "core/verify/slices.h"
#include "core/verify/text.h"

namespace sortscope {
namespace {

using List = std::vector<Comparator>;

std::shared_ptr<const ListedNetwork> listed(std::uint32_t wires, const List& list) {
  auto made = ListedNetwork::leveled(wires, list);
  EXPECT_TRUE(made.ok()) << made.error().text();
  return *made;
}

std::shared_ptr<const ListedNetwork> listed(const char* algorithm, std::uint32_t n) {
  auto made = list_comparators((*find_algorithm(algorithm))->build(n), algorithm);
  EXPECT_TRUE(made.ok());
  return *made;
}

List list_of(const ListedNetwork& network) {
  return {network.comparators().begin(), network.comparators().end()};
}

// One 0-1 input, wire w in bit w, comparator by comparator.
std::uint32_t run(const List& list, std::uint32_t bits, std::vector<bool>* exchanged = nullptr) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto [min, max] = list[i];
    if ((bits >> min & 1) == 1 && (bits >> max & 1) == 0) {
      bits ^= 1U << min | 1U << max;
      if (exchanged != nullptr) (*exchanged)[i] = true;
    }
  }
  return bits;
}

bool ascends(std::uint32_t bits, std::uint32_t wires) {
  for (std::uint32_t w = 1; w < wires; ++w) {
    if ((bits >> (w - 1) & 1) > (bits >> w & 1)) return false;
  }
  return true;
}

struct Brute {
  bool sorts = true;
  std::vector<bool> exchanged;
};

Brute brute(std::uint32_t wires, const List& list, const auto& permitted) {
  Brute result;
  result.exchanged.resize(list.size());
  for (std::uint32_t bits = 0; bits >> wires == 0; ++bits) {
    if (!permitted(bits)) continue;
    if (!ascends(run(list, bits, &result.exchanged), wires)) result.sorts = false;
  }
  return result;
}
Brute brute(std::uint32_t wires, const List& list) {
  return brute(wires, list, [](std::uint32_t) { return true; });
}

std::vector<std::uint32_t> idle(const Brute& brute) {
  std::vector<std::uint32_t> idle;
  for (std::uint32_t i = 0; i < brute.exchanged.size(); ++i) {
    if (!brute.exchanged[i]) idle.push_back(i);
  }
  return idle;
}

std::uint32_t number(const std::vector<std::uint8_t>& input) {
  std::uint32_t bits = 0;
  for (std::uint32_t w = 0; w < input.size(); ++w) bits |= std::uint32_t{input[w]} << w;
  return bits;
}

// The counterexample is one, in both of its forms, and names the outputs that are wrong.
void expect_true(const ListedNetwork& network, const Counterexample& found) {
  const std::uint32_t n = network.wires();
  ASSERT_EQ(found.input.size(), n);
  std::vector<std::uint8_t> bits = found.input;
  std::vector<std::uint32_t> keys = found.keys;
  std::vector<std::uint32_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t w = 0; w < n; ++w) EXPECT_EQ(sorted[w], w + 1);
  for (const auto& [min, max] : network.comparators()) {
    if (bits[min] > bits[max]) std::swap(bits[min], bits[max]);
    if (keys[min] > keys[max]) std::swap(keys[min], keys[max]);
  }
  EXPECT_FALSE(std::is_sorted(bits.begin(), bits.end()));
  EXPECT_EQ(bits, found.output);
  EXPECT_EQ(keys, found.keys_output);
  std::vector<std::uint8_t> right = bits;
  std::sort(right.begin(), right.end());
  std::vector<Wire> wrong;
  std::vector<Wire> keys_wrong;
  for (Wire w = 0; w < n; ++w) {
    if (bits[w] != right[w]) wrong.push_back(w);
    if (keys[w] != w + 1) keys_wrong.push_back(w);
  }
  EXPECT_EQ(found.wrong, wrong);
  EXPECT_EQ(found.keys_wrong, keys_wrong);
  EXPECT_FALSE(wrong.empty());
}

List random_list(std::uint32_t wires, std::uint32_t size, bool directed, SplitMix64& random) {
  List list;
  while (list.size() < size) {
    const Wire a = random.below(wires);
    const Wire b = random.below(wires);
    if (a == b) continue;
    list.push_back(directed ? Comparator{a, b} : Comparator{std::min(a, b), std::max(a, b)});
  }
  return list;
}

TEST(Verify, RandomNetworksAsBruteForceSays) {
  SplitMix64 random(1);
  int sorters = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t wires = 1 + random.below(9);
    const std::uint32_t size = wires == 1 ? 0 : random.below(2 + wires * wires);
    const auto network = listed(wires, random_list(wires, size, i % 3 == 0, random));
    const Brute truth = brute(wires, list_of(*network));
    sorters += truth.sorts ? 1 : 0;
    for (const VerifyMethod method : {VerifyMethod::kBrute, VerifyMethod::kSearch}) {
      const auto verdict = verify(*network, {.method = method, .threads = 1});
      ASSERT_TRUE(verdict.ok());
      ASSERT_EQ(verdict->holds(), truth.sorts) << i;
      ASSERT_NE(verdict->answer, Answer::kUnknown);
      ASSERT_TRUE(verdict->idle_known);
      ASSERT_EQ(verdict->idle, idle(truth)) << i;
      if (!truth.sorts) expect_true(*network, *verdict->counterexample);
    }
  }
  EXPECT_GT(sorters, 300);
}

// Sorters with one comparator left out, turned, moved to other wires, or doubled.
TEST(Verify, ThousandsOfMutations) {
  SplitMix64 random(2);
  int refused = 0;
  int sorting = 0;
  for (const char* algorithm :
       {"bitonic", "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    for (const std::uint32_t n : {5U, 8U, 11U, 13U}) {
      const auto sorter = listed(algorithm, n);
      const std::uint32_t wires = sorter->wires();
      for (std::uint32_t i = 0; i < sorter->size(); ++i) {
        for (int kind = 0; kind < 4; ++kind) {
          List list = list_of(*sorter);
          if (kind == 0) list.erase(list.begin() + i);
          if (kind == 1) std::swap(list[i].min_wire, list[i].max_wire);
          if (kind == 2) list[i] = random_list(wires, 1, false, random)[0];
          if (kind == 3) list.insert(list.begin() + i, list[i]);
          const auto network = listed(wires, list);
          const auto verdict =
              verify(*network, {.method = VerifyMethod::kSearch, .redundant = false, .threads = 1});
          ASSERT_TRUE(verdict.ok());
          const bool truth = brute(wires, list).sorts;
          ASSERT_EQ(verdict->holds(), truth) << algorithm << n << " " << i << " " << kind;
          if (!truth) expect_true(*network, *verdict->counterexample);
          ++(truth ? sorting : refused);
        }
      }
    }
  }
  EXPECT_GT(refused, 1500);
  EXPECT_GT(sorting, 500);
}

TEST(Verify, RemovableAsBruteForceSays) {
  SplitMix64 random(3);
  for (int i = 0; i < 40; ++i) {
    const std::uint32_t wires = 4 + random.below(7);
    List list = list_of(*listed(i % 2 == 0 ? "odd-even-merge" : "odd-even-transposition", wires));
    for (int k = 0; k < 3; ++k) {
      const auto at = list.begin() + random.below(static_cast<std::uint32_t>(list.size()));
      list.insert(at, random_list(wires, 1, false, random)[0]);
    }
    const auto network = listed(wires, list);
    list = list_of(*network);
    if (!brute(wires, list).sorts) continue;
    std::vector<std::uint32_t> removable;
    for (std::uint32_t c = 0; c < list.size(); ++c) {
      List without = list;
      without.erase(without.begin() + c);
      if (brute(wires, without).sorts) removable.push_back(c);
    }
    const auto verdict = verify(*network);
    ASSERT_TRUE(verdict->holds() && verdict->removable_known);
    EXPECT_EQ(verdict->removable, removable);
  }
}

TEST(Verify, KnownSortersTo32) {
  for (const char* algorithm : {"bitonic", "bitonic-recursive", "bitonic-ascending",
                                "odd-even-merge", "pairwise", "odd-even-transposition"}) {
    for (std::uint32_t n = 2; n <= 32; n += n < 18 ? 1 : 7) {
      const auto network = listed(algorithm, n);
      const auto verdict = verify(*network, {.redundant = false});
      ASSERT_TRUE(verdict.ok());
      EXPECT_TRUE(verdict->holds()) << algorithm << " " << n;
    }
  }
}

// Of 32 wires: no comparator of Batcher's networks can be spared, and a network with one missing is
// refused with an input that really comes out wrong.
TEST(Verify, OneMissingOf32Wires) {
  for (const char* algorithm : {"odd-even-merge", "bitonic"}) {
    const auto sorter = listed(algorithm, 32);
    const auto whole = verify(*sorter);
    EXPECT_TRUE(whole->idle.empty());
    EXPECT_TRUE(whole->removable_known);
    for (std::uint32_t i = 0; i < sorter->size(); ++i) {
      List list = list_of(*sorter);
      list.erase(list.begin() + i);
      const auto network = listed(32, list);
      const auto verdict = verify(*network, {.redundant = false});
      const bool spared = std::ranges::binary_search(whole->removable, i);
      ASSERT_EQ(verdict->holds(), spared) << i;
      if (!spared) expect_true(*network, *verdict->counterexample);
    }
  }
}

// Searches that are too long for one thread alone.
TEST(Verify, TheSameOnAnyNumberOfThreads) {
  const List sorter = list_of(*listed("pairwise", 40));
  int long_ones = 0;
  for (std::size_t i = sorter.size() - 40; i < sorter.size(); i += 3) {
    List list = sorter;
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    const auto network = listed(40, list);
    const auto one = verify(*network, {.redundant = false, .threads = 1});
    ASSERT_EQ(one->answer, Answer::kNo);
    long_ones += one->states > 50000 ? 1 : 0;
    for (const unsigned threads : {2U, 5U}) {
      const auto more = verify(*network, {.redundant = false, .threads = threads});
      ASSERT_EQ(more->answer, Answer::kNo);
      EXPECT_EQ(more->counterexample->input, one->counterexample->input);
    }
  }
  EXPECT_GT(long_ones, 0);
  SplitMix64 random(8);
  const auto halver = listed(30, random_list(30, 110, false, random));
  const auto one = verify(*halver, {.property = Property::kHalves, .threads = 1});
  const auto more = verify(*halver, {.property = Property::kHalves, .threads = 4});
  EXPECT_GT(one->states, 50000);
  EXPECT_EQ(one->counterexample->input, more->counterexample->input);
  EXPECT_EQ(one->halver.epsilon, more->halver.epsilon);
}

TEST(Verify, BruteForceFindsTheSmallest) {
  SplitMix64 random(4);
  for (int i = 0; i < 200; ++i) {
    const std::uint32_t wires = 2 + random.below(13);
    const auto network = listed(wires, random_list(wires, 3 * wires, true, random));
    const List list = list_of(*network);
    std::optional<std::uint32_t> smallest;
    for (std::uint32_t bits = 0; bits >> wires == 0 && !smallest; ++bits) {
      if (!ascends(run(list, bits), wires)) smallest = bits;
    }
    const auto verdict =
        verify(*network, {.method = VerifyMethod::kBrute, .redundant = false, .threads = 3});
    ASSERT_EQ(verdict->holds(), !smallest.has_value());
    if (smallest) {
      EXPECT_EQ(number(verdict->counterexample->input), *smallest);
    }
  }
}

// Bits 1 .. 1 0 .. 0 of each half: two sorted halves.
bool sorted_halves(std::uint32_t bits, std::uint32_t wires) {
  const std::uint32_t half = wires / 2;
  return ascends(bits & ((1U << half) - 1), half) && ascends(bits >> half, wires - half);
}
// At most two changes going round.
bool bitonic(std::uint32_t bits, std::uint32_t wires) {
  std::uint32_t changes = 0;
  for (std::uint32_t w = 0; w < wires; ++w) {
    changes += (bits >> w & 1) != (bits >> ((w + 1) % wires) & 1) ? 1 : 0;
  }
  return changes <= 2;
}

TEST(Verify, MergersAsBruteForceSays) {
  SplitMix64 random(5);
  int merging = 0;
  for (int i = 0; i < 1500; ++i) {
    const bool round = i % 2 == 0;
    std::uint32_t wires = 2 + random.below(10);
    List list = random_list(wires, random.below(wires * 3), i % 3 == 0, random);
    if (i % 4 < 2) {  // a merger, sometimes with a comparator less
      wires = i % 8 < 4 ? 8 : 16;
      const auto sorter = listed(round ? "bitonic-merger" : "odd-even-merge", wires);
      list = list_of(*sorter);
      if (i % 5 != 0)
        list.erase(list.begin() + random.below(static_cast<std::uint32_t>(list.size())));
    }
    const auto network = listed(wires, list);
    list = list_of(*network);
    const auto permitted = [&](std::uint32_t bits) {
      return round ? bitonic(bits, wires) : sorted_halves(bits, wires);
    };
    const Brute truth = brute(wires, list, permitted);
    const auto verdict =
        verify(*network, {.property = round ? Property::kMergesBitonic : Property::kMerges});
    ASSERT_TRUE(verdict.ok());
    ASSERT_EQ(verdict->holds(), truth.sorts) << i;
    EXPECT_EQ(verdict->idle, idle(truth));
    merging += truth.sorts ? 1 : 0;
    if (!truth.sorts) {
      const Counterexample& found = *verdict->counterexample;
      expect_true(*network, found);
      EXPECT_TRUE(permitted(number(found.input)));
      if (round) {
        Keys keys = make_keys(KeyType::kUint32, wires);
        for (Wire w = 0; w < wires; ++w) keys.raw.set(w, found.keys[w]);
        EXPECT_FALSE(first_break(keys, Order::kAscending));
      } else {
        const auto half = found.keys.begin() + wires / 2;
        EXPECT_TRUE(std::is_sorted(found.keys.begin(), half));
        EXPECT_TRUE(std::is_sorted(half, found.keys.end()));
      }
    }
  }
  EXPECT_GT(merging, 100);
}

TEST(Verify, LargeMergers) {
  const auto merger = listed("bitonic-merger", 1024);
  EXPECT_TRUE(verify(*merger, {.property = Property::kMergesBitonic, .redundant = false})->holds());
  List list = list_of(*merger);
  list.erase(list.begin() + 2000);
  const auto network = listed(1024, list);
  const auto verdict = verify(*network, {.property = Property::kMergesBitonic, .redundant = false});
  ASSERT_EQ(verdict->answer, Answer::kNo);
  expect_true(*network, *verdict->counterexample);
}

// What leaves no sorted runs: each round of a periodic sorter joins all wires.
TEST(Verify, WhatIsTooWideIsSampled) {
  List list;
  for (int round = 0; round < 7; ++round) {
    for (std::uint32_t block = 128; block > 1; block /= 2) {
      for (Wire first = 0; first < 128; first += block) {
        for (Wire w = 0; w < block / 2; ++w) list.push_back({first + w, first + block - 1 - w});
      }
    }
  }
  const auto verdict = verify(*listed(128, list));
  EXPECT_EQ(verdict->answer, Answer::kUnknown);
  EXPECT_EQ(verdict->method, VerifyMethod::kSample);
  list.resize(list.size() - 300);
  const auto network = listed(128, list);
  const auto refused = verify(*network);
  ASSERT_EQ(refused->answer, Answer::kNo);
  expect_true(*network, *refused->counterexample);
}

// max over k <= n/2 and both ends of errors / k, over all 0-1 inputs.
double brute_epsilon(const List& list, std::uint32_t wires) {
  const std::uint32_t half = wires / 2;
  double worst = 0;
  for (std::uint32_t bits = 0; bits >> wires == 0; ++bits) {
    const std::uint32_t out = run(list, bits);
    const auto ones = static_cast<std::uint32_t>(std::popcount(bits));
    const std::uint32_t zeros = wires - ones;
    const auto ones_low = static_cast<std::uint32_t>(std::popcount(out & ((1U << half) - 1)));
    const auto ones_high = static_cast<std::uint32_t>(std::popcount(out >> (wires - half)));
    if (zeros > 0 && zeros <= half) worst = std::max(worst, double(half - ones_high) / zeros);
    if (ones > 0 && ones <= half) worst = std::max(worst, double(ones_low) / ones);
  }
  return worst;
}

List random_halver(std::uint32_t half, std::uint32_t depth, SplitMix64& random) {
  List list;
  std::vector<std::uint32_t> to(half);
  for (std::uint32_t d = 0; d < depth; ++d) {
    std::iota(to.begin(), to.end(), half);
    shuffle(to, random);
    for (std::uint32_t u = 0; u < half; ++u) list.push_back({u, to[u]});
  }
  return list;
}

TEST(Verify, HalversAsBruteForceSays) {
  SplitMix64 random(6);
  for (int i = 0; i < 300; ++i) {
    std::uint32_t wires = 2 + random.below(11);
    List list = random_list(wires, random.below(4 * wires), i % 2 == 0, random);
    if (i % 3 == 0) {
      wires &= ~1U;
      list = random_halver(wires / 2, 1 + random.below(5), random);
    }
    const auto network = listed(wires, list);
    list = list_of(*network);
    const double truth = brute_epsilon(list, wires);
    const auto verdict = verify(*network, {.property = Property::kHalves, .epsilon = 0.3});
    ASSERT_TRUE(verdict.ok());
    EXPECT_TRUE(verdict->halver.exact);
    EXPECT_DOUBLE_EQ(verdict->halver.epsilon, truth) << i;
    EXPECT_EQ(verdict->holds(), truth <= 0.3 + 1e-12);
    if (truth > 0) {
      ASSERT_TRUE(verdict->counterexample.has_value());
      const bool largest = verdict->halver.largest;
      EXPECT_EQ(std::ranges::count_if(verdict->counterexample->wrong,
                                      [&](Wire w) { return largest == (w < wires / 2); }),
                verdict->halver.errors);
      const std::uint32_t bits = number(verdict->counterexample->input);
      const auto ones = static_cast<std::uint32_t>(std::popcount(bits));
      EXPECT_EQ(largest ? ones : wires - ones, verdict->halver.k);
      EXPECT_EQ(number(verdict->counterexample->output), run(list, bits));
    }
  }
}

TEST(Verify, HalversByGraphAndBySearch) {
  SplitMix64 random(7);
  for (int i = 0; i < 6; ++i) {
    const auto network = listed(24, random_halver(12, 2 + i, random));
    ASSERT_TRUE(halver_graph_of(*network).has_value());
    const auto graph =
        verify(*network, {.property = Property::kHalves, .method = VerifyMethod::kGraph});
    const auto walk =
        verify(*network, {.property = Property::kHalves, .method = VerifyMethod::kSearch});
    EXPECT_TRUE(graph->halver.exact && walk->halver.exact);
    EXPECT_DOUBLE_EQ(graph->halver.epsilon, walk->halver.epsilon);
  }
  const auto large = listed(256, random_halver(128, 4, random));
  const auto verdict = verify(*large, {.property = Property::kHalves, .epsilon = 0.01});
  EXPECT_EQ(verdict->method, VerifyMethod::kGraph);
  EXPECT_EQ(verdict->answer, Answer::kNo);
}

TEST(Verify, WhatDoesNotFit) {
  const auto network = listed("bitonic", 64);
  EXPECT_EQ(verify(*network, {.method = VerifyMethod::kBrute}).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(verify(*network, {.method = VerifyMethod::kShapes}).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(verify(*network, {.property = Property::kHalves, .epsilon = 1.5}).error().code,
            ErrorCode::kBadUsage);
  EXPECT_EQ(verify(*network, {.property = Property::kHalves, .method = VerifyMethod::kGraph})
                .error()
                .code,
            ErrorCode::kBadUsage);
  EXPECT_FALSE(list_comparators((*find_algorithm("adaptive"))->build(16), "").ok());
  Progress progress;
  progress.cancel = true;
  EXPECT_EQ(verify(*network, {}, &progress).error().code, ErrorCode::kCancelled);
}

TEST(Verify, NothingToSort) {
  const auto one = listed(1, {});
  EXPECT_TRUE(verify(*one)->holds());
  EXPECT_TRUE(verify(*one, {.property = Property::kHalves, .epsilon = 0})->holds());
  EXPECT_TRUE(verify(*one, {.property = Property::kMerges})->holds());
  EXPECT_TRUE(verify(*one, {.property = Property::kMergesBitonic})->holds());
  const auto two = listed(2, {});
  const auto verdict = verify(*two);
  ASSERT_EQ(verdict->answer, Answer::kNo);
  EXPECT_EQ(verdict->counterexample->keys, (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(verdict->counterexample->wrong, (std::vector<Wire>{0, 1}));
}

TEST(VerdictText, SaysWhatWasGivenUp) {
  const std::vector<std::vector<Comparator>> layers = {{Comparator{0, 1}}};
  const auto network = ListedNetwork::build(2, layers, "one");
  ASSERT_TRUE(network.ok());
  auto verdict = verify(**network);
  ASSERT_TRUE(verdict.ok());
  EXPECT_EQ(redundant_sentence(*verdict), "No comparator is redundant.");
  EXPECT_EQ(verdict->states, 4U);
  verdict->removable_known = false;
  verdict->undecided = 1;
  EXPECT_EQ(redundant_sentence(*verdict),
            "No comparator is idle: some input makes each of them exchange. Not decided for one "
            "whether it can be left out: the search was given up after 4194304 states.");
  verdict->idle_known = false;
  EXPECT_EQ(redundant_sentence(*verdict),
            "Not decided which comparators are redundant: the search was given up after 4194304 "
            "states.");
}

// Under UBSan: no shift is negative for the first six wires.
TEST(Slices, AreAllInputsOfFewWires) {
  for (std::uint32_t wires = 1; wires <= 10; ++wires) {
    SliceBlock block;
    const std::uint64_t index = wires > 9 ? 1 : 0;
    fill_block(wires, index, block);
    for (std::uint32_t i = 0; i < 512; ++i) {
      const std::uint64_t number = 512 * index + i;
      const bool used = (block.used[i / 64] >> (i % 64) & 1) != 0;
      EXPECT_EQ(used, number < std::uint64_t{1} << wires);
      for (Wire w = 0; used && w < wires; ++w) EXPECT_EQ(block.get(i, w), (number >> w & 1) != 0);
    }
  }
}

}  // namespace
}  // namespace sortscope
