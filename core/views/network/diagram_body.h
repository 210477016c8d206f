// diagram_body.h: wires and comparators as marks, and the inverse of the sub-columns.
#pragma once

#include <optional>
#include <vector>

#include "core/pictures/label_board.h"
#include "core/scenes/layout.h"
#include "core/views/network/diagram.h"

namespace sortscope {

/// The comparators of the layers that reach into the page, one by one; `only_marks`: of those
/// layers that drawn_as_marks() names; `file`: as few tiles as files have room for. O(their
/// number).
void add_comparators(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                     Picture& picture, bool only_marks = false, bool file = false);

/// Overlapped steps of a run so small are marks on screen too, on the wires where their keys met;
/// the shader draws the others.
bool drawn_as_marks(const Network& network, std::uint32_t layer);
/// Comparator `index` of `layer` as it is drawn.
Comparator drawn_comparator(const Scene& scene, std::uint32_t layer, std::uint32_t index);

/// The name of a sorter or merger. `whole`: all of its box is on the page.
struct BoxName {
  MovableLabel words;
  bool whole = false;
};
/// Sorters and mergers as boxes in boxes. `names`: theirs, to be placed beside comparators.
/// O(boxes).
void add_nested_boxes(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, Picture& picture, std::vector<BoxName>& names);
/// Those names that each whole box of their kind has room for beside the labels `before` them and
/// `kept` areas: boxes of a kind are named, or none is. O(names * labels).
std::vector<MovableLabel> names_of_all(const Picture& picture, std::span<const MovableLabel> before,
                                       std::span<const LabelArea> kept,
                                       const std::vector<BoxName>& names);

/// Adds every wire and comparator of the diagram to `picture`. O(size of the network).
void add_diagram_body(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, std::uint32_t wires, Picture& picture);

/// The ranges of wires that change places in layers of splits, and by pointer swaps in trees, where
/// they are large enough to see.
void add_moved_ranges(const Scene& scene, const NetworkGeometry& geometry,
                      const DiagramFrame& frame, Picture& picture);

/// The comparators of an AKS network: single ones where there is room, else tiles of the map of
/// exchanges; frames around separators. O(what is seen).
void add_aks_body(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                  Picture& picture);

/// A line under the diagram of an AKS network: its size and depth beside those of the bitonic
/// sorter and of odd-even mergesort of as many wires.
void add_aks_costs(const Scene& scene, const DiagramFrame& frame, Picture& picture);

/// What scene.measured->verdict says of this network: dashed frames around comparators that are not
/// needed; at the end of a counterexample, or of a person's own kernel that does not sort its keys,
/// the outputs that are wrong. `labels`: its words, to be placed.
void add_verdict(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                 Picture& picture, std::vector<MovableLabel>& labels);

/// The band on the layer that runs or ran last, or on those that a question asks about: inside the
/// frames of their merge levels.
void add_layer_band(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                    std::uint32_t wires, Picture& picture);

/// Bands over scene.laid_over->highlights. `labels`: their words, to be placed.
void add_highlights(const Scene& scene, const NetworkGeometry& geometry, const DiagramFrame& frame,
                    std::uint32_t wires, Picture& picture, std::vector<MovableLabel>& labels);

/// What is chosen, right and wrong of scene.laid_over->question: frames around comparators and
/// places of keys, with a tick, a cross or a ring. `labels`: "?", to be placed. Returns
/// where signs stand above frames.
std::vector<LabelArea> add_question_marks(const Scene& scene, const NetworkGeometry& geometry,
                                          const DiagramFrame& frame, Picture& picture,
                                          std::vector<MovableLabel>& labels);

/// Where launches of options.kernel.overlay begin, and the wires that its first block owns in each.
/// `labels`: their names, to be placed.
void add_kernel_overlay(const Scene& scene, const NetworkGeometry& geometry,
                        const DiagramFrame& frame, std::uint32_t wires, Picture& picture,
                        std::vector<MovableLabel>& labels);

/// The comparator of `layer` in sub-column `column` whose line passes height `y` (in wires; half a
/// wire beyond its ends counts), if any. O(1): the closed form that shaders/network.frag also uses;
/// O(comparators of the layer) in stored networks.
std::optional<std::uint32_t> comparator_in_column(const Network& network, std::uint32_t layer,
                                                  std::uint32_t column, float y);

/// x of the ranges that comparison `index` of a layer in trees moves, and of keys that go with
/// them.
float moved_range_x(const Network& network, const NetworkGeometry& geometry, std::uint32_t layer,
                    std::uint32_t index);

/// A line under the diagram of an adaptive run: what its bars mean, what is left out.
void add_tree_note(const Scene& scene, const DiagramFrame& frame, Picture& picture);

/// How far before and behind its comparator an exchanged key crosses to the other wire, in a layer
/// of `cell` diagram units.
float crossing_reach(float cell);

/// x of the vertical line up to which comparators of the running layer have met their keys, in
/// diagram units: from where two keys begin to cross, their comparator is no future any more.
float front_x(const Scene& scene, const NetworkGeometry& geometry);

/// Whether comparator `index` of `layer` has run at the scene's cursor and fraction.
bool has_run(const Scene& scene, const NetworkGeometry& geometry, std::uint32_t layer,
             std::uint32_t index);

/// Whether comparator `index` of `layer` is drawn: where outcomes decide on its wires, once it
/// runs.
bool is_drawn(const Scene& scene, const NetworkGeometry& geometry, std::uint32_t layer,
              std::uint32_t index);

}  // namespace sortscope
