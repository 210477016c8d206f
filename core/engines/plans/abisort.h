// abisort.h: how the CUDA kernels "streams" and "streams-overlapped" divide GPU-ABiSort into
// launches: the passes of the stream program. Plain C++: also there without CUDA.
#pragma once

#include <cstdint>
#include <vector>

#include "core/networks/network.h"
#include "core/networks/trees/abisort_addresses.h"

namespace sortscope {

enum class StreamLaunchKind : std::uint8_t {
  kTiny,       // the local sort of fewer than 8 keys, one thread
  kLocalSort,  // a thread a block of 8
  kBuild,      // keys to nodes, a thread a key
  kPhases,     // phases of one stage, or of all stages of a parallel step; a thread an instance
  kFinish,     // a thread a run of 16; the last one writes keys instead of nodes
};

struct StreamLaunch {
  StreamLaunchKind kind = StreamLaunchKind::kTiny;
  std::uint32_t merge = 0;
  TreeStep step = {};             // kPhases
  std::uint32_t first_layer = 0;  // kPhases: of the merge's first phase
  bool ends_merge = false;        // kFinish; and the last of the launches before the first merge
  std::uint32_t blocks = 0;
  std::uint32_t threads = 0;  // of a block
};

inline constexpr std::uint32_t kPhaseThreads = 128;

/// Layer of phase `phase` of stage `stage` of a merge, counted from its first phase.
constexpr std::uint32_t phase_layer(std::uint32_t merge, std::uint32_t stage, std::uint32_t phase) {
  return stage * merge - stage * (stage - 1) / 2 + phase;
}

/// The launches of a sort by `network`, a schedule of `abisort`, in order. `overlapped`: phase i of
/// stage k in one launch with phase i + 2 of stage k - 1 (Zachmann 2011, "Complexity"), 2j - 5 for
/// a merge of 2^j keys instead of (j + 5)(j - 4) / 2; the recording is the same.
std::vector<StreamLaunch> plan_streams(const Network& network, bool overlapped);

}  // namespace sortscope
