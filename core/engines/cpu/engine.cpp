// engine.cpp: the reference engine: layers in parallel, cache-sized tiles where layers stay
// inside.
#include "core/engines/cpu/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <new>

#include "core/base/machine.h"
#include "core/base/thread_team.h"
#include "core/engines/cpu/aks.h"
#include "core/engines/cpu/intervals.h"
#include "core/engines/cpu/recursive.h"
#include "core/engines/cpu/streams.h"
#include "core/engines/cpu/tiles.h"
#include "core/engines/cpu/tree.h"
#include "core/engines/layer_giver.h"
#include "core/engines/sort_trace.h"
#include "core/networks/trees/bitonic_tree.h"

namespace sortscope {

namespace {

constexpr std::array kKernels = {
    Kernel{
        .id = "layers",
        .title = "Layer by layer",
        .summary = "All threads share a layer; layers that stay inside a tile of the cache run "
                   "tile by tile.",
        .xor_schedule_only = false,
        .max_wires = 0,
    },
    Kernel{
        .id = "plain",
        .title = "Layer by layer, without vectors",
        .summary = "As layer by layer, all threads, an exchange at a time.",
        .xor_schedule_only = false,
        .max_wires = 0,
    },
    Kernel{
        .id = "one-thread",
        .title = "Layer by layer, one thread",
        .summary = "One thread runs every layer from the first wire to the last, an exchange at a "
                   "time.",
        .xor_schedule_only = false,
        .max_wires = 0,
    },
    Kernel{
        .id = "recursive",
        .title = "Recursive, one thread",
        .summary = "The bitonic sort of the textbooks: one thread sorts both halves, then merges "
                   "them, depth first.",
        .xor_schedule_only = true,
        .max_wires = 0,
    },
    Kernel{
        .id = "tree",
        .title = "Bitonic tree",
        .summary = "One thread merges trees depth first, or step by step where stages overlap; "
                   "without a recording, trees whose leaves are 16 keys.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kTree,
    },
    Kernel{
        .id = "plain-tree",
        .title = "Bitonic tree, single keys",
        .summary = "As the tree, and its leaves are single keys also without a recording.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kTree,
    },
    Kernel{
        .id = "streams",
        .title = "Streams",
        .summary = "The stream program on one thread: every pass reads two node streams and writes "
                   "one range in order.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kStreams,
    },
    Kernel{
        .id = "intervals",
        .title = "Intervals",
        .summary = "One thread looks up where the tiles of a merge begin in its runs, then merges "
                   "tile by tile.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kIntervals,
    },
    Kernel{
        .id = "separators",
        .title = "Separators",
        .summary = "Small separators are shared among the threads, the matchings of large ones "
                   "are run by all together.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kAks,
    },
    Kernel{
        .id = "list",
        .title = "Comparator list",
        .summary = "Layer by layer from the stored list of comparators.",
        .xor_schedule_only = false,
        .max_wires = 0,
        .family = Family::kListed,
    },
};

// The kernel called `id`; where it is empty, the first that runs the algorithm.
const Kernel* kernel_for(const Algorithm& algorithm, std::string_view id = {}) {
  const auto* const found =
      std::find_if(kKernels.begin(), kKernels.end(), [&](const Kernel& kernel) {
        return runs(kernel, algorithm) && (id.empty() || kernel.id == id);
      });
  return found == kKernels.end() ? nullptr : &*found;
}

// How a kernel of comparator networks shares the work.
bool takes_vectors(const Kernel& kernel) { return kernel.id == "layers" || kernel.id == "list"; }
bool takes_one_thread(const Kernel& kernel) { return kernel.id == "one-thread"; }
bool is_recursive(const Kernel& kernel) { return kernel.id == "recursive"; }
// Trees that nobody records.
bool has_buckets(const Kernel& kernel) { return kernel.id != "plain-tree"; }

using Clock = std::chrono::steady_clock;

std::uint64_t ns_between(Clock::time_point begin, Clock::time_point end) {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
}

// Comparators of a layer that one thread takes at a time, at most.
constexpr std::uint32_t kMostTaken = std::uint32_t{1} << 16;
// Below so many comparators a thread in the largest layer, waiting costs more than sharing gains.
constexpr std::uint32_t kWorthAThread = 4096;
constexpr unsigned kMostThreads = 256;
// Of the AKS network: wires a thread at least.
constexpr std::uint32_t kSeparatorWires = 2048;

// Layers between two barriers, and the pieces that threads take. One layer: pieces are ranges of
// its comparators. Several: pieces are tiles, and each tile runs through all the layers.
struct Step {
  std::uint32_t first_layer;
  std::uint32_t layer_count;
  std::uint32_t pieces;
  std::uint32_t piece_size;  // comparators (one layer) or 0 (tiles)
};

std::vector<Step> plan(const Network& network, std::uint32_t tile_log2, unsigned threads) {
  const std::uint32_t tiles = static_cast<std::uint32_t>(
      (std::uint64_t{network.wires()} + (1u << tile_log2) - 1) >> tile_log2);
  std::vector<Step> steps;
  bool open = false;  // the last step is a group of tiles that may grow
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    const LayerForm& form = network.form(layer);
    if (comparators_a_tile(form, tile_log2) > 0) {
      if (open) {
        ++steps.back().layer_count;
      } else {
        steps.push_back({layer, 1, tiles, 0});
      }
      open = true;
      continue;
    }
    open = false;
    const std::uint32_t share = (form.count / (2 * threads) + 32) & ~std::uint32_t{31};
    const std::uint32_t size = std::min(share, kMostTaken);
    steps.push_back({layer, 1, (form.count + size - 1) / size, size});
  }
  return steps;
}

/// Somebody who takes outcomes, and what that took, all threads together.
struct Giving {
  LayerTaker* taker = nullptr;
  std::atomic<std::uint64_t> ns{0};
  std::atomic<bool> stopped{false};
  void give(std::uint64_t words) {
    const Clock::time_point begin = Clock::now();
    if (!taker->take(words)) stopped = true;
    ns += ns_between(begin, Clock::now());
  }
};

class CpuEngine : public Engine, public LayerGiver {
 public:
  explicit CpuEngine(const CpuLayers& layers) : layers_(layers) {}

  std::string_view id() const override { return "cpu"; }
  std::string description() const override {
    const unsigned threads = machine().threads;
    const std::string name = &layers_ == &best_layers() ? machine().vectors : layers_.name;
    return fmt::format("CPU, {} thread{}{}{}", threads, threads == 1 ? "" : "s",
                       name.empty() ? "" : ", ", name);
  }
  std::span<const Kernel> kernels() const override { return kKernels; }
  std::string_view default_kernel(const Algorithm& algorithm,
                                  const Network& /*network*/) const override {
    const Kernel* kernel = kernel_for(algorithm);
    return kernel != nullptr ? kernel->id : kKernels[0].id;
  }

  std::uint64_t sort_bytes(const Algorithm& algorithm, std::uint32_t wires,
                           unsigned key_bits) const override {
    return cpu_sort_bytes(algorithm, wires, key_bits);
  }

  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options,
                         Progress* progress) override {
    Giving nobody;
    return run(algorithm, network, buffers, options, nobody, progress);
  }

  bool gives_layers(const Algorithm& algorithm, std::string_view kernel) const override {
    const Kernel* const found = kernel_for(algorithm, kernel);
    return found != nullptr && fixed_schedule(found->family) && found->family != Family::kAks &&
           !is_recursive(*found);
  }
  Result<SortTiming> run_giving(const Algorithm& algorithm, const Network& network,
                                const SortBuffers& buffers, const SortOptions& options,
                                LayerTaker& taker, Progress* progress) override {
    Giving giving;
    giving.taker = &taker;
    return run(algorithm, network, buffers, options, giving, progress);
  }

 private:
  Result<SortTiming> run(const Algorithm& algorithm, const Network& network,
                         const SortBuffers& buffers, const SortOptions& options, Giving& giving,
                         Progress* progress);
  static Status check(const Algorithm& algorithm, const Network& network,
                      const SortBuffers& buffers, const SortOptions& options);
  static unsigned threads_for(const Network& network, unsigned asked);
  bool sort(const Network& network, const Kernel& kernel, const CpuCells& cells,
            std::span<std::uint32_t> bits, unsigned threads, Giving& giving, Progress* progress,
            SortTrace* trace);
  bool sort_with_places(const Network& network, const Kernel& kernel, const SortBuffers& buffers,
                        std::span<std::uint32_t> bits, unsigned threads, Giving& giving,
                        Progress* progress, SortTrace* trace);

  const CpuLayers& layers_;
  std::mutex running_;  // one run at a time: the team is shared
  ThreadTeam team_;
};

Status CpuEngine::check(const Algorithm& algorithm, const Network& network,
                        const SortBuffers& buffers, const SortOptions& options) {
  const Kernel* kernel = kernel_for(algorithm);
  if (kernel == nullptr) {
    return Error{ErrorCode::kBadUsage, fmt::format("the CPU engine cannot run '{}'.", algorithm.id),
                 ""};
  }
  if (kernel_for(algorithm, options.kernel) == nullptr) {
    std::vector<std::string_view> ids;
    for (const Kernel& each : kKernels) {
      if (runs(each, algorithm)) ids.push_back(each.id);
    }
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("the CPU engine has no kernel '{}' for '{}'.", options.kernel, algorithm.id),
        ids.size() == 1
            ? fmt::format("Its kernel for it is '{}'; others run on CUDA.", ids[0])
            : fmt::format("Its kernels for it are {}; others run on CUDA.", fmt::join(ids, ", "))};
  }
  const std::size_t words =
      buffers.key_bits == 32 ? buffers.words32.size() : buffers.words64.size();
  const bool places_fit = (buffers.places.empty() && fixed_schedule(algorithm.family)) ||
                          buffers.places.size() == network.wires();
  if ((buffers.key_bits != 32 && buffers.key_bits != 64) || words != network.wires() ||
      !places_fit) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} words of {} bits and {} places were given for {} wires.", words,
                             buffers.key_bits, buffers.places.size(), network.wires()),
                 ""};
  }
  if (!options.bits.empty() && options.bits.size() != network.bit_words()) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("{} words were given for outcome bits, {} are needed.",
                             options.bits.size(), network.bit_words()),
                 ""};
  }
  return {};
}

unsigned CpuEngine::threads_for(const Network& network, unsigned asked) {
  if (asked > 0) return std::min(asked, kMostThreads);
  if (network.wires_move()) {
    // Separators run on their own: threads wait once a step.
    return std::clamp(network.wires() / kSeparatorWires, 1u,
                      std::min(machine().threads, kMostThreads));
  }
  std::uint32_t largest = 0;
  for (const LayerForm& form : network.forms()) largest = std::max(largest, form.count);
  return std::clamp(largest / kWorthAThread, 1u, std::min(machine().threads, kMostThreads));
}

// False where cancelled.
bool CpuEngine::sort(const Network& network, const Kernel& kernel, const CpuCells& cells,
                     std::span<std::uint32_t> bits, unsigned threads, Giving& giving,
                     Progress* progress, SortTrace* trace) {
  if (is_recursive(kernel)) return sort_recursively(network, cells, bits, progress);
  const CpuLayers& layers = takes_vectors(kernel) ? layers_ : portable_layers();
  // Small networks on several threads: smaller tiles, so that there are enough of them.
  const std::uint32_t cache_log2 = kTileBytesLog2 - (cells.words32 != nullptr ? 2 : 3);
  const std::uint32_t tile_log2 =
      takes_one_thread(kernel) ? 0  // no tiles
      : threads == 1           ? cache_log2
                     : std::clamp(floor_log2(std::max(1u, network.wires() / (2 * threads))),
                                  kLeastTileLog2, cache_log2);
  const std::vector<Step> steps = plan(network, tile_log2, threads);
  std::vector<std::atomic<std::uint32_t>> taken(steps.size());
  SpinBarrier barrier(threads);
  const auto cancelled = [&giving, progress] {
    return (progress != nullptr && progress->cancelled()) || giving.stopped;
  };

  const auto run_range = [&](std::uint32_t layer, std::uint32_t first, std::uint32_t last) {
    std::uint32_t* words =
        bits.empty() ? nullptr : bits.data() + network.first_word(layer) + first / 32;
    if (network.listed() != nullptr) {
      run_listed(network.listed()->layer(layer), first, last, cells, words);
    } else {
      layers.run(network.form(layer), network.wires(), first, last, cells, words);
    }
  };
  const auto run_piece = [&](const Step& step, std::uint32_t piece) {
    std::uint64_t done = 0;
    for (std::uint32_t layer = step.first_layer; layer < step.first_layer + step.layer_count;
         ++layer) {
      const LayerForm& form = network.form(layer);
      const std::uint64_t size =
          step.piece_size > 0 ? step.piece_size : comparators_a_tile(form, tile_log2);
      const std::uint64_t first = piece * size;
      const std::uint64_t last = std::min<std::uint64_t>(first + size, form.count);
      if (first >= last) continue;
      run_range(layer, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last));
      done += last - first;
    }
    if (progress != nullptr) progress->advance(done);
  };

  // When the first thread left the barrier of each step, in nanoseconds since `begin`.
  std::vector<std::atomic<std::uint64_t>> ends(trace != nullptr ? steps.size() : 0);
  for (auto& end : ends) end = std::numeric_limits<std::uint64_t>::max();
  const Clock::time_point begin = Clock::now();
  const auto stamp = [&](std::atomic<std::uint64_t>& end) {
    const std::uint64_t now = ns_between(begin, Clock::now());
    std::uint64_t earliest = end.load(std::memory_order_relaxed);
    while (now < earliest && !end.compare_exchange_weak(earliest, now)) {
    }
  };
  // Every thread passes every barrier, cancelled or not, so that none is left waiting.
  team_.run(threads, [&](unsigned /*thread*/) {
    for (std::size_t s = 0; s < steps.size(); ++s) {
      while (!cancelled()) {
        const std::uint32_t piece = taken[s].fetch_add(1, std::memory_order_relaxed);
        if (piece >= steps[s].pieces) break;
        run_piece(steps[s], piece);
      }
      barrier.arrive_and_wait();
      if (trace != nullptr) stamp(ends[s]);
      if (giving.taker != nullptr && !cancelled()) {
        giving.give(network.first_word(steps[s].first_layer + steps[s].layer_count));
      }
    }
  });
  if (trace != nullptr) {
    trace->passes.clear();
    for (std::size_t s = 0; s < steps.size(); ++s) {
      trace->passes.push_back({.name = steps[s].piece_size > 0 ? "layer" : "tiles",
                               .first_layer = steps[s].first_layer,
                               .layer_count = steps[s].layer_count,
                               .begin_ns = s == 0 ? 0 : ends[s - 1].load(),
                               .end_ns = ends[s].load()});
    }
  }
  return !cancelled();
}

bool CpuEngine::sort_with_places(const Network& network, const Kernel& kernel,
                                 const SortBuffers& buffers, std::span<std::uint32_t> bits,
                                 unsigned threads, Giving& giving, Progress* progress,
                                 SortTrace* trace) {
  CpuCells cells;
  if (buffers.key_bits == 64) {
    cells.words64 = buffers.words64.data();
    cells.places = buffers.places.data();
    cells.real_keys = buffers.real_keys;
    return sort(network, kernel, cells, bits, threads, giving, progress, trace);
  }
  constexpr std::uint64_t kPlaceBits = 0x7fffffff;
  constexpr std::uint64_t kPadding = 0x80000000;
  const std::uint32_t wires = network.wires();
  std::vector<std::uint64_t> packed(wires);
  for (std::uint32_t w = 0; w < wires; ++w) {
    const std::uint64_t padding = buffers.places[w] >= buffers.real_keys ? kPadding : 0;
    packed[w] = std::uint64_t{buffers.words32[w]} << 32 | padding | buffers.places[w];
  }
  cells.words64 = packed.data();
  cells.compared_bits = ~kPlaceBits;
  if (!sort(network, kernel, cells, bits, threads, giving, progress, trace)) return false;
  for (std::uint32_t w = 0; w < wires; ++w) {
    buffers.words32[w] = static_cast<std::uint32_t>(packed[w] >> 32);
    buffers.places[w] = static_cast<std::uint32_t>(packed[w] & kPlaceBits);
  }
  return true;
}

Result<SortTiming> CpuEngine::run(const Algorithm& algorithm, const Network& network,
                                  const SortBuffers& buffers, const SortOptions& options,
                                  Giving& giving, Progress* progress) {
  if (Status status = check(algorithm, network, buffers, options); !status) return status.error();
  const std::lock_guard lock(running_);
  if (progress != nullptr) progress->begin(network.size());
  const Kernel& kernel = *kernel_for(algorithm, options.kernel);
  const bool alone = takes_one_thread(kernel) || is_recursive(kernel);
  const unsigned wanted = threads_for(network, alone ? 1 : options.threads);
  const unsigned threads = std::min(wanted, team_.grow_to(wanted));
  bool finished = false;
  SortTiming timing;
  const auto begin = Clock::now();
  if (options.trace != nullptr) options.trace->passes.clear();
  try {
    if (algorithm.family == Family::kTree) {
      finished =
          sort_in_trees(algorithm, network, buffers, options.bits, has_buckets(kernel), progress);
    } else if (algorithm.family == Family::kStreams) {
      finished = sort_in_streams(network, buffers, options.bits, progress);
    } else if (algorithm.family == Family::kIntervals) {
      finished = sort_by_intervals(network, buffers, options.bits, progress);
    } else if (algorithm.family == Family::kAks) {
      const bool wide = &layers_ == avx2_layers() && avx2_halvers() != nullptr;
      finished = sort_by_aks(network, buffers, options, wide ? *avx2_halvers() : portable_halvers(),
                             threads, team_, progress, timing);
    } else if (!buffers.places.empty()) {
      finished = sort_with_places(network, kernel, buffers, options.bits, threads, giving, progress,
                                  options.trace);
    } else {
      CpuCells cells;
      if (buffers.key_bits == 32) {
        cells.words32 = buffers.words32.data();
      } else {
        cells.words64 = buffers.words64.data();
      }
      finished =
          sort(network, kernel, cells, options.bits, threads, giving, progress, options.trace);
    }
  } catch (const std::bad_alloc&) {
    return Error{
        ErrorCode::kOutOfMemory,
        fmt::format("there is not enough memory to carry the places of {} keys in the sort.",
                    network.wires()),
        "Sort fewer keys."};
  }
  const auto end = Clock::now();
  if (!finished) return Error{ErrorCode::kCancelled, "the sort was stopped.", ""};
  timing.elapsed_ns = ns_between(begin, end) - giving.ns / threads;
  if (options.trace != nullptr) {
    options.trace->elapsed_ns = timing.elapsed_ns;
    if (options.trace->passes.empty()) {
      options.trace->passes.push_back(
          {.name = "all layers", .layer_count = network.depth(), .end_ns = timing.elapsed_ns});
    }
  }
  timing.kernel = kernel.id;
  return timing;
}

}  // namespace

std::unique_ptr<Engine> make_cpu_engine(const CpuLayers& layers) {
  return std::make_unique<CpuEngine>(layers);
}

std::uint64_t cpu_sort_bytes(const Algorithm& algorithm, std::uint32_t wires, unsigned key_bits) {
  switch (algorithm.family) {
    case Family::kTree:
      return wires > 1 ? BitonicTree::bytes(wires) : 0;
    case Family::kStreams:
      return cpu_stream_bytes(wires, key_bits);
    case Family::kIntervals:
      return cpu_interval_bytes(wires, key_bits);
    case Family::kNetwork:
    case Family::kAks:
    case Family::kListed:
      break;
  }
  return 0;
}

std::unique_ptr<Engine> make_cpu_engine() { return make_cpu_engine(best_layers()); }

}  // namespace sortscope
