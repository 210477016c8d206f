// race.cpp: marks in time, positions of lanes, the order at the finish.
#include "core/scenes/race.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/engines/plans/launches.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/recorded_launches.h"

namespace sortscope {

namespace {

// Layers that ran together, and when they were over.
struct Together {
  std::uint32_t layers = 0;
  double end_ns = 0;
};

std::vector<double> shared_evenly(std::span<const Together> groups) {
  std::vector<double> marks = {0};
  double begin = 0;
  for (const Together& group : groups) {
    for (std::uint32_t i = 1; i <= group.layers; ++i) {
      marks.push_back(begin + (group.end_ns - begin) * i / group.layers);
    }
    begin = group.end_ns;
  }
  return marks;
}

std::vector<Together> groups_of_trace(const Recording& recording, const SortTrace& trace,
                                      double elapsed_ns) {
  std::vector<Together> groups;
  std::uint32_t next = 0;
  for (const TracePass& pass : trace.passes) {
    if (pass.layer_count == 0) continue;
    if (pass.first_layer != next || pass.end_ns < pass.begin_ns) return {};
    next += pass.layer_count;
    groups.push_back({pass.layer_count, static_cast<double>(pass.end_ns)});
  }
  if (next != recording.network.depth() || groups.empty() || groups.back().end_ns <= 0) return {};
  // Stamps slow a sort down a little: what counts is each pass's share.
  const double scale = elapsed_ns / groups.back().end_ns;
  double before = 0;
  for (Together& group : groups) {
    group.end_ns = std::max(group.end_ns * scale, before);
    before = group.end_ns;
  }
  return groups;
}

std::vector<Together> groups_of_launches(const Recording& recording, double elapsed_ns) {
  const SortTiming& timing = recording.timing;
  if (timing.launches == 0 || recording.algorithm->family != Family::kNetwork) return {};
  const auto plan =
      plan_launches(recording.network, recording.algorithm->xor_schedule, timing.kernel,
                    {.shared_bytes = recorded_shared_bytes(recording)});
  if (!plan || plan->launch_count() != timing.launches) return {};
  std::vector<Together> groups;
  for (const Launch& launch : plan->launches) {
    const auto done = static_cast<double>(groups.size() + 1);
    groups.push_back({launch.layer_count, elapsed_ns * done / plan->launch_count()});
  }
  return groups;
}

double length_of(const RaceLane& lane, bool by_step) {
  return by_step ? static_cast<double>(lane.layers()) : lane.elapsed_ns;
}

std::string counted_passes(std::size_t count) {
  return count == 1 ? "one pass" : fmt::format("{} passes", count);
}

}  // namespace

std::vector<double> time_marks(const Recording& recording, double elapsed_ns,
                               const SortTrace* trace, std::string& how) {
  const std::uint32_t depth = recording.network.depth();
  const Wording words = wording(recording.network);
  if (trace != nullptr) {
    const auto groups = groups_of_trace(recording, *trace, elapsed_ns);
    if (!groups.empty()) {
      how = groups.size() == depth ? fmt::format("every {} was timed", words.layer)
                                   : fmt::format("{} timed; the {}s of each share its time evenly",
                                                 counted_passes(groups.size()), words.layer);
      return shared_evenly(groups);
    }
  }
  if (const auto groups = groups_of_launches(recording, elapsed_ns); !groups.empty()) {
    if (groups.size() == 1) {
      how = fmt::format("one launch: its {}s share the time evenly", words.layer);
    } else if (groups.size() == depth) {
      how = fmt::format("{} launches, one a {}, share the time evenly", depth, words.layer);
    } else {
      how = fmt::format("{} launches share the time evenly, as do the {}s of each", groups.size(),
                        words.layer);
    }
    return shared_evenly(groups);
  }
  how = fmt::format("{}s share the time evenly", words.layer);
  const Together all{depth, elapsed_ns};
  return shared_evenly(std::span(&all, 1));
}

RaceLane make_lane(std::shared_ptr<const Recording> recording, double elapsed_ns,
                   const SortTrace* trace) {
  RaceLane lane;
  const SortTiming& timing = recording->timing;
  lane.name = recording->title();
  if (recording->algorithm->xor_schedule && timing.kernel != "layers") {
    lane.name += fmt::format(" · {}", timing.kernel);
  }
  lane.ranks = ranks_by_place(*recording);
  lane.replays = std::make_shared<LaneReplays>(recording);
  lane.elapsed_ns =
      std::max(elapsed_ns > 0 ? elapsed_ns : static_cast<double>(timing.elapsed_ns), 1.0);
  lane.mark_ns = time_marks(*recording, lane.elapsed_ns, trace, lane.timing);
  lane.recording = std::move(recording);
  return lane;
}

RaceLane make_contrast_lane(const ContrastSort& sort, std::shared_ptr<const Recording> recording,
                            double elapsed_ns) {
  RaceLane lane;
  lane.name = sort.title;
  lane.ranks = ranks_by_place(*recording);
  lane.elapsed_ns = std::max(elapsed_ns, 1.0);
  // Places of real keys come first, as they were given.
  const auto keys = std::span<const std::uint32_t>(lane.ranks).first(recording->real_keys());
  auto run = std::make_shared<const ContrastRun>(run_contrast(sort, keys));
  const auto chain = static_cast<double>(std::max<std::uint64_t>(run->chain(), 1));
  lane.mark_ns = {0};
  double done = 0;
  for (const ContrastPass& pass : run->passes) {
    done += static_cast<double>(sort.parallel ? pass.longest : pass.comparisons);
    lane.mark_ns.push_back(lane.elapsed_ns * done / chain);
  }
  lane.timing = "a pass takes the share of its comparisons";
  lane.contrast = std::move(run);
  lane.recording = std::move(recording);
  return lane;
}

RaceLane with_time(RaceLane lane, double elapsed_ns) {
  for (double& mark : lane.mark_ns) mark *= elapsed_ns / lane.elapsed_ns;
  lane.elapsed_ns = elapsed_ns;
  lane.given = true;
  return lane;
}

LanePosition position_at(const RaceLane& lane, double time_ns) {
  const std::uint32_t depth = lane.layers();
  if (time_ns >= lane.mark_ns.back()) return {depth, 0};
  if (time_ns <= 0) return {0, 0};
  const auto after = std::upper_bound(lane.mark_ns.begin(), lane.mark_ns.end(), time_ns);
  const auto layer = static_cast<std::uint32_t>(after - lane.mark_ns.begin()) - 1;
  const double begin = lane.mark_ns[layer];
  return {layer, static_cast<float>((time_ns - begin) / (*after - begin))};
}

LanePosition position_at(const RaceLane& lane, const RaceMoment& moment) {
  if (!moment.by_step) return position_at(lane, moment.time_ns);
  const std::uint32_t depth = lane.layers();
  if (moment.layers >= depth) return {depth, 0};
  const double whole = std::floor(moment.layers);
  return {static_cast<std::uint32_t>(whole), static_cast<float>(moment.layers - whole)};
}

std::size_t leading_lane(const Race& race, bool by_step) {
  const auto last = std::ranges::max_element(race.lanes, {}, [&](const RaceLane& lane) {
    if (lane.contrast) return -1.0;
    return length_of(lane, by_step);
  });
  return static_cast<std::size_t>(last - race.lanes.begin());
}

std::optional<std::size_t> lane_of(const Race& race, const Recording& recording) {
  for (std::size_t i = 0; i < race.lanes.size(); ++i) {
    const RaceLane& lane = race.lanes[i];
    if (!lane.contrast && lane.recording.get() == &recording) return i;
  }
  return std::nullopt;
}

RaceMoment moment_of(const RaceLane& lane, Cursor cursor, float fraction, bool whole_layer,
                     bool by_step) {
  const Network& network = lane.recording->network;
  double within = 0;
  if (cursor.layer < network.depth()) {
    const double count = network.count(cursor.layer);
    const double done = cursor.comparator;
    within = whole_layer ? (done + (count - done) * fraction) / count : (done + fraction) / count;
  }
  const double begin = lane.mark_ns[cursor.layer];
  const double end = lane.mark_ns[std::min(cursor.layer + 1, network.depth())];
  return {by_step, begin + (end - begin) * within, cursor.layer + within};
}

std::optional<RaceMoment> moment_of(const Race& race, const Scene& scene) {
  const auto lane = lane_of(race, *scene.recording);
  if (!lane) return std::nullopt;
  const RaceLane& clock = race.lanes[*lane];
  const bool by_step = scene.options->race.by_step;
  RaceMoment moment = moment_of(clock, scene.cursor, scene.fraction, scene.whole_layer, by_step);
  const std::uint32_t depth = clock.layers();
  if (depth == 0 || scene.cursor.layer + 1 < depth) return moment;
  // The last layer lasts until the race is over.
  const double within = moment.layers - (depth - 1);
  const double begin_ns = clock.mark_ns[depth - 1];
  moment.time_ns = begin_ns + (end_of(race, false) - begin_ns) * within;
  moment.layers = depth - 1 + (end_of(race, true) - (depth - 1)) * within;
  return moment;
}

double end_of(const Race& race, bool by_step) {
  double end = 0;
  for (const RaceLane& lane : race.lanes) end = std::max(end, length_of(lane, by_step));
  return end;
}

std::vector<std::uint32_t> finish_order(const Race& race, bool by_step) {
  const auto key = [&](const RaceLane& lane) { return length_of(lane, by_step); };
  std::vector<std::uint32_t> order;
  for (const RaceLane& lane : race.lanes) {
    const auto before = std::ranges::count_if(
        race.lanes, [&](const RaceLane& other) { return key(other) < key(lane); });
    order.push_back(static_cast<std::uint32_t>(before) + 1);
  }
  return order;
}

float pace_at(const Race& race, std::size_t index, bool by_step, std::uint32_t layer) {
  const RaceLane& lane = race.lanes[index];
  const bool last = layer + 1 == lane.layers();
  if (by_step) return last ? static_cast<float>(end_of(race, true) - layer) : 1.0F;
  const double end_ns = last ? end_of(race, false) : lane.mark_ns[layer + 1];
  const double share = (end_ns - lane.mark_ns[layer]) / lane.mark_ns.back();
  return std::max(static_cast<float>(share * lane.layers()), 1e-6F);
}

}  // namespace sortscope
