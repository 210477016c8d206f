// aks_kernels.cuh: exchanges of a recording of the AKS network on the device, values by spot. Each
// is its own inverse.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "kernels/replay/aks_stages.h"

namespace sortscope::device {

/// What the comparators of all stages are made from, in device memory.
struct AksReplayGraph {
  AksKeying keying;
  const AksPair* planted = nullptr;
  const LayerForm* forms = nullptr;
};

/// Layers [first, last) of a stage, counted from its own first, in this order or `backwards`.
struct AksReplayedLayers {
  const std::uint32_t* bits = nullptr;  // of layer 0 of the stage
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool backwards = false;
};

/// A block can walk the layers of a halver in shared memory.
bool aks_halver_in_block(const AksStage& stage);
/// Whole layers of such a stage, a block a halver.
cudaError_t replay_aks_halvers(std::uint32_t* values, const AksReplayStage& stage,
                               const AksReplayGraph& graph, const AksReplayedLayers& layers,
                               cudaStream_t stream);
/// Comparators `first` to `last` - 1 of layer `layer` of any stage, `layer_bits` its own.
cudaError_t replay_aks_layer(std::uint32_t* values, const AksReplayStage& stage,
                             const AksReplayGraph& graph, std::uint32_t layer,
                             const std::uint32_t* layer_bits, std::uint32_t first,
                             std::uint32_t last, cudaStream_t stream);

/// Values from the spots of step t to those of step t + 1, or `back`. `steps`: all of 2^d wires.
cudaError_t move_aks_values(const std::uint32_t* from, std::uint32_t* to, const AksStep* steps,
                            std::uint32_t d, std::uint32_t t, bool back, cudaStream_t stream);
/// Values from their wires to the spots, or from spots to wires. `wires`: of every spot.
cudaError_t take_aks_values(const std::uint32_t* by_wire, std::uint32_t* by_spot,
                            const std::uint32_t* wires, std::uint32_t d, cudaStream_t stream);
cudaError_t give_aks_values(const std::uint32_t* by_spot, std::uint32_t* by_wire,
                            const std::uint32_t* wires, std::uint32_t d, cudaStream_t stream);

}  // namespace sortscope::device
