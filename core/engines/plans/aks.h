// aks.h: which launches run the AKS network on the GPU, and what each one covers. Plain C++.
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/aks/network.h"
#include "core/networks/closed_form/layer_form.h"

namespace sortscope {

/// Where the wires of one level's separators go: aks_move() with what depends on the level alone.
struct AksMoveTo {
  std::uint32_t a = 0;
  std::uint32_t up = 0;
  std::uint32_t parent_base = 0;
  std::uint32_t parent_a = 0;
  std::uint32_t child_base = 0;
  std::uint32_t child_a = 0;
  std::uint32_t received = 0;  // wires that a child has before those from here

  /// Spot at the next step of slot `slot` of separator `node`.
  [[nodiscard]] constexpr std::uint32_t spot(std::uint32_t node, std::uint32_t slot) const {
    const std::uint32_t edge = up / 2;
    if (slot < edge || slot >= a - edge) {
      const std::uint32_t k = slot < edge ? slot : slot + up - a;
      return parent_base + node / 2 * parent_a + (node % 2 == 0 ? 0 : parent_a - up) + k;
    }
    const std::uint32_t right = slot >= a / 2 ? 1 : 0;
    const std::uint32_t k = slot - (right != 0 ? a / 2 : edge);
    return child_base + (2 * node + right) * child_a + received + k;
  }
};
AksMoveTo aks_move_to(const AksStep& next, const AksLevel& level);

/// A stage as kernels take it. Sorters, and the merge-splits of the repair, have a stage a layer.
struct AksDeviceStage {
  AksStage stage;
  LayerForm form;                // kSorter
  std::uint64_t first_word = 0;  // of the outcome bits of its first layer
  std::uint32_t layer_words = 0;
  std::uint32_t first_key = 0;  // of kKeys: a key for every halver of every layer
};

/// Separators of one level, or halves of separators, of which a block runs `per_block` in shared
/// memory: stages [first_stage, first_stage + stage_count) of AksPlan::stages.
struct AksTileLevel {
  std::uint32_t first_block = 0;  // of the launch
  std::uint32_t units = 0;
  std::uint32_t unit_wires = 0;
  std::uint32_t per_block = 1;
  std::uint32_t halves = 0;  // 1: a unit is one side of a separator
  std::uint32_t a = 0;
  std::uint32_t base = 0;
  std::uint32_t first_stage = 0;
  std::uint32_t stage_count = 0;
  std::uint32_t moves = 0;  // 1: keys leave to their spots of the next step, in the other buffer
  AksMoveTo to;
};
struct AksTiles {
  AksTileLevel levels[kAksMostLevels];
  std::uint32_t level_count = 0;
  std::uint32_t blocks = 0;
  std::uint32_t threads = 0;
  std::uint32_t column_keys =
      0;  // keys of the area by which right halves pass from thread to thread
};

enum class AksLaunchKind : std::uint8_t {
  kTiles,    // whole separators, or halves of them, in shared memory
  kKeys,     // keys of all matchings of a stage that runs by sectors
  kSectors,  // one layer of hash-made matchings in global memory, a thread a sector
  kLayer,    // one layer in global memory, a thread a comparator
  kMove,     // the wires of one level
};

struct AksLaunch {
  AksLaunchKind kind = AksLaunchKind::kTiles;
  std::uint32_t stage = 0;     // kSectors, kLayer: of AksPlan::stages
  std::uint32_t matching = 0;  // its layer
  std::uint32_t first_halver = 0;
  std::uint32_t halvers = 0;  // kSectors: how many of the layer's
  std::uint32_t tiles = 0;    // kTiles: of AksPlan::tiles
  std::uint32_t base = 0;     // kMove: first spot
  std::uint32_t wires = 0;
  AksMoveTo to;
  std::uint64_t comparators = 0;
};

/// What bounds a block.
struct AksLimits {
  std::uint32_t key_bytes = 4;  // of a word and its place
  std::uint32_t most_threads = 1024;
  std::uint32_t shared_bytes = 0;
  std::uint32_t multiprocessors = 1;
};

struct AksPlan {
  std::vector<AksDeviceStage> stages;
  std::vector<AksTiles> tiles;
  std::vector<AksLaunch> launches;
  std::vector<std::uint32_t> first_launch;  // of each step, and one past
  std::uint32_t most_keys = 0;              // of a level's matchings, made by kKeys
  std::uint32_t repair[2] = {};             // tiles of an even and an odd round, in place
  std::uint32_t repair_words[2] = {};       // of their outcome bits
};

/// True where the partners of a kMatching stage must be filled on the host.
bool aks_is_stored(const AksNetwork& aks, const AksStage& stage);
/// A thread of kSectors takes whole sectors of 32 bytes there.
bool aks_has_sectors(const AksStage& stage);

/// O(layers). `first_word[layer]` as Network::first_words().
AksPlan plan_aks(const AksNetwork& aks, const std::vector<std::uint64_t>& first_words,
                 const AksLimits& limits);

/// Bytes of shared memory without which the last blocks cannot be sorted.
std::uint32_t aks_least_shared(const AksLimits& limits);
/// Bytes of shared memory of a launch.
std::uint32_t aks_shared_bytes(const AksTiles& tiles, std::uint32_t key_bytes);

/// Left wires, and right ones, that a thread holds in a perfect halver.
inline constexpr std::uint32_t kAksRun = 8;
/// Threads of a block of all launches but kTiles.
inline constexpr std::uint32_t kAksLayerThreads = 256;
/// Keys of matchings that a block makes at a time.
inline constexpr std::uint32_t kAksMatchingKeys = 256;

}  // namespace sortscope
