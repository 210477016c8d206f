// test_aks_robust.cpp: ten thousand random and adversarial inputs through the AKS network: sorted
// after the repair, and what the network itself left misplaced.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/engines/engine.h"

namespace sortscope {
namespace {

using Words = std::vector<std::uint32_t>;

class Sorter {
 public:
  Sorter(std::uint32_t d, std::string_view depth)
      : network_(build(d, depth)), words_(network_.wires()) {}

  [[nodiscard]] std::uint32_t wires() const { return network_.wires(); }

  // Sorts; counts. The multiset must be the input's.
  std::uint64_t run(const Words& input) {
    words_ = input;
    SortBuffers buffers;
    buffers.words32 = words_;
    buffers.real_keys = wires();
    SortOptions options;
    options.threads = 1;
    const auto timing = engine_->run(**find_algorithm("aks"), network_, buffers, options, nullptr);
    EXPECT_TRUE(timing.ok());
    if (!timing.ok()) return 0;
    Words expected = input;
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(words_, expected);
    ++inputs;
    misplaced += timing->misplaced;
    most_misplaced = std::max(most_misplaced, timing->misplaced);
    most_rounds = std::max(most_rounds, timing->repair_rounds);
    return timing->misplaced;
  }

  std::uint64_t inputs = 0;
  std::uint64_t misplaced = 0;
  std::uint64_t most_misplaced = 0;
  std::uint32_t most_rounds = 0;

 private:
  static Network build(std::uint32_t d, std::string_view depth) {
    AksParameters parameters;
    EXPECT_TRUE(set_parameter(parameters, "depth", depth).ok());
    return Network(AksNetwork::build(d, parameters).value());
  }

  Network network_;
  Words words_;
  std::unique_ptr<Engine> engine_ = make_cpu_engine();
};

enum class Kind {
  kUniform,
  kZeroOne,
  kFewDistinct,
  kSorted,
  kReversed,
  kOrganPipe,
  kRotatedBlocks,
  kNearlySorted,
  kCount
};

Words input_of(Kind kind, std::uint32_t n, std::uint64_t seed) {
  SplitMix64 random(mix64(seed) ^ static_cast<std::uint64_t>(kind));
  Words words(n);
  const std::uint32_t shift = random.below(n);
  const std::uint32_t block = 2U << random.below(7);
  const std::uint32_t ones = random.below(n + 1);
  for (std::uint32_t i = 0; i < n; ++i) {
    switch (kind) {
      case Kind::kZeroOne:
        words[i] = i < ones ? 1 : 0;
        break;
      case Kind::kFewDistinct:
        words[i] = random.below(2 + shift % 7);
        break;
      case Kind::kSorted:
        words[i] = i / (1 + shift % 3);
        break;
      case Kind::kReversed:
        words[i] = (n - i) / (1 + shift % 3);
        break;
      case Kind::kOrganPipe:
        words[i] = std::min((i + shift) % n, n - (i + shift) % n);
        break;
      case Kind::kRotatedBlocks:
        words[i] = (i / block * block + shift * block) % n + i % block;
        break;
      case Kind::kNearlySorted:
        words[i] = i;
        break;
      default:
        words[i] = static_cast<std::uint32_t>(random.next() >> 32);
    }
  }
  if (kind == Kind::kZeroOne) shuffle(words, random);
  for (std::uint32_t i = 0; kind == Kind::kNearlySorted && i < 1 + shift % 32; ++i) {
    std::swap(words[random.below(n)], words[random.below(n)]);
  }
  return words;
}

// All kinds in turn.
void run_all_kinds(Sorter& sorter, std::uint32_t inputs) {
  for (std::uint32_t i = 0; i < inputs; ++i) {
    const auto kind = static_cast<Kind>(i % static_cast<std::uint32_t>(Kind::kCount));
    sorter.run(input_of(kind, sorter.wires(), i));
  }
}

// Exchanges keys of the input as long as no fewer end on a wrong wire.
void climb(Sorter& sorter, std::uint32_t tries, Words worst) {
  SplitMix64 random(7);
  std::uint64_t most = sorter.run(worst);
  for (std::uint32_t i = 0; i < tries; ++i) {
    Words next = worst;
    for (std::uint32_t swaps = 1 + random.below(8); swaps > 0; --swaps) {
      std::swap(next[random.below(sorter.wires())], next[random.below(sorter.wires())]);
    }
    const std::uint64_t found = sorter.run(next);
    if (found < most) continue;
    most = found;
    worst = std::move(next);
  }
}

void report(const Sorter& sorter) {
  testing::Test::RecordProperty("inputs", static_cast<int>(sorter.inputs));
  testing::Test::RecordProperty("misplaced", static_cast<int>(sorter.misplaced));
  testing::Test::RecordProperty("most_misplaced", static_cast<int>(sorter.most_misplaced));
  testing::Test::RecordProperty("most_rounds", static_cast<int>(sorter.most_rounds));
}

TEST(AksRobust, Sorts256KeysByDefault) {
  Sorter sorter(8, "perfect");
  run_all_kinds(sorter, 8000);
  climb(sorter, 800, input_of(Kind::kUniform, sorter.wires(), 1));
  report(sorter);
  // At d = 8 all halvers of the default are perfect: nothing is ever misplaced.
  EXPECT_EQ(sorter.misplaced, 0U);
  EXPECT_EQ(sorter.most_rounds, 0U);
}

TEST(AksRobust, Sorts4096KeysByDefault) {
  Sorter sorter(12, "perfect");
  run_all_kinds(sorter, 500);
  climb(sorter, 100, input_of(Kind::kZeroOne, sorter.wires(), 1));
  report(sorter);
  // Not guaranteed, but so it was for every input (12 by a second program).
  EXPECT_LT(sorter.misplaced, sorter.inputs);
}

// Halvers that are far too shallow: the repair has work, and does it.
TEST(AksRobust, SortsWithShallowHalvers) {
  Sorter shallow(8, "3");
  run_all_kinds(shallow, 1000);
  climb(shallow, 200, input_of(Kind::kUniform, shallow.wires(), 1));
  EXPECT_GT(shallow.misplaced, 0U);
  EXPECT_GT(shallow.most_rounds, 1U);
  Sorter deeper(8, "30");
  run_all_kinds(deeper, 1000);
  EXPECT_LT(deeper.misplaced, shallow.misplaced);
  Sorter large(12, "3");
  run_all_kinds(large, 40);
  climb(large, 20, input_of(Kind::kUniform, large.wires(), 1));
  EXPECT_GT(large.misplaced, 0U);
  Sorter large_deeper(12, "30");
  run_all_kinds(large_deeper, 40);
  report(shallow);
}

// By a second program, depth 30 in every halver, d = 12, random keys: 10 to 14 misplaced. Shallower
// halvers leave more.
TEST(AksRobust, LeavesAsManyMisplacedAsTheSpecCounted) {
  constexpr std::uint64_t kInputs = 12;
  double before = 4096;
  for (const char* const depth : {"3", "10", "30"}) {
    Sorter sorter(12, depth);
    for (std::uint64_t i = 0; i < kInputs; ++i) {
      sorter.run(input_of(Kind::kUniform, sorter.wires(), i));
    }
    const double mean = static_cast<double>(sorter.misplaced) / kInputs;
    EXPECT_LT(mean, before) << depth;
    before = mean;
  }
  EXPECT_NEAR(before, 12, 5);
}

}  // namespace
}  // namespace sortscope
