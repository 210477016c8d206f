// block_ones.cuh: set bits of blocks of words in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope::device {

/// Blocks of 2^words_log2 words, as LayerBlocks says; its numbers are device memory.
struct CountedBlocks {
  const std::uint64_t* first_words = nullptr;  // of `layers` layers, and the end
  const std::uint64_t* before = nullptr;       // blocks of the layers before, and all of them
  std::uint32_t layers = 0;
  unsigned words_log2 = 0;
  std::uint64_t count = 0;
};

/// ones[b] = set bits of block b. Each word is read once.
cudaError_t count_ones(const std::uint32_t* bits, const CountedBlocks& blocks, std::uint32_t* ones,
                       cudaStream_t stream);

/// CUDA loads it with the first call else, which takes some milliseconds.
cudaError_t load_count_ones();

}  // namespace sortscope::device
