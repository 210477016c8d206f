// outcome_bits.cuh: outcomes of a warp's comparators, written as whole words (or half-words) of the
// recording by ballot: no atomics. In all of it 32 lanes of a warp take part.
#pragma once

#include "kernels/device/comparator.cuh"

namespace sortscope::device {

/// Comparators of a layer in order of their index, one a thread: a ballot is a word.
__device__ __forceinline__ void record_in_order(std::uint32_t* layer_bits, std::uint32_t count,
                                                std::uint32_t index, bool exchanged) {
  const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
  if (index % kWarp == 0 && index < count) __stcs(layer_bits + index / kWarp, word);
}

/// The map of Michalainas and Charisi 2025: of n/2 = `half` threads, one whose bit `step` is clear
/// has the comparator at wire `thread`, one whose bit is set that of its partner, n/2 further down.
/// From 32 on all lanes of a warp agree on the bit, and neighbouring lanes have neighbouring
/// comparators. Below, half of the lanes have 16 neighbours in the first half of the layer and the
/// others 16 in the second: a shuffle sorts the outcomes, and a ballot gives two half-words. Warps
/// past `half` have nothing to record: what they would write belongs to other layers.
__device__ __forceinline__ void record_offset(std::uint32_t* layer_bits, std::uint32_t half,
                                              std::uint32_t step, std::uint32_t thread,
                                              bool exchanged) {
  const std::uint32_t lane = thread % kWarp;
  if (thread - lane >= half) return;
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

/// A thread for each of n wires; the lanes of lower wires know the outcome. Warps past n have
/// nothing to record.
__device__ __forceinline__ void record_by_wire(std::uint32_t* layer_bits, std::uint32_t n,
                                               std::uint32_t step, std::uint32_t wire,
                                               bool exchanged) {
  const std::uint32_t lane = wire % kWarp;
  if (wire - lane >= n) return;
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

/// Outcomes of a block's layers as ballots, kept in shared memory until the launch ends, when they
/// leave as runs of whole words. A row is a layer: for each warp kPairs ballots, or where lanes are
/// compared with lanes twice as many (see ballots_of_two).
template <std::uint32_t kRows, std::uint32_t kPairs>
struct StagedBits {
  static constexpr std::uint32_t kStride = 2 * kWarp;
  alignas(16) std::uint32_t ballots[kRows * kStride];
  std::uint32_t steps[kRows];  // j of each row's layer
};

/// Announces a level that runs j, j/2 ... 1 from `row` on. Returns the row after it.
template <std::uint32_t kRows, std::uint32_t kPairs>
__device__ __forceinline__ std::uint32_t stage_level(StagedBits<kRows, kPairs>& staged,
                                                     std::uint32_t row, std::uint32_t j) {
  if (threadIdx.x < kWarp && (j >> threadIdx.x) != 0) {
    staged.steps[row + threadIdx.x] = j >> threadIdx.x;
  }
  return row + kWarp - __clz(j);
}

/// A warp's ballots of the layer `step` in a level whose rows end before `end`: the distance
/// between the two is constant where `step` is.
__device__ __forceinline__ std::uint32_t* staged_ballots(std::uint32_t* end, std::uint32_t step) {
  return end - (kWarp - __clz(step)) * 2 * kWarp;
}

/// Two comparators between this lane and the one whose number differs by one bit: `first` and
/// `second` are the lane's held keys, `is_upper` says that the lane has the upper wires. Both lanes
/// know both outcomes; the ballots returned are right for the first in lower lanes, for the second
/// in upper ones: merged, they are 16 outcomes of each.
template <bool kRecord, typename Word, bool kPlaces>
__device__ __forceinline__ uint2 compare_lanes(Key<Word, kPlaces>& first,
                                               Key<Word, kPlaces>& second, std::uint32_t step,
                                               bool is_upper) {
  const Key<Word, kPlaces> other_first = shuffle_xor(first, step);
  const Key<Word, kPlaces> other_second = shuffle_xor(second, step);
  uint2 ballots{};
  if constexpr (kRecord && !kPlaces) {
    // Where two words are equal it does not matter which is kept: in the lanes whose ballot counts
    // a key is taken only if it is out of order, in the others also if it is equal.
    const bool take_first = (first.word > other_first.word) != is_upper;
    const bool take_second = (other_second.word > second.word) == is_upper;
    ballots =
        make_uint2(__ballot_sync(kAllLanes, take_first), __ballot_sync(kAllLanes, take_second));
    first = take_first ? other_first : first;
    second = take_second ? other_second : second;
  } else {
    if constexpr (kRecord) {
      ballots = make_uint2(__ballot_sync(kAllLanes, held_after(first, other_first)),
                           __ballot_sync(kAllLanes, held_after(other_second, second)));
    }
    keep_held(first, other_first, is_upper);
    keep_held(second, other_second, is_upper);
  }
  return ballots;
}

/// Merges them: the first's outcomes in the lower half-word, the second's in the upper.
__device__ __forceinline__ std::uint32_t merge_ballots(std::uint32_t first, std::uint32_t second,
                                                       std::uint32_t step) {
  const std::uint32_t lower_lanes = 0xFFFFFFFFu / ((1u << step) + 1);  // without the bit of `step`
  return sort_lanes((first & lower_lanes) | (second & ~lower_lanes), step);
}

}  // namespace sortscope::device
