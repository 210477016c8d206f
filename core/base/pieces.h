// pieces.h: work that falls into pieces, on as many threads as there are.
#pragma once

#include <cstddef>
#include <functional>

#include "core/base/progress.h"

namespace sortscope {

/// Calls work(0) ... work(count - 1), each once, from this thread and others, which are started for
/// it: a piece is to take a tenth of a millisecond or more. No further pieces begin where
/// `progress` is cancelled; false then. `work` must not throw.
bool run_pieces(std::size_t count, const std::function<void(std::size_t)>& work,
                const Progress* progress = nullptr);

/// In how many pieces, at most, to divide `count` things of which a piece has `least` or more: one
/// a thread. At least 1.
std::size_t even_pieces(std::size_t count, std::size_t least);

}  // namespace sortscope
