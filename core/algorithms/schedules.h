// schedules.h: what the algorithm files share; each defines one row of the table in algorithms.cpp.
#pragma once

#include "core/algorithms.h"

namespace sortscope {

extern const Algorithm kBitonic;
extern const Algorithm kBitonicRecursive;
extern const Algorithm kBitonicAscending;
extern const Algorithm kBitonicMerger;
extern const Algorithm kOddEvenMerge;
extern const Algorithm kOddEvenTransposition;
extern const Algorithm kPairwise;

/// Largest n of the closed forms: 2^30 wires keep every index and bit offset inside 32 bits.
inline constexpr std::uint32_t kMaxKeys = std::uint32_t{1} << 30;

/// Collects layers: counts the comparators and opens levels as their numbers change.
class ScheduleBuilder {
 public:
  explicit ScheduleBuilder(std::uint32_t wires) : wires_(wires) {}
  /// Starts a merge level with a name such as "k = 8".
  void begin_level(std::uint32_t level, std::string name);
  /// Appends a layer; its count is filled in. A layer without comparators is left out.
  void add(LayerForm form, std::uint32_t distance);
  Network finish();

 private:
  std::uint32_t wires_;
  std::vector<LayerForm> forms_;
  std::vector<LayerLabel> labels_;
  std::vector<MergeLevel> levels_;
};

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
