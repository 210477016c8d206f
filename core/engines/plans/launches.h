// launches.h: how the CUDA kernels divide a network into launches, blocks and threads, as data:
// what the engine launches, and what is shown and counted.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/engines/plans/shared_memory.h"
#include "core/networks/network.h"

namespace sortscope {

/// Sizes that a plan is made for. The defaults are those of the kernels; a lecture shows smaller
/// ones.
struct BlockShape {
  std::uint32_t threads = 0;  // of a block, a power of two; 0: what the kernel takes on the GPU
  std::uint32_t warp = 32;    // lanes that pass keys without a barrier, a power of two
  std::uint32_t shared_bytes = kMostSharedBytes;  // that the GPU gives a block: kernel fast
};

/// What a key takes in a block's shared memory: a word of 4 or 8 bytes, and a place of 4.
struct PlannedKeys {
  std::uint32_t word_bytes = 4;
  bool places = true;
  [[nodiscard]] constexpr std::uint32_t bytes() const { return word_bytes + (places ? 4 : 0); }
};

struct LaunchKind;  // schemes.h

/// One kernel launch.
struct Launch {
  const LaunchKind* kind = nullptr;  // never null in a plan
  std::uint32_t first_layer = 0;
  std::uint32_t layer_count = 1;
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;       // of a block
  std::uint32_t shared_bytes = 0;  // of a block, for words alone
  std::uint32_t block_syncs = 0;   // __syncthreads() that each block passes
  bool local = false;              // every comparator stays within the keys that its block owns
};

/// All launches of a sort, in order; between two of them every block waits for all others.
struct LaunchPlan {
  std::string_view kernel;  // "v0" ...
  std::uint32_t wires = 0;
  std::uint32_t threads = 0;  // of a block where it is full
  std::vector<Launch> launches;

  [[nodiscard]] std::uint32_t launch_count() const {
    return static_cast<std::uint32_t>(launches.size());
  }
  /// Waits of all blocks for each other, between launches.
  [[nodiscard]] std::uint32_t device_syncs() const {
    return launches.empty() ? 0 : launch_count() - 1;
  }
  /// Barriers that a block passes in all launches.
  [[nodiscard]] std::uint32_t block_syncs() const;
  /// How often all keys are read from global memory and written back.
  [[nodiscard]] std::uint32_t memory_passes() const;
  /// Index of the launch that runs `layer`.
  [[nodiscard]] std::uint32_t launch_of(std::uint32_t layer) const;
};

/// The plan of `kernel` (one of planned_kernels()) for `network`. V1 and V2 keep layers of distance
/// <= threads / 2 inside a launch (Michalainas and Charisi 2025). Errors: kBadUsage for an unknown
/// kernel, one that cannot run the network, a bad shape. O(depth).
Result<LaunchPlan> plan_launches(const Network& network, bool xor_schedule, std::string_view kernel,
                                 BlockShape shape = {}, PlannedKeys keys = {});

/// The plan that the engine runs: of plan_launches(), with the kernels' own blocks, where `kernel`
/// (empty: the default) is one for `algorithm`. `shared_bytes`: that the GPU gives a block. Errors:
/// kBadUsage for an unknown kernel, or one that cannot run this network; kUnavailable where its
/// smallest tile takes more shared memory. O(depth).
Result<LaunchPlan> plan_sort(const Algorithm& algorithm, const Network& network,
                             std::string_view kernel, PlannedKeys keys = {},
                             std::uint32_t shared_bytes = kMostSharedBytes);

/// The thread that does a comparator, counted through all blocks, and its block. Where two threads
/// share a comparator (a thread a wire: double-buffered, warp), `other` is the one of the upper
/// wire.
struct ThreadPlace {
  std::uint32_t thread = 0;
  std::uint32_t block = 0;
  std::uint32_t other = 0;  // == thread where only one works
};
/// O(1).
ThreadPlace thread_of(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                      std::uint32_t layer, std::uint32_t index);

/// Wires [first, last).
struct WireRange {
  Wire first = 0;
  Wire last = 0;
  friend constexpr bool operator==(const WireRange&, const WireRange&) = default;
};
/// The wires that `block` owns in a local launch: two chunks n/2 apart in V1 and V2, else one
/// range. Empty where blocks do not own wires.
std::vector<WireRange> chunks_of(const LaunchPlan& plan, std::uint32_t launch, std::uint32_t block);

/// Threads a block for a picture of `wires` wires: small enough to see several blocks and launches.
/// 0 (the GPU's own) above 1024 wires.
std::uint32_t demonstration_threads(std::uint32_t wires);

}  // namespace sortscope
