// test_interval_sort.cu: the interval-based sort against std::sort, all types and lengths.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/intervals/sort.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/planted_shared.h"

namespace sortscope {
namespace {

using device::DeviceBuffer;
using device::IntervalSort;

enum class Input { kUniform, kFew, kEqual, kSorted, kReversed, kOrganPipe, kSawtooth, kLargest };
constexpr std::array kInputs = {Input::kUniform,  Input::kFew,      Input::kEqual,
                                Input::kSorted,   Input::kReversed, Input::kOrganPipe,
                                Input::kSawtooth, Input::kLargest};

// A key and the place that travels with it.
template <typename Word>
using Pair = std::pair<Word, std::uint32_t>;

template <typename Word>
std::vector<Pair<Word>> pairs_of(Input input, std::uint32_t n, bool places) {
  std::mt19937_64 random(n * std::uint64_t{31} + static_cast<std::uint64_t>(input));
  std::vector<Pair<Word>> pairs(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint64_t word = random();
    switch (input) {
      case Input::kUniform:
        break;
      case Input::kFew:
        word = (word % 5) << (sizeof(Word) * 8 - 4);
        break;
      case Input::kEqual:
        word = 7;
        break;
      case Input::kSorted:
        word = i;
        break;
      case Input::kReversed:
        word = n - i;
        break;
      case Input::kOrganPipe:
        word = std::min(i, n - i);
        break;
      case Input::kSawtooth:
        word = i % 4099;
        break;
      case Input::kLargest:  // as what fills up a last tile
        word = word % 3 == 0 ? word : ~std::uint64_t{0};
        break;
    }
    pairs[i].first = static_cast<Word>(word);
    if (places) pairs[i].second = i % 5 == 0 ? ~0u : static_cast<std::uint32_t>(random());
  }
  return pairs;
}

class IntervalSortTest : public GpuTest {
 protected:
  // Sorts on the device, and beside it with std::sort.
  template <typename Word>
  void expect_sorted(Input input, std::uint32_t n, bool places) {
    std::vector<Pair<Word>> expected = pairs_of<Word>(input, n, places);
    std::vector<Word> words(n);
    std::vector<std::uint32_t> travelling(n);
    for (std::uint32_t i = 0; i < n; ++i) {
      words[i] = expected[i].first;
      travelling[i] = expected[i].second;
    }
    std::sort(expected.begin(), expected.end());
    DeviceBuffer<Word> device_words;
    DeviceBuffer<std::uint32_t> device_places;
    ASSERT_TRUE(device_words.allocate(n).ok());
    ASSERT_TRUE(device_places.allocate(n).ok());
    ASSERT_EQ(
        cudaMemcpy(device_words.data(), words.data(), n * sizeof(Word), cudaMemcpyHostToDevice),
        cudaSuccess);
    ASSERT_EQ(cudaMemcpy(device_places.data(), travelling.data(), n * 4, cudaMemcpyHostToDevice),
              cudaSuccess);
    IntervalSort sort;
    const Status created = sort.create(sizeof(Word) * 8, places, n);
    ASSERT_TRUE(created.ok()) << created.error().text();
    const Status sorted =
        sort.sort(device_words.data(), places ? device_places.data() : nullptr, nullptr);
    ASSERT_TRUE(sorted.ok()) << sorted.error().text();
    ASSERT_EQ(
        cudaMemcpy(words.data(), device_words.data(), n * sizeof(Word), cudaMemcpyDeviceToHost),
        cudaSuccess);
    ASSERT_EQ(cudaMemcpy(travelling.data(), device_places.data(), n * 4, cudaMemcpyDeviceToHost),
              cudaSuccess);
    for (std::uint32_t i = 0; i < n; ++i) {
      ASSERT_TRUE(words[i] == expected[i].first && (!places || travelling[i] == expected[i].second))
          << "u" << sizeof(Word) * 8 << (places ? " with places" : "") << ", n = " << n
          << ", input " << static_cast<int>(input) << ", at " << i;
    }
  }

  void expect_all_sorted(Input input, std::uint32_t n) {
    for (const bool places : {false, true}) {
      ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint32_t>(input, n, places));
      ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(input, n, places));
    }
  }
};

TEST_F(IntervalSortTest, EveryTypeAndInputAtLengthsAroundUnitsTilesAndPasses) {
  for (const std::uint32_t n : {1u,     2u,     3u,     31u,    33u,    1000u,  1023u,   1024u,
                                1025u,  2049u,  4095u,  4097u,  8191u,  8192u,  8193u,   16384u,
                                16385u, 16387u, 30000u, 32769u, 65536u, 65539u, 131071u, 262147u}) {
    for (const Input input : kInputs) ASSERT_NO_FATAL_FAILURE(expect_all_sorted(input, n));
  }
}

TEST_F(IntervalSortTest, RandomLengths) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 40; ++i) {
    const auto n = static_cast<std::uint32_t>(1 + random() % (1u << (1 + random() % 20)));
    ASSERT_NO_FATAL_FAILURE(expect_all_sorted(kInputs[random() % kInputs.size()], n));
  }
}

// Here a block merges tile after tile while the next one's keys are on their way.
TEST_F(IntervalSortTest, ManyTilesForEveryBlock) {
  constexpr std::uint32_t kCount = (1u << 22) + 4097;
  for (const Input input : {Input::kUniform, Input::kFew, Input::kReversed}) {
    ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint32_t>(input, kCount, false));
    ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint32_t>(input, kCount, true));
  }
  ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(Input::kUniform, kCount / 2, false));
  ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(Input::kFew, kCount / 4, true));
  ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint32_t>(Input::kUniform, (1u << 24) - 3, false));
}

// Tiles as small as GPUs with less shared memory need them, also where they come one after the
// other.
TEST_F(IntervalSortTest, EveryLimitOfSharedMemory) {
  for (const std::uint32_t limit : kSharedLimits) {
    const PlantedShared planted(limit);
    for (const std::uint32_t n :
         {1u, 1025u, 2049u, 4097u, 8193u, 30000u, 65539u, 262147u, (1u << 21) + 4099}) {
      for (const Input input : {Input::kUniform, Input::kFew, Input::kReversed, Input::kLargest}) {
        ASSERT_NO_FATAL_FAILURE(expect_all_sorted(input, n)) << limit;
      }
    }
    for (const std::uint32_t share : {2u, 3u}) {
      const std::uint32_t n = (1u << 23) / share + 5;
      ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(Input::kUniform, n, true)) << limit;
      ASSERT_NO_FATAL_FAILURE(expect_sorted<std::uint64_t>(Input::kSawtooth, n, false)) << limit;
    }
  }
}

TEST_F(IntervalSortTest, RunsAgainOnOtherKeysOfItsLength) {
  constexpr std::uint32_t kCount = 100000;
  IntervalSort sort;
  ASSERT_TRUE(sort.create(32, false, kCount).ok());
  EXPECT_EQ(sort.launches() % 2, 1u);
  EXPECT_GE(sort.scratch_bytes(), kCount * 4u);
  DeviceBuffer<std::uint32_t> keys;
  ASSERT_TRUE(keys.allocate(kCount).ok());
  std::mt19937 random(3);
  for (int run = 0; run < 3; ++run) {
    std::vector<std::uint32_t> words(kCount);
    for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
    ASSERT_EQ(cudaMemcpy(keys.data(), words.data(), kCount * 4, cudaMemcpyHostToDevice),
              cudaSuccess);
    ASSERT_TRUE(sort.sort(keys.data(), nullptr, nullptr).ok());
    std::vector<std::uint32_t> sorted(kCount);
    ASSERT_EQ(cudaMemcpy(sorted.data(), keys.data(), kCount * 4, cudaMemcpyDeviceToHost),
              cudaSuccess);
    std::sort(words.begin(), words.end());
    EXPECT_EQ(sorted, words);
  }
}

TEST_F(IntervalSortTest, RefusesWhatItCannotSort) {
  IntervalSort sort;
  EXPECT_EQ(sort.create(16, false, 10).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(sort.create(32, false, 0).error().code, ErrorCode::kBadUsage);
  EXPECT_EQ(sort.create(32, false, IntervalSort::kMaxKeys + 1).error().code, ErrorCode::kBadUsage);
}

}  // namespace
}  // namespace sortscope
