// launch.cuh: one launch of the fast bitonic sort, for one type of keys; instantiated by
// type.cu.in.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "core/engines/plans/fast.h"

namespace sortscope::device {

/// What a launch sorts. Words of wires from `keys` on are in no memory: all bits set, without
/// places and recording only. Places from `real_keys` on are padding.
struct FastLaunch {
  void* words = nullptr;
  std::uint32_t* places = nullptr;
  std::uint32_t wires = 0;  // a power of two
  std::uint32_t keys = 0;
  std::uint32_t real_keys = 0;
  std::uint32_t* bits = nullptr;  // of the window's first layer; null: recording off
  bool follows = false;           // the launch before it on the stream is of the same sort
  bool backwards = false;
  std::uint64_t* stamps = nullptr;  // two words (stamps.cuh); null: not stamped
};

template <typename Word, bool kPlaces>
cudaError_t launch_fast(const FastWindow& window, const FastLaunch& launch, cudaStream_t stream);

extern template cudaError_t launch_fast<std::uint32_t, false>(const FastWindow&, const FastLaunch&,
                                                              cudaStream_t);
extern template cudaError_t launch_fast<std::uint32_t, true>(const FastWindow&, const FastLaunch&,
                                                             cudaStream_t);
extern template cudaError_t launch_fast<std::uint64_t, false>(const FastWindow&, const FastLaunch&,
                                                              cudaStream_t);
extern template cudaError_t launch_fast<std::uint64_t, true>(const FastWindow&, const FastLaunch&,
                                                             cudaStream_t);

}  // namespace sortscope::device
