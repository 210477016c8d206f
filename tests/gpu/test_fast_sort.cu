// test_fast_sort.cu: the fast bitonic network on the device against std::sort: every number of keys
// up to 5000, all 0-1 inputs of few keys, large and awkward inputs, all types.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/fast/sort.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/planted_shared.h"

namespace sortscope {
namespace {

using device::DeviceBuffer;
using device::FastSort;

class FastSortTest : public GpuTest {
 protected:
  // What the device makes of `words`. Guards behind the last key must stay as they are.
  template <typename Word>
  std::vector<Word> sorted(const std::vector<Word>& words) {
    constexpr std::size_t kGuards = 64;
    constexpr Word kGuard = static_cast<Word>(0xA5A5A5A5A5A5A5A5u);
    std::vector<Word> all = words;
    all.resize(words.size() + kGuards, kGuard);
    FastSort sort;
    EXPECT_TRUE(
        sort.create(sizeof(Word) * 8, false, static_cast<std::uint32_t>(words.size())).ok());
    DeviceBuffer<Word> memory;
    EXPECT_TRUE(memory.allocate(all.size()).ok());
    copy(memory.data(), all.data(), all.size() * sizeof(Word));
    const Status status = sort.sort(memory.data(), nullptr, nullptr);
    EXPECT_TRUE(status.ok()) << status.error().text();
    copy(all.data(), memory.data(), all.size() * sizeof(Word));
    EXPECT_TRUE(
        std::all_of(all.end() - kGuards, all.end(), [&](Word word) { return word == kGuard; }))
        << "written beyond " << words.size() << " keys";
    all.resize(words.size());
    return all;
  }
  static void copy(void* to, const void* from, std::size_t bytes) {
    ASSERT_EQ(cudaMemcpy(to, from, bytes, cudaMemcpyDefault), cudaSuccess);
  }
  template <typename Word>
  void expect_sorted(std::vector<Word> words) {
    const std::vector<Word> result = sorted(words);
    std::sort(words.begin(), words.end());
    ASSERT_EQ(result == words, true) << words.size() << " keys";
  }
};

TEST_F(FastSortTest, EveryNumberOfKeysUpTo5000) {
  std::mt19937_64 random(1);
  for (std::uint32_t n = 1; n <= 5000 && !HasFailure(); ++n) {
    std::vector<std::uint32_t> words(n);
    for (std::uint32_t& word : words) {
      word = static_cast<std::uint32_t>(n % 3 == 0 ? random() % 7 : random());
    }
    if (n % 2 == 0) words[n / 2] = ~0u;  // what wires beyond the last key would hold
    expect_sorted(std::move(words));
  }
}

// By the zero-one principle all inputs of as many keys.
TEST_F(FastSortTest, AllZeroOneInputsOfFewKeys) {
  for (std::uint32_t n = 1; n <= 12; ++n) {
    for (std::uint32_t input = 0; input < 1u << n && !HasFailure(); ++input) {
      std::vector<std::uint32_t> words(n);
      for (std::uint32_t i = 0; i < n; ++i) words[i] = input >> i & 1;
      expect_sorted(std::move(words));
    }
  }
}

// Blocks of zeros and ones whose borders lie anywhere: what a wrong direction anywhere shows.
TEST_F(FastSortTest, ZerosAndOnesOfWholeTiles) {
  std::mt19937_64 random(3);
  for (const std::uint32_t n : {1024u, 2048u, 4096u, 8192u, 16384u, 65536u, 1u << 20, 1u << 21}) {
    for (int i = 0; i < 20 && !HasFailure(); ++i) {
      std::vector<std::uint32_t> words(n);
      const std::uint32_t period = 1 + static_cast<std::uint32_t>(random() % n);
      const std::uint32_t share = static_cast<std::uint32_t>(random() % (period + 1));
      for (std::uint32_t k = 0; k < n; ++k) words[k] = k % period < share ? 1 : 0;
      expect_sorted(std::move(words));
    }
  }
}

TEST_F(FastSortTest, RandomSizesAndAwkwardInputs) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 40 && !HasFailure(); ++i) {
    const std::uint32_t log2 = 10 + static_cast<std::uint32_t>(random() % 15);
    const auto n = static_cast<std::uint32_t>(1 + random() % (std::uint64_t{1} << log2));
    std::vector<std::uint32_t> words(n);
    for (std::uint32_t k = 0; k < n; ++k) {
      switch (i % 5) {
        case 0:
          words[k] = n - k;
          break;
        case 1:
          words[k] = std::min(k, n - k);
          break;
        case 2:
          words[k] = k % 4099;
          break;
        case 3:
          words[k] = random() % 3 == 0 ? static_cast<std::uint32_t>(random()) : ~0u;
          break;
        default:
          words[k] = static_cast<std::uint32_t>(random());
      }
    }
    expect_sorted(std::move(words));
  }
}

TEST_F(FastSortTest, LongKeys) {
  std::mt19937_64 random(4);
  for (const std::uint32_t n : {1u, 1000u, 1024u, 5000u, 65536u, 100000u, 1u << 20, 3000000u}) {
    std::vector<std::uint64_t> words(n);
    for (std::uint64_t& word : words) word = random();
    expect_sorted(std::move(words));
  }
}

// Places stay beside their keys. Equal keys may change places.
template <typename Word>
void expect_pairs_sorted(std::uint32_t n) {
  std::mt19937_64 random(n);
  std::vector<Word> words(n);
  std::vector<std::uint32_t> places(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    words[i] = static_cast<Word>(random() % (n / 2));
    places[i] = i;
  }
  const std::vector<Word> input = words;
  DeviceBuffer<Word> device_words;
  DeviceBuffer<std::uint32_t> device_places;
  ASSERT_TRUE(device_words.allocate(n).ok());
  ASSERT_TRUE(device_places.allocate(n).ok());
  ASSERT_EQ(cudaMemcpy(device_words.data(), words.data(), n * sizeof(Word), cudaMemcpyDefault),
            cudaSuccess);
  ASSERT_EQ(cudaMemcpy(device_places.data(), places.data(), n * 4ull, cudaMemcpyDefault),
            cudaSuccess);
  FastSort sort;
  ASSERT_TRUE(sort.create(sizeof(Word) * 8, true, n).ok());
  ASSERT_TRUE(sort.sort(device_words.data(), device_places.data(), nullptr).ok());
  ASSERT_EQ(cudaMemcpy(words.data(), device_words.data(), n * sizeof(Word), cudaMemcpyDefault),
            cudaSuccess);
  ASSERT_EQ(cudaMemcpy(places.data(), device_places.data(), n * 4ull, cudaMemcpyDefault),
            cudaSuccess);
  std::vector<bool> seen(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    ASSERT_LT(places[i], n);
    ASSERT_FALSE(seen[places[i]]);
    seen[places[i]] = true;
    ASSERT_EQ(words[i], input[places[i]]);
    if (i > 0) ASSERT_LE(words[i - 1], words[i]);
  }
}

TEST_F(FastSortTest, Pairs) {
  for (const std::uint32_t n : {1024u, 2048u, 4096u, 8192u, 16384u, 1u << 19, 1u << 20, 1u << 22}) {
    expect_pairs_sorted<std::uint32_t>(n);
    expect_pairs_sorted<std::uint64_t>(n);
  }
}

TEST_F(FastSortTest, EveryLimitOfSharedMemory) {
  for (const std::uint32_t limit : kSharedLimits) {
    const PlantedShared planted(limit);
    std::mt19937_64 random(limit);
    for (const std::uint32_t n : {1000u, 5000u, 65536u, 100000u, 1u << 20, 3000000u}) {
      std::vector<std::uint64_t> words(n);
      std::vector<std::uint32_t> short_words(n);
      for (std::uint32_t i = 0; i < n; ++i) {
        words[i] = random();
        short_words[i] = static_cast<std::uint32_t>(words[i] >> 17);
      }
      expect_sorted(std::move(words));
      expect_sorted(std::move(short_words));
    }
    for (const std::uint32_t n : {4096u, 1u << 16, 1u << 20, 1u << 22}) {
      expect_pairs_sorted<std::uint32_t>(n);
      expect_pairs_sorted<std::uint64_t>(n);
    }
  }
}

// The largest tiles, of 2^14 keys, and what takes their place.
TEST_F(FastSortTest, TheLargestTilesUnderLimits) {
  std::mt19937_64 random(6);
  std::vector<std::uint32_t> words((1u << 26) - 1000);
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::uint64_t both = random();
    words[i] = static_cast<std::uint32_t>(both);
    if (i + 1 < words.size()) words[i + 1] = static_cast<std::uint32_t>(both >> 32);
  }
  std::vector<std::uint32_t> expected = words;
  std::sort(expected.begin(), expected.end());
  for (const std::uint32_t limit : kSharedLimits) {
    const PlantedShared planted(limit);
    EXPECT_TRUE(sorted(words) == expected) << limit;
  }
}

TEST_F(FastSortTest, RefusesWhatItCannotTake) {
  FastSort sort;
  EXPECT_FALSE(sort.create(32, false, 0).ok());
  EXPECT_FALSE(sort.create(16, false, 8).ok());
  EXPECT_FALSE(sort.create(32, true, 1000).ok());
  EXPECT_FALSE(sort.create(32, false, FastSort::kMaxKeys + 1).ok());
}

}  // namespace
}  // namespace sortscope
