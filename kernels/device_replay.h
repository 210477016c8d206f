// device_replay.h: a recording kept on the GPU, replayed there into a GL buffer that shaders read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/networks/network.h"

namespace sortscope {

class PlacesSource;
struct Progress;
struct Recording;

/// Owns the CUDA side of two GL buffers. All calls on the thread of the GL context.
class DeviceReplay {
 public:
  virtual ~DeviceReplay() = default;
  /// Writes the rank of the key on each wire at `cursor` (padding: 0xFFFFFFFF) into the ranks
  /// buffer: maps, runs the layers between on the GPU, unmaps. Under 16 ms for 2^20 keys.
  virtual Status seek(Cursor cursor) = 0;
  /// About how long that takes: nanoseconds.
  [[nodiscard]] virtual std::uint64_t seek_ns(Cursor cursor) const = 0;
  /// The same as seek() where the caller has the places by wire already, and the way is long.
  virtual Status take(Cursor cursor, std::span<const std::uint32_t> places) = 0;
  /// GPU time of the last seek.
  [[nodiscard]] virtual std::uint64_t last_seek_ns() const = 0;
};

/// Where a replay on the GPU has the outcome bits.
enum class ReplayBits : std::uint8_t {
  kNone,   // nowhere: the recording is replayed on the CPU
  kDrawn,  // where they are few enough also in the OpenGL buffer that shaders read
  kOwn,    // in memory of its own: shaders read other words, or none
};
/// By the table in kernels/replay/families.h; kNone too where the recording has no bits.
ReplayBits replay_bits(const Recording& recording);
/// The same of a network whose bits are all recorded: false without comparators, and for AKS
/// networks whose matchings are stored.
bool replayed_on_device(const Network& network);

/// What of a replay needs no OpenGL: made beside the window, so that the window does not wait for
/// it.
class ReplayStart {
 public:
  virtual ~ReplayStart() = default;
  /// The GPU had room for it, beside the run that was shown.
  [[nodiscard]] virtual bool ready() const = 0;
  /// It copied the outcome bits to the GPU; else the engine had left them there, or they found no
  /// room.
  [[nodiscard]] virtual bool brought_bits() const = 0;
  /// Finds states on the GPU for replays on this processor, from any thread; null where that is not
  /// worth it, and where the bits are not on the GPU.
  [[nodiscard]] virtual std::shared_ptr<PlacesSource> places_source() = 0;
};
/// The start of a recording's replay; null where replay_bits() is kNone, without CUDA and where
/// `progress` was cancelled. Bits stay in the recording alone where the GPU has no room for them,
/// and without `progress` where they are more than 1 GiB. `ranks_by_place`: see
/// core/recordings/replay.h. `recording` must outlive it. Any thread, also without OpenGL. As long
/// as bits, places and ranks take to the GPU: 10 ms for 40 MB.
std::shared_ptr<ReplayStart> make_replay_start(const Recording& recording,
                                               std::span<const std::uint32_t> ranks_by_place,
                                               const Progress* progress = nullptr);

/// `gl_bits` (of kDrawn alone; 0: no shader reads them): a buffer of network.bit_words() * 4 bytes,
/// filled here. Bits come from the GPU's memory where `start` has them, else from the recording.
/// `gl_ranks`: wires * 4 bytes. `start`: of `recording`, for one replay; `recording`
/// must outlive the replay. Errors: kUnavailable where GL and CUDA are not on one device or CUDA is
/// missing, kOutOfMemory: the caller then replays on the CPU and uploads.
Result<std::unique_ptr<DeviceReplay>> make_device_replay(const Recording& recording,
                                                         std::shared_ptr<ReplayStart> start,
                                                         unsigned gl_bits, unsigned gl_ranks);

}  // namespace sortscope
