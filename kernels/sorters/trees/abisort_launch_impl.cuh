// abisort_launch_impl.cuh: launch_streams for one type of words; instantiated by
// abisort_type.cu.in.
#pragma once

#include "kernels/sorters/trees/abisort_kernels.cuh"
#include "kernels/sorters/trees/abisort_launch.cuh"

namespace sortscope::device {

static std::uint32_t word_of(const Network& network, std::uint32_t layer) {
  return static_cast<std::uint32_t>(network.first_word(layer));
}

/// The phases of a step, stage by stage.
static PhaseJobs phase_jobs(const Network& network, const StreamLaunch& launch) {
  const std::uint32_t n_log2 = floor_log2(network.wires());
  const std::uint32_t merge = launch.merge;
  PhaseJobs phases{};
  std::uint32_t block = 0;
  for (std::uint32_t stage = launch.step.first_stage; stage <= launch.step.last_stage; ++stage) {
    const std::uint32_t phase = launch.step.phase(stage);
    const bool last = phase + 1 == merge - stage;
    const StreamEnds ends = stream_ends(n_log2, merge, stage);
    PhaseJob job{};
    job.first_block = block;
    job.instances = stream_instances(n_log2, merge, stage);
    job.stage = stage;
    job.phase = phase;
    job.out = phase_range(n_log2, merge, stage, phase).first;
    job.below = last ? 0 : phase_range(n_log2, merge, stage, phase + 1).first;
    job.root = ends.root;
    job.extra = ends.extra;
    job.stride = ends.stride;
    const std::uint32_t pairs = pair_position(n_log2, merge, stage, 0);
    job.pairs_in = phase % 2 * pair_stream_size(n_log2) + pairs;
    job.pairs_out = (phase + 1) % 2 * pair_stream_size(n_log2) + pairs;
    job.first_word = word_of(network, launch.first_layer + phase_layer(merge, stage, phase));
    phases.jobs[phases.count++] = job;
    block += (job.instances + kPhaseThreads - 1) / kPhaseThreads;
  }
  return phases;
}

template <typename Word, bool kRecord>
static void launch_streams_recording(const Network& network, const StreamLaunch& launch,
                                     const StreamMemory& memory, cudaStream_t stream) {
  const std::uint32_t wires = network.wires();
  const std::uint32_t n_log2 = floor_log2(wires);
  const TreeArrays<Word> arrays{static_cast<Word*>(memory.keys.words),
                                memory.keys.places,
                                static_cast<uint4*>(memory.nodes),
                                memory.rights,
                                static_cast<uint2*>(memory.pairs),
                                n_log2,
                                Stamp{memory.keys.stamps}};
  const dim3 blocks(launch.blocks);
  const dim3 threads(launch.threads);
  switch (launch.kind) {
    case StreamLaunchKind::kTiny: {
      TinyLayers layers{};
      for (; layers.count < network.depth(); ++layers.count) {
        layers.forms[layers.count] = network.form(layers.count);
        layers.first_word[layers.count] = word_of(network, layers.count);
      }
      tiny_sort<Word, kRecord><<<blocks, threads, 0, stream>>>(arrays, wires, layers, memory.bits);
      break;
    }
    case StreamLaunchKind::kLocalSort: {
      LocalLayers layers{};
      for (std::uint32_t i = 0; i < 6; ++i) layers.first_word[i] = word_of(network, i);
      local_sort<Word, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, wires / kLocalSize, layers, memory.bits);
      break;
    }
    case StreamLaunchKind::kBuild:
      build_trees<Word>
          <<<blocks, threads, 0, stream>>>(arrays, wires, base_address(n_log2, kFinishLog2));
      break;
    case StreamLaunchKind::kPhases:
      stream_phases<Word, kRecord>
          <<<blocks, threads, 0, stream>>>(arrays, phase_jobs(network, launch), memory.bits);
      break;
    case StreamLaunchKind::kFinish: {
      FinishLayers layers{};
      for (std::uint32_t i = 0; i < kFinishLog2; ++i) {
        layers.first_word[i] = word_of(network, launch.first_layer + i);
      }
      const StreamEnds ends = stream_ends(n_log2, launch.merge, stream_stages(launch.merge));
      const std::uint32_t base = base_address(n_log2, launch.merge + 1);
      auto* const kernel = launch.merge == n_log2 ? finish_runs<Word, kRecord, true>
                                                  : finish_runs<Word, kRecord, false>;
      kernel<<<blocks, threads, 0, stream>>>(arrays, wires, launch.merge, ends, base, layers,
                                             memory.bits);
      break;
    }
  }
}

template <typename Word>
cudaError_t launch_streams(const Network& network, const StreamLaunch& launch,
                           const StreamMemory& memory, cudaStream_t stream) {
  if (memory.bits != nullptr) {
    launch_streams_recording<Word, true>(network, launch, memory, stream);
  } else {
    launch_streams_recording<Word, false>(network, launch, memory, stream);
  }
  return cudaGetLastError();
}

}  // namespace sortscope::device
