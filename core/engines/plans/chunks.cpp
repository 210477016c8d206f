// chunks.cpp: V1 and V2: a block owns two chunks of wires, n/2 apart (Michalainas and Charisi
// 2025).
#include <algorithm>

#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

std::uint32_t chunk_threads(std::uint32_t /*wires*/, PlannedKeys /*keys*/,
                            std::uint32_t /*shared_bytes*/) {
  return kChunkThreads;
}

// V2: a barrier before each layer in shared memory, and one on the way back to registers; layers
// within a warp and the layer of distance n/2 (both keys are the thread's own) need none.
std::uint32_t shared_syncs(const SchemeRequest& request, std::uint32_t first, std::uint32_t count) {
  const Network& network = request.network;
  std::uint32_t syncs = 0;
  bool in_shared = false;
  for (std::uint32_t layer = first; layer < first + count; ++layer) {
    const std::uint32_t distance = network.form(layer).distance;
    const bool shared = distance >= request.shape.warp && distance != network.wires() / 2;
    if (shared || in_shared) ++syncs;
    in_shared = shared;
  }
  return syncs + (in_shared ? 1 : 0);
}

// Runs of layers within half a chunk share a launch, the others are V0's.
void add_chunks(const SchemeRequest& request, bool shared, LaunchPlan& plan) {
  const Network& network = request.network;
  const std::uint32_t half = network.wires() / 2;
  const std::uint32_t threads =
      std::min(std::max(half, std::min(request.shape.warp, plan.threads)), plan.threads);
  const auto local = [&](std::uint32_t layer) {
    return network.form(layer).distance <= plan.threads / 2;
  };
  for (std::uint32_t layer = 0; layer < network.depth();) {
    if (!local(layer)) {
      add_layer(request, layer++, plan);
      continue;
    }
    const std::uint32_t count = run_of(network, layer, local, network.depth());
    plan.launches.push_back({.kind = shared ? &kSharedChunksLaunch : &kChunksLaunch,
                             .first_layer = layer,
                             .layer_count = count,
                             .blocks = ceil_div(half, threads),
                             .threads = threads,
                             .shared_bytes = shared ? 2 * plan.threads * request.word_bytes : 0,
                             .block_syncs = shared ? shared_syncs(request, layer, count) : count,
                             .local = true});
    layer += count;
  }
}

void add_global_chunks(const SchemeRequest& request, LaunchPlan& plan) {
  add_chunks(request, false, plan);
}
void add_shared_chunks(const SchemeRequest& request, LaunchPlan& plan) {
  add_chunks(request, true, plan);
}

std::vector<WireRange> two_chunks(const LaunchPlan& plan, const Launch& launch,
                                  std::uint32_t block) {
  const std::uint32_t half = plan.wires / 2;
  const std::uint32_t first = block * launch.threads;
  const std::uint32_t last = std::min(first + launch.threads, half);
  return {{first, last}, {half + first, half + last}};
}

}  // namespace

constinit const LaunchKind kChunksLaunch = {.title = "V1 chunks",
                                            .trip_a_layer = true,
                                            .thread_of = offset_thread,
                                            .wires_of_block = two_chunks};
constinit const LaunchKind kSharedChunksLaunch = {
    .title = "V2 chunks", .thread_of = offset_thread, .wires_of_block = two_chunks};

constinit const LaunchScheme kChunksScheme = {.threads = chunk_threads,
                                              .add_launches = add_global_chunks};
constinit const LaunchScheme kSharedChunksScheme = {.threads = chunk_threads,
                                                    .add_launches = add_shared_chunks};

}  // namespace sortscope
