// usual_run.h: what a run is where nothing is said of it, and its generated keys.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/keys/keys.h"
#include "core/recordings/request.h"

namespace sortscope {

inline constexpr std::uint32_t kUsualKeys = 16;
inline constexpr KeyType kUsualType = KeyType::kInt32;
inline constexpr std::string_view kUsualInput = "uniform";
inline constexpr std::uint64_t kUsualSeed = 7;

/// The run that a window opens with, its keys still to be generated.
RunRequest usual_run();
/// The kind of keys that are generated for `algorithm` where none is chosen: only a bitonic input
/// makes sense to a merger.
std::string_view usual_input(const Algorithm& algorithm);
/// Gives `request`, a run of `algorithm`, `n` generated keys of its input kind, seed and order.
/// O(n). Errors: those of generate_keys().
Status generate_run_keys(RunRequest& request, const Algorithm& algorithm, KeyType type,
                         std::uint32_t n, Progress* progress = nullptr);

}  // namespace sortscope
