// test_plan_sort.cpp: the launches that the CUDA engine runs, against the published counts and by
// coverage.
#include <gtest/gtest.h>

#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/engines/plans/kernels.h"
#include "core/engines/plans/launches.h"
#include "core/engines/plans/schemes.h"

namespace sortscope {
namespace {

std::vector<Launch> plan_of(std::string_view algorithm_id, std::uint32_t n,
                            std::string_view kernel) {
  const auto algorithm = find_algorithm(algorithm_id);
  EXPECT_TRUE(algorithm.ok());
  auto plan = plan_sort(**algorithm, (*algorithm)->build(n), kernel);
  EXPECT_TRUE(plan.ok()) << kernel << " " << n;
  return plan.ok() ? plan->launches : std::vector<Launch>{};
}

TEST(SortPlan, LaunchesOfV0AndV1AreTheSpecs) {
  // Michalainas and Charisi 2025: V0 m(m + 1)/2, V1 1 + (m - 10)(m - 7)/2; m = 28: 406 and 190.
  for (std::uint32_t m = 11; m <= 28; ++m) {
    const std::uint32_t n = 1u << m;
    EXPECT_EQ(plan_of("bitonic", n, "v0").size(), m * (m + 1) / 2);
    EXPECT_EQ(plan_of("bitonic", n, "v1").size(), 1 + (m - 10) * (m - 7) / 2);
    EXPECT_EQ(plan_of("bitonic", n, "v2").size(), 1 + (m - 10) * (m - 7) / 2);
  }
  EXPECT_EQ(plan_of("bitonic", 1u << 28, "v0").size(), 406u);
  EXPECT_EQ(plan_of("bitonic", 1u << 28, "v2").size(), 190u);
  for (std::uint32_t m = 1; m <= 10; ++m) EXPECT_EQ(plan_of("bitonic", 1u << m, "v2").size(), 1u);
}

// Of a plan that is gone through layer by layer.
constexpr std::uint32_t kMostLayers = 5000;

TEST(SortPlan, EveryPlanRunsEveryLayerOnceInOrder) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 2u, 3u, 17u, 64u, 1000u, 2048u, 5000u, 40000u}) {
      const Network network = algorithm.build(n);
      if (network.depth() > kMostLayers) continue;
      for (const Kernel& kernel : cuda_kernels()) {
        const auto plan = plan_sort(algorithm, network, kernel.id);
        const bool can = runs(kernel, algorithm) &&
                         (kernel.max_wires == 0 || network.wires() <= kernel.max_wires);
        ASSERT_EQ(plan.ok(), can) << algorithm.id << " " << kernel.id << " " << n;
        if (!can) {
          EXPECT_EQ(plan.error().code, ErrorCode::kBadUsage);
          continue;
        }
        std::uint32_t layer = 0;
        for (const Launch& launch : plan->launches) {
          ASSERT_NE(launch.kind, nullptr);
          EXPECT_FALSE(launch.kind->title.empty()) << kernel.id;
          EXPECT_NE(launch.kind->thread_of, nullptr) << launch.kind->title;
          EXPECT_TRUE(!launch.local || launch.kind->wires_of_block != nullptr)
              << launch.kind->title;
          EXPECT_EQ(launch.first_layer, layer);
          EXPECT_GE(launch.layer_count, 1u);
          EXPECT_GE(launch.blocks, 1u);
          EXPECT_EQ(launch.threads % 32, 0u);
          EXPECT_LE(launch.threads, 1024u);
          layer += launch.layer_count;
        }
        EXPECT_EQ(layer, network.depth()) << algorithm.id << " " << kernel.id << " " << n;
      }
    }
  }
}

// Races that the published V1 and V2 could have: within a launch of V1 or V2 no comparator may
// touch a key of another block.
TEST(SortPlan, ChunkLaunchesStayInTheirBlocks) {
  for (const std::string_view kernel : {"v1", "v2"}) {
    for (const std::uint32_t n : {2u, 32u, 64u, 1024u, 2048u, 4096u, 16384u}) {
      const Network network = find_algorithm("bitonic").value()->build(n);
      const std::uint32_t half = n / 2;
      for (const Launch& launch : plan_of("bitonic", n, kernel)) {
        if (launch.layer_count == 1) continue;
        const std::uint32_t chunk = std::min(launch.threads, half);
        const auto block_of = [&](Wire wire) { return wire % half / chunk; };
        for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
          const std::uint32_t layer = launch.first_layer + i;
          for (std::uint32_t index = 0; index < network.count(layer); ++index) {
            const Comparator c = network.comparator(layer, index);
            ASSERT_EQ(block_of(c.min_wire), block_of(c.max_wire)) << kernel << " " << n;
          }
        }
      }
    }
  }
}

// Block barriers as the kernels' loops pass them: V2 has one before each layer in shared memory and
// one on the way back, where distance 32 is a level's last there; the hybrid two in every level
// that reaches 256 wires.
TEST(SortPlan, BarriersAreThoseOfTheKernelsLoops) {
  for (const std::uint32_t n : {64u, 2048u, 4096u, 65536u, 1u << 20}) {
    const Network network = find_algorithm("bitonic").value()->build(n);
    for (const Launch& launch : plan_of("bitonic", n, "v2")) {
      if (launch.kind != &kSharedChunksLaunch) continue;
      std::uint32_t barriers = 0;
      for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
        const std::uint32_t j = network.form(launch.first_layer + i).distance;
        if (j >= 32 && j != n / 2) barriers += j == 32 ? 2 : 1;
      }
      EXPECT_EQ(launch.block_syncs, barriers) << n << " " << launch.first_layer;
    }
    for (const Launch& launch : plan_of("bitonic", n, "hybrid")) {
      if (launch.kind != &kTileLaunch) continue;
      std::uint32_t levels = 0;
      for (std::uint32_t i = 0; i < launch.layer_count; ++i) {
        if (network.form(launch.first_layer + i).distance == 256) ++levels;
      }
      EXPECT_EQ(launch.block_syncs, 2 * levels) << n << " " << launch.first_layer;
    }
  }
}

// A run without places has smaller keys, and so larger tiles where shared memory limits them.
TEST(SortPlan, TilesFollowTheKeysBytes) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(1u << 20);
  for (const std::uint32_t limit : kSharedLimits) {
    for (const std::uint32_t word_bytes : {4u, 8u}) {
      for (const bool places : {false, true}) {
        const auto plan = plan_sort(bitonic, network, "fast", {word_bytes, places}, limit);
        ASSERT_TRUE(plan.ok());
        const std::uint32_t key_bytes = word_bytes + (places ? 4 : 0);
        const std::uint32_t tile = 32 * plan->launches.front().threads;
        EXPECT_EQ(plan->launches.front().blocks, network.wires() / tile);
        EXPECT_LE((tile + tile / 32) * key_bytes, limit);
      }
    }
  }
}

TEST(SortPlan, TooLittleSharedMemoryIsRefused) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const auto refused = plan_sort(bitonic, bitonic.build(1U << 14), "fast", {4, true}, 16U << 10);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_NE(refused.error().message.find("needs 33 KiB"), std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().message.find("gives 16."), std::string::npos);
  EXPECT_NE(refused.error().hint.find("v1"), std::string::npos);
}

TEST(SortPlan, ErrorsNameTheKernelsThereAre) {
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(4096);
  const auto unknown = plan_sort(bitonic, network, "v9");
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().text().find("hybrid"), std::string::npos);
  const auto large = plan_sort(bitonic, network, "block");
  ASSERT_FALSE(large.ok());
  EXPECT_NE(large.error().message.find("1024"), std::string::npos);
  const Algorithm& pairwise = *find_algorithm("pairwise").value();
  EXPECT_FALSE(plan_sort(pairwise, pairwise.build(64), "v2").ok());
  EXPECT_EQ(default_cuda_kernel(pairwise, pairwise.build(64)), "v0");
}

}  // namespace
}  // namespace sortscope
