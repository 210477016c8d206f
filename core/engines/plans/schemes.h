// schemes.h: ways to divide a comparator network into launches, and the kinds of launches that come
// of them: a file each, and nothing else knows what a kind does.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/engines/plans/launches.h"

namespace sortscope {

inline constexpr std::uint32_t kLayerThreads = 256;   // of a block that runs one layer
inline constexpr std::uint32_t kChunkThreads = 1024;  // V1 and V2; the limit of one block
inline constexpr std::uint32_t kWarpLanes = 32;

/// A kind of launch. `network` of these functions is the plan's.
struct LaunchKind {
  std::string_view title;     // of its passes in a trace: "V1 chunks"
  bool trip_a_layer = false;  // keys go to global memory and back in every layer, not once
  bool out_of_place = false;  // from one buffer to the other
  ThreadPlace (*thread_of)(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                           std::uint32_t layer, std::uint32_t index) = nullptr;
  /// The wires that a block owns, of kinds whose launches are local.
  std::vector<WireRange> (*wires_of_block)(const LaunchPlan& plan, const Launch& launch,
                                           std::uint32_t block) = nullptr;
};

extern const LaunchKind kAnyLayerLaunch;    // one layer, a thread a comparator: every network
extern const LaunchKind kOffsetLaunch;      // one layer, V0: thread t, or its partner n/2 further
extern const LaunchKind kOutOfPlaceLaunch;  // one layer, a thread a wire
extern const LaunchKind kChunksLaunch;  // V1: layers within a block's two chunks, in global memory
extern const LaunchKind kSharedChunksLaunch;  // V2: the same in shared memory
extern const LaunchKind kBlockLaunch;         // all layers in one block
extern const LaunchKind kWarpLaunch;          // all layers in one warp
extern const LaunchKind kTileLaunch;       // hybrid: layers within tiles of 2048 neighbouring wires
extern const LaunchKind kStridedLaunch;    // hybrid: up to three layers across tiles, in registers
extern const LaunchKind kFastTilesLaunch;  // fast: all levels within tiles of 32 keys a thread
extern const LaunchKind kFastWindowLaunch;  // fast: layers that touch a tile's bits (fast.h)

/// What a scheme plans for: a network of one layer or more.
struct SchemeRequest {
  const Network& network;
  bool xor_schedule = false;
  BlockShape shape = {};
  std::uint32_t word_bytes = 4;
};

/// A way to divide a network.
struct LaunchScheme {
  /// Threads of a full block where no other number is asked for.
  std::uint32_t (*threads)(std::uint32_t wires, PlannedKeys keys, std::uint32_t shared_bytes);
  /// Appends the launches; `plan` has its kernel, wires and threads.
  void (*add_launches)(const SchemeRequest& request, LaunchPlan& plan);
  bool own_block = false;  // takes no other number of threads
  /// The kernel that plans networks which this scheme cannot divide; "": it can. Null: it can all.
  std::string_view (*instead)(const Network& network) = nullptr;
  /// Shared memory that a block takes at least; null: what every GPU gives.
  std::uint32_t (*shared_bytes)(const LaunchPlan& plan, PlannedKeys keys) = nullptr;
};

extern const LaunchScheme kLayersScheme;        // a launch a layer: V0's map for the XOR form
extern const LaunchScheme kOutOfPlaceScheme;    // a launch a layer, from one buffer to the other
extern const LaunchScheme kChunksScheme;        // V1: layers within two chunks share a launch
extern const LaunchScheme kSharedChunksScheme;  // V2: the same in shared memory
extern const LaunchScheme kBlockScheme;         // one block does all
extern const LaunchScheme kWarpScheme;          // one warp does all
extern const LaunchScheme kTilesScheme;    // tiles, and up to three layers across tiles a launch
extern const LaunchScheme kWindowsScheme;  // windows of layers (fast.h)

// What schemes share.

constexpr std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// Consecutive layers from `layer` on of which `holds` is true, at most `most`.
template <typename Predicate>
std::uint32_t run_of(const Network& network, std::uint32_t layer, Predicate holds,
                     std::uint32_t most) {
  std::uint32_t count = 0;
  while (count < most && layer + count < network.depth() && holds(layer + count)) ++count;
  return count;
}

/// A launch of one layer: V0's, for the XOR form.
void add_layer(const SchemeRequest& request, std::uint32_t layer, LaunchPlan& plan);

/// One launch of one block that does all.
void add_block(const SchemeRequest& request, LaunchPlan& plan);

/// Thread `thread` of all blocks does a comparator, thread `other` its upper wire.
ThreadPlace thread_place(const Launch& launch, std::uint32_t thread, std::uint32_t other);

/// Thread t has the comparator at its own wire, or else its partner's, n/2 further down.
ThreadPlace offset_thread(const LaunchPlan& plan, const Network& network, std::uint32_t launch,
                          std::uint32_t layer, std::uint32_t index);

/// One block owns all wires.
std::vector<WireRange> all_wires(const LaunchPlan& plan, const Launch& launch, std::uint32_t block);

}  // namespace sortscope
