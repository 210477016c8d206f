// test_cuda_memory.cu: what the engine says where the GPU's memory does not suffice.
#include <cuda_runtime_api.h>

#include <cstdio>
#include <vector>

#include "tests/gpu/gpu_test.h"

namespace sortscope {
namespace {

class CudaMemoryTest : public GpuTest {};

TEST_F(CudaMemoryTest, TooLittleMemoryIsAnErrorThatNamesTheBytes) {
  // All but 384 MiB is taken; 2^24 keys need 64 MiB and their outcome bits 300.
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  ASSERT_EQ(cudaMemGetInfo(&free_bytes, &all_bytes), cudaSuccess);
  void* taken = nullptr;
  constexpr std::size_t kLeft = std::size_t{384} << 20;
  if (free_bytes < kLeft) GTEST_SKIP() << "the GPU is nearly full";
  if (cudaMalloc(&taken, free_bytes - kLeft) != cudaSuccess) {
    (void)cudaGetLastError();
    GTEST_SKIP() << "the GPU's memory cannot be taken";
  }
  const Algorithm& bitonic = *find_algorithm("bitonic").value();
  const Network network = bitonic.build(1u << 24);
  std::vector<std::uint32_t> words(network.wires(), 1);
  std::vector<std::uint32_t> bits(network.bit_words());
  SortBuffers buffers;
  buffers.words32 = words;
  SortOptions options;
  options.bits = bits;
  const auto timing = cuda().run(bitonic, network, buffers, options, nullptr);
  EXPECT_EQ(cudaFree(taken), cudaSuccess);
  ASSERT_FALSE(timing.ok());
  EXPECT_EQ(timing.error().code, ErrorCode::kOutOfMemory);
  EXPECT_NE(timing.error().message.find("382 MB"), std::string::npos) << timing.error().text();
  EXPECT_NE(timing.error().message.find("are free"), std::string::npos);
  // With the memory back it runs.
  EXPECT_TRUE(cuda().run(bitonic, network, buffers, options, nullptr).ok());
}

// The hint names a number of keys that does fit.
TEST_F(CudaMemoryTest, TheHintNamesKeysThatFit) {
  const Algorithm& adaptive = *find_algorithm("adaptive-overlapped").value();
  const auto run = [&](std::uint32_t n) {
    const Network network = adaptive.build(n);
    std::vector<std::uint32_t> words(n, 1);
    std::vector<std::uint32_t> places(n);
    for (std::uint32_t i = 0; i < n; ++i) places[i] = i;
    std::vector<std::uint32_t> bits(network.bit_words());
    SortBuffers buffers;
    buffers.words32 = words;
    buffers.places = places;
    buffers.real_keys = n;
    SortOptions options;
    options.bits = bits;
    return cuda().run(adaptive, network, buffers, options, nullptr);
  };
  ASSERT_TRUE(run(4096).ok());  // whatever the driver loads with the first launches is there
  std::size_t free_bytes = 0;
  std::size_t all_bytes = 0;
  ASSERT_EQ(cudaMemGetInfo(&free_bytes, &all_bytes), cudaSuccess);
  constexpr std::size_t kLeft = std::size_t{384} << 20;
  if (free_bytes < kLeft) GTEST_SKIP() << "the GPU is nearly full";
  void* taken = nullptr;
  if (cudaMalloc(&taken, free_bytes - kLeft) != cudaSuccess) {
    (void)cudaGetLastError();
    GTEST_SKIP() << "the GPU's memory cannot be taken";
  }
  const auto refused = run(1U << 24);
  std::uint32_t fits = 0;
  if (!refused.ok()) {
    std::sscanf(refused.error().hint.c_str(), "Sort at most %u keys", &fits);
  }
  const bool ran = fits > 0 && run(fits).ok();
  EXPECT_EQ(cudaFree(taken), cudaSuccess);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kOutOfMemory);
  EXPECT_GE(fits, 1U << 20) << refused.error().text();
  EXPECT_LT(fits, 1U << 24) << refused.error().text();
  EXPECT_TRUE(ran) << fits;
}

}  // namespace
}  // namespace sortscope
