// sort.cpp: the table of CUDA kernels, and how each divides a network into launches.
#include "kernels/plans/sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/engines/plans/fast.h"
#include "kernels/plans/shared_shortage.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kLayerThreads = 256;   // of a block that runs one layer
constexpr std::uint32_t kChunkThreads = 1024;  // B of V1 and V2
constexpr std::uint32_t kTileKeys = 2048;
constexpr std::uint32_t kTileThreads = 256;
constexpr std::uint32_t kMostStridedLayers = 3;

constexpr Kernel kKernels[] = {
    {"v0", "V0: one launch per layer",
     "Every layer is a launch; n/2 threads, each with the comparator at its own wire or, n/2 "
     "further "
     "down, its partner's. Other networks: a thread a comparator.",
     false, 0},
    {"v1", "V1: block-synchronous",
     "Layers up to distance 512 stay inside a block's two chunks of 1024 keys and share a launch, "
     "with "
     "a barrier after each.",
     true, 0},
    {"v2", "V2: shared memory",
     "As V1, with the two chunks in shared memory; below distance 32 keys pass between lanes by "
     "shuffles.",
     true, 0},
    {"double-buffered", "Double-buffered",
     "Every layer is a launch that reads one buffer and writes the other, a thread a wire.", true,
     0},
    {"block", "Block", "One block, a thread a key, all layers in shared memory.", true, 1024},
    {"warp", "Warp", "One warp, a lane a key, all layers by shuffles.", true, 32},
    {"hybrid", "Hybrid",
     "Tiles of 2048 keys are sorted in registers and shared memory, then merged pairwise: layers "
     "that "
     "reach across tiles run up to three a pass.",
     true, 0},
    {"fast", "Fast: windows",
     "Tiles of 32 keys a thread; then every launch runs as many layers as touch 12 to 14 bits of "
     "the wire, also across the end of a level: five at a time in registers.",
     true, 0},
    {"tree", "Bitonic tree",
     "Merges of up to 2048 keys in shared memory. Larger ones stage by stage, a thread an "
     "instance; "
     "overlapped, the first stages by a block a merge and the rest in shared memory.",
     false, 0, Family::kTree},
    {"tree-steps", "Bitonic tree, step by step",
     "Every parallel step is a launch, a thread a comparison: the passes that the article counts.",
     false, 0, Family::kTree},
    {"streams", "Streams",
     "The stream program pass by pass: every phase of a stage is a launch, a thread a kernel "
     "instance; 8 keys are sorted and runs of 16 merged in registers.",
     false, 0, Family::kStreams},
    {"streams-overlapped", "Streams, overlapped",
     "As Streams, with one launch for all stages that run in a step: a stage starts every other "
     "step.",
     false, 0, Family::kStreams},
    {"intervals", "Intervals",
     "Tiles in shared memory or registers; then every pass looks up where its tiles begin in the "
     "runs. Without a recording four runs a pass, merged by warps in registers.",
     false, 0, Family::kIntervals},
    {"separators", "Separators",
     "Separators that fit into shared memory run whole, all layers and matchings in one launch a "
     "step; of larger ones every matching is a launch, a thread a sector of 32 bytes.",
     false, 0, Family::kAks},
    {"list", "Comparator list", "A launch a layer, a thread a comparator of the stored list.",
     false, 0, Family::kListed},
};

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// Barriers of V2: each level that passes through shared memory has one before each of its layers
// there and one on the way back to registers.
std::uint32_t shared_barriers(const Network& network, std::uint32_t first, std::uint32_t count) {
  std::uint32_t barriers = 0;
  for (std::uint32_t layer = first; layer < first + count; ++layer) {
    const std::uint32_t j = network.form(layer).distance;
    const bool shared = j >= kWarpThreads && j != network.wires() / 2;
    if (shared) barriers += j == kWarpThreads ? 2 : 1;
  }
  return barriers;
}

// Barriers of the hybrid's tiles: one each way for a level that reaches 256 wires or more.
std::uint32_t tile_barriers(const Network& network, std::uint32_t first, std::uint32_t count) {
  std::uint32_t barriers = 0;
  for (std::uint32_t layer = first; layer < first + count; ++layer) {
    if (network.form(layer).distance == 256) barriers += 2;
  }
  return barriers;
}

class Planner {
 public:
  explicit Planner(const Network& network) : network_(network) {}

  // One launch a layer.
  void each_layer(LaunchKind kind) {
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) one_layer(kind, layer);
  }

  // Runs of layers that reach no further than half a chunk share a launch; the others are V0's.
  void chunks(LaunchKind kind) {
    const std::uint32_t half = network_.wires() / 2;
    const std::uint32_t threads = std::clamp(half, kWarpThreads, kChunkThreads);
    const auto local = [&](std::uint32_t layer) {
      return network_.form(layer).distance <= kChunkThreads / 2;
    };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (!local(layer)) {
        one_layer(LaunchKind::kOffset, layer++);
        continue;
      }
      const std::uint32_t count = run_of(layer, local);
      const std::uint32_t barriers =
          kind == LaunchKind::kShared ? shared_barriers(network_, layer, count) : count;
      plan_.push_back({kind, layer, count, ceil_div(half, threads), threads, barriers});
      layer += count;
    }
  }

  // All layers in one launch of one block.
  void whole(LaunchKind kind) {
    const std::uint32_t threads = std::max(network_.wires(), kWarpThreads);
    const std::uint32_t barriers = kind == LaunchKind::kWarp ? 0 : network_.depth() + 1;
    plan_.push_back({kind, 0, network_.depth(), 1, threads, barriers});
  }

  void tiles() {
    const std::uint32_t n = network_.wires();
    const auto local = [&](std::uint32_t layer) {
      return network_.form(layer).distance < kTileKeys;
    };
    const auto across = [&](std::uint32_t layer) { return !local(layer); };
    for (std::uint32_t layer = 0; layer < network_.depth();) {
      if (local(layer)) {
        const std::uint32_t count = run_of(layer, local);
        plan_.push_back({LaunchKind::kTile, layer, count, n / kTileKeys, kTileThreads,
                         tile_barriers(network_, layer, count)});
        layer += count;
      } else {
        const std::uint32_t count = std::min(run_of(layer, across), kMostStridedLayers);
        plan_.push_back(
            {LaunchKind::kStrided, layer, count, (n >> count) / kTileThreads, kTileThreads, 0});
        layer += count;
      }
    }
  }

  // Tiles, then windows of layers.
  void windows(std::uint32_t wires_log2, std::uint32_t tile_bits) {
    std::uint32_t layer = 0;
    for (const FastWindow& window : fast_windows(wires_log2, tile_bits)) {
      const std::uint32_t count = layers_of(window);
      plan_.push_back({window.sorts_tiles ? LaunchKind::kFastTiles : LaunchKind::kFastWindow, layer,
                       count, network_.wires() >> tile_bits, 1u << (tile_bits - kRoundBits),
                       barriers_of(window)});
      layer += count;
    }
  }

  std::vector<Launch> take() { return std::move(plan_); }

 private:
  void one_layer(LaunchKind kind, std::uint32_t layer) {
    const std::uint32_t work =
        kind == LaunchKind::kOutOfPlace ? network_.wires() : network_.count(layer);
    plan_.push_back({kind, layer, 1, ceil_div(work, kLayerThreads), kLayerThreads, 0});
  }

  template <typename Predicate>
  std::uint32_t run_of(std::uint32_t layer, Predicate holds) const {
    std::uint32_t count = 0;
    while (layer + count < network_.depth() && holds(layer + count)) ++count;
    return count;
  }

  const Network& network_;
  std::vector<Launch> plan_;
};

Result<const Kernel*> find_kernel(std::string_view id) {
  std::string ids;
  for (const Kernel& kernel : kKernels) {
    if (kernel.id == id) return &kernel;
    ids += fmt::format("{}{}", ids.empty() ? "" : ", ", kernel.id);
  }
  return Error{ErrorCode::kBadUsage, fmt::format("the CUDA engine has no kernel \"{}\".", id),
               fmt::format("Its kernels are {}.", ids)};
}

}  // namespace

std::span<const Kernel> cuda_kernels() { return kKernels; }

std::string_view default_cuda_kernel(const Algorithm& algorithm, const Network& network) {
  if (algorithm.family == Family::kTree) return "tree";
  if (algorithm.family == Family::kStreams) return "streams-overlapped";
  if (algorithm.family == Family::kIntervals) return "intervals";
  if (algorithm.family == Family::kAks) return "separators";
  if (algorithm.family == Family::kListed) return "list";
  if (!algorithm.xor_schedule) return "v0";
  if (network.wires() <= kWarpThreads) return "warp";
  if (network.wires() < kLeastFastKeys) return "v2";
  return runs_by_windows(network.wires(), network.depth()) ? "fast" : "hybrid";
}

Result<std::vector<Launch>> plan_sort(const Algorithm& algorithm, const Network& network,
                                      std::string_view kernel, std::uint32_t key_bytes,
                                      std::uint32_t shared_bytes) {
  if (kernel.empty()) kernel = default_cuda_kernel(algorithm, network);
  const auto found = find_kernel(kernel);
  if (!found.ok()) return found.error();
  if (found.value()->family != algorithm.family || algorithm.family != Family::kNetwork) {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" has no plan of layers for \"{}\".", kernel, algorithm.id),
        fmt::format("Leave the kernel out: {} is taken then.",
                    default_cuda_kernel(algorithm, network))};
  }
  if (found.value()->xor_schedule_only && !algorithm.xor_schedule) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("kernel \"{}\" runs only the XOR form's schedule, not \"{}\".", kernel,
                             algorithm.id),
                 "Take kernel v0, which runs every network."};
  }
  const std::uint32_t limit = found.value()->max_wires;
  if (limit != 0 && network.wires() > limit) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("kernel \"{}\" sorts at most {} keys, and here are {} wires.", kernel,
                             limit, network.wires()),
                 "Take kernel v2 or hybrid."};
  }
  Planner planner(network);
  if (network.depth() == 0) return planner.take();
  if (kernel == "v0") {
    planner.each_layer(algorithm.xor_schedule ? LaunchKind::kOffset : LaunchKind::kAnyLayer);
  } else if (kernel == "v1") {
    planner.chunks(LaunchKind::kChunks);
  } else if (kernel == "v2") {
    planner.chunks(LaunchKind::kShared);
  } else if (kernel == "double-buffered") {
    planner.each_layer(LaunchKind::kOutOfPlace);
  } else if (kernel == "block") {
    planner.whole(LaunchKind::kBlock);
  } else if (kernel == "warp") {
    planner.whole(LaunchKind::kWarp);
  } else if (kernel == "fast" && runs_by_windows(network.wires(), network.depth())) {
    const std::uint32_t wires_log2 = floor_log2(network.wires());
    const std::uint32_t tile_bits = fast_tile_bits(wires_log2, key_bytes, shared_bytes);
    const std::uint32_t needed = fast_shared_bytes(tile_bits, key_bytes);
    if (needed > shared_bytes) {
      return device::too_little_shared(fmt::format("kernel \"{}\"", kernel), needed, shared_bytes,
                                       "Take kernel v1, which needs none.");
    }
    planner.windows(wires_log2, tile_bits);
  } else if (network.wires() < kTileKeys) {  // the hybrid of a single block
    planner.whole(LaunchKind::kBlock);
  } else {
    planner.tiles();
  }
  return planner.take();
}

}  // namespace sortscope
