// memory_lens.h: which words of shared memory and which sectors of global memory a warp touches in
// a layer, and what that costs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/engines/plans/fast.h"
#include "core/networks/network.h"

namespace sortscope {

inline constexpr std::uint32_t kLanes = 32;        // of a warp
inline constexpr std::uint32_t kBanks = 32;        // of shared memory, each a word of 4 bytes wide
inline constexpr std::uint32_t kSectorBytes = 32;  // what global memory hands out at least

/// Where key i stands in shared memory, in keys.
enum class Placement : std::uint8_t { kPlain, kPadded, kSwizzled };
constexpr std::uint32_t placed(Placement placement, std::uint32_t i) {
  switch (placement) {
    case Placement::kPadded:
      return i + (i >> 5);
    case Placement::kSwizzled:
      return i ^ ((i >> 5) & 31);
    case Placement::kPlain:
      break;
  }
  return i;
}
struct PlacementRow {
  Placement placement;
  std::string_view id;       // "padded"
  std::string_view formula;  // "i + (i >> 5)"
};
/// All three, in the order of the enumeration.
std::span<const PlacementRow> placements();
/// Errors: kBadUsage with the ids.
Result<const PlacementRow*> find_placement(std::string_view id);

/// A kernel that the lens knows.
struct MemoryKernel {
  std::string_view id;           // "v2"
  std::string_view title;        // "V2"
  std::string_view summary;      // a sentence
  Placement placement;           // its own
  std::string_view launches_of;  // the kernel of the table (kernels.h) that launches it
};
std::span<const MemoryKernel> memory_kernels();
/// Errors: kBadUsage with the ids.
Result<const MemoryKernel*> find_memory_kernel(std::string_view id);

/// One load or store of a warp: bit l of `lanes` is set where lane l takes part, with key `at[l]`
/// of the array (of shared memory: before it is placed).
struct WarpRequest {
  std::string name;  // "load upper wire"
  bool store = false;
  bool if_exchanged = false;  // only lanes whose comparator exchanges take part; `lanes` has all
  std::uint32_t lanes = 0;
  std::array<std::uint32_t, kLanes> at{};
};

/// What a request costs in shared memory. A wavefront serves one word of every bank; lanes that ask
/// for the same word share it. 64-bit keys are served half a warp at a time.
struct BankUse {
  std::uint32_t wavefronts = 0;
  std::uint32_t least = 0;  // of any pattern with these lanes: 1, of 64 bits 1 or 2
  std::array<std::uint8_t, kBanks>
      words{};  // distinct words asked of each bank in one turn, at most
  [[nodiscard]] std::uint32_t conflicts() const { return wavefronts - least; }
};
/// `key_bytes` 4 or 8. O(1).
BankUse count_banks(const WarpRequest& request, Placement placement, std::uint32_t key_bytes);
/// The word of shared memory (4 bytes) in which a lane's key begins, and its bank.
std::uint32_t word_of(const WarpRequest& request, std::uint32_t lane, Placement placement,
                      std::uint32_t key_bytes);

/// Sectors of global memory that a request touches, and how few could hold its keys.
struct SectorUse {
  std::uint32_t sectors = 0;
  std::uint32_t least = 0;
};
/// O(1).
SectorUse count_sectors(const WarpRequest& request, std::uint32_t key_bytes);

/// What the lens is pointed at.
struct LensShape {
  const MemoryKernel* kernel = nullptr;
  std::uint32_t key_bytes = 4;
  std::uint32_t threads = 0;  // of a block of "fast", 32 to 1024, a power of two; 0: its own choice
  std::uint32_t shared_bytes = kMostSharedBytes;  // that the GPU gives a block
};

/// A layer of a kernel: all that its accesses follow from.
struct LayerLens {
  LensShape shape;
  std::uint32_t wires = 0;
  std::uint32_t level = 0;     // k
  std::uint32_t distance = 0;  // j
  std::uint32_t blocks = 1;
  std::uint32_t threads = 1;  // of a block
  bool first_of_launch = false;
  bool last_of_launch = false;
  // V2: where its keys are in this layer, and whether it carries them into shared memory or back.
  bool local = true;  // else the layer is a launch of its own, in global memory
  bool shared = true;
  bool enters = false;
  bool leaves = false;
  // "fast": the tile, what the registers hold before and in the layer, and where the tile's bits
  // lie in the wire: the lowest `low_bits` are the wire's, the others its bits from `high_shift`
  // on.
  std::uint32_t tile_log2 = 0;
  RegisterBits group_before = RegisterBits::kColumns;
  RegisterBits group = RegisterBits::kColumns;
  std::uint32_t low_bits = 0;
  std::uint32_t high_shift = 0;
  std::string what;  // what the layer does, a sentence

  [[nodiscard]] std::uint32_t warps() const { return (threads + kLanes - 1) / kLanes; }
};
/// `layer` < network.depth(). Errors: kBadUsage where the kernel cannot run the network.
Result<LayerLens> lens_on(const Network& network, bool xor_schedule, std::uint32_t layer,
                          const LensShape& shape);

/// All that one warp of one block asks of memory in the layer, in order.
struct WarpAccess {
  std::vector<WarpRequest> shared;
  std::vector<WarpRequest> global;
};
/// `block` < lens.blocks, `warp` < lens.warps(). O(1).
WarpAccess access_of(const LayerLens& lens, std::uint32_t block, std::uint32_t warp);

/// The place in a tile of 2^tile_log2 keys of the key that thread t holds in register e.
std::uint32_t tile_index(std::uint32_t tile_log2, RegisterBits group, std::uint32_t thread,
                         std::uint32_t reg);

/// From what registers held to what they hold then, through shared memory.
struct TileExchange {
  RegisterBits from, to;
};
/// The exchanges of a layer of "fast": before it, and after a launch's last where lanes must be
/// neighbours again.
std::vector<TileExchange> exchanges_of(const LayerLens& lens);

/// Sums over all warps of all blocks, as if every comparator exchanged.
struct AccessTotals {
  std::uint64_t loads = 0;  // requests to shared memory
  std::uint64_t stores = 0;
  std::uint64_t load_wavefronts = 0;
  std::uint64_t store_wavefronts = 0;
  std::uint64_t load_conflicts = 0;
  std::uint64_t store_conflicts = 0;
  std::uint64_t global_requests = 0;
  std::uint64_t sectors = 0;
  std::uint64_t least_sectors = 0;
};
/// Counts the warps of one block: the others do the same further on. O(keys of a block).
AccessTotals totals_of(const LayerLens& lens, Placement placement);

/// Conflicts of one block in one layer, measured by ncu on an H200 (docs/memory.md says how).
struct CheckedAccess {
  std::string_view kernel;
  Placement placement;
  std::uint32_t key_bytes;
  std::uint32_t threads;  // of the block
  std::uint32_t pattern;  // the layer's distance; of "fast" 10 * from + to of an exchange
  double load_conflicts;
  double store_conflicts;
};
/// The table, as measured; empty until somebody has.
std::span<const CheckedAccess> checked_accesses();
/// Loads' and stores' conflicts of a block in a layer, from the table; nothing: not measured.
std::optional<std::pair<double, double>> checked_conflicts(const LayerLens& lens,
                                                           Placement placement);

/// What Benicio 2025 says about bank conflicts of the block kernel, and what the count says.
struct SeedClaim {
  std::string_view quote;
  std::string_view counted;
};
std::span<const SeedClaim> seed_claims();
/// The claim that speaks of the layer: the block kernel's.
const SeedClaim& claim_about(std::uint32_t distance);

}  // namespace sortscope
