// test_cuda_reasons.cpp: which GPU is taken, and what is said where none is.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/cuda_reasons.h"

namespace sortscope {
namespace {

// GPUs with these reasons not to run; `asked` gets the ones that are looked at.
CudaStatus of(const std::vector<std::string>& reasons, std::vector<int>& asked,
              const std::vector<int>& preferred = {}) {
  return first_available(static_cast<int>(reasons.size()), preferred, [&](int index) {
    asked.push_back(index);
    CudaStatus status;
    status.index = index;
    status.reason = reasons[static_cast<std::size_t>(index)];
    status.available = status.reason.empty();
    return status;
  });
}

TEST(CudaReasons, TheFirstGpuThatRunsIsTaken) {
  std::vector<int> asked;
  EXPECT_EQ(of({"", ""}, asked).index, 0);
  EXPECT_EQ(asked, std::vector{0});  // no other one is woken
  EXPECT_EQ(of({"too old", "", "too old"}, asked).index, 1);
  EXPECT_TRUE(of({"too old", "", "too old"}, asked).available);
}

TEST(CudaReasons, OneThatDrawsIsTakenBeforeTheFirst) {
  std::vector<int> asked;
  EXPECT_EQ(of({"", "", ""}, asked, {2}).index, 2);
  EXPECT_EQ(asked, std::vector{2});  // no other one is woken
  EXPECT_EQ(of({"", "", "too old"}, asked, {2, 1}).index, 1);
  EXPECT_EQ(of({"", "too old"}, asked, {1}).index, 0);
  EXPECT_EQ(of({""}, asked, {-1, 1, 7}).index, 0);  // numbers that CUDA does not know
}

TEST(CudaReasons, WhereNoneRunsTheFirstSaysWhy) {
  std::vector<int> asked;
  const CudaStatus status = of({"too old", "too new"}, asked);
  EXPECT_EQ(status.index, 0);
  EXPECT_EQ(status.reason, "too old");
  EXPECT_EQ(asked, (std::vector{0, 1}));
}

}  // namespace
}  // namespace sortscope
