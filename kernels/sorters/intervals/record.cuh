// record.cuh: the launches of interval-based sorting with a recording, for one type of
// keys; each is compiled in its own file.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope::device {

/// Keys that a recorded run moves from one buffer to the other, and where its splits begin.
template <typename Word>
struct RecordedKeys {
  Word* words;
  std::uint32_t* places;
};

/// Sorts all tiles of 2^tile_log2 of 2^wires_log2 keys by the network, in place. `bits`: outcomes
/// of its layers, one after the other. `stamps`: of this launch, as in DeviceKeys, or null.
template <typename Word>
cudaError_t record_tiles(RecordedKeys<Word> keys, std::uint32_t wires_log2, std::uint32_t tile_log2,
                         std::uint32_t* bits, std::uint64_t* stamps, cudaStream_t stream);

/// Merge level `merge`. `rising`: 2^(wires_log2 - tile_log2) entries of scratch memory. `bits`: the
/// splits and outcomes of its layers, one after the other. `stamps`: of its two launches, or null.
template <typename Word>
cudaError_t record_merge(RecordedKeys<Word> from, RecordedKeys<Word> to, std::uint32_t wires_log2,
                         std::uint32_t tile_log2, std::uint32_t merge, std::uint32_t* rising,
                         std::uint32_t* bits, std::uint64_t* stamps, cudaStream_t stream);

}  // namespace sortscope::device
