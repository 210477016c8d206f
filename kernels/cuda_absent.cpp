// cuda_absent.cpp: the CUDA engine of a build without nvcc.
#include "kernels/aks_moves.h"
#include "kernels/cuda_engine.h"
#include "kernels/cuda_reasons.h"
#include "kernels/device_replay.h"
#include "kernels/lab_cuda.h"
#include "kernels/trace_cuda.h"

namespace sortscope {

namespace {
Error absent() {
  return {ErrorCode::kUnavailable, why_no_cuda(),
          "Install the CUDA toolkit and build again, or use --engine cpu."};
}
}  // namespace

const CudaStatus& cuda_status() {
  static const CudaStatus kStatus = [] {
    if (const auto planted = planted_cuda(); planted) return *planted;
    CudaStatus status;
    status.reason = kNotBuilt;
    return status;
  }();
  return kStatus;
}

void prefer_drawing_gpu() {}

Result<std::unique_ptr<Engine>> make_cuda_engine() { return absent(); }

Result<std::unique_ptr<DeviceReplay>> make_device_replay(const Recording&,
                                                         std::shared_ptr<ReplayStart>, unsigned,
                                                         unsigned) {
  return absent();
}
std::shared_ptr<ReplayStart> make_replay_start(const Recording&, std::span<const std::uint32_t>,
                                               const Progress*) {
  return nullptr;
}

Result<std::unique_ptr<LabBackend>> make_cuda_lab(const Progress*) { return absent(); }
Result<std::unique_ptr<LiveTrace>> make_live_trace(const LiveTraceRequest&,
                                                   std::span<const unsigned>, std::size_t) {
  return absent();
}

Result<std::unique_ptr<AksMoves>> make_aks_moves(std::uint32_t, unsigned) { return absent(); }

}  // namespace sortscope
