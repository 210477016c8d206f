// windows.cuh: many layers of the XOR form replayed in one pass over the values.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>

#include "core/networks/closed_form/xor_layer.h"
#include "core/networks/network.h"
#include "kernels/replay/kernels.cuh"

namespace sortscope::device {

/// A block replays layers of distances below this many wires, a power of two, in shared memory.
inline constexpr std::uint32_t kReplayTileLog2 = 13;
/// Of larger distances, each half of the one before, a thread replays so many at most.
inline constexpr std::uint32_t kReplayStrides = 4;

/// How many layers from the first of `forms` on, or backwards from the last, one launch replays: at
/// least 1. All are XOR layers of 2^k wires, more than a tile.
std::uint32_t layers_at_once(std::span<const LayerForm> forms, bool backwards);

/// Replays `layers`, as many as layers_at_once() says of the network's `forms`; `device_forms` are
/// the same in device memory.
cudaError_t replay_at_once(std::uint32_t* values, std::uint32_t wires,
                           std::span<const LayerForm> forms, const LayerForm* device_forms,
                           const ReplayedLayers& layers, cudaStream_t stream);

}  // namespace sortscope::device
