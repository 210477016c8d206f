// kernels.cpp: the table of CUDA kernels, and which is taken where none is named.
#include "core/engines/plans/kernels.h"

#include <fmt/format.h>

#include <vector>

#include "core/base/choice.h"
#include "core/engines/plans/fast.h"
#include "core/engines/plans/schemes.h"

namespace sortscope {

namespace {

constexpr CudaKernel kTable[] = {
    {.kernel = {"v0", "V0: one launch per layer",
                "Every layer is a launch; n/2 threads, each with the comparator at its own wire "
                "or, n/2 further down, its partner's. Other networks: a thread a comparator.",
                false, 0},
     .scheme = &kLayersScheme,
     .short_title = "V0",
     .compared = true,
     .measured = {{{"v0", "Bitonic, V0", "A launch a layer.", "bitonic", {5, PlotMark::kSquare}},
                   {"odd-even-merge",
                    "Odd-even mergesort",
                    "Batcher's other network, a launch a layer.",
                    "odd-even-merge",
                    {7, PlotMark::kDown}}}}},
    {.kernel = {"v1", "V1: block-synchronous",
                "Layers up to distance 512 stay inside a block's two chunks of 1024 keys and share "
                "a launch, with a barrier after each.",
                true, 0},
     .scheme = &kChunksScheme,
     .short_title = "V1",
     .compared = true,
     .measured = {{{"v1",
                    "Bitonic, V1",
                    "Layers within a block share a launch.",
                    "bitonic",
                    {7, PlotMark::kDiamond}}}}},
    {.kernel = {"v2", "V2: shared memory",
                "As V1, with the two chunks in shared memory; below distance 32 keys pass between "
                "lanes by shuffles.",
                true, 0},
     .scheme = &kSharedChunksScheme,
     .short_title = "V2",
     .compared = true,
     .measured = {{{"v2",
                    "Bitonic, V2",
                    "As V1, in shared memory and by shuffles.",
                    "bitonic",
                    {8, PlotMark::kDisc}}}}},
    {.kernel =
         {"double-buffered", "Double-buffered",
          "Every layer is a launch that reads one buffer and writes the other, a thread a wire.",
          true, 0},
     .scheme = &kOutOfPlaceScheme,
     .short_title = "Double",
     .measured = {{{"double-buffered",
                    "Bitonic, double-buffered",
                    "A launch a layer, from one buffer to the other.",
                    "bitonic",
                    {2, PlotMark::kRing}}}}},
    {.kernel = {"block", "Block", "One block, a thread a key, all layers in shared memory.", true,
                1024},
     .scheme = &kBlockScheme,
     .short_title = "Block",
     .measured = {{{"block",
                    "Bitonic, block",
                    "One block, a thread a key: at most 1024 keys.",
                    "bitonic",
                    {6, PlotMark::kRing}}}}},
    {.kernel = {"warp", "Warp", "One warp, a lane a key, all layers by shuffles.", true, 32},
     .scheme = &kWarpScheme,
     .short_title = "Warp",
     .measured = {{{"warp",
                    "Bitonic, warp",
                    "One warp, a lane a key: at most 32 keys.",
                    "bitonic",
                    {3, PlotMark::kUp}}}}},
    {.kernel = {"hybrid", "Hybrid",
                "Tiles of 2048 keys are sorted in registers and shared memory, then merged "
                "pairwise: layers that reach across tiles run up to three a pass.",
                true, 0},
     .scheme = &kTilesScheme,
     .short_title = "Hybrid",
     .measured = {{{"hybrid",
                    "Bitonic, hybrid",
                    "Tiles in registers and shared memory, up to three layers across tiles a pass.",
                    "bitonic",
                    {4, PlotMark::kUp}}}}},
    {.kernel = {"fast", "Fast: windows",
                "Tiles of 32 keys a thread; then every launch runs as many layers as touch 12 to "
                "14 bits of the wire, also across the end of a level: five at a time in registers.",
                true, 0},
     .scheme = &kWindowsScheme,
     .short_title = "Fast",
     .measured = {{{"fast",
                    "Bitonic, fast",
                    "Windows of layers across merge levels, 32 keys a thread in registers.",
                    "bitonic",
                    {1, PlotMark::kDisc}}}}},
    {.kernel = {"tree", "Bitonic tree",
                "Merges of up to 2048 keys in shared memory. Larger ones stage by stage, a thread "
                "an instance; overlapped, the first stages by a block a merge and the rest in "
                "shared memory.",
                false, 0, Family::kTree},
     .leads_family = true,
     .measured = {{{"tree",
                    "Adaptive, bitonic tree",
                    "Merges by pointer swaps in bitonic trees; places travel with the keys.",
                    "adaptive",
                    {4, PlotMark::kRing}},
                   {"tree-overlapped",
                    "Adaptive, overlapped",
                    "As the bitonic tree, stages starting before those above have ended.",
                    "adaptive-overlapped",
                    {5, PlotMark::kDiamond}}}}},
    {.kernel = {"tree-steps", "Bitonic tree, step by step",
                "Every parallel step is a launch, a thread a comparison: the passes that the "
                "article counts.",
                false, 0, Family::kTree}},
    {.kernel = {"streams", "Streams",
                "The stream program pass by pass: every phase of a stage is a launch, a thread a "
                "kernel instance; 8 keys are sorted and runs of 16 merged in registers.",
                false, 0, Family::kStreams}},
    {.kernel = {"streams-overlapped", "Streams, overlapped",
                "As Streams, with one launch for all stages that run in a step: a stage starts "
                "every other step.",
                false, 0, Family::kStreams},
     .leads_family = true,
     .measured = {{{"abisort",
                    "GPU-ABiSort",
                    "Bitonic trees in streams of nodes, pass by pass.",
                    "abisort",
                    {2, PlotMark::kUp}}}}},
    {.kernel =
         {"intervals", "Intervals",
          "Tiles in shared memory or registers; then every pass looks up where its tiles begin in "
          "the runs. Without a recording four runs a pass, merged by warps in registers.",
          false, 0, Family::kIntervals},
     .leads_family = true,
     .measured =
         {{{"adaptive-interval",
            "Adaptive, interval-based",
            "Every pass looks up where its tiles begin in four runs and merges them in registers.",
            "adaptive-interval",
            {3, PlotMark::kDiamond}}}}},
    {.kernel = {"separators", "Separators",
                "Separators that fit into shared memory run whole, all layers and matchings in one "
                "launch a step; of larger ones every matching is a launch, a thread a sector of 32 "
                "bytes.",
                false, 0, Family::kAks},
     .leads_family = true,
     .measured = {{{"aks",
                    "AKS",
                    "The AKS network's separators; perfect halvers.",
                    "aks",
                    {8, PlotMark::kUp}},
                   {"aks-custom",
                    "AKS, custom depths",
                    "The same with the thesis's custom depths.",
                    "aks",
                    {8, PlotMark::kRing}}}}},
    {.kernel = {"list", "Comparator list",
                "A launch a layer, a thread a comparator of the stored list.", false, 0,
                Family::kListed},
     .leads_family = true},
};

constexpr std::uint32_t kWarpWires = 32;

}  // namespace

std::span<const CudaKernel> cuda_kernel_table() { return kTable; }

std::span<const Kernel> cuda_kernels() {
  static const std::vector<Kernel> kKernels = [] {
    std::vector<Kernel> kernels;
    for (const CudaKernel& row : kTable) kernels.push_back(row.kernel);
    return kernels;
  }();
  return kKernels;
}

std::span<const std::string_view> planned_kernels() {
  static const std::vector<std::string_view> kIds = [] {
    std::vector<std::string_view> ids;
    for (const CudaKernel& row : kTable) {
      if (row.scheme != nullptr) ids.push_back(row.kernel.id);
    }
    return ids;
  }();
  return kIds;
}

Result<const CudaKernel*> find_cuda_kernel(std::string_view id) {
  for (const CudaKernel& row : kTable) {
    if (row.kernel.id == id) return &row;
  }
  return Error{ErrorCode::kBadUsage, fmt::format("the CUDA engine has no kernel \"{}\".", id),
               fmt::format("Its kernels are {}.", ids_of(cuda_kernels()))};
}

std::string_view default_cuda_kernel(const Algorithm& algorithm, const Network& network) {
  for (const CudaKernel& row : kTable) {
    if (row.leads_family && row.kernel.family == algorithm.family) return row.kernel.id;
  }
  if (!algorithm.xor_schedule) return "v0";
  if (network.wires() <= kWarpWires) return "warp";
  if (network.wires() < kLeastFastKeys) return "v2";
  return runs_by_windows(network.wires(), network.depth()) ? "fast" : "hybrid";
}

}  // namespace sortscope
