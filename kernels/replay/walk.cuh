// walk.cuh: the values on the wires at any cursor of a recording, in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <vector>

#include "core/networks/network.h"
#include "kernels/device/cuda_call.cuh"

namespace sortscope::device {

/// Moves values from wire to wire as a recording's exchanges do. Keeps copies of the state at some
/// layers (keyframes) as far as a share of the device's memory allows.
class DeviceWalk {
 public:
  /// `network` must outlive it. `start`: the value on each wire before layer 0. `stream`: the one
  /// of all seeks.
  Status create(const Network& network, std::span<const std::uint32_t> start, cudaStream_t stream);

  [[nodiscard]] Cursor cursor() const { return cursor_; }
  /// Puts the work of moving to `cursor` (brought into normal form) on `stream`. `bits`: the
  /// outcome bits in device memory. From the nearest of where it is, the start and the keyframes.
  Status seek(Cursor cursor, const std::uint32_t* bits, cudaStream_t stream);
  /// wires() values, in device memory.
  [[nodiscard]] const std::uint32_t* values() const { return values_.data(); }

 private:
  struct Keyframe {
    std::uint32_t layer;
    DeviceBuffer<std::uint32_t> values;
  };

  Status jump_towards(Cursor cursor, cudaStream_t stream);
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last,
                       const std::uint32_t* bits, cudaStream_t stream);
  Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards,
                      const std::uint32_t* bits, cudaStream_t stream);
  Status keep_keyframe(cudaStream_t stream);

  const Network* network_ = nullptr;
  Cursor cursor_;
  DeviceBuffer<std::uint32_t> values_;
  DeviceBuffer<LayerForm> forms_;
  DeviceBuffer<std::uint64_t> first_words_;
  std::uint32_t keyframe_every_ = 0;  // layers
  std::vector<Keyframe> keyframes_;   // the first is the start
};

}  // namespace sortscope::device
