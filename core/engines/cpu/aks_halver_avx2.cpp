// aks_halver_avx2.cpp: halvers of the AKS network in AVX2, eight comparators (a byte of the
// recording) at a time.
#include "core/engines/cpu/aks_halver.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <cstring>

// After the other headers: what they define inline must stay portable.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#endif

namespace sortscope {

namespace {

__m256i load(const void* from) { return _mm256_loadu_si256(static_cast<const __m256i*>(from)); }
void store(void* into, __m256i values) { _mm256_storeu_si256(static_cast<__m256i*>(into), values); }
__m256i iota() { return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7); }

// Appends the low `count` bits; those above them are 0.
void put(std::uint8_t* row, std::uint64_t bit, std::uint64_t outcome, unsigned count) {
  const auto shift = static_cast<unsigned>(bit % 8);
  std::uint8_t* const at = row + bit / 8;
  std::uint64_t word = outcome << shift;
  if (shift != 0) {
    word |= at[0] & ((1U << shift) - 1);
    if (count + shift > 64) at[8] = static_cast<std::uint8_t>(outcome >> (64 - shift));
  }
  std::memcpy(at, &word, sizeof(word));
}

// Appends bits to a row, 64 at a time.
class RowSink {
 public:
  RowSink(std::uint8_t* row, std::uint64_t bit) : row_(row), bit_(bit) {}
  void eight(unsigned outcome) {
    if (held_ == 64) flush();
    word_ |= std::uint64_t{outcome} << held_;
    held_ += 8;
  }
  void one(unsigned outcome) {
    if (held_ == 64) flush();
    word_ |= std::uint64_t{outcome} << held_;
    ++held_;
  }
  // The last `surplus` bits that were given do not count. Not a byte behind the others is touched.
  void finish(unsigned surplus) {
    held_ -= surplus;
    if (held_ == 0 || row_ == nullptr) return;
    put_bits(row_, bit_, word_ & ~std::uint64_t{0} >> (64 - held_), held_);
  }

 private:
  void flush() {
    if (row_ != nullptr) put(row_, bit_, word_, held_);
    bit_ += held_;
    word_ = 0;
    held_ = 0;
  }
  std::uint8_t* row_;
  std::uint64_t bit_;
  std::uint64_t word_ = 0;
  unsigned held_ = 0;
};

// A vector of keys: compared, turned by a lane, exchanged by XOR of the lane's number.
struct Lanes32 {
  using Cell = std::uint32_t;
  static constexpr unsigned kLanes = 8;
  explicit Lanes32(std::uint64_t /*compared_bits*/) {}

  // Returns the lanes that exchanged.
  unsigned exchange(__m256i& x, __m256i& y) const {
    const __m256i least = _mm256_min_epu32(x, y);
    const __m256i kept = _mm256_cmpeq_epi32(least, x);
    y = _mm256_max_epu32(x, y);
    x = least;
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(kept))) ^ 0xff;
  }
  static __m256i turned(__m256i x) {
    return _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(1, 2, 3, 4, 5, 6, 7, 0));
  }
  // `x` with its last lane from `from`.
  static __m256i with_last(__m256i x, __m256i from) { return _mm256_blend_epi32(x, from, 0x80); }
  static __m256i spread_last(__m256i x) {
    return _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(7));
  }
  static __m256i only_lane(unsigned lane) {
    return _mm256_cmpeq_epi32(iota(), _mm256_set1_epi32(static_cast<int>(lane)));
  }
  // Eight comparators of a left sector with a right one whose lanes are exchanged.
  unsigned sector(Cell* left, Cell* right, unsigned lane) const {
    const __m256i order = _mm256_xor_si256(iota(), _mm256_set1_epi32(static_cast<int>(lane)));
    __m256i x = load(left);
    __m256i y = _mm256_permutevar8x32_epi32(load(right), order);
    const unsigned outcome = exchange(x, y);
    store(left, x);
    store(right, _mm256_permutevar8x32_epi32(y, order));
    return outcome;
  }
  // Eight comparators with right vertices anywhere.
  unsigned gathered(Cell* left, Cell* right, const std::uint32_t* partners) const {
    __m256i x = load(left);
    __m256i y = _mm256_i32gather_epi32(reinterpret_cast<const int*>(right), load(partners), 4);
    const unsigned outcome = exchange(x, y);
    store(left, x);
    alignas(32) Cell back[8];
    store(back, y);
    for (unsigned i = 0; i < 8; ++i) right[partners[i]] = back[i];
    return outcome;
  }
  unsigned one(Cell& x, Cell& y) const {
    const Cell least = std::min(x, y);
    const unsigned outcome = least != x ? 1 : 0;
    y = std::max(x, y);
    x = least;
    return outcome;
  }
  static __m256i mirrored(__m256i x) {
    return _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0));
  }
  static __m256i all(std::uint64_t flip) { return _mm256_set1_epi32(static_cast<int>(flip)); }
};

struct Lanes64 {
  using Cell = std::uint64_t;
  static constexpr unsigned kLanes = 4;
  __m256i compared;
  std::uint64_t compared_bits;
  explicit Lanes64(std::uint64_t bits)
      : compared(_mm256_set1_epi64x(static_cast<long long>(bits))), compared_bits(bits) {}

  unsigned exchange(__m256i& x, __m256i& y) const {
    const __m256i above =
        _mm256_cmpgt_epi64(_mm256_and_si256(x, compared), _mm256_and_si256(y, compared));
    const __m256i least = _mm256_blendv_epi8(x, y, above);
    y = _mm256_blendv_epi8(y, x, above);
    x = least;
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(above)));
  }
  static __m256i turned(__m256i x) { return _mm256_permute4x64_epi64(x, 0x39); }
  static __m256i with_last(__m256i x, __m256i from) { return _mm256_blend_epi32(x, from, 0xc0); }
  static __m256i spread_last(__m256i x) { return _mm256_permute4x64_epi64(x, 0xff); }
  static __m256i only_lane(unsigned lane) {
    return _mm256_cmpeq_epi64(_mm256_setr_epi64x(0, 1, 2, 3),
                              _mm256_set1_epi64x(static_cast<long long>(lane)));
  }
  unsigned sector(Cell* left, Cell* right, unsigned lane) const {
    // A 64-bit lane is two 32-bit ones.
    const __m256i order =
        _mm256_xor_si256(iota(), _mm256_set1_epi32(static_cast<int>((lane & 3) * 2)));
    Cell* const low = right + (lane & 4);
    Cell* const high = right + (4 - (lane & 4));
    __m256i x = load(left);
    __m256i y = _mm256_permutevar8x32_epi32(load(low), order);
    unsigned outcome = exchange(x, y);
    store(left, x);
    store(low, _mm256_permutevar8x32_epi32(y, order));
    x = load(left + 4);
    y = _mm256_permutevar8x32_epi32(load(high), order);
    outcome |= exchange(x, y) << 4;
    store(left + 4, x);
    store(high, _mm256_permutevar8x32_epi32(y, order));
    return outcome;
  }
  unsigned gathered(Cell* left, Cell* right, const std::uint32_t* partners) const {
    unsigned outcome = 0;
    for (unsigned part = 0; part < 8; part += 4) {
      __m256i x = load(left + part);
      const __m128i at = _mm_loadu_si128(reinterpret_cast<const __m128i*>(partners + part));
      __m256i y = _mm256_i32gather_epi64(reinterpret_cast<const long long*>(right), at, 8);
      outcome |= exchange(x, y) << part;
      store(left + part, x);
      alignas(32) Cell back[4];
      store(back, y);
      for (unsigned i = 0; i < 4; ++i) right[partners[part + i]] = back[i];
    }
    return outcome;
  }
  unsigned one(Cell& x, Cell& y) const {
    const auto a = static_cast<std::int64_t>(x & compared_bits);
    const auto b = static_cast<std::int64_t>(y & compared_bits);
    const Cell differing = (x ^ y) & (a > b ? ~Cell{0} : 0);
    x ^= differing;
    y ^= differing;
    return a > b ? 1 : 0;
  }
  static __m256i mirrored(__m256i x) { return _mm256_permute4x64_epi64(x, 0x1b); }
  static __m256i all(std::uint64_t flip) {
    return _mm256_set1_epi64x(static_cast<long long>(flip));
  }
};

// Small halvers stay in registers: kVectors each side. After a matching the right side is turned
// by one wire, so that the next matching compares lane with lane again; after `half` matchings it
// stands as before. Lanes behind the last wire hold anything and never reach the others.
template <typename Lanes, unsigned kVectors, bool kRecorded>
void cyclic_in_registers(const HalverCells<typename Lanes::Cell>& cells, const HalverBits& bits) {
  constexpr unsigned kLanes = Lanes::kLanes;
  const Lanes lanes(cells.compared_bits);
  __m256i left[kVectors];
  __m256i right[kVectors];
  for (unsigned i = 0; i < kVectors; ++i) {
    left[i] = load(cells.left + i * kLanes);
    right[i] = load(cells.right + i * kLanes);
  }
  const __m256i last_wire = Lanes::only_lane(cells.half - (kVectors - 1) * kLanes - 1);
  const std::uint64_t wires = ~std::uint64_t{0} >> (64 - cells.half);
  std::uint8_t* row = bits.rows;
  for (std::uint32_t m = 0; m < cells.half; ++m) {
    std::uint64_t outcome = 0;
    for (unsigned i = 0; i < kVectors; ++i) {
      outcome |= std::uint64_t{lanes.exchange(left[i], right[i])} << (i * kLanes);
      right[i] = Lanes::turned(right[i]);
    }
    const __m256i first = Lanes::spread_last(right[0]);
    for (unsigned i = 0; i + 1 < kVectors; ++i) {
      right[i] = Lanes::with_last(right[i], right[i + 1]);
    }
    right[kVectors - 1] = _mm256_blendv_epi8(right[kVectors - 1], first, last_wire);
    if constexpr (kRecorded) {
      put(row, bits.bit, outcome & wires, cells.half);
      row += bits.stride;
    }
  }
  for (unsigned i = 0; i < kVectors; ++i) {
    store(cells.left + i * kLanes, left[i]);
    store(cells.right + i * kLanes, right[i]);
  }
}

// The right side is a window that slides by one wire a matching; the wire that leaves it in front
// comes in again behind. What stands behind the last wires is not used yet and may change.
template <typename Lanes, bool kRecorded>
void cyclic_in_memory(const HalverCells<typename Lanes::Cell>& cells, const HalverBits& bits) {
  constexpr unsigned kLanes = Lanes::kLanes;
  const Lanes lanes(cells.compared_bits);
  const std::uint32_t half = cells.half;
  for (std::uint32_t m = 0; m < half; ++m) {
    auto* const window = cells.right + m;
    RowSink sink(kRecorded ? bits.rows + m * bits.stride : nullptr, bits.bit);
    for (std::uint32_t u = 0; u < half; u += 8) {
      unsigned outcome = 0;
      for (unsigned part = 0; part < 8; part += kLanes) {
        __m256i x = load(cells.left + u + part);
        __m256i y = load(window + u + part);
        outcome |= lanes.exchange(x, y) << part;
        store(cells.left + u + part, x);
        store(window + u + part, y);
      }
      if constexpr (kRecorded) sink.eight(outcome);
    }
    if constexpr (kRecorded) sink.finish((8 - half % 8) % 8);
    window[half] = window[0];
  }
  std::memmove(cells.right, cells.right + half, sizeof(*cells.right) * half);
}

template <typename Lanes, bool kRecorded>
void cyclic_by_size(const HalverCells<typename Lanes::Cell>& cells, const HalverBits& bits) {
  switch ((cells.half + Lanes::kLanes - 1) / Lanes::kLanes) {
    case 1:
      return cyclic_in_registers<Lanes, 1, kRecorded>(cells, bits);
    case 2:
      return cyclic_in_registers<Lanes, 2, kRecorded>(cells, bits);
    case 3:
      return cyclic_in_registers<Lanes, 3, kRecorded>(cells, bits);
    case 4:
      return cyclic_in_registers<Lanes, 4, kRecorded>(cells, bits);
    case 5:
      return cyclic_in_registers<Lanes, 5, kRecorded>(cells, bits);
    case 6:
      return cyclic_in_registers<Lanes, 6, kRecorded>(cells, bits);
    case 7:
      return cyclic_in_registers<Lanes, 7, kRecorded>(cells, bits);
    case 8:
      return cyclic_in_registers<Lanes, 8, kRecorded>(cells, bits);
    default:
      return cyclic_in_memory<Lanes, kRecorded>(cells, bits);
  }
}
template <typename Lanes>
void cyclic(const HalverCells<typename Lanes::Cell>& cells, const HalverBits& bits) {
  bits.rows != nullptr ? cyclic_by_size<Lanes, true>(cells, bits)
                       : cyclic_by_size<Lanes, false>(cells, bits);
}

// hash_once() of eight numbers.
class WideHash {
 public:
  explicit WideHash(const HashMatching& m)
      : mask_(_mm256_set1_epi32(static_cast<int>(m.mask))),
        last_(_mm256_set1_epi32(static_cast<int>(m.domain - 1))),
        fold_(_mm_cvtsi32_si128(static_cast<int>(m.fold))) {
    for (unsigned i = 0; i < 4; ++i) keys_[i] = _mm256_set1_epi32(static_cast<int>(m.keys[i]));
  }
  [[nodiscard]] __m256i operator()(__m256i x) const {
    x = once(x);
    while (true) {
      const __m256i outside = _mm256_cmpgt_epi32(x, last_);
      if (_mm256_testz_si256(outside, outside) != 0) return x;
      x = _mm256_blendv_epi8(x, once(x), outside);
    }
  }
  // hash_lane() of eight sectors.
  [[nodiscard]] __m256i lane(__m256i sector) const {
    const __m256i times = _mm256_set1_epi32(static_cast<int>(0x9e3779b1U));
    return _mm256_srli_epi32(_mm256_mullo_epi32(_mm256_xor_si256(sector, keys_[3]), times),
                             32 - static_cast<int>(kSectorLanesLog2));
  }

 private:
  [[nodiscard]] __m256i folded(__m256i x) const {
    x = _mm256_and_si256(x, mask_);
    return _mm256_xor_si256(x, _mm256_srl_epi32(x, fold_));
  }
  [[nodiscard]] __m256i once(__m256i x) const {
    x = folded(_mm256_add_epi32(x, keys_[0]));
    x = folded(_mm256_mullo_epi32(x, keys_[1]));
    x = folded(_mm256_add_epi32(_mm256_mullo_epi32(x, keys_[2]), keys_[3]));
    return folded(_mm256_mullo_epi32(x, keys_[1]));
  }
  __m256i mask_;
  __m256i last_;
  __m128i fold_;
  __m256i keys_[4];
};

// Eight neighbours at a time: their right sectors, looked up one round ahead.
template <typename Lanes>
void run_sectors(const HalverCells<typename Lanes::Cell>& cells, const HashMatching& matching,
                 std::uint32_t first, std::uint32_t last, const HalverBits& bits) {
  const Lanes lanes(cells.compared_bits);
  const WideHash hash(matching);
  RowSink sink(bits.rows, bits.bit);
  alignas(32) std::uint32_t sectors[2][8];
  alignas(32) std::uint32_t exchanged[2][8];
  const auto look_up = [&](std::uint32_t sector) {
    // Behind the last sector the numbers are taken from within: no walk may be endless.
    const __m256i wanted =
        _mm256_min_epi32(_mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(sector)), iota()),
                         _mm256_set1_epi32(static_cast<int>(matching.domain - 1)));
    const unsigned into = sector / 8 % 2;
    store(sectors[into], hash(wanted));
    store(exchanged[into], hash.lane(wanted));
    for (const std::uint32_t s : sectors[into]) {
      __builtin_prefetch(cells.right + std::size_t{s} * 8, 1);
    }
  };
  const std::uint32_t end = last / 8;
  std::uint32_t sector = first / 8;
  // `first` is a multiple of 32: rounds begin at multiples of 4, and are aligned to 8 below.
  const std::uint32_t start = sector;
  look_up(sector & ~7U);
  for (std::uint32_t round = sector & ~7U; round < end; round += 8) {
    if (round + 8 < end) look_up(round + 8);
    const unsigned from = round / 8 % 2;
    for (sector = std::max(start, round); sector < std::min(end, round + 8); ++sector) {
      const unsigned i = sector - round;
      sink.eight(lanes.sector(cells.left + std::size_t{sector} * 8,
                              cells.right + std::size_t{sectors[from][i]} * 8, exchanged[from][i]));
    }
  }
  sink.finish(0);
}

template <typename Lanes>
void hashed(const HalverCells<typename Lanes::Cell>& cells, const HashMatching& matching,
            std::uint32_t first, std::uint32_t last, const HalverBits& bits) {
  if (matching.lanes != 0) return run_sectors<Lanes>(cells, matching, first, last, bits);
  const Lanes lanes(cells.compared_bits);
  const WideHash hash(matching);
  RowSink sink(bits.rows, bits.bit);
  alignas(32) std::uint32_t partners[8];
  std::uint32_t u = first;
  for (; u + 8 <= last; u += 8) {
    store(partners, hash(_mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(u)), iota())));
    sink.eight(lanes.gathered(cells.left + u, cells.right, partners));
  }
  for (; u < last; ++u) {
    sink.one(lanes.one(cells.left[u], cells.right[hash_partner(matching, u)]));
  }
  sink.finish(0);
}

template <typename Lanes>
void listed(const HalverCells<typename Lanes::Cell>& cells, const std::uint32_t* partners,
            std::uint32_t first, std::uint32_t last, const HalverBits& bits) {
  const Lanes lanes(cells.compared_bits);
  RowSink sink(bits.rows, bits.bit);
  std::uint32_t u = first;
  for (; u + 8 <= last; u += 8) {
    sink.eight(lanes.gathered(cells.left + u, cells.right, partners + u));
  }
  for (; u < last; ++u) sink.one(lanes.one(cells.left[u], cells.right[partners[u]]));
  sink.finish(0);
}

template <typename Lanes>
void copy(typename Lanes::Cell* into, const typename Lanes::Cell* from, std::uint32_t count,
          bool mirrored, std::uint64_t flip) {
  using Cell = typename Lanes::Cell;
  const __m256i flips = Lanes::all(flip);
  std::uint32_t i = 0;
  if (mirrored) {
    for (; i + Lanes::kLanes <= count; i += Lanes::kLanes) {
      store(into + i,
            _mm256_xor_si256(Lanes::mirrored(load(from + count - i - Lanes::kLanes)), flips));
    }
    for (; i < count; ++i) into[i] = from[count - 1 - i] ^ static_cast<Cell>(flip);
    return;
  }
  for (; i + Lanes::kLanes <= count; i += Lanes::kLanes) {
    store(into + i, _mm256_xor_si256(load(from + i), flips));
  }
  for (; i < count; ++i) into[i] = from[i] ^ static_cast<Cell>(flip);
}

template <typename Lanes>
constexpr HalverKernels<typename Lanes::Cell> kWide = {cyclic<Lanes>, hashed<Lanes>, listed<Lanes>,
                                                       copy<Lanes>};

}  // namespace

const HalverCode* avx2_halvers() {
  static const HalverCode kCode = {kWide<Lanes32>, kWide<Lanes64>, portable_halvers().placed};
  return &kCode;
}

}  // namespace sortscope

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else

namespace sortscope {
const HalverCode* avx2_halvers() { return nullptr; }
}  // namespace sortscope

#endif
