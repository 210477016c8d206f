// inspect_tree.h: facts about comparisons in bitonic trees, nodes and splits, for inspect().
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/networks/trees/bitonic_tree.h"
#include "core/recordings/replay.h"
#include "core/words/inspect.h"

namespace sortscope {

/// The state of a scene's recording at another cursor: by scene.elsewhere where there is one. Holds
/// until elsewhere is used again.
class StateAt {
 public:
  StateAt(const Scene& scene, Cursor cursor);
  Replay* operator->() const { return replay_; }

 private:
  Replay* replay_;
  std::unique_ptr<Replay> own_;
};

/// Comparison `id` of a layer in trees, and the places of the keys that met in p and q.
TreeEvent tree_event(const Scene& scene, ComparatorId id, KeysMet& keys);

/// All there is to say about a comparison in trees, or a split.
InspectorSection tree_facts(const Scene& scene, ComparatorId id);
InspectorSection split_facts(const Scene& scene, ComparatorId id);

/// Rows about the node whose key stands on `wire`: its number and where it stands in its tree, and
/// its children. Empty where keys are not in trees. O(wires).
std::vector<InspectorRow> node_rows(const Scene& scene, Wire wire);

}  // namespace sortscope
