// test_cuda_engine.cpp: the CUDA engine against the CPU engine, bit for bit, and its errors.
#include <algorithm>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "core/engines/plans/launches.h"
#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

struct Sorted {
  std::vector<std::uint32_t> words32;
  std::vector<std::uint64_t> words64;
  std::vector<std::uint32_t> places;
  std::vector<std::uint32_t> bits;
  friend bool operator==(const Sorted&, const Sorted&) = default;
};

struct Way {
  bool wide;
  bool placed;
  bool recorded;
};

// Many ties and keys of the largest value beside padding where `distinct` is not 0; places
// shuffled, so that padding stands anywhere.
Sorted start_of(std::uint32_t wires, const Way& way, std::uint64_t distinct, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Sorted run;
  for (std::uint32_t i = 0; i < wires; ++i) {
    std::uint64_t word = random();
    if (distinct > 0) word = word % distinct == 0 ? ~std::uint64_t{0} : word % distinct << 31;
    if (way.wide) {
      run.words64.push_back(word);
    } else {
      run.words32.push_back(static_cast<std::uint32_t>(word));
    }
  }
  if (way.placed) {
    for (std::uint32_t i = 0; i < wires; ++i) run.places.push_back(i);
    std::shuffle(run.places.begin(), run.places.end(), random);
  }
  return run;
}

Result<SortTiming> sort_with(Engine& engine, const Algorithm& algorithm, const Network& network,
                             std::string_view kernel, const Way& way, Sorted& run) {
  SortBuffers buffers;
  buffers.key_bits = way.wide ? 64 : 32;
  buffers.words32 = run.words32;
  buffers.words64 = run.words64;
  buffers.places = run.places;
  buffers.real_keys = network.wires() - network.wires() / 3;
  SortOptions options;
  options.kernel = kernel;
  if (way.recorded) {
    run.bits.assign(network.bit_words(), 0xa5a5a5a5);  // to be overwritten whole
    options.bits = run.bits;
  }
  return engine.run(algorithm, network, buffers, options, nullptr);
}

std::string named(const Algorithm& algorithm, std::uint32_t n, std::string_view kernel,
                  const Way& way, const Sorted& got, const Sorted& expected) {
  return std::string(algorithm.id) + " " + std::string(kernel) + " n=" + std::to_string(n) +
         (way.wide ? " u64" : " u32") + (way.placed ? " placed" : "") +
         (way.recorded ? " recorded" : "") +
         (got.words32 != expected.words32 || got.words64 != expected.words64 ? ": words" : "") +
         (got.places != expected.places ? ": places" : "") +
         (got.bits != expected.bits ? ": bits" : "");
}

class CudaEngineTest : public GpuTest {
 protected:
  // All kernels that can run the network, in all ways, against one run of the CPU engine each.
  void expect_same_as_cpu(const Algorithm& algorithm, std::uint32_t n, std::uint64_t distinct) {
    const Network network = algorithm.build(n);
    for (const bool wide : {false, true}) {
      for (const bool placed : {false, true}) {
        const Sorted start =
            start_of(network.wires(), {wide, placed, true}, distinct, n + distinct);
        Sorted expected = start;
        ASSERT_TRUE(sort_with(*cpu, algorithm, network, "", {wide, placed, true}, expected).ok());
        for (const Kernel& kernel : cuda().kernels()) {
          if (!plan_sort(algorithm, network, kernel.id).ok()) continue;
          for (const bool recorded : {false, true}) {
            const Way way{wide, placed, recorded};
            Sorted got = start;
            const auto timing = sort_with(cuda(), algorithm, network, kernel.id, way, got);
            ASSERT_TRUE(timing.ok()) << kernel.id << " " << timing.error().text();
            EXPECT_EQ(timing->kernel, kernel.id);
            if (!recorded) got.bits = expected.bits;
            ASSERT_TRUE(got == expected) << named(algorithm, n, kernel.id, way, got, expected);
          }
        }
      }
    }
  }

  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

// Of a network of which kernels run a launch a layer.
constexpr std::uint32_t kMostLayers = 1000;
bool suits(const Algorithm& algorithm, std::uint32_t n) {
  return n <= algorithm.max_keys && algorithm.build(n).depth() <= kMostLayers;
}

TEST_F(CudaEngineTest, EverySmallLengthEqualsTheCpuEngine) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (std::uint32_t n = 1; n <= 80; ++n) {
      // Padded lengths differ only in the keys: a few of them do.
      const bool repeats = algorithm.pads && n > 9 && (n & (n - 1)) != 0 && n % 7 != 0;
      if (repeats) continue;
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(algorithm, n, n % 2 == 0 ? 0 : 3));
    }
  }
}

TEST_F(CudaEngineTest, EveryPowerOfTwoEqualsTheCpuEngine) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (std::uint32_t log2_n = 7; log2_n <= 17; ++log2_n) {
      if (!suits(algorithm, 1u << log2_n)) break;
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(algorithm, 1u << log2_n, log2_n % 3 == 0 ? 5 : 0));
    }
  }
}

TEST_F(CudaEngineTest, OddLengthsEqualTheCpuEngine) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {257u, 1000u, 1025u, 2049u, 4099u, 70001u}) {
      if (!suits(algorithm, n)) continue;
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(algorithm, n, n % 2 == 0 ? 0 : 7));
    }
  }
}

TEST_F(CudaEngineTest, AMillionKeysEqualTheCpuEngine) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    if (!suits(algorithm, 1u << 20)) continue;
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(algorithm, 1u << 20, 0));
  }
}

// From 2^22 keys on a thread of V0 does the work of two.
TEST_F(CudaEngineTest, FourMillionKeysEqualTheCpuEngine) {
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(*find_algorithm("bitonic").value(), 1u << 22, 0));
}

// From 2^22 keys on, blocks of a recorded head of a level have four tiles, side by side or one
// after the other, by their number and by how long keys are.
TEST_F(CudaEngineTest, RecordedHeadsOfLevelsAreTheCpus) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const auto expect_same = [&](std::uint32_t wires_log2, bool wide, bool placed) {
    const Network network = bitonic.build(1U << wires_log2);
    const Way way{wide, placed, true};
    const Sorted start = start_of(network.wires(), way, 0, wires_log2);
    Sorted expected = start;
    Sorted got = start;
    ASSERT_TRUE(sort_with(*cpu, bitonic, network, "", way, expected).ok());
    ASSERT_TRUE(sort_with(cuda(), bitonic, network, "fast", way, got).ok());
    EXPECT_TRUE(got == expected) << named(bitonic, network.wires(), "fast", way, got, expected);
  };
  for (const bool wide : {false, true}) {
    for (const bool placed : {false, true}) {
      expect_same(23, wide, placed);
      expect_same(24, wide, placed);
    }
  }
  // Larger tiles.
  expect_same(26, false, false);
}

// The merger, the only algorithm that starts in the middle of the schedule, on what it is for.
TEST_F(CudaEngineTest, MergerSortsBitonicInputs) {
  const Algorithm& merger = *find_algorithm("bitonic-merger").value();
  for (const std::uint32_t n : {2u, 32u, 512u, 2048u, 4096u, 65536u}) {
    const Network network = merger.build(n);
    for (const Kernel& kernel : cuda().kernels()) {
      if (!plan_sort(merger, network, kernel.id).ok()) continue;
      Sorted run;
      for (std::uint32_t i = 0; i < n; ++i) run.words32.push_back(i < n / 2 ? 2 * i : 2 * (n - i));
      ASSERT_TRUE(sort_with(cuda(), merger, network, kernel.id, {}, run).ok());
      EXPECT_TRUE(std::is_sorted(run.words32.begin(), run.words32.end())) << kernel.id << " " << n;
    }
  }
}

TEST_F(CudaEngineTest, RecordingsOfBothEnginesAreTheSame) {
  // Keys of the largest value beside padding: places are carried to tell them apart.
  std::mt19937 random(5);
  std::vector<std::uint32_t> values(1000);
  for (auto& value : values)
    value = random() % 4 == 0 ? 0xFFFFFFFFu : static_cast<std::uint32_t>(random());
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const Order order : {Order::kAscending, Order::kDescending}) {
      RunRequest request;
      request.algorithm = algorithm.id;
      request.order = order;
      request.keys = keys_from<std::uint32_t>(values);
      request.any_input = true;
      const auto by_cpu = record(request, *cpu);
      ASSERT_TRUE(by_cpu.ok()) << by_cpu.error().text();
      for (const Kernel& kernel : cuda().kernels()) {
        if (!plan_sort(algorithm, (*by_cpu)->network, kernel.id).ok()) continue;
        request.kernel = kernel.id;
        for (const bool pairs : {false, true}) {
          const auto by_cuda = record(request, cuda(), pairs);
          ASSERT_TRUE(by_cuda.ok()) << by_cuda.error().text();
          EXPECT_EQ((*by_cuda)->bits, (*by_cpu)->bits) << algorithm.id << " " << kernel.id;
          EXPECT_EQ((*by_cuda)->exchanged_before, (*by_cpu)->exchanged_before);
          EXPECT_EQ((*by_cuda)->sorted, (*by_cpu)->sorted);
          EXPECT_EQ((*by_cuda)->engine, "cuda");
          EXPECT_EQ((*by_cuda)->timing.kernel, kernel.id);
        }
      }
    }
  }
}

TEST_F(CudaEngineTest, LaunchesAreThePlans) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(1u << 14);
  for (const auto& [kernel, launches] : std::vector<std::pair<std::string_view, std::uint32_t>>{
           {"v0", 105}, {"v1", 15}, {"v2", 15}}) {
    Sorted run = start_of(network.wires(), {}, 0, 1);
    const auto timing = sort_with(cuda(), bitonic, network, kernel, {}, run);
    ASSERT_TRUE(timing.ok());
    EXPECT_EQ(timing->launches, launches);
    EXPECT_GT(timing->elapsed_ns, 0u);
    EXPECT_GT(timing->transfer_ns, 0u);
  }
}

TEST_F(CudaEngineTest, BadUsageIsAnError) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(2048);
  const Sorted start = start_of(network.wires(), {}, 0, 1);
  for (const std::string_view kernel : {"v9", "block", "warp"}) {
    Sorted run = start;
    const auto timing = sort_with(cuda(), bitonic, network, kernel, {}, run);
    ASSERT_FALSE(timing.ok()) << kernel;
    EXPECT_EQ(timing.error().code, ErrorCode::kBadUsage);
    EXPECT_EQ(run, start);
  }
  Sorted cut_off = start;
  cut_off.words32.pop_back();
  EXPECT_FALSE(sort_with(cuda(), bitonic, network, "v2", {}, cut_off).ok());
}

TEST_F(CudaEngineTest, DefaultKernelsRunWhatTheyAreDefaultFor) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 20u, 200u, 3000u}) {
      const Network network = algorithm.build(n);
      const std::string_view kernel = cuda().default_kernel(algorithm, network);
      EXPECT_TRUE(plan_sort(algorithm, network, kernel).ok()) << algorithm.id << " " << n;
    }
  }
}

TEST_F(CudaEngineTest, CancellingStopsALongSort) {
  const Algorithm& transposition = *find_algorithm("odd-even-transposition").value();
  const Network network = transposition.build(50000);
  Sorted run = start_of(network.wires(), {}, 0, 1);
  SortBuffers buffers;
  buffers.words32 = run.words32;
  Progress progress;
  std::thread canceller([&progress] {
    while (progress.done == 0) std::this_thread::yield();
    progress.cancel = true;
  });
  const auto timing = cuda().run(transposition, network, buffers, {}, &progress);
  canceller.join();
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kCancelled);
  EXPECT_LT(progress.fraction(), 1.0);
  // Asked to stop before it starts, it does not start.
  EXPECT_FALSE(cuda().run(transposition, network, buffers, {}, &progress).ok());
  // It is usable afterwards, and counts to the end: long plans and short ones.
  for (const std::uint32_t n : {4096u, 64u}) {
    const Network smaller = transposition.build(n);
    Sorted again = start_of(n, {}, 0, 1);
    buffers.words32 = again.words32;
    Progress second;
    ASSERT_TRUE(cuda().run(transposition, smaller, buffers, {}, &second).ok());
    EXPECT_EQ(second.fraction(), 1.0);
    EXPECT_TRUE(std::is_sorted(again.words32.begin(), again.words32.end()));
  }
}

// The bits of a run stay on the GPU, where it is replayed, until they are taken or given back.
TEST_F(CudaEngineTest, KeepsTheBitsThatAReplayTakes) {
  for (const char* const id : {"bitonic", "adaptive", "abisort", "adaptive-interval", "aks"}) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    const Network network = algorithm.build(256);
    Sorted run = start_of(network.wires(), {false, true, true}, 0, 3);
    const auto timing = sort_with(cuda(), algorithm, network, "", {false, true, true}, run);
    ASSERT_TRUE(timing.ok()) << id << ": " << timing.error().text();
    ASSERT_NE(timing->device_bits, nullptr) << id;
    timing->device_bits->release();
  }
}

}  // namespace
}  // namespace sortscope
