// race.cpp: commands of the race view.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/engines/engines.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/opening.h"
#include "app/state/panes.h"
#include "app/state/parts/background.h"
#include "app/state/parts/kernel_desk.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"
#include "core/algorithms/contrast_run.h"
#include "core/base/choice.h"
#include "core/base/input_file.h"
#include "core/base/progress.h"
#include "core/base/samples.h"
#include "core/engines/plans/kernels.h"
#include "core/lab/cpu_sorts.h"
#include "core/own_kernels/timing/build.h"
#include "core/own_kernels/timing/lab.h"
#include "core/recordings/recording.h"
#include "core/scenes/race.h"
#include "core/words/own_kernel.h"

namespace sortscope {

namespace {

using Arguments = std::span<const std::string>;

constexpr std::size_t kRepetitions = 5;             // after the run that is shown
constexpr std::uint64_t kRepeatedNs = 200'000'000;  // longer runs are timed once

bool loaded(const Session& session, const Background& background) {
  return session.loaded() && background.work == nullptr;
}

// Its run is the one that is shown.
bool own_loaded(const Session& session, const Background& background, const KernelDesk& desk) {
  return loaded(session, background) && !desk.file().path.empty() &&
         shows_own_kernel(session.measured, session.recording());
}

bool racing(const Session& session, const Background& background) {
  return loaded(session, background) && session.measured.race != nullptr &&
         lane_of(*session.measured.race, session.recording()).has_value();
}

// A network to record, or a sort that is none.
struct Entrant {
  RunRequest request;
  std::shared_ptr<Engine> engine;  // null beside a contrast
  const ContrastSort* contrast = nullptr;
};

// A person's kernel: the run that it made, in the time that it takes.
struct OwnEntrant {
  std::shared_ptr<const Recording> recording;
  OwnVersions versions;
};

// Who runs, and what was said of those left out or changed.
struct Entrants {
  std::vector<Entrant> lanes;
  std::vector<std::string> notes;
  std::optional<OwnEntrant> own;  // the first lane
};

bool has_kernel(const Engine& engine, std::string_view kernel) {
  return std::ranges::find(engine.kernels(), kernel, &Kernel::id) != engine.kernels().end();
}

// "bitonic/v0" on the present keys. Kernels of the CPU run there, whatever engine is chosen.
Result<Entrant> network_of(const Session& session, const std::shared_ptr<Engine>& engine,
                           const std::string& word, std::vector<std::string>& notes) {
  const std::size_t slash = std::min(word.find('/'), word.size());
  const auto algorithm = find_algorithm(word.substr(0, slash));
  if (!algorithm) return algorithm.error();
  Entrant entrant{session.recording().request, engine, nullptr};
  RunRequest& request = entrant.request;
  request.algorithm = (*algorithm)->id;
  request.kernel = slash < word.size() ? word.substr(slash + 1) : "";
  request.any_input = false;
  request.keyframes_only = false;
  if (request.kernel.empty() || has_kernel(*engine, request.kernel)) return entrant;
  if (const auto cpu = choose_engine("cpu"); cpu && has_kernel(*cpu->engine, request.kernel)) {
    entrant.engine = cpu->engine;
    return entrant;
  }
  if (!find_cuda_kernel(request.kernel)) {
    return Error{ErrorCode::kBadUsage, fmt::format("there is no kernel '{}'.", request.kernel),
                 fmt::format("Choose one of: {}.", ids_of(engine->kernels()))};
  }
  notes.push_back(fmt::format("Kernel {} needs a GPU: {} runs on the CPU.", request.kernel,
                              (*algorithm)->title));
  request.kernel.clear();
  return entrant;
}

Result<Entrant> entrant_of(const Session& session, const std::shared_ptr<Engine>& engine,
                           const std::string& word, std::vector<std::string>& notes) {
  const ContrastSort* const contrast = find_contrast_sort(word);
  if (contrast == nullptr) return network_of(session, engine, word, notes);
  if (session.recording().real_keys() > kMostContrastKeys) {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("{} races on at most {} keys.", contrast->title, count_text(kMostContrastKeys)),
        "Leave it out, or compare times in the benchmark lab."};
  }
  return Entrant{{}, nullptr, contrast};
}

Result<Entrants> entrants_of(const Session& session, const std::shared_ptr<Engine>& engine,
                             Arguments arguments, std::optional<OwnEntrant> own) {
  Entrants entrants;
  for (const std::string& word : arguments) {
    auto entrant = entrant_of(session, engine, word, entrants.notes);
    if (!entrant) return entrant.error();
    const bool twice = std::ranges::any_of(entrants.lanes, [&](const Entrant& other) {
      return other.contrast == entrant->contrast &&
             other.request.algorithm == entrant->request.algorithm &&
             other.request.kernel == entrant->request.kernel;
    });
    if (!twice) entrants.lanes.push_back(std::move(*entrant));
  }
  const std::size_t lanes = entrants.lanes.size() + (own ? 1 : 0);
  if (lanes < 2 || lanes > kMostLanes) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("a race has two to four runs, and here {} {}.",
                             lanes == 1 ? "is" : "are", lanes),
                 "Name other algorithms, or kernels of the engine: race bitonic/v0 adaptive"};
  }
  entrants.own = std::move(own);
  const auto is_contrast = [](const Entrant& one) { return one.contrast != nullptr; };
  if (!entrants.own && std::ranges::all_of(entrants.lanes, is_contrast)) {
    return Error{ErrorCode::kBadUsage, "a race needs a network, whose steps are its clock.",
                 "Add one: race bitonic merge-sort quicksort"};
  }
  return entrants;
}

// The median time of the lab's own sort on the same keys, a place beside each as in recordings.
double contrast_ns(const ContrastSort& sort, const Recording& recording) {
  using Element = LabPair<std::uint64_t>;
  std::vector<Element> keys;
  for (std::uint32_t wire = 0; wire < recording.network.wires(); ++wire) {
    const std::uint32_t place = recording.start.places[wire];
    if (!recording.is_padding(place)) keys.push_back({recording.start.words.at(wire), place});
  }
  LabCpuSort<Element>* const run = find_lab_cpu_sort<Element>(sort.id);
  std::vector<double> elapsed_ns;
  for (std::size_t i = 0; i <= kRepetitions; ++i) {  // the first warms up
    std::vector<Element> work = keys;
    const auto begin = std::chrono::steady_clock::now();
    run(work.data(), work.data() + work.size());
    const std::chrono::duration<double, std::nano> elapsed =
        std::chrono::steady_clock::now() - begin;
    if (i > 0) elapsed_ns.push_back(elapsed.count());
  }
  std::ranges::sort(elapsed_ns);
  return elapsed_ns[elapsed_ns.size() / 2];
}

// The median of some more runs, in nanoseconds; 0: the first run's own time.
Result<double> repeated_ns(const RunRequest& request, Engine& engine, std::uint64_t first_ns,
                           Progress& progress) {
  if (first_ns > kRepeatedNs) return 0.0;
  std::vector<double> elapsed_ns;
  for (std::size_t i = 0; i < kRepetitions; ++i) {
    const auto again = record(request, engine, false, &progress);
    if (!again) return again.error();
    elapsed_ns.push_back(static_cast<double>((*again)->timing.elapsed_ns));
  }
  std::ranges::sort(elapsed_ns);
  return elapsed_ns[elapsed_ns.size() / 2];
}

// How a time was taken that repeated_ns() gave.
std::string measured_text(double repeated) {
  return repeated > 0 ? fmt::format("median of {} runs", kRepetitions) : "one measurement";
}

// A trace of the same sort on as many keys.
bool is_trace_of(const SortTrace* trace, const Recording& recording) {
  return trace != nullptr && trace->n == recording.real_keys() &&
         trace->algorithm == recording.algorithm->id && trace->kernel == recording.timing.kernel;
}

// The kernel's time where it can be taken, else that of its network on our CPU engine, with a note.
Result<RaceLane> own_lane(const OwnEntrant& own, std::vector<std::string>& notes,
                          Progress& progress) {
  const Recording& run = *own.recording;
  auto plain_ns = own_median_ns(own.versions, run.real_keys(), progress);
  std::string name = own.versions.title;
  if (!plain_ns) {
    if (plain_ns.error().code != ErrorCode::kUnavailable) return plain_ns.error();
    notes.push_back(fmt::format("Not your kernel is timed but its network, on the CPU: {}",
                                plain_ns.error().message));
    name += ", its network";
    const auto cpu = choose_engine("cpu");
    if (!cpu) return cpu.error();
    plain_ns = repeated_ns(run.request, *cpu->engine, run.timing.elapsed_ns, progress);
    if (!plain_ns) return plain_ns.error();
  }
  const bool plain = name == own.versions.title;
  RaceLane lane = make_lane(own.recording, *plain_ns, nullptr);
  if (!plain) lane.measured = measured_text(*plain_ns);
  if (plain) lane.timing = "as nvcc compiles it, not recorded; " + lane.timing;
  lane.name = std::move(name);
  return lane;
}

Result<std::shared_ptr<Race>> run_race(Entrants& all, const SortTrace* trace, Progress& progress) {
  const std::vector<Entrant>& entrants = all.lanes;
  auto race = std::make_shared<Race>();
  race->lanes.resize(entrants.size());
  std::shared_ptr<const Recording> any;
  if (all.own) any = all.own->recording;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].contrast != nullptr) continue;
    const RunRequest& request = entrants[i].request;
    Engine& engine = *entrants[i].engine;
    auto recording = record(request, engine, false, &progress);
    if (!recording) return recording.error();
    const auto ns = repeated_ns(request, engine, (*recording)->timing.elapsed_ns, progress);
    if (!ns) return ns.error();
    const bool traced = is_trace_of(trace, **recording);
    any = *recording;
    race->lanes[i] = make_lane(std::move(*recording), *ns, traced ? trace : nullptr);
    race->lanes[i].measured = measured_text(*ns);
  }
  // Their keys are those of the networks.
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const ContrastSort* const contrast = entrants[i].contrast;
    if (contrast == nullptr) continue;
    race->lanes[i] = make_contrast_lane(*contrast, any, contrast_ns(*contrast, *any));
    race->lanes[i].measured = measured_text(race->lanes[i].elapsed_ns);
  }
  if (all.own) {
    auto lane = own_lane(*all.own, all.notes, progress);
    if (!lane) return lane.error();
    race->lanes.insert(race->lanes.begin(), std::move(*lane));
  }
  return race;
}

Status begin_race(const StageParts& stage, Background& background, Arguments arguments,
                  std::optional<OwnEntrant> own) {
  const Session& session = stage.session;
  const auto choice = choose_engine(stage.next.engine_id);
  if (!choice) return choice.error();
  auto entrants = entrants_of(session, choice->engine, arguments, std::move(own));
  if (!entrants) return entrants.error();
  const bool by_step = session.options.race.by_step;
  return background.start(
      fmt::format("Racing on {} keys", count_text(session.recording().real_keys())),
      [stage, choice = *choice, entrants = std::move(*entrants), by_step,
       trace = session.measured.trace](Progress& progress) mutable -> std::function<void(App&)> {
        auto race = run_race(entrants, trace.get(), progress);
        if (!race) {
          return [stage, error = race.error()](App&) { stage.notices.fail(error); };
        }
        const std::size_t leading = leading_lane(**race, by_step);
        auto run = std::make_shared<PreparedRun>(
            prepare_run((*race)->lanes[leading].recording, &progress));
        if (progress.cancelled()) {
          return [stage](App&) { stage.notices.fail({ErrorCode::kCancelled, "stopped.", ""}); };
        }
        return [stage, race = *race, run, choice, notes = entrants.notes](App&) {
          stage.next.engine_note = choice.reason;
          adopt(stage, std::move(*run), Before::kBeside);
          stage.session.measured.race = race;
          for (const std::string& note : notes) stage.notices.notify(note);
          if (const Status shown = stage.panes.show("race"); !shown)
            stage.notices.notify(shown.error().text());
        };
      });
}

Status start_race(const StageParts& stage, Background& background, Arguments arguments) {
  return begin_race(stage, background, arguments, {});
}

// Its run against others, in the time that it takes compiled plainly.
Status race_own_kernel(const StageParts& stage, Background& background, const KernelDesk& desk,
                       Arguments arguments) {
  constexpr std::uint64_t kMostSourceBytes = std::uint64_t{1} << 20;
  OwnEntrant own{stage.session.shared_recording(), {}};
  own.versions.now.path = desk.file().path;
  own.versions.title = std::filesystem::path(desk.file().path).filename().string();
  auto text = read_regular_file(desk.file().path, kMostSourceBytes);
  if (!text) return text.error();
  own.versions.now.text = std::move(*text);
  const std::vector<std::string> usual =
      timing_possible() ? std::vector<std::string>{"bitonic/v2", "bitonic/fast"}
                        : std::vector<std::string>{"bitonic", "merge-sort"};
  return begin_race(stage, background, arguments.empty() ? Arguments(usual) : arguments,
                    std::move(own));
}

// Shows the lane that finishes last, at the moment at which the race stands.
Status follow_leader(const StageParts& stage, Background& background) {
  const Session& session = stage.session;
  const auto race = session.measured.race;
  const bool by_step = session.options.race.by_step;
  const auto own = lane_of(*race, session.recording());
  const std::size_t leading = leading_lane(*race, by_step);
  if (!own || own == leading) return {};
  const RaceMoment moment = moment_of(race->lanes[*own], session.cursor(), 0, true, by_step);
  return background.start(
      "Changing lanes",
      [stage, race, leading, moment](Progress& progress) -> std::function<void(App&)> {
        const RaceLane& lane = race->lanes[leading];
        auto run = std::make_shared<PreparedRun>(prepare_run(lane.recording, &progress));
        if (progress.cancelled()) {
          return [stage](App&) { stage.notices.fail({ErrorCode::kCancelled, "stopped.", ""}); };
        }
        const Cursor cursor{position_at(lane, moment).layer, 0};
        return [stage, run, cursor](App&) {
          adopt(stage, std::move(*run), Before::kDropped);
          stage.session.seek(cursor);
        };
      });
}

Status set_sync(const StageParts& stage, Session& session, Background& background,
                Arguments arguments) {
  static constexpr std::string_view kWays[] = {"time", "step"};
  const auto chosen = choice_argument("SYNC", arguments[0], kWays);
  if (!chosen) return chosen.error();
  session.options.race.by_step = *chosen == 1;
  return racing(session, background) ? follow_leader(stage, background) : Status{};
}

Status set_time(const StageParts& stage, Session& session, Background& background,
                Arguments arguments) {
  const std::size_t count = session.measured.race->lanes.size();
  const auto lane = whole_argument("LANE", arguments[0], 1, count);
  if (!lane) return lane.error();
  const auto microseconds = number_argument("MICROSECONDS", arguments[1], 0.001F, 1e12F);
  if (!microseconds) return microseconds.error();
  auto race = std::make_shared<Race>(*session.measured.race);
  RaceLane& changed = race->lanes[*lane - 1];
  changed = with_time(std::move(changed), 1e3 * static_cast<double>(*microseconds));
  session.measured.race = std::move(race);
  return follow_leader(stage, background);
}

Status stop(Session& session, Arguments) {
  session.measured.race.reset();
  return {};
}

}  // namespace

std::span<const Command> race_commands() {
  using enum Effect;
  static const std::vector<Command> kRows = {
      {.id = "race",
       .title = "Race two to four sorts on these keys",
       .group = "Race",
       .effect = kMeasure,
       .key_text = "",
       .arguments = "SORT[/KERNEL]...",
       .keys = {},
       .enabled = loaded,
       .run = start_race},
      {.id = "kernel-race",
       .title = "Race your kernel, in the time that it takes compiled plainly",
       .group = "Race",
       .effect = kStart,
       .key_text = "",
       .arguments = "[SORT[/KERNEL]...]",
       .keys = {},
       .enabled = own_loaded,
       .run = race_own_kernel,
       .when = "the run of a CUDA file of your own is shown"},
      {.id = "race-sync",
       .title = "Lanes of the race by measured time, or all by step",
       .group = "Race",
       .effect = kShow,
       .key_text = "",
       .arguments = "time|step",
       .keys = {},
       .enabled = nullptr,
       .run = set_sync},
      {.id = "race-time",
       .title = "Give a lane of the race a time, of another machine for example",
       .group = "Race",
       .effect = kShow,
       .key_text = "",
       .arguments = "LANE MICROSECONDS",
       .keys = {},
       .enabled = racing,
       .run = set_time,
       .when = "a race is shown"},
      {.id = "race-stop",
       .title = "End the race",
       .group = "Race",
       .effect = kShow,
       .key_text = "",
       .arguments = "",
       .keys = {},
       .enabled = racing,
       .run = stop,
       .when = "a race is shown"},
  };
  return kRows;
}

}  // namespace sortscope
