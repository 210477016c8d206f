// kernels.cuh: the fast bitonic sort: tiles of 2^kTileBits keys in registers, 32 a thread, and
// launches that fuse as many layers as touch few enough bits of the wire, across the ends of
// levels. docs/fast.md has the reasons and the measurements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "core/engines/plans/fast.h"
#include "kernels/device/comparator.cuh"
#include "kernels/device/larger_key.cuh"
#include "kernels/device/layer_outcomes.cuh"
#include "kernels/device/overlap.cuh"
#include "kernels/device/stamps.cuh"
#include "kernels/device/unrolled.cuh"
#include "kernels/sorters/fast/bits.cuh"

namespace sortscope::device {

inline constexpr std::uint32_t kFastKeys = 32;  // of a thread

/// What all launches of a sort share. Wires from `keys` on are padding that is nowhere in memory:
/// of 2^k wires alone it needs flip = 0; else flip = keys - 1 lets the level's block that holds the
/// end ascend.
template <typename Word, bool kPlaces>
struct FastKeys {
  KeyArrays<Word, kPlaces> arrays;
  std::uint32_t keys;
  std::uint32_t flip;
  Stamp stamp;
};

/// Comparator `kNumber` of a thread's layer: the smaller held key to `lower`. Of words alone half
/// of the larger ones come from multiplications: the pipe for comparisons is the narrow place.
template <std::uint32_t kNumber, bool kPadded, bool kRecord, typename Word, bool kPlaces>
__device__ __forceinline__ bool order_fast(Key<Word, kPlaces>& lower, Key<Word, kPlaces>& upper) {
  if constexpr (!kPlaces && kRecord) {
    return order_recorded(lower, upper);
  } else if constexpr (!kPlaces && sizeof(Word) == 4) {
    const Word a = lower.word;
    const Word b = upper.word;
    lower.word = min(a, b);
    if constexpr (kNumber % 2 == 0) {
      upper.word = other_of(a, b, lower.word);
    } else {
      upper.word = max(a, b);
    }
    return false;
  } else if constexpr (kPlaces && !kPadded) {
    const bool exchange = lower.word > upper.word;
    const Key<Word, kPlaces> first = lower;
    lower = exchange ? upper : lower;
    upper = exchange ? first : upper;
    return exchange;
  } else {
    return order_held(lower, upper);
  }
}

/// The keys of a thread and where they are: register e has local bit kLow + i where bit i of e is
/// set; lanes are local bits 0-4, or where kLow is 0 bits 5-9.
template <std::uint32_t kLow>
struct Held {
  /// Local number of a thread's first key.
  static __device__ __forceinline__ std::uint32_t first() {
    const std::uint32_t thread = threadIdx.x;
    if constexpr (kLow == 0) return thread * kFastKeys;
    return (thread >> kLow) << (kLow + kRoundBits) | (thread & ((1u << kLow) - 1));
  }
  static constexpr std::uint32_t of(std::uint32_t e) { return e << kLow; }
};

/// Blocks that share a multiprocessor: of 32-bit keys so many that 64 registers are left for a
/// thread.
template <typename Word, bool kPlaces>
constexpr unsigned fast_blocks(std::uint32_t tile_bits) {
  const unsigned most = 1024u >> (tile_bits - kRoundBits);
  return sizeof(Word) == 4 && !kPlaces ? most : most > 1 ? most / 2 : 1;
}

/// Bytes between a thread's first word and the one of each register.
struct FastSteps {
  std::uint64_t bytes[kFastKeys];
  __device__ __forceinline__ std::uint64_t operator()(std::uint32_t e) const { return bytes[e]; }
};
/// The same of columns of neighbouring words.
template <typename Word>
struct ColumnSteps {
  __device__ __forceinline__ std::uint64_t operator()(std::uint32_t e) const {
    return std::uint64_t{e << kRoundBits} * sizeof(Word);
  }
};
struct FastMoves {
  FastSteps load;
  FastSteps store;
};

/// Where the outcomes of the next layer go; null words where nothing is recorded.
struct FastBits {
  std::uint32_t* words;
  std::uint32_t layer_words;
};

/// A level whose turn_at() is 0 everywhere: keys as they come.
inline constexpr std::uint32_t kUnturnedLevel = 31;

/// A block's tile: its registers, its shared memory, and where its wires are.
template <std::uint32_t kTileBits, typename Word, bool kPlaces, bool kPadded, bool kRecord>
class FastTile {
 public:
  using Element = Key<Word, kPlaces>;
  static constexpr std::uint32_t kTop = kTileBits - kRoundBits;
  static constexpr std::uint32_t kColumns = kRoundBits;
  static constexpr std::uint32_t kRows = 0;
  // Wires beyond the last key are in no memory.
  static constexpr bool kVirtual = kPadded && !kPlaces;
  static constexpr bool kShortKeys = sizeof(Word) == 4 && !kPlaces;
  static constexpr std::uint32_t kThreads = 1u << (kTileBits - kRoundBits);
  // An unused slot after every 32 keys: lanes that read neighbouring keys, and lanes that read
  // every 32nd, use 32 banks.
  static constexpr std::uint32_t kSlots = fast_shared_bytes(kTileBits, 1);
  static constexpr std::uint32_t kSharedBytes =
      fast_shared_bytes(kTileBits, sizeof(Word) + (kPlaces ? 4 : 0));

  // Words of outcomes of a layer of the tile.
  static constexpr std::uint32_t kTileWords = 1u << (kTileBits - kRoundBits - 1);

  __device__ __forceinline__ FastTile(const FastKeys<Word, kPlaces>& keys, std::byte* shared,
                                      const FastWindow& window, std::uint32_t tile)
      : FastTile(keys, shared, window.low_bits, window.high_shift, tile) {}
  /// Of neighbouring wires: what follows from that is known when this is compiled.
  __device__ __forceinline__ FastTile(const FastKeys<Word, kPlaces>& keys, std::byte* shared,
                                      std::uint32_t tile)
      : FastTile(keys, shared, kTileBits, kTileBits, tile) {}
  __device__ __forceinline__ std::uint32_t wire_of(std::uint32_t local) const {
    return base_ | (local & ((1u << low_bits_) - 1)) | (local >> low_bits_) << high_shift_;
  }
  [[nodiscard]] __device__ __forceinline__ std::uint32_t base() const { return base_; }

  /// From memory, held for `level`; to memory as held, past the first cache, which keeps nothing
  /// for the next launch. `steps`: how far from the thread's first word the one of each register
  /// is, in kernel parameters, where the addition takes it from.
  template <std::uint32_t kLow, typename Steps>
  __device__ __forceinline__ void load(const Steps& steps, std::uint32_t level) {
    const std::uint32_t first = wire_of(Held<kLow>::first());
#pragma unroll
    for (std::uint32_t e = 0; e < kFastKeys; ++e) {
      if constexpr (kVirtual) {
        const std::uint32_t wire = first + wires_of(steps(e));
        own[e].word = wire < keys_.keys ? keys_.arrays.words[wire] : ~turn_at(wire, level);
      } else {
        own[e].word = __ldcg(&at(keys_.arrays.words, first, steps(e)));
        if constexpr (kPlaces) {
          own[e].place = __ldcg(&at(keys_.arrays.places, first, steps(e)));
        }
      }
    }
  }
  template <std::uint32_t kLow, typename Steps>
  __device__ __forceinline__ void store(const Steps& steps) {
    const std::uint32_t first = wire_of(Held<kLow>::first());
#pragma unroll
    for (std::uint32_t e = 0; e < kFastKeys; ++e) {
      if (kVirtual && first + wires_of(steps(e)) >= keys_.keys) continue;
      __stcg(&at(keys_.arrays.words, first, steps(e)), own[e].word);
      if constexpr (kPlaces) {
        __stcg(&at(keys_.arrays.places, first, steps(e)), own[e].place);
      }
    }
  }

  /// Marks padding, before the first layer, and takes the marks off after the last one.
  __device__ __forceinline__ void mark_padding() {
    if constexpr (kPadded && kPlaces) {
#pragma unroll
      for (std::uint32_t e = 0; e < kFastKeys; ++e) {
        own[e].place |= own[e].place >= keys_.arrays.real_keys ? kPaddingBit : 0;
      }
    }
  }
  __device__ __forceinline__ void unmark_padding() {
    if constexpr (kPadded && kPlaces) {
#pragma unroll
      for (std::uint32_t e = 0; e < kFastKeys; ++e) own[e].place &= ~kPaddingBit;
    }
  }

  /// From one group of bits to another, within the block: leave(), then enter(). A thread writes
  /// where it alone has read last: one barrier is enough; rows and columns change within a warp.
  template <std::uint32_t kFrom, std::uint32_t kTo>
  __device__ __forceinline__ void exchange() {
    leave<kFrom, kTo>();
    enter<kFrom, kTo>();
  }
  template <std::uint32_t kFrom, std::uint32_t kTo>
  __device__ __forceinline__ void leave() {
    if constexpr (kFrom != kTo) to_shared<kFrom>();
  }
  template <std::uint32_t kFrom, std::uint32_t kTo>
  __device__ __forceinline__ void enter() {
    if constexpr (kFrom != kTo) {
      if constexpr (kFrom <= kColumns && kTo <= kColumns) {
        __syncwarp();
      } else {
        __syncthreads();
      }
      from_shared<kTo>();
    }
  }

  /// The layer whose partners differ in bit kBit of the register's number. Where bit kTurn of it
  /// says so the comparator descends. With a recording the outcome of the thread's comparator i
  /// becomes bit i, or where kLow is not 0, for transpose_bits(), bit 15 - i.
  template <std::uint32_t kLow, std::uint32_t kBit, std::uint32_t kTurn = kRoundBits>
  __device__ __forceinline__ LayerOutcomes layer() {
    constexpr std::uint32_t kDistance = 1u << kBit;
    LayerOutcomes outcomes;
    unrolled<kPairs>([&](auto number) {
      constexpr std::uint32_t kPair = kPairs - 1 - number;
      constexpr std::uint32_t kFirst = (kPair / kDistance) * 2 * kDistance + kPair % kDistance;
      constexpr bool kDescends = (kFirst >> kTurn & 1) != 0;
      constexpr std::uint32_t kLower = kDescends ? kFirst + kDistance : kFirst;
      constexpr std::uint32_t kUpper = kDescends ? kFirst : kFirst + kDistance;
      const bool exchanged = order_fast<kPair, kPadded, kRecord>(own[kLower], own[kUpper]);
      if constexpr (kRecord) outcomes.add<kLow == 0 ? kPair : kPairs - 1 - kPair>(exchanged);
    });
    return outcomes;
  }

  /// Layers of local bits `high` ... `low`, of those that the registers hold: kLow ... kLow + 4. Of
  /// the top ones those that columns hold are run there. Then leave(), which puts the keys away, as
  /// exchange() does or store(): outcomes are written when their registers are free.
  template <std::uint32_t kLow, typename Leave>
  __device__ __forceinline__ void run(std::uint32_t high, std::uint32_t low, FastBits& bits,
                                      Leave leave) {
    run_layers<kLow>(high, low, leave, [&] {
      const LayerWords to = words_at(position<kLow>());
      return [&bits, to, high, this](bool puts, std::uint32_t layer, std::uint32_t word) {
        const bool of_low = high < low_bits_ || high < low_bits_ + layer;
        store_if(puts, bits.words + (layer * bits.layer_words + (of_low ? to.of_low : to.of_high)),
                 word);
      };
    });
    if constexpr (kRecord) bits.words += (high + 1 - low) * bits.layer_words;
  }
  /// The same; outcomes go to shared memory: kTileWords a layer, every kApart'th from `words` on.
  template <std::uint32_t kLow, std::uint32_t kApart, typename Leave>
  __device__ __forceinline__ void run_gathered(std::uint32_t high, std::uint32_t low,
                                               std::uint32_t* words, Leave leave) {
    run_layers<kLow>(high, low, leave, [&] {
      std::uint32_t* const first = words + position<kLow>() * kApart;
      return [first](bool puts, std::uint32_t layer, std::uint32_t word) {
        if (puts) first[layer * kTileWords * kApart] = word;
      };
    });
  }

  /// Where a layer's words are that a tile has at a position among its own, by their numbers in the
  /// layer: of a layer whose bit is among the window's low ones, and of another.
  struct LayerWords {
    std::uint32_t of_low;
    std::uint32_t of_high;
  };
  [[nodiscard]] __device__ __forceinline__ LayerWords words_at(std::uint32_t position) const {
    // The word's comparators by their local numbers, of which the layer's bit is left out.
    const std::uint32_t local = position * kWarp;
    const auto word = [&](std::uint32_t base, std::uint32_t left_out) {
      const std::uint32_t low_bits = low_bits_ - left_out;
      return (base | (local & ((1u << low_bits) - 1)) |
              (local >> low_bits) << (high_shift_ - left_out)) /
             kWarp;
    };
    return {word(base_ / 2, 1), word(remove_at(base_, 1u << high_shift_), 0)};
  }

  /// The last five layers of a level.
  __device__ __forceinline__ void run_rows(FastBits& bits) {
    unrolled<kRoundBits>([&](auto number) { run_row<kRoundBits - 1 - number, kRoundBits>(bits); });
  }

  /// Levels 1 to 5, of 32 neighbouring keys in group 0, from true keys to keys held for level 6.
  __device__ __forceinline__ void sort_thread(FastBits& bits) {
    const std::uint32_t wire = wire_of(Held<0>::first());
    run_row<0, 1>(bits);
    run_row<1, 2>(bits);
    run_row<0, 2>(bits);
    run_row<2, 3>(bits);
    run_row<1, 3>(bits);
    run_row<0, 3>(bits);
    run_row<3, 4>(bits);
    run_row<2, 4>(bits);
    run_row<1, 4>(bits);
    run_row<0, 4>(bits);
    turn_by(turn_at(wire, kRoundBits));
    run_rows(bits);
    turn(kRoundBits);
  }

  /// All bits set where level 2^level descends at a wire.
  __device__ __forceinline__ Word turn_at(std::uint32_t wire, std::uint32_t level) const {
    return ((wire ^ keys_.flip) >> level & 1) != 0 ? ~Word{0} : Word{0};
  }
  /// In group 0: from the direction of `level` to the next one's. 5 <= level.
  __device__ __forceinline__ void turn(std::uint32_t level) {
    const std::uint32_t wire = wire_of(Held<0>::first());
    turn_by(turn_at(wire, level) ^ turn_at(wire, level + 1));
  }
  __device__ __forceinline__ void turn_by(Word mask) {
#pragma unroll
    for (std::uint32_t e = 0; e < kFastKeys; ++e) turn_key(own[e], mask);
  }

  Element own[kFastKeys];

 private:
  static constexpr std::uint32_t kPairs = kFastKeys / 2;

  __device__ __forceinline__ FastTile(const FastKeys<Word, kPlaces>& keys, std::byte* shared,
                                      std::uint32_t low_bits, std::uint32_t high_shift,
                                      std::uint32_t tile)
      : keys_(keys),
        words_(reinterpret_cast<Word*>(shared)),
        places_(reinterpret_cast<std::uint32_t*>(shared + kSlots * sizeof(Word))),
        low_bits_(low_bits),
        high_shift_(high_shift) {
    const std::uint32_t between = high_shift_ - low_bits_;
    base_ = (tile & ((1u << between) - 1)) << low_bits_ |
            (tile >> between) << (high_shift_ + kTileBits - low_bits_);
  }

  // A layer of 32 neighbouring keys, which have half a word of it.
  template <std::uint32_t kBit, std::uint32_t kTurn>
  __device__ __forceinline__ void run_row(FastBits& bits) {
    const LayerOutcomes outcomes = layer<0, kBit, kTurn>();
    if constexpr (kRecord) {
      const std::uint32_t at = wire_of(Held<0>::first()) / kFastKeys;
      __stcs(reinterpret_cast<std::uint16_t*>(bits.words) + at,
             static_cast<std::uint16_t>(outcomes.bits()));
      bits.words += bits.layer_words;
    }
  }

  // Whether the layer of a register's bit is ever run there. (Not recorded, it is left to the
  // rounds.)
  static constexpr bool runs_here(std::uint32_t low, std::uint32_t bit) {
    return !kRecord || low <= kColumns || low + bit >= 2 * kRoundBits;
  }

  // The layers of register bits kBit and kBit - 1, as far as they are among local bits `high` ...
  // `low`: their outcomes in the lower and the upper half.
  template <std::uint32_t kLow, std::uint32_t kBit>
  __device__ __forceinline__ std::uint32_t run_two(std::uint32_t high, std::uint32_t low) {
    LayerOutcomes first;
    LayerOutcomes second;
    if constexpr (runs_here(kLow, kBit)) {
      if (high + 1 > kLow + kBit && low < kLow + kBit + 1) first = layer<kLow, kBit>();
    }
    if constexpr (kBit > 0 && runs_here(kLow, kBit - 1)) {
      if (kLow + kBit - 1 <= high && kLow + kBit > low) second = layer<kLow, kBit - 1>();
    }
    return kRecord ? both(second, first) : 0;
  }

  // Where among the tile's words of a layer is what transpose_bits() leaves in this lane.
  template <std::uint32_t kLow>
  static __device__ __forceinline__ std::uint32_t position() {
    const std::uint32_t thread = threadIdx.x / kWarp * kWarp;
    return ((thread >> kLow) << (kLow + kRoundBits - 1) | transposed_bit() % kPairs << kLow |
            (thread & ((1u << kLow) - 1))) /
           kWarp;
  }

  // run() without where outcomes go: `make_put` makes what puts a word of a layer there, or does
  // not.
  template <std::uint32_t kLow, typename Leave, typename MakePut>
  __device__ __forceinline__ void run_layers(std::uint32_t high, std::uint32_t low, Leave leave,
                                             MakePut make_put) {
    if constexpr (!kRecord) {
      (void)run_two<kLow, 4>(high, low);
      (void)run_two<kLow, 2>(high, low);
      (void)run_two<kLow, 0>(high, low);
      leave();
    } else {
      constexpr std::uint32_t kHighest = kLow + kRoundBits - 1;
      constexpr std::uint32_t kLowest = kLow > kColumns ? 2 * kRoundBits : kLow;
      // Two layers a word.
      constexpr std::uint32_t kWords = (kHighest - kLowest) / 2 + 1;
      std::uint32_t outcomes[kWords];
      const auto layers = [&](std::uint32_t first, std::uint32_t last) {
        outcomes[0] = run_two<kLow, 4>(first, last);
        if constexpr (kWords > 1) outcomes[1] = run_two<kLow, 2>(first, last);
        if constexpr (kWords > 2) outcomes[2] = run_two<kLow, 0>(first, last);
        leave();
      };
      // All of them without a branch: where branches meet, keys would have to change registers. Of
      // longer keys the code for that is too long.
      if (kShortKeys && high == kHighest && low == kLowest) {
        layers(kHighest, kLowest);
      } else {
        layers(high, low);
      }
      transpose_bits(outcomes);
      const auto put = make_put();
      put_two<kLow, 4>(outcomes[0], high, low, put);
      if constexpr (kWords > 1) put_two<kLow, 2>(outcomes[1], high, low, put);
      if constexpr (kWords > 2) put_two<kLow, 0>(outcomes[2], high, low, put);
    }
  }

  // The transposed outcomes of run_two(): a lane has a word of one of the layers.
  template <std::uint32_t kLow, std::uint32_t kBit, typename Put>
  static __device__ __forceinline__ void put_two(std::uint32_t word, std::uint32_t high,
                                                 std::uint32_t low, const Put& put) {
    const bool of_first = transposed_bit() >= kPairs;
    // Where the layer is above `high`, more than all of them.
    const std::uint32_t layer = high - (kLow + kBit) + (of_first ? 0 : 1);
    put((kBit > 0 || of_first) && layer <= high - low, layer, word);
  }

  static __device__ __forceinline__ std::uint32_t wires_of(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(bytes / sizeof(Word));
  }
  // `step`: bytes between words. An addition, of which the step is a constant operand.
  template <typename Value>
  static __device__ __forceinline__ Value& at(Value* values, std::uint32_t first,
                                              std::uint64_t step) {
    if constexpr (sizeof(Value) != sizeof(Word)) step = step / sizeof(Word) * sizeof(Value);
    return *reinterpret_cast<Value*>(reinterpret_cast<std::uintptr_t>(values + first) + step);
  }
  template <std::uint32_t kLow>
  __device__ __forceinline__ void to_shared() {
    const std::uint32_t first = slot(Held<kLow>::first());
#pragma unroll
    for (std::uint32_t e = 0; e < kFastKeys; ++e) {
      words_[first + slot(Held<kLow>::of(e))] = own[e].word;
      if constexpr (kPlaces) places_[first + slot(Held<kLow>::of(e))] = own[e].place;
    }
  }
  template <std::uint32_t kLow>
  __device__ __forceinline__ void from_shared() {
    const std::uint32_t first = slot(Held<kLow>::first());
#pragma unroll
    for (std::uint32_t e = 0; e < kFastKeys; ++e) {
      own[e].word = words_[first + slot(Held<kLow>::of(e))];
      if constexpr (kPlaces) own[e].place = places_[first + slot(Held<kLow>::of(e))];
    }
  }
  static __device__ __forceinline__ constexpr std::uint32_t slot(std::uint32_t local) {
    return local + (local >> 5);
  }

  const FastKeys<Word, kPlaces>& keys_;
  Word* words_;
  std::uint32_t* places_;
  std::uint32_t low_bits_;
  std::uint32_t high_shift_;
  std::uint32_t base_;
};

/// Sorts tiles of 2^kTileBits neighbouring keys: levels up to the tile's. If levels follow, the
/// keys are left held for the next one.
template <std::uint32_t kTileBits, typename Word, bool kPlaces, bool kPadded, bool kRecord>
static __global__ void __launch_bounds__(1u << (kTileBits - kRoundBits),
                                         fast_blocks<Word, kPlaces>(kTileBits))
    fast_tiles(FastKeys<Word, kPlaces> keys, const __grid_constant__ FastWindow window,
               const __grid_constant__ FastMoves, FastBits bits, bool backwards) {
  extern __shared__ std::byte shared[];
  using Tile = FastTile<kTileBits, Word, kPlaces, kPadded, kRecord>;
  constexpr std::uint32_t kAboveColumns = 2 * kRoundBits;
  Tile tile(keys, shared, block_index(backwards));
  constexpr ColumnSteps<Word> kSteps;
  wait_for_last_launch();
  const Stamped stamped(keys.stamp);
  if (tile.base() >= keys.keys) return;
  tile.template load<Tile::kColumns>(kSteps, kUnturnedLevel);
  tile.mark_padding();
  tile.template exchange<Tile::kColumns, Tile::kRows>();
  tile.sort_thread(bits);
  const auto end_level = [&](std::uint32_t level) {
    __builtin_assume(level <= kTileBits);
    tile.template run<Tile::kColumns>(min(level, kAboveColumns) - 1, kRoundBits, bits,
                                      [&] { tile.template leave<Tile::kColumns, Tile::kRows>(); });
    tile.template enter<Tile::kColumns, Tile::kRows>();
    tile.run_rows(bits);
    if (level < window.level) tile.turn(level);
  };
#pragma unroll 1
  for (std::uint32_t level = kRoundBits + 1; level <= kTileBits; ++level) {
    __builtin_assume(level <= kTileBits);
    if (level > kAboveColumns) {
      tile.template exchange<Tile::kRows, Tile::kTop>();
      tile.template run<Tile::kTop>(level - 1, kAboveColumns, bits,
                                    [&] { tile.template leave<Tile::kTop, Tile::kColumns>(); });
      tile.template enter<Tile::kTop, Tile::kColumns>();
    } else {
      tile.template exchange<Tile::kRows, Tile::kColumns>();
    }
    end_level(level);
  }
  allow_next_launch();
  if (window.level == kTileBits) tile.unmark_padding();
  tile.template exchange<Tile::kRows, Tile::kColumns>();
  tile.template store<Tile::kColumns>(kSteps);
}

/// A window of layers, whose keys come with the registers on the top bits or on columns.
template <std::uint32_t kTileBits, bool kFromTop, typename Word, bool kPlaces, bool kPadded,
          bool kRecord>
static __global__ void __launch_bounds__(1u << (kTileBits - kRoundBits),
                                         fast_blocks<Word, kPlaces>(kTileBits))
    fast_window(FastKeys<Word, kPlaces> keys, const __grid_constant__ FastWindow window,
                const __grid_constant__ FastMoves moves, FastBits bits, bool backwards) {
  extern __shared__ std::byte shared[];
  using Tile = FastTile<kTileBits, Word, kPlaces, kPadded, kRecord>;
  Tile tile(keys, shared, window, block_index(backwards));
  wait_for_last_launch();
  const Stamped stamped(keys.stamp);
  if (tile.base() >= keys.keys) return;
  const auto run = [&]<std::uint32_t kLow>(std::integral_constant<std::uint32_t, kLow>, Round round,
                                           auto leave) {
    tile.template run<kLow>(window.rounds[round].high, window.rounds[round].low, bits, leave);
  };
  constexpr std::integral_constant<std::uint32_t, Tile::kTop> kOnTop;
  constexpr std::integral_constant<std::uint32_t, Tile::kColumns> kOnColumns;
  const auto to_columns = [&] { tile.template leave<Tile::kTop, Tile::kColumns>(); };
  const auto store_columns = [&] { tile.template store<Tile::kColumns>(moves.store); };
  if constexpr (kFromTop) {
    tile.template load<Tile::kTop>(moves.load, window.level);
    run(kOnTop, kTopRound, to_columns);
    tile.template enter<Tile::kTop, Tile::kColumns>();
  } else {
    tile.template load<Tile::kColumns>(moves.load, window.level);
  }
  const bool has_rows = window.rounds[kRowsRound].runs();
  run(kOnColumns, kColumnsRound, [&] {
    allow_next_launch();
    if (has_rows) {
      tile.template leave<Tile::kColumns, Tile::kRows>();
    } else {
      store_columns();
    }
  });
  if (!has_rows) return;
  tile.template enter<Tile::kColumns, Tile::kRows>();
  tile.run_rows(bits);
  if (window.turn_level != 0) {
    tile.turn(window.turn_level);
  } else {
    tile.unmark_padding();
  }
  if (!window.rounds[kNextTopRound].runs()) {
    tile.template exchange<Tile::kRows, Tile::kColumns>();
    store_columns();
    return;
  }
  tile.template exchange<Tile::kRows, Tile::kTop>();
  const bool has_columns = window.rounds[kNextColumnsRound].runs();
  run(kOnTop, kNextTopRound, [&] {
    if (has_columns) {
      to_columns();
    } else {
      tile.template store<Tile::kTop>(moves.store);
    }
  });
  if (!has_columns) return;
  tile.template enter<Tile::kTop, Tile::kColumns>();
  run(kOnColumns, kNextColumnsRound, store_columns);
}

}  // namespace sortscope::device
