// test_sort.cpp: the launches of each CUDA kernel, against the published counts and by
// coverage.
#include <gtest/gtest.h>

#include <string_view>

#include "core/algorithms/algorithm.h"
#include "kernels/plans/sort.h"

namespace sortscope {
namespace {

std::vector<Launch> plan_of(std::string_view algorithm_id, std::uint32_t n,
                            std::string_view kernel) {
  const auto algorithm = find_algorithm(algorithm_id);
  EXPECT_TRUE(algorithm.ok());
  auto plan = plan_sort(**algorithm, (*algorithm)->build(n), kernel);
  EXPECT_TRUE(plan.ok()) << kernel << " " << n;
  return plan.ok() ? plan.value() : std::vector<Launch>{};
}

TEST(SortPlan, LaunchesOfV0AndV1AreTheSpecs) {
  // spec/bitonic.md: V0 m(m + 1)/2, V1 1 + (m - 10)(m - 7)/2; m = 28: 406 and 190.
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

TEST(SortPlan, EveryPlanRunsEveryLayerOnceInOrder) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 2u, 3u, 17u, 64u, 1000u, 2048u, 5000u, 40000u}) {
      if (n > 5000 && algorithm.id == "odd-even-transposition") continue;
      const Network network = algorithm.build(n);
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
        for (const Launch& launch : plan.value()) {
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

// The races that spec/bitonic.md warns of: within a launch of V1 or V2 no comparator may touch a
// key of another block.
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
