// cyclic.cuh: perfect halvers of the AKS network in a block.
//
// Left wire u meets right wire v in matching m = v - u (mod h). What (u, v) needs is (u, v - 1) and
// (u + 1, v), so runs of 8 left wires meet runs of 8 right ones as a whole: run U meets runs U, U +
// 1
// ... in turn, 64 comparators in registers along their 15 diagonals, and its own run twice, first
// the pairs v >= u, last those v < u. A thread keeps a left run; right runs pass from thread to
// thread through shared memory, a column a run, with a barrier for 8 matchings.
#pragma once

#include "kernels/device/larger_key.cuh"
#include "kernels/device/layer_outcomes.cuh"
#include "kernels/sorters/aks/pairs.cuh"

namespace sortscope::device {

/// Outcomes of a thread's left run: a byte for each of 15 layers, the last of which `base` + 7.
struct RunOutcomes {
  std::uint32_t words[4] = {};  // byte k + 7: layer base + k, k = -7 ... 8

  [[nodiscard]] __device__ __forceinline__ std::uint32_t byte(std::uint32_t i) const {
    return words[i / 4] >> (i % 4 * 8) & 0xFF;
  }
  __device__ __forceinline__ void shift(std::uint32_t bytes) {
    if (bytes == 8) {
      words[0] = words[2];
      words[1] = words[3];
      words[2] = 0;
      words[3] = 0;
      return;
    }
    for (std::uint32_t i = 0; i < bytes; ++i) {
      words[0] = __funnelshift_r(words[0], words[1], 8);
      words[1] = __funnelshift_r(words[1], words[2], 8);
      words[2] = __funnelshift_r(words[2], words[3], 8);
      words[3] >>= 8;
    }
  }
};

/// Where a thread's bytes go: bit `first_bit` of the layer, a whole byte of memory where `whole`.
struct RunBits {
  std::uint32_t* bits;  // of the stage's first layer; null: recording off
  std::uint32_t layer_words;
  std::uint32_t layers;
  std::uint32_t first_bit;
  bool whole;

  /// Writes the first `count` bytes of `outcomes`, those of layers base - 7 ...
  __device__ __forceinline__ void write(const RunOutcomes& outcomes, std::uint32_t base,
                                        std::uint32_t count) const {
    if (whole) {
      write_bytes(outcomes, base, count);
      return;
    }
    std::uint64_t bytes = std::uint64_t{outcomes.words[1]} << 32 | outcomes.words[0];
    const std::uint32_t at = first_bit % kWarp;
    std::uint32_t* row = bits + (static_cast<std::int32_t>(base) - 7) * std::int64_t{layer_words} +
                         first_bit / kWarp;
#pragma unroll 1
    for (std::uint32_t layer = base - 7; count > 0; --count, ++layer, bytes >>= 8) {
      const auto byte = static_cast<std::uint32_t>(bytes & 0xFF);
      const std::uint64_t placed = std::uint64_t{byte} << at;
      // Before the first layer `layer` is beyond all.
      if (layer < layers && placed != 0) {
        if (static_cast<std::uint32_t>(placed) != 0) {
          atomicOr(row, static_cast<std::uint32_t>(placed));
        }
        if (placed >> 32 != 0) atomicOr(row + 1, static_cast<std::uint32_t>(placed >> 32));
      }
      row += layer_words;
    }
  }

 private:
  // Where all runs are whole: `base` is 0 or a run's end, `count` 8, or 7 at the end of all.
  __device__ __forceinline__ void write_bytes(const RunOutcomes& outcomes, std::uint32_t base,
                                              std::uint32_t count) const {
    const std::int64_t stride = std::int64_t{4} * layer_words;
    auto* const bytes = reinterpret_cast<std::uint8_t*>(bits) + first_bit / 8;
    const auto put = [&](std::uint32_t i) {
      bytes[(static_cast<std::int32_t>(base) + static_cast<std::int32_t>(i) - 7) * stride] =
          static_cast<std::uint8_t>(outcomes.byte(i));
    };
    if (base > 0) {
#pragma unroll
      for (std::uint32_t i = 0; i < kAksRun - 1; ++i) put(i);
    }
    if (count == kAksRun) put(kAksRun - 1);
  }
};

enum class RunPart { kAll, kFirst, kLast };  // all pairs, v >= u, v < u

/// Comparators of one diagonal from left wire kLeft on; bit kBit + i says what left wire i did.
template <bool kRecord, int kDiagonal, std::uint32_t kBit, int kLeft, typename Word, bool kPlaces>
__device__ __forceinline__ void meet_pairs(Key<Word, kPlaces> (&left)[kAksRun],
                                           Key<Word, kPlaces> (&right)[kAksRun],
                                           LayerOutcomes& outcomes) {
  constexpr int kRight = kLeft + kDiagonal;
  if constexpr (kRight >= 0 && kRight < static_cast<int>(kAksRun)) {
    if constexpr (kRecord) {
      outcomes.add<kBit + kLeft>(order_recorded(left[kLeft], right[kRight]));
    } else {
      (void)order_held(left[kLeft], right[kRight]);
    }
  }
  if constexpr (kLeft + 1 < static_cast<int>(kAksRun)) {
    meet_pairs<kRecord, kDiagonal, kBit, kLeft + 1>(left, right, outcomes);
  }
}
template <RunPart kPart, bool kRecord, int kDiagonal, std::uint32_t kBit, typename Word,
          bool kPlaces>
__device__ __forceinline__ void meet_diagonal(Key<Word, kPlaces> (&left)[kAksRun],
                                              Key<Word, kPlaces> (&right)[kAksRun],
                                              LayerOutcomes& outcomes) {
  constexpr bool kRuns = kPart == RunPart::kAll || (kPart == RunPart::kFirst) == (kDiagonal >= 0);
  if constexpr (kRuns) meet_pairs<kRecord, kDiagonal, kBit, 0>(left, right, outcomes);
}

/// A left run meets a right one: diagonal after diagonal, which are layers, four to a word.
template <RunPart kPart, bool kRecord, int kWord = 0, typename Word, bool kPlaces>
__device__ __forceinline__ void meet_runs(Key<Word, kPlaces> (&left)[kAksRun],
                                          Key<Word, kPlaces> (&right)[kAksRun],
                                          RunOutcomes& outcomes) {
  constexpr int kFirst = 4 * kWord - 7;
  LayerOutcomes low;
  LayerOutcomes high;
  meet_diagonal<kPart, kRecord, kFirst, 0>(left, right, low);
  meet_diagonal<kPart, kRecord, kFirst + 1, 8>(left, right, low);
  meet_diagonal<kPart, kRecord, kFirst + 2, 0>(left, right, high);
  meet_diagonal<kPart, kRecord, kFirst + 3, 8>(left, right, high);
  if constexpr (kRecord) outcomes.words[kWord] |= both(high, low);
  if constexpr (kWord < 3) meet_runs<kPart, kRecord, kWord + 1>(left, right, outcomes);
}

/// All layers of a kCyclic stage for `halvers` halvers from `first_halver` on, whose separators'
/// first wire is wire 0 of `keys` less `shift`. `columns`: kAksRun rows of blockDim.x keys. All
/// threads of the block; keys are whole before and, after a barrier, behind it.
template <typename Word, bool kPlaces, bool kRecord, typename Keys>
__device__ void run_cyclic(const AksDeviceStage& device_stage, Keys& keys, Keys& columns,
                           std::uint32_t first_halver, std::uint32_t halvers, std::uint32_t shift,
                           std::uint32_t* bits) {
  const AksStage& stage = device_stage.stage;
  const std::uint32_t h = stage.half;
  const std::uint32_t runs = (h + kAksRun - 1) / kAksRun;
  const std::uint32_t last_run = h - (runs - 1) * kAksRun;  // wires of the last
  const std::uint32_t together = blockDim.x / runs;
  const std::uint32_t in_block = threadIdx.x / runs;
  const std::uint32_t run = threadIdx.x - in_block * runs;
  const std::uint32_t stride = blockDim.x;
  const std::uint32_t first_column = in_block * runs;
  for (std::uint32_t first = 0; first < halvers; first += together) {
    const bool active = in_block < together && first + in_block < halvers;
    const std::uint32_t halver = first_halver + first + in_block;
    const std::uint32_t side = stage.sides == 2 ? halver % 2 : 0;
    const std::uint32_t origin = (stage.sides == 2 ? halver / 2 : halver) * stage.a - shift;
    const Word turn = side != 0 ? ~Word{0} : Word{0};
    Key<Word, kPlaces> left[kAksRun];
    Key<Word, kPlaces> right[kAksRun];
    const std::uint32_t wires = run + 1 == runs ? last_run : kAksRun;
    if (active) {
#pragma unroll
      for (std::uint32_t i = 0; i < kAksRun; ++i) {
        left[i].word = 0;
        right[i].word = ~Word{0};
        if constexpr (kPlaces) {
          left[i].place = 0;
          right[i].place = kPaddingBit;
        }
        if (i < wires) {
          const std::uint32_t u = run * kAksRun + i;
          left[i] = load_key<Word, kPlaces>(keys, origin + aks_slot(stage, side, u));
          right[i] = load_key<Word, kPlaces>(keys, origin + aks_slot(stage, side, h + u));
          turn_key(left[i], turn);
          turn_key(right[i], turn);
        }
      }
    }
    RunOutcomes outcomes;
    const RunBits to{bits, device_stage.layer_words, h, halver * h + run * kAksRun, h % 8 == 0};
    const auto give = [&](std::uint32_t column) {
#pragma unroll
      for (std::uint32_t i = 0; i < kAksRun; ++i) {
        store_key(columns, i * stride + first_column + column, right[i]);
      }
    };
    const auto take = [&](std::uint32_t column) {
#pragma unroll
      for (std::uint32_t i = 0; i < kAksRun; ++i) {
        right[i] = load_key<Word, kPlaces>(columns, i * stride + first_column + column);
      }
    };
    std::uint32_t column = run;
    std::uint32_t base = 0;
    // The next right run; the layers that are known by then are written.
    const auto turn_on = [&] {
      const std::uint32_t passed = column + 1 == runs ? last_run : kAksRun;
      if constexpr (kRecord) {
        to.write(outcomes, base, passed);
        outcomes.shift(passed);
        base += passed;
      }
      give(column);
      column = column + 1 == runs ? 0 : column + 1;
    };
    if (active) {
      meet_runs<RunPart::kFirst, kRecord>(left, right, outcomes);
      turn_on();
    }
    for (std::uint32_t step = 1; step < runs; ++step) {
      __syncthreads();
      if (!active) continue;
      take(column);
      meet_runs<RunPart::kAll, kRecord>(left, right, outcomes);
      turn_on();
    }
    __syncthreads();
    if (active) {
      take(column);
      meet_runs<RunPart::kLast, kRecord>(left, right, outcomes);
      if constexpr (kRecord) to.write(outcomes, base, kAksRun - 1);
#pragma unroll
      for (std::uint32_t i = 0; i < kAksRun; ++i) {
        if (i >= wires) continue;
        const std::uint32_t u = run * kAksRun + i;
        turn_key(left[i], turn);
        turn_key(right[i], turn);
        store_key(keys, origin + aks_slot(stage, side, u), left[i]);
        store_key(keys, origin + aks_slot(stage, side, h + u), right[i]);
      }
    }
  }
  __syncthreads();
}

}  // namespace sortscope::device
