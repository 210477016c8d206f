// test_cuda_abisort.cpp: GPU-ABiSort's stream program on the GPU against the CPU engine, bit for
// bit.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/sorted_run.h"

namespace sortscope {
namespace {

constexpr std::string_view kKernels[] = {"streams", "streams-overlapped"};

class CudaAbisortTest : public GpuTest {
 protected:
  static Result<SortTiming> sort_with(Engine& engine, const Network& network,
                                      std::string_view kernel, bool recorded, Sorted& run,
                                      Progress* progress = nullptr) {
    SortBuffers buffers;
    buffers.key_bits = run.words64.empty() ? 32 : 64;
    buffers.words32 = run.words32;
    buffers.words64 = run.words64;
    buffers.places = run.places;
    buffers.real_keys = network.wires();
    SortOptions options;
    options.kernel = kernel;
    if (recorded) {
      run.bits.assign(network.bit_words(), 0xa5a5a5a5);  // to be overwritten whole
      options.bits = run.bits;
    }
    return engine.run(*find_algorithm("abisort").value(), network, buffers, options, progress);
  }

  void expect_same_as_cpu(std::uint32_t n, bool wide, std::uint64_t distinct) {
    const Network network = find_algorithm("abisort").value()->build(n);
    const Sorted start = start_of(network.wires(), wide, distinct, network.wires() + distinct);
    Sorted expected = start;
    ASSERT_TRUE(sort_with(*cpu, network, "", true, expected).ok());
    for (const std::string_view kernel : kKernels) {
      for (const bool recorded : {false, true}) {
        Sorted got = start;
        const auto timing = sort_with(cuda(), network, kernel, recorded, got);
        ASSERT_TRUE(timing.ok()) << timing.error().text();
        if (!recorded) got.bits = expected.bits;
        ASSERT_TRUE(got == expected)
            << kernel << " n=" << n << (wide ? " u64" : " u32") << (recorded ? " recorded" : "")
            << " distinct=" << distinct
            << (got.words32 != expected.words32 || got.words64 != expected.words64 ? ": words" : "")
            << (got.places != expected.places ? ": places" : "")
            << (got.bits != expected.bits ? ": bits" : "");
      }
    }
  }

  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

TEST_F(CudaAbisortTest, EverySizeEqualsTheCpuEngine) {
  for (std::uint32_t m = 0; m <= 16; ++m) {
    for (const std::uint64_t distinct : {0, 1, 3}) {
      for (const bool wide : {false, true}) {
        ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << m, wide, distinct));
      }
    }
  }
}

TEST_F(CudaAbisortTest, ZeroOneInputsOfSixteenEqualTheCpuEngine) {
  const Network network = find_algorithm("abisort").value()->build(16);
  for (std::uint32_t input = 0; input < 1U << 16; input += 37) {
    Sorted start;
    for (std::uint32_t w = 0; w < 16; ++w) {
      start.words32.push_back(input >> w & 1);
      start.places.push_back(w);
    }
    Sorted expected = start;
    Sorted got = start;
    ASSERT_TRUE(sort_with(*cpu, network, "", true, expected).ok());
    ASSERT_TRUE(sort_with(cuda(), network, "streams", true, got).ok());
    ASSERT_TRUE(got == expected) << input;
  }
}

TEST_F(CudaAbisortTest, MillionsOfKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 20, false, 0));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 20, true, 1000));
  // More than a graph.
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(1U << 22, false, 0));
}

TEST_F(CudaAbisortTest, RecordingsOfBothEnginesAreTheSame) {
  std::mt19937_64 random(5);
  for (const std::uint32_t n : {1U, 3U, 8U, 17U, 100U, 1000U, 5000U}) {
    for (const KeyType type : {KeyType::kInt32, KeyType::kFloat32, KeyType::kFloat64}) {
      RunRequest request;
      request.algorithm = "abisort";
      request.order = n % 2 == 0 ? Order::kAscending : Order::kDescending;
      request.keys = make_keys(type, n);
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint64_t raw = i % 5 == 0 ? ~std::uint64_t{0} : random() % 1000;
        request.keys.raw.set(i, bits_of(type) == 32 ? raw & 0xffffffff : raw);
      }
      const auto by_cpu = record(request, *cpu);
      ASSERT_TRUE(by_cpu.ok()) << by_cpu.error().text();
      for (const std::string_view kernel : kKernels) {
        request.kernel = kernel;
        const auto by_cuda = record(request, cuda());
        ASSERT_TRUE(by_cuda.ok()) << by_cuda.error().text();
        EXPECT_EQ((*by_cuda)->bits, (*by_cpu)->bits) << kernel << ' ' << n;
        EXPECT_TRUE((*by_cuda)->sorted);
        EXPECT_EQ((*by_cuda)->timing.kernel, kernel);
      }
      request.kernel.clear();
    }
  }
}

TEST_F(CudaAbisortTest, OtherKernelsAreRefused) {
  const Network network = find_algorithm("abisort").value()->build(64);
  Sorted run = start_of(64, false, 0, 1);
  const auto timing = sort_with(cuda(), network, "tree", false, run);
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kBadUsage);
}

TEST_F(CudaAbisortTest, ALongSortCanBeStopped) {
  const Network network = find_algorithm("abisort").value()->build(1U << 23);
  Sorted run = start_of(1U << 23, false, 0, 1);
  Progress progress;
  progress.cancel = true;
  const auto stopped = sort_with(cuda(), network, "streams", false, run, &progress);
  ASSERT_FALSE(stopped.ok());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  progress.cancel = false;
  ASSERT_TRUE(sort_with(cuda(), network, "streams", false, run, &progress).ok());
  EXPECT_EQ(progress.fraction(), 1.0);
  EXPECT_TRUE(std::is_sorted(run.words32.begin(), run.words32.end()));
}

}  // namespace
}  // namespace sortscope
