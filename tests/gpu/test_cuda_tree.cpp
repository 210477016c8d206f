// test_cuda_tree.cpp: adaptive bitonic sorting in trees on the GPU against the CPU engine, bit for
// bit.
#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/sorted_run.h"

namespace sortscope {
namespace {

constexpr std::string_view kAlgorithms[] = {"adaptive", "adaptive-two-case", "adaptive-overlapped",
                                            "adaptive-merger"};
constexpr std::string_view kKernels[] = {"tree", "tree-steps"};

Result<SortTiming> sort_with(Engine& engine, const Algorithm& algorithm, const Network& network,
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
  return engine.run(algorithm, network, buffers, options, progress);
}

class CudaTreeTest : public GpuTest {
 protected:
  void expect_same_as_cpu(std::string_view id, std::uint32_t n, bool wide, std::uint64_t distinct) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    const Network network = algorithm.build(n);
    const Sorted start = start_of(network.wires(), wide, distinct, n + distinct);
    Sorted expected = start;
    ASSERT_TRUE(sort_with(*cpu, algorithm, network, "", true, expected).ok());
    for (const std::string_view kernel : kKernels) {
      for (const bool recorded : {false, true}) {
        Sorted got = start;
        const auto timing = sort_with(cuda(), algorithm, network, kernel, recorded, got);
        ASSERT_TRUE(timing.ok()) << timing.error().text();
        if (!recorded) got.bits = expected.bits;
        ASSERT_TRUE(got == expected)
            << id << ' ' << kernel << " n=" << n << (wide ? " u64" : " u32")
            << (recorded ? " recorded" : "") << " distinct=" << distinct
            << (got.words32 != expected.words32 || got.words64 != expected.words64 ? ": words" : "")
            << (got.places != expected.places ? ": places" : "")
            << (got.bits != expected.bits ? ": bits" : "");
      }
    }
  }

  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

TEST_F(CudaTreeTest, EverySizeEqualsTheCpuEngine) {
  for (const std::string_view id : kAlgorithms) {
    for (std::uint32_t m = 0; m <= 15; ++m) {
      for (const std::uint64_t distinct : {0, 1, 3}) {
        if (m > 13 && distinct == 1) continue;
        ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(id, 1U << m, m % 2 == 0, distinct));
      }
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(id, 1U << m, m % 2 != 0, 0));
    }
  }
}

TEST_F(CudaTreeTest, AMillionKeysEqualTheCpuEngine) {
  for (const std::string_view id : kAlgorithms) {
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(id, 1U << 20, false, 0));
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("adaptive-overlapped", 1U << 20, true, 1000));
}

// More than a graph, and two crowns a level from 2^21 on.
TEST_F(CudaTreeTest, FourMillionKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("adaptive-overlapped", 1U << 22, false, 0));
}

TEST_F(CudaTreeTest, RecordingsOfBothEnginesAreTheSame) {
  std::mt19937_64 random(5);
  for (const std::string_view id : kAlgorithms) {
    for (const std::uint32_t n : {1U, 3U, 100U, 1000U, 4096U, 5000U}) {
      for (const KeyType type : {KeyType::kInt32, KeyType::kUint32, KeyType::kInt64,
                                 KeyType::kUint64, KeyType::kFloat32, KeyType::kFloat64}) {
        const bool ascending = (random() & 1) != 0;
        RunRequest request;
        request.algorithm = id;
        request.order = ascending ? Order::kAscending : Order::kDescending;
        request.keys = make_keys(type, n);
        // Few values; a merger gets a sequence that rises and falls.
        for (std::uint32_t i = 0; i < n; ++i) {
          const std::uint64_t bitonic = std::min(i, n - i) / 3;
          request.keys.raw.set(i, id == "adaptive-merger" ? bitonic : random() % (n / 2 + 2));
        }
        const auto by_cpu = record(request, *cpu);
        ASSERT_TRUE(by_cpu.ok()) << by_cpu.error().text();
        for (const std::string_view kernel : kKernels) {
          request.kernel = kernel;
          const auto by_cuda = record(request, cuda());
          ASSERT_TRUE(by_cuda.ok()) << by_cuda.error().text();
          EXPECT_EQ((*by_cuda)->bits, (*by_cpu)->bits) << id << ' ' << kernel << ' ' << n;
          EXPECT_TRUE((*by_cuda)->sorted) << id << ' ' << kernel << ' ' << n;
          EXPECT_EQ((*by_cuda)->timing.kernel, kernel);
        }
        request.kernel.clear();
      }
    }
  }
}

TEST_F(CudaTreeTest, LaunchesAreTheArticlesPasses) {
  // Stage after stage m (m + 1) (m + 2) / 6 steps, overlapped m^2; and keys to nodes and back.
  for (const auto& [id, steps] :
       {std::pair{"adaptive", 14U * 15 * 16 / 6}, std::pair{"adaptive-overlapped", 14U * 14}}) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    const Network network = algorithm.build(1U << 14);
    Sorted run = start_of(network.wires(), false, 0, 1);
    const auto timing = sort_with(cuda(), algorithm, network, "tree-steps", false, run);
    ASSERT_TRUE(timing.ok());
    EXPECT_EQ(timing->launches, steps + 2);
    EXPECT_GT(timing->elapsed_ns, 0U);
  }
}

TEST_F(CudaTreeTest, BadUsageIsAnError) {
  const Algorithm& adaptive = *find_algorithm("adaptive").value();
  const Network network = adaptive.build(64);
  Sorted run = start_of(64, false, 0, 1);
  for (const std::string_view kernel : {"v0", "hybrid", "none"}) {
    const auto timing = sort_with(cuda(), adaptive, network, kernel, false, run);
    ASSERT_FALSE(timing.ok()) << kernel;
    EXPECT_EQ(timing.error().code, ErrorCode::kBadUsage);
  }
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  EXPECT_FALSE(sort_with(cuda(), bitonic, bitonic.build(64), "tree", false, run).ok());
  run.places.clear();  // they decide between equal keys
  EXPECT_FALSE(sort_with(cuda(), adaptive, network, "tree", false, run).ok());
}

TEST_F(CudaTreeTest, CancellingStopsALongSort) {
  const Algorithm& adaptive = *find_algorithm("adaptive").value();
  const Network network = adaptive.build(1U << 23);
  Sorted run = start_of(network.wires(), false, 0, 1);
  Progress progress;
  std::thread canceller([&progress] {
    while (progress.done == 0) std::this_thread::yield();
    progress.cancel = true;
  });
  const auto timing = sort_with(cuda(), adaptive, network, "tree-steps", false, run, &progress);
  canceller.join();
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kCancelled);
  EXPECT_LT(progress.fraction(), 1.0);
  // Afterwards it counts to the end: a graph, and launch by launch.
  for (const std::uint32_t m : {12U, 22U}) {
    const Network other = adaptive.build(1U << m);
    Sorted again = start_of(other.wires(), false, 0, 1);
    Progress second;
    ASSERT_TRUE(sort_with(cuda(), adaptive, other, "tree", false, again, &second).ok());
    EXPECT_EQ(second.fraction(), 1.0);
    EXPECT_TRUE(std::is_sorted(again.words32.begin(), again.words32.end()));
  }
}

}  // namespace
}  // namespace sortscope
