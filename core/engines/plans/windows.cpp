// windows.cpp: fast: tiles of 32 keys a thread, then windows of layers (fast.h).
#include "core/engines/plans/fast.h"
#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

// Fewer keys are one block's.
bool is_windowed(std::uint32_t wires) { return wires >= kLeastFastKeys; }

// log2 of the keys of a block of so many threads.
std::uint32_t tile_bits_of(std::uint32_t threads) { return floor_log2(threads) + kRoundBits; }

std::uint32_t window_threads(std::uint32_t wires, PlannedKeys keys, std::uint32_t shared_bytes) {
  if (!is_windowed(wires)) return kLayerThreads;
  return 1U << (fast_tile_bits(floor_log2(wires), keys.bytes(), shared_bytes) - kRoundBits);
}

// A merger's layers are the hybrid's.
std::string_view hybrid_for_mergers(const Network& network) {
  const bool runs =
      !is_windowed(network.wires()) || runs_by_windows(network.wires(), network.depth());
  return runs ? "" : "hybrid";
}

std::uint32_t least_shared(const LaunchPlan& plan, PlannedKeys keys) {
  return is_windowed(plan.wires) ? fast_shared_bytes(tile_bits_of(plan.threads), keys.bytes()) : 0;
}

void add_windows(const SchemeRequest& request, LaunchPlan& plan) {
  if (!is_windowed(plan.wires)) return add_block(request, plan);
  const std::uint32_t tile_bits = tile_bits_of(plan.threads);
  const std::uint32_t tile = 1u << tile_bits;
  std::uint32_t layer = 0;
  for (const FastWindow& window : fast_windows(floor_log2(plan.wires), tile_bits)) {
    plan.launches.push_back({.kind = window.sorts_tiles ? &kFastTilesLaunch : &kFastWindowLaunch,
                             .first_layer = layer,
                             .layer_count = layers_of(window),
                             .blocks = plan.wires / tile,
                             .threads = plan.threads,
                             .shared_bytes = (tile + tile / kWarpLanes) * request.word_bytes,
                             .block_syncs = barriers_of(window),
                             .local = window.sorts_tiles});
    layer += plan.launches.back().layer_count;
  }
}

ThreadPlace thread_in_window(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                             std::uint32_t layer, std::uint32_t index) {
  const Launch& planned = plan.launches[launch];
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const std::uint32_t tile_bits = tile_bits_of(planned.threads);
  const FastWindow window = fast_windows(floor_log2(network.wires()), tile_bits)[launch];
  const LocalWire lower = local_wire(window, pair.lower);
  const std::uint32_t local_bit =
      floor_log2(local_wire(window, network.form(layer).distance).local);
  const std::uint32_t thread =
      lower.tile * planned.threads + fast_thread(tile_bits, local_bit, lower.local);
  return thread_place(planned, thread, thread);
}

std::vector<WireRange> tile_of_block(const LaunchPlan& /*plan*/, const Launch& launch,
                                     std::uint32_t block) {
  const std::uint32_t tile = launch.threads << kRoundBits;
  return {{block * tile, (block + 1) * tile}};
}

}  // namespace

constinit const LaunchKind kFastTilesLaunch = {
    .title = "fast tiles", .thread_of = thread_in_window, .wires_of_block = tile_of_block};
constinit const LaunchKind kFastWindowLaunch = {
    .title = "fast window", .thread_of = thread_in_window, .wires_of_block = tile_of_block};

constinit const LaunchScheme kWindowsScheme = {.threads = window_threads,
                                               .add_launches = add_windows,
                                               .own_block = true,
                                               .instead = hybrid_for_mergers,
                                               .shared_bytes = least_shared};

}  // namespace sortscope
