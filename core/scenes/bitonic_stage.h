// bitonic_stage.h: the bitonic sequence that a stage of a merge splits into L and U, and where
// theorems 2 and 3 of Zachmann 2011 cut it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/types.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// One instance of a stage: it makes L and U of the 2^(merge - stage) keys on its wires.
struct StageId {
  std::uint32_t merge = 0;     // merge level j, from 1
  std::uint32_t stage = 0;     // k
  std::uint32_t block = 0;     // of 2^j wires
  std::uint32_t instance = 0;  // within the block, 0 .. 2^k - 1
  std::uint32_t first_layer = 0;
  std::uint32_t layers = 1;  // one after the other: a phase each; 1 in a network

  [[nodiscard]] constexpr std::uint32_t size_log2() const { return merge - stage; }
  [[nodiscard]] constexpr std::uint32_t size() const { return std::uint32_t{1} << size_log2(); }
  [[nodiscard]] constexpr std::uint32_t half() const { return size() / 2; }
  [[nodiscard]] constexpr Wire base() const { return (block << merge) + (instance << size_log2()); }
  /// The instance counted through all blocks.
  [[nodiscard]] constexpr std::uint32_t number() const { return (block << stage) + instance; }
  /// The instance with that number of the same stage.
  [[nodiscard]] constexpr StageId with_number(std::uint32_t number) const {
    StageId other = *this;
    other.block = number >> stage;
    other.instance = number & ((std::uint32_t{1} << stage) - 1);
    return other;
  }
  [[nodiscard]] constexpr bool same_stage(const StageId& other) const {
    return merge == other.merge && stage == other.stage && first_layer == other.first_layer;
  }
  friend constexpr bool operator==(const StageId&, const StageId&) = default;
};

/// The stage that comparator `index` of `layer` belongs to: a half-cleaner of a bitonic network, a
/// tree's phases, a split. Nothing where the layer splits no bitonic sequence.
std::optional<StageId> stage_of(const Recording& recording, std::uint32_t layer,
                                std::uint32_t index);

/// The stage and instance that a still picture is about: of the layer in view (where stages
/// overlap, the oldest that runs), and in it the instance of the selected comparator, wire or key,
/// else of the comparison at the cursor, else the first.
std::optional<StageId> stage_in_view(const Scene& scene);

/// How far the stage has come at the scene's cursor, 0 to 1: layers, and of a layer the
/// comparators that are done; `scene.fraction` counts.
float stage_progress(const Scene& scene, const StageId& stage);

/// The keys of all wires before and after a stage.
struct StageKeys {
  std::vector<std::uint32_t> before;  // places
  std::vector<std::uint32_t> after;
};
/// Replays to the stage's start and lets the stage run; where stages overlap, as if they ran one
/// after the other. O(n) and the replay; O(n stage) where they overlap.
StageKeys stage_keys(const Scene& scene, const StageId& stage);

/// A bitonic sequence a = (a_0 .. a_(n-1)) and its split. L has the smaller keys (by value,
/// whatever the run's order), U the larger ones; equal keys count as different, so that a strict
/// order is left in which the sequence is bitonic.
struct BitonicStage {
  /// A subsequence of theorem 3: positions [first, first + length).
  struct Part {
    std::uint32_t first = 0;
    std::uint32_t length = 0;
  };

  StageId id;
  bool descending = false;            // U goes to the lower half of the wires, L to the upper
  std::vector<std::uint32_t> before;  // a: places, n
  std::vector<std::uint32_t> lower;   // L a: places by position, n/2
  std::vector<std::uint32_t> upper;   // U a
  std::vector<std::uint32_t> order;   // of a_i among the n keys in the strict order, 0 the least
  bool bitonic = false;               // a is; else what follows has no meaning
  /// Theorem 2: L a is the cyclic window of n/2 keys from q on, U a that from q + n/2 on.
  std::uint32_t q = 0;
  /// Theorem 3: |a1| = |a3|, 0 .. n/2; |a2| = |a4| is the rest of n/2.
  std::uint32_t length = 0;
  /// a2 and a4 change places (the comparators at the end of each half exchange); else a1 and a3.
  bool second_case = false;
  std::array<Part, 4> parts;  // a1 .. a4

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(before.size()); }
  [[nodiscard]] std::uint32_t half() const { return size() / 2; }
  /// The key at position i goes to U.
  [[nodiscard]] bool in_upper(std::uint32_t i) const { return order[i] >= half(); }
  /// 6 where (L, U) = (a1 a4, a3 a2), 7 where (L, U) = (a3 a2, a1 a4).
  [[nodiscard]] int equation() const { return second_case != descending ? 6 : 7; }
  /// 0 .. 3: the subsequence that position i belongs to.
  [[nodiscard]] std::uint32_t part_of(std::uint32_t i) const {
    return (i < half() ? 0U : 2U) + (i % half() < length ? 0U : 1U);
  }
};

/// The split of one instance, from the keys before and after its stage. `ranks`: see
/// core/recordings/replay.h. O(n log n) in the instance's keys.
BitonicStage split_stage(const Recording& recording, std::span<const std::uint32_t> ranks,
                         const StageId& id, const StageKeys& keys);

/// R_j a: the sequence rotated by j, its L and U made anew. O(n).
BitonicStage rotated(const BitonicStage& stage, std::uint32_t j);

/// Positions i at which a plane with `below` keys beneath it cuts the sequence: just one of a_(i-1)
/// and a_i is beneath. Two for 0 < below < n where the sequence is bitonic. O(n).
std::vector<std::uint32_t> plane_cuts(std::span<const std::uint32_t> order, std::uint32_t below);

}  // namespace sortscope
