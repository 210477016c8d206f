// schedules.h: what the algorithm files share; each defines one row of the table in table.cpp.
#pragma once

#include "core/algorithms/algorithm.h"

namespace sortscope {

extern const Algorithm kBitonic;
extern const Algorithm kBitonicRecursive;
extern const Algorithm kBitonicAscending;
extern const Algorithm kBitonicMerger;
extern const Algorithm kBitonicSerial;
extern const Algorithm kOddEvenMerge;
extern const Algorithm kOddEvenTransposition;
extern const Algorithm kPairwise;
extern const Algorithm kHalverCascade;
extern const Algorithm kAdaptive;
extern const Algorithm kAdaptiveTwoCase;
extern const Algorithm kAdaptiveOverlapped;
extern const Algorithm kAdaptiveMerger;
extern const Algorithm kAbisort;
extern const Algorithm kAdaptiveInterval;
extern const Algorithm kAks;
extern const Algorithm kListed;

/// Largest n of the closed forms: 2^30 wires keep every index and bit offset inside 32 bits.
inline constexpr std::uint32_t kMaxKeys = std::uint32_t{1} << 30;

/// Largest n of the adaptive sorts: a recording keeps 4 bytes of each of 2n log n comparisons.
inline constexpr std::uint32_t kMaxAdaptiveKeys = std::uint32_t{1} << 24;

/// Collects layers: counts the comparators and opens levels as their numbers change.
class ScheduleBuilder {
 public:
  explicit ScheduleBuilder(std::uint32_t wires) : wires_(wires) {}
  /// Starts a merge level with a name such as "k = 8".
  void begin_level(std::uint32_t level, std::string name);
  /// Appends a layer; its count is filled in. A layer without comparators is left out.
  void add(LayerForm form, std::uint32_t distance);
  /// The same with the count that it has.
  void add_counted(const LayerForm& form, std::uint32_t distance);
  /// Appends a parallel step of adaptive merging in the blocks of 2^step.merge wires.
  void add_tree_step(const TreeStep& step);
  /// Appends the splits of every sequence of stage `stage` of merge level `merge`.
  void add_splits(std::uint32_t merge, std::uint32_t stage);
  Network finish();

 private:
  void add_adaptive(LayerWork work, const TreeStep& step);

  std::uint32_t wires_;
  std::vector<LayerWork> works_;
  std::vector<TreeStep> steps_;
  bool adaptive_ = false;
  std::vector<LayerForm> forms_;
  std::vector<LayerLabel> labels_;
  std::vector<MergeLevel> levels_;
};

/// Merge level `merge`, all its stages: stage after stage, or overlapped.
void add_merge(ScheduleBuilder& schedule, std::uint32_t merge, bool overlapped);
/// What the adaptive files share: variables of the pseudocode, and why a block is descending.
std::vector<Variable> tree_variables(const Network& network, std::uint32_t layer,
                                     std::uint32_t index);
std::string tree_direction(const Network& network, std::uint32_t layer, std::uint32_t index);

/// The bitonic sorter: the XOR form and the recursive form have the same schedule.
Network build_bitonic(std::uint32_t n);

/// The XOR form's layer (k, j): partner i xor j, ascending iff (i and k) = 0; k = 0: all ascending.
LayerForm xor_layer(std::uint32_t k, std::uint32_t j);
/// The variables k, j, i, p of the XOR form.
std::vector<Variable> xor_variables(const Network& network, std::uint32_t layer,
                                    std::uint32_t index);
std::string xor_direction(const Network& network, std::uint32_t layer, std::uint32_t index);
std::string always_ascending(const Network& network, std::uint32_t layer, std::uint32_t index);

}  // namespace sortscope
