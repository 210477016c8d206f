// merged_states.h: which 0-1 states a network reaches, found by joining its wires bit by bit.
//
// Wires that no comparator has joined yet carry what they carry independently of each other, so the
// states of two parts are all combinations of theirs. A part runs all comparators that it has
// before it is joined with another one. A part of m wires that comes out sorted, in whatever order
// of its wires, has m + 1 states, one for each number of ones: two of them are merged in (m + 1)^2
// combinations instead of 2^2m inputs (zero-one principle; Knuth, TAOCP vol. 3, section 5.3.4).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/thread_team.h"
#include "core/verify/combined_states.h"

namespace sortscope {

/// What may be spent; counted down.
struct MergeMeans {
  ThreadTeam* team = nullptr;  // null: this thread
  unsigned threads = 1;
  double work = 0;                   // comparators on 512 combinations
  std::size_t most_words = 1 << 22;  // of 64 bits, for the states of a part
  Progress* progress = nullptr;      // advanced by the comparators that were run
  // Counted up:
  std::uint64_t tried = 0;  // combinations
  /// Where it was given up last: so many wires would have taken so many combinations.
  std::uint32_t given_up_wires = 0;
  double given_up = 0;

  [[nodiscard]] bool cancelled() const { return progress != nullptr && progress->cancelled(); }
};

struct MergedStates {
  bool complete = false;                           // else it was given up, or cancelled
  std::vector<std::uint8_t> exchanges;             // by comparator; complete and no input: exact
  StateRows states;                                // CombineGoal::kStates: all that come out
  std::optional<std::vector<std::uint8_t>> input;  // kAscends: one that comes out unsorted
};

/// Exact, and deterministic on any number of threads. `comparators` run in their order. Cost: that
/// of combine() at each of wires - 1 joins; O(n^3 log n / 512) for sorters that merge halves.
MergedStates merge_states(std::uint32_t wires, std::span<const Comparator> comparators,
                          CombineGoal goal, MergeMeans& means);

}  // namespace sortscope
