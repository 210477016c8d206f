// test_cuda_intervals.cpp: interval-based sorting on the GPU against the CPU engine, splits and
// bits.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/sorted_run.h"

namespace sortscope {
namespace {

class CudaIntervalTest : public GpuTest {
 protected:
  Result<SortTiming> sort_with(Engine& sorter, const Network& network, bool recorded, Sorted& run,
                               Progress* progress = nullptr) const {
    SortBuffers buffers;
    buffers.key_bits = run.words64.empty() ? 32 : 64;
    buffers.words32 = run.words32;
    buffers.words64 = run.words64;
    buffers.places = run.places;
    buffers.real_keys = network.wires();
    SortOptions options;
    if (recorded) {
      run.bits.assign(network.bit_words(), 0xa5a5a5a5);  // to be overwritten whole
      options.bits = run.bits;
    }
    return sorter.run(algorithm, network, buffers, options, progress);
  }

  void expect_same_as_cpu(std::uint32_t n, bool wide, std::uint64_t distinct) {
    const Network network = algorithm.build(n);
    const Sorted start = start_of(network.wires(), wide, distinct, n + distinct);
    Sorted expected = start;
    ASSERT_TRUE(sort_with(*cpu, network, true, expected).ok());
    for (const bool recorded : {false, true}) {
      Sorted got = start;
      const auto timing = sort_with(cuda(), network, recorded, got);
      ASSERT_TRUE(timing.ok()) << timing.error().text();
      EXPECT_EQ(timing->kernel, "intervals");
      if (!recorded) got.bits = expected.bits;
      ASSERT_TRUE(got == expected)
          << "n=" << n << (wide ? " u64" : " u32") << (recorded ? " recorded" : "")
          << " distinct=" << distinct
          << (got.words32 != expected.words32 || got.words64 != expected.words64 ? ": words" : "")
          << (got.places != expected.places ? ": places" : "")
          << (got.bits != expected.bits ? ": bits" : "");
    }
  }

  const Algorithm& algorithm = *find_algorithm("adaptive-interval").value();
  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

TEST_F(CudaIntervalTest, EverySizeEqualsTheCpuEngine) {
  for (std::uint32_t m = 0; m <= 17; ++m) {
    for (const std::uint64_t distinct : {0, 1, 3}) {
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << m, m % 2 == 0, distinct));
    }
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << m, m % 2 != 0, 0));
  }
}

TEST_F(CudaIntervalTest, MillionsOfKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 20, false, 0));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 20, true, 1000));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 22, false, 100));
  // In parts.
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 23, false, 0));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 24, false, 0));
}

TEST_F(CudaIntervalTest, RecordingsOfBothEnginesAreTheSame) {
  std::mt19937_64 random(5);
  for (const std::uint32_t n : {1U, 3U, 20U, 33U, 100U, 1000U, 1025U, 5000U}) {
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunRequest request;
      request.algorithm = "adaptive-interval";
      request.order = order;
      request.keys = make_keys(n % 2 == 0 ? KeyType::kInt32 : KeyType::kUint64, n);
      for (std::uint32_t i = 0; i < n; ++i) request.keys.raw.set(i, random() % 50);
      const auto expected = record(request, *cpu);
      const auto got = record(request, cuda());
      ASSERT_TRUE(expected.ok() && got.ok());
      EXPECT_TRUE((*got)->sorted);
      EXPECT_EQ((*got)->bits, (*expected)->bits) << n;
      EXPECT_EQ((*got)->exchanged_before, (*expected)->exchanged_before);
    }
  }
}

TEST_F(CudaIntervalTest, ALongRunCanBeStopped) {
  const Network network = algorithm.build(1U << 23);
  Sorted run = start_of(network.wires(), false, 0, 1);
  Progress progress;
  progress.cancel = true;
  const auto stopped = sort_with(cuda(), network, true, run, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  progress.cancel = false;
  EXPECT_TRUE(sort_with(cuda(), network, true, run, &progress).ok());
  EXPECT_EQ(progress.fraction(), 1.0);
}

}  // namespace
}  // namespace sortscope
