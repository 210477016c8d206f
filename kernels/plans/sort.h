// sort.h: which kernel launches run a network, and what each one covers. Plain C++: also there
// without CUDA, for whoever shows or counts launches.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/engines/engine.h"
#include "core/engines/plans/shared_memory.h"

namespace sortscope {

enum class LaunchKind : std::uint8_t {
  kAnyLayer,    // one layer, a thread a comparator: every network
  kOffset,      // one layer, V0's map: thread t, or its partner n/2 further down
  kChunks,      // V1: layers within a block's two chunks, in global memory
  kShared,      // V2: the same in shared memory
  kOutOfPlace,  // one layer, a thread a wire, from one buffer to the other
  kBlock,       // all layers in one block
  kWarp,        // all layers in one warp
  kTile,        // hybrid: layers within tiles of 2048 neighbouring wires
  kStrided,     // hybrid: one to three layers that reach across tiles, in registers
  kFastTiles,   // fast: all levels within tiles of 32 keys a thread
  kFastWindow,  // fast: layers that touch as many bits of the wire as a tile has (plans/fast.h)
};

struct Launch {
  LaunchKind kind;
  std::uint32_t first_layer;
  std::uint32_t layer_count;
  std::uint32_t blocks;
  std::uint32_t threads;   // of a block
  std::uint32_t barriers;  // __syncthreads() that each block passes
};

/// The kernels of the CUDA engine.
std::span<const Kernel> cuda_kernels();

/// The kernel taken where none is named.
std::string_view default_cuda_kernel(const Algorithm& algorithm, const Network& network);

/// The launches by which `kernel` (empty: the default) runs `network`, in order. `key_bytes`: of a
/// key, its place included; `shared_bytes`: that the GPU gives a block; kernel fast makes its tiles
/// by both. Errors: kBadUsage for an unknown kernel, or one that cannot run this network;
/// kUnavailable where its smallest tile takes more shared memory. O(depth).
Result<std::vector<Launch>> plan_sort(const Algorithm& algorithm, const Network& network,
                                      std::string_view kernel, std::uint32_t key_bytes = 8,
                                      std::uint32_t shared_bytes = kMostSharedBytes);

}  // namespace sortscope
