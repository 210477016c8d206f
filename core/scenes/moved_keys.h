// moved_keys.h: where the keys of a running step go, and on which wires the keys that it compares
// stand: in an adaptive run whole subtrees change places, and wires follow from the tree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/scenes/layout.h"

namespace sortscope {

/// For each wire at scene.cursor, the wire on which its key stands after the running step. Empty at
/// rest, and in an adaptive run without scene.elsewhere. O(wires).
std::vector<Wire> wires_after(const Scene& scene);

/// The same for layers in trees and of splits; empty where comparators say where their keys go.
/// O(1) there.
std::vector<Wire> wires_after_in_trees(const Scene& scene);

/// A key on its way to the place of another, at `s` of it, 0 to 1: aside, along, and back, so that
/// it covers neither that one nor those between. Both 0 to 1.
struct Passing {
  float aside = 0;
  float along = 0;
};
Passing passing(float s);
/// How many sizes of a key the one on `wire` steps aside; `after`: wires_after(). Half of one where
/// nobody stands between. Where stages overlap, subtrees of several sizes go several ways at once:
/// each way has a track of its own, the shorter the nearer. O(wires) there.
float passing_track(const Scene& scene, std::span<const Wire> after, Wire wire);

/// Every comparator of `layer` (the layer in view) on the wires where the two nodes that it
/// compares stand at scene.cursor; directions as in Recording::comparator. These are the network's
/// comparators but where stages overlap: there, later stages have already moved the subtrees in
/// which earlier ones compare. Empty in a layer of splits. O(wires + comparators).
std::vector<Comparator> compared_wires(const Scene& scene, std::uint32_t layer);

/// The stages of `layer` overlap: its comparators are not those of the network, see below.
bool stages_overlap(const Network& network, std::uint32_t layer);

/// Every comparator of `layer`, which the scene's cursor has reached, on the wires where the two
/// nodes stand before it: where stages overlap those that its keys came from, else those of the
/// network. O(wires + comparators), and a replay.
std::vector<Comparator> met_wires(const Scene& scene, std::uint32_t layer);

/// Wires [first, first + length) whose keys all go the same way: `by` wires further down.
struct MovedWires {
  Wire first = 0;
  std::uint32_t length = 0;
  std::int64_t by = 0;
  friend bool operator==(const MovedWires&, const MovedWires&) = default;
};
/// What `layer` (the layer in view) has moved by scene.cursor, or is moving: maximal runs of wires,
/// from top to bottom. Empty without scene.elsewhere. O(wires).
std::vector<MovedWires> moved_wires(const Scene& scene, std::uint32_t layer);

/// Of moved_wires those whose keys go along with a link of a tree: without the keys that `layer`
/// compared and exchanged. Empty in a layer that is not in trees. O(wires + comparators), and a
/// replay where stages overlap.
std::vector<MovedWires> swapped_wires(const Scene& scene, std::uint32_t layer);

/// The wires on which `places` has another key than the sorted order has there; ascending. `ranks`:
/// by place, as in a scene. O(wires log wires).
std::vector<Wire> misplaced_wires(std::span<const std::uint32_t> places,
                                  std::span<const std::uint32_t> ranks);

/// "Wires 0–7 and 8–15 change places by one pointer swap" for the longest run of moved_wires; ""
/// where keys exchange and nothing goes along.
std::string moved_blocks_text(const Scene& scene, std::uint32_t layer);

}  // namespace sortscope
