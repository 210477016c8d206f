// separator_moment.h: the separator that a scene shows: its place in the tree, its layers of
// halvers, how far they are, the keys on its wires.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/scene.h"

namespace sortscope {

/// A layer of a separator (figure 2.3 of Fischer 2020): one halver in layer 0, else one at either
/// end; or the errors planted at the end.
struct SeparatorLayer {
  AksStage stage;                 // the first of its stages: sizes, and which slots its wires are
  std::uint32_t first = 0;        // network layers [first, end), forced exchanges counted
  std::uint32_t end = 0;          //
  std::uint32_t depth = 0;        // of them, those of comparators
  std::uint64_t comparators = 0;  // of this separator: all sides, all depths
  bool shuffled = false;          // the halves are shuffled afterwards
  Progression progress = Progression::kToCome;
  std::uint32_t done = 0;  // network layers that have run

  [[nodiscard]] bool planted() const { return stage.work == AksWork::kPlanted; }
};

/// The separator of a node at a step t.
struct SeparatorMoment {
  std::uint32_t t = 0;
  std::uint32_t node = 0;
  AksLevel level;            // a, up, down, base at step t
  std::uint32_t layers = 0;  // T of figure 2.3
  std::uint32_t first = 0;   // its network layers [first, end); equal where nothing runs
  std::uint32_t end = 0;
  Cursor at;  // the keys are those of this cursor: the scene's, or one nearby where
              // the level is not active at the cursor's step
  std::vector<SeparatorLayer> rows;
  std::vector<std::uint32_t> keys;  // original place of the key on each slot, at `at`
  std::string note;                 // why it is not the one at the cursor; else empty

  /// The row that is running at `at` or ran last; the first where none has; none where there are
  /// no rows.
  [[nodiscard]] std::optional<std::uint32_t> current_row() const;
  /// The keys stand as at the scene's cursor.
  [[nodiscard]] bool is_live(const Scene& scene) const { return at == scene.cursor; }
};

/// The separator that the scene follows or that the person opened. Nothing where the run is not of
/// the AKS network. O(a), and a replay where the keys are those of another step, unless
/// `scene.separators` has them.
std::optional<SeparatorMoment> separator_moment(const Scene& scene);

/// The deepest level that ever has separators: it may lie below that of the final blocks.
std::uint32_t deepest_level(const AksNetwork& aks);

/// What a row's halvers are made of: "perfect: cyclic matchings", "matchings of a hash", "bitonic
/// sorter".
std::string halver_kind(const AksNetwork& aks, const SeparatorLayer& row);

/// Halver wire that stands on `slot` of the separator: side and k; nothing where none does.
struct HalverWire {
  std::uint32_t side = 0;
  std::uint32_t k = 0;
};
std::optional<HalverWire> halver_wire(const AksStage& stage, std::uint32_t slot);

/// Walks the keys of one separator over its own comparators, forwards and backwards.
class SeparatorWalk {
 public:
  /// `keys`: by slot, at the cursor `at`, which may lie outside the separator's layers.
  SeparatorWalk(const Recording& recording, const SeparatorMoment& moment);
  /// To the state before network layer `layer`; layers outside of the separator change nothing.
  /// O(comparators of the separator between).
  void seek(std::uint32_t layer);
  [[nodiscard]] const std::vector<std::uint32_t>& keys() const { return keys_; }
  /// Runs layer `layer` - the walk stands before it - calling visit(low slot, high slot, exchanged)
  /// for the comparators of `side` (2: all).
  template <typename Visit>
  void run(std::uint32_t layer, Visit visit);

 private:
  void apply(std::uint32_t layer, std::uint32_t from, std::uint32_t to);
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> range(std::uint32_t layer) const;

  const Recording& recording_;
  const AksNetwork& aks_;
  std::uint32_t first_, end_;
  std::uint32_t node_;
  std::uint32_t base_;  // first spot of the separator
  Cursor at_;
  std::vector<std::uint32_t> keys_;
};

template <typename Visit>
void SeparatorWalk::run(std::uint32_t layer, Visit visit) {
  const auto [from, to] = range(layer);
  aks_.for_each(layer, from, to, [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
    const bool exchanged = recording_.exchanged(layer, index);
    visit(x - base_, y - base_, exchanged);
    if (exchanged) std::swap(keys_[x - base_], keys_[y - base_]);
  });
  at_ = {layer + 1, 0};
}

}  // namespace sortscope
