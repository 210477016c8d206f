// lab_peers.cuh: CUB's and Thrust's sorts of words in device memory; compiled for each size of word
// in its own file.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <map>

namespace sortscope::device {

enum class LabPeer : std::uint8_t { kCubRadix, kCubMerge, kThrust };

/// n words, and payloads that travel with them or null. The radix sort leaves its result in `next`;
/// the others sort in place.
struct LabPeerKeys {
  void* words = nullptr;
  std::uint32_t* payloads = nullptr;
  void* next_words = nullptr;
  std::uint32_t* next_payloads = nullptr;
  std::uint32_t n = 0;
};

/// Device memory that Thrust asks for, kept for the next call. One stream uses it.
class LabPool {
 public:
  using value_type = char;
  LabPool() = default;
  LabPool(const LabPool&) = delete;
  LabPool& operator=(const LabPool&) = delete;
  ~LabPool();
  char* allocate(std::ptrdiff_t bytes);  // throws std::bad_alloc
  void deallocate(char* memory, std::size_t bytes);
  /// Gives back what is not in use; false where there is nothing.
  bool release();

 private:
  std::multimap<std::size_t, char*> free_;  // by bytes
  std::map<char*, std::size_t> used_;
};

/// Bytes of scratch memory that the peer wants: 0 of Thrust, which takes it from the pool.
template <typename Word>
cudaError_t lab_peer_scratch(LabPeer peer, const LabPeerKeys& keys, std::size_t& bytes);

/// Sorts on `stream`. CUB's sorts do not wait and may be captured. Thrust's throw.
template <typename Word>
cudaError_t lab_peer_sort(LabPeer peer, const LabPeerKeys& keys, void* scratch, std::size_t bytes,
                          LabPool& pool, cudaStream_t stream);

extern template cudaError_t lab_peer_scratch<std::uint32_t>(LabPeer, const LabPeerKeys&,
                                                            std::size_t&);
extern template cudaError_t lab_peer_sort<std::uint32_t>(LabPeer, const LabPeerKeys&, void*,
                                                         std::size_t, LabPool&, cudaStream_t);
extern template cudaError_t lab_peer_scratch<std::uint64_t>(LabPeer, const LabPeerKeys&,
                                                            std::size_t&);
extern template cudaError_t lab_peer_sort<std::uint64_t>(LabPeer, const LabPeerKeys&, void*,
                                                         std::size_t, LabPool&, cudaStream_t);

}  // namespace sortscope::device
