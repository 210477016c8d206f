// device_sort.cuh: sorting keys that are in device memory already, with recording on or off.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <functional>
#include <span>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/engines/plans/launches.h"
#include "core/networks/network.h"

namespace sortscope::device {

/// Keys in device memory, network.wires() entries each. `next_words` (and `next_places`) only for
/// plans that run out of place: the two change places with every such launch, so that `words` names
/// the buffer that holds the keys.
struct DeviceKeys {
  unsigned key_bits = 32;  // of a word: 32 or 64
  void* words = nullptr;
  std::uint32_t* places = nullptr;  // null: keys only
  void* next_words = nullptr;
  std::uint32_t* next_places = nullptr;
  std::uint32_t real_keys = 0;
  // Two words for each launch of the sort: when it began and ended (stamps.cuh); null: not stamped.
  // The caller makes them 0.
  std::uint64_t* stamps = nullptr;
};

/// True if the plan needs the second buffers.
bool runs_out_of_place(std::span<const Launch> plan);

/// Puts the launches of `plan` on `stream`. `bits`: network.bit_words() words of device memory that
/// get the outcome of every comparator; null: recording off. Launches run ahead of the device by a
/// few milliseconds only where `progress` is given, so that it can be cancelled (kCancelled; the
/// keys are then unspecified). Does not wait for the last launch. Errors: kWorkFailed with CUDA's
/// reason.
Status sort_on_device(const Network& network, std::span<const Launch> plan, DeviceKeys& keys,
                      std::uint32_t* bits, cudaStream_t stream, Progress* progress = nullptr);

/// Launches captured as one CUDA graph, to run any number of times: a launch in it costs about a
/// microsecond, on a stream about three.
class LaunchGraph {
 public:
  LaunchGraph() = default;
  LaunchGraph(const LaunchGraph&) = delete;
  LaunchGraph& operator=(const LaunchGraph&) = delete;
  ~LaunchGraph();

  /// Captures what `launch`, which returns a Status, puts on `stream`, and uploads it; what was
  /// captured before goes.
  Status capture(cudaStream_t stream, const std::function<Status()>& launch);
  [[nodiscard]] bool ready() const { return graph_ != nullptr; }
  Status run(cudaStream_t stream);

 private:
  void release();

  cudaGraphExec_t graph_ = nullptr;
};

/// All launches of a plan as one CUDA graph.
class SortGraph {
 public:
  /// True for plans that are short enough: they need no look at progress either.
  [[nodiscard]] static bool suits(const Network& network, std::span<const Launch> plan);
  /// Arguments and errors as sort_on_device; `keys` then names the buffers as they are after a run.
  /// Every run starts from the buffers as they were before.
  Status create(const Network& network, std::span<const Launch> plan, DeviceKeys& keys,
                std::uint32_t* bits, cudaStream_t stream);
  Status run(cudaStream_t stream) { return graph_.run(stream); }

 private:
  LaunchGraph graph_;
};

/// One launch, for keys of one type (each is compiled in its own file). `backwards`: blocks in the
/// reverse order.
template <typename Word, bool kPlaces>
cudaError_t launch_sort(const Network& network, const Launch& launch, const DeviceKeys& keys,
                        std::uint32_t* bits, bool backwards, cudaStream_t stream);

extern template cudaError_t launch_sort<std::uint32_t, false>(const Network&, const Launch&,
                                                              const DeviceKeys&, std::uint32_t*,
                                                              bool, cudaStream_t);
extern template cudaError_t launch_sort<std::uint32_t, true>(const Network&, const Launch&,
                                                             const DeviceKeys&, std::uint32_t*,
                                                             bool, cudaStream_t);
extern template cudaError_t launch_sort<std::uint64_t, false>(const Network&, const Launch&,
                                                              const DeviceKeys&, std::uint32_t*,
                                                              bool, cudaStream_t);
extern template cudaError_t launch_sort<std::uint64_t, true>(const Network&, const Launch&,
                                                             const DeviceKeys&, std::uint32_t*,
                                                             bool, cudaStream_t);

/// True if this build holds code that the current device can run.
cudaError_t probe_kernel_image();

}  // namespace sortscope::device
