// test_kernels.cpp: the table of CUDA kernels: what each row promises to the lists made of it.
#include "core/engines/plans/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sortscope {
namespace {

TEST(Kernels, EveryIdIsThereOnce) {
  std::set<std::string_view> ids;
  std::set<std::string_view> measured;
  for (const CudaKernel& row : cuda_kernel_table()) {
    EXPECT_TRUE(ids.insert(row.kernel.id).second) << row.kernel.id;
    EXPECT_EQ(*find_cuda_kernel(row.kernel.id), &row);
    for (const MeasuredSort& one : row.measured) {
      if (one.id.empty()) continue;
      EXPECT_TRUE(measured.insert(one.id).second) << one.id;
    }
  }
  const auto unknown = find_cuda_kernel("v9");
  ASSERT_FALSE(unknown);
  for (const std::string_view id : ids) {
    EXPECT_NE(unknown.error().hint.find(id), std::string::npos) << id;
  }
}

TEST(Kernels, TheEnginesListIsTheTable) {
  const auto table = cuda_kernel_table();
  const auto kernels = cuda_kernels();
  ASSERT_EQ(kernels.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(kernels[i].id, table[i].kernel.id);
}

TEST(Kernels, WhatIsPlannedHasATitleAndRunsComparatorNetworks) {
  for (const CudaKernel& row : cuda_kernel_table()) {
    const bool planned = row.scheme != nullptr;
    EXPECT_EQ(planned, row.kernel.family == Family::kNetwork) << row.kernel.id;
    EXPECT_EQ(planned, !row.short_title.empty()) << row.kernel.id;
    EXPECT_TRUE(planned || !row.compared) << row.kernel.id;
    EXPECT_EQ(std::ranges::count(planned_kernels(), row.kernel.id), planned ? 1 : 0);
  }
}

TEST(Kernels, WhatIsMeasuredCanRun) {
  for (const CudaKernel& row : cuda_kernel_table()) {
    for (const MeasuredSort& one : row.measured) {
      if (one.id.empty()) continue;
      const auto algorithm = find_algorithm(one.algorithm);
      ASSERT_TRUE(algorithm) << one.id;
      EXPECT_TRUE(runs(row.kernel, **algorithm)) << one.id;
      EXPECT_GE(one.look.colour, 1) << one.id;
      EXPECT_LE(one.look.colour, 8) << one.id;
    }
  }
}

TEST(Kernels, EveryAlgorithmHasADefaultThatRunsIt) {
  std::set<Family> led;
  for (const CudaKernel& row : cuda_kernel_table()) {
    if (!row.leads_family) continue;
    EXPECT_TRUE(led.insert(row.kernel.family).second) << row.kernel.id;
  }
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family == Family::kListed) continue;  // its network comes from a file
    for (const std::uint32_t n : {2U, 32U, 64U, 1024U, 4096U}) {
      const Network network = algorithm.build(n);
      const auto row = find_cuda_kernel(default_cuda_kernel(algorithm, network));
      ASSERT_TRUE(row) << algorithm.id;
      EXPECT_TRUE(runs((*row)->kernel, algorithm)) << algorithm.id << " " << n;
      EXPECT_TRUE((*row)->kernel.max_wires == 0 || network.wires() <= (*row)->kernel.max_wires);
    }
  }
  const Algorithm& bitonic = **find_algorithm("bitonic");
  EXPECT_EQ(default_cuda_kernel(bitonic, bitonic.build(32)), "warp");
  EXPECT_EQ(default_cuda_kernel(bitonic, bitonic.build(512)), "v2");
  EXPECT_EQ(default_cuda_kernel(bitonic, bitonic.build(1024)), "fast");
}

}  // namespace
}  // namespace sortscope
