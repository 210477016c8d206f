// compare_facts.h: which comparators of the bitonic network an adaptive run compares, and what
// becomes of the others: the subset that the article speaks of (Zachmann 2011, adaptive bitonic
// sorting).
//
// Stage k of merge level j stands for one layer of the network: level 2^j, distance 2^(j-k-1). An
// instance of 2^(j-k) keys compares j - k of that layer's comparators; the rest it saves: their
// keys change places with a whole subtree, or stay.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/scenes/layout.h"

namespace sortscope {

struct Recording;

/// What an adaptive run has made of one comparator of the network's layer.
struct ComparatorFate {
  bool known = false;      // it was compared, or its stage is over
  bool compared = false;   // by comparison `by`
  bool exchanged = false;  // its keys have changed places (all phases taken together)
  ComparatorId by;
};

/// One layer of the network: fates by lower wire (those of upper wires mean nothing).
struct StageFates {
  std::vector<ComparatorFate> by_lower_wire;
  bool over = false;           // all phases have run
  bool begun = false;          // some comparison has run
  std::uint32_t compared = 0;  // so far
};
/// Stage `stage` of merge level `merge` of `recording`, whose trees run that merge, as far as
/// `cursor`. Empty where the recording has no such stage. O(wires + comparisons of the stage, times
/// the wires that they move).
StageFates stage_fates(const Recording& recording, std::uint32_t merge, std::uint32_t stage,
                       Cursor cursor);

/// Comparisons of an adaptive run up to a cursor: how many the stages that are over compared, and
/// how many the network's layers in their stead have.
struct SavedSoFar {
  std::uint64_t compared = 0;  // all, of unfinished stages too
  std::uint64_t saved = 0;     // comparators of finished stages that were not compared
};
/// Of merge level `merge`, or of the whole run where it is 0. O(layers).
SavedSoFar saved_so_far(const Recording& recording, std::uint32_t merge, Cursor cursor);

/// Above so many keys no adaptive run is made beside a network's.
inline constexpr std::uint32_t kMostCompared = 4096;
/// The adaptive run of the same keys as a run of the bitonic sorter or merger, on the CPU; null for
/// other algorithms, above kMostCompared wires, and where it cannot be had. O(n log n).
std::shared_ptr<const Recording> adaptive_counterpart(const Recording& recording);
/// How far the counterpart is where the network's run is at `cursor`: stages in the stead of layers
/// that have run whole. O(layers).
Cursor counterpart_cursor(const Recording& recording, const Recording& counterpart, Cursor cursor);

/// The recording's network is the bitonic sorter or merger, layer by layer.
bool is_bitonic_network(const Recording& recording);
/// The recording is of adaptive merging in trees alone, every merge stage by stage or overlapped.
bool is_adaptive_run(const Recording& recording);

}  // namespace sortscope
