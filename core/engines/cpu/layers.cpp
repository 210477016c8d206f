// layers.cpp: layers in portable code, and the choice of instructions.
#include "core/engines/cpu/layers.h"

#include <bit>

#include "core/base/machine.h"
#include "core/engines/cpu/layer_range.h"

namespace sortscope {

namespace {

// Branch-free: outcomes of random keys cannot be predicted. Eight at a time only to gather bits.
template <typename Word>
struct ExchangeWords {
  static constexpr bool kWide = true;
  Word* words;
  Word compared;
  BitSink sink;

  // 1 where the words were out of order.
  template <bool kDescending>
  unsigned exchange(std::uint32_t lower, std::uint32_t upper) {
    const Word a = words[lower];
    const Word b = words[upper];
    const bool out_of_order =
        kDescending ? (a & compared) < (b & compared) : (a & compared) > (b & compared);
    const Word differing = (a ^ b) & (Word{0} - Word{out_of_order});
    words[lower] = a ^ differing;
    words[upper] = b ^ differing;
    return out_of_order ? 1 : 0;
  }
  void one(std::uint32_t lower, std::uint32_t upper, bool descending) {
    sink.put(descending ? exchange<true>(lower, upper) : exchange<false>(lower, upper), 1);
  }
  template <bool kDescending>
  void eight(std::uint32_t lower, std::uint32_t upper) {
    unsigned bits = 0;
    for (std::uint32_t i = 0; i < 8; ++i) bits |= exchange<kDescending>(lower + i, upper + i) << i;
    sink.put(bits, 8);
  }
  void eight(std::uint32_t lower, std::uint32_t upper, bool descending) {
    descending ? eight<true>(lower, upper) : eight<false>(lower, upper);
  }
  void eight_mirrored(std::uint32_t lower, std::uint32_t upper) {
    unsigned bits = 0;
    for (std::uint32_t i = 0; i < 8; ++i) bits |= exchange<false>(lower + i, upper - i) << i;
    sink.put(bits, 8);
  }
  void eight_paired(std::uint32_t wire, std::uint32_t chunk_log2, std::uint32_t direction_bit) {
    unsigned bits = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
      const std::uint32_t lower = wire + insert_zero_bit(i, chunk_log2);
      const std::uint32_t upper = lower + (std::uint32_t{1} << chunk_log2);
      const bool descending = (lower & direction_bit) != 0;
      bits |= (descending ? exchange<true>(lower, upper) : exchange<false>(lower, upper)) << i;
    }
    sink.put(bits, 8);
  }
};

struct ExchangePlaced {
  static constexpr bool kWide = false;
  std::uint64_t* words;
  std::uint32_t* places;
  std::uint32_t real_keys;
  BitSink sink;

  void one(std::uint32_t lower, std::uint32_t upper, bool descending) {
    const std::uint64_t a = words[lower];
    const std::uint64_t b = words[upper];
    const std::uint32_t place_a = places[lower];
    const std::uint32_t place_b = places[upper];
    const bool pad_a = place_a >= real_keys;
    const bool pad_b = place_b >= real_keys;
    const bool above = (a > b) | ((a == b) & pad_a & !pad_b);
    const bool below = (a < b) | ((a == b) & !pad_a & pad_b);
    const bool exchange = descending ? below : above;
    words[lower] = exchange ? b : a;
    words[upper] = exchange ? a : b;
    places[lower] = exchange ? place_b : place_a;
    places[upper] = exchange ? place_a : place_b;
    sink.put(exchange ? 1 : 0, 1);
  }
};

struct ApplyBits {
  static constexpr bool kWide = false;
  std::uint32_t* places;
  BitSource source;

  void one(std::uint32_t lower, std::uint32_t upper, bool /*descending*/) {
    const std::uint32_t differing = (places[lower] ^ places[upper]) & (0 - source.take(1));
    places[lower] ^= differing;
    places[upper] ^= differing;
  }
};

template <typename Ops>
void exchange_range(const LayerForm& form, std::uint32_t wires, std::uint32_t first,
                    std::uint32_t last, Ops ops) {
  LayerWalk<Ops>(form, wires, ops).run(first, last);
  ops.sink.finish();
}

template <typename Ops>
void exchange_listed(std::span<const Comparator> comparators, Ops ops) {
  for (const Comparator c : comparators) ops.one(c.lower(), c.upper(), !c.ascending());
  ops.sink.finish();
}

void run_portable(const LayerForm& form, std::uint32_t wires, std::uint32_t first,
                  std::uint32_t last, const CpuCells& cells, std::uint32_t* bits) {
  if (first >= last) return;
  if (cells.words32 != nullptr) {
    exchange_range(form, wires, first, last,
                   ExchangeWords<std::uint32_t>{cells.words32, ~std::uint32_t{0}, BitSink(bits)});
  } else if (cells.places != nullptr) {
    exchange_range(form, wires, first, last,
                   ExchangePlaced{cells.words64, cells.places, cells.real_keys, BitSink(bits)});
  } else {
    exchange_range(form, wires, first, last,
                   ExchangeWords<std::uint64_t>{cells.words64, cells.compared_bits, BitSink(bits)});
  }
}

void apply_portable(const LayerForm& form, std::uint32_t wires, std::uint32_t first,
                    std::uint32_t last, std::uint32_t* places, const std::uint32_t* bits) {
  if (first >= last) return;
  ApplyBits ops{places, BitSource(bits, first)};
  LayerWalk<ApplyBits>(form, wires, ops).run(first, last);
}

void apply_run_portable(std::uint32_t* lower, std::uint32_t* upper, const std::uint32_t* bits,
                        std::uint32_t words) {
  for (std::uint32_t w = 0; w < words; ++w) {
    for (std::uint32_t i = 32 * w; i < 32 * (w + 1); ++i) {
      const std::uint32_t differing = (lower[i] ^ upper[i]) & (0 - (bits[w] >> (i % 32) & 1));
      lower[i] ^= differing;
      upper[i] ^= differing;
    }
  }
}

std::uint64_t count_portable(const std::uint32_t* words, std::uint64_t count) {
  std::uint64_t ones = 0;
  for (std::uint64_t i = 0; i < count; ++i) ones += static_cast<unsigned>(std::popcount(words[i]));
  return ones;
}

}  // namespace

void run_listed(std::span<const Comparator> layer, std::uint32_t first, std::uint32_t last,
                const CpuCells& cells, std::uint32_t* bits) {
  if (first >= last) return;
  const std::span<const Comparator> range = layer.subspan(first, last - first);
  if (cells.words32 != nullptr) {
    exchange_listed(range,
                    ExchangeWords<std::uint32_t>{cells.words32, ~std::uint32_t{0}, BitSink(bits)});
  } else if (cells.places != nullptr) {
    exchange_listed(range,
                    ExchangePlaced{cells.words64, cells.places, cells.real_keys, BitSink(bits)});
  } else {
    exchange_listed(
        range, ExchangeWords<std::uint64_t>{cells.words64, cells.compared_bits, BitSink(bits)});
  }
}

void apply_listed(std::span<const Comparator> layer, std::uint32_t first, std::uint32_t last,
                  std::uint32_t* places, const std::uint32_t* bits) {
  if (first >= last) return;
  ApplyBits ops{places, BitSource(bits, first)};
  for (const Comparator c : layer.subspan(first, last - first))
    ops.one(c.lower(), c.upper(), false);
}

const CpuLayers& portable_layers() {
  static constexpr CpuLayers kPortable = {"", run_portable, apply_portable, apply_run_portable,
                                          count_portable};
  return kPortable;
}

const CpuLayers& best_layers() {
  return avx2_here() && avx2_layers() != nullptr ? *avx2_layers() : portable_layers();
}

}  // namespace sortscope
