// lab_peers_impl.cuh: CUB's and Thrust's sorts of one size of word.
#pragma once

#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cub/cub.cuh>

#include "kernels/engine/lab_peers.cuh"

namespace sortscope::device {

struct LabLess {
  template <typename Word>
  __device__ bool operator()(const Word& a, const Word& b) const {
    return a < b;
  }
};

template <typename Word>
static cudaError_t run_lab_cub(LabPeer peer, const LabPeerKeys& keys, void* scratch,
                               std::size_t& bytes, cudaStream_t stream) {
  auto* const words = static_cast<Word*>(keys.words);
  auto* const next = static_cast<Word*>(keys.next_words);
  const auto n = static_cast<std::int64_t>(keys.n);
  constexpr int kBits = static_cast<int>(sizeof(Word) * 8);
  if (peer == LabPeer::kCubRadix) {
    return keys.payloads == nullptr
               ? cub::DeviceRadixSort::SortKeys(scratch, bytes, words, next, n, 0, kBits, stream)
               : cub::DeviceRadixSort::SortPairs(scratch, bytes, words, next, keys.payloads,
                                                 keys.next_payloads, n, 0, kBits, stream);
  }
  return keys.payloads == nullptr
             ? cub::DeviceMergeSort::SortKeys(scratch, bytes, words, n, LabLess{}, stream)
             : cub::DeviceMergeSort::SortPairs(scratch, bytes, words, keys.payloads, n, LabLess{},
                                               stream);
}

template <typename Word>
cudaError_t lab_peer_scratch(LabPeer peer, const LabPeerKeys& keys, std::size_t& bytes) {
  bytes = 0;
  return peer == LabPeer::kThrust ? cudaSuccess
                                  : run_lab_cub<Word>(peer, keys, nullptr, bytes, nullptr);
}

template <typename Word>
cudaError_t lab_peer_sort(LabPeer peer, const LabPeerKeys& keys, void* scratch, std::size_t bytes,
                          LabPool& pool, cudaStream_t stream) {
  if (peer != LabPeer::kThrust) return run_lab_cub<Word>(peer, keys, scratch, bytes, stream);
  auto* const words = static_cast<Word*>(keys.words);
  const auto policy = thrust::cuda::par_nosync(pool).on(stream);
  if (keys.payloads == nullptr) {
    thrust::sort(policy, words, words + keys.n);
  } else {
    thrust::sort_by_key(policy, words, words + keys.n, keys.payloads);
  }
  return cudaGetLastError();
}

}  // namespace sortscope::device
