// aks_tree_moment.h: what the AKS construction's tree shows at a cursor: which step, which key is
// on which spot, what is on its way.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/recordings/aks_facts.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// Movement plays at the end of a step: while the last layer of step t runs, keys first change
/// places in their nodes, then flow to the nodes of step t + 1. At rest nothing is between steps:
/// at the cursor that stands before the first layer of t + 1 the keys have moved.
struct AksTreeMoment {
  std::uint32_t d = 0;
  std::uint32_t t = 0;
  bool exchanging = false;                // keys may be on their way within their nodes
  bool moving = false;                    // and then to step t + 1
  std::vector<std::uint32_t> places;      // by spot of step t, after the running comparators
  std::vector<std::uint32_t> from;        // by spot: spot before; empty where not `exchanging`
  std::vector<std::uint32_t> final_wire;  // by place
  std::uint32_t strangers = 0;
  /// The key is not in the subtree where it ends; `level` and `node`: where it is.
  [[nodiscard]] std::uint32_t order(std::uint32_t place, std::uint32_t level,
                                    std::uint32_t node) const {
    return stranger_order(d, level, node, final_wire[place]);
  }
  /// Strangers are drawn with at least this radius, smaller where they are many.
  [[nodiscard]] float least_stranger() const {
    return strangers <= 400 ? 2.8F : strangers <= 1600 ? 2.2F : 1.6F;
  }
  /// Shares of the two parts of the movement at a scene's fraction.
  [[nodiscard]] float exchange_share(float fraction) const;
  [[nodiscard]] float move_share(float fraction) const;
};

/// A key on its way through the sort: its spot at the beginning of every step.
struct AksTreePath {
  std::uint32_t place = 0;
  std::vector<std::uint32_t> spots;  // t = 0 .. aks_steps(d)
};

/// What is kept between frames. `generation` is the caller's: of the recording.
struct AksTreeMemory {
  std::uint64_t generation = 0;
  struct Key {
    Cursor cursor;
    bool running = false, whole_layer = false, whole_level = false;
    friend bool operator==(const Key&, const Key&) = default;
  };
  std::optional<Key> key;
  std::shared_ptr<const AksTreeMoment> moment;
  std::shared_ptr<const AksTreePath> path;
};

/// The scene's moment; null where its network is not an AKS network. O(wires), and the comparators
/// of a step where scene.whole_level; nothing where `memory` has it.
std::shared_ptr<const AksTreeMoment> aks_tree_moment(const Scene& scene, AksTreeMemory* memory);
/// The path of a key. O(layers) and more where matchings are stored.
std::shared_ptr<const AksTreePath> aks_tree_path(const Recording& recording, std::uint32_t place,
                                                 AksTreeMemory* memory);
/// The key that is followed: chosen, or on the chosen wire.
std::optional<std::uint32_t> aks_tree_pinned(const Scene& scene);

}  // namespace sortscope
