// outcome_bits.cuh: outcomes of a warp's comparators, written as whole words (or half-words) of the
// recording by ballot: no atomics. In all of it 32 lanes of a warp take part.
#pragma once

#include "kernels/comparator.cuh"

namespace sortscope::device {

/// Comparators of a layer in order of their index, one a thread: a ballot is a word.
__device__ __forceinline__ void record_in_order(std::uint32_t* layer_bits, std::uint32_t count,
                                                std::uint32_t index, bool exchanged) {
  const std::uint32_t word = __ballot_sync(kAllLanes, exchanged);
  if (index % kWarp == 0 && index < count) layer_bits[index / kWarp] = word;
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
    if (lane == 0) layer_bits[index / kWarp] = word;
  } else if (half >= kWarp) {
    const std::uint32_t source = insert_zero_at(lane % 16, step) | (lane < 16 ? 0 : step);
    const std::uint32_t outcome = __shfl_sync(kAllLanes, static_cast<unsigned>(exchanged), source);
    const std::uint32_t halves = __ballot_sync(kAllLanes, outcome != 0);
    if (lane % 16 == 0) {
      const std::uint32_t at = thread / kWarp + (lane == 0 ? 0 : half / kWarp);
      reinterpret_cast<std::uint16_t*>(layer_bits)[at] = static_cast<std::uint16_t>(halves >> lane);
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
    if (lane == 0 && (wire & step) == 0) layer_bits[remove_at(wire, step) / kWarp] = word;
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

}  // namespace sortscope::device
