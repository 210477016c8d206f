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

/// Of 2^wires_log2 keys tiles [first, first + count) of 2^tile_log2; all of them, unless warps have
/// tiles (plan_intervals()).
struct RecordedTiles {
  std::uint32_t wires_log2;
  std::uint32_t tile_log2;
  std::uint32_t first;
  std::uint32_t count;
};

/// Sorts tiles by the network, in place. `bits`: outcomes of its layers, one after the other.
/// `stamps`: of the launch, as in DeviceKeys, or null, here and below.
template <typename Word>
cudaError_t record_tiles(RecordedKeys<Word> keys, RecordedTiles tiles, std::uint32_t* bits,
                         std::uint64_t* stamps, cudaStream_t stream);

/// Looks up for merge level `merge` how many keys of their block's rising run come before tiles.
/// `rising`: an entry for every tile there is.
template <typename Word>
cudaError_t record_search(RecordedKeys<Word> keys, RecordedTiles tiles, std::uint32_t merge,
                          std::uint32_t* rising, std::uint64_t* stamps, cudaStream_t stream);

/// Merges. `rising`: what record_search() found. `bits`: the splits and outcomes of the level's
/// layers, one after the other.
template <typename Word>
cudaError_t record_merge(RecordedKeys<Word> from, RecordedKeys<Word> to, RecordedTiles tiles,
                         std::uint32_t merge, const std::uint32_t* rising, std::uint32_t* bits,
                         std::uint64_t* stamps, cudaStream_t stream);

}  // namespace sortscope::device
