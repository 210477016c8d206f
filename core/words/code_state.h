// code_state.h: which line of the pseudocode runs at the cursor, with its variables.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// The pseudocode of a run: the algorithm's, or the loops that a demonstration's network is of.
struct Listing {
  std::string_view title;
  std::span<const std::string_view> pseudocode;
  CodeLines lines;
  std::vector<Variable> (*variables)(const Network& network, std::uint32_t layer,
                                     std::uint32_t index);
};
Listing listing_of(const Recording& recording);

/// Stands before variables of what comes.
inline constexpr std::string_view kNextWord = "next:";

/// The line and variables at the cursor.
struct CodeState {
  int current_line = -1;            // index into Listing::pseudocode; -1: none (the run is over)
  std::vector<Variable> variables;  // empty where the run is over
  bool turned = false;              // here the smaller key goes where the code sends the larger
  bool next = false;                // variables are of what comes, at rest
};

/// At rest before a whole layer: the line that begins it. Before one comparator: the line that
/// compares. On the way (scene.fraction > 0): the comparing line, then the exchanging line where
/// the comparator exchanges. In a whole-layer step the variables are those of the comparator under
/// the pointer or chosen, else of the first, and once keys are exchanged of the first that does so.
CodeState code_state(const Scene& scene);

/// Line `index` of the pseudocode as it is true at the cursor: where `state` is turned, keys are
/// compared the other way round.
std::string code_line(const Listing& listing, const CodeState& state, std::size_t index);

}  // namespace sortscope
