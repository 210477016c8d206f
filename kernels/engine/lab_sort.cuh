// lab_sort.cuh: the sorts that the lab measures on the device, behind one face.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.h"
#include "core/lab/lab.h"
#include "core/networks/network.h"
#include "kernels/engine/lab_peers.cuh"

namespace sortscope::device {

/// Where a sort finds its input, and after it its output: `wires` words, and payloads or null.
struct LabArrays {
  void* words = nullptr;
  std::uint32_t* places = nullptr;
  std::uint32_t wires = 0;  // words beyond the case's n have all bits set
};

/// What a recorded run left.
struct LabRecorded {
  const Network* network = nullptr;                 // null: nothing is recorded
  const std::uint32_t* bits = nullptr;              // network->bit_words() words of device memory
  std::span<const std::uint32_t> repair_bits = {};  // and rounds: Family::kAks
  std::uint32_t repair_rounds = 0;
};

/// A sort of one case, its memory and launches ready.
class LabSort {
 public:
  virtual ~LabSort() = default;
  /// Where every run expects its input.
  [[nodiscard]] virtual LabArrays input() const = 0;
  /// Where the last run left its output.
  [[nodiscard]] virtual LabArrays output() const = 0;
  [[nodiscard]] virtual LabRecorded recorded() const { return {}; }
  /// Puts on `stream` what makes outputs and bits of the last run wrong, wherever they do not lie
  /// where an input is put.
  virtual Status clear(cudaStream_t /*stream*/) { return {}; }
  /// Puts the sort on `stream`.
  virtual Status run(cudaStream_t stream) = 0;
  [[nodiscard]] virtual std::uint32_t launches() const { return 0; }  // 0: not known
};

/// Errors: kBadUsage where the sorter cannot take the case, kOutOfMemory. Does not last longer than
/// `pool`.
Result<std::unique_ptr<LabSort>> make_lab_sort(const LabSorter& sorter, const LabCase& what,
                                               LabPool& pool, cudaStream_t stream);

}  // namespace sortscope::device
