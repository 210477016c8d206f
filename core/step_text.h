// step_text.h: a step in plain words.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/layout.h"
#include "core/recording.h"

namespace sortscope {

/// "Layer 6 of 10, k = 8, j = 1: 8 comparators, 5 exchanged."
std::string layer_text(const Recording& recording, std::uint32_t layer);

/// "Wires 8 and 9, descending: 65 and 75 are exchanged: 75 and 65." or "... 75 and 65 stay."
/// The places are those of the keys that enter on the lower and on the upper wire (keys_at).
std::string comparator_text(const Recording& recording, ComparatorId id, std::uint32_t on_lower,
                            std::uint32_t on_upper);

/// layer_text and, a line each, its comparators, at most `most_comparators`. `places_before[w]`:
/// place of the key on wire w before the layer.
std::string step_text(const Recording& recording, std::uint32_t layer,
                      std::span<const std::uint32_t> places_before,
                      std::uint32_t most_comparators = 64);

/// The same for a recording alone: runs the layers before. O(wires * layer).
std::string step_text(const Recording& recording, std::uint32_t layer);

}  // namespace sortscope
