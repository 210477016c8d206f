// test_device_calls.cu: calls that fail leave nothing behind, graphs replace each other, and sorts
// can be run again.
#include <cuda_runtime_api.h>

#include "kernels/device/cuda_call.cuh"
#include "kernels/engine/lab_kernels.cuh"
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

}  // namespace
}  // namespace sortscope::device
