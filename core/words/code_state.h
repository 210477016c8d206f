// code_state.h: which line of the pseudocode runs at the cursor, with its variables.
#pragma once

#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// The line and variables at the cursor.
struct CodeState {
  int current_line = -1;            // index into Algorithm::pseudocode; -1: none (the run is over)
  std::vector<Variable> variables;  // empty where the run is over
};

/// At rest before a whole layer: the line that begins it. Before one comparator: the line that
/// compares. On the way (scene.fraction > 0): the comparing line, then the exchanging line where
/// the comparator exchanges. In a whole-layer step the variables are those of the comparator under
/// the pointer or chosen, else of the first that exchanges, else of the first.
CodeState code_state(const Scene& scene);

}  // namespace sortscope
