// launch_impl.cuh: launches of the AKS network's kernels, compiled for one type of keys a file.
#pragma once

#include "kernels/device/limits.cuh"
#include "kernels/sorters/aks/launch.cuh"
#include "kernels/sorters/aks/layers.cuh"
#include "kernels/sorters/aks/tiles.cuh"

namespace sortscope::device {

namespace {

template <typename Word, bool kPlaces>
class AksKernelsOf final : public AksKernels {
 public:
  cudaError_t allow_shared(std::uint32_t bytes) const override {
    for (const auto kernel :
         {run_aks_tiles<Word, kPlaces, false>, run_aks_tiles<Word, kPlaces, true>}) {
      const cudaError_t result = device::allow_shared(kernel, bytes);
      if (result != cudaSuccess) return result;
    }
    return cudaSuccess;
  }

  cudaError_t launch(const AksPlan& plan, const AksLaunch& launch, const AksMemory& memory,
                     cudaStream_t stream) const override {
    if (memory.bits != nullptr) {
      launch_recording<true>(plan, launch, memory, stream);
    } else {
      launch_recording<false>(plan, launch, memory, stream);
    }
    return cudaGetLastError();
  }

  cudaError_t take_start(const DeviceKeys& keys, const std::uint32_t* wires, std::uint32_t count,
                         cudaStream_t stream) const override {
    take_aks_start<<<blocks_for(count), kAksLayerThreads, 0, stream>>>(here(keys), next(keys),
                                                                       wires, count);
    return cudaGetLastError();
  }
  cudaError_t count_disorder(const DeviceKeys& keys, std::uint32_t count, std::uint32_t* disorder,
                             cudaStream_t stream) const override {
    count_aks_disorder<<<blocks_for(count), kAksLayerThreads, 0, stream>>>(here(keys), count,
                                                                           disorder);
    return cudaGetLastError();
  }
  cudaError_t count_differences(const DeviceKeys& keys, std::uint32_t count,
                                std::uint32_t* differences, cudaStream_t stream) const override {
    count_aks_differences<<<blocks_for(count), kAksLayerThreads, 0, stream>>>(
        here(keys).words, next(keys).words, count, differences);
    return cudaGetLastError();
  }

 private:
  using Arrays = KeyArrays<Word, kPlaces>;

  static std::uint32_t blocks_for(std::uint32_t threads) {
    return threads / kAksLayerThreads + (threads % kAksLayerThreads != 0 ? 1 : 0);
  }
  static Arrays here(const DeviceKeys& keys) {
    return {static_cast<Word*>(keys.words), keys.places, keys.real_keys};
  }
  static Arrays next(const DeviceKeys& keys) {
    return {static_cast<Word*>(keys.next_words), keys.next_places, keys.real_keys};
  }

  static AksHashKeys* hash_keys(const AksMemory& memory) {
    return static_cast<AksHashKeys*>(memory.hash_keys);
  }

  template <bool kRecord>
  static void launch_recording(const AksPlan& plan, const AksLaunch& launch,
                               const AksMemory& memory, cudaStream_t stream) {
    const AksGraph graph{memory.keying, memory.planted};
    const Arrays keys = here(memory.keys);
    switch (launch.kind) {
      case AksLaunchKind::kTiles: {
        const AksTiles& tiles = plan.tiles[launch.tiles];
        const std::uint32_t bytes = aks_shared_bytes(tiles, sizeof(Word) + (kPlaces ? 4 : 0));
        run_aks_tiles<Word, kPlaces, kRecord><<<tiles.blocks, tiles.threads, bytes, stream>>>(
            keys, next(memory.keys), tiles, memory.stages, graph, memory.bits);
        break;
      }
      case AksLaunchKind::kKeys: {
        const AksDeviceStage& stage = plan.stages[launch.stage];
        const std::uint32_t count = stage.stage.nodes * stage.stage.sides * stage.stage.depth;
        make_aks_keys<<<blocks_for(count), kAksLayerThreads, 0, stream>>>(
            stage.stage, graph, hash_keys(memory) + stage.first_key);
        break;
      }
      case AksLaunchKind::kSectors: {
        const AksDeviceStage& stage = plan.stages[launch.stage];
        const std::uint32_t of_layer = stage.stage.nodes * stage.stage.sides;
        const dim3 blocks(blocks_for(stage.stage.half / kSector), launch.halvers);
        run_aks_sectors<Word, kPlaces, kRecord><<<blocks, kAksLayerThreads, 0, stream>>>(
            keys, stage, hash_keys(memory) + stage.first_key + launch.matching * of_layer,
            launch.matching, launch.first_halver, memory.bits);
        break;
      }
      case AksLaunchKind::kLayer: {
        const AksDeviceStage& stage = plan.stages[launch.stage];
        run_aks_layer<Word, kPlaces, kRecord>
            <<<blocks_for(stage.stage.count()), kAksLayerThreads, 0, stream>>>(
                keys, stage, graph, launch.matching, memory.partners, memory.bits);
        break;
      }
      case AksLaunchKind::kMove:
        move_aks_level<<<blocks_for(launch.wires), kAksLayerThreads, 0, stream>>>(
            keys, next(memory.keys), launch.to, launch.base, launch.wires);
        break;
    }
  }
};

}  // namespace

}  // namespace sortscope::device
