// Sorters proved by merging sorted runs, against inputs run here one at a time.
#include "core/verify/sorted_runs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <thread>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/random.h"
#include "core/verify/merged_states.h"
#include "core/verify/run_splits.h"
#include "core/verify/text.h"

namespace sortscope {
namespace {

using List = std::vector<Comparator>;

constexpr double kNoBound = 1e30;

std::shared_ptr<const ListedNetwork> listed(std::uint32_t wires, const List& list) {
  auto made = ListedNetwork::leveled(wires, list);
  EXPECT_TRUE(made.ok()) << made.error().text();
  return *made;
}

List list_of(const char* algorithm, std::uint32_t n) {
  const Network network = (*find_algorithm(algorithm))->build(n);
  List list;
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::uint32_t i = 0; i < network.count(l); ++i) list.push_back(network.comparator(l, i));
  }
  return list;
}

Verdict by_runs(const ListedNetwork& network, double most_compares = kNoBound,
                unsigned threads = 1) {
  Verdict verdict;
  verdict.wires = network.wires();
  answer_by_runs(network, most_compares, threads, nullptr, verdict);
  return verdict;
}

std::uint32_t run(std::span<const Comparator> list, std::uint32_t bits,
                  std::vector<bool>* exchanged = nullptr) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto [min, max] = list[i];
    if ((bits >> min & 1) == 1 && (bits >> max & 1) == 0) {
      bits ^= 1U << min | 1U << max;
      if (exchanged != nullptr) (*exchanged)[i] = true;
    }
  }
  return bits;
}

struct Brute {
  bool sorts = true;
  std::vector<std::uint32_t> idle;
};
Brute brute(const ListedNetwork& network) {
  Brute truth;
  std::vector<bool> exchanged(network.size());
  for (std::uint32_t bits = 0; bits >> network.wires() == 0; ++bits) {
    const std::uint32_t out = run(network.comparators(), bits, &exchanged);
    const auto zeros = network.wires() - static_cast<std::uint32_t>(std::popcount(bits));
    truth.sorts &= out >> zeros << zeros == out;
  }
  for (std::uint32_t c = 0; c < network.size(); ++c) {
    if (!exchanged[c]) truth.idle.push_back(c);
  }
  return truth;
}

// Its keys, different ones, come out unsorted, and so do its zeros and ones.
void expect_wrong(const ListedNetwork& network, const Verdict& verdict) {
  ASSERT_EQ(verdict.answer, Answer::kNo);
  ASSERT_TRUE(verdict.counterexample.has_value());
  std::vector<std::uint8_t> bits = verdict.counterexample->input;
  std::vector<std::uint32_t> keys = verdict.counterexample->keys;
  ASSERT_EQ(bits.size(), network.wires());
  for (const auto& [min, max] : network.comparators()) {
    if (bits[min] > bits[max]) std::swap(bits[min], bits[max]);
    if (keys[min] > keys[max]) std::swap(keys[min], keys[max]);
  }
  EXPECT_FALSE(std::ranges::is_sorted(bits));
  EXPECT_FALSE(std::ranges::is_sorted(keys));
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

// One comparator left out, turned, moved to other wires, run elsewhere, or joined by another one.
List mutant(List list, std::size_t at, int kind, std::uint32_t wires, SplitMix64& random) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(at);
  switch (kind) {
    case 0:
      list.erase(place);
      break;
    case 1:
      std::swap(place->min_wire, place->max_wire);
      break;
    case 2:
      *place = random_list(wires, 1, false, random)[0];
      break;
    case 3: {
      const Comparator moved = *place;
      list.erase(place);
      list.insert(list.begin() + random.below(static_cast<std::uint32_t>(list.size())), moved);
      break;
    }
    default:
      list.insert(place, random_list(wires, 1, true, random)[0]);
  }
  return list;
}

// Bitonic sort of any number of keys by halves that are not equal (H. W. Lang): nothing of the
// table.
void merge_any(std::uint32_t first, std::uint32_t count, bool ascending, List& list) {
  if (count < 2) return;
  const std::uint32_t distance = std::bit_floor(count - 1);
  for (Wire w = first; w + distance < first + count; ++w) {
    list.push_back(ascending ? Comparator{w, w + distance} : Comparator{w + distance, w});
  }
  merge_any(first, distance, ascending, list);
  merge_any(first + distance, count - distance, ascending, list);
}
void sort_any(std::uint32_t first, std::uint32_t count, bool ascending, List& list) {
  if (count < 2) return;
  sort_any(first, count / 2, !ascending, list);
  sort_any(first + count / 2, count - count / 2, ascending, list);
  merge_any(first, count, ascending, list);
}
List merge_sort(std::uint32_t n) {
  List list;
  sort_any(0, n, true, list);
  return list;
}
List insertion_sort(std::uint32_t n) {
  List list;
  for (Wire end = 1; end < n; ++end) {
    for (Wire w = end; w > 0; --w) list.push_back({w - 1, w});
  }
  return list;
}
List selection_sort(std::uint32_t n) {
  List list;
  for (Wire a = 0; a < n; ++a) {
    for (Wire b = a + 1; b < n; ++b) list.push_back({a, b});
  }
  return list;
}

TEST(SortedRuns, RandomNetworksAsBruteForceSays) {
  SplitMix64 random(1);
  int sorters = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t wires = 1 + random.below(9);
    const std::uint32_t size = wires == 1 ? 0 : random.below(2 + wires * wires);
    const auto network = listed(wires, random_list(wires, size, i % 3 == 0, random));
    const Brute truth = brute(*network);
    sorters += truth.sorts ? 1 : 0;
    const Verdict verdict = by_runs(*network);
    ASSERT_NE(verdict.answer, Answer::kUnknown) << i;
    ASSERT_EQ(verdict.holds(), truth.sorts) << i;
    if (truth.sorts) {
      ASSERT_TRUE(verdict.idle_known);
      ASSERT_EQ(verdict.idle, truth.idle) << i;
    } else {
      expect_wrong(*network, verdict);
    }
  }
  EXPECT_GT(sorters, 300);
}

// Also by groups alone, which may only fail to prove.
TEST(SortedRuns, MutantsAsBruteForceSays) {
  SplitMix64 random(2);
  int sorting = 0;
  int proved_by_groups = 0;
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise", "bitonic-ascending"}) {
    for (const std::uint32_t n : {5U, 8U, 11U, 16U}) {
      const List sorter = list_of(algorithm, n);
      const std::uint32_t wires = (*find_algorithm(algorithm))->build(n).wires();
      for (std::size_t at = 0; at<sorter.size(); at += n> 11 ? 19 : 2) {
        for (int kind = 0; kind < 5; ++kind) {
          const auto network = listed(wires, mutant(sorter, at, kind, wires, random));
          const bool truth = brute(*network).sorts;
          const Verdict verdict = by_runs(*network);
          ASSERT_EQ(verdict.holds(), truth) << algorithm << n << " " << at << " " << kind;
          if (!truth) expect_wrong(*network, verdict);
          MergeMeans means;
          means.work = kNoBound;
          const auto order = find_sorted_order(network->wires(), network->comparators(), means);
          if (order && std::ranges::is_sorted(*order)) {
            ++proved_by_groups;
            ASSERT_TRUE(truth) << algorithm << n << " " << at << " " << kind;
          }
          sorting += truth ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(sorting, 60);
  EXPECT_EQ(proved_by_groups, sorting);
}

// Where groups are looked for, beyond what is enumerated directly: as the three-valued search says.
TEST(SortedRuns, MutantsAsTheSearchSays) {
  SplitMix64 random(3);
  int sorting = 0;
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise"}) {
    const std::uint32_t wires = 32;
    const List sorter = list_of(algorithm, wires);
    for (std::size_t at = 0; at < sorter.size(); at += 7) {
      for (int kind = 0; kind < 5; ++kind) {
        const auto network = listed(wires, mutant(sorter, at, kind, wires, random));
        const auto truth =
            verify(*network, {.method = VerifyMethod::kSearch, .redundant = false, .threads = 1});
        ASSERT_NE(truth->answer, Answer::kUnknown);
        sorting += truth->holds() ? 1 : 0;
        MergeMeans means;
        means.work = kNoBound;
        const auto order = find_sorted_order(wires, network->comparators(), means);
        if (order && std::ranges::is_sorted(*order)) {
          ASSERT_TRUE(truth->holds()) << algorithm << " " << at << " " << kind;
        }
        const Verdict verdict = by_runs(*network, 1e6);
        if (verdict.answer == Answer::kUnknown) continue;
        ASSERT_EQ(verdict.holds(), truth->holds()) << algorithm << " " << at << " " << kind;
        if (!truth->holds()) expect_wrong(*network, verdict);
      }
    }
  }
  EXPECT_GT(sorting, 20);
}

// Networks that no longer stand as they were written: wires renamed, so that runs lie anywhere and
// go either way, and comparators that do not wait for each other run in another order.
List renamed(const List& list, const std::vector<Wire>& to) {
  List made;
  for (const auto& [min, max] : list) made.push_back({to[min], to[max]});
  return made;
}
List shuffled_in_time(const List& list, std::uint32_t wires, SplitMix64& random) {
  std::vector<std::vector<std::size_t>> uses(wires);
  for (std::size_t i = 0; i < list.size(); ++i) {
    uses[list[i].min_wire].push_back(i);
    uses[list[i].max_wire].push_back(i);
  }
  std::vector<std::size_t> at(wires);
  List made;
  while (made.size() < list.size()) {
    const Wire w = random.below(wires);
    if (at[w] == uses[w].size()) continue;
    const Comparator c = list[uses[w][at[w]]];
    const Wire other = c.min_wire == w ? c.max_wire : c.min_wire;
    if (uses[other][at[other]] != uses[w][at[w]]) continue;
    ++at[w];
    ++at[other];
    made.push_back(c);
  }
  return made;
}

TEST(SortedRuns, WideSortersAreProved) {
  SplitMix64 random(4);
  struct Case {
    const char* name;
    std::uint32_t wires;
    List list;
  };
  std::vector<Case> cases;
  for (const char* algorithm :
       {"bitonic", "odd-even-merge", "pairwise", "bitonic-ascending", "bitonic-recursive"}) {
    for (const std::uint32_t n : {128U, 256U}) {
      cases.push_back(
          {algorithm, (*find_algorithm(algorithm))->build(n).wires(), list_of(algorithm, n)});
    }
  }
  cases.push_back({"odd-even-merge", 1024, list_of("odd-even-merge", 1024)});
  cases.push_back({"pairwise", 256, list_of("pairwise", 256)});
  for (const std::uint32_t n : {65U, 97U, 100U, 129U, 300U}) {
    cases.push_back({"merge sort", n, merge_sort(n)});
  }
  cases.push_back({"insertion sort", 100, insertion_sort(100)});
  for (const Case& c : cases) {
    const auto network = listed(c.wires, c.list);
    const Verdict verdict = by_runs(*network, 3e7);
    EXPECT_EQ(verdict.answer, Answer::kYes) << c.name << " " << c.wires;
    const auto other = listed(c.wires, shuffled_in_time(c.list, c.wires, random));
    EXPECT_EQ(by_runs(*other, 3e7).answer, Answer::kYes) << c.name << " " << c.wires;
    // The outputs no longer ascend with the wires.
    std::vector<Wire> to(c.wires);
    std::iota(to.begin(), to.end(), 0U);
    shuffle(to, random);
    const auto elsewhere = listed(c.wires, renamed(c.list, to));
    expect_wrong(*elsewhere, by_runs(*elsewhere, 3e7));
    MergeMeans means;
    means.work = 3e6;
    const auto order = find_sorted_order(c.wires, elsewhere->comparators(), means);
    if (order) {
      EXPECT_EQ(*order, to) << c.name << " " << c.wires;
    }
  }
}

// Nothing that does not sort is called proved. That these do not sort is known without the method:
// no comparator of Batcher's networks can be spared, and what comes out wrong is run here.
TEST(SortedRuns, WideMutantsAreRefused) {
  SplitMix64 random(5);
  int refused = 0;
  struct Sorter {
    const char* algorithm;
    std::uint32_t n;
  };
  for (const Sorter& s :
       {Sorter{"bitonic", 128}, Sorter{"odd-even-merge", 128}, Sorter{"bitonic", 1024},
        Sorter{"odd-even-merge", 1024}, Sorter{"bitonic-ascending", 512}}) {
    const List sorter = list_of(s.algorithm, s.n);
    const int count = s.n > 500 ? 2 : 30;
    for (int i = 0; i < count; ++i) {
      for (int kind = 0; kind < 4; ++kind) {
        const std::size_t at = random.below(static_cast<std::uint32_t>(sorter.size()));
        const auto network = listed(s.n, mutant(sorter, at, kind, s.n, random));
        const Verdict verdict = by_runs(*network, s.n > 500 ? 3e7 : 2e6);
        ASSERT_FALSE(kind < 2 && verdict.holds()) << s.algorithm << s.n << " " << at << " " << kind;
        if (verdict.answer != Answer::kNo) continue;
        ++refused;
        expect_wrong(*network, verdict);
      }
    }
  }
  EXPECT_GT(refused, 200);
  // Of the pairwise network, and of halves that are not equal.
  for (const std::uint32_t n : {65U, 97U, 200U}) {
    const List sorter = merge_sort(n);
    EXPECT_TRUE(by_runs(*listed(n, sorter), 2e6).holds());
    for (int i = 0; i < 30; ++i) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(sorter.size()));
      const auto network = listed(n, mutant(sorter, at, i % 2, n, random));
      const Verdict verdict = by_runs(*network, 2e6);
      if (verdict.answer == Answer::kNo) expect_wrong(*network, verdict);
      ASSERT_FALSE(verdict.holds()) << n << " " << at << " " << i % 2;
    }
  }
  const List pairwise = list_of("pairwise", 128);
  EXPECT_TRUE(by_runs(*listed(128, pairwise), 2e6).holds());
  for (int i = 0; i < 30; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(pairwise.size()));
    const auto network = listed(128, mutant(pairwise, at, i % 2, 128, random));
    const Verdict verdict = by_runs(*network, 2e6);
    if (verdict.answer == Answer::kNo) expect_wrong(*network, verdict);
    ASSERT_FALSE(verdict.holds()) << at << " " << i % 2;
  }
}

TEST(SortedRuns, TheSameOnAnyNumberOfThreads) {
  List list = list_of("bitonic", 512);
  list.erase(list.end() - 700);
  for (const auto& network : {listed(512, list), listed(512, list_of("odd-even-merge", 512))}) {
    const Verdict one = by_runs(*network);
    for (const unsigned threads : {2U, 5U}) {
      const Verdict more = by_runs(*network, kNoBound, threads);
      ASSERT_EQ(more.answer, one.answer);
      EXPECT_EQ(more.idle, one.idle);
      if (one.counterexample) {
        EXPECT_EQ(more.counterexample->input, one.counterexample->input);
      }
    }
  }
}

// Every state that comes out of a part, and no other.
TEST(SortedRuns, StatesAreThoseThatAreReached) {
  SplitMix64 random(6);
  for (int i = 0; i < 300; ++i) {
    const std::uint32_t wires = 2 + random.below(8);
    List list;
    for (Wire w = 1; w < wires; ++w) list.push_back({w - 1, w});
    const List more = random_list(wires, random.below(20), true, random);
    list.insert(list.begin(), more.begin(), more.end());
    std::vector<bool> reached(std::size_t{1} << wires);
    for (std::uint32_t bits = 0; bits >> wires == 0; ++bits) reached[run(list, bits)] = true;
    MergeMeans means;
    means.work = kNoBound;
    const MergedStates merged = merge_states(wires, list, CombineGoal::kStates, means);
    ASSERT_TRUE(merged.complete);
    std::vector<bool> found(reached.size());
    for (std::size_t s = 0; s < merged.states.size(); ++s) {
      ASSERT_FALSE(found[merged.states.row(s)[0]]) << "twice";
      found[merged.states.row(s)[0]] = true;
    }
    EXPECT_EQ(found, reached);
  }
}

TEST(SortedRuns, CombinationsOfManyWires) {
  // Three parts of 70, 1 and 130 wires with a few states each, some combinations left out.
  SplitMix64 random(7);
  std::vector<StateRows> parts(3);
  const std::uint32_t wires[] = {70, 1, 130};
  for (std::size_t p = 0; p < 3; ++p) {
    parts[p].wires = wires[p];
    for (std::uint32_t s = 0; s < (p == 1 ? 2U : 25U); ++s) {
      parts[p].add_row();
      for (Wire w = 0; w < wires[p]; ++w) {
        if (p == 1 ? s == 1 : random.below(2) == 1) parts[p].set(w);
      }
    }
  }
  Combination combination;
  for (const StateRows& part : parts) combination.parts.push_back(&part);
  combination.comparators = random_list(201, 900, true, random);
  for (Wire w = 201; w > 0; --w) combination.order.push_back(w - 1);
  std::vector<std::uint64_t> allowed((25 * 2 * 25 + 63) / 64);
  for (std::uint64_t& word : allowed) word = random.next();
  combination.allowed = allowed;
  std::vector<std::vector<bool>> expected;
  for (std::size_t number = 0; number < 25 * 2 * 25; ++number) {
    if ((allowed[number / 64] >> (number % 64) & 1) == 0) continue;
    const std::size_t digits[] = {number / 50, number / 25 % 2, number % 25};
    std::vector<bool> bits;
    for (std::size_t p = 0; p < 3; ++p) {
      for (Wire w = 0; w < wires[p]; ++w) bits.push_back(parts[p].get(digits[p], w));
    }
    for (const auto& [min, max] : combination.comparators) {
      if (bits[min] && !bits[max]) {
        bits[min] = false;
        bits[max] = true;
      }
    }
    std::reverse(bits.begin(), bits.end());
    if (std::ranges::find(expected, bits) == expected.end()) expected.push_back(bits);
  }
  const Combined made = combine(combination, CombineGoal::kStates, {});
  ASSERT_TRUE(made.complete);
  ASSERT_EQ(made.states.size(), expected.size());
  for (std::size_t s = 0; s < expected.size(); ++s) {
    for (Wire w = 0; w < 201; ++w) ASSERT_EQ(made.states.get(s, w), expected[s][w]);
  }
}

// de Bruijn's theorem, and what is idle, on all inputs.
TEST(ReverseOrder, NeighboursAsBruteForceSays) {
  SplitMix64 random(8);
  int sorters = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t wires = 2 + random.below(7);
    List list;
    const std::uint32_t size = random.below(wires * wires + 2);
    for (std::uint32_t c = 0; c < size; ++c) {
      const Wire w = random.below(wires - 1);
      list.push_back({w, w + 1});
    }
    const auto network = listed(wires, list);
    ASSERT_TRUE(joins_neighbours(*network));
    Verdict verdict;
    answer_by_reverse_order(*network, verdict);
    const Brute truth = brute(*network);
    sorters += truth.sorts ? 1 : 0;
    ASSERT_EQ(verdict.holds(), truth.sorts) << i;
    ASSERT_EQ(verdict.idle, truth.idle) << i;
    if (!truth.sorts) expect_wrong(*network, verdict);
  }
  EXPECT_GT(sorters, 100);
  EXPECT_FALSE(joins_neighbours(*listed(3, List{{0, 2}})));
  EXPECT_FALSE(joins_neighbours(*listed(3, List{{1, 0}})));
}

TEST(Verify, WideNetworksAreDecided) {
  for (const char* algorithm : {"bitonic", "odd-even-merge", "pairwise"}) {
    const auto network = listed(128, list_of(algorithm, 128));
    const auto verdict = verify(*network);
    ASSERT_TRUE(verdict.ok());
    EXPECT_TRUE(verdict->holds()) << algorithm;
    EXPECT_EQ(verdict->method, VerifyMethod::kRuns);
    EXPECT_EQ(verdict->undecided, network->size());
    EXPECT_NE(verdict_reason(*verdict).find("sorted runs"), std::string::npos);
    EXPECT_EQ(verdict_reason(*verdict).find("inf"), std::string::npos);
  }
  // Its rounds in the other order, and one too many: none of the table.
  List rounds;
  for (std::uint32_t r = 0; r < 201; ++r) {
    for (Wire w = 1 - r % 2; w + 1 < 200; w += 2) rounds.push_back({w, w + 1});
  }
  const auto transposition = verify(*listed(200, rounds));
  EXPECT_TRUE(transposition->holds());
  EXPECT_EQ(transposition->method, VerifyMethod::kReverse);
  EXPECT_TRUE(verify(*listed(80, selection_sort(80)))->holds());
  // With a comparator that joins no neighbours, nothing helps: the answer says at what it gave up.
  rounds.push_back({0, 2});
  const auto stuck = verify(*listed(200, rounds), {.most_compares = 1e5});
  EXPECT_EQ(stuck->answer, Answer::kUnknown);
  EXPECT_EQ(stuck->method, VerifyMethod::kSample);
  EXPECT_GT(stuck->given_up.wires, 1U);
  EXPECT_NE(verdict_reason(*stuck).find("sorted runs"), std::string::npos);
}

TEST(Verify, RunsAreCancelled) {
  const auto network = listed(4096, list_of("odd-even-merge", 4096));
  Progress progress;
  std::thread stop([&] {
    while (progress.done.load() < network->size() / 20) std::this_thread::yield();
    progress.cancel = true;
  });
  const auto verdict = verify(
      *network, {.method = VerifyMethod::kRuns, .threads = 1, .most_compares = 1e30}, &progress);
  stop.join();
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace sortscope
