// test_small_runs.cpp: every kernel with every algorithm that it runs, at few keys, recorded and
// compared with the CPU engine. A case takes seconds even under a sanitizer: tests/gpu/sanitize
// runs these.
#include <string>
#include <vector>

#include "core/engines/plans/kernels.h"
#include "core/engines/plans/launches.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

struct SmallCase {
  const Algorithm* algorithm;
  const Kernel* kernel;
  KeyType type;
};

std::vector<SmallCase> all_cases() {
  std::vector<SmallCase> cases;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.id == "listed") continue;  // its network is given: test_cuda_listed.cpp
    for (const Kernel& kernel : cuda_kernels()) {
      if (!runs(kernel, algorithm)) continue;
      for (const KeyType type : {KeyType::kInt32, KeyType::kFloat64}) {
        cases.push_back({&algorithm, &kernel, type});
      }
    }
  }
  return cases;
}

std::string name_of_case(const testing::TestParamInfo<SmallCase>& info) {
  std::string name = std::string(info.param.algorithm->id) + "_" +
                     std::string(info.param.kernel->id) +
                     (bits_of(info.param.type) == 32 ? "_i32" : "_f64");
  for (char& letter : name) {
    if (letter == '-') letter = '_';
  }
  return name;
}

class SmallRunTest : public GpuTest, public testing::WithParamInterface<SmallCase> {};

// Fewer keys than a warp, a warp, a block's share and more, and lengths that fill none of them.
TEST_P(SmallRunTest, IsTheCpuEngines) {
  const auto cpu = make_cpu_engine();
  const auto& [algorithm, kernel, type] = GetParam();
  int compared = 0;
  for (const std::uint32_t n : {2U, 16U, 33U, 64U, 100U, 512U, 1000U, 3000U}) {
    if (kernel->max_wires != 0 && n > kernel->max_wires) continue;
    if (n > algorithm->max_keys) continue;
    if (algorithm->family == Family::kNetwork &&
        !plan_sort(*algorithm, algorithm->build(n), kernel->id).ok()) {
      continue;
    }
    RunRequest request;
    request.algorithm = algorithm->id;
    request.kernel = kernel->id;
    request.any_input = true;
    const auto keys = generate_keys("few-distinct", type, n, n, *algorithm, request.order);
    if (!keys.ok()) continue;  // a merger takes even lengths only
    request.keys = *keys;
    RunRequest by_any = request;
    by_any.kernel.clear();
    for (const bool pairs : {false, true}) {
      const auto expected = record(by_any, *cpu, pairs);
      const auto got = record(request, cuda(), pairs);
      ASSERT_EQ(expected.ok(), got.ok()) << n;
      if (!expected.ok()) continue;
      EXPECT_TRUE((*got)->bits == (*expected)->bits) << n << (pairs ? " pairs" : "");
      EXPECT_EQ((*got)->exchanged_before, (*expected)->exchanged_before) << n;
      EXPECT_EQ((*got)->sorted, (*expected)->sorted) << n;
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

INSTANTIATE_TEST_SUITE_P(Each, SmallRunTest, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace sortscope
