// outcome_bits.cuh: outcomes of a warp's comparators, written as whole words (or half-words) of the
// recording by ballot: no atomics. In all of it 32 lanes of a warp take part.
#pragma once

#include "kernels/comparator.cuh"

namespace sortscope::device {

/// Comparators of a layer in order of their index, one a thread: a ballot is a word.
__device__ __forceinline__ void record_in_order(std::uint32_t* layer_bits, std::uint32_t count,
                                                std::uint32_t index, bool exchanged) {
  const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
  if (index % kWarp == 0 && index < count) __stcs(layer_bits + index / kWarp, word);
}

/// The map of seed 003: of n/2 = `half` threads, one whose bit `step` is clear has the comparator
/// at wire `thread`, one whose bit is set that of its partner, n/2 further down. From 32 on all
/// lanes of a warp agree on the bit, and neighbouring lanes have neighbouring comparators. Below,
/// half of the lanes have 16 neighbours in the first half of the layer and the others 16 in the
/// second: a shuffle sorts the outcomes, and a ballot gives two half-words.
__device__ __forceinline__ void record_offset(std::uint32_t* layer_bits, std::uint32_t half,
                                              std::uint32_t step, std::uint32_t thread,
                                              bool exchanged) {
  const std::uint32_t lane = thread % kWarp;
  if (step >= kWarp) {
    const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
    const std::uint32_t index = remove_at(thread, step) + ((thread & step) != 0 ? half / 2 : 0);
    if (lane == 0) __stcs(layer_bits + index / kWarp, word);
  } else if (half >= kWarp) {
    const std::uint32_t source = insert_zero_at(lane % 16, step) | (lane < 16 ? 0 : step);
    const std::uint32_t outcome = __shfl_sync(kAllLanes, static_cast<unsigned>(exchanged), source);
    const std::uint32_t halves = __ballot_sync(kAllLanes, outcome != 0);
    if (lane % 16 == 0) {
      const std::uint32_t at = thread / kWarp + (lane == 0 ? 0 : half / kWarp);
      __stcs(reinterpret_cast<std::uint16_t*>(layer_bits) + at,
             static_cast<std::uint16_t>(halves >> lane));
    }
  } else {  // the layer is one word, and all of it in this warp
    const std::uint32_t lower = insert_zero_at(lane, step);
    const std::uint32_t source = lower < half ? lower : (lower - half) | step;
    const std::uint32_t outcome = __shfl_sync(kAllLanes, static_cast<unsigned>(exchanged), source);
    const std::uint32_t word = __ballot_sync(kAllLanes, lane < half && outcome != 0);
    if (lane == 0) layer_bits[0] = word;
  }
}

/// A thread for each of n wires; the lanes of lower wires know the outcome.
__device__ __forceinline__ void record_by_wire(std::uint32_t* layer_bits, std::uint32_t n,
                                               std::uint32_t step, std::uint32_t wire,
                                               bool exchanged) {
  const std::uint32_t lane = wire % kWarp;
  if (step >= kWarp) {
    const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
    if (lane == 0 && (wire & step) == 0) {
      __stcs(layer_bits + remove_at(wire, step) / kWarp, word);
    }
    return;
  }
  const std::uint32_t source = insert_zero_at(lane % 16, step);
  const std::uint32_t outcome = __shfl_sync(kAllLanes, static_cast<unsigned>(exchanged), source);
  const bool there = lane < 16 && 2 * lane < n;
  const std::uint32_t half_word = __ballot_sync(kAllLanes, there && outcome != 0);
  if (lane != 0) return;
  if (n > kWarp) {
    reinterpret_cast<std::uint16_t*>(layer_bits)[wire / kWarp] =
        static_cast<std::uint16_t>(half_word);
  } else {
    layer_bits[0] = half_word;
  }
}

/// Moves the 16 bits whose number lacks the bit of `step` (1 to 16) to the lower half and the
/// others to the upper, both in order.
__device__ __forceinline__ std::uint32_t sort_lanes(std::uint32_t word, std::uint32_t step) {
  const auto swap = [&word](std::uint32_t mask, std::uint32_t shift) {
    const std::uint32_t differ = (word ^ (word >> shift)) & mask;
    word ^= differ ^ (differ << shift);
  };
  if (step <= 1) swap(0x22222222u, 1);
  if (step <= 2) swap(0x0C0C0C0Cu, 2);
  if (step <= 4) swap(0x00F000F0u, 4);
  if (step <= 8) swap(0x0000FF00u, 8);
  return word;
}

/// Each lane has two comparators with the lane whose number differs by `step`, and both lanes know
/// both: the ballot of the first where the lane has the lower key, of the second where it has the
/// upper.
template <typename Word, bool kPlaces>
__device__ __forceinline__ std::uint32_t ballot_of_two(const Key<Word, kPlaces>& first,
                                                       const Key<Word, kPlaces>& other_first,
                                                       const Key<Word, kPlaces>& second,
                                                       const Key<Word, kPlaces>& other_second,
                                                       std::uint32_t step) {
  const std::uint32_t lower = __ballot_sync(kAllLanes, held_after(first, other_first));
  const std::uint32_t upper = __ballot_sync(kAllLanes, held_after(other_second, second));
  const std::uint32_t lower_lanes = 0xFFFFFFFFu / ((1u << step) + 1);  // without the bit of `step`
  return (lower & lower_lanes) | (upper & ~lower_lanes);
}

/// Lane b gets bit b of every lane: 32 ballots at once, for the price of about ten.
__device__ __forceinline__ std::uint32_t transpose_bits(std::uint32_t bits) {
  const std::uint32_t lane = threadIdx.x % kWarp;
#pragma unroll
  for (std::uint32_t step = kWarp / 2; step > 0; step /= 2) {
    const std::uint32_t other = __shfl_xor_sync(kAllLanes, bits, step);
    const bool is_upper = (lane & step) != 0;
    const std::uint32_t lacking =
        0xFFFFFFFFu / ((1u << step) + 1);  // bits whose number lacks `step`
    const std::uint32_t stays = is_upper ? ~lacking : lacking;
    const std::uint32_t moved = __funnelshift_l(other, other, is_upper ? kWarp - step : step);
    bits = (bits & stays) | (moved & ~stays);
  }
  return bits;
}

/// Each lane has two comparators with the lane whose number differs in one bit, and both lanes know
/// both: the lane tells the outcome of the first where it has the lower keys, else of the second.
template <typename Word, bool kPlaces>
__device__ __forceinline__ bool told_outcome(const Key<Word, kPlaces>& first,
                                             const Key<Word, kPlaces>& other_first,
                                             const Key<Word, kPlaces>& second,
                                             const Key<Word, kPlaces>& other_second,
                                             bool is_upper) {
  const Key<Word, kPlaces> lower = is_upper ? other_second : first;
  const Key<Word, kPlaces> upper = is_upper ? second : other_first;
  return held_after(lower, upper);
}

/// Outcomes of a block's layers, kept in shared memory until the launch ends, when they leave as
/// runs of whole words. A row is a layer: kPairs ballots of each warp, warp after warp. Rows are
/// padded, so that a warp writes several of them without bank conflicts.
template <std::uint32_t kRows, std::uint32_t kPairs>
struct StagedBits {
  static constexpr std::uint32_t kStride = kWarp + kPairs;
  std::uint32_t ballots[kRows * kStride];
  std::uint32_t steps[kRows];  // j of each row's layer
};

/// A lane's outcomes on their way there: kPairs bits a layer, the newest lowest, written when the
/// next would not fit.
template <std::uint32_t kRows, std::uint32_t kPairs>
class OutcomeQueue {
 public:
  /// Announces a level that runs j, j/2 ... 1.
  __device__ __forceinline__ void begin_level(StagedBits<kRows, kPairs>& staged, std::uint32_t j) {
    if (threadIdx.x < kWarp && (j >> threadIdx.x) != 0) {
      staged.steps[rows_ + held_ + threadIdx.x] = j >> threadIdx.x;
    }
  }
  /// Takes the outcomes of `layers` layers.
  __device__ __forceinline__ void push(StagedBits<kRows, kPairs>& staged, std::uint32_t outcomes,
                                       std::uint32_t layers) {
    if (held_ + layers > kWarp / kPairs) flush(staged);
    bits_ = bits_ << (layers * kPairs) | outcomes;
    held_ += layers;
  }
  __device__ __forceinline__ void flush(StagedBits<kRows, kPairs>& staged) {
    const std::uint32_t lane = threadIdx.x % kWarp;
    const std::uint32_t ballot = transpose_bits(bits_);
    rows_ += held_;
    if (lane < held_ * kPairs) {
      const std::uint32_t row = rows_ - 1 - lane / kPairs;
      staged.ballots[row * StagedBits<kRows, kPairs>::kStride + threadIdx.x / kWarp * kPairs +
                     lane % kPairs] = ballot;
    }
    held_ = 0;
  }
  /// Layers written.
  [[nodiscard]] __device__ __forceinline__ std::uint32_t rows() const { return rows_; }

 private:
  std::uint32_t bits_ = 0;
  std::uint32_t held_ = 0;  // layers
  std::uint32_t rows_ = 0;
};

/// floor(log2(x)) + 1: the layers of a level from distance x down to 1.
__device__ __forceinline__ std::uint32_t layers_from(std::uint32_t x) { return kWarp - __clz(x); }

}  // namespace sortscope::device
