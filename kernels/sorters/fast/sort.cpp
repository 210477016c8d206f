// sort.cpp: the launches of the fast bitonic network, one after the other.
#include "kernels/sorters/fast/sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/engines/plans/shared_memory.h"
#include "kernels/device/cuda_call.cuh"
#include "kernels/device/limits.h"
#include "kernels/sorters/fast/launch.cuh"

namespace sortscope::device {

bool FastSort::takes(unsigned key_bits, bool places, std::uint32_t n) {
  const bool whole = std::has_single_bit(n) && n >= kLeastFastKeys;
  return (key_bits == 32 || key_bits == 64) && n > 0 && n <= kMaxKeys && (whole || !places);
}

Status FastSort::create(unsigned key_bits, bool places, std::uint32_t n) {
  if (!takes(key_bits, places, n)) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the fast bitonic sort takes 1 to {} keys of 32 or 64 bits, with "
                             "places a power of two from {} on, not {} of {} bits.",
                             kMaxKeys, kLeastFastKeys, n, key_bits),
                 ""};
  }
  key_bits_ = key_bits;
  places_ = places;
  keys_ = n;
  wires_ = std::max(std::bit_ceil(n), kLeastFastKeys);
  const auto wires_log2 = static_cast<std::uint32_t>(std::countr_zero(wires_));
  const Result<DeviceLimits> limits = device_limits();
  if (!limits.ok()) return limits.error();
  const std::uint32_t key_bytes = key_bits / 8 + (places ? 4 : 0);
  const std::uint32_t tile_bits = fast_tile_bits(wires_log2, key_bytes, limits->shared_bytes);
  const std::uint32_t needed = fast_shared_bytes(tile_bits, key_bytes);
  if (needed > limits->shared_bytes) {
    return too_little_shared("the fast bitonic sort", needed, limits->shared_bytes,
                             "Take another sort.");
  }
  windows_ = fast_windows(wires_log2, tile_bits);
  return {};
}

Status FastSort::sort(void* words, std::uint32_t* places, CUstream_st* stream,
                      std::uint64_t* stamps) const {
  FastLaunch launch{words, places_ ? places : nullptr, wires_, keys_, wires_};
  launch.stamps = stamps;
  for (const FastWindow& window : windows_) {
    const auto one = [&]<typename Word>() {
      return places_ ? launch_fast<Word, true>(window, launch, stream)
                     : launch_fast<Word, false>(window, launch, stream);
    };
    const Status status = checked(key_bits_ == 32 ? one.template operator()<std::uint32_t>()
                                                  : one.template operator()<std::uint64_t>(),
                                  "launching the fast bitonic sort");
    if (!status.ok()) return status;
    launch.follows = true;
    launch.backwards = !launch.backwards;
    if (launch.stamps != nullptr) launch.stamps += 2;
  }
  return {};
}

}  // namespace sortscope::device
