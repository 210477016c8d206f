// trace.cpp: names, layers and bytes of the launches of every family.
#include "core/engines/plans/trace.h"

#include <fmt/format.h>

#include "core/engines/plans/intervals.h"
#include "core/engines/plans/schemes.h"
#include "core/networks/interval_merge.h"

namespace sortscope {

namespace {

TracePass unknown_bytes(TracePass pass) {
  pass.bytes = 0;
  return pass;
}

std::uint64_t all_keys(const Network& network, std::uint64_t bytes) {
  return network.wires() * bytes;
}

}  // namespace

std::vector<TracePass> passes_of(const Network& network, std::span<const Launch> plan,
                                 const TraceKeys& keys) {
  std::vector<TracePass> passes;
  passes.reserve(plan.size());
  for (const Launch& launch : plan) {
    const std::uint32_t trips = launch.kind->trip_a_layer ? launch.layer_count : 1;
    passes.push_back(pass_over_layers(network, launch.first_layer, launch.layer_count, trips, keys,
                                      launch.kind->title));
  }
  return passes;
}

std::vector<TracePass> passes_of(const Network& network, const TreePlan& plan,
                                 const TraceKeys& keys) {
  const std::uint64_t node_bytes = keys.key_bits == 32 ? 16 : 20;
  std::vector<TracePass> passes;
  passes.reserve(plan.launches.size());
  const auto walk = [&](const TreeLaunch& launch, std::string_view name) {
    return unknown_bytes(
        pass_over_layers(network, launch.first_layer, launch.layer_count, 1, keys, name));
  };
  for (const TreeLaunch& launch : plan.launches) {
    switch (launch.kind) {
      case TreeLaunchKind::kPlant:
        passes.push_back(
            {.name = "keys to nodes", .bytes = all_keys(network, keys.bytes() + node_bytes)});
        break;
      case TreeLaunchKind::kHarvest:
        passes.push_back(
            {.name = "nodes to keys", .bytes = all_keys(network, keys.bytes() + node_bytes)});
        break;
      case TreeLaunchKind::kBits:
        // Read as its blocks left them, written in the order of the recording.
        passes.push_back({.name = "outcomes in order"});
        break;
      case TreeLaunchKind::kTiles:
        passes.push_back(pass_over_layers(network, launch.first_layer, launch.layer_count, 1, keys,
                                          fmt::format("trees of 2^{}", launch.merge)));
        break;
      case TreeLaunchKind::kStep:
        passes.push_back(walk(launch, "step"));
        break;
      case TreeLaunchKind::kStage:
        passes.push_back(walk(launch, fmt::format("stage {}", launch.first_stage)));
        break;
      case TreeLaunchKind::kCrown:
        passes.push_back(walk(launch, "crown"));
        break;
      case TreeLaunchKind::kTwigs:
        passes.push_back(walk(launch, "twigs"));
        break;
    }
  }
  return passes;
}

std::vector<TracePass> passes_of(const Network& network, std::span<const StreamLaunch> plan,
                                 const TraceKeys& keys) {
  const std::uint64_t node_bytes = keys.key_bits == 32 ? 16 : 20;
  std::vector<TracePass> passes;
  passes.reserve(plan.size());
  for (const StreamLaunch& launch : plan) {
    const auto of = [&](std::uint32_t first, std::uint32_t count, std::string_view name) {
      return pass_over_layers(network, first, count, 1, keys, name);
    };
    switch (launch.kind) {
      case StreamLaunchKind::kTiny:
        passes.push_back(of(0, network.depth(), "local sort"));
        break;
      case StreamLaunchKind::kLocalSort:
        passes.push_back(of(0, network.levels().front().layer_count, "local sort"));
        break;
      case StreamLaunchKind::kBuild:
        passes.push_back(
            {.name = "keys to nodes", .bytes = all_keys(network, keys.bytes() + node_bytes)});
        break;
      case StreamLaunchKind::kPhases:
        if (launch.step.first_stage == launch.step.last_stage) {
          const std::uint32_t stage = launch.step.first_stage;
          const std::uint32_t phase = launch.step.phase(stage);
          passes.push_back(
              unknown_bytes(of(launch.first_layer + phase_layer(launch.merge, stage, phase), 1,
                               fmt::format("stage {} phase {}", stage, phase))));
        } else {
          passes.push_back({.name = fmt::format("stages {} to {}", launch.step.first_stage,
                                                launch.step.last_stage)});
        }
        break;
      case StreamLaunchKind::kFinish:
        passes.push_back(unknown_bytes(of(launch.first_layer, kFinishLog2, "finish")));
        break;
    }
  }
  return passes;
}

std::vector<TracePass> passes_of_recorded_intervals(const Network& network, const TraceKeys& keys) {
  std::vector<TracePass> passes;
  if (network.depth() == 0) return passes;
  const std::uint32_t wires_log2 = floor_log2(network.wires());
  const std::uint32_t tiles = network.wires() >> interval_tile_log2(wires_log2);
  for (const IntervalLaunch& launch : plan_intervals(keys.key_bits, wires_log2)) {
    if (launch.work == IntervalWork::kSearch) {
      passes.push_back({.name = "search"});
      continue;
    }
    TracePass pass = pass_over_layers(
        network, launch.first_layer(), launch.layers(), 1, keys,
        launch.work == IntervalWork::kTiles ? "tiles" : fmt::format("merge 2^{}", launch.merge));
    const std::uint32_t parts = tiles / launch.tiles;
    pass.comparators /= parts;
    pass.bytes /= parts;
    if (parts > 1) {
      pass.name += fmt::format(", part {} of {}", launch.first_tile / launch.tiles + 1, parts);
    }
    passes.push_back(std::move(pass));
  }
  return passes;
}

std::vector<TracePass> passes_of_intervals(std::uint32_t n, std::uint32_t merges,
                                           const TraceKeys& keys) {
  const std::uint64_t bytes = std::uint64_t{2} * n * keys.bytes();
  std::vector<TracePass> passes = {{.name = "tiles sorted", .bytes = bytes}};
  for (std::uint32_t i = 0; i < merges; ++i) {
    passes.push_back({.name = "search"});
    passes.push_back({.name = "four runs merged", .bytes = bytes});
  }
  return passes;
}

}  // namespace sortscope
