// memory_lens.cpp: counting banks and sectors; the tables of placements, kernels and claims.
#include "core/engines/plans/memory_lens.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/choice.h"

namespace sortscope {

namespace {

constexpr PlacementRow kPlacements[] = {
    {Placement::kPlain, "plain", "i"},
    {Placement::kPadded, "padded", "i + (i >> 5)"},
    {Placement::kSwizzled, "swizzled", "i ^ ((i >> 5) & 31)"},
};

constexpr MemoryKernel kKernels[] = {
    {"block", "Block", "Benicio: a thread a key, one block; the upper wire's thread works.",
     Placement::kPlain, "block"},
    {"v2", "V2",
     "Michalainas, Charisi: a thread a comparator; below distance 32 keys pass by shuffles.",
     Placement::kPlain, "v2"},
    {"v2-shared", "V2, no shuffles",
     "V2 with every layer in shared memory, each comparator's upper wire first.", Placement::kPlain,
     "v2"},
    {"fast", "Fast", "32 keys a thread in registers; shared memory only between rounds.",
     Placement::kPadded, "fast"},
};

constexpr SeedClaim kClaims[] = {
    {"“the two threads that are paired together will both access each other's banks, causing a "
     "2-way conflict on two banks per pair”",
     "No: only the upper wire's lane of a pair works, its two keys are two requests one after the "
     "other, and in each the 16 lanes ask 16 different banks. What costs is that half of the lanes "
     "idle."},
    {"“for j <= 32, the accesses cause conflicts”",
     "No: at j = 32 a warp's lanes ask 32 neighbouring words, then the 32 words after them: every "
     "bank once each time."},
    {"“bank conflicts are inevitable”",
     "No layer of this kernel has one. An index that differs by a multiple of 32 is in the same "
     "bank, but it is the same lane that asks, in another request."},
};

// Distinct words asked of each bank by lanes [first, last), at most 2 words a lane.
std::uint32_t deepest(const WarpRequest& request, Placement placement, std::uint32_t key_bytes,
                      std::uint32_t first, std::uint32_t last, BankUse& use) {
  std::array<std::uint32_t, 2 * kLanes> words{};
  std::size_t count = 0;
  for (std::uint32_t lane = first; lane < last; ++lane) {
    if ((request.lanes >> lane & 1) == 0) continue;
    const std::uint32_t word = word_of(request, lane, placement, key_bytes);
    words[count++] = word;
    if (key_bytes == 8) words[count++] = word + 1;
  }
  const auto end = words.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(words.begin(), end);
  std::array<std::uint8_t, kBanks> depth{};
  const auto distinct = std::unique(words.begin(), end);
  for (auto at = words.begin(); at != distinct; ++at) {
    ++depth[*at % kBanks];
  }
  for (std::uint32_t bank = 0; bank < kBanks; ++bank) {
    use.words[bank] = std::max(use.words[bank], depth[bank]);
  }
  return *std::max_element(depth.begin(), depth.end());
}

}  // namespace

std::span<const PlacementRow> placements() { return kPlacements; }
std::span<const MemoryKernel> memory_kernels() { return kKernels; }
std::span<const SeedClaim> seed_claims() { return kClaims; }

const SeedClaim& claim_about(std::uint32_t distance) {
  return kClaims[distance < kLanes ? 0 : distance == kLanes ? 1 : 2];
}

Result<const PlacementRow*> find_placement(std::string_view id) {
  return choose_by_id(placements(), "placement", id);
}

Result<const MemoryKernel*> find_memory_kernel(std::string_view id) {
  return choose_by_id(memory_kernels(), "kernel of the memory lens", id);
}

std::uint32_t word_of(const WarpRequest& request, std::uint32_t lane, Placement placement,
                      std::uint32_t key_bytes) {
  return placed(placement, request.at[lane]) * (key_bytes / 4);
}

BankUse count_banks(const WarpRequest& request, Placement placement, std::uint32_t key_bytes) {
  BankUse use;
  const std::uint32_t turn = key_bytes == 8 ? kLanes / 2 : kLanes;
  for (std::uint32_t first = 0; first < kLanes; first += turn) {
    const std::uint32_t wavefronts =
        deepest(request, placement, key_bytes, first, first + turn, use);
    use.wavefronts += wavefronts;
    if (wavefronts > 0) ++use.least;
  }
  return use;
}

SectorUse count_sectors(const WarpRequest& request, std::uint32_t key_bytes) {
  std::array<std::uint32_t, kLanes> keys{};
  std::size_t count = 0;
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    if ((request.lanes >> lane & 1) != 0) keys[count++] = request.at[lane];
  }
  const auto end = keys.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(keys.begin(), end);
  const auto distinct = std::unique(keys.begin(), end);
  const std::uint32_t in_sector = kSectorBytes / key_bytes;
  SectorUse use;
  for (auto at = keys.begin(); at != distinct; ++at) {
    if (at == keys.begin() || *at / in_sector != *(at - 1) / in_sector) ++use.sectors;
  }
  const auto needed = static_cast<std::uint32_t>(distinct - keys.begin());
  use.least = (needed + in_sector - 1) / in_sector;
  return use;
}

AccessTotals totals_of(const LayerLens& lens, Placement placement) {
  AccessTotals totals;
  for (std::uint32_t warp = 0; warp < lens.warps(); ++warp) {
    const WarpAccess access = access_of(lens, 0, warp);
    for (const WarpRequest& request : access.shared) {
      if (request.lanes == 0) continue;
      const BankUse use = count_banks(request, placement, lens.shape.key_bytes);
      (request.store ? totals.stores : totals.loads) += 1;
      (request.store ? totals.store_wavefronts : totals.load_wavefronts) += use.wavefronts;
      (request.store ? totals.store_conflicts : totals.load_conflicts) += use.conflicts();
    }
    for (const WarpRequest& request : access.global) {
      if (request.lanes == 0) continue;
      const SectorUse use = count_sectors(request, lens.shape.key_bytes);
      totals.global_requests += 1;
      totals.sectors += use.sectors;
      totals.least_sectors += use.least;
    }
  }
  for (std::uint64_t* sum :
       {&totals.loads, &totals.stores, &totals.load_wavefronts, &totals.store_wavefronts,
        &totals.load_conflicts, &totals.store_conflicts, &totals.global_requests, &totals.sectors,
        &totals.least_sectors}) {
    *sum *= lens.blocks;
  }
  return totals;
}

}  // namespace sortscope
