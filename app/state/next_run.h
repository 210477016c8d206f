// next_run.h: what the next recording will be, from the choices in App.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/recordings/recording.h"

namespace sortscope {

class App;

/// From this size on a recording is made only after the person has agreed.
inline constexpr std::uint64_t kLargeRecordingBytes = 1'000'000'000;

/// Keys of the next run: of the person's own, or as many as are to be generated.
std::uint32_t next_run_keys(const App& app);
/// The next run with its keys, generated where they are not given. O(keys). Errors: kBadUsage.
Result<RunRequest> next_run(const App& app);
/// "" (the engine's choice) and the kernels that can run it.
std::vector<std::string_view> next_run_kernels(const App& app);
/// "Bitonic, XOR form · 16 keys · uniform · seed 7".
std::string next_run_text(const App& app);
/// Reads "3, 7, 4, 8" as the keys of the next run; without `type` one is chosen to hold them.
/// Errors: kBadInput with line and column.
Status set_own_keys(App& app, std::string_view text, std::optional<KeyType> type = {});
/// Reads the own keys again as `type`. Errors: kBadUsage (a key does not fit).
Status set_key_type(App& app, KeyType type);
/// Sets the algorithm; one that merges gets a bitonic input. Errors: kBadUsage.
Status set_algorithm(App& app, std::string_view id);
/// Starts the next run. A large one opens the new-run overlay instead, unless `confirmed`. Errors:
/// those of next_run(), kWorkFailed (other work goes on).
Status record_next_run(App& app, bool confirmed);

/// "16", "65,536", "2^20".
std::string count_text(std::uint64_t count);

}  // namespace sortscope
