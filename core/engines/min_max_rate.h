// min_max_rate.h: how many comparators this machine's processor does where memory costs nothing.
#pragma once

#include "core/base/thread_team.h"

namespace sortscope {

/// 32-bit minima and maxima a second, of `threads` threads of `team`, on words that stay in
/// registers: the instructions of the engine's layers (AVX2 where there). Some milliseconds.
double min_max_rate(ThreadTeam& team, unsigned threads);

}  // namespace sortscope
