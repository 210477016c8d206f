// test_device_calls.cu: calls that fail leave nothing behind, graphs replace each other, and sorts
// can be run again.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "kernels/device/cuda_call.cuh"
#include "kernels/engine/lab_kernels.cuh"
#include "kernels/sorters/device_sort.cuh"
#include "tests/gpu/gpu_test.h"

namespace sortscope::device {
namespace {

class DeviceCallTest : public GpuTest {};

TEST_F(DeviceCallTest, AReportedErrorDoesNotFailTheNextLaunch) {
  const Status failed = checked(cudaSetDevice(9999), "choosing the GPU");
  ASSERT_FALSE(failed.ok());
  EXPECT_NE(failed.error().message.find("cudaErrorInvalidDevice"), std::string::npos);
  EXPECT_EQ(cudaPeekAtLastError(), cudaSuccess);
  EXPECT_EQ(lab_nothing(nullptr), cudaSuccess);
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(DeviceCallTest, GraphsGoWhenTheirLaunchesAreCapturedAgain) {
  Stream stream;
  ASSERT_TRUE(stream.create().ok());
  LaunchGraph graph;
  const auto capture = [&](int times) {
    for (int i = 0; i < times; ++i) {
      const Status captured = graph.capture(stream.get(), [&] {
        for (int launch = 0; launch < 256; ++launch) {
          if (Status status = checked(lab_nothing(stream.get()), "a launch"); !status.ok()) {
            return status;
          }
        }
        return Status();
      });
      ASSERT_TRUE(captured.ok()) << captured.error().text();
    }
    ASSERT_TRUE(graph.run(stream.get()).ok());
    ASSERT_EQ(cudaStreamSynchronize(stream.get()), cudaSuccess);
  };
  const auto free_bytes = [] {
    std::size_t free = 0;
    std::size_t all = 0;
    EXPECT_EQ(cudaMemGetInfo(&free, &all), cudaSuccess);
    return free;
  };
  capture(8);
  const std::size_t before = free_bytes();
  // Kept, so many would take more than 30 MB.
  capture(512);
  EXPECT_LT(before - std::min(before, free_bytes()), std::size_t{8} << 20);
}

}  // namespace
}  // namespace sortscope::device
