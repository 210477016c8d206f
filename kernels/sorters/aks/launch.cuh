// launch.cuh: launches of the AKS network's kernels, for keys of each type.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/engines/plans/aks.h"
#include "kernels/sorters/device_sort.cuh"

namespace sortscope::device {

/// Buffers of a run. Keys by spot stand in keys.words (and places); keys.next_words is the other
/// buffer.
struct AksMemory {
  DeviceKeys keys;
  const AksDeviceStage* stages = nullptr;
  AksKeying keying;
  const AksPair* planted = nullptr;
  const std::uint32_t* partners = nullptr;  // of the layer, where its matching is stored
  void* hash_keys = nullptr;                // AksPlan::most_keys of 16 bytes
  std::uint32_t* bits = nullptr;            // null: recording off
};

/// The kernels for one type of keys.
class AksKernels {
 public:
  virtual ~AksKernels() = default;
  /// Lets launches of kTiles take so much shared memory.
  virtual cudaError_t allow_shared(std::uint32_t bytes) const = 0;
  /// One launch of `plan`: kMove, and kTiles that move, write the other buffer.
  virtual cudaError_t launch(const AksPlan& plan, const AksLaunch& launch, const AksMemory& memory,
                             cudaStream_t stream) const = 0;
  /// Takes the keys from their wires, keys.words, to their spots at step 0, in the other buffer.
  virtual cudaError_t take_start(const DeviceKeys& keys, const std::uint32_t* wires,
                                 std::uint32_t count, cudaStream_t stream) const = 0;
  /// Adds the number of neighbours that are out of order to *disorder.
  virtual cudaError_t count_disorder(const DeviceKeys& keys, std::uint32_t count,
                                     std::uint32_t* disorder, cudaStream_t stream) const = 0;
  /// Adds the number of words that differ between the two buffers to *differences.
  virtual cudaError_t count_differences(const DeviceKeys& keys, std::uint32_t count,
                                        std::uint32_t* differences, cudaStream_t stream) const = 0;
};

/// Threads of a block of kTiles at most.
std::uint32_t most_aks_threads(unsigned key_bits, bool places);

const AksKernels& aks_kernels_u32();
const AksKernels& aks_kernels_u32_places();
const AksKernels& aks_kernels_u64();
const AksKernels& aks_kernels_u64_places();

/// Device memory `steps` has all steps of the network of 2^d wires, 0 .. aks_steps(d). Writes the
/// wire on every spot of step t.
cudaError_t write_aks_wires(const AksStep* steps, std::uint32_t d, std::uint32_t t,
                            std::uint32_t* wires, cudaStream_t stream);
/// Writes {spot at step t + 1, wire} for every spot of step t: 2 * 2^d words.
cudaError_t write_aks_moves(const AksStep* steps, std::uint32_t d, std::uint32_t t,
                            std::uint32_t* moves, cudaStream_t stream);

}  // namespace sortscope::device
