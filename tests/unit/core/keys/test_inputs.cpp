// test_inputs.cpp: generated inputs are what their names say, for every type, order and size.
#include "core/keys/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <thread>

#include "core/base/pieces.h"
#include "core/keys/adversary.h"

namespace sortscope {
namespace {

constexpr KeyType kTypes[] = {KeyType::kInt32,  KeyType::kUint32,  KeyType::kInt64,
                              KeyType::kUint64, KeyType::kFloat32, KeyType::kFloat64};
constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 8, 16, 90, 91, 100, 101, 1000, 4096};

const Algorithm& algorithm(std::string_view id) { return **find_algorithm(id); }

Keys make(std::string_view kind, KeyType type, std::uint32_t n, std::uint64_t seed = 1,
          Order order = Order::kAscending, std::string_view id = "bitonic") {
  auto keys = generate_keys(kind, type, n, seed, algorithm(id), order);
  EXPECT_TRUE(keys.ok()) << kind;
  return keys.ok() ? *keys : Keys{};
}

std::vector<std::uint64_t> words(const Keys& keys, Order order) {
  std::vector<std::uint64_t> out;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    out.push_back(ordered_word(keys.type, order, keys.raw.at(i)));
  }
  return out;
}

std::size_t distinct(const Keys& keys) {
  const auto all = words(keys, Order::kAscending);
  return std::set<std::uint64_t>(all.begin(), all.end()).size();
}

bool rises_then_falls(const std::vector<std::uint64_t>& w) {
  const auto peak = std::is_sorted_until(w.begin(), w.end());
  return std::is_sorted(peak - 1, w.end(), std::greater<>());
}

template <typename Check>
void for_all(const Check& check) {
  for (const KeyType type : kTypes) {
    for (const std::uint32_t n : kSizes) {
      for (const Order order : {Order::kAscending, Order::kDescending}) check(type, n, order);
    }
  }
}

TEST(Inputs, EveryKindGivesNKeysOfTheTypeAndDependsOnTheSeedAsItSays) {
  for (const InputKind& kind : input_kinds()) {
    EXPECT_EQ(find_input_kind(kind.id).value(), &kind);
    for (const KeyType type : kTypes) {
      const Keys keys = make(kind.id, type, 200, 5);
      EXPECT_EQ(keys.type, type);
      EXPECT_EQ(keys.size(), 200U);
      EXPECT_EQ(keys, make(kind.id, type, 200, 5)) << "a seed gives the same keys";
      EXPECT_EQ(keys != make(kind.id, type, 200, 6), kind.uses_seed) << kind.id;
    }
  }
}

TEST(Inputs, SortedAndReversedAreInTheOrderAskedFor) {
  for_all([](KeyType type, std::uint32_t n, Order order) {
    const auto up = words(make("sorted", type, n, 1, order), order);
    const auto down = words(make("reversed", type, n, 1, order), order);
    EXPECT_TRUE(std::is_sorted(up.begin(), up.end()));
    EXPECT_TRUE(std::is_sorted(down.begin(), down.end(), std::greater<>()));
    EXPECT_EQ(std::set<std::uint64_t>(up.begin(), up.end()).size(), n);
  });
}

TEST(Inputs, NearlySortedIsNotSortedButNoKeyIsFarOff) {
  for_all([](KeyType type, std::uint32_t n, Order order) {
    const auto w = words(make("nearly-sorted", type, n, 3, order), order);
    auto sorted = w;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(w == sorted, n < 2);
    std::uint32_t moved = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const auto at = std::lower_bound(sorted.begin(), sorted.end(), w[i]) - sorted.begin();
      EXPECT_LE(std::abs(at - std::int64_t{i}), 4);
      moved += at != std::int64_t{i} ? 1 : 0;
    }
    EXPECT_LE(moved, 2 * (n / 16 + 1));
  });
}

TEST(Inputs, BitonicRisesThenFallsAndOrganPipeIsSymmetric) {
  for_all([](KeyType type, std::uint32_t n, Order order) {
    const Keys bitonic = make("bitonic", type, n, 9, order);
    EXPECT_TRUE(rises_then_falls(words(bitonic, order)));
    EXPECT_EQ(distinct(bitonic), n);
    auto pipe = words(make("organ-pipe", type, n, 9, order), order);
    EXPECT_TRUE(rises_then_falls(pipe));
    auto backwards = pipe;
    std::reverse(backwards.begin(), backwards.end());
    EXPECT_EQ(pipe, backwards);
  });
}

TEST(Inputs, FewAllAndZeroOneHaveThatManyValues) {
  for_all([](KeyType type, std::uint32_t n, Order order) {
    EXPECT_EQ(distinct(make("all-equal", type, n, 1, order)), 1U);
    EXPECT_LE(distinct(make("few-distinct", type, n, 1, order)), 8U);
    if (n >= 90) {
      EXPECT_GE(distinct(make("few-distinct", type, n, 1, order)), 4U);
    }
    const Keys bits = make("zero-one", type, n, 1, order);
    double ones = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      EXPECT_TRUE(bits.value(i) == 0 || bits.value(i) == 1);
      ones += bits.value(i);
    }
    if (n >= 1000) {
      EXPECT_NEAR(ones / n, 0.5, 0.08);  // five standard deviations at n = 1000
    }
  });
}

TEST(Inputs, SmallInputsAreReadable) {
  for (const KeyType type : kTypes) {
    const bool floats = type == KeyType::kFloat32 || type == KeyType::kFloat64;
    for (const std::uint32_t n : {1U, 8U, 16U, 90U, 100U}) {
      for (const char* kind : {"uniform", "sorted", "bitonic", "nearly-sorted", "adversarial"}) {
        const Keys keys = make(kind, type, n, 4);
        EXPECT_EQ(distinct(keys), n) << kind;
        for (std::uint32_t i = 0; i < n; ++i) {
          EXPECT_LE(keys.text(i).size(), floats ? 3U : 2U) << keys.text(i);
          if (!floats && n <= 90) {
            EXPECT_EQ(keys.text(i).size(), 2U);
          }
        }
      }
    }
  }
}

TEST(Inputs, LargeUniformInputsSpreadOverTheType) {
  for (const KeyType type : kTypes) {
    const auto w = words(make("uniform", type, 4096, 2), Order::kAscending);
    if (type == KeyType::kFloat32 || type == KeyType::kFloat64) {
      const Keys keys = make("uniform", type, 4096, 2);
      double sum = 0;
      for (std::size_t i = 0; i < 4096; ++i) {
        EXPECT_LE(std::abs(keys.value(i)), 1000.0);
        sum += keys.value(i);
      }
      EXPECT_NEAR(sum / 4096, 0.0, 45.0);  // five standard deviations: 5 * 577 / 64
      continue;
    }
    // Chi-squared over 16 classes: 15 degrees of freedom, 50 is beyond one in 80,000.
    std::vector<double> classes(16, 0.0);
    for (const std::uint64_t word : w) ++classes[word >> (bits_of(type) - 4)];
    double chi = 0;
    for (const double count : classes) chi += (count - 256) * (count - 256) / 256;
    EXPECT_LT(chi, 50.0) << name_of(type);
  }
}

TEST(Inputs, SplitMixGivesThePublishedNumbers) {
  // First outputs for seed 1234567, as published with the generator (Rosetta Code, SplitMix64).
  SplitMix64 random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
  EXPECT_EQ(random.next(), 9817491932198370423U);
}

TEST(Inputs, JaggedIsTheFormulaOfTheSyclTutorial) {
  const Keys keys = make("jagged", KeyType::kInt32, 16);
  const int expected[] = {16, 15, 14, 10, 12, 6, 4, 2, 8, -2, -4, -6, -8, 3, -12, -29};
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(keys.value(i), expected[i]);
  EXPECT_EQ(make("jagged", KeyType::kFloat64, 16).value(15), -29.0);
  EXPECT_EQ(make("jagged", KeyType::kUint32, 16).text(15), "4294967267");
}

TEST(Inputs, FormerNamesStillMeanTheSame) {
  EXPECT_EQ(make("seed-001", KeyType::kInt32, 16), make("jagged", KeyType::kInt32, 16));
  EXPECT_EQ(find_input_kind("seed-001").value()->id, "jagged");
}

TEST(Inputs, AdversarialExchangesMoreThanOthersAndIsStable) {
  for (const Algorithm& a : algorithms()) {
    if (a.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {2U, 5U, 8U, 16U, 100U}) {
      const Network network = a.build(n);
      SplitMix64 random(1);
      const auto worst = adversarial_ranks(a, n, random);
      std::vector<std::uint32_t> ranks = worst;
      std::sort(ranks.begin(), ranks.end());
      for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(ranks[i], i);
      const std::uint64_t most = count_exchanges(a, network, worst);
      EXPECT_LE(most, network.size());
      if (a.needs_bitonic_input)
        continue;  // random inputs are not bitonic: nothing to compare with
      for (int trial = 0; trial < 20; ++trial) {
        shuffle(ranks, random);
        EXPECT_GE(most, count_exchanges(a, network, ranks)) << a.id << " " << n;
      }
    }
  }
}

TEST(Inputs, AdversarialFindsTheMostForAllPermutationsOfSix) {
  for (const Algorithm& a : algorithms()) {
    if (a.family != Family::kNetwork) continue;
    if (a.needs_bitonic_input) continue;
    const Network network = a.build(6);
    std::vector<std::uint32_t> ranks(6);
    std::iota(ranks.begin(), ranks.end(), 0U);
    std::uint64_t most = 0;
    do {
      most = std::max(most, count_exchanges(a, network, ranks));
    } while (std::next_permutation(ranks.begin(), ranks.end()));
    SplitMix64 random(1);
    EXPECT_EQ(count_exchanges(a, network, adversarial_ranks(a, 6, random)), most) << a.id;
  }
}

TEST(Inputs, AdversarialForTheMergerStaysBitonic) {
  for (const std::uint32_t n : {1U, 2U, 3U, 8U, 13U, 100U}) {
    SplitMix64 random(3);
    const auto ranks = adversarial_ranks(algorithm("bitonic-merger"), n, random);
    std::uint32_t turns = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const bool rises = ranks[i] < ranks[(i + 1) % n];
      const bool rises_next = ranks[(i + 1) % n] < ranks[(i + 2) % n];
      turns += rises != rises_next ? 1 : 0;
    }
    EXPECT_LE(turns, 2U) << n;
  }
}

TEST(Inputs, LargeAdversarialInputsAreBounded) {
  const Keys keys = make("adversarial", KeyType::kUint32, 1U << 20);
  EXPECT_EQ(distinct(keys), 1U << 20);
}

TEST(Inputs, UnknownKindsAndSizesAreErrors) {
  const Algorithm& a = algorithm("bitonic");
  const auto unknown = generate_keys("randomish", KeyType::kInt32, 8, 1, a, Order::kAscending);
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kBadUsage);
  EXPECT_NE(unknown.error().hint.find("nearly-sorted"), std::string::npos);
  EXPECT_FALSE(generate_keys("uniform", KeyType::kInt32, 0, 1, a, Order::kAscending).ok());
  EXPECT_FALSE(
      generate_keys("uniform", KeyType::kInt32, a.max_keys + 1, 1, a, Order::kAscending).ok());
}

// Cancels once so much is done of the phase that keys are in; then remembers what is done.
class CancelAt {
 public:
  CancelAt(Progress& progress, std::uint64_t done)
      : thread_([this, &progress, done](const std::stop_token& over) {
          while (!over.stop_requested() && progress.done < done) std::this_thread::yield();
          progress.cancel = true;
          at_ = progress.done;
        }) {}
  std::uint64_t at() {
    thread_.request_stop();
    thread_.join();
    return at_;
  }

 private:
  std::uint64_t at_ = 0;
  std::jthread thread_;
};

// What is counted is keys, not time: after a cancel each thread ends the stretch that it is in.
TEST(Inputs, ACancelEndsMakingKeysOfEveryKind) {
  constexpr std::uint32_t kKeys = 1U << 21;
  constexpr std::uint64_t kEveryThread = 65 * kStretch;
  for (const std::string_view id : {"bitonic", "bitonic-merger", "adaptive"}) {
    for (const InputKind& kind : input_kinds()) {
      Progress whole;
      const auto all = generate_keys(kind.id, KeyType::kInt32, kKeys, 3, algorithm(id),
                                     Order::kAscending, &whole);
      ASSERT_TRUE(all.ok()) << kind.id;
      EXPECT_STREQ(whole.phase, "making the keys") << kind.id;
      EXPECT_GE(whole.done, whole.total) << kind.id;
      EXPECT_LE(whole.done, whole.total + kKeys / 8) << kind.id << ": an estimate far too low";
      Progress before;
      before.cancel = true;
      const auto none = generate_keys(kind.id, KeyType::kInt32, kKeys, 3, algorithm(id),
                                      Order::kAscending, &before);
      ASSERT_FALSE(none.ok()) << kind.id;
      EXPECT_EQ(none.error().code, ErrorCode::kCancelled) << kind.id;
      EXPECT_EQ(before.done, 0U) << kind.id;
      for (const std::uint64_t done : {1U, kKeys / 2, kKeys, kKeys + kKeys / 2}) {
        Progress progress;
        CancelAt cancel(progress, done);
        const auto keys = generate_keys(kind.id, KeyType::kInt32, kKeys, 3, algorithm(id),
                                        Order::kAscending, &progress);
        const std::uint64_t at = cancel.at();
        if (keys) {
          EXPECT_EQ(*keys, *all) << kind.id;
          continue;
        }
        EXPECT_EQ(keys.error().code, ErrorCode::kCancelled) << kind.id;
        EXPECT_LE(progress.done, at + kEveryThread) << kind.id << " cancelled at " << done;
      }
    }
  }
}

TEST(Inputs, KeysOfLongerWorkCountNothingThere) {
  Progress progress;
  progress.begin(1000, "measuring");
  const PartOfLonger part(&progress);
  ASSERT_TRUE(generate_keys("adversarial", KeyType::kInt32, 1U << 18, 3, algorithm("bitonic"),
                            Order::kAscending, &progress));
  EXPECT_EQ(progress.done, 0U);
  EXPECT_EQ(progress.total, 1000U);
  EXPECT_STREQ(progress.phase, "measuring");
}

// Threads share large inputs: the numbers are those drawn one after the other.
TEST(GenerateKeys, AreTheSameWhateverTheThreads) {
  const std::uint32_t n = 700'001;
  const Algorithm& algorithm = **find_algorithm("bitonic");
  const auto made = [&](const char* kind, KeyType type) {
    return *generate_keys(kind, type, n, 11, algorithm, Order::kAscending);
  };
  const Keys uniform = made("uniform", KeyType::kUint64);
  const Keys zero_one = made("zero-one", KeyType::kInt32);
  const Keys few = made("few-distinct", KeyType::kUint64);
  const Keys jagged = made("seed-001", KeyType::kInt64);
  const Keys sorted = made("sorted", KeyType::kUint32);
  const Keys reversed = made("reversed", KeyType::kUint32);
  SplitMix64 draws(11);
  SplitMix64 coins(11);
  SplitMix64 choices(11);
  std::vector<std::uint64_t> values(8);
  for (std::uint64_t& value : values) value = choices.next();
  for (std::uint32_t i = 0; i < n; ++i) {
    ASSERT_EQ(uniform.raw.at(i), draws.next()) << i;
    ASSERT_EQ(zero_one.raw.at(i), coins.below(2)) << i;
    ASSERT_EQ(few.raw.at(i), values[choices.below(8)]) << i;
    const std::int64_t factor = 1 + (i % 3 == 0) + (i % 5 == 0) + (i % 7 == 0) + (i % 11 == 0);
    ASSERT_EQ(jagged.raw.at(i), static_cast<std::uint64_t>(n - std::int64_t{i} * factor)) << i;
    ASSERT_EQ(sorted.raw.at(i), reversed.raw.at(n - 1 - i)) << i;
    ASSERT_TRUE(i == 0 || sorted.raw.at(i - 1) < sorted.raw.at(i)) << i;
  }
}

}  // namespace
}  // namespace sortscope
