// kernels.cuh: walking a recording on the device, forwards or backwards.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/networks/network.h"

namespace sortscope::device {

/// Wires up to which one block walks many layers in shared memory in a single launch.
inline constexpr std::uint32_t kBlockReplayWires = 8192;

/// Exchanges the values on the wires of comparators `first` to `last` - 1 of a layer whose outcome
/// bit is set. Its own inverse.
cudaError_t replay_layer(std::uint32_t* values, std::uint32_t wires, const LayerForm& form,
                         const std::uint32_t* layer_bits, std::uint32_t first, std::uint32_t last,
                         cudaStream_t stream);

/// Whole layers `first` to `last` - 1, in this order or (`backwards`) from the last to the first,
/// for at most kBlockReplayWires wires. `forms` and `first_words` (one entry a layer) are device
/// memory.
cudaError_t replay_layers_in_block(std::uint32_t* values, std::uint32_t wires,
                                   const LayerForm* forms, const std::uint64_t* first_words,
                                   const std::uint32_t* bits, std::uint32_t first,
                                   std::uint32_t last, bool backwards, cudaStream_t stream);

}  // namespace sortscope::device
