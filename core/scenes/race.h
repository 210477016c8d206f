// race.h: two to four runs on the same keys, side by side: where each is at a moment.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/algorithms/contrast_run.h"
#include "core/base/error.h"
#include "core/engines/sort_trace.h"
#include "core/recordings/replay.h"
#include "core/scenes/layout.h"

namespace sortscope {

struct Recording;

inline constexpr std::size_t kMostLanes = 4;

/// Replays of a lane, for the keys before and after the layer on its way. Lock before use: a window
/// and a film may draw the same race.
struct LaneReplays {
  explicit LaneReplays(const std::shared_ptr<const Recording>& recording)
      : before(recording), after(recording) {}
  std::mutex lock;
  Replay before;
  Replay after;
};

/// One run of a race.
struct RaceLane {
  std::string name;  // "Bitonic, XOR form · v0"
  std::shared_ptr<const Recording> recording;
  /// Of a sort that is no network, else null: `recording` is then another lane's, with the keys,
  /// and layers are passes.
  std::shared_ptr<const ContrastRun> contrast;
  std::vector<std::uint32_t> ranks;      // by place
  std::shared_ptr<LaneReplays> replays;  // null beside a contrast
  double elapsed_ns = 0;
  bool given = false;           // a person gave the time; else measured
  std::vector<double> mark_ns;  // layers() + 1: when each layer begins, and the end; rising
  std::string timing;           // how the time was shared among the layers, a sentence
  std::string measured;         // how it was taken: "median of 5 runs"; "": not said

  [[nodiscard]] std::uint32_t layers() const {
    return static_cast<std::uint32_t>(mark_ns.size() - 1);
  }
};

/// Immutable; lanes in the order in which they were asked for.
struct Race {
  std::vector<RaceLane> lanes;
};

/// A run as a lane; `elapsed_ns` 0: that of its timing, `trace`: of the same sort, for the time of
/// each pass, or null. O(n log n).
RaceLane make_lane(std::shared_ptr<const Recording> recording, double elapsed_ns,
                   const SortTrace* trace);
/// A sort that is no network, on the keys of `recording`, in `elapsed_ns`: a pass takes the share
/// of its comparisons. Its keys are at most kMostContrastKeys. O(n log n) as a rule.
RaceLane make_contrast_lane(const ContrastSort& sort, std::shared_ptr<const Recording> recording,
                            double elapsed_ns);
/// The lane as if it had taken `elapsed_ns` in all.
RaceLane with_time(RaceLane lane, double elapsed_ns);

/// When each layer begins, in `elapsed_ns` altogether: a trace's passes where it covers all layers,
/// else launches share the time evenly, else layers do; within a pass or launch its layers share
/// its time evenly. `how` says which, in a sentence.
std::vector<double> time_marks(const Recording& recording, double elapsed_ns,
                               const SortTrace* trace, std::string& how);

/// Whole layers that are done, and how far the next has come.
struct LanePosition {
  std::uint32_t layer = 0;
  float fraction = 0;
  friend bool operator==(const LanePosition&, const LanePosition&) = default;
};
/// Where a lane is `time_ns` after the start. O(log depth).
LanePosition position_at(const RaceLane& lane, double time_ns);

/// A moment of a race: a time, or a number of layers done by all that have as many.
struct RaceMoment {
  bool by_step = false;
  double time_ns = 0;  // by time
  double layers = 0;   // by step
};
LanePosition position_at(const RaceLane& lane, const RaceMoment& moment);

/// The network that finishes last: its cursor is the race's clock. While its last layer lasts, the
/// clock runs on until what takes longer and is no network is over.
std::size_t leading_lane(const Race& race, bool by_step);
/// When the slowest lane is over: a time in ns, or by step its layers.
double end_of(const Race& race, bool by_step);
/// The network's lane that is `recording`, if any.
std::optional<std::size_t> lane_of(const Race& race, const Recording& recording);
/// The moment at which a lane stands at a cursor, `fraction` of the step at it done.
RaceMoment moment_of(const RaceLane& lane, Cursor cursor, float fraction, bool whole_layer,
                     bool by_step);
/// The moment of a scene whose recording is one of the race's; null: it is none.
std::optional<RaceMoment> moment_of(const Race& race, const Scene& scene);

/// Place of each lane at the finish, from 1; equal ones share it.
std::vector<std::uint32_t> finish_order(const Race& race, bool by_step);

/// How long a layer of lane `index` takes beside the mean of all, at least 1e-6: for playback at an
/// even clock; the last one's while the clock runs on. `layer` < depth.
float pace_at(const Race& race, std::size_t index, bool by_step, std::uint32_t layer);

}  // namespace sortscope
