// device_sorter.cuh: what sorts keys in device memory, one class for each family of algorithms.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/engines/engine.h"
#include "core/engines/plans/trace.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

/// What is to be sorted: references that outlive the sorter.
struct SorterRequest {
  const Algorithm& algorithm;
  const Network& network;
  std::string_view kernel;  // one of the CUDA engine's
  unsigned key_bits = 32;
  bool recorded = false;
  bool places = true;  // kAks: keys have places
  // Family::kAks: as in SortOptions.
  std::vector<std::uint32_t>* repair_bits = nullptr;
  std::vector<std::vector<std::uint32_t>>* keyframes = nullptr;
};

/// One kernel applied to one network.
class DeviceSorter {
 public:
  virtual ~DeviceSorter() = default;
  [[nodiscard]] virtual std::uint32_t launches() const = 0;
  /// Device memory that it takes beside words, places and outcome bits for `network`, which is of
  /// the same algorithm and may be smaller than the one to be run.
  [[nodiscard]] virtual std::uint64_t bytes(const Network& network) const = 0;
  /// Allocates, and readies the launches. `keys` (and `bits`: network.bit_words() words; null:
  /// recording off) stay valid; after run() `keys` names the buffers that hold the sorted keys.
  virtual Status prepare(DeviceKeys& keys, std::uint32_t* bits, cudaStream_t stream) = 0;
  /// Sorts what lies in the buffers that prepare() was given, any number of times. Does not wait
  /// for the last launch; its work is counted in `progress` beforehand. Errors: kCancelled (the
  /// keys are then unspecified), kWorkFailed.
  virtual Status run(cudaStream_t stream, Progress* progress) = 0;
  /// A pass for each launch that writes its stamps (DeviceKeys::stamps), in order; none: it writes
  /// no stamps.
  [[nodiscard]] virtual std::vector<TracePass> passes() const { return {}; }
  /// What the last run found out, beside times.
  virtual void report(SortTiming& /*timing*/) const {}
};

/// Of the algorithm's family. Errors: kBadUsage for a kernel that is not there or cannot run the
/// network.
Result<std::unique_ptr<DeviceSorter>> make_sorter(const SorterRequest& request);
Result<std::unique_ptr<DeviceSorter>> make_network_sorter(const SorterRequest& request);
Result<std::unique_ptr<DeviceSorter>> make_tree_sorter(const SorterRequest& request,
                                                       const TreeShape& shape = {});
Result<std::unique_ptr<DeviceSorter>> make_stream_sorter(const SorterRequest& request);
Result<std::unique_ptr<DeviceSorter>> make_interval_sorter(const SorterRequest& request);
/// Its run() waits, for the number of repair rounds follows from the keys.
Result<std::unique_ptr<DeviceSorter>> make_aks_sorter(const SorterRequest& request);
Result<std::unique_ptr<DeviceSorter>> make_listed_sorter(const SorterRequest& request);

}  // namespace sortscope::device
