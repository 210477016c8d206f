// test_lab_cuda.cpp: the lab on the GPU: every sorter's output is right, and what cannot run says
// why.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/lab/lab.h"
#include "core/lab/text.h"
#include "kernels/lab_cuda.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

class CudaLabTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    auto made = make_cuda_lab();
    ASSERT_TRUE(made.ok()) << made.error().text();
    lab = std::move(made.value());
  }

  LabResult run(const LabRequest& request) const {
    LabControl control;
    std::shared_ptr<const LabResult> result;
    LabBackend* const backends[] = {lab.get()};
    const Status status =
        run_lab(backends, request, nullptr, control,
                [&](std::shared_ptr<const LabResult> grown) { result = std::move(grown); });
    EXPECT_TRUE(status.ok()) << status.error().text();
    return *result;
  }

  // No output was wrong; what was skipped is one of `may_skip`.
  static void expect_measured(const LabResult& result, const std::vector<std::string>& may_skip) {
    for (const LabCell& cell : result.cells) {
      const std::string name = lab_series_text(cell.what) + " of " + lab_keys_text(cell.what) +
                               ", " + lab_size_text(cell.what.n) + ": " + cell.reason;
      if (cell.state == LabState::kSkipped) {
        EXPECT_NE(std::find(may_skip.begin(), may_skip.end(), cell.what.sorter), may_skip.end())
            << name;
        EXPECT_FALSE(cell.reason.empty()) << name;
        continue;
      }
      ASSERT_EQ(cell.state, LabState::kMeasured) << name;
      for (const LabSample& sample : cell.samples) EXPECT_GT(sample.elapsed_ns, 0) << name;
    }
  }

  static LabRequest of_all(std::vector<std::uint32_t> sizes) {
    LabRequest request;
    request.sorters = parse_lab_sorters("gpu").value();
    request.sizes = std::move(sizes);
    request.recording = {false, true};
    request.repetitions = 2;
    return request;
  }

  std::unique_ptr<LabBackend> lab;
};

TEST_F(CudaLabTest, EverySorterSortsEveryTypeAlsoPairs) {
  LabRequest request = of_all({32, 1000, 1024, 5000});
  std::erase(request.sorters, "aks-custom");
  request.types = parse_lab_types("all").value();
  request.pairs = {false, true};
  request.inputs = {"uniform", "few-distinct"};
  expect_measured(run(request), {"warp", "block"});
}

TEST_F(CudaLabTest, LargerAndNoPowerOfTwo) {
  LabRequest request = of_all({65536, 100'003});
  std::erase(request.sorters, "aks-custom");
  expect_measured(run(request), {"warp", "block"});
}

TEST_F(CudaLabTest, WarmAndWithTransfers) {
  for (const bool transfers : {false, true}) {
    LabRequest request = of_all({4096});
    request.sorters = {"fast",   "v2",  "double-buffered", "adaptive-interval", "cub-radix",
                       "thrust", "tree"};
    request.pairs = {false, true};
    request.recording = {false};
    request.warm = !transfers;
    request.transfers = transfers;
    expect_measured(run(request), {});
  }
}

TEST_F(CudaLabTest, FloorsAreThoseOfAGpu) {
  const auto floors = lab->floors();
  ASSERT_TRUE(floors.ok()) << floors.error().text();
  EXPECT_GT(floors->copy_bytes_per_s, 1e10);
  EXPECT_LT(floors->copy_bytes_per_s, 1e14);
  EXPECT_GE(floors->cached_bytes_per_s, 0.8 * floors->copy_bytes_per_s);
  EXPECT_GT(floors->min_max_per_s, 1e11);
  EXPECT_LT(floors->min_max_per_s, 1e15);
  EXPECT_GT(floors->launch_ns, 100);
  EXPECT_LT(floors->launch_ns, 1e5);
  EXPECT_GT(floors->cache_bytes, 1U << 18);
}

TEST_F(CudaLabTest, WhatCannotRunSaysWhy) {
  const auto refused = [&](const LabCase& what) {
    const auto bench = lab->prepare(what, 1);
    return bench.ok() ? std::string() : bench.error().message;
  };
  LabCase what;
  what.n = 4096;
  what.sorter = "warp";
  EXPECT_NE(refused(what).find("at most 32"), std::string::npos);
  what.sorter = "cub-merge";
  what.recording = true;
  EXPECT_NE(refused(what).find("records nothing"), std::string::npos);
  EXPECT_FALSE(lab->lost());
}

}  // namespace
}  // namespace sortscope
