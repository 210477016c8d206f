// layers_avx2.cpp: layers in AVX2, eight comparators (a byte of the recording) at a time.
#include "core/engines/cpu/layers.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>

// After the standard headers: what they define inline must stay portable.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#endif

#include "core/engines/cpu/layer_range.h"

namespace sortscope {

namespace {

template <typename Word>
__m256i load(const Word* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}
template <typename Word>
void store(Word* words, __m256i values) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), values);
}

__m256i all_lanes(bool set) { return _mm256_set1_epi32(set ? -1 : 0); }

// Lanes whose lower wire has the direction bit; `offsets`: lower wires, counted from `wire`.
__m256i descending_lanes(__m256i offsets, std::uint32_t wire, std::uint32_t direction_bit) {
  const __m256i lower = _mm256_add_epi32(offsets, _mm256_set1_epi32(static_cast<int>(wire)));
  const __m256i hit = _mm256_and_si256(lower, _mm256_set1_epi32(static_cast<int>(direction_bit)));
  return _mm256_cmpgt_epi32(hit, _mm256_setzero_si256());
}

// 16 neighbouring words as the lower and upper words of 8 comparators, in order of the lower wire.
// From words a0-a7 b0-b7: distance 4 takes a0-a3 b0-b3 to the lower words, distance 2 a0 a1 a4 a5
// b0 b1 b4 b5, distance 1 a0 a2 a4 a6 b0 b2 b4 b6.
struct Pairs32 {
  __m256i lower;
  __m256i upper;

  static Pairs32 of(__m256i a, __m256i b, std::uint32_t chunk_log2) {
    Pairs32 pairs{_mm256_permute2x128_si256(a, b, 0x20), _mm256_permute2x128_si256(a, b, 0x31)};
    if (chunk_log2 < 2) pairs.four_to_two();
    if (chunk_log2 < 1) pairs.two_to_one();
    return pairs;
  }
  void back(std::uint32_t chunk_log2, __m256i& a, __m256i& b) {
    if (chunk_log2 == 0) {
      *this = {_mm256_unpacklo_epi32(lower, upper), _mm256_unpackhi_epi32(lower, upper)};
    } else if (chunk_log2 == 1) {
      *this = {_mm256_unpacklo_epi64(lower, upper), _mm256_unpackhi_epi64(lower, upper)};
    }
    a = _mm256_permute2x128_si256(lower, upper, 0x20);
    b = _mm256_permute2x128_si256(lower, upper, 0x31);
  }
  void four_to_two() {
    *this = {_mm256_unpacklo_epi64(lower, upper), _mm256_unpackhi_epi64(lower, upper)};
  }
  void two_to_one() {
    *this = {_mm256_blend_epi32(lower, _mm256_slli_epi64(upper, 32), 0xAA),
             _mm256_blend_epi32(_mm256_srli_epi64(lower, 32), upper, 0xAA)};
  }
  // The wires of `lower`, counted from a0.
  static __m256i offsets(std::uint32_t chunk_log2) {
    switch (chunk_log2) {
      case 0:
        return _mm256_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14);
      case 1:
        return _mm256_setr_epi32(0, 1, 4, 5, 8, 9, 12, 13);
      default:
        return _mm256_setr_epi32(0, 1, 2, 3, 8, 9, 10, 11);
    }
  }
};

// Eight comparators of 32-bit words, by a rule that is told which lanes are descending.
template <typename Rule>
struct Wide32 {
  static constexpr bool kWide = true;
  std::uint32_t* words;
  Rule rule;

  void one(std::uint32_t lower, std::uint32_t upper, bool descending) {
    rule.one(words[lower], words[upper], descending);
  }
  void eight(std::uint32_t lower, std::uint32_t upper, bool descending) {
    __m256i a = load(words + lower);
    __m256i b = load(words + upper);
    rule.eight(a, b, all_lanes(descending));
    store(words + lower, a);
    store(words + upper, b);
  }
  void eight_mirrored(std::uint32_t lower, std::uint32_t upper) {
    const __m256i reverse = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    __m256i a = load(words + lower);
    __m256i b = _mm256_permutevar8x32_epi32(load(words + upper - 7), reverse);
    rule.eight(a, b, all_lanes(false));
    store(words + lower, a);
    store(words + upper - 7, _mm256_permutevar8x32_epi32(b, reverse));
  }
  void eight_paired(std::uint32_t wire, std::uint32_t chunk_log2, std::uint32_t direction_bit) {
    __m256i a = load(words + wire);
    __m256i b = load(words + wire + 8);
    Pairs32 pairs = Pairs32::of(a, b, chunk_log2);
    rule.eight(pairs.lower, pairs.upper,
               descending_lanes(Pairs32::offsets(chunk_log2), wire, direction_bit));
    pairs.back(chunk_log2, a, b);
    store(words + wire, a);
    store(words + wire + 8, b);
  }
};

// Exchanges words that are out of order. A lane exchanged iff its lower word changed.
struct Exchange32 {
  BitSink sink;

  void one(std::uint32_t& a, std::uint32_t& b, bool descending) {
    const std::uint32_t least = std::min(a, b);
    const std::uint32_t most = std::max(a, b);
    const std::uint32_t first = descending ? most : least;
    sink.put(first != a ? 1 : 0, 1);
    b = descending ? least : most;
    a = first;
  }
  void eight(__m256i& a, __m256i& b, __m256i descending) {
    const __m256i least = _mm256_min_epu32(a, b);
    const __m256i most = _mm256_max_epu32(a, b);
    const __m256i first = _mm256_blendv_epi8(least, most, descending);
    const __m256i kept = _mm256_cmpeq_epi32(first, a);
    sink.put(static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(kept))) ^ 0xff, 8);
    b = _mm256_blendv_epi8(most, least, descending);
    a = first;
  }
};

// Exchanges where the bits say so.
struct Apply32 {
  BitSource source;

  void one(std::uint32_t& a, std::uint32_t& b, bool /*descending*/) {
    const std::uint32_t differing = (a ^ b) & (0 - source.take(1));
    a ^= differing;
    b ^= differing;
  }
  void eight(__m256i& a, __m256i& b, __m256i /*descending*/) {
    const __m256i lanes = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    const __m256i bits = _mm256_set1_epi32(static_cast<int>(source.take(8)));
    const __m256i exchange = _mm256_cmpeq_epi32(_mm256_and_si256(bits, lanes), lanes);
    const __m256i first = _mm256_blendv_epi8(a, b, exchange);
    b = _mm256_blendv_epi8(b, a, exchange);
    a = first;
  }
};

// 64-bit words, alone or with places beside them.
template <bool kPlaced>
struct Exchange64 {
  static constexpr bool kWide = true;
  CpuCells cells;
  BitSink sink;

  void one(std::uint32_t lower, std::uint32_t upper, bool descending) {
    std::uint64_t& a = cells.words64[lower];
    std::uint64_t& b = cells.words64[upper];
    const std::uint64_t x = a & cells.compared_bits;
    const std::uint64_t y = b & cells.compared_bits;
    bool exchange = descending ? x < y : x > y;
    if constexpr (kPlaced) {
      std::uint32_t& p = cells.places[lower];
      std::uint32_t& q = cells.places[upper];
      const bool pad_p = p >= cells.real_keys;
      const bool pad_q = q >= cells.real_keys;
      exchange |= (x == y) & (descending ? !pad_p & pad_q : pad_p & !pad_q);
      const std::uint32_t differing = (p ^ q) & (exchange ? ~std::uint32_t{0} : 0);
      p ^= differing;
      q ^= differing;
    }
    const std::uint64_t differing = (a ^ b) & (exchange ? ~std::uint64_t{0} : 0);
    a ^= differing;
    b ^= differing;
    sink.put(exchange ? 1 : 0, 1);
  }

  // Compares as signed: the sign bit is flipped.
  [[nodiscard]] __m256i comparable(__m256i words) const {
    const auto mask = static_cast<long long>(cells.compared_bits);
    return _mm256_xor_si256(_mm256_and_si256(words, _mm256_set1_epi64x(mask)),
                            _mm256_set1_epi64x(static_cast<long long>(1ull << 63)));
  }
  static unsigned four(__m256i& a, __m256i& b, __m256i exchange) {
    const __m256i first = _mm256_blendv_epi8(a, b, exchange);
    b = _mm256_blendv_epi8(b, a, exchange);
    a = first;
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(exchange)));
  }
  [[nodiscard]] __m256i out_of_order(__m256i a, __m256i b, __m256i descending) const {
    const __m256i x = comparable(a);
    const __m256i y = comparable(b);
    return _mm256_blendv_epi8(_mm256_cmpgt_epi64(x, y), _mm256_cmpgt_epi64(y, x), descending);
  }
  [[nodiscard]] __m128i padding(__m128i places) const {
    const __m128i first = _mm_set1_epi32(static_cast<int>(cells.real_keys));
    return _mm_cmpeq_epi32(_mm_max_epu32(places, first), places);
  }

  // Lower words a at `lower`, upper words b at `upper`; with places these stand at the same wires.
  unsigned four_placed(__m256i& a, __m256i& b, __m128i& p, __m128i& q, __m256i descending) const {
    const __m128i pad_p = padding(p);
    const __m128i pad_q = padding(q);
    const __m256i tie = _mm256_cmpeq_epi64(comparable(a), comparable(b));
    const __m256i above = _mm256_cvtepi32_epi64(_mm_andnot_si128(pad_q, pad_p));
    const __m256i below = _mm256_cvtepi32_epi64(_mm_andnot_si128(pad_p, pad_q));
    const __m256i by_padding = _mm256_and_si256(tie, _mm256_blendv_epi8(above, below, descending));
    const __m256i exchange = _mm256_or_si256(out_of_order(a, b, descending), by_padding);
    const __m128i narrow = _mm256_castsi256_si128(
        _mm256_permutevar8x32_epi32(exchange, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
    const __m128i first = _mm_blendv_epi8(p, q, narrow);
    q = _mm_blendv_epi8(q, p, narrow);
    p = first;
    return four(a, b, exchange);
  }

  unsigned four_at(std::uint32_t lower, std::uint32_t upper, bool descending) {
    __m256i a = load(cells.words64 + lower);
    __m256i b = load(cells.words64 + upper);
    unsigned bits = 0;
    if constexpr (kPlaced) {
      auto* at_p = reinterpret_cast<__m128i*>(cells.places + lower);
      auto* at_q = reinterpret_cast<__m128i*>(cells.places + upper);
      __m128i p = _mm_loadu_si128(at_p);
      __m128i q = _mm_loadu_si128(at_q);
      bits = four_placed(a, b, p, q, all_lanes(descending));
      _mm_storeu_si128(at_p, p);
      _mm_storeu_si128(at_q, q);
    } else {
      bits = four(a, b, out_of_order(a, b, all_lanes(descending)));
    }
    store(cells.words64 + lower, a);
    store(cells.words64 + upper, b);
    return bits;
  }
  void eight(std::uint32_t lower, std::uint32_t upper, bool descending) {
    const unsigned low = four_at(lower, upper, descending);
    sink.put(low | four_at(lower + 4, upper + 4, descending) << 4, 8);
  }

  void eight_mirrored(std::uint32_t lower, std::uint32_t upper) {
    if constexpr (kPlaced) {
      for (std::uint32_t i = 0; i < 8; ++i) one(lower + i, upper - i, false);
    } else {
      unsigned bits = 0;
      for (unsigned half = 0; half < 8; half += 4) {
        constexpr int kReverse = 0x1b;
        __m256i a = load(cells.words64 + lower + half);
        __m256i b = _mm256_permute4x64_epi64(load(cells.words64 + upper - 3 - half), kReverse);
        bits |= four(a, b, out_of_order(a, b, all_lanes(false))) << half;
        store(cells.words64 + lower + half, a);
        store(cells.words64 + upper - 3 - half, _mm256_permute4x64_epi64(b, kReverse));
      }
      sink.put(bits, 8);
    }
  }

  void eight_paired(std::uint32_t wire, std::uint32_t chunk_log2, std::uint32_t direction_bit) {
    const std::uint32_t chunk = 1u << chunk_log2;
    if constexpr (kPlaced) {
      for (std::uint32_t i = 0; i < 8; ++i) {
        const std::uint32_t lower = wire + insert_zero_bit(i, chunk_log2);
        one(lower, lower + chunk, (lower & direction_bit) != 0);
      }
      return;
    }
    unsigned bits = 0;
    for (unsigned half = 0; half < 8; half += 4) {
      const std::uint32_t at = wire + 2 * half;
      __m256i a = load(cells.words64 + at);
      __m256i b = load(cells.words64 + at + 4);
      bits |= four_paired(a, b, at, chunk_log2, direction_bit) << half;
      store(cells.words64 + at, a);
      store(cells.words64 + at + 4, b);
    }
    sink.put(bits, 8);
  }

  // a0-a3 b0-b3: distance 4 compares a with b, distance 2 a0 a1 b0 b1 with the rest, distance 1 a0
  // a2 b0 b2.
  unsigned four_paired(__m256i& a, __m256i& b, std::uint32_t wire, std::uint32_t chunk_log2,
                       std::uint32_t direction_bit) const {
    __m256i lower = a;
    __m256i upper = b;
    if (chunk_log2 < 2) {
      lower = _mm256_permute2x128_si256(a, b, 0x20);
      upper = _mm256_permute2x128_si256(a, b, 0x31);
    }
    if (chunk_log2 < 1) {
      const __m256i even = _mm256_unpacklo_epi64(lower, upper);
      upper = _mm256_unpackhi_epi64(lower, upper);
      lower = even;
    }
    const __m256i offsets = chunk_log2 == 2   ? _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3)
                            : chunk_log2 == 1 ? _mm256_setr_epi32(0, 0, 1, 1, 4, 4, 5, 5)
                                              : _mm256_setr_epi32(0, 0, 2, 2, 4, 4, 6, 6);
    const __m256i descending = descending_lanes(offsets, wire, direction_bit);
    const unsigned bits = four(lower, upper, out_of_order(lower, upper, descending));
    if (chunk_log2 < 1) {
      const __m256i low = _mm256_unpacklo_epi64(lower, upper);
      upper = _mm256_unpackhi_epi64(lower, upper);
      lower = low;
    }
    a = chunk_log2 < 2 ? _mm256_permute2x128_si256(lower, upper, 0x20) : lower;
    b = chunk_log2 < 2 ? _mm256_permute2x128_si256(lower, upper, 0x31) : upper;
    return bits;
  }
};

void run_avx2(const LayerForm& form, std::uint32_t wires, std::uint32_t first, std::uint32_t last,
              const CpuCells& cells, std::uint32_t* bits) {
  if (first >= last) return;
  if (cells.words32 != nullptr) {
    Wide32<Exchange32> ops{cells.words32, {BitSink(bits)}};
    LayerWalk<Wide32<Exchange32>>(form, wires, ops).run(first, last);
    ops.rule.sink.finish();
  } else if (cells.places != nullptr) {
    Exchange64<true> ops{cells, BitSink(bits)};
    LayerWalk<Exchange64<true>>(form, wires, ops).run(first, last);
    ops.sink.finish();
  } else {
    Exchange64<false> ops{cells, BitSink(bits)};
    LayerWalk<Exchange64<false>>(form, wires, ops).run(first, last);
    ops.sink.finish();
  }
}

void apply_avx2(const LayerForm& form, std::uint32_t wires, std::uint32_t first, std::uint32_t last,
                std::uint32_t* places, const std::uint32_t* bits) {
  if (first >= last) return;
  Wide32<Apply32> ops{places, {BitSource(bits, first)}};
  LayerWalk<Wide32<Apply32>>(form, wires, ops).run(first, last);
}

// A word of bits is broadcast; each lane looks at a bit of its own, eight at a time.
void apply_run_avx2(std::uint32_t* lower, std::uint32_t* upper, const std::uint32_t* bits,
                    std::uint32_t words) {
  const __m256i first = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i lanes[4] = {first, _mm256_slli_epi32(first, 8), _mm256_slli_epi32(first, 16),
                            _mm256_slli_epi32(first, 24)};
  for (std::uint32_t w = 0; w < words; ++w) {
    const __m256i word = _mm256_set1_epi32(static_cast<int>(bits[w]));
    for (const __m256i& lane : lanes) {
      const __m256i exchange = _mm256_cmpeq_epi32(_mm256_and_si256(word, lane), lane);
      const __m256i a = load(lower);
      const __m256i b = load(upper);
      store(lower, _mm256_blendv_epi8(a, b, exchange));
      store(upper, _mm256_blendv_epi8(b, a, exchange));
      lower += 8;
      upper += 8;
    }
  }
}

std::uint64_t count_avx2(const std::uint32_t* words, std::uint64_t count) {
  std::uint64_t ones = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    ones += static_cast<std::uint64_t>(__builtin_popcount(words[i]));
  }
  return ones;
}

}  // namespace

const CpuLayers* avx2_layers() {
  static constexpr CpuLayers kAvx2 = {"AVX2", run_avx2, apply_avx2, apply_run_avx2, count_avx2};
  return &kAvx2;
}

}  // namespace sortscope

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else

namespace sortscope {
const CpuLayers* avx2_layers() { return nullptr; }
}  // namespace sortscope

#endif
