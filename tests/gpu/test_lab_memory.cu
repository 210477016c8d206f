// test_lab_memory.cu: the lab on a GPU that is nearly full.
#include <cuda_runtime_api.h>

#include <memory>

#include "core/lab/lab.h"
#include "kernels/lab_cuda.h"
#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

class LabMemoryTest : public GpuTest {};

// Device memory that is taken until the end of the test.
class Taken {
 public:
  Taken() = default;
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;
  ~Taken() { (void)cudaFree(memory_); }
  bool all_but(std::size_t left) {
    std::size_t free = 0;
    std::size_t all = 0;
    if (cudaMemGetInfo(&free, &all) != cudaSuccess || free < left) return false;
    const bool taken = cudaMalloc(&memory_, free - left) == cudaSuccess;
    if (!taken) (void)cudaGetLastError();
    return taken;
  }

 private:
  void* memory_ = nullptr;
};

// Thrust keeps 512 MiB in its pool; the input of the case after it, 128 MiB, finds 40.
TEST_F(LabMemoryTest, AnInputGetsTheMemoryThatThrustLeft) {
  auto lab = make_cuda_lab();
  ASSERT_TRUE(lab.ok()) << lab.error().text();
  LabCase thrust;
  thrust.sorter = "thrust";
  thrust.n = 1U << 26;
  thrust.type = KeyType::kUint64;
  {
    auto bench = (*lab)->prepare(thrust, 1);
    ASSERT_TRUE(bench.ok()) << bench.error().text();
    ASSERT_TRUE((*bench)->sample_ns().ok());
    ASSERT_TRUE((*bench)->check().ok());
  }
  Taken taken;
  if (!taken.all_but(std::size_t{40} << 20)) GTEST_SKIP() << "the GPU's memory cannot be taken";
  LabCase next;
  next.sorter = "v2";
  next.n = 1U << 25;
  const auto bench = (*lab)->prepare(next, 1);
  EXPECT_TRUE(bench.ok()) << bench.error().text();
}

}  // namespace
}  // namespace sortscope
