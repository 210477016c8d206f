// sort_launches.h: the launches of sorts other than comparator networks, in one shape: what each
// runs, how its wires are shared out among blocks and threads, barriers. For pictures, texts and
// counts; the engine launches what plan_tree(), plan_streams(), plan_aks() and plan_intervals()
// say, and so does this.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/algorithms/algorithm.h"
#include "core/base/error.h"
#include "core/engines/plans/shared_memory.h"
#include "core/networks/network.h"

namespace sortscope {

/// Pieces of the same size that blocks share out: neighbouring wires, of an AKS network
/// neighbouring spots.
struct LaunchShare {
  std::string_view unit;  // "separator", "tile": what a piece is
  std::uint32_t first_wire = 0;
  std::uint32_t unit_wires = 1;
  std::uint32_t units = 1;
  std::uint32_t first_block = 0;
  /// Pieces of a block: more than one, where threads have a piece each or a block several.
  std::uint32_t units_a_block = 1;
  bool unit_a_thread = false;  // else the threads of a block share its pieces

  [[nodiscard]] std::uint32_t block_of(std::uint32_t unit_index) const {
    return first_block + unit_index / units_a_block;
  }
  [[nodiscard]] std::uint32_t end_wire() const { return first_wire + units * unit_wires; }
};

/// kPrepares: looks up where tiles begin, makes keys of matchings, puts outcomes in order.
enum class LaunchRole : std::uint8_t { kCompares, kMoves, kPrepares };

/// Layers [first, first + count).
struct LayerRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
  friend constexpr bool operator==(const LayerRange&, const LayerRange&) = default;
};

/// Which thread of a launch has a comparator.
enum class LaunchThreads : std::uint8_t {
  kUnknown,     // the threads of a block take what comes
  kComparator,  // thread i comparator i
  kInstance,    // thread i the instance i of the stage
  kTreeTile,    // thread t slot t of the tile's tree, in turns
  kCrown,       // thread t slot t of the subtree
};

struct SortLaunch {
  std::string name;            // "stage 2 of merges of 2^12"
  std::string_view does = {};  // which thread does what, a sentence without a full stop
  LaunchRole role = LaunchRole::kCompares;
  LaunchThreads who = LaunchThreads::kUnknown;
  std::uint32_t first_stage = 0;   // kCrown, and kInstance where a launch has several stages
  std::uint32_t stages = 0;        // kCrown: later ones of its layers are its twigs'
  bool overlapped = false;         // kTreeTile
  std::vector<LayerRange> layers;  // that it runs; none: it moves or prepares
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;       // of a block
  std::uint32_t shared_bytes = 0;  // of a block
  std::uint32_t block_syncs = 0;   // __syncthreads() that a block passes, the longest one
  std::vector<LaunchShare> shares;
};

struct SortLaunches {
  std::string_view kernel;  // "tree-steps" ...
  bool small = false;       // in tiles for a picture: the GPU's are larger
  std::vector<SortLaunch> launches;

  [[nodiscard]] std::uint32_t block_syncs() const;
  /// The launch that runs the layer; launches.size() where none does: a repair beyond the plan.
  [[nodiscard]] std::size_t launch_of(std::uint32_t layer) const;
};

/// What the plan depends on beside the network.
struct LaunchSizes {
  unsigned key_bits = 32;
  std::uint32_t shared_bytes = kMostSharedBytes;
  std::uint32_t multiprocessors = 132;  // of an H200
  bool small = false;  // tiles of few keys where there are few, to see several launches
};

/// The launches of a recorded run of `network` by `kernel`, one of another family than kNetwork.
/// Errors: kBadUsage (no such kernel, or it does not run the algorithm). O(layers).
Result<SortLaunches> plan_sort_launches(const Algorithm& algorithm, const Network& network,
                                        std::string_view kernel, const LaunchSizes& sizes = {});

/// Kernels for the algorithm that plan_sort_launches() plans; none for networks.
std::vector<std::string_view> launch_kernels(const Algorithm& algorithm);

/// Who runs comparator `index` of `layer` in the launch that runs it: the block, and its thread.
/// O(stages).
struct LaunchPlace {
  std::uint32_t block = 0;
  std::uint32_t thread = 0;
  bool known_thread = false;
};
LaunchPlace place_of(const SortLaunch& launch, const Network& network, std::uint32_t layer,
                     std::uint32_t index);

}  // namespace sortscope
