// tree_partner.h: the same keys run by the other construction: algorithm 1 beside algorithm 3.
#pragma once

#include <memory>

#include "core/recordings/recording.h"
#include "core/recordings/replay.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// Above so many wires no second run is made.
inline constexpr std::uint32_t kMostPartnered = 4096;

/// A second recording in memory, with the schedule of the first: the same cursor is the same merge,
/// stage and phase in both.
class TreePartner {
 public:
  /// Runs the keys of `recording` on the CPU, with the other TreeRule. Null where its steps are not
  /// all in trees, or above kMostPartnered wires. O(comparisons).
  static std::unique_ptr<TreePartner> of(const Recording& recording);

  [[nodiscard]] const Recording& recording() const { return *recording_; }
  /// The scene at the cursor of `beside`, with all else as there; valid until the next call.
  Scene scene(const Scene& beside);

 private:
  explicit TreePartner(std::shared_ptr<const Recording> recording);

  std::shared_ptr<const Recording> recording_;
  Replay replay_;
  Replay elsewhere_;
};

}  // namespace sortscope
