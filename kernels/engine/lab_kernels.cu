// lab_kernels.cu: the lab's own work on the device.
#include "core/lab/check.h"
#include "kernels/engine/lab_kernels.cuh"

namespace sortscope::device {

namespace {

constexpr unsigned kThreads = 256;
constexpr unsigned kMostBlocks = 2048;

unsigned blocks_for(std::uint64_t n) {
  const std::uint64_t blocks = (n + kThreads - 1) / kThreads;
  return static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks);
}

__global__ void count_up(std::uint32_t* places, std::uint32_t n) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    places[i] = static_cast<std::uint32_t>(i);
  }
}

template <typename Word>
__global__ void check(const Word* words, const std::uint32_t* payloads, const Word* input,
                      std::uint32_t n, LabFindings* findings) {
  LabFindings own{};
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const Word word = words[i];
    const std::uint32_t payload = payloads == nullptr ? 0 : payloads[i];
    own.hash += lab_hash(word, payload);
    if (i > 0 && word < words[i - 1]) ++own.descents;
    if (payloads != nullptr && (payload >= n || input[payload] != word)) ++own.strays;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    own.hash += __shfl_down_sync(0xffffffffU, own.hash, offset);
    own.descents += __shfl_down_sync(0xffffffffU, own.descents, offset);
    own.strays += __shfl_down_sync(0xffffffffU, own.strays, offset);
  }
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(&findings->hash, own.hash);
  if (own.descents != 0) atomicAdd(&findings->descents, own.descents);
  if (own.strays != 0) atomicAdd(&findings->strays, own.strays);
}

__global__ void hash_words(const std::uint32_t* words, std::uint64_t count, LabFindings* findings) {
  unsigned long long hash = 0;
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    hash += lab_hash(words[i], static_cast<std::uint32_t>(i));
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    hash += __shfl_down_sync(0xffffffffU, hash, offset);
  }
  if (threadIdx.x % 32 == 0) atomicAdd(&findings->hash, hash);
}

template <typename Word>
__global__ void check_places(const Word* words, const std::uint32_t* places, std::uint32_t wires,
                             const Word* input, std::uint32_t n, LabFindings* findings) {
  unsigned long long strays = 0;
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < wires;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    const std::uint32_t place = places[i];
    if (words[i] != (place < n ? input[place] : ~Word{0})) ++strays;
  }
  for (int offset = 16; offset > 0; offset /= 2) {
    strays += __shfl_down_sync(0xffffffffU, strays, offset);
  }
  if (threadIdx.x % 32 == 0 && strays != 0) atomicAdd(&findings->strays, strays);
}

__global__ void copy(const uint4* from, uint4* to, std::uint64_t count) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += std::uint64_t{gridDim.x} * blockDim.x) {
    to[i] = from[i];
  }
}

constexpr unsigned kChains = 16;  // independent pairs of keys, so that latency is hidden
constexpr unsigned kRounds = 2048;
constexpr unsigned kBlocksEach = 4;  // blocks of kThreads a multiprocessor

// A comparator is a minimum and a maximum; as in a network every key meets another each round.
__global__ void min_max(unsigned* sink) {
  unsigned keys[2 * kChains];
#pragma unroll
  for (unsigned i = 0; i < 2 * kChains; ++i) keys[i] = threadIdx.x * 2654435761U + i * 40503U;
  for (unsigned round = 0; round < kRounds; ++round) {
    // Opaque to the compiler, which would otherwise see that sorted keys stay sorted.
#pragma unroll
    for (unsigned i = 0; i < 2 * kChains; ++i) asm volatile("" : "+r"(keys[i]));
#pragma unroll
    for (unsigned i = 0; i < kChains; ++i) {
      const unsigned low = min(keys[2 * i], keys[2 * i + 1]);
      const unsigned high = max(keys[2 * i], keys[2 * i + 1]);
      keys[2 * i] = high;
      keys[2 * i + 1] = low;
    }
  }
  unsigned all = 0;
#pragma unroll
  for (unsigned i = 0; i < 2 * kChains; ++i) all ^= keys[i];
  if (all == 0x12345678U) *sink = all;
}

__global__ void nothing() {}

}  // namespace

cudaError_t lab_count_up(std::uint32_t* places, std::uint32_t n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  count_up<<<blocks_for(n), kThreads, 0, stream>>>(places, n);
  return cudaGetLastError();
}

cudaError_t lab_check(unsigned key_bits, const void* words, const std::uint32_t* payloads,
                      const void* input, std::uint32_t n, LabFindings* findings,
                      cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (key_bits == 32) {
    check<<<blocks_for(n), kThreads, 0, stream>>>(
        static_cast<const std::uint32_t*>(words), payloads,
        static_cast<const std::uint32_t*>(input), n, findings);
  } else {
    check<<<blocks_for(n), kThreads, 0, stream>>>(
        static_cast<const std::uint64_t*>(words), payloads,
        static_cast<const std::uint64_t*>(input), n, findings);
  }
  return cudaGetLastError();
}

cudaError_t lab_hash_words(const std::uint32_t* words, std::uint64_t count, LabFindings* findings,
                           cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  hash_words<<<blocks_for(count), kThreads, 0, stream>>>(words, count, findings);
  return cudaGetLastError();
}

cudaError_t lab_check_places(unsigned key_bits, const void* words, const std::uint32_t* places,
                             std::uint32_t wires, const void* input, std::uint32_t n,
                             LabFindings* findings, cudaStream_t stream) {
  if (wires == 0) return cudaSuccess;
  if (key_bits == 32) {
    check_places<<<blocks_for(wires), kThreads, 0, stream>>>(
        static_cast<const std::uint32_t*>(words), places, wires,
        static_cast<const std::uint32_t*>(input), n, findings);
  } else {
    check_places<<<blocks_for(wires), kThreads, 0, stream>>>(
        static_cast<const std::uint64_t*>(words), places, wires,
        static_cast<const std::uint64_t*>(input), n, findings);
  }
  return cudaGetLastError();
}

cudaError_t lab_copy(const void* from, void* to, std::uint64_t bytes, unsigned rounds,
                     cudaStream_t stream) {
  for (unsigned round = 0; round < rounds; ++round) {
    copy<<<blocks_for(bytes / 16), kThreads, 0, stream>>>(static_cast<const uint4*>(from),
                                                          static_cast<uint4*>(to), bytes / 16);
  }
  return cudaGetLastError();
}

cudaError_t lab_min_max(int multiprocessors, unsigned* sink, double& operations,
                        cudaStream_t stream) {
  const unsigned blocks = static_cast<unsigned>(multiprocessors) * kBlocksEach;
  min_max<<<blocks, kThreads, 0, stream>>>(sink);
  operations = static_cast<double>(blocks) * kThreads * kRounds * kChains * 2;
  return cudaGetLastError();
}

cudaError_t lab_nothing(cudaStream_t stream) {
  nothing<<<1, 32, 0, stream>>>();
  return cudaGetLastError();
}

}  // namespace sortscope::device
