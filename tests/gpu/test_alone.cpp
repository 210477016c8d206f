// test_alone.cpp: each sorter of the lab with each type of words alone: ctest runs every case in a
// process of its own, so that nothing another sort has readied can help it.
#include <algorithm>
#include <string>
#include <vector>

#include "core/lab/lab.h"
#include "kernels/lab_cuda.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

struct Alone {
  std::string_view sorter;
  bool records;
  KeyType type;
  bool pairs;
};

std::vector<Alone> all_cases() {
  std::vector<Alone> cases;
  for (const LabSorter& sorter : lab_sorters()) {
    // The custom depths are those of aks, with other numbers.
    if (sorter.place != LabPlace::kGpu || sorter.id == "aks-custom") continue;
    for (const KeyType type : {KeyType::kUint32, KeyType::kFloat64}) {
      for (const bool pairs : {false, true}) {
        cases.push_back({sorter.id, sorter.records, type, pairs});
      }
    }
  }
  return cases;
}

std::string name_of_case(const testing::TestParamInfo<Alone>& info) {
  std::string name(info.param.sorter);
  std::replace(name.begin(), name.end(), '-', '_');
  return name + (bits_of(info.param.type) == 32 ? "_u32" : "_f64") +
         (info.param.pairs ? "_pairs" : "");
}

class AloneTest : public GpuTest, public testing::WithParamInterface<Alone> {};

TEST_P(AloneTest, Sorts) {
  auto lab = make_cuda_lab();
  ASSERT_TRUE(lab.ok()) << lab.error().text();
  const Alone& alone = GetParam();
  std::vector<std::uint32_t> sizes = {1000, 100'003, 1U << 17, 1U << 21};
  if (alone.sorter == "warp") sizes = {7, 32};
  if (alone.sorter == "block") sizes = {1000, 1024};
  if (alone.sorter == "aks") sizes.pop_back();  // hundreds of megabytes of outcomes
  for (const bool recording : {false, true}) {
    if (recording && !alone.records) continue;
    for (const std::uint32_t n : sizes) {
      LabCase what;
      what.sorter = alone.sorter;
      what.type = alone.type;
      what.pairs = alone.pairs;
      what.n = n;
      what.recording = recording;
      const auto bench = (*lab)->prepare(what, 1);
      ASSERT_TRUE(bench.ok()) << n << ": " << bench.error().text();
      for (int run = 0; run < 2; ++run) {
        const auto elapsed_ns = (*bench)->sample_ns();
        ASSERT_TRUE(elapsed_ns.ok()) << n << ": " << elapsed_ns.error().text();
        const Status checked = (*bench)->check();
        ASSERT_TRUE(checked.ok()) << n << ": " << checked.error().text();
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, AloneTest, testing::ValuesIn(all_cases()), name_of_case);

}  // namespace
}  // namespace sortscope
