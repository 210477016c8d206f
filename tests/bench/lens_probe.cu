// lens_probe.cu: the shared-memory accesses of one layer at a time, many times over, for ncu to
// count bank conflicts beside those that the memory lens predicts (docs/memory.md). Every launch
// has a line on stdout: kernel, placement, key_bytes, threads, pattern, repeats.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

#include "tests/bench/cuda_bench.cuh"

namespace {

using sortscope::must;

constexpr unsigned kRepeats = 1000;
constexpr unsigned kKeys = 1024;  // of the block kernel, and of a chunk of V2

struct Plain {
  static constexpr const char* kId = "plain";
  __device__ static unsigned at(unsigned i) { return i; }
};
struct Padded {
  static constexpr const char* kId = "padded";
  __device__ static unsigned at(unsigned i) { return i + (i >> 5); }
};
struct Swizzled {
  static constexpr const char* kId = "swizzled";
  __device__ static unsigned at(unsigned i) { return i ^ ((i >> 5) & 31); }
};

extern __shared__ unsigned long long shared_bytes[];

// Benicio 2025, one layer: the lower wire's thread loads both keys and stores both.
template <typename Word, typename Place>
__global__ void block_layer(Word* keys, unsigned j, unsigned repeats) {
  volatile Word* shared = reinterpret_cast<volatile Word*>(shared_bytes);
  const unsigned wire = threadIdx.x;
  const unsigned partner = wire ^ j;
  shared[Place::at(wire)] = keys[wire];
  __syncthreads();
  for (unsigned r = 0; r < repeats; ++r) {
    if (partner > wire) {
      const Word lower = shared[Place::at(wire)];
      const Word upper = shared[Place::at(partner)];
      shared[Place::at(wire)] = upper + 1;
      shared[Place::at(partner)] = lower;
    }
    __syncthreads();
  }
  keys[wire] = shared[Place::at(wire)];
}

// Michalainas and Charisi 2025, one layer: thread t has the comparator at its own wire, or its
// partner's in the second chunk; the lower key first.
template <typename Word, typename Place>
__global__ void chunk_layer(Word* keys, unsigned j, unsigned repeats) {
  volatile Word* shared = reinterpret_cast<volatile Word*>(shared_bytes);
  const unsigned local = threadIdx.x;
  const unsigned at = (local & j) != 0 ? (local ^ j) + kKeys : local;
  shared[Place::at(local)] = keys[local];
  shared[Place::at(local + kKeys)] = keys[local + kKeys];
  __syncthreads();
  for (unsigned r = 0; r < repeats; ++r) {
    const Word lower = shared[Place::at(at)];
    const Word upper = shared[Place::at(at + j)];
    shared[Place::at(at)] = upper + 1;
    shared[Place::at(at + j)] = lower;
    __syncthreads();
  }
  keys[local] = shared[Place::at(local)];
  keys[local + kKeys] = shared[Place::at(local + kKeys)];
}

// Groups of bits that registers hold (core/engines/plans/memory_lens.h).
enum Group : unsigned { kTop, kColumns, kRows };

// Where the key of thread t's register e stands in the tile.
template <unsigned kTileLog2, Group kGroup>
__device__ unsigned tile_at(unsigned t, unsigned e) {
  constexpr unsigned kLow = kGroup == kRows ? 0 : kGroup == kColumns ? 5 : kTileLog2 - 5;
  return t >> kLow << (kLow + 5) | e << kLow | (t & ((1u << kLow) - 1));
}

// An exchange of "fast": 32 stores, 32 loads.
template <unsigned kTileLog2, Group kFrom, Group kTo, typename Place>
__global__ void __launch_bounds__(1u << (kTileLog2 - 5))
    tile_exchange(std::uint32_t* keys, unsigned repeats) {
  volatile std::uint32_t* shared = reinterpret_cast<volatile std::uint32_t*>(shared_bytes);
  const unsigned t = threadIdx.x;
  std::uint32_t own[32];
#pragma unroll
  for (unsigned e = 0; e < 32; ++e) own[e] = keys[tile_at<kTileLog2, kColumns>(t, e)];
  for (unsigned r = 0; r < repeats; ++r) {
#pragma unroll
    for (unsigned e = 0; e < 32; ++e) shared[Place::at(tile_at<kTileLog2, kFrom>(t, e))] = own[e];
    __syncthreads();
#pragma unroll
    for (unsigned e = 0; e < 32; ++e) own[e] = shared[Place::at(tile_at<kTileLog2, kTo>(t, e))];
    __syncthreads();
  }
#pragma unroll
  for (unsigned e = 0; e < 32; ++e) keys[tile_at<kTileLog2, kColumns>(t, e)] = own[e];
}

void say(const char* kernel, const char* placement, unsigned key_bytes, unsigned threads,
         unsigned pattern) {
  must(cudaDeviceSynchronize(), kernel);
  std::printf("%s,%s,%u,%u,%u,%u\n", kernel, placement, key_bytes, threads, pattern, kRepeats);
}

template <typename Word, typename Place>
void probe_layers(void* keys) {
  const unsigned bytes = (2 * kKeys + 64) * sizeof(Word);
  for (unsigned j = 1; j <= kKeys / 2; j *= 2) {
    block_layer<Word, Place><<<1, kKeys, bytes>>>(static_cast<Word*>(keys), j, kRepeats);
    say("block", Place::kId, sizeof(Word), kKeys, j);
    chunk_layer<Word, Place><<<1, kKeys, bytes>>>(static_cast<Word*>(keys), j, kRepeats);
    // Below distance 32 V2 itself uses shuffles.
    say(j < 32 ? "v2-shared" : "v2", Place::kId, sizeof(Word), kKeys, j);
  }
}

template <unsigned kTileLog2, Group kFrom, Group kTo, typename Place>
void probe_exchange(void* keys) {
  constexpr unsigned kThreads = 1u << (kTileLog2 - 5);
  const unsigned bytes = ((1u << kTileLog2) + (1u << (kTileLog2 - 5))) * 4;
  const auto kernel = tile_exchange<kTileLog2, kFrom, kTo, Place>;
  must(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                            static_cast<int>(bytes)),
       "shared memory");
  kernel<<<1, kThreads, bytes>>>(static_cast<std::uint32_t*>(keys), kRepeats);
  say("fast", Place::kId, 4, kThreads, 10 * kFrom + kTo);
}

template <unsigned kTileLog2, typename Place>
void probe_tile(void* keys) {
  probe_exchange<kTileLog2, kTop, kColumns, Place>(keys);
  probe_exchange<kTileLog2, kColumns, kRows, Place>(keys);
  probe_exchange<kTileLog2, kRows, kColumns, Place>(keys);
  probe_exchange<kTileLog2, kRows, kTop, Place>(keys);
}

template <typename Place>
void probe(void* keys) {
  probe_layers<std::uint32_t, Place>(keys);
  probe_layers<std::uint64_t, Place>(keys);
  probe_tile<12, Place>(keys);
  probe_tile<13, Place>(keys);
  probe_tile<14, Place>(keys);
  probe_tile<15, Place>(keys);
}

}  // namespace

int main() {
  void* keys = nullptr;
  must(cudaMalloc(&keys, (1u << 15) * 8), "memory for keys");
  must(cudaMemset(keys, 0, (1u << 15) * 8), "memory for keys");
  probe<Plain>(keys);
  probe<Padded>(keys);
  probe<Swizzled>(keys);
  must(cudaFree(keys), "memory for keys");
  return 0;
}
