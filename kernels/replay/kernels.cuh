// kernels.cuh: exchanges of a recording on the device. Each is its own inverse.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/networks/network.h"
#include "kernels/replay/tree_stages.h"

namespace sortscope::device {

/// Wires up to which one block walks many layers in shared memory in a single launch.
inline constexpr std::uint32_t kBlockReplayWires = 8192;

/// Exchanges the values on the wires of comparators `first` to `last` - 1 of a layer whose outcome
/// bit is set.
cudaError_t replay_layer(std::uint32_t* values, std::uint32_t wires, const LayerForm& form,
                         const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                         cudaStream_t stream);
/// The same of a layer that is a list, in device memory.
cudaError_t replay_list(std::uint32_t* values, const Comparator* comparators,
                        const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                        cudaStream_t stream);

/// Layers [first, last), in this order or (`backwards`) from the last to the first.
struct ReplayedLayers {
  const std::uint32_t* bits = nullptr;
  const std::uint64_t* first_words = nullptr;  // of each layer, in device memory
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool backwards = false;
};
/// Whole layers for at most kBlockReplayWires wires. `forms`, one a layer, are device memory.
cudaError_t replay_layers_in_block(std::uint32_t* values, std::uint32_t wires,
                                   const LayerForm* forms, const ReplayedLayers& layers,
                                   cudaStream_t stream);
/// The same of lists: `comparators` of all layers, layer l from comparators_before[l] on.
cudaError_t replay_lists_in_block(std::uint32_t* values, std::uint32_t wires,
                                  const Comparator* comparators,
                                  const std::uint64_t* comparators_before,
                                  const ReplayedLayers& layers, cudaStream_t stream);

/// Splits [first, last) of a layer of splits: subsequences change places.
cudaError_t replay_splits(std::uint32_t* values, const LayerForm& form,
                          const std::uint32_t* layer_words, std::uint32_t first, std::uint32_t last,
                          cudaStream_t stream);
/// A stage of a merge level in bitonic trees, as far as it has come at `until`. Its phases are
/// device memory.
cudaError_t replay_tree_stage(std::uint32_t* values, std::uint32_t wires, const TreeStage& stage,
                              const std::uint32_t* bits, Cursor until, cudaStream_t stream);

/// Each of `count` values becomes table[value].
cudaError_t look_up(std::uint32_t* values, std::uint32_t count, const std::uint32_t* table,
                    cudaStream_t stream);

}  // namespace sortscope::device
