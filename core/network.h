// network.h: comparator networks as functions of (layer, index), in closed form.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/tree_step.h"
#include "core/types.h"

namespace sortscope {

/// One layer in closed form: plain 32-bit words, so that CUDA kernels and shaders take it as it is.
///
/// Let insert(x) put a 0 bit into x at position `chunk_log2`. Comparator `index` (ordered by its
/// lower wire) has, with q = index / block_count, r = index % block_count (no blocks: q = 0, r =
/// index)
///
///     shift:  lower = q * 2^block_log2 + start + insert(r),  upper = lower + distance
///     mirror: lower = q * 2^block_log2 + r,                  upper = (q + 1) * 2^block_log2 - 1 -
///     r
///
/// and the minimum goes to the lower wire unless `lower & direction_bit` is set.
struct LayerForm {
  std::uint32_t count = 0;          // comparators in the layer
  std::uint32_t chunk_log2 = 0;     // runs of 2^chunk_log2 neighbouring lower wires
  std::uint32_t start = 0;          // first lower wire (of each block)
  std::uint32_t distance = 1;       // upper - lower (shift)
  std::uint32_t block_log2 = 31;    // blocks of 2^block_log2 wires, where block_count > 0
  std::uint32_t block_count = 0;    // comparators in a full block; 0: the layer has no blocks
  std::uint32_t direction_bit = 0;  // 0: every comparator is ascending
  std::uint32_t mirror = 0;         // 1: mirrored in its block
};
static_assert(sizeof(LayerForm) == 32);

/// `x` with a 0 bit inserted at position `bit` (the bits from `bit` on move up by one).
constexpr std::uint32_t insert_zero_bit(std::uint32_t x, std::uint32_t bit) {
  const std::uint32_t low = (std::uint32_t{1} << bit) - 1;
  return ((x & ~low) << 1) | (x & low);
}

/// `x` without the bit at position `bit`: the inverse of insert_zero_bit where that bit is 0.
constexpr std::uint32_t remove_bit(std::uint32_t x, std::uint32_t bit) {
  const std::uint32_t low = (std::uint32_t{1} << bit) - 1;
  return ((x >> 1) & ~low) | (x & low);
}

/// The lower and upper wire of comparator `index`, 0 <= index < form.count, of a network of
/// `wires`.
struct WirePair {
  std::uint32_t lower;
  std::uint32_t upper;
};
constexpr WirePair wires_of(const LayerForm& form, std::uint32_t wires, std::uint32_t index) {
  std::uint32_t base = 0;
  std::uint32_t r = index;
  if (form.block_count > 0) {
    const std::uint32_t q = index / form.block_count;
    r = index - q * form.block_count;
    base = q << form.block_log2;
  }
  if (form.mirror != 0) {
    // In the last, cut-off block the first comparators reach beyond the wires and are not there.
    const std::uint32_t size = std::uint32_t{1} << form.block_log2;
    if (wires - base < size) r += size - (wires - base);
    return {base + r, base + size - 1 - r};
  }
  const std::uint32_t lower = base + form.start + insert_zero_bit(r, form.chunk_log2);
  return {lower, lower + form.distance};
}

constexpr Comparator comparator_of(const LayerForm& form, std::uint32_t wires,
                                   std::uint32_t index) {
  const WirePair pair = wires_of(form, wires, index);
  if ((pair.lower & form.direction_bit) != 0) return {pair.upper, pair.lower};
  return {pair.lower, pair.upper};
}

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

/// Where a wire stands in a layer. `index` is meaningful only where `compared`.
struct WireUse {
  bool compared = false;
  std::uint32_t index = 0;
  Comparator comparator;
};

/// What a layer is.
enum class LayerKind : std::uint8_t {
  kNetwork,  // comparators in closed form
  kTree,     // a parallel step of adaptive bitonic merging: where it compares depends on outcomes
  kSplit,    // splits of bitonic sequences, found by search: a word each instead of a bit
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
  /// `kinds` and `steps` are empty (a comparator network) or have one entry a layer, the latter
  /// meaningful for kTree and kSplit (merge, first_stage).
  Network(std::uint32_t wires, std::vector<LayerForm> forms, std::vector<LayerLabel> labels,
          std::vector<MergeLevel> levels, std::vector<LayerKind> kinds = {},
          std::vector<TreeStep> steps = {});

  /// Some layer is not in closed form.
  [[nodiscard]] bool adaptive() const { return !kinds_.empty(); }
  [[nodiscard]] LayerKind kind(std::uint32_t layer) const {
    return kinds_.empty() ? LayerKind::kNetwork : kinds_[layer];
  }
  /// The parallel step of a layer that is not in closed form.
  [[nodiscard]] const TreeStep& step(std::uint32_t layer) const { return steps_[layer]; }
  /// Some parallel step runs more than one stage. O(depth).
  [[nodiscard]] bool stages_overlap() const;
  /// Comparison `index` of a kTree layer.
  [[nodiscard]] TreeTask task(std::uint32_t layer, std::uint32_t index) const {
    return task_of(steps_[layer], index);
  }
  /// Works out which wires every kTree comparison touched, from the outcome bits (bit_words()
  /// words) of a run by `rule`: a phase's wires follow from the outcomes of its own instance. Wires
  /// are those before the instance's stage began, as if stages ran one after the other, so every
  /// comparison is a comparator of the bitonic network's layer (2^merge, half). O(comparisons);
  /// keeps 4 bytes a comparison.
  void resolve(TreeRule rule, std::span<const std::uint32_t> bits);
  [[nodiscard]] bool resolved() const { return !adaptive() || resolved_; }
  /// Lower wire of every kTree comparison, in order, once resolved; layer's first stands at
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
    return kind(layer) == LayerKind::kTree ? tree_comparator(layer, index)
                                           : comparator_of(forms_[layer], wires_, index);
  }
  /// The comparator that touches `wire` in `layer`, if any; none in a kSplit layer. O(1); O(stages)
  /// in an overlapped step.
  [[nodiscard]] WireUse use(std::uint32_t layer, Wire wire) const;

  /// Sub-columns that keep the comparators of a layer from overlapping (first fit by lower wire),
  /// and the sub-column of comparator `index`. O(1).
  [[nodiscard]] std::uint32_t sub_columns(std::uint32_t layer) const;
  [[nodiscard]] std::uint32_t sub_column(std::uint32_t layer, std::uint32_t index) const;

  /// Outcome bits: each layer starts a 32-bit word; its first word, 0 <= layer <= depth(). A kSplit
  /// layer has a word (Split::word) for each of its sequences instead.
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

  std::uint32_t wires_ = 0;
  bool resolved_ = false;
  std::vector<LayerKind> kinds_;            // empty: all kNetwork
  std::vector<TreeStep> steps_;             // empty, or one a layer
  std::vector<std::uint64_t> tree_before_;  // kTree comparisons in the layers before
  std::vector<std::uint32_t> lower_wires_;  // of every kTree comparison, once resolved
  std::vector<LayerForm> forms_;
  std::vector<LayerLabel> labels_;
  std::vector<MergeLevel> levels_;
  std::vector<std::uint64_t> comparators_before_{0};
  std::vector<std::uint64_t> first_word_{0};
};

/// Number of comparators of a shift layer whose upper wires stay below `wires` (and inside their
/// blocks), before `count` is known. Used by the algorithm files to fill LayerForm::count. O(1).
std::uint32_t count_comparators(const LayerForm& form, std::uint32_t wires);

/// Smallest power of two >= n (n >= 1, n <= 2^31), and floor(log2 n).
constexpr std::uint32_t ceil_pow2(std::uint32_t n) {
  std::uint32_t p = 1;
  while (p < n) p <<= 1;
  return p;
}
constexpr std::uint32_t floor_log2(std::uint32_t n) {
  std::uint32_t l = 0;
  while (n >>= 1) ++l;
  return l;
}

}  // namespace sortscope
