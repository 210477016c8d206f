// launches.cpp: plans of kernels V0, V1, V2 (seed 003 as corrected in spec/bitonic.md) and the
// others.
#include "core/launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/fast_plan.h"
#include "core/recording.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kLayerThreads = 256;   // of a block that runs one layer
constexpr std::uint32_t kChunkThreads = 1024;  // V1 and V2; the limit of one block
constexpr std::uint32_t kWarpLanes = 32;
constexpr std::uint32_t kTileThreads = 256;  // hybrid: each thread of a tile holds 8 keys
constexpr std::uint32_t kThreadKeys = 8;
constexpr std::uint32_t kMostStridedLayers = 3;

constexpr std::array<std::string_view, 8> kKernels = {"v0",    "v1",   "v2",     "double-buffered",
                                                      "block", "warp", "hybrid", "fast"};

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

bool is_chunked(std::string_view kernel) { return kernel == "v1" || kernel == "v2"; }
bool is_windowed(const LaunchPlan& plan) {
  return plan.kernel == "fast" && plan.wires >= kLeastFastKeys;
}
bool is_tiled(const LaunchPlan& plan) {
  return plan.kernel == "hybrid" && plan.wires >= kThreadKeys * plan.threads;
}

// The plan of the engine, whose keys have places; a lecture's plan counts words alone.
std::uint32_t fast_threads(const LaunchPlan& plan, std::uint32_t word_bytes,
                           std::uint32_t shared_bytes) {
  return 1U << (fast_tile_bits(floor_log2(plan.wires), word_bytes + 4, shared_bytes) - kRoundBits);
}

class Planner {
 public:
  Planner(const Network& network, LaunchPlan& plan, BlockShape shape, std::uint32_t word_bytes)
      : network_(network), plan_(plan), shape_(shape), word_bytes_(word_bytes) {}

  void each_layer() {
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) one_layer(layer);
  }

  // V1, V2: runs of layers within half a chunk share a launch, the others are V0's.
  void chunks() {
    const bool shared = plan_.kernel == "v2";
    const std::uint32_t half = network_.wires() / 2;
    const std::uint32_t threads =
        std::min(std::max(half, std::min(shape_.warp, plan_.threads)), plan_.threads);
    const auto local = [&](std::uint32_t layer) {
      return network_.form(layer).distance <= plan_.threads / 2;
    };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (!local(layer)) {
        one_layer(layer++);
        continue;
      }
      const std::uint32_t count = run_of(layer, local, network_.depth());
      plan_.launches.push_back({.first_layer = layer,
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
  void whole() {
    const bool warp = plan_.kernel == "warp";
    plan_.launches.push_back({.first_layer = 0,
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
      plan_.launches.push_back({.first_layer = layer,
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
    const std::uint32_t tile = kThreadKeys * plan_.threads;
    const auto local = [&](std::uint32_t layer) { return network_.form(layer).distance < tile; };
    const auto across = [&](std::uint32_t layer) { return !local(layer); };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (local(layer)) {
        const std::uint32_t count = run_of(layer, local, network_.depth());
        plan_.launches.push_back({.first_layer = layer,
                                  .layer_count = count,
                                  .blocks = network_.wires() / tile,
                                  .threads = plan_.threads,
                                  .shared_bytes = tile * word_bytes_,
                                  .block_syncs = tile_syncs(layer, count),
                                  .local = true});
        layer += count;
      } else {
        const std::uint32_t count = run_of(layer, across, kMostStridedLayers);
        plan_.launches.push_back({.first_layer = layer,
                                  .layer_count = count,
                                  .blocks = (network_.wires() >> count) / plan_.threads,
                                  .threads = plan_.threads,
                                  .shared_bytes = 0,
                                  .block_syncs = 0,
                                  .local = false});
        layer += count;
      }
    }
  }

 private:
  void one_layer(std::uint32_t layer) {
    const std::uint32_t work =
        plan_.kernel == "double-buffered" ? network_.wires() : network_.count(layer);
    const std::uint32_t threads = shape_.threads != 0 ? shape_.threads : kLayerThreads;
    plan_.launches.push_back({.first_layer = layer,
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
      if (network_.form(layer).distance == plan_.threads) syncs += 2;
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
  LaunchPlan& plan_;
  BlockShape shape_;
  std::uint32_t word_bytes_;
};

Result<LaunchPlan> refuse(std::string message, std::string hint) {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

}  // namespace

std::uint32_t LaunchPlan::block_syncs() const {
  std::uint32_t syncs = 0;
  for (const PlannedLaunch& launch : launches) syncs += launch.block_syncs;
  return syncs;
}

std::uint32_t LaunchPlan::memory_passes() const {
  std::uint32_t passes = 0;
  for (const PlannedLaunch& launch : launches) passes += kernel == "v1" ? launch.layer_count : 1;
  return passes;
}

std::uint32_t LaunchPlan::launch_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      launches.begin(), launches.end(), layer,
      [](std::uint32_t value, const PlannedLaunch& launch) { return value < launch.first_layer; });
  return static_cast<std::uint32_t>(after - launches.begin()) - 1;
}

std::span<const std::string_view> planned_kernels() { return kKernels; }

Result<LaunchPlan> plan_launches(const Network& network, bool xor_schedule, std::string_view kernel,
                                 BlockShape shape, std::uint32_t word_bytes) {
  const auto found = std::find(kKernels.begin(), kKernels.end(), kernel);
  if (found == kKernels.end()) {
    return refuse(fmt::format("there is no kernel '{}'.", kernel),
                  fmt::format("Choose one of: {}.", fmt::join(kKernels, ", ")));
  }
  if (kernel != "v0" && !xor_schedule) {
    return refuse(fmt::format("kernel {} runs only the schedule of the XOR form.", kernel),
                  "Kernel v0 runs every network.");
  }
  const std::uint32_t limit = kernel == "warp" ? kWarpLanes : kernel == "block" ? kChunkThreads : 0;
  if (limit != 0 && network.wires() > limit) {
    return refuse(fmt::format("kernel {} sorts at most {} keys, and here are {} wires.", kernel,
                              limit, network.wires()),
                  "Choose v2 or hybrid.");
  }
  if ((shape.threads != 0 && !std::has_single_bit(shape.threads)) ||
      shape.threads > kChunkThreads || !std::has_single_bit(shape.warp)) {
    return refuse(fmt::format("a block of {} threads in warps of {} cannot be planned.",
                              shape.threads, shape.warp),
                  "Choose powers of two; a block has at most 1024 threads.");
  }
  LaunchPlan plan;
  // A merger's layers are the hybrid's.
  const bool merges =
      network.wires() >= kLeastFastKeys && !runs_by_windows(network.wires(), network.depth());
  plan.kernel = kernel == "fast" && merges ? "hybrid" : *found;
  kernel = plan.kernel;
  plan.wires = network.wires();
  plan.xor_schedule = xor_schedule;
  plan.threads = shape.threads;
  if (kernel == "hybrid" || kernel == "fast" || shape.threads == 0) {
    plan.threads = is_chunked(kernel) || kernel == "block" ? kChunkThreads
                   : kernel == "warp"                      ? kWarpLanes
                   : kernel == "hybrid"                    ? kTileThreads
                   : is_windowed(plan) ? fast_threads(plan, word_bytes, shape.shared_bytes)
                                       : kLayerThreads;
  }
  Planner planner(network, plan, shape, word_bytes);
  if (network.depth() == 0) return plan;
  if (is_chunked(kernel)) {
    planner.chunks();
  } else if (is_windowed(plan)) {
    planner.windows();
  } else if (kernel == "block" || kernel == "warp" || kernel == "fast" ||
             (kernel == "hybrid" && !is_tiled(plan))) {
    planner.whole();
  } else if (kernel == "hybrid") {
    planner.tiles();
  } else {
    planner.each_layer();
  }
  return plan;
}

std::uint32_t recorded_shared_bytes(const Recording& recording) {
  if (recording.timing.kernel != "fast") return kMostSharedBytes;
  const std::uint32_t word_bytes = bits_of(recording.request.keys.type) / 8;
  for (auto bytes = kSharedLimits.rbegin(); bytes != kSharedLimits.rend(); ++bytes) {
    const auto plan =
        plan_launches(recording.network, true, "fast", {.shared_bytes = *bytes}, word_bytes);
    if (plan && plan->launch_count() == recording.timing.launches) return *bytes;
  }
  return kMostSharedBytes;
}

ThreadPlace thread_of(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                      std::uint32_t layer, std::uint32_t index) {
  const PlannedLaunch& planned = plan.launches[launch];
  const WirePair pair = wires_of(network.form(layer), network.wires(), index);
  const auto place = [&](std::uint32_t thread, std::uint32_t other) -> ThreadPlace {
    return {thread, thread / planned.threads, other};
  };
  if (plan.kernel == "v0" || is_chunked(plan.kernel)) {
    if (!plan.xor_schedule) return place(index, index);
    // Thread t has the comparator at its own wire, or else its partner's, n/2 further down.
    const std::uint32_t half = network.wires() / 2;
    const std::uint32_t thread =
        pair.lower < half ? pair.lower : (pair.lower - half) ^ network.form(layer).distance;
    return place(thread, thread);
  }
  if (is_windowed(plan)) {
    const std::uint32_t tile_bits = floor_log2(planned.threads) + kRoundBits;
    const FastWindow window = fast_windows(floor_log2(network.wires()), tile_bits)[launch];
    const std::uint32_t distance = network.form(layer).distance;
    const LocalWire lower = local_wire(window, pair.lower);
    const std::uint32_t local_bit = floor_log2(local_wire(window, distance).local);
    const std::uint32_t thread =
        lower.tile * planned.threads + fast_thread(tile_bits, local_bit, lower.local);
    return place(thread, thread);
  }
  if (is_tiled(plan)) {
    const std::uint32_t distance = network.form(layer).distance;
    const std::uint32_t threads = planned.threads;
    if (!planned.local) {
      // A thread holds the 2^layers keys that the launch mixes.
      const std::uint32_t last =
          network.form(planned.first_layer + planned.layer_count - 1).distance;
      const std::uint32_t low = pair.lower & (last - 1);
      const std::uint32_t thread = (pair.lower / last >> planned.layer_count) * last + low;
      return place(thread, thread);
    }
    // In a tile, lanes are the lowest five bits of the wire; warps the next three where the layer
    // reaches far, else the highest three.
    const std::uint32_t tile = kThreadKeys * threads;
    const auto in_tile = [&](std::uint32_t wire) {
      const std::uint32_t offset = wire % tile;
      const std::uint32_t within =
          distance >= threads
              ? offset % threads
              : offset / (kThreadKeys * kWarpLanes) * kWarpLanes + offset % kWarpLanes;
      return wire / tile * threads + within;
    };
    return place(in_tile(pair.lower), in_tile(pair.upper));
  }
  // A thread a wire. In a block the lower one does the work, in a warp and out of place both.
  const bool both = plan.kernel == "double-buffered" || plan.kernel == "warp";
  return place(pair.lower, both ? pair.upper : pair.lower);
}

std::vector<WireRange> chunks_of(const LaunchPlan& plan, std::uint32_t launch,
                                 std::uint32_t block) {
  const PlannedLaunch& planned = plan.launches[launch];
  if (!planned.local || block >= planned.blocks) return {};
  if (is_chunked(plan.kernel)) {
    const std::uint32_t half = plan.wires / 2;
    const std::uint32_t first = block * planned.threads;
    const std::uint32_t last = std::min(first + planned.threads, half);
    return {{first, last}, {half + first, half + last}};
  }
  if (!is_tiled(plan) && !is_windowed(plan)) return {{0, plan.wires}};
  const std::uint32_t tile = (is_windowed(plan) ? 32 : kThreadKeys) * planned.threads;
  return {{block * tile, (block + 1) * tile}};
}

std::uint32_t demonstration_threads(std::uint32_t wires) {
  if (wires > kChunkThreads) return 0;
  return std::max<std::uint32_t>(std::bit_floor(wires) / 8, 4);
}

}  // namespace sortscope
