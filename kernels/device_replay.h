// device_replay.h: a recording kept on the GPU, replayed there into a GL buffer that shaders read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/networks/network.h"

namespace sortscope {

struct Recording;

/// Owns the CUDA side of two GL buffers. All calls on the thread of the GL context.
class DeviceReplay {
 public:
  virtual ~DeviceReplay() = default;
  /// Writes the rank of the key on each wire at `cursor` (padding: 0xFFFFFFFF) into the ranks
  /// buffer: maps, runs the layers between on the GPU, unmaps. Under 16 ms for 2^20 keys.
  virtual Status seek(Cursor cursor) = 0;
  /// GPU time of the last seek.
  [[nodiscard]] virtual std::uint64_t last_seek_ns() const = 0;
};

/// True where comparators stand still and are arithmetic. Trees, streams, intervals, AKS networks
/// and lists are replayed on the CPU.
inline bool replayed_on_device(const Network& network) {
  return network.depth() > 0 && network.closed_form() && !network.adaptive();
}

/// Registers `gl_bits` (network.bit_words() * 4 bytes; filled here from the recording, from device
/// memory where the CUDA engine just ran it) and `gl_ranks` (wires * 4 bytes). `ranks_by_place`:
/// see core/recordings/replay.h. Errors: kUnavailable where GL and CUDA are not on one device or
/// CUDA is missing: the caller then replays on the CPU and uploads.
Result<std::unique_ptr<DeviceReplay>> make_device_replay(
    const Recording& recording, std::span<const std::uint32_t> ranks_by_place, unsigned gl_bits,
    unsigned gl_ranks);

}  // namespace sortscope
