// whole.cpp: one block, or one warp, does all layers.
#include <algorithm>

#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

std::uint32_t block_threads(std::uint32_t /*wires*/, PlannedKeys /*keys*/,
                            std::uint32_t /*shared_bytes*/) {
  return kChunkThreads;
}
std::uint32_t warp_threads(std::uint32_t /*wires*/, PlannedKeys /*keys*/,
                           std::uint32_t /*shared_bytes*/) {
  return kWarpLanes;
}

Launch whole(const SchemeRequest& request, const LaunchKind& kind) {
  return {.kind = &kind,
          .first_layer = 0,
          .layer_count = request.network.depth(),
          .blocks = 1,
          .threads = std::max(request.network.wires(), kWarpLanes),
          .local = true};
}

void add_warp(const SchemeRequest& request, LaunchPlan& plan) {
  plan.launches.push_back(whole(request, kWarpLaunch));
}

// A thread a wire; that of the lower one does the work.
ThreadPlace thread_of_lower(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                            std::uint32_t layer, std::uint32_t index) {
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return thread_place(plan.launches[launch], pair.lower, pair.lower);
}

// A lane a wire; both of a comparator work.
ThreadPlace lanes_of_wires(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                           std::uint32_t layer, std::uint32_t index) {
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  return thread_place(plan.launches[launch], pair.lower, pair.upper);
}

}  // namespace

void add_block(const SchemeRequest& request, LaunchPlan& plan) {
  Launch launch = whole(request, kBlockLaunch);
  launch.shared_bytes = kChunkThreads * request.word_bytes;
  launch.block_syncs = request.network.depth() + 1;
  plan.launches.push_back(launch);
}

std::vector<WireRange> all_wires(const LaunchPlan& plan, const Launch& /*launch*/,
                                 std::uint32_t /*block*/) {
  return {{0, plan.wires}};
}

constinit const LaunchKind kBlockLaunch = {
    .title = "one block", .thread_of = thread_of_lower, .wires_of_block = all_wires};
constinit const LaunchKind kWarpLaunch = {
    .title = "one warp", .thread_of = lanes_of_wires, .wires_of_block = all_wires};

constinit const LaunchScheme kBlockScheme = {.threads = block_threads, .add_launches = add_block};
constinit const LaunchScheme kWarpScheme = {.threads = warp_threads, .add_launches = add_warp};

}  // namespace sortscope
