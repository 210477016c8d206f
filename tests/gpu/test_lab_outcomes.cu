// test_lab_outcomes.cu: what the lab's sorts leave between two runs, and bits that are wrong.
#include <cuda_runtime_api.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/keys/inputs.h"
#include "kernels/engine/lab_outcomes.cuh"
#include "kernels/engine/lab_sort.cuh"
#include "tests/gpu/gpu_test.h"

namespace sortscope::device {
namespace {

class LabOutcomeTest : public GpuTest {
 protected:
  void SetUp() override {
    GpuTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_TRUE(stream.create().ok());
    ASSERT_TRUE(findings.allocate(1).ok());
  }

  // Ready to run `id` on 4096 keys.
  void prepare(const char* id, bool recording, std::uint32_t n = 4096) {
    what = {};
    what.sorter = id;
    what.n = n;
    what.recording = recording;
    sorter = *find_lab_sorter(id);
    auto made = make_lab_sort(*sorter, what, pool, stream.get());
    ASSERT_TRUE(made.ok()) << id << ": " << made.error().text();
    sort = std::move(*made);
    const Algorithm& bitonic = **find_algorithm("bitonic");
    keys = std::make_shared<const Keys>(
        *generate_keys("uniform", KeyType::kUint32, n, 3, bitonic, Order::kAscending));
    ASSERT_TRUE(input.allocate(n).ok());
    ASSERT_TRUE(upload(input.data(), keys->raw.w32.data(), n * 4ULL, stream.get(), "keys").ok());
  }
  void run() {
    const LabArrays to = sort->input();
    ASSERT_TRUE(sort->clear(stream.get()).ok());
    ASSERT_EQ(cudaMemsetAsync(to.words, 0xff, to.wires * 4ULL, stream.get()), cudaSuccess);
    ASSERT_EQ(cudaMemcpyAsync(to.words, input.data(), what.n * 4ULL, cudaMemcpyDeviceToDevice,
                              stream.get()),
              cudaSuccess);
    if (to.places != nullptr) {
      ASSERT_EQ(lab_count_up(to.places, to.wires, stream.get()), cudaSuccess);
    }
    ASSERT_TRUE(sort->run(stream.get()).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
  }
  std::vector<std::uint32_t> read(const void* from, std::uint64_t words) const {
    std::vector<std::uint32_t> to(words);
    EXPECT_EQ(cudaMemcpyAsync(to.data(), from, words * 4, cudaMemcpyDeviceToHost, stream.get()),
              cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
    return to;
  }
  std::unique_ptr<LabReplay> replay() {
    auto made = std::make_unique<LabReplay>(
        *sorter, what, [this](unsigned) { return Result<std::shared_ptr<const Keys>>(keys); });
    EXPECT_TRUE(made->prepare(sort->recorded()).ok());
    return made;
  }
  Status check(LabReplay& replay) {
    return replay.check(0, sort->recorded(), input.data(), sort->output().words, findings.data(),
                        stream.get());
  }

  LabCase what;
  const LabSorter* sorter = nullptr;
  std::shared_ptr<const Keys> keys;
  LabPool pool;
  Stream stream;
  DeviceBuffer<std::uint32_t> input;
  DeviceBuffer<LabFindings> findings;
  std::unique_ptr<LabSort> sort;
};

TEST_F(LabOutcomeTest, OutputsOfTheRunBeforeDoNotPassForThisOnes) {
  for (const char* id : {"cub-radix", "double-buffered"}) {
    SCOPED_TRACE(id);
    prepare(id, false, 1U << 13);  // 91 layers: double-buffered ends in the other buffer
    run();
    ASSERT_NE(sort->output().words, sort->input().words);
    const auto sorted = read(sort->output().words, what.n);
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end()));
    EXPECT_NE(sorted.back(), 0U);
    ASSERT_TRUE(sort->clear(stream.get()).ok());
    EXPECT_EQ(read(sort->output().words, what.n), std::vector<std::uint32_t>(what.n));
  }
}

TEST_F(LabOutcomeTest, BitsLeadFromTheInputToTheOutput) {
  for (const char* id : {"v2", "fast", "odd-even-merge", "tree", "adaptive-interval", "aks"}) {
    SCOPED_TRACE(id);
    for (const std::uint32_t n : {4096U, 1000U}) {
      prepare(id, true, n);
      run();
      const auto first = replay();
      EXPECT_TRUE(check(*first).ok()) << check(*first).error().text();
      run();
      EXPECT_TRUE(check(*first).ok());
      // Not written at all.
      ASSERT_TRUE(sort->clear(stream.get()).ok());
      ASSERT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
      const Status other = check(*first);
      ASSERT_FALSE(other.ok());
      EXPECT_NE(other.error().message.find("differ from run to run"), std::string::npos);
      const Status never = check(*replay());
      ASSERT_FALSE(never.ok());
      EXPECT_NE(never.error().message.find("its outcome bits are wrong"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sortscope::device
