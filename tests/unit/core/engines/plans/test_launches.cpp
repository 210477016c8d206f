// test_launches.cpp: launch plans against published counts, Michalainas and Charisi's thread code
// and brute force.
#include "core/engines/plans/launches.h"
#include "core/scenes/recorded_launches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/algorithms/algorithm.h"
#include "core/engines/plans/kernels.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

Network bitonic(std::uint32_t n) { return find_algorithm("bitonic").value()->build(n); }

LaunchPlan plan(const Network& network, std::string_view kernel, BlockShape shape = {}) {
  auto result = plan_launches(network, true, kernel, shape);
  EXPECT_TRUE(result.ok()) << kernel;
  return result.value();
}

// Michalainas and Charisi 2025: V0 m(m+1)/2; V1 1 + (m-10)(m-7)/2 for m > 10; 406 against 190 at
// 2^28.
TEST(Launches, CountsAreThoseOfTheSpec) {
  for (std::uint32_t m = 11; m <= 28; ++m) {
    const Network network = bitonic(1U << m);
    EXPECT_EQ(plan(network, "v0").launch_count(), m * (m + 1) / 2);
    EXPECT_EQ(plan(network, "v1").launch_count(), 1 + (m - 10) * (m - 7) / 2);
    EXPECT_EQ(plan(network, "v2").launch_count(), 1 + (m - 10) * (m - 7) / 2);
  }
  EXPECT_EQ(plan(bitonic(1U << 28), "v0").launch_count(), 406U);
  EXPECT_EQ(plan(bitonic(1U << 28), "v1").launch_count(), 190U);
  EXPECT_EQ(plan(bitonic(1024), "v1").launch_count(), 1U);
  EXPECT_EQ(plan(bitonic(1U << 20), "v1").memory_passes(), 210U);
  EXPECT_EQ(plan(bitonic(1U << 20), "v2").memory_passes(), 66U);
}

TEST(Launches, EveryLayerIsInOneLaunch) {
  for (const std::string_view kernel : planned_kernels()) {
    for (const std::uint32_t n : {1U, 2U, 8U, 32U, 1024U, 4096U, 1U << 20}) {
      const Network network = bitonic(n);
      const auto result = plan_launches(network, true, kernel);
      if (!result.ok()) continue;  // warp and block have a limit
      std::uint32_t next = 0;
      for (std::uint32_t i = 0; i < result->launch_count(); ++i) {
        const Launch& launch = result->launches[i];
        EXPECT_EQ(launch.first_layer, next);
        EXPECT_GT(launch.layer_count, 0U);
        EXPECT_GT(launch.blocks, 0U);
        for (std::uint32_t l = 0; l < launch.layer_count; ++l) {
          EXPECT_EQ(result->launch_of(next + l), i);
        }
        next += launch.layer_count;
      }
      EXPECT_EQ(next, network.depth()) << kernel << " " << n;
    }
  }
}

// Michalainas and Charisi's exchange kernel, run for every thread: its pairs are those that
// thread_of names.
TEST(Launches, ThreadsAreThoseOfTheSeedsCode) {
  for (std::uint32_t n = 2; n <= 256; n *= 2) {
    const Network network = bitonic(n);
    const LaunchPlan v0 = plan(network, "v0", {4, 32});
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const std::uint32_t step = network.form(layer).distance;
      std::map<std::pair<Wire, Wire>, std::uint32_t> thread_by_pair;
      for (std::uint32_t tid = 0; tid < n / 2; ++tid) {
        std::uint32_t own = tid;
        std::uint32_t partner = own ^ step;
        if (partner < own) {
          own += n / 2;
          partner += n / 2;
        }
        thread_by_pair[{std::min(own, partner), std::max(own, partner)}] = tid;
      }
      ASSERT_EQ(thread_by_pair.size(), n / 2);
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const Comparator c = network.comparator(layer, index);
        const ThreadPlace at = thread_of(v0, network, v0.launch_of(layer), layer, index);
        ASSERT_TRUE(thread_by_pair.contains({c.lower(), c.upper()}));
        EXPECT_EQ(at.thread, (thread_by_pair[{c.lower(), c.upper()}]));
        EXPECT_EQ(at.block, at.thread / 4);
      }
    }
  }
}

// Within a local launch no block touches a wire of another; a layer that stays outside would.
TEST(Launches, ChunksHoldWhatTheirBlockCompares) {
  for (const std::string_view kernel : {"v1", "v2"}) {
    for (std::uint32_t n = 4; n <= 256; n *= 2) {
      for (std::uint32_t threads = 2; threads <= 32; threads *= 2) {
        const Network network = bitonic(n);
        const LaunchPlan p = plan(network, kernel, {threads, 1});
        for (std::uint32_t l = 0; l < p.launch_count(); ++l) {
          const Launch& launch = p.launches[l];
          if (!launch.local) {
            EXPECT_GT(network.form(launch.first_layer).distance, threads / 2);
            continue;
          }
          std::vector<std::uint32_t> owner(n, UINT32_MAX);
          for (std::uint32_t block = 0; block < launch.blocks; ++block) {
            for (const WireRange& range : chunks_of(p, l, block)) {
              for (Wire wire = range.first; wire < range.last; ++wire) {
                ASSERT_EQ(owner[wire], UINT32_MAX);
                owner[wire] = block;
              }
            }
          }
          for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
            const std::uint32_t layer = launch.first_layer + i;
            for (std::uint32_t index = 0; index < network.count(layer); ++index) {
              const Comparator c = network.comparator(layer, index);
              const ThreadPlace at = thread_of(p, network, l, layer, index);
              EXPECT_EQ(owner[c.lower()], at.block);
              EXPECT_EQ(owner[c.upper()], at.block);
            }
          }
        }
      }
    }
  }
}

// The picture of a lecture: 16 keys, blocks of 4 threads.
TEST(Launches, SmallBlocksShowWhatV1Saves) {
  const Network network = bitonic(16);
  const LaunchPlan v1 = plan(network, "v1", {4, 1});
  EXPECT_EQ(v1.launch_count(), 6U);
  EXPECT_EQ(v1.device_syncs(), 5U);
  EXPECT_EQ(v1.block_syncs(), 7U);  // one a layer of launches 1, 3 and 6
  EXPECT_EQ(chunks_of(v1, 0, 1), (std::vector<WireRange>{{4, 8}, {12, 16}}));
  EXPECT_TRUE(chunks_of(v1, 1, 0).empty());
  // Each local launch: a barrier before every layer in shared memory and one at the end.
  EXPECT_EQ(plan(network, "v2", {4, 1}).block_syncs(), 10U);
}

// Hybrid: a thread's keys and a block's tile.
TEST(Launches, HybridKeepsKeysWithTheirThreads) {
  const Network network = bitonic(1U << 15);
  const LaunchPlan p = plan(network, "hybrid");
  for (std::uint32_t l = 0; l < p.launch_count(); ++l) {
    const Launch& launch = p.launches[l];
    std::map<std::uint32_t, std::set<Wire>> wires_of_thread;
    for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
      const std::uint32_t layer = launch.first_layer + i;
      for (std::uint32_t index = 0; index < network.count(layer); ++index) {
        const Comparator c = network.comparator(layer, index);
        const ThreadPlace at = thread_of(p, network, l, layer, index);
        EXPECT_LT(at.block, launch.blocks);
        if (!launch.local) {
          wires_of_thread[at.thread].insert({c.lower(), c.upper()});
          continue;
        }
        const WireRange tile = chunks_of(p, l, at.block).at(0);
        ASSERT_GE(c.lower(), tile.first);
        ASSERT_LT(c.upper(), tile.last);
        EXPECT_EQ(at.thread != at.other, network.form(layer).distance < 32);
      }
    }
    for (const auto& [thread, wires] : wires_of_thread) {
      EXPECT_EQ(wires.size(), std::size_t{1} << launch.layer_count);
    }
  }
}

// A recorded run is shown with the tiles that it ran with, whichever GPU it was.
TEST(Launches, ARecordedRunKeepsItsTiles) {
  const Algorithm& algorithm = *find_algorithm("bitonic").value();
  for (const KeyType type : {KeyType::kInt32, KeyType::kFloat64}) {
    const std::uint32_t word_bytes = bits_of(type) / 8;
    for (std::uint32_t n = 2048; n <= 1U << 24; n *= 2) {
      Recording recording;
      recording.network = bitonic(n);
      recording.request.keys = make_keys(type, 1);
      recording.timing.kernel = "fast";
      for (const std::uint32_t limit : kSharedLimits) {
        const auto ran = plan_sort(algorithm, recording.network, "fast", {word_bytes, true}, limit);
        ASSERT_TRUE(ran.ok());
        recording.timing.launches = static_cast<std::uint32_t>(ran->launches.size());
        const auto shown =
            plan_launches(recording.network, true, "fast",
                          {.shared_bytes = recorded_shared_bytes(recording)}, {word_bytes});
        ASSERT_TRUE(shown.ok());
        EXPECT_EQ(shown->launches.front().threads, ran->launches.front().threads)
            << n << " " << limit;
      }
    }
  }
  Recording by_cpu;
  by_cpu.network = bitonic(64);
  by_cpu.timing.kernel = "layers";
  EXPECT_EQ(recorded_shared_bytes(by_cpu), kMostSharedBytes);
}

TEST(Launches, BadShapesAreRefused) {
  const Network network = bitonic(64);
  EXPECT_FALSE(plan_launches(network, true, "v1", {3, 32}).ok());
  EXPECT_FALSE(plan_launches(network, true, "v1", {2048, 32}).ok());
  EXPECT_FALSE(plan_launches(network, true, "v3").ok());
  EXPECT_FALSE(plan_launches(network, false, "v1").ok());
  EXPECT_FALSE(plan_launches(network, true, "warp").ok());
  EXPECT_TRUE(plan_launches(network, false, "v0").ok());
}

}  // namespace
}  // namespace sortscope
