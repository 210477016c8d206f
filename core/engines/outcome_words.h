// outcome_words.h: room for the outcomes of a run.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/pieces.h"

namespace sortscope {

/// Outcomes of a run, which an engine or a file writes whole.
using OutcomeWords = std::vector<std::uint32_t, Unwritten<std::uint32_t>>;

}  // namespace sortscope
