// lab_outcomes.cuh: whether the bits of recorded runs lead from their inputs to their outputs.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <memory>

#include "core/keys/keys.h"
#include "core/lab/lab.h"
#include "core/lab/outcomes.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/engine/lab_kernels.cuh"
#include "kernels/engine/lab_sort.cuh"

namespace sortscope::device {

/// Of one case. The bits of an input are replayed the first time, on the GPU where it replays the
/// network, else on the CPU; afterwards they are compared with those.
class LabReplay {
 public:
  using KeysOf = std::function<Result<std::shared_ptr<const Keys>>(unsigned slot)>;

  LabReplay(const LabSorter& sorter, const LabCase& what, KeysOf keys)
      : sorter_(sorter), what_(what), keys_(std::move(keys)) {}
  /// Takes the memory that check() needs. Errors: kOutOfMemory, of the GPU or the machine.
  Status prepare(const LabRecorded& recorded);
  /// `input`: what.n words. `out`: the sorted words of all wires. Waits. Errors: kWorkFailed.
  Status check(unsigned slot, const LabRecorded& recorded, const void* input, const void* out,
               LabFindings* findings, cudaStream_t stream);

 private:
  Status on_device(const LabRecorded& recorded, const void* input, const void* out,
                   LabFindings* findings, cudaStream_t stream);
  Status on_host(unsigned slot, const LabRecorded& recorded, cudaStream_t stream);

  const LabSorter& sorter_;
  LabCase what_;
  KeysOf keys_;
  DeviceBuffer<std::uint32_t> places_;  // empty: replayed on the CPU
  LabOutcomes outcomes_;
};

}  // namespace sortscope::device
