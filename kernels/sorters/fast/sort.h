// sort.h: the fast bitonic network on keys in device memory, any number of them, in place.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/error.h"
#include "core/engines/plans/fast.h"

struct CUstream_st;

namespace sortscope::device {

/// Sorts words, or words and the places that travel with them, by the bitonic network of the XOR
/// form in place: comparators of the next power of two of wires, of which those beyond the last key
/// are in no memory. It is not stable. p(p + 1) / 4 comparators a key for 2^p wires; keys are read
/// and written once for every 8 to 13 layers (plans/fast.h). No memory beside the keys.
class FastSort {
 public:
  /// More keys are refused.
  static constexpr std::uint32_t kMaxKeys = 1u << 30;

  FastSort() = default;
  /// create() takes these arguments.
  static bool takes(unsigned key_bits, bool places, std::uint32_t n);
  /// Prepares for `n` keys of 32 or 64 bits, with places or without. Errors: kBadUsage for other
  /// arguments, or places where n is no power of two of at least 1024; kUnavailable where the
  /// GPU gives a block too little shared memory; kWorkFailed with CUDA's reason.
  Status create(unsigned key_bits, bool places, std::uint32_t n);

  /// Puts the launches on `stream`; may be captured as a graph. `stamps`: two words of device
  /// memory a launch, 0 beforehand; null: none. Errors: kWorkFailed with CUDA's reason.
  Status sort(void* words, std::uint32_t* places, CUstream_st* stream,
              std::uint64_t* stamps = nullptr) const;

  [[nodiscard]] std::uint32_t launches() const {
    return static_cast<std::uint32_t>(windows_.size());
  }

 private:
  unsigned key_bits_ = 32;
  bool places_ = false;
  std::uint32_t keys_ = 0;
  std::uint32_t wires_ = 0;
  std::vector<FastWindow> windows_;
};

}  // namespace sortscope::device
