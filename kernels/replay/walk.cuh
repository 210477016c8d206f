// walk.cuh: the values on the wires at any cursor of a recording, in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/networks/network.h"
#include "core/networks/trees/step.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/replay/cursor_walk.h"
#include "kernels/replay/families.h"
#include "kernels/replay/staged_copies.cuh"

namespace sortscope::device {

/// Moves values from wire to wire as a recording's exchanges do. Keeps copies of the state at some
/// layers (keyframes) as far as a share of the device's memory allows.
class DeviceWalk : public CursorWalk {
 public:
  /// `network` must outlive it. `start`: the value on each wire before layer 0. `rule`: of layers
  /// in trees. `stream`: the one of all work. `copies`: what brings them; null: CUDA alone. Errors:
  /// kOutOfMemory, kWorkFailed.
  Status create(const Network& network, TreeRule rule, std::span<const std::uint32_t> start,
                cudaStream_t stream, StagedCopies* copies = nullptr);
  /// Puts the work of moving to `cursor` on the stream. `bits`: the outcome bits in device memory,
  /// which may lie elsewhere at every call.
  Status seek(Cursor cursor, const std::uint32_t* bits);
  /// Stands at `cursor`, where wire w has values[w].
  Status take(Cursor cursor, std::span<const std::uint32_t> values);
  /// Puts the work of writing wires() values, by wire, into device memory on the stream.
  virtual Status write(std::uint32_t* to);

 protected:
  /// Makes what the kind of walk needs beside values().
  virtual Status prepare(TreeRule /*rule*/) { return {}; }
  /// Arranges values(), which are by wire, as they stand at `cursor`.
  virtual Status arrange(Cursor /*cursor*/) { return {}; }
  Status keep(bool& kept) final;
  Status take_keyframe(std::size_t index) final;

  /// Host memory copied into a buffer that is made for it.
  template <typename T>
  Status put(DeviceBuffer<T>& to, std::span<const T> from) {
    if (Status status = to.allocate(from.size()); !status.ok() || from.empty()) return status;
    return upload(to.data(), from.data(), from.size_bytes(), stream_,
                  "copying what a replay needs to the GPU");
  }

  [[nodiscard]] std::uint32_t* values() const { return values_.data(); }
  [[nodiscard]] const std::uint32_t* layer_bits(std::uint32_t layer) const {
    return bits_ + network().first_word(layer);
  }
  [[nodiscard]] const std::uint32_t* bits() const { return bits_; }
  [[nodiscard]] cudaStream_t stream() const { return stream_; }

  DeviceBuffer<std::uint32_t> values_;
  std::uint32_t arrangement_ = 0;  // how values_ stand, where they are not by wire: AKS, step t

 private:
  struct Keyframe {
    std::uint32_t arrangement = 0;
    DeviceBuffer<std::uint32_t> values;
  };
  Status copy_values(std::uint32_t* to, const std::uint32_t* from);

  cudaStream_t stream_ = nullptr;
  const std::uint32_t* bits_ = nullptr;
  std::vector<Keyframe> keyframes_;  // the first is the start
};

std::unique_ptr<DeviceWalk> make_walk(WalkKind kind);

std::unique_ptr<DeviceWalk> make_form_walk();
std::unique_ptr<DeviceWalk> make_list_walk();
std::unique_ptr<DeviceWalk> make_aks_walk();
std::unique_ptr<DeviceWalk> make_adaptive_walk();

}  // namespace sortscope::device
