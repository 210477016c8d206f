// sort.h: the sort that is meant to be fast: interval-based adaptive bitonic sorting of
// keys in device memory.
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/error.h"

struct CUstream_st;

namespace sortscope::device {

/// Sorts words, or words and the places that travel with them, by (word, place). Tiles of 2^12 to
/// 2^14 keys are sorted by a bitonic network; then every launch merges four runs. A merge looks up
/// where its intervals of 1024 ranks begin in the runs (Zachmann 2011, Theorem 3: after the
/// halvings an interval holds exactly these keys) and finishes each by the last ten layers of a
/// bitonic merge. O(n log n) comparisons to look up and merge, n / 4 log4(n / tile) keys read and
/// written. Nothing is recorded.
class IntervalSort {
 public:
  /// More keys are refused.
  static constexpr std::uint32_t kMaxKeys = 1u << 31;

  IntervalSort();
  IntervalSort(IntervalSort&&) noexcept;
  IntervalSort& operator=(IntervalSort&&) noexcept;
  ~IntervalSort();

  /// Prepares for `n` keys of 32 or 64 bits, with places or without, on the current device, and
  /// takes scratch_bytes() of its memory: about one buffer of n keys, two where places travel.
  /// Tiles are smaller where the device gives a block less shared memory. Errors: kBadUsage for
  /// other arguments, kUnavailable where the smallest tiles take more of it, kOutOfMemory,
  /// kWorkFailed with CUDA's reason.
  Status create(unsigned key_bits, bool places, std::uint32_t n);

  /// Puts the launches on `stream`: sorts n words (and n places; null where none travel) at
  /// addresses that are multiples of 16. Neither waits nor allocates: it may be captured as a
  /// graph. One at a time for each IntervalSort. `stamps`: two words of device memory a launch, 0
  /// beforehand, that get its begin and end in nanoseconds; null: none. Errors: kWorkFailed with
  /// CUDA's reason.
  Status sort(void* words, std::uint32_t* places, CUstream_st* stream,
              std::uint64_t* stamps = nullptr) const;

  /// Launches of one sort.
  [[nodiscard]] std::uint32_t launches() const;
  [[nodiscard]] std::uint64_t scratch_bytes() const;
  /// The same before create(), for arguments that it takes, on a device that gives a block
  /// `shared_bytes`.
  static std::uint32_t launches_for(unsigned key_bits, bool places, std::uint32_t n,
                                    std::uint32_t shared_bytes);
  static std::uint64_t scratch_bytes_for(unsigned key_bits, bool places, std::uint32_t n,
                                         std::uint32_t shared_bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sortscope::device
