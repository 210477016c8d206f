// launch_impl.cuh: launch_tree for one type of words; instantiated by type.cu.in.
#pragma once

#include <algorithm>

#include "kernels/device/limits.cuh"
#include "kernels/sorters/trees/launch.cuh"
#include "kernels/sorters/trees/tiles.cuh"

namespace sortscope::device {

template <typename Word, bool kRecord>
static cudaError_t launch_tree_recording(const Network& network, const TreePlan& plan,
                                         const TreeLaunch& launch, bool two_cases,
                                         const TreeMemory& memory, cudaStream_t stream) {
  const TreeArrays<Word> tree{static_cast<Word*>(memory.keys.words),
                              memory.keys.places,
                              static_cast<uint4*>(memory.nodes),
                              memory.rights,
                              static_cast<uint2*>(memory.pairs),
                              plan.wires_log2,
                              Stamp{memory.keys.stamps}};
  const dim3 blocks(launch.blocks);
  const dim3 threads(launch.threads);
  std::uint32_t* const bits =
      kRecord ? memory.bits + network.first_word(launch.first_layer) : nullptr;
  static_assert(SharedTree<Word>::kKeyBytes == tree_key_bytes(sizeof(Word) * 8));
  const std::size_t tile_bytes = std::size_t{SharedTree<Word>::kKeyBytes} << plan.shape.tile_log2;
  SubtreeStages part{launch.merge, launch.first_stage, launch.stages, nullptr, 0};
  if (kRecord && (launch.kind == TreeLaunchKind::kCrown || launch.kind == TreeLaunchKind::kTwigs)) {
    part.staged = memory.staged + launch.staged;
    part.staged_words = launch.staged_words;
  }
  switch (launch.kind) {
    case TreeLaunchKind::kPlant:
      plant_tree<Word><<<blocks, threads, 0, stream>>>(tree);
      break;
    case TreeLaunchKind::kHarvest:
      harvest_tree<Word><<<blocks, threads, 0, stream>>>(tree);
      break;
    case TreeLaunchKind::kStep:
      tree_step<Word, kRecord>
          <<<blocks, threads, 0, stream>>>(tree, network.step(launch.first_layer),
                                           network.count(launch.first_layer), two_cases, bits);
      break;
    case TreeLaunchKind::kStage:
      tree_stage<Word, kRecord>
          <<<blocks, threads, 0, stream>>>(tree, launch.merge, launch.first_stage, two_cases, bits,
                                           (network.count(launch.first_layer) + kWarp - 1) / kWarp);
      break;
    case TreeLaunchKind::kCrown: {
      const std::size_t bytes = sizeof(uint2) << launch.stages;
      tree_crown<Word, kRecord><<<blocks, threads, bytes, stream>>>(tree, part);
      break;
    }
    case TreeLaunchKind::kTwigs: {
      TreeArrays<Word> to = tree;
      to.nodes = static_cast<uint4*>(memory.next_nodes);
      to.rights = memory.next_rights;
      const cudaError_t allowed = allow_shared(tree_twigs<Word, kRecord>, tile_bytes);
      if (allowed != cudaSuccess) return allowed;
      tree_twigs<Word, kRecord><<<blocks, threads, tile_bytes, stream>>>(tree, to, part);
      break;
    }
    case TreeLaunchKind::kTiles: {
      TileLevels levels{plan.shape.tile_log2,
                        launch.first_merge,
                        plan.overlapped,
                        two_cases,
                        memory.staged,
                        {},
                        {}};
      std::copy(std::begin(plan.tile_level_at), std::end(plan.tile_level_at), levels.level_at);
      std::copy(std::begin(plan.tile_level_words), std::end(plan.tile_level_words),
                levels.level_words);
      const cudaError_t allowed = allow_shared(tree_tiles<Word, kRecord>, tile_bytes);
      if (allowed != cudaSuccess) return allowed;
      tree_tiles<Word, kRecord><<<blocks, threads, tile_bytes, stream>>>(tree, levels);
      break;
    }
    case TreeLaunchKind::kBits:
      assemble_bits<<<dim3(launch.blocks, plan.bits_layers,
                           static_cast<unsigned>(plan.bits_jobs.size())),
                      threads, 0, stream>>>(memory.bits_jobs, memory.staged, memory.bits,
                                            tree.stamp);
      break;
  }
  return cudaGetLastError();
}

template <typename Word>
cudaError_t launch_tree(const Network& network, const TreePlan& plan, const TreeLaunch& launch,
                        bool two_cases, const TreeMemory& memory, cudaStream_t stream) {
  return memory.bits != nullptr
             ? launch_tree_recording<Word, true>(network, plan, launch, two_cases, memory, stream)
             : launch_tree_recording<Word, false>(network, plan, launch, two_cases, memory, stream);
}

}  // namespace sortscope::device
