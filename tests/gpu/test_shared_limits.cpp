// test_shared_limits.cpp: every kernel with the shared memory of smaller GPUs: the keys in order,
// and the CPU engine's recording, bit for bit.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/engines/plans/fast.h"
#include "core/engines/plans/launches.h"
#include "core/recordings/recording.h"
#include "core/scenes/recorded_launches.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/planted_shared.h"
#include "tests/gpu/sorted_run.h"

namespace sortscope {
namespace {

struct SortedRun {
  Sorted sorted;
  std::vector<std::uint32_t> repair_bits;
};

class SharedLimitTest : public GpuTest {
 protected:
  static Result<SortTiming> sort_with(Engine& engine, const Algorithm& algorithm,
                                      const Network& network, std::string_view kernel,
                                      bool recorded, SortedRun& run) {
    SortBuffers buffers;
    buffers.key_bits = run.sorted.words64.empty() ? 32 : 64;
    buffers.words32 = run.sorted.words32;
    buffers.words64 = run.sorted.words64;
    buffers.places = run.sorted.places;
    buffers.real_keys = network.wires();
    SortOptions options;
    options.kernel = kernel;
    options.repair_bits = &run.repair_bits;
    if (recorded) {
      run.sorted.bits.assign(network.bit_words(), 0xa5a5a5a5);  // to be overwritten whole
      options.bits = run.sorted.bits;
    }
    return engine.run(algorithm, network, buffers, options, nullptr);
  }

  static bool can_run(const Kernel& kernel, const Algorithm& algorithm, const Network& network) {
    if (kernel.max_wires != 0 && network.wires() > kernel.max_wires) return false;
    return runs(kernel, algorithm);
  }

  // All kernels under all limits, with words of 32 and 64 bits, with places where they may be
  // missing and without, recorded and not; the CPU engine once for all of them.
  void expect_same_as_cpu(std::string_view id, std::uint32_t n) {
    const Algorithm& algorithm = *find_algorithm(id).value();
    const Network network = algorithm.build(n);
    for (const bool wide : {false, true}) {
      for (const bool placed : {false, true}) {
        if (!placed && !fixed_schedule(algorithm.family)) continue;
        SortedRun start{start_of(network.wires(), wide, n % 3 == 0 ? 5 : 0, n), {}};
        if (!placed) start.sorted.places.clear();
        SortedRun expected = start;
        ASSERT_TRUE(sort_with(*cpu, algorithm, network, "", true, expected).ok());
        // Mergers sort bitonic keys only.
        if (!id.ends_with("merger")) {
          ASSERT_TRUE(std::ranges::is_sorted(expected.sorted.words32));
          ASSERT_TRUE(std::ranges::is_sorted(expected.sorted.words64));
        }
        for (const std::uint32_t limit : kSharedLimits) {
          const PlantedShared planted(limit);
          for (const Kernel& kernel : cuda().kernels()) {
            if (!can_run(kernel, algorithm, network)) continue;
            for (const bool recorded : {false, true}) {
              SortedRun got = start;
              const auto timing = sort_with(cuda(), algorithm, network, kernel.id, recorded, got);
              const std::string what = std::string(id) + " " + std::string(kernel.id) +
                                       " n=" + std::to_string(n) + (wide ? " u64" : " u32") +
                                       (placed ? " places" : "") + (recorded ? " recorded" : "") +
                                       ", " + std::to_string(limit >> 10) + " KiB";
              ASSERT_TRUE(timing.ok()) << what << ": " << timing.error().text();
              if (!recorded) {
                got.sorted.bits = expected.sorted.bits;
                got.repair_bits = expected.repair_bits;
              }
              ASSERT_TRUE(got.sorted.words32 == expected.sorted.words32) << what;
              ASSERT_TRUE(got.sorted.words64 == expected.sorted.words64) << what;
              ASSERT_TRUE(got.sorted.places == expected.sorted.places) << what;
              ASSERT_TRUE(got.sorted.bits == expected.sorted.bits) << what;
              ASSERT_TRUE(got.repair_bits == expected.repair_bits) << what;
            }
          }
        }
      }
    }
  }

  std::unique_ptr<Engine> cpu = make_cpu_engine();
};

TEST_F(SharedLimitTest, NetworksAreTheCpuEngines) {
  for (const std::uint32_t n : {1024U, 2048U, 4096U, 8192U, 1U << 16, 1U << 18, 1U << 20}) {
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("bitonic", n));
  }
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("bitonic-merger", 1U << 14));
  ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("odd-even-merge", 1U << 14));
}

TEST_F(SharedLimitTest, TreesAndStreamsAreTheCpuEngines) {
  for (const std::string_view id :
       {"adaptive", "adaptive-two-case", "adaptive-overlapped", "adaptive-merger", "abisort"}) {
    for (const std::uint32_t n : {512U, 4096U, 1U << 17}) {
      ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu(id, n));
    }
  }
}

TEST_F(SharedLimitTest, IntervalsAreTheCpuEngines) {
  for (const std::uint32_t n : {1024U, 1U << 13, 1U << 16, 1U << 19, 1U << 21}) {
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("adaptive-interval", n));
  }
}

TEST_F(SharedLimitTest, AksIsTheCpuEngines) {
  for (const std::uint32_t n : {256U, 4096U, 1U << 16}) {
    ASSERT_NO_FATAL_FAILURE(expect_same_as_cpu("aks", n));
  }
}

// The launches that ran say how much shared memory their plan was made for.
TEST_F(SharedLimitTest, RecordingsShowThePlanThatRan) {
  RunRequest request;
  request.kernel = "fast";
  request.keys = make_keys(KeyType::kUint64, 1U << 20);
  std::mt19937_64 random(1);
  for (std::uint32_t i = 0; i < 1U << 20; ++i) request.keys.raw.set(i, random());
  for (const std::uint32_t limit : kSharedLimits) {
    const PlantedShared planted(limit);
    const auto recording = record(request, cuda(), true);
    ASSERT_TRUE(recording.ok()) << recording.error().text();
    const auto shown = plan_launches((*recording)->network, true, "fast",
                                     {.shared_bytes = recorded_shared_bytes(**recording)}, {8});
    ASSERT_TRUE(shown.ok());
    EXPECT_EQ(shown->launch_count(), (*recording)->timing.launches) << limit;
    const std::uint32_t tile_bits = fast_tile_bits(20, 12, limit);
    EXPECT_EQ(shown->threads, 1U << (tile_bits - kRoundBits)) << limit;
  }
}

TEST_F(SharedLimitTest, WhatDoesNotFitSaysSo) {
  const PlantedShared planted(4U << 10);
  struct Case {
    std::string_view algorithm;
    std::string_view kernel;
  };
  for (const Case& one : {Case{"bitonic", "fast"}, Case{"adaptive-interval", "intervals"},
                          Case{"adaptive", "tree"}, Case{"aks", "separators"}}) {
    const Algorithm& algorithm = *find_algorithm(one.algorithm).value();
    const Network network = algorithm.build(1U << 14);
    SortedRun run{start_of(network.wires(), true, 0, 1), {}};
    const auto timing = sort_with(cuda(), algorithm, network, one.kernel, false, run);
    ASSERT_FALSE(timing.ok()) << one.kernel;
    EXPECT_EQ(timing.error().code, ErrorCode::kUnavailable) << one.kernel;
    EXPECT_NE(timing.error().message.find("KiB of shared memory a block"), std::string::npos)
        << timing.error().message;
    EXPECT_FALSE(timing.error().hint.empty()) << one.kernel;
  }
  // What the hints name.
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(1U << 14);
  SortedRun run{start_of(network.wires(), true, 0, 1), {}};
  EXPECT_TRUE(sort_with(cuda(), bitonic, network, "v1", true, run).ok());
  EXPECT_TRUE(std::ranges::is_sorted(run.sorted.words64));
}

}  // namespace
}  // namespace sortscope
