// comparator.cuh: keys on the device, and the comparator that all kernels share.
#pragma once

#include <cstdint>

namespace sortscope::device {

inline constexpr std::uint32_t kWarp = 32;
inline constexpr std::uint32_t kAllLanes = 0xFFFFFFFFu;

/// Keys in device memory: one word a wire, and its place where kPlaces. Places from `real_keys` on
/// are padding, which comes after every real key of the same word.
template <typename Word, bool kPlaces>
struct KeyArrays {
  Word* words;
  std::uint32_t* places;
  std::uint32_t real_keys;
};

/// The same in shared memory.
template <typename Word, bool kPlaces, std::uint32_t kSize>
struct SharedKeys {
  Word words[kSize];
  std::uint32_t places[kPlaces ? kSize : 1];
};

template <typename Word, bool kPlaces>
struct Key;
template <typename Word>
struct Key<Word, false> {
  Word word;
};
template <typename Word>
struct Key<Word, true> {
  Word word;
  std::uint32_t place;
};

template <typename Word, bool kPlaces, typename Arrays>
__device__ __forceinline__ Key<Word, kPlaces> load_key(const Arrays& keys, std::uint32_t wire) {
  if constexpr (kPlaces) {
    return {keys.words[wire], keys.places[wire]};
  } else {
    return {keys.words[wire]};
  }
}

template <typename Word, bool kPlaces, typename Arrays>
__device__ __forceinline__ void store_key(Arrays& keys, std::uint32_t wire,
                                          const Key<Word, kPlaces>& key) {
  keys.words[wire] = key.word;
  if constexpr (kPlaces) keys.places[wire] = key.place;
}

/// True if `a` comes strictly after `b`.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool exceeds(const Key<Word, kPlaces>& a, const Key<Word, kPlaces>& b,
                                        std::uint32_t real_keys) {
  if constexpr (kPlaces) {
    return a.word > b.word || (a.word == b.word && a.place >= real_keys && b.place < real_keys);
  } else {
    return a.word > b.word;
  }
}

/// Puts `lower` and `upper` in order (the smaller to `lower` if `ascending`). True if it exchanged
/// them: only where they were strictly out of order.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool compare_exchange(Key<Word, kPlaces>& lower,
                                                 Key<Word, kPlaces>& upper, bool ascending,
                                                 std::uint32_t real_keys) {
  const Key<Word, kPlaces> small = ascending ? lower : upper;
  const Key<Word, kPlaces> large = ascending ? upper : lower;
  const bool exchange = exceeds(small, large, real_keys);
  const Key<Word, kPlaces> first = lower;
  lower = exchange ? upper : lower;
  upper = exchange ? first : upper;
  return exchange;
}

/// The key of the lane whose number differs in the bits of `mask`.
template <typename Word, bool kPlaces>
__device__ __forceinline__ Key<Word, kPlaces> shuffle_xor(const Key<Word, kPlaces>& key,
                                                          std::uint32_t mask) {
  Key<Word, kPlaces> other;
  other.word = __shfl_xor_sync(kAllLanes, key.word, mask);
  if constexpr (kPlaces) other.place = __shfl_xor_sync(kAllLanes, key.place, mask);
  return other;
}

/// `x` with a 0 bit put in at the bit of `step` (a power of two), and without that bit.
__device__ __forceinline__ std::uint32_t insert_zero_at(std::uint32_t x, std::uint32_t step) {
  return ((x & ~(step - 1)) << 1) | (x & (step - 1));
}
__device__ __forceinline__ std::uint32_t remove_at(std::uint32_t x, std::uint32_t step) {
  return ((x >> 1) & ~(step - 1)) | (x & (step - 1));
}

/// Keys as the kernels with many layers a launch hold them: a place has its top bit set where the
/// key is padding, and where the level descends word and top bit are complemented, so that every
/// comparator puts the smaller to the lower wire.
inline constexpr std::uint32_t kPaddingBit = 0x80000000u;

template <typename Word, bool kPlaces>
__device__ __forceinline__ Key<Word, kPlaces> take_key(const KeyArrays<Word, kPlaces>& keys,
                                                       std::uint32_t wire) {
  auto key = load_key<Word, kPlaces>(keys, wire);
  if constexpr (kPlaces) key.place |= key.place >= keys.real_keys ? kPaddingBit : 0;
  return key;
}

template <typename Word, bool kPlaces>
__device__ __forceinline__ void give_key(KeyArrays<Word, kPlaces>& keys, std::uint32_t wire,
                                         Key<Word, kPlaces> key) {
  if constexpr (kPlaces) key.place &= ~kPaddingBit;
  store_key(keys, wire, key);
}

/// All bits set where the level `k` descends at `wire`; what complements a key.
template <typename Word>
__device__ __forceinline__ Word turn_of(std::uint32_t wire, std::uint32_t k) {
  return (wire & k) != 0 ? ~Word{0} : Word{0};
}

template <typename Word, bool kPlaces>
__device__ __forceinline__ void turn_key(Key<Word, kPlaces>& key, Word turn) {
  key.word ^= turn;
  if constexpr (kPlaces) key.place ^= static_cast<std::uint32_t>(turn) & kPaddingBit;
}

/// `a` strictly after `b`, both as held.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool held_after(const Key<Word, kPlaces>& a,
                                           const Key<Word, kPlaces>& b) {
  if constexpr (kPlaces) {
    return a.word > b.word ||
           (a.word == b.word && (a.place & kPaddingBit) > (b.place & kPaddingBit));
  } else {
    return a.word > b.word;
  }
}

/// Puts two held keys in order. True if it exchanged them.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool order_held(Key<Word, kPlaces>& lower, Key<Word, kPlaces>& upper) {
  const bool exchange = held_after(lower, upper);
  const Key<Word, kPlaces> first = lower;
  if constexpr (kPlaces) {
    lower = exchange ? upper : lower;
    upper = exchange ? first : upper;
  } else {
    lower.word = min(first.word, upper.word);
    upper.word = max(first.word, upper.word);
  }
  return exchange;
}

/// The comparator of a lane's key and the one of its partner, seen by the lane: it keeps the
/// smaller, or if `is_upper` the larger.
template <typename Word, bool kPlaces>
__device__ __forceinline__ void keep_held(Key<Word, kPlaces>& own, const Key<Word, kPlaces>& other,
                                          bool is_upper) {
  if constexpr (kPlaces) {
    const bool exchange = is_upper ? held_after(other, own) : held_after(own, other);
    own = exchange ? other : own;
  } else {
    own.word = is_upper ? max(own.word, other.word) : min(own.word, other.word);
  }
}

/// Every other launch walks the blocks backwards: it begins with the keys that the one before left
/// in the L2 cache.
__device__ __forceinline__ std::uint32_t block_index(bool backwards) {
  return backwards ? gridDim.x - 1 - blockIdx.x : blockIdx.x;
}

/// A layer of the XOR form: partner i xor j, ascending where (i and k) = 0; k = 0: all ascending.
struct XorLayer {
  std::uint32_t k;
  std::uint32_t j;
};

/// Layers in the order of the schedule. A merger (k = 0) ends after j = 1.
__device__ __forceinline__ XorLayer next_layer(XorLayer layer) {
  if (layer.j > 1) return {layer.k, layer.j / 2};
  return {layer.k * 2, layer.k};
}

}  // namespace sortscope::device
