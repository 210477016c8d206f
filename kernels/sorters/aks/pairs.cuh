// pairs.cuh: what the kernels of the AKS network share: comparators of a stage, and their bits.
#pragma once

#include "core/engines/plans/aks.h"
#include "core/networks/aks/network.h"
#include "kernels/device/comparator.cuh"

namespace sortscope::device {

/// Everything that a stage's comparators are made from, beside the stage.
struct AksGraph {
  AksKeying keying;
  const AksPair* planted = nullptr;
};

/// The four key words of a halver's matching.
struct alignas(16) AksHashKeys {
  std::uint32_t words[4];
};
__device__ __forceinline__ AksHashKeys aks_hash_keys(const AksGraph& graph, const AksStage& stage,
                                                     std::uint32_t matching, std::uint32_t halver) {
  const std::uint32_t node = halver / stage.sides;
  const MatchingKey key =
      aks_matching_key(graph.keying, stage, matching, node, halver - node * stage.sides);
  const HashMatching hash = hash_matching(key_bits_of(key), stage.half);
  return {{hash.keys[0], hash.keys[1], hash.keys[2], hash.keys[3]}};
}
/// What all matchings of a stage have in common, with the keys of one of them.
__device__ __forceinline__ void set_keys(HashMatching& hash, const AksHashKeys& keys) {
  for (int i = 0; i < 4; ++i) hash.keys[i] = keys.words[i];
}

/// Halver wires of comparator `u`, for all works but those whose partners are stored.
__device__ __forceinline__ AksPair aks_pair(const AksStage& stage, const LayerForm& form,
                                            const HashMatching& hash, const AksPair* planted,
                                            std::uint32_t matching, std::uint32_t u) {
  switch (stage.work) {
    case AksWork::kMatching:
      return {u, stage.half + hash_partner(hash, u)};
    case AksWork::kCyclic: {
      const std::uint32_t v = u + matching;
      return {u, stage.half + (v < stage.half ? v : v - stage.half)};
    }
    case AksWork::kShuffle:
      return aks_shuffle_pair(hash, stage.half, u);
    case AksWork::kPlanted:
      return planted[stage.planted + u];
    default: {
      const WirePair pair = wires_of(form, stage.wires, u);
      return {pair.lower, pair.upper};
    }
  }
}

/// Exact x / d for x < 2^16 (d >= 1), by a multiplication.
struct SmallDivisor {
  std::uint32_t d;
  std::uint32_t magic;
  __device__ explicit SmallDivisor(std::uint32_t divisor)
      : d(divisor), magic(divisor == 1 ? 0 : 0xFFFFFFFFu / divisor + 1) {}
  [[nodiscard]] __device__ std::uint32_t divide(std::uint32_t x) const {
    return d == 1 ? x : __umulhi(x, magic);
  }
};

/// Outcomes of comparators that follow one another in a layer, one a lane, in order of their index,
/// which is a multiple of 32 in lane 0: `word` holds the ballots. Only [first, last) are known
/// here: words that they do not fill are shared with other blocks, and were 0 before.
__device__ __forceinline__ void write_outcomes(std::uint32_t* layer_bits, std::uint32_t index,
                                               std::uint32_t first, std::uint32_t last,
                                               std::uint32_t word) {
  if (index >= first && index + kWarp <= last) {
    __stcs(layer_bits + index / kWarp, word);
  } else if (word != 0) {
    atomicOr(layer_bits + index / kWarp, word);
  }
}

/// Puts a halver's left and right key in order: the smaller to the left, on the right side of a
/// separator to the right. True if they were exchanged.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool must_exchange(const Key<Word, kPlaces>& left,
                                              const Key<Word, kPlaces>& right, bool mirrored,
                                              bool forced) {
  return forced || (mirrored ? held_after(right, left) : held_after(left, right));
}

}  // namespace sortscope::device
