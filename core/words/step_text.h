// step_text.h: a step in plain words.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/networks/trees/bitonic_tree.h"
#include "core/scenes/layout.h"

namespace sortscope {

struct Recording;

/// The key that stood at this place of the input; "padding".
std::string key_name(const Recording& recording, std::uint32_t place);
/// "left", "right".
std::string_view side_name(Side side);
/// "65 and 75 are exchanged", "65 and 75 stay": of the keys of two places, to stand in a sentence.
std::string outcome_text(const Recording& recording, std::uint32_t first, std::uint32_t second,
                         bool exchanged);
/// "8 and 9, descending": the wires of a comparator.
std::string pair_text(const Comparator& comparator);

/// "Layer 6 of 10, k = 8, j = 1: 8 comparators, 5 exchanged."; of trees "Parallel step 5 of 20,
/// j = 3, stage 0, phase 1: 2 comparisons, 1 exchanged."; of splits "... 4 splits, 3 move keys."
std::string layer_text(const Recording& recording, std::uint32_t layer);

/// "Wires 8 and 9, descending: 65 and 75 are exchanged: 75 and 65." or "... 75 and 65 stay."
/// The places are those of the keys that enter on the lower and on the upper wire (keys_at).
std::string comparator_text(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                            std::uint32_t on_upper);

/// "left(3) and right(3) change places".
std::string pointer_text(const PointerSwap& swap);

/// A comparison in a bitonic tree, to stand in a sentence: "root 3 and extra node 7, descending: 8
/// and 5 are exchanged; left(3) and right(3) change places." or "nodes 1 and 5: 3 and 8 stay." The
/// places are those of the keys in p and q before it.
std::string tree_text(const Recording& recording, const TreeEvent& event, std::uint32_t place_p,
                      std::uint32_t place_q);

/// A split: "Wires 8 to 15: 3 keys from wire 8 on change places with those from wire 12 on
/// (equation (7), |a1| = 3)."
std::string split_text(const Recording& recording, ComparatorId id);

/// layer_text and, a line each, its comparators, comparisons or splits, at most `most_comparators`.
/// Runs the layers before. O(comparators before).
std::string step_text(const Recording& recording, std::uint32_t layer,
                      std::uint32_t most_comparators = 64);

}  // namespace sortscope
