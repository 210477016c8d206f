// tiles.cpp: hybrid: tiles of 8 keys a thread, and up to three layers a launch across tiles.
#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kTileThreads = 256;
constexpr std::uint32_t kThreadKeys = 8;
constexpr std::uint32_t kTileKeys = kThreadKeys * kTileThreads;
constexpr std::uint32_t kMostStridedLayers = 3;

std::uint32_t tile_threads(std::uint32_t /*wires*/, PlannedKeys /*keys*/,
                           std::uint32_t /*shared_bytes*/) {
  return kTileThreads;
}

// A barrier on the way to far layers and one on the way back, in every level that has any.
std::uint32_t tile_syncs(const Network& network, std::uint32_t first, std::uint32_t count) {
  std::uint32_t syncs = 0;
  for (std::uint32_t layer = first; layer < first + count; ++layer) {
    if (network.form(layer).distance == kTileThreads) syncs += 2;
  }
  return syncs;
}

void add_tiles(const SchemeRequest& request, LaunchPlan& plan) {
  const Network& network = request.network;
  if (network.wires() < kTileKeys) return add_block(request, plan);
  const auto local = [&](std::uint32_t layer) { return network.form(layer).distance < kTileKeys; };
  const auto across = [&](std::uint32_t layer) { return !local(layer); };
  for (std::uint32_t layer = 0; layer < network.depth();) {
    if (local(layer)) {
      const std::uint32_t count = run_of(network, layer, local, network.depth());
      plan.launches.push_back({.kind = &kTileLaunch,
                               .first_layer = layer,
                               .layer_count = count,
                               .blocks = network.wires() / kTileKeys,
                               .threads = kTileThreads,
                               .shared_bytes = kTileKeys * request.word_bytes,
                               .block_syncs = tile_syncs(network, layer, count),
                               .local = true});
      layer += count;
    } else {
      const std::uint32_t count = run_of(network, layer, across, kMostStridedLayers);
      plan.launches.push_back({.kind = &kStridedLaunch,
                               .first_layer = layer,
                               .layer_count = count,
                               .blocks = (network.wires() >> count) / kTileThreads,
                               .threads = kTileThreads});
      layer += count;
    }
  }
}

// In a tile, lanes are the lowest five bits of the wire; warps the next three where the layer
// reaches far, else the highest three.
ThreadPlace thread_in_tile(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                           std::uint32_t layer, std::uint32_t index) {
  const LayerForm& form = network.form(layer);
  const WirePair pair = wires_of(form, network.wires(), index);
  const std::uint32_t threads = plan.launches[launch].threads;
  const auto in_tile = [&](std::uint32_t wire) {
    const std::uint32_t offset = wire % kTileKeys;
    const std::uint32_t within =
        form.distance >= threads
            ? offset % threads
            : offset / (kThreadKeys * kWarpLanes) * kWarpLanes + offset % kWarpLanes;
    return wire / kTileKeys * threads + within;
  };
  return thread_place(plan.launches[launch], in_tile(pair.lower), in_tile(pair.upper));
}

std::vector<WireRange> tile_of_block(const LaunchPlan& /*plan*/, const Launch& /*launch*/,
                                     std::uint32_t block) {
  return {{block * kTileKeys, (block + 1) * kTileKeys}};
}

// A thread holds the 2^layers keys that the launch mixes.
ThreadPlace thread_across(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                          std::uint32_t layer, std::uint32_t index) {
  const Launch& planned = plan.launches[launch];
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const std::uint32_t last = network.form(planned.first_layer + planned.layer_count - 1).distance;
  const std::uint32_t low = pair.lower & (last - 1);
  const std::uint32_t thread = (pair.lower / last >> planned.layer_count) * last + low;
  return thread_place(planned, thread, thread);
}

}  // namespace

constinit const LaunchKind kTileLaunch = {
    .title = "hybrid tiles", .thread_of = thread_in_tile, .wires_of_block = tile_of_block};
constinit const LaunchKind kStridedLaunch = {.title = "hybrid across", .thread_of = thread_across};

constinit const LaunchScheme kTilesScheme = {
    .threads = tile_threads, .add_launches = add_tiles, .own_block = true};

}  // namespace sortscope
