// limits.cpp: asks the device once, and lowers what it says where a test wants that.
#include "kernels/device/limits.cuh"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>

#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

namespace {

cudaError_t ask(int device, DeviceLimits& limits) {
  const auto number = [&](cudaDeviceAttr attribute, int& value) {
    return cudaDeviceGetAttribute(&value, attribute, device);
  };
  int shared_bytes = 0;
  int multiprocessors = 0;
  int major = 0;
  int minor = 0;
  for (const cudaError_t result : {number(cudaDevAttrMaxSharedMemoryPerBlockOptin, shared_bytes),
                                   number(cudaDevAttrMultiProcessorCount, multiprocessors),
                                   number(cudaDevAttrComputeCapabilityMajor, major),
                                   number(cudaDevAttrComputeCapabilityMinor, minor)}) {
    if (result != cudaSuccess) return result;
  }
  limits = {static_cast<std::uint32_t>(shared_bytes), static_cast<std::uint32_t>(multiprocessors),
            static_cast<std::uint32_t>(10 * major + minor)};
  return cudaSuccess;
}

// The planted limit, or more than any GPU has.
std::uint32_t planted_bytes() {
  const char* const text = std::getenv("SORTSCOPE_SHARED_KIB");  // NOLINT: only tests set it
  const unsigned long kib = text == nullptr ? 0 : std::strtoul(text, nullptr, 10);
  return kib == 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(std::min(kib, 1UL << 20) << 10);
}

}  // namespace

cudaError_t find_device_limits(DeviceLimits& limits) {
  static std::mutex mutex;
  static std::array<DeviceLimits, 64> known;
  int device = 0;
  if (const cudaError_t result = cudaGetDevice(&device); result != cudaSuccess) return result;
  const std::lock_guard lock(mutex);
  DeviceLimits own;
  DeviceLimits& of_device = static_cast<std::size_t>(device) < known.size()
                                ? known[static_cast<std::size_t>(device)]
                                : own;
  if (of_device.shared_bytes == 0) {
    if (const cudaError_t result = ask(device, of_device); result != cudaSuccess) return result;
  }
  limits = of_device;
  limits.shared_bytes = std::min(limits.shared_bytes, planted_bytes());
  return cudaSuccess;
}

Result<DeviceLimits> device_limits() {
  DeviceLimits limits;
  const Status status =
      checked(find_device_limits(limits), "asking how much shared memory the GPU has");
  if (!status.ok()) return status.error();
  return limits;
}

}  // namespace sortscope::device
