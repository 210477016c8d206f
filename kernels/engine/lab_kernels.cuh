// lab_kernels.cuh: the lab's own work on the device: checking outputs, counting up, floors.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace sortscope::device {

/// What a check found.
struct LabFindings {
  unsigned long long hash;      // lab_hash of all, summed
  unsigned long long descents;  // keys smaller than the one before
  unsigned long long strays;    // payloads that do not stand beside their key
};

/// places[i] = i for i < n.
cudaError_t lab_count_up(std::uint32_t* places, std::uint32_t n, cudaStream_t stream);

/// Adds to `findings` what it finds in n words of `key_bits` (and payloads; null: none): payload p
/// must stand beside the word input[p].
cudaError_t lab_check(unsigned key_bits, const void* words, const std::uint32_t* payloads,
                      const void* input, std::uint32_t n, LabFindings* findings,
                      cudaStream_t stream);

/// Adds to findings->hash lab_hash_bits() of `count` words.
cudaError_t lab_hash_words(const std::uint32_t* words, std::uint64_t count, LabFindings* findings,
                           cudaStream_t stream);

/// Adds to findings->strays the words of `wires` that are not the input's at their place; places
/// from n on have all bits set.
cudaError_t lab_check_places(unsigned key_bits, const void* words, const std::uint32_t* places,
                             std::uint32_t wires, const void* input, std::uint32_t n,
                             LabFindings* findings, cudaStream_t stream);

/// Copies `bytes` (a multiple of 16) from `from` to `to`, `rounds` times.
cudaError_t lab_copy(const void* from, void* to, std::uint64_t bytes, unsigned rounds,
                     cudaStream_t stream);

/// 32-bit minima and maxima in registers on every multiprocessor; sets `operations` to how many.
cudaError_t lab_min_max(int multiprocessors, unsigned* sink, double& operations,
                        cudaStream_t stream);

/// A kernel that does nothing.
cudaError_t lab_nothing(cudaStream_t stream);

}  // namespace sortscope::device
