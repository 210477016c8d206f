// misplaced.cpp: keys that the network itself leaves misplaced, by construction and depth.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/lab/experiments/sorts.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/aks_replay.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kDepths[] = {3, 5, 10, 15, 20, 30};

// A way to build the network.
struct Way {
  std::string id;
  AksParameters parameters;
  std::uint32_t depth;  // 0: the rule's own
};

constexpr std::uint32_t kDistanceDepths[] = {10, 15, 30};
constexpr std::uint32_t kMostFollowed = 1U << 12;

// A key that the repair moves.
struct Moved {
  Wire wire;
  Wire home;
};

Result<std::vector<Moved>> moved_keys(ExperimentRun& run, std::uint32_t n, std::uint32_t depth) {
  RunRequest request = usual_run();
  request.algorithm = "aks";
  request.input = kUsualInput;
  request.seed = run.options().seed;
  AksParameters parameters;
  parameters.depth_rule = DepthRule::kFixed;
  parameters.fixed_depth = depth;
  request.parameters.set(parameters);
  const Algorithm& algorithm = **find_algorithm("aks");
  if (Status status = generate_run_keys(request, algorithm, kUsualType, n, run.progress());
      !status) {
    return status.error();
  }
  const auto recording = record(request, *run.options().engine);
  if (!recording) return recording.error();
  if (run.cancelled()) return ExperimentRun::stopped();
  const AksFacts facts = find_aks_facts(**recording);
  Cursor before = (*recording)->network.end();
  for (const AksStage& stage : (*recording)->network.aks()->stages()) {
    if (stage.work == AksWork::kRepair) before = std::min(before, Cursor{stage.first_layer, 0});
  }
  AksReplay replay(*recording);
  replay.seek(before);
  std::vector<Moved> moved;
  const auto places = replay.places();
  for (Wire wire = 0; wire < places.size(); ++wire) {
    const Wire home = facts.final_wire[places[wire]];
    if (home != wire) moved.push_back({wire, home});
  }
  return moved;
}

// By how many blocks of 64: [0] within their block.
std::vector<std::uint64_t> distances(const std::vector<Moved>& moved) {
  std::vector<std::uint64_t> by_blocks;
  for (const Moved& key : moved) {
    const std::size_t blocks = static_cast<std::size_t>(
        std::abs(static_cast<int>(key.home / 64) - static_cast<int>(key.wire / 64)));
    if (by_blocks.size() <= blocks) by_blocks.resize(blocks + 1);
    ++by_blocks[blocks];
  }
  return by_blocks;
}

// §4.9: how far from home the keys are that the repair has to move.
Status show_distances(ExperimentRun& run, std::uint32_t n) {
  const std::size_t panel =
      run.add_panel({"distance",
                     fmt::format("How far misplaced keys are from home, {} keys", number_text(n)),
                     {"blocks of 64", {}},
                     {"keys", {}}});
  // Section 5: the last nodes of `size` wires in place of 64, which then are sorted.
  const std::size_t nodes =
      run.add_panel({"last-nodes",
                     fmt::format("Keys outside of their last node, if it had more wires, {} keys",
                                 number_text(n)),
                     {"wires of a last node", AxisScale::kLog2},
                     {"keys", {}}});
  for (const std::uint32_t depth : kDistanceDepths) {
    const auto moved = moved_keys(run, n, depth);
    if (!moved) return moved.error();
    const std::vector<std::uint64_t> by_blocks = distances(*moved);
    const std::string id = fmt::format("depth-{}", depth);
    const std::string title = fmt::format("depth {}", depth);
    const std::size_t series = run.add_series(panel, id, title);
    std::string words;
    for (std::size_t blocks = 0; blocks < by_blocks.size(); ++blocks) {
      run.add(panel, series, static_cast<double>(blocks), static_cast<double>(by_blocks[blocks]));
      if (blocks > 3) continue;
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", by_blocks[blocks],
                           blocks == 0   ? "in their own block"
                           : blocks == 1 ? "one block away"
                                         : fmt::format("{} away", blocks));
    }
    if (moved->empty()) {
      run.set_problem(panel, series, "no key is misplaced");
      words = "none is misplaced";
    }
    run.find(fmt::format("{} keys, depth {}, one input: {}.", number_text(n), depth, words));
    const std::size_t larger = run.add_series(nodes, id, title);
    std::string outside;
    for (std::uint32_t size = 64; size < n; size *= 2) {
      const auto count = std::ranges::count_if(
          *moved, [size](const Moved& key) { return key.home / size != key.wire / size; });
      run.add(nodes, larger, size, static_cast<double>(count));
      outside += fmt::format("{}{}", outside.empty() ? "" : ", ", count);
    }
    run.find(
        fmt::format("Last nodes of 64, 128 … {} wires would leave {} outside.", n / 2, outside));
    run.show();
  }
  return {};
}

Status run(ExperimentRun& run) {
  const auto sizes = run.sizes({256, 4096, 65536}, {256, 4096});
  if (Status status = check_lengths(sizes); !status) return status;
  const std::uint32_t samples = run.repetitions(3, 3);
  run.set_machine(run.options().engine->description());
  std::vector<Way> ways;
  for (const Matching& matching : matchings()) {
    for (const std::uint32_t depth : kDepths) {
      Way way{std::string(matching.id), {}, depth};
      way.parameters.matching = matching.kind;
      way.parameters.depth_rule = DepthRule::kFixed;
      way.parameters.fixed_depth = depth;
      ways.push_back(way);
    }
  }
  const Way perfect{"perfect", {}, 0};
  ways.push_back(perfect);
  std::uint64_t all = 0;
  for (const std::uint32_t n : sizes) {
    for (const Way& way : ways) {
      SortCase sort;
      sort.parameters = way.parameters;
      const auto units = sort_units(sort, n);
      if (!units) return units.error();
      all += *units * samples;
    }
  }
  run.plan(all);
  for (const std::uint32_t n : sizes) {
    const std::size_t panel = run.add_panel({fmt::format("{}", n),
                                             number_text(n) + " keys",
                                             {"depth of every halver", AxisScale::kLog10},
                                             {"misplaced keys", AxisScale::kLog10}});
    std::size_t series = 0;
    std::string id;
    for (const Way& way : ways) {
      SortCase sort;
      sort.parameters = way.parameters;
      if (way.id != id) {
        series = run.add_series(panel, way.id, way.id);
        id = way.id;
      }
      const auto seen = run_sorts(run, sort, n, samples, false);
      if (!seen) return seen.error();
      ExperimentPoint point{static_cast<double>(way.depth == 0 ? 30 : way.depth), {}};
      std::uint32_t rounds = 0;
      for (const SortSample& sample : *seen) {
        point.y.values.push_back(static_cast<double>(sample.misplaced));
        rounds = std::max(rounds, sample.repair_rounds);
      }
      point.note = fmt::format("up to {} repair rounds", rounds);
      run.add(panel, series, std::move(point));
      run.show();
    }
    std::string last;
    for (const ExperimentSeries& one : run.result().panels[panel].series) {
      last += fmt::format("{}{} {}", last.empty() ? "" : ", ", one.id,
                          number_text(one.points.back().y.median()));
    }
    run.find(
        fmt::format("{} keys, depth 30: misplaced before the repair: {}.", number_text(n), last));
  }
  for (const std::uint32_t n : sizes) {
    if (n > kMostFollowed || n < 2 * 64) continue;
    if (Status status = show_distances(run, n); !status) return status;
    break;
  }
  run.find("All of them are in order after the repair, which is counted and checked.");
  return {};
}

}  // namespace

const Experiment kMisplaced = {
    "misplaced",
    "Keys misplaced before the repair",
    "section 4.9",
    "The same small depth in every halver: how many keys the network leaves on wrong wires.",
    "mostly one block away (no values)",
    "keys",
    run};

}  // namespace sortscope
