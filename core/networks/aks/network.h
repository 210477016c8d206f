// network.h: the AKS network as a function: stages of halvers, their comparators in closed
// form, and which wire stands on which spot at which step.
//
// A wire is named by where it ends: at the end, wire w is wire w % 64 of node w / 64. So wires
// stay, the separators' lists of wires change by a table that no key can change, and the output
// stands in order on the wires.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/types.h"
#include "core/networks/aks/matching.h"
#include "core/networks/aks/parameters.h"
#include "core/networks/aks/schedule.h"
#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// What the comparators of a stage are.
enum class AksWork : std::uint8_t {
  kMatching,  // matchings of a random or explicit graph
  kCyclic,    // a perfect halver: the cyclic matchings
  kSorter,    // a bitonic sorter of the halver's wires, ascending comparators
  kShuffle,   // keys of a half change places whatever they are: an involution made by a hash
  kPlanted,   // errors on purpose: keys change places whatever they are
  kBlocks,    // the final bitonic sorters of 64 wires
  kRepair,    // merge-split of neighbouring blocks of 64
};
/// Keys change places whatever they are: the outcome bit is always 1.
constexpr bool is_forced(AksWork work) {
  return work == AksWork::kShuffle || work == AksWork::kPlanted;
}

/// A run of network layers: all halvers of one separator layer of one level at one step, matching
/// after matching. Plain words, for kernels.
struct AksStage {
  AksWork work = AksWork::kMatching;
  std::uint32_t t = 0;
  std::uint32_t level = 0;        // of the tree
  std::uint32_t nodes = 0;        // separators: 2^level
  std::uint32_t a = 0;            // wires of a separator
  std::uint32_t up = 0;           // f: wires that go up
  std::uint32_t base = 0;         // first spot of node 0
  std::uint32_t layer = 0;        // separator layer, figure 2.3
  std::uint32_t sides = 1;        // halvers of a separator: 1 in layer 0, else 2
  std::uint32_t wires = 0;        // of a halver
  std::uint32_t half = 0;         // wires / 2
  std::uint32_t keep = 0;         // halver wires k >= keep stand on slot k + keep (layers 2 ...)
  std::uint32_t per_side = 0;     // comparators of a halver in one matching
  std::uint32_t first_layer = 0;  // of the network
  std::uint32_t depth = 0;        // network layers
  std::uint32_t planted = 0;      // first of the pairs of a kPlanted stage
  std::uint32_t pass = 0;         // kSorter: layer of the sorter; kRepair: round, from 0

  /// Comparators of each network layer, ordered by (separator, side, left wire).
  [[nodiscard]] constexpr std::uint32_t count() const { return nodes * sides * per_side; }
  /// Nodes of the levels above, and one: a node's number in the whole tree is this and its place.
  [[nodiscard]] constexpr std::uint32_t nodes_before() const { return std::uint32_t{1} << level; }
};

/// Slot of the separator's list where wire k of the halver on `side` stands: the right side is the
/// mirror image of the left.
constexpr std::uint32_t aks_slot(const AksStage& stage, std::uint32_t side, std::uint32_t k) {
  const std::uint32_t slot = k < stage.keep ? k : k + stage.keep;
  return side == 0 ? slot : stage.a - 1 - slot;
}

/// A comparator by halver wires (the smaller key goes to `low` on the left side; mirrored, to
/// `high` on the right one) or by spots.
struct AksPair {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  friend constexpr bool operator==(const AksPair&, const AksPair&) = default;
};

/// What all keys of a network's matchings share.
struct AksKeying {
  std::uint64_t seed = 1;
  std::uint32_t distinct_matchings = 0;
  bool shared_graphs = false;
};

/// Keeps the keys of shuffles apart from those of matchings.
inline constexpr std::uint32_t kAksShuffleKey = 1U << 16;

/// Key of the matching that halver (node, side) of `stage` runs. O(1).
constexpr MatchingKey aks_matching_key(const AksKeying& keying, const AksStage& stage,
                                       std::uint32_t matching, std::uint32_t node,
                                       std::uint32_t side) {
  MatchingKey made;
  made.seed = keying.seed;
  made.matching = keying.distinct_matchings > 0 && stage.work == AksWork::kMatching
                      ? matching % keying.distinct_matchings
                      : matching;
  made.layer = stage.layer + (stage.work == AksWork::kShuffle ? kAksShuffleKey : 0);
  if (keying.shared_graphs) {
    // All halvers of a size: the size stands for the place. No step has this number.
    made.t = ~std::uint32_t{0};
    made.level = stage.half;
    made.layer &= kAksShuffleKey;
    return made;
  }
  made.t = stage.t;
  made.level = stage.level;
  made.separator = node;
  made.side = side;
  return made;
}

/// Pair u of a kShuffle layer, by halver wires: the first half / 2 pairs lie in the left half, the
/// others in the right one. `hash` is a bijection of 0 .. half - 1.
constexpr AksPair aks_shuffle_pair(const HashMatching& hash, std::uint32_t half, std::uint32_t u) {
  const std::uint32_t pairs = half / 2;
  const std::uint32_t base = u < pairs ? 0 : half;
  const std::uint32_t k = 2 * (u % pairs);
  return {base + hash_partner(hash, k), base + hash_partner(hash, k + 1)};
}

/// Where a network layer and an index in it are.
struct AksAt {
  std::uint32_t stage = 0;     // index in stages()
  std::uint32_t matching = 0;  // network layer within the stage
  std::uint32_t node = 0;
  std::uint32_t side = 0;
  std::uint32_t u = 0;  // of the halver's comparators
};

/// Size of a network before it is built.
struct AksSize {
  std::uint64_t layers = 0;       // one level after the other
  std::uint64_t depth = 0;        // levels of a step side by side: the network's depth
  std::uint64_t comparators = 0;  // forced exchanges not counted
  std::uint64_t bit_words = 0;
};

class AksNetwork {
 public:
  /// Network layers at most: what a cursor can address and a person look at.
  static constexpr std::uint64_t kMostLayers = std::uint64_t{1} << 23;

  /// The network of 2^d wires. Errors: those of resolved(); kBadUsage for a d that is not allowed
  /// and where there are more than kMostLayers layers (the message has the number). O(stages).
  static Result<std::shared_ptr<const AksNetwork>> build(std::uint32_t d,
                                                         const AksParameters& parameters);
  /// The same network with `rounds` of the final repair behind it.
  [[nodiscard]] std::shared_ptr<const AksNetwork> with_repair(std::uint32_t rounds) const;

  [[nodiscard]] std::uint32_t d() const { return d_; }
  [[nodiscard]] std::uint32_t wires() const { return std::uint32_t{1} << d_; }
  [[nodiscard]] const AksParameters& parameters() const { return parameters_; }
  /// Steps 0 .. aks_steps(d); the last is the result.
  [[nodiscard]] const std::vector<AksStep>& steps() const { return steps_; }
  [[nodiscard]] const std::vector<AksStage>& stages() const { return stages_; }
  /// Stages [first, second) that run at step t; at t = aks_steps(d) the final sorters and repairs.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> stages_of(std::uint32_t t) const;
  [[nodiscard]] std::uint32_t layers() const {
    return stages_.back().first_layer + stages_.back().depth;
  }
  [[nodiscard]] std::uint32_t repair_rounds() const { return repair_rounds_; }
  [[nodiscard]] const AksSize& size() const { return size_; }
  /// Stage that network layer `layer` belongs to. O(log stages).
  [[nodiscard]] std::uint32_t stage_of(std::uint32_t layer) const;
  /// First network layer of step t, 0 <= t <= aks_steps(d) + 1.
  [[nodiscard]] std::uint32_t first_layer(std::uint32_t t) const;

  /// Takes an index apart. O(log stages).
  [[nodiscard]] AksAt at(std::uint32_t layer, std::uint32_t index) const;
  [[nodiscard]] AksKeying keying() const {
    return {parameters_.seed, parameters_.distinct_matchings, parameters_.shared_graphs};
  }
  /// Key of the matching that halver (node, side) runs in a layer of a kMatching stage.
  [[nodiscard]] MatchingKey key(const AksStage& stage, std::uint32_t matching, std::uint32_t node,
                                std::uint32_t side) const;
  /// Right vertices of all left ones in that matching: partners.size() = stage.half. O(half).
  void partners(const AksStage& stage, std::uint32_t matching, std::uint32_t node,
                std::uint32_t side, std::span<std::uint32_t> partners) const;
  /// Halver wires of comparator u of a halver. O(1) in closed form; else O(half) where another
  /// graph was asked for before.
  [[nodiscard]] AksPair halver_pair(const AksAt& at) const;
  /// The comparator's spots at its step: the smaller key goes to `low`.
  [[nodiscard]] AksPair spots(std::uint32_t layer, std::uint32_t index) const;
  [[nodiscard]] Comparator comparator(std::uint32_t layer, std::uint32_t index) const;
  /// Index of the comparator of `layer` that touches `wire`, or -1.
  [[nodiscard]] std::int64_t index_of(std::uint32_t layer, Wire wire) const;
  /// The same for the wire on `spot` of the stage's step, in its network layer `matching`.
  [[nodiscard]] std::int64_t index_at(const AksStage& stage, std::uint32_t matching,
                                      std::uint32_t spot) const;
  /// Pairs of slots of a kPlanted stage: stage.per_side of them from stage.planted on.
  [[nodiscard]] std::span<const AksPair> planted() const { return planted_; }

  /// Calls visit(index, low spot, high spot) for comparators [first, last) of a layer, in order.
  /// O(last - first), and O(half) a halver where matchings are stored.
  template <typename Visit>
  void for_each(std::uint32_t layer, std::uint32_t first, std::uint32_t last, Visit visit) const;

  /// The wire on a spot of step t, and the spot of a wire. O(steps).
  [[nodiscard]] Wire wire_at(std::uint32_t t, std::uint32_t spot) const;
  [[nodiscard]] std::uint32_t spot_of(std::uint32_t t, Wire wire) const;
  /// wire_at of all spots. O(wires x steps).
  [[nodiscard]] std::vector<Wire> wires_at(std::uint32_t t) const;

 private:
  AksNetwork(std::uint32_t d, AksParameters parameters);
  void add(AksStage stage);
  void add_separators(std::uint32_t t, const AksLevel& level);
  void add_sorter(AksStage stage);
  void add_planted(AksStage stage);
  void add_repair();

  std::uint32_t d_;
  AksParameters parameters_;
  std::vector<AksStep> steps_;
  std::vector<AksStage> stages_;
  std::vector<std::uint32_t> first_stage_;  // of each step, and one past
  std::vector<AksPair> planted_;
  AksSize size_;
  std::uint32_t repair_rounds_ = 0;
};

/// Layers of the bitonic sorter of `wires` wires with ascending comparators (any number of wires),
/// in closed form: `bitonic-ascending`.
std::uint32_t sorter_depth(std::uint32_t wires);
LayerForm sorter_form(std::uint32_t wires, std::uint32_t layer);

template <typename Visit>
void AksNetwork::for_each(std::uint32_t layer, std::uint32_t first, std::uint32_t last,
                          Visit visit) const {
  const AksStage& stage = stages_[stage_of(layer)];
  const std::uint32_t matching = layer - stage.first_layer;
  std::vector<std::uint32_t> partners;
  LayerForm form;
  if (stage.work == AksWork::kMatching) partners.resize(stage.half);
  if (stage.work == AksWork::kSorter || stage.work == AksWork::kBlocks) {
    form = sorter_form(stage.wires, stage.pass + matching);
  }
  for (std::uint32_t index = first; index < last;) {
    const std::uint32_t halver = index / stage.per_side;
    const std::uint32_t node = halver / stage.sides;
    const std::uint32_t side = halver % stage.sides;
    const std::uint32_t begin = halver * stage.per_side;
    const std::uint32_t end = std::min(last, begin + stage.per_side);
    const std::uint32_t base = stage.base + node * stage.a;
    const auto run = [&](auto pair_of) {
      for (; index < end; ++index) {
        const AksPair pair = pair_of(index - begin);
        const std::uint32_t x = base + aks_slot(stage, side, pair.low);
        const std::uint32_t y = base + aks_slot(stage, side, pair.high);
        visit(index, side == 0 ? x : y, side == 0 ? y : x);
      }
    };
    const std::uint32_t half = stage.half;
    if (stage.work == AksWork::kMatching) {
      this->partners(stage, matching, node, side, partners);
      run([&](std::uint32_t u) -> AksPair { return {u, half + partners[u]}; });
    } else if (stage.work == AksWork::kCyclic) {
      run([&](std::uint32_t u) -> AksPair {
        const std::uint32_t v = u + matching;
        return {u, half + (v < half ? v : v - half)};
      });
    } else if (stage.work == AksWork::kSorter || stage.work == AksWork::kBlocks) {
      run([&](std::uint32_t u) -> AksPair {
        const WirePair pair = wires_of(form, stage.wires, u);
        return {pair.lower, pair.upper};
      });
    } else {
      run([&](std::uint32_t u) -> AksPair {
        return halver_pair(
            {static_cast<std::uint32_t>(&stage - stages_.data()), matching, node, side, u});
      });
    }
  }
}

}  // namespace sortscope
