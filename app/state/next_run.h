// next_run.h: what the next recording will be.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/state/parts/line_source.h"
#include "core/base/error.h"
#include "core/recordings/request.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

class Notices;
struct Recording;

/// The choices, as the dialog shows them.
struct NextRun {
  RunRequest run;
  /// Those of the run that is shown, which are kept once; `run` has keys where others were given.
  std::shared_ptr<const Keys> shown_keys;
  std::uint32_t run_keys = kUsualKeys;  // where they are generated
  KeyType run_type = kUsualType;
  std::string engine_id = "auto";  // what the person asked for
  std::string engine_note;         // which engine ran last, and why

  [[nodiscard]] const Keys& keys() const {
    return run.keys.size() > 0 || shown_keys == nullptr ? run.keys : *shown_keys;
  }
};

/// A run to be recorded: its keys are there, or are to be made.
struct PlannedRun {
  RunRequest request;                // `keys` has their type in both cases
  std::uint32_t keys_to_make = 0;    // of the request's kind of input; 0: they are there
  std::shared_ptr<const Keys> kept;  // those of another run, to be copied; null: not so

  PlannedRun() = default;
  PlannedRun(RunRequest with_keys) : request(std::move(with_keys)) {}
  PlannedRun(RunRequest request_without, std::shared_ptr<const Keys> of_another)
      : request(std::move(request_without)), kept(std::move(of_another)) {}
  [[nodiscard]] std::uint32_t keys() const {
    if (keys_to_make > 0) return keys_to_make;
    return static_cast<std::uint32_t>(kept != nullptr ? kept->size() : request.keys.size());
  }
};
/// `request` with `n` keys of its kind of input, still to be made. O(1). Errors: those of
/// check_generation().
Result<PlannedRun> plan_keys(RunRequest request, const Algorithm& algorithm, KeyType type,
                             std::uint32_t n);
/// Makes the keys that are still to be made, or copied: not on the window's thread. O(keys).
/// Errors: kCancelled.
Status make_planned_keys(PlannedRun& run, Progress* progress);

/// From this size on a recording is made only after the person has agreed.
inline constexpr std::uint64_t kLargeRecordingBytes = 1'000'000'000;

/// The keys of `recording`, which they keep.
std::shared_ptr<const Keys> keys_of(std::shared_ptr<const Recording> recording);
/// Keys of the next run: of the person's own, or as many as are to be generated.
std::uint32_t next_run_keys(const NextRun& next);
/// The next run, as `source` may record it. O(own keys), but for those of the run that is shown.
/// Errors: kBadUsage.
Result<PlannedRun> next_run(const NextRun& next, const LineSource& source);
/// "" (the engine's choice) and the kernels that can run it.
std::vector<std::string_view> next_run_kernels(const NextRun& next);
/// What the next run will be called: run_title() of it.
std::string next_run_title(const NextRun& next);
/// "Bitonic, XOR form · 16 keys · uniform · seed 7".
std::string next_run_text(const NextRun& next);
/// Says what the type of `keys` cannot hold exactly, of the run that is to come.
void say_exactness(Notices& notices, const Keys& keys);
/// Reads "3, 7, 4, 8" as the keys of the next run; without `type` one is chosen to hold them. What
/// it cannot hold exactly is told.
/// Errors: kBadInput with line and column.
Status set_own_keys(NextRun& next, Notices& notices, std::string_view text,
                    std::optional<KeyType> type = {});
/// Reads the own keys again as `type`. Errors: kBadUsage (a key does not fit).
Status set_key_type(NextRun& next, Notices& notices, KeyType type);
/// Sets the algorithm; one that merges gets a bitonic input. Errors: kBadUsage.
Status set_algorithm(NextRun& next, std::string_view id);

/// `n`, or as many keys as `algorithm` has wires for them where most of these would hold padding.
std::uint32_t keys_without_padding(const Algorithm& algorithm, std::uint32_t n);

/// "16", "65,536", "2^20".
std::string count_text(std::uint64_t count);

}  // namespace sortscope
