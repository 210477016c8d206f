// together.h: what several windows remember in one file, put together.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sortscope {

/// Runs that a file keeps, of all windows; the oldest are forgotten.
inline constexpr int kMostRunsOfAll = 32;
/// Bytes that they take in it at most.
inline constexpr int kMostBytesOfAll = 32 << 20;

/// What a file is to hold, as a window writes to it what it has changed since it wrote last.
/// `before`: what it remembered then, null: it has not written yet; `now`: what it remembers;
/// `there`: what the file holds, all of it perhaps another window's. Values are those of whoever
/// changed them last; files and lines stand by when they were used; runs of all windows stay, the
/// newest last, and no lesson goes back. Members that are not known stay. Of texts that
/// load_settings() takes; what has another type in `there` is replaced. O(bytes).
nlohmann::json put_together(const nlohmann::json& before, const nlohmann::json& now,
                            nlohmann::json there);

}  // namespace sortscope
