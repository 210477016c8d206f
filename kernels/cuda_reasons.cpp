// cuda_reasons.cpp: the sentences that say why there is no CUDA.
#include "kernels/cuda_reasons.h"

#include <fmt/format.h>

#include <utility>

#include "core/base/machine.h"

namespace sortscope {

namespace {

std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

// The first driver of each CUDA generation (NVIDIA's compatibility table).
std::string driver_for(int runtime_version) {
  switch (runtime_version / 1000) {
    case 12:
      return " (driver 525 or newer)";
    case 13:
      return " (driver 580 or newer)";
    default:
      return "";
  }
}

}  // namespace

std::string old_driver(const CudaStatus& status) {
  return fmt::format(
      "the NVIDIA driver is too old: it supports CUDA {}, and this build needs CUDA {}{}.",
      version_text(status.driver_version), version_text(status.runtime_version),
      driver_for(status.runtime_version));
}

CudaStatus first_available(int count, std::span<const int> preferred,
                           const std::function<CudaStatus(int index)>& look) {
  for (const int index : preferred) {
    if (index < 0 || index >= count) continue;
    if (CudaStatus drawing = look(index); drawing.available) return drawing;
  }
  CudaStatus first = look(0);
  for (int index = 1; index < count && !first.available; ++index) {
    if (CudaStatus other = look(index); other.available) first = std::move(other);
  }
  return first;
}

std::optional<CudaStatus> planted_cuda() {
  const std::string& what = machine().cuda;
  if (what.empty()) return {};
  CudaStatus status;
  if (what == "not-built") {
    status.reason = kNotBuilt;
    return status;
  }
  status.built = true;
  status.runtime_version = 13000;
  if (what == "no-driver") {
    status.reason = kNoDriver;
    return status;
  }
  status.driver_version = what == "old-driver" ? 12020 : 13000;
  if (what == "old-driver") {
    status.reason = old_driver(status);
  } else if (what == "no-gpu") {
    status.reason = kNoGpu;
  } else {
    status.available = true;
    status.device = what;
    status.compute_capability = 90;
    status.memory_bytes = std::uint64_t{141} << 30;
  }
  return status;
}

std::string why_no_cuda() {
  const CudaStatus& status = cuda_status();
  if (!status.available) return status.reason;
  return machine().cuda.empty() ? "" : "the " + status.device + " is planted: it runs nothing.";
}

}  // namespace sortscope
