// network.h: comparator networks as functions of (layer, index), in closed form.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/types.h"
#include "core/networks/aks/network.h"
#include "core/networks/closed_form/layer_form.h"
#include "core/networks/lists/listed_network.h"
#include "core/networks/trees/step.h"

namespace sortscope {

/// What a layer is called: `level` is the merge level (k = 2, 4 ... in bitonic sorting; 1, 2 ... or
/// the round elsewhere), `distance` its j.
struct LayerLabel {
  std::uint32_t level = 0;
  std::uint32_t distance = 0;
};

/// A run of layers with a name: "k = 8".
struct MergeLevel {
  std::uint32_t first_layer = 0;
  std::uint32_t layer_count = 0;
  std::uint32_t level = 0;
  std::string name;
};

/// What a layer does, and so what its outcomes mean. Everything that asks is about one of these
/// three; where a layer's comparators come from is the network's own business.
enum class LayerWork : std::uint8_t {
  kComparators,  // of wires that are the same for all keys; a bit each: the keys are exchanged
  kComparisons,  // in bitonic trees, of nodes that follow from outcomes before; a bit each
  kSplits,       // of bitonic sequences, found by search; a word each (Split)
};

/// The split of one bitonic sequence of n keys into the four subsequences of theorem 3, as a word:
/// q' * 2 + (equation (6) ? 1 : 0). Equation (7), case 1: a1 and a3, q' keys each, change places;
/// equation (6), case 2: a2 and a4, n/2 - q' keys each.
struct Split {
  std::uint32_t length = 0;  // q' = |a1| = |a3|, 0 .. n/2
  bool second_case = false;

  [[nodiscard]] constexpr std::uint32_t word() const {
    return length << 1 | (second_case ? 1U : 0U);
  }
  static constexpr Split of(std::uint32_t word) { return {word >> 1, (word & 1) != 0}; }
  friend constexpr bool operator==(const Split&, const Split&) = default;
};

/// A schedule: `wires()` wires, `depth()` layers. In a comparator network every layer is in closed
/// form. In an adaptive sort a layer is a parallel step whose comparisons follow from the outcomes
/// before: those layers answer comparator() and use() once resolve() has seen the outcomes.
class Network {
 public:
  Network() = default;
  /// `forms` and `labels` have one entry a layer; `levels` partition the layers in order.
  /// `works` and `steps` are empty (a comparator network) or have one entry a layer, the latter
  /// meaningful where the work is not kComparators (of kSplits: merge, first_stage).
  Network(std::uint32_t wires, std::vector<LayerForm> forms, std::vector<LayerLabel> labels,
          std::vector<MergeLevel> levels, std::vector<LayerWork> works = {},
          std::vector<TreeStep> steps = {});
  /// An AKS network: levels are its steps t, then the final sorters and the
  /// rounds of the repair. O(layers).
  explicit Network(std::shared_ptr<const AksNetwork> aks);
  /// A stored network: all layers are one level with its name. O(depth).
  explicit Network(std::shared_ptr<const ListedNetwork> listed);

  /// Where a comparison is depends on outcomes.
  [[nodiscard]] bool adaptive() const { return !works_.empty(); }
  [[nodiscard]] LayerWork work(std::uint32_t layer) const {
    return works_.empty() ? LayerWork::kComparators : works_[layer];
  }
  /// Its wires are the same for all keys; it compares nodes of bitonic trees; it splits sequences.
  [[nodiscard]] bool fixed(std::uint32_t layer) const {
    return work(layer) == LayerWork::kComparators;
  }
  [[nodiscard]] bool in_trees(std::uint32_t layer) const {
    return work(layer) == LayerWork::kComparisons;
  }
  [[nodiscard]] bool has_splits(std::uint32_t layer) const {
    return work(layer) == LayerWork::kSplits;
  }
  /// Every layer of comparators is a LayerForm, which shaders and kernels compute too.
  [[nodiscard]] bool closed_form() const { return !aks_ && !listed_; }
  /// Wires are named by where they end and move between steps (AKS): keys stand on spots, and
  /// neighbouring wires need not be compared as neighbours.
  [[nodiscard]] bool wires_move() const { return aks_ != nullptr; }
  /// What an AKS network is made of; null in others.
  [[nodiscard]] const AksNetwork* aks() const { return aks_.get(); }
  [[nodiscard]] std::shared_ptr<const AksNetwork> shared_aks() const { return aks_; }
  /// The stored network; null in others.
  [[nodiscard]] const ListedNetwork* listed() const { return listed_.get(); }
  [[nodiscard]] std::shared_ptr<const ListedNetwork> shared_listed() const { return listed_; }
  /// The parallel step of a layer that is not in closed form.
  [[nodiscard]] const TreeStep& step(std::uint32_t layer) const { return steps_[layer]; }
  /// Some parallel step runs more than one stage. O(depth).
  [[nodiscard]] bool stages_overlap() const;
  /// Comparison `index` of an in_trees() layer.
  [[nodiscard]] TreeTask task(std::uint32_t layer, std::uint32_t index) const {
    return task_of(steps_[layer], index);
  }
  /// Works out which wires every comparison in trees touched, from the outcome bits (bit_words()
  /// words) of a run by `rule`: a phase's wires follow from the outcomes of its own instance. Wires
  /// are those before the instance's stage began, as if stages ran one after the other, so every
  /// comparison is a comparator of the bitonic network's layer (2^merge, half). O(comparisons);
  /// keeps 4 bytes a comparison.
  /// False where it was cancelled: it is as good as not resolved then.
  bool resolve(TreeRule rule, std::span<const std::uint32_t> bits, Progress* progress = nullptr);
  [[nodiscard]] bool resolved() const { return !adaptive() || resolved_; }
  /// Lower wire of every comparison in trees, in order, once resolved; layer's first stands at
  /// first_lower_wire(layer).
  [[nodiscard]] std::span<const std::uint32_t> lower_wires() const { return lower_wires_; }
  [[nodiscard]] std::uint64_t first_lower_wire(std::uint32_t layer) const {
    return tree_before_[layer];
  }

  [[nodiscard]] std::uint32_t wires() const { return wires_; }
  [[nodiscard]] std::uint32_t depth() const { return static_cast<std::uint32_t>(forms_.size()); }
  /// Number of comparators of all layers.
  [[nodiscard]] std::uint64_t size() const { return comparators_before_.back(); }
  [[nodiscard]] const LayerForm& form(std::uint32_t layer) const { return forms_[layer]; }
  [[nodiscard]] const std::vector<LayerForm>& forms() const { return forms_; }
  [[nodiscard]] const LayerLabel& label(std::uint32_t layer) const { return labels_[layer]; }
  [[nodiscard]] const std::vector<MergeLevel>& levels() const { return levels_; }
  /// Index into levels() of the level that `layer` belongs to.
  [[nodiscard]] std::uint32_t level_index(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t count(std::uint32_t layer) const { return forms_[layer].count; }
  /// Comparators of the layers before `layer`, 0 <= layer <= depth().
  [[nodiscard]] std::uint64_t comparators_before(std::uint32_t layer) const {
    return comparators_before_[layer];
  }
  [[nodiscard]] Comparator comparator(std::uint32_t layer, std::uint32_t index) const {
    if (aks_) return aks_->comparator(layer, index);
    if (listed_) return listed_->layer(layer)[index];
    return in_trees(layer) ? tree_comparator(layer, index)
                           : comparator_of(forms_[layer], wires_, index);
  }
  /// The comparator that touches `wire` in `layer`, if any; none in a layer of splits. O(1);
  /// O(stages) in an overlapped step, O(log wires) in a stored network.
  [[nodiscard]] WireUse use(std::uint32_t layer, Wire wire) const;

  /// Sub-columns that keep the comparators of a layer from overlapping (first fit by lower wire),
  /// and the sub-column of comparator `index`. In an AKS network, where all comparators of a halver
  /// pass its middle, the u-th of every halver; those of neighbours may touch. O(1).
  [[nodiscard]] std::uint32_t sub_columns(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t sub_column(std::uint32_t layer, std::uint32_t index) const;

  /// Outcome bits: each layer starts a 32-bit word; its first word, 0 <= layer <= depth(). A
  /// layer of splits has a word (Split::word) for each of its sequences instead.
  [[nodiscard]] std::uint64_t first_word(std::uint32_t layer) const { return first_word_[layer]; }
  [[nodiscard]] const std::vector<std::uint64_t>& first_words() const { return first_word_; }
  [[nodiscard]] std::uint64_t bit_words() const { return first_word_.back(); }

  /// Cursor arithmetic: comparators run before the cursor, and its inverse (clamped to the end).
  [[nodiscard]] std::uint64_t position(Cursor cursor) const {
    return comparators_before_[cursor.layer] + cursor.comparator;
  }
  [[nodiscard]] Cursor cursor_at(std::uint64_t position) const;
  [[nodiscard]] Cursor end() const { return {depth(), 0}; }

 private:
  [[nodiscard]] Comparator tree_comparator(std::uint32_t layer, std::uint32_t index) const;
  [[nodiscard]] WireUse tree_use(std::uint32_t layer, Wire wire) const;

  void count_layers();
  [[nodiscard]] std::uint32_t aks_columns(std::uint32_t layer) const;

  std::uint32_t wires_ = 0;
  bool resolved_ = false;
  std::shared_ptr<const AksNetwork> aks_;
  std::shared_ptr<const ListedNetwork> listed_;
  std::vector<LayerWork> works_;            // empty: all kComparators
  std::vector<TreeStep> steps_;             // empty, or one a layer
  std::vector<std::uint64_t> tree_before_;  // comparisons in trees in the layers before
  std::vector<std::uint32_t> lower_wires_;  // of every comparison in trees, once resolved
  std::vector<LayerForm> forms_;
  std::vector<LayerLabel> labels_;
  std::vector<MergeLevel> levels_;
  std::vector<std::uint64_t> comparators_before_{0};
  std::vector<std::uint64_t> first_word_{0};
};

}  // namespace sortscope
