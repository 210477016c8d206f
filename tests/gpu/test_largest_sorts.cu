// test_largest_sorts.cu: the two sorts that are meant to be fast with as many keys as they take, in
// device memory alone: in order, and the same keys (by a sum that does not look at their order).
#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include "kernels/device/cuda_call.cuh"
#include "kernels/sorters/fast/sort.h"
#include "kernels/sorters/intervals/sort.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

using device::DeviceBuffer;
using device::FastSort;
using device::IntervalSort;

constexpr unsigned kThreads = 256;
constexpr unsigned kBlocks = 4096;

// SplitMix64's finalizer.
__device__ std::uint64_t mixed(std::uint64_t word) {
  word += 0x9e3779b97f4a7c15U;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9U;
  word = (word ^ word >> 27) * 0x94d049bb133111ebU;
  return word ^ word >> 31;
}

// `values`: so many different words; 0: any.
template <typename Word>
__global__ void fill(Word* words, std::uint32_t* places, std::uint64_t n, std::uint64_t values) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    std::uint64_t word = mixed(i);
    if (values > 0) word = word % values << (sizeof(Word) * 8 - 12);
    words[i] = static_cast<Word>(word);
    if (places != nullptr) places[i] = static_cast<std::uint32_t>(i);
  }
}

struct Seen {
  unsigned long long sum;
  unsigned long long wrong;  // pairs of neighbours out of order
};

// `strict`: by (word, place).
template <typename Word>
__global__ void look(const Word* words, const std::uint32_t* places, std::uint64_t n, bool strict,
                     Seen* seen) {
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  unsigned long long sum = 0;
  unsigned long long wrong = 0;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    sum += mixed(mixed(words[i]) ^ (places != nullptr ? places[i] : 0));
    if (i == 0) continue;
    const bool back = strict && words[i - 1] == words[i] && places[i - 1] >= places[i];
    wrong += words[i - 1] > words[i] || back ? 1 : 0;
  }
  atomicAdd(&seen->sum, sum);
  atomicAdd(&seen->wrong, wrong);
}

class LargestSorts : public GpuTest {
 protected:
  template <typename Sort, typename Word>
  void expect_sorted(std::uint32_t n, bool placed, std::uint64_t values, bool strict) {
    const std::string what = std::to_string(n) + " keys of " + std::to_string(sizeof(Word) * 8) +
                             " bits" + (placed ? " with places" : "");
    DeviceBuffer<Word> words;
    DeviceBuffer<std::uint32_t> places;
    DeviceBuffer<Seen> seen;
    Sort sort;
    for (const Status& made : {words.allocate(n), places.allocate(placed ? n : 0), seen.allocate(1),
                               sort.create(sizeof(Word) * 8, placed, n)}) {
      if (!made.ok() && made.error().code == ErrorCode::kOutOfMemory) {
        GTEST_SKIP() << what << ": " << made.error().text();
      }
      ASSERT_TRUE(made.ok()) << what << ": " << made.error().text();
    }
    fill<<<kBlocks, kThreads>>>(words.data(), places.data(), n, values);
    ASSERT_EQ(cudaGetLastError(), cudaSuccess);
    const Seen before = seen_in(words.data(), places.data(), n, false, seen.data());
    ASSERT_GT(before.wrong, n / 4) << what << ": the input is in order";
    const Status status = sort.sort(words.data(), places.data(), nullptr);
    ASSERT_TRUE(status.ok()) << what << ": " << status.error().text();
    const Seen after = seen_in(words.data(), places.data(), n, strict && placed, seen.data());
    EXPECT_EQ(after.wrong, 0U) << what;
    EXPECT_EQ(after.sum, before.sum) << what << ": other keys than before";
  }

 private:
  template <typename Word>
  static Seen seen_in(const Word* words, const std::uint32_t* places, std::uint64_t n, bool strict,
                      Seen* seen) {
    Seen found{};
    EXPECT_EQ(cudaMemset(seen, 0, sizeof(Seen)), cudaSuccess);
    look<<<kBlocks, kThreads>>>(words, places, n, strict, seen);
    EXPECT_EQ(cudaMemcpy(&found, seen, sizeof(Seen), cudaMemcpyDeviceToHost), cudaSuccess);
    return found;
  }
};

TEST_F(LargestSorts, IntervalsOf32Bits) {
  for (const std::uint32_t n : {1U << 28, (1U << 28) - 4099, (1U << 30) + 1}) {
    for (const bool placed : {false, true}) {
      ASSERT_NO_FATAL_FAILURE(
          (expect_sorted<IntervalSort, std::uint32_t>(n, placed, placed ? 1000 : 0, true)));
    }
  }
}

TEST_F(LargestSorts, IntervalsOf64Bits) {
  for (const std::uint32_t n : {1U << 28, (1U << 29) + 1}) {
    for (const bool placed : {false, true}) {
      ASSERT_NO_FATAL_FAILURE(
          (expect_sorted<IntervalSort, std::uint64_t>(n, placed, placed ? 1000 : 0, true)));
    }
  }
}

TEST_F(LargestSorts, AsManyAsIntervalsTake) {
  ASSERT_NO_FATAL_FAILURE(
      (expect_sorted<IntervalSort, std::uint32_t>(IntervalSort::kMaxKeys, false, 0, true)));
  if (IsSkipped()) return;
  ASSERT_NO_FATAL_FAILURE(
      (expect_sorted<IntervalSort, std::uint64_t>(IntervalSort::kMaxKeys - 4099, false, 0, true)));
}

// Places travel with powers of two only; it is not stable.
TEST_F(LargestSorts, WindowsOf32And64Bits) {
  for (const std::uint32_t n : {1U << 28, (1U << 28) - 4099, (1U << 29) + 1}) {
    const bool placed = n == 1U << 28;
    ASSERT_NO_FATAL_FAILURE((expect_sorted<FastSort, std::uint32_t>(n, placed, 0, false)));
    ASSERT_NO_FATAL_FAILURE((expect_sorted<FastSort, std::uint64_t>(n, placed, 1000, false)));
  }
}

TEST_F(LargestSorts, AsManyAsWindowsTake) {
  ASSERT_NO_FATAL_FAILURE(
      (expect_sorted<FastSort, std::uint32_t>(FastSort::kMaxKeys, false, 0, false)));
  if (IsSkipped()) return;
  ASSERT_NO_FATAL_FAILURE(
      (expect_sorted<FastSort, std::uint64_t>(FastSort::kMaxKeys - 4099, false, 0, false)));
}

}  // namespace
}  // namespace sortscope
