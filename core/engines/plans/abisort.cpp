// abisort.cpp: the passes of GPU-ABiSort, stage by stage and overlapped.
#include "core/engines/plans/abisort.h"

#include <algorithm>

namespace sortscope {

namespace {

constexpr std::uint32_t kThreads = 128;

std::uint32_t blocks_for(std::uint32_t work, std::uint32_t threads) {
  return work / threads + (work % threads != 0 ? 1 : 0);
}

}  // namespace

std::vector<StreamLaunch> plan_streams(const Network& network, bool overlapped) {
  const std::uint32_t wires = network.wires();
  const std::uint32_t n_log2 = floor_log2(wires);
  std::vector<StreamLaunch> plan;
  if (network.depth() == 0) return plan;
  if (n_log2 < kLocalLog2) {
    plan.push_back({.kind = StreamLaunchKind::kTiny, .blocks = 1, .threads = 1});
    return plan;
  }
  plan.push_back({.kind = StreamLaunchKind::kLocalSort,
                  .blocks = blocks_for(wires >> kLocalLog2, kThreads),
                  .threads = kThreads});
  if (n_log2 == kLocalLog2) return plan;
  plan.push_back({.kind = StreamLaunchKind::kBuild,
                  .ends_merge = true,
                  .blocks = blocks_for(wires, kThreads),
                  .threads = kThreads});
  for (const MergeLevel& level : network.levels()) {
    if (level.first_layer == 0) continue;
    const std::uint32_t merge = level.level;
    if (network.fixed(level.first_layer)) {
      plan.push_back({.kind = StreamLaunchKind::kFinish,
                      .merge = merge,
                      .first_layer = level.first_layer,
                      .ends_merge = true,
                      .blocks = blocks_for(wires >> kFinishLog2, kThreads),
                      .threads = kThreads});
      continue;
    }
    const auto add = [&](const TreeStep& step) {
      std::uint32_t blocks = 0;
      for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
        blocks += blocks_for(stream_instances(n_log2, merge, stage), kPhaseThreads);
      }
      plan.push_back({.kind = StreamLaunchKind::kPhases,
                      .merge = merge,
                      .step = step,
                      .first_layer = level.first_layer,
                      .blocks = blocks,
                      .threads = kPhaseThreads});
    };
    if (!overlapped) {
      for (std::uint32_t i = 0; i < level.layer_count; ++i)
        add(network.step(level.first_layer + i));
      continue;
    }
    // The last stage has 5 phases and starts at step 2 (j - 5).
    const std::uint32_t stages = stream_stages(merge);
    for (std::uint32_t time = 0; time < 2 * (stages - 1) + merge - (stages - 1); ++time) {
      const std::uint32_t first = time >= merge ? time - merge + 1 : 0;
      add({merge, time, first, std::min(time / 2, stages - 1), time - 2 * first});
    }
  }
  return plan;
}

}  // namespace sortscope
