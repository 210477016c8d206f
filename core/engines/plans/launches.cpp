// launches.cpp: plans of kernels V0, V1, V2 (seed 003 as corrected in spec/bitonic.md) and the
// others.
#include "core/engines/plans/launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/engines/plans/fast.h"
#include "core/engines/plans/kernels.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kLayerThreads = 256;   // of a block that runs one layer
constexpr std::uint32_t kChunkThreads = 1024;  // V1 and V2; the limit of one block
constexpr std::uint32_t kWarpLanes = 32;
constexpr std::uint32_t kTileThreads = 256;  // hybrid: each thread of a tile holds 8 keys
constexpr std::uint32_t kThreadKeys = 8;
constexpr std::uint32_t kTileKeys = kThreadKeys * kTileThreads;
constexpr std::uint32_t kMostStridedLayers = 3;

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

bool is_chunks(LaunchKind kind) {
  return kind == LaunchKind::kChunks || kind == LaunchKind::kShared;
}
bool is_windows(LaunchKind kind) {
  return kind == LaunchKind::kFastTiles || kind == LaunchKind::kFastWindow;
}
// Windows of fewer keys are one block's.
bool is_windowed(LaunchScheme scheme, std::uint32_t wires) {
  return scheme == LaunchScheme::kWindows && wires >= kLeastFastKeys;
}

// Threads of a full block where no other number is asked for.
std::uint32_t own_threads(LaunchScheme scheme, std::uint32_t wires, PlannedKeys keys,
                          std::uint32_t shared_bytes) {
  if (is_windowed(scheme, wires)) {
    return 1U << (fast_tile_bits(floor_log2(wires), keys.bytes(), shared_bytes) - kRoundBits);
  }
  switch (scheme) {
    case LaunchScheme::kChunks:
    case LaunchScheme::kSharedChunks:
    case LaunchScheme::kBlock:
      return kChunkThreads;
    case LaunchScheme::kWarp:
      return kWarpLanes;
    case LaunchScheme::kTiles:
      return kTileThreads;
    default:
      return kLayerThreads;
  }
}

class Planner {
 public:
  Planner(const Network& network, bool xor_schedule, LaunchPlan& plan, BlockShape shape,
          std::uint32_t word_bytes)
      : network_(network),
        one_layer_(xor_schedule ? LaunchKind::kOffset : LaunchKind::kAnyLayer),
        plan_(plan),
        shape_(shape),
        word_bytes_(word_bytes) {}

  void run(LaunchScheme scheme) {
    switch (scheme) {
      case LaunchScheme::kOwn:
        break;
      case LaunchScheme::kLayers:
        each_layer(one_layer_);
        break;
      case LaunchScheme::kOutOfPlace:
        each_layer(LaunchKind::kOutOfPlace);
        break;
      case LaunchScheme::kChunks:
        chunks(LaunchKind::kChunks);
        break;
      case LaunchScheme::kSharedChunks:
        chunks(LaunchKind::kShared);
        break;
      case LaunchScheme::kBlock:
        whole(LaunchKind::kBlock);
        break;
      case LaunchScheme::kWarp:
        whole(LaunchKind::kWarp);
        break;
      case LaunchScheme::kTiles:
        network_.wires() < kTileKeys ? whole(LaunchKind::kBlock) : tiles();
        break;
      case LaunchScheme::kWindows:
        is_windowed(scheme, network_.wires()) ? windows() : whole(LaunchKind::kBlock);
        break;
    }
  }

 private:
  void each_layer(LaunchKind kind) {
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) one_layer(kind, layer);
  }

  // V1, V2: runs of layers within half a chunk share a launch, the others are V0's.
  void chunks(LaunchKind kind) {
    const bool shared = kind == LaunchKind::kShared;
    const std::uint32_t half = network_.wires() / 2;
    const std::uint32_t threads =
        std::min(std::max(half, std::min(shape_.warp, plan_.threads)), plan_.threads);
    const auto local = [&](std::uint32_t layer) {
      return network_.form(layer).distance <= plan_.threads / 2;
    };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (!local(layer)) {
        one_layer(one_layer_, layer++);
        continue;
      }
      const std::uint32_t count = run_of(layer, local, network_.depth());
      plan_.launches.push_back({.kind = kind,
                                .first_layer = layer,
                                .layer_count = count,
                                .blocks = ceil_div(half, threads),
                                .threads = threads,
                                .shared_bytes = shared ? 2 * plan_.threads * word_bytes_ : 0,
                                .block_syncs = shared ? shared_syncs(layer, count) : count,
                                .local = true});
      layer += count;
    }
  }

  // One block does all.
  void whole(LaunchKind kind) {
    const bool warp = kind == LaunchKind::kWarp;
    plan_.launches.push_back({.kind = kind,
                              .first_layer = 0,
                              .layer_count = network_.depth(),
                              .blocks = 1,
                              .threads = std::max(network_.wires(), kWarpLanes),
                              .shared_bytes = warp ? 0 : kChunkThreads * word_bytes_,
                              .block_syncs = warp ? 0 : network_.depth() + 1,
                              .local = true});
  }

  // Fast: tiles, then windows of layers.
  void windows() {
    const std::uint32_t tile_bits = floor_log2(plan_.threads) + kRoundBits;
    const std::uint32_t tile = 1u << tile_bits;
    std::uint32_t layer = 0;
    for (const FastWindow& window : fast_windows(floor_log2(network_.wires()), tile_bits)) {
      plan_.launches.push_back(
          {.kind = window.sorts_tiles ? LaunchKind::kFastTiles : LaunchKind::kFastWindow,
           .first_layer = layer,
           .layer_count = layers_of(window),
           .blocks = network_.wires() / tile,
           .threads = plan_.threads,
           .shared_bytes = (tile + tile / kWarpLanes) * word_bytes_,
           .block_syncs = barriers_of(window),
           .local = window.sorts_tiles});
      layer += plan_.launches.back().layer_count;
    }
  }

  // Hybrid: tiles of 8 keys a thread, and up to three layers a launch across tiles.
  void tiles() {
    const auto local = [&](std::uint32_t layer) {
      return network_.form(layer).distance < kTileKeys;
    };
    const auto across = [&](std::uint32_t layer) { return !local(layer); };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (local(layer)) {
        const std::uint32_t count = run_of(layer, local, network_.depth());
        plan_.launches.push_back({.kind = LaunchKind::kTile,
                                  .first_layer = layer,
                                  .layer_count = count,
                                  .blocks = network_.wires() / kTileKeys,
                                  .threads = kTileThreads,
                                  .shared_bytes = kTileKeys * word_bytes_,
                                  .block_syncs = tile_syncs(layer, count),
                                  .local = true});
        layer += count;
      } else {
        const std::uint32_t count = run_of(layer, across, kMostStridedLayers);
        plan_.launches.push_back({.kind = LaunchKind::kStrided,
                                  .first_layer = layer,
                                  .layer_count = count,
                                  .blocks = (network_.wires() >> count) / kTileThreads,
                                  .threads = kTileThreads});
        layer += count;
      }
    }
  }

  void one_layer(LaunchKind kind, std::uint32_t layer) {
    const std::uint32_t work =
        kind == LaunchKind::kOutOfPlace ? network_.wires() : network_.count(layer);
    const std::uint32_t threads = shape_.threads != 0 ? shape_.threads : kLayerThreads;
    plan_.launches.push_back({.kind = kind,
                              .first_layer = layer,
                              .layer_count = 1,
                              .blocks = ceil_div(work, threads),
                              .threads = threads});
  }

  // V2: a barrier before each layer in shared memory, and one on the way back to registers; layers
  // within a warp and the layer of distance n/2 (both keys are the thread's own) need none.
  [[nodiscard]] std::uint32_t shared_syncs(std::uint32_t first, std::uint32_t count) const {
    std::uint32_t syncs = 0;
    bool in_shared = false;
    for (std::uint32_t layer = first; layer < first + count; ++layer) {
      const std::uint32_t distance = network_.form(layer).distance;
      const bool shared = distance >= shape_.warp && distance != network_.wires() / 2;
      if (shared || in_shared) ++syncs;
      in_shared = shared;
    }
    return syncs + (in_shared ? 1 : 0);
  }

  // Hybrid: a barrier on the way to far layers and one on the way back, in every level that has
  // any.
  [[nodiscard]] std::uint32_t tile_syncs(std::uint32_t first, std::uint32_t count) const {
    std::uint32_t syncs = 0;
    for (std::uint32_t layer = first; layer < first + count; ++layer) {
      if (network_.form(layer).distance == kTileThreads) syncs += 2;
    }
    return syncs;
  }

  template <typename Predicate>
  [[nodiscard]] std::uint32_t run_of(std::uint32_t layer, Predicate holds,
                                     std::uint32_t most) const {
    std::uint32_t count = 0;
    while (count < most && layer + count < network_.depth() && holds(layer + count)) ++count;
    return count;
  }

  const Network& network_;
  LaunchKind one_layer_;  // of a launch that runs one layer
  LaunchPlan& plan_;
  BlockShape shape_;
  std::uint32_t word_bytes_;
};

Error refusal(std::string message, std::string hint) {
  return {ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

}  // namespace

std::uint32_t LaunchPlan::block_syncs() const {
  std::uint32_t syncs = 0;
  for (const Launch& launch : launches) syncs += launch.block_syncs;
  return syncs;
}

std::uint32_t LaunchPlan::memory_passes() const {
  std::uint32_t passes = 0;
  for (const Launch& launch : launches) {
    passes += launch.kind == LaunchKind::kChunks ? launch.layer_count : 1;
  }
  return passes;
}

std::uint32_t LaunchPlan::launch_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      launches.begin(), launches.end(), layer,
      [](std::uint32_t value, const Launch& launch) { return value < launch.first_layer; });
  return static_cast<std::uint32_t>(after - launches.begin()) - 1;
}

Result<LaunchPlan> plan_launches(const Network& network, bool xor_schedule, std::string_view kernel,
                                 BlockShape shape, PlannedKeys keys) {
  const auto found = find_cuda_kernel(kernel);
  if (!found) return found.error();
  const CudaKernel* row = *found;
  if (row->scheme == LaunchScheme::kOwn) {
    return refusal(fmt::format("kernel \"{}\" has no plan of layers.", kernel),
                   fmt::format("Choose one of: {}.", fmt::join(planned_kernels(), ", ")));
  }
  if (row->kernel.xor_schedule_only && !xor_schedule) {
    return refusal(fmt::format("kernel \"{}\" runs only the schedule of the XOR form.", kernel),
                   "Take kernel v0, which runs every network.");
  }
  const std::uint32_t limit = row->kernel.max_wires;
  if (limit != 0 && network.wires() > limit) {
    return refusal(fmt::format("kernel \"{}\" sorts at most {} keys, and here are {} wires.",
                               kernel, limit, network.wires()),
                   "Take kernel v2 or hybrid.");
  }
  if ((shape.threads != 0 && !std::has_single_bit(shape.threads)) ||
      shape.threads > kChunkThreads || !std::has_single_bit(shape.warp)) {
    return refusal(fmt::format("a block of {} threads in warps of {} cannot be planned.",
                               shape.threads, shape.warp),
                   "Choose powers of two; a block has at most 1024 threads.");
  }
  // A merger's layers are the hybrid's.
  if (is_windowed(row->scheme, network.wires()) &&
      !runs_by_windows(network.wires(), network.depth())) {
    row = *find_cuda_kernel("hybrid");
  }
  const LaunchScheme scheme = row->scheme;
  const bool own_block = scheme == LaunchScheme::kTiles || scheme == LaunchScheme::kWindows;
  LaunchPlan plan;
  plan.kernel = row->kernel.id;
  plan.wires = network.wires();
  plan.threads = own_block || shape.threads == 0
                     ? own_threads(scheme, network.wires(), keys, shape.shared_bytes)
                     : shape.threads;
  if (network.depth() > 0) {
    Planner(network, xor_schedule, plan, shape, keys.word_bytes).run(scheme);
  }
  return plan;
}

Result<LaunchPlan> plan_sort(const Algorithm& algorithm, const Network& network,
                             std::string_view kernel, PlannedKeys keys,
                             std::uint32_t shared_bytes) {
  if (kernel.empty()) kernel = default_cuda_kernel(algorithm, network);
  const auto found = find_cuda_kernel(kernel);
  if (!found) return found.error();
  if ((*found)->scheme == LaunchScheme::kOwn || algorithm.family != Family::kNetwork) {
    return refusal(
        fmt::format("kernel \"{}\" has no plan of layers for \"{}\".", kernel, algorithm.id),
        fmt::format("Leave the kernel out: {} is taken then.",
                    default_cuda_kernel(algorithm, network)));
  }
  if (!runs((*found)->kernel, algorithm)) {
    return refusal(fmt::format("kernel \"{}\" runs only the XOR form's schedule, not \"{}\".",
                               kernel, algorithm.id),
                   "Take kernel v0, which runs every network.");
  }
  auto plan =
      plan_launches(network, algorithm.xor_schedule, kernel, {.shared_bytes = shared_bytes}, keys);
  if (!plan || plan->launches.empty() || !is_windows(plan->launches[0].kind)) return plan;
  const std::uint32_t needed =
      fast_shared_bytes(floor_log2(plan->threads) + kRoundBits, keys.bytes());
  if (needed > shared_bytes) {
    return too_little_shared(fmt::format("kernel \"{}\"", kernel), needed, shared_bytes,
                             "Take kernel v1, which needs none.");
  }
  return plan;
}

ThreadPlace thread_of(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                      std::uint32_t layer, std::uint32_t index) {
  const Launch& planned = plan.launches[launch];
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const auto place = [&](std::uint32_t thread, std::uint32_t other) -> ThreadPlace {
    return {thread, thread / planned.threads, other};
  };
  if (planned.kind == LaunchKind::kAnyLayer) return place(index, index);
  if (planned.kind == LaunchKind::kOffset || is_chunks(planned.kind)) {
    // Thread t has the comparator at its own wire, or else its partner's, n/2 further down.
    const std::uint32_t half = network.wires() / 2;
    const std::uint32_t thread =
        pair.lower < half ? pair.lower : (pair.lower - half) ^ network.form(layer).distance;
    return place(thread, thread);
  }
  if (is_windows(planned.kind)) {
    const std::uint32_t tile_bits = floor_log2(planned.threads) + kRoundBits;
    const FastWindow window = fast_windows(floor_log2(network.wires()), tile_bits)[launch];
    const std::uint32_t distance = network.form(layer).distance;
    const LocalWire lower = local_wire(window, pair.lower);
    const std::uint32_t local_bit = floor_log2(local_wire(window, distance).local);
    const std::uint32_t thread =
        lower.tile * planned.threads + fast_thread(tile_bits, local_bit, lower.local);
    return place(thread, thread);
  }
  if (planned.kind == LaunchKind::kStrided) {
    // A thread holds the 2^layers keys that the launch mixes.
    const std::uint32_t last = network.form(planned.first_layer + planned.layer_count - 1).distance;
    const std::uint32_t low = pair.lower & (last - 1);
    const std::uint32_t thread = (pair.lower / last >> planned.layer_count) * last + low;
    return place(thread, thread);
  }
  if (planned.kind == LaunchKind::kTile) {
    const std::uint32_t distance = network.form(layer).distance;
    const std::uint32_t threads = planned.threads;
    // In a tile, lanes are the lowest five bits of the wire; warps the next three where the layer
    // reaches far, else the highest three.
    const auto in_tile = [&](std::uint32_t wire) {
      const std::uint32_t offset = wire % kTileKeys;
      const std::uint32_t within =
          distance >= threads
              ? offset % threads
              : offset / (kThreadKeys * kWarpLanes) * kWarpLanes + offset % kWarpLanes;
      return wire / kTileKeys * threads + within;
    };
    return place(in_tile(pair.lower), in_tile(pair.upper));
  }
  // A thread a wire. In a block the lower one does the work, in a warp and out of place both.
  const bool both = planned.kind == LaunchKind::kOutOfPlace || planned.kind == LaunchKind::kWarp;
  return place(pair.lower, both ? pair.upper : pair.lower);
}

std::vector<WireRange> chunks_of(const LaunchPlan& plan, std::uint32_t launch,
                                 std::uint32_t block) {
  const Launch& planned = plan.launches[launch];
  if (!planned.local || block >= planned.blocks) return {};
  if (is_chunks(planned.kind)) {
    const std::uint32_t half = plan.wires / 2;
    const std::uint32_t first = block * planned.threads;
    const std::uint32_t last = std::min(first + planned.threads, half);
    return {{first, last}, {half + first, half + last}};
  }
  const bool windows = is_windows(planned.kind);
  if (planned.kind != LaunchKind::kTile && !windows) return {{0, plan.wires}};
  const std::uint32_t tile = windows ? planned.threads << kRoundBits : kTileKeys;
  return {{block * tile, (block + 1) * tile}};
}

std::uint32_t demonstration_threads(std::uint32_t wires) {
  if (wires > kChunkThreads) return 0;
  return std::max<std::uint32_t>(std::bit_floor(wires) / 8, 4);
}

}  // namespace sortscope
