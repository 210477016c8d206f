// tree_moment.h: what there is to see in the bitonic trees at a scene's cursor: which comparisons
// ran in the stages that are alive, which run, which come next, and which of them is looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/networks/trees/bitonic_tree.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// A comparison, with the keys that met (as places; before an exchange).
struct TreeMeeting {
  ComparatorId id;
  TreeEvent event;
  std::uint32_t on_p = 0;
  std::uint32_t on_q = 0;
};

/// The trees of one merge level at a cursor.
struct TreeMoment {
  /// The trees drawn are those of this merge level: the one that runs, or comes next; at the end of
  /// the run the last.
  std::uint32_t merge = 0;
  /// The state before the running step, and after it; the same at rest. They belong to the scene.
  const BitonicTree* before = nullptr;
  const BitonicTree* after = nullptr;
  std::shared_ptr<const BitonicTree> built;  // `before`, where the keys just left an array
  /// After the running step the trees are those of this merge level: `merge`, or the next one where
  /// the step is the last of its merge.
  std::uint32_t merge_after = 0;
  /// The step that runs or comes next; nothing at the end of the run.
  std::optional<std::uint32_t> layer;
  bool running = false;
  bool over = false;
  /// Comparisons that ran in the stages that `layer` goes on with, and, before the first comparison
  /// of a step, in the stage that the step before has finished; in the order in which they ran.
  /// Empty above kMostRemembered wires.
  std::vector<TreeMeeting> done;
  /// Comparisons of `layer` that run (in motion) or that come next (at rest).
  std::vector<TreeMeeting> current;
  /// Which of `current` is looked at; meaningful where it is not empty.
  std::size_t focus = 0;
  /// Of the oldest stage alive: its number, and whether all of its phases have run.
  std::uint32_t stage = 0;
  bool stage_done = false;
  bool overlapped = false;  // several stages are alive in this merge

  [[nodiscard]] const TreeMeeting* focused() const {
    return focus < current.size() ? &current[focus] : nullptr;
  }
  /// The last comparison that ran in the instance of `meeting`, or, before its phase 0, in the
  /// instance above.
  [[nodiscard]] const TreeMeeting* last_before(const TreeMeeting& meeting) const;
};

/// Above so many wires TreeMoment::done is empty, and `current` has the instance looked at and what
/// stands with it in a span of 2^kNeighboursLog2 wires.
inline constexpr std::uint32_t kMostRemembered = 4096;
inline constexpr std::uint32_t kNeighboursLog2 = 6;

/// The recording has steps in bitonic trees.
bool has_trees(const Recording& recording);

/// What the scene shows; nothing where the keys are not in trees at its cursor (and no step in
/// trees runs or comes next). O(comparisons of a stage); O(n) where the keys just left an array.
std::optional<TreeMoment> tree_moment(const Scene& scene);

/// Comparisons of one block's merge that have run before `cursor`, and all of them: 2n - log n - 2
/// for its n = 2^merge keys.
struct MergeCount {
  std::uint64_t done = 0;
  std::uint64_t all = 0;
};
MergeCount merge_count(const Recording& recording, std::uint32_t merge, std::uint32_t block,
                       Cursor cursor);

/// The merge level whose trees are shown: of the step that runs or comes next, else scene.merge.
std::uint32_t merge_in_view(const Scene& scene);

}  // namespace sortscope
