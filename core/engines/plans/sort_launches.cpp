// sort_launches.cpp: trees, streams, intervals and separators as launches of one shape.
#include "core/engines/plans/sort_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/engines/plans/abisort.h"
#include "core/engines/plans/aks.h"
#include "core/engines/plans/fast.h"
#include "core/engines/plans/intervals.h"
#include "core/engines/plans/kernels.h"
#include "core/engines/plans/tree.h"

namespace sortscope {

namespace {

constexpr std::uint32_t kSmallWires = 1024;  // up to here pictures have tiles of few keys
constexpr std::uint32_t kWarp = 32;

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

LaunchShare a_thread_each(std::string_view unit, std::uint32_t unit_wires, std::uint32_t units,
                          std::uint32_t threads) {
  return {unit, 0, unit_wires, units, 0, threads, true};
}
LaunchShare a_block_each(std::string_view unit, std::uint32_t unit_wires, std::uint32_t units) {
  return {unit, 0, unit_wires, units, 0, 1, false};
}

// --- trees ---

// Barriers of merges of 2^merge keys in shared memory, all stages.
std::uint32_t merge_syncs(std::uint32_t merge, bool overlapped) {
  return overlapped ? overlapped_steps(merge, merge) : merge;
}

SortLaunch of_tree(const Network& network, const TreePlan& plan, const TreeLaunch& from,
                   unsigned key_bits) {
  const std::uint32_t wires = network.wires();
  const std::uint32_t merge = from.merge;
  SortLaunch made;
  made.blocks = from.blocks;
  made.threads = from.threads;
  made.overlapped = plan.overlapped;
  if (from.kind != TreeLaunchKind::kBits && from.layer_count > 0) {
    made.layers.push_back({from.first_layer, from.layer_count});
  }
  const std::uint32_t key_bytes = tree_key_bytes(key_bits);
  switch (from.kind) {
    case TreeLaunchKind::kPlant:
      made.name = "keys to nodes";
      made.does = "Thread i makes the node of wire i";
      made.role = LaunchRole::kMoves;
      made.shares = {a_thread_each("wire", 1, wires, from.threads)};
      break;
    case TreeLaunchKind::kHarvest:
      made.name = "nodes to keys";
      made.does = "Thread i writes the two keys of wires 2i and 2i + 1";
      made.role = LaunchRole::kMoves;
      made.shares = {a_thread_each("pair of wires", 2, wires / 2, from.threads)};
      break;
    case TreeLaunchKind::kBits:
      made.name = "outcomes in order";
      made.does = "A thread puts together 32 outcomes as the recording has them";
      made.role = LaunchRole::kPrepares;
      break;
    case TreeLaunchKind::kTiles: {
      made.name = fmt::format("merges up to 2^{} in tiles", merge);
      made.does =
          "A block has a tile in shared memory; its threads walk an instance each, in turns";
      made.who = LaunchThreads::kTreeTile;
      made.shared_bytes = key_bytes << merge;
      for (std::uint32_t level = from.first_merge; level <= merge; ++level) {
        made.block_syncs += 1 + merge_syncs(level, plan.overlapped);
      }
      made.shares = {a_block_each("tile", 1U << merge, wires >> merge)};
      break;
    }
    case TreeLaunchKind::kStep: {
      const TreeStep& step = network.step(from.first_layer);
      made.name = fmt::format("merge 2^{}, step {}", step.merge, step.time + 1);
      made.does = "Thread i makes comparison i of the step";
      made.who = LaunchThreads::kComparator;
      if (step.first_stage == step.last_stage) {
        const std::uint32_t size_log2 = step.merge - step.first_stage;
        made.shares = {
            a_thread_each("instance", 1U << size_log2, wires >> size_log2, from.threads)};
      }
      break;
    }
    case TreeLaunchKind::kStage: {
      const std::uint32_t size_log2 = merge - from.first_stage;
      made.name = fmt::format("merge 2^{}, stage {}", merge, from.first_stage);
      made.does = "Thread i walks all phases of instance i: nothing in it is another's";
      made.who = LaunchThreads::kInstance;
      made.first_stage = from.first_stage;
      made.shares = {a_thread_each("instance", 1U << size_log2, wires >> size_log2, from.threads)};
      break;
    }
    case TreeLaunchKind::kCrown: {
      const std::uint32_t size_log2 = merge - from.first_stage;
      made.name = fmt::format("merge 2^{}, crown of {} stages", merge, from.stages);
      made.does = "A block has a subtree; its thread t has the instance of slot t of the stages";
      made.who = LaunchThreads::kCrown;
      made.first_stage = from.first_stage;
      made.stages = from.stages;
      made.shared_bytes = 8U << from.stages;
      made.block_syncs = 1 + overlapped_steps(size_log2, from.stages);
      made.shares = {a_block_each("subtree", 1U << size_log2, from.blocks)};
      break;
    }
    case TreeLaunchKind::kTwigs:
      made.name = fmt::format("merge 2^{}, twigs of 2^{}", merge, from.stages);
      made.does = "A block gathers a subtree into shared memory and finishes it";
      made.first_stage = from.first_stage;
      made.shared_bytes = key_bytes << from.stages;
      made.block_syncs = 2 + from.stages + merge_syncs(from.stages, true);
      made.shares = {a_block_each("subtree", 1U << from.stages, from.blocks)};
      break;
  }
  return made;
}

// Layers of a level whose stages lie in one launch of several: [first, first + stages).
void keep_stages(const Network& network, SortLaunch& launch, std::uint32_t first,
                 std::uint32_t stages) {
  // Overlapped, a layer runs several stages; it stands with the launch of its first one.
  std::vector<LayerRange> kept;
  for (const LayerRange& range : launch.layers) {
    for (std::uint32_t layer = range.first; layer < range.first + range.count; ++layer) {
      const TreeStep& step = network.step(layer);
      if (step.last_stage < first || step.first_stage >= first + stages) continue;
      if (!kept.empty() && kept.back().first + kept.back().count == layer) {
        ++kept.back().count;
      } else {
        kept.push_back({layer, 1});
      }
    }
  }
  launch.layers = std::move(kept);
}

SortLaunches tree_launches(const Network& network, std::string_view kernel,
                           const LaunchSizes& sizes) {
  TreeShape shape;
  const bool by_steps = kernel == "tree-steps";
  const std::uint32_t own = most_tile_log2(sizes.key_bits, sizes.shared_bytes);
  shape.tile_log2 = std::clamp(own, kLeastTileLog2, shape.tile_log2);
  SortLaunches made{kernel, false, {}};
  if (sizes.small && !by_steps && network.wires() <= kSmallWires) {
    made.small = true;
    shape.tile_log2 = std::max(floor_log2(network.wires()), 5U) - 3;
  }
  const TreePlan plan = plan_tree(network, by_steps, true, shape);
  for (const TreeLaunch& launch : plan.launches) {
    made.launches.push_back(of_tree(network, plan, launch, sizes.key_bits));
    if (launch.kind == TreeLaunchKind::kCrown || launch.kind == TreeLaunchKind::kTwigs) {
      keep_stages(network, made.launches.back(), launch.first_stage, launch.stages);
    }
  }
  return made;
}

// --- streams ---

SortLaunch of_stream(const Network& network, const StreamLaunch& from, unsigned key_bits) {
  const std::uint32_t wires = network.wires();
  const std::uint32_t n_log2 = floor_log2(wires);
  SortLaunch made;
  made.blocks = from.blocks;
  made.threads = from.threads;
  switch (from.kind) {
    case StreamLaunchKind::kTiny:
      made.name = "local sort";
      made.does = "One thread sorts all keys in registers";
      made.layers = {{0, network.depth()}};
      made.shares = {a_thread_each("run", wires, 1, 1)};
      break;
    case StreamLaunchKind::kLocalSort:
      made.name = "local sort of 8";
      made.does = "Thread i sorts 8 neighbouring keys in registers";
      made.layers = {{0, network.levels().front().layer_count}};
      made.shares = {
          a_thread_each("run of 8", 1U << kLocalLog2, wires >> kLocalLog2, from.threads)};
      break;
    case StreamLaunchKind::kBuild:
      made.name = "keys to nodes";
      made.does = "Thread i makes the node of wire i";
      made.role = LaunchRole::kMoves;
      made.shares = {a_thread_each("wire", 1, wires, from.threads)};
      break;
    case StreamLaunchKind::kPhases:
      made.does = "Thread i runs one phase of instance i: two node streams in, one range out";
      made.who = LaunchThreads::kInstance;
      made.first_stage = from.step.first_stage;
      made.name = from.step.first_stage == from.step.last_stage
                      ? fmt::format("merge 2^{}, stage {}, phase {}", from.merge,
                                    from.step.first_stage, from.step.phase(from.step.first_stage))
                      : fmt::format("merge 2^{}, stages {} to {}", from.merge,
                                    from.step.first_stage, from.step.last_stage);
      for (std::uint32_t stage = from.step.first_stage, block = 0; stage <= from.step.last_stage;
           ++stage) {
        const std::uint32_t phase = from.step.phase(stage);
        made.layers.push_back({from.first_layer + phase_layer(from.merge, stage, phase), 1});
        const std::uint32_t instances = stream_instances(n_log2, from.merge, stage);
        LaunchShare share = a_thread_each("instance", wires / instances, instances, kPhaseThreads);
        share.first_block = block;
        made.shares.push_back(share);
        block += ceil_div(instances, kPhaseThreads);
      }
      break;
    case StreamLaunchKind::kFinish:
      made.name = fmt::format("merge 2^{}, runs of 16", from.merge);
      made.does = "Thread i merges 16 neighbouring keys in registers";
      made.layers = {{from.first_layer, kFinishLog2}};
      made.block_syncs = 1;
      made.shared_bytes = from.threads * ((1U << kFinishLog2) + 1) * (key_bits / 8 + 4);
      made.shares = {
          a_thread_each("run of 16", 1U << kFinishLog2, wires >> kFinishLog2, from.threads)};
      break;
  }
  return made;
}

// --- intervals ---

constexpr std::string_view kWarpOfATile =
    "A warp has a tile in registers, 32 keys a thread, and runs five layers before they change "
    "places";
constexpr std::string_view kWarpOfAMerge =
    "A warp gathers its tile and runs its layers in registers; further blocks write splits";
constexpr std::string_view kBlockOfAChunk =
    "A block has a chunk in shared memory; thread i of it has comparator i";
constexpr std::string_view kBlockOfAMerge =
    "A block gathers its chunk, writes its splits, and runs the layers of its tiles";

SortLaunches interval_launches(const Network& network, std::string_view kernel,
                               const LaunchSizes& sizes) {
  SortLaunches made{kernel, false, {}};
  if (network.depth() == 0) return made;
  const std::uint32_t wires_log2 = floor_log2(network.wires());
  const std::uint32_t tile_log2 = interval_tile_log2(wires_log2);
  const std::uint32_t chunk = std::min(network.wires(), 1U << kIntervalChunkLog2);
  const std::uint32_t all_tiles = network.wires() >> tile_log2;
  const bool in_warps = interval_tiles_in_warps(sizes.key_bits, tile_log2);
  for (const IntervalLaunch& launch : plan_intervals(sizes.key_bits, wires_log2)) {
    const std::uint32_t first_wire = launch.first_tile << tile_log2;
    const std::uint32_t wires = launch.tiles << tile_log2;
    const std::string part =
        launch.tiles == all_tiles
            ? std::string()
            : fmt::format(", part {} of {}", launch.first_tile / launch.tiles + 1,
                          all_tiles / launch.tiles);
    SortLaunch one;
    if (launch.work == IntervalWork::kSearch) {
      one.name = fmt::format("merge 2^{}: search{}", launch.merge, part);
      one.does = "16 threads look up together how many keys of the rising run come before a tile";
      one.role = LaunchRole::kPrepares;
      one.blocks = interval_search_blocks(launch.tiles);
      one.threads = kIntervalSearchThreads;
      LaunchShare searched = a_block_each("tile", 1U << tile_log2, launch.tiles);
      searched.first_wire = first_wire;
      searched.units_a_block = kIntervalSearchThreads / kIntervalSearchLanes;
      one.shares = {searched};
      made.launches.push_back(std::move(one));
      continue;
    }
    const bool sorts = launch.work == IntervalWork::kTiles;
    one.name = sorts ? fmt::format("tiles of 2^{} sorted{}", tile_log2, part)
                     : fmt::format("merge 2^{}{}", launch.merge, part);
    one.layers = {{launch.first_layer(), launch.layers()}};
    LaunchShare chunks = a_block_each("chunk", chunk, wires / chunk);
    chunks.first_wire = first_wire;
    one.shares = {chunks};
    one.blocks = wires / chunk;
    if (in_warps) {
      one.threads = kIntervalWarp;
      one.shared_bytes = fast_shared_bytes(tile_log2, sizes.key_bits / 8 + 4);
      one.does = sorts ? kWarpOfATile : kWarpOfAMerge;
      if (!sorts) one.blocks += ceil_div(launch.tiles, kIntervalWarp);
    } else {
      one.threads = interval_chunk_threads(wires_log2);
      one.shared_bytes = chunk * (sizes.key_bits / 8 + 4);
      one.does = sorts ? kBlockOfAChunk : kBlockOfAMerge;
      if (sorts) one.who = LaunchThreads::kComparator;
      one.block_syncs = 1 + (sorts ? launch.layers() : tile_log2);
    }
    made.launches.push_back(std::move(one));
  }
  return made;
}

// --- separators ---

// Barriers of a stage in a tile's block that has so many of its halvers.
std::uint32_t stage_syncs(const AksStage& stage, std::uint32_t halvers, std::uint32_t threads) {
  if (stage.work == AksWork::kCyclic) {
    const std::uint32_t runs = ceil_div(stage.half, kAksRun);
    return ceil_div(halvers, std::max(threads / runs, 1U)) * runs + 1;
  }
  const bool hashed = stage.work == AksWork::kMatching || stage.work == AksWork::kShuffle;
  const std::uint32_t at_once = std::max(kAksMatchingKeys / std::max(halvers, 1U), 1U);
  return stage.depth + (hashed ? ceil_div(stage.depth, at_once) : 0);
}

SortLaunch of_tiles(const AksPlan& plan, const AksTiles& tiles, std::uint32_t t, bool sorters,
                    std::uint32_t key_bytes) {
  SortLaunch made;
  made.blocks = tiles.blocks;
  made.threads = tiles.threads;
  made.shared_bytes = aks_shared_bytes(tiles, key_bytes);
  made.name = sorters ? "blocks of 64 sorted" : fmt::format("t = {}: separators", t);
  bool moves = false;
  for (std::uint32_t i = 0; i < tiles.level_count; ++i) {
    const AksTileLevel& level = tiles.levels[i];
    moves = moves || level.moves != 0;
    LaunchShare share;
    share.unit = sorters             ? "block of wires"
                 : level.halves != 0 ? "half of a separator"
                                     : "separator";
    share.first_wire = level.base;
    share.unit_wires = level.unit_wires;
    share.units = level.units;
    share.first_block = level.first_block;
    share.units_a_block = level.per_block;
    made.shares.push_back(share);
    std::uint32_t syncs = 1;
    for (std::uint32_t s = 0; s < level.stage_count; ++s) {
      const AksStage& stage = plan.stages[level.first_stage + s].stage;
      const std::uint32_t sides = level.halves != 0 ? 1 : stage.sides;
      syncs += stage_syncs(stage, std::min(level.per_block, level.units) * sides, tiles.threads);
    }
    if (level.stage_count > 0) {
      const auto depth = [&](std::uint32_t sum, const AksDeviceStage& one) {
        return sum + one.stage.depth;
      };
      const auto first = plan.stages.begin() + level.first_stage;
      made.layers.push_back(
          {first->stage.first_layer, std::accumulate(first, first + level.stage_count, 0U, depth)});
    }
    made.block_syncs = std::max(made.block_syncs, syncs);
  }
  made.does = moves ? "A block has whole separators in shared memory, all their layers; keys leave "
                      "to their spots of the next t"
                    : "A block has its pieces in shared memory, all their layers";
  return made;
}

SortLaunch of_aks(const AksPlan& plan, const AksLaunch& from, std::uint32_t t, bool sorters,
                  std::uint32_t key_bytes) {
  if (from.kind == AksLaunchKind::kTiles) {
    return of_tiles(plan, plan.tiles[from.tiles], t, sorters, key_bytes);
  }
  SortLaunch made;
  made.threads = kAksLayerThreads;
  const auto blocks_for = [](std::uint32_t work) { return ceil_div(work, kAksLayerThreads); };
  if (from.kind == AksLaunchKind::kMove) {
    made.name = fmt::format("t = {}: wires move", t);
    made.does = "Thread i takes the key of wire i of the level to its spot of the next t";
    made.role = LaunchRole::kMoves;
    made.blocks = blocks_for(from.wires);
    LaunchShare share = a_thread_each("wire", 1, from.wires, kAksLayerThreads);
    share.first_wire = from.base;
    made.shares = {share};
    return made;
  }
  const AksStage& stage = plan.stages[from.stage].stage;
  LaunchShare share = a_block_each("separator", stage.a, stage.nodes);
  share.first_wire = stage.base;
  switch (from.kind) {
    case AksLaunchKind::kKeys:
      made.name = fmt::format("t = {}, level {}: keys of matchings", t, stage.level);
      made.does = "Thread i makes the key of one matching of one halver";
      made.role = LaunchRole::kPrepares;
      made.blocks = blocks_for(stage.nodes * stage.sides * stage.depth);
      return made;
    case AksLaunchKind::kSectors:
      made.name = fmt::format("t = {}, level {}: matching {}", t, stage.level, from.matching + 1);
      made.does = "A thread has 4 wires of a sector of 32 bytes, and their partners";
      made.blocks = blocks_for(stage.half >> kSectorLanesLog2) * from.halvers;
      break;
    default:
      made.name = fmt::format("t = {}, level {}: matching {}", t, stage.level, from.matching + 1);
      made.does = "Thread i has comparator i of the layer";
      made.who = LaunchThreads::kComparator;
      made.blocks = blocks_for(stage.count());
      break;
  }
  share.units_a_block = ceil_div(stage.nodes, made.blocks);
  made.layers = {{stage.first_layer + from.matching, 1}};
  made.shares = {share};
  return made;
}

SortLaunches aks_launches(const Network& network, std::string_view kernel,
                          const LaunchSizes& sizes) {
  std::vector<std::uint64_t> first_words;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    first_words.push_back(network.first_word(layer));
  }
  const std::uint32_t key_bytes = sizes.key_bits / 8 + 4;
  // Of recorded keys, which carry places.
  const AksPlan plan = plan_aks(*network.aks(), first_words,
                                {.key_bytes = key_bytes,
                                 .most_threads = 512,
                                 .shared_bytes = sizes.shared_bytes,
                                 .multiprocessors = sizes.multiprocessors});
  SortLaunches made{kernel, false, {}};
  const auto steps = static_cast<std::uint32_t>(plan.first_launch.size()) - 1;
  for (std::uint32_t t = 0; t < steps; ++t) {
    for (std::uint32_t i = plan.first_launch[t]; i < plan.first_launch[t + 1]; ++i) {
      made.launches.push_back(of_aks(plan, plan.launches[i], t, t + 1 == steps, key_bytes));
    }
  }
  return made;
}

}  // namespace

std::uint32_t SortLaunches::block_syncs() const {
  return std::accumulate(
      launches.begin(), launches.end(), 0U,
      [](std::uint32_t sum, const SortLaunch& launch) { return sum + launch.block_syncs; });
}

std::size_t SortLaunches::launch_of(std::uint32_t layer) const {
  const auto found = std::ranges::find_if(launches, [&](const SortLaunch& launch) {
    return std::ranges::any_of(launch.layers, [&](const LayerRange& range) {
      return layer >= range.first && layer < range.first + range.count;
    });
  });
  return static_cast<std::size_t>(found - launches.begin());
}

std::vector<std::string_view> launch_kernels(const Algorithm& algorithm) {
  std::vector<std::string_view> ids;
  if (algorithm.family == Family::kNetwork || algorithm.family == Family::kListed) return ids;
  for (const CudaKernel& row : cuda_kernel_table()) {
    if (runs(row.kernel, algorithm)) ids.push_back(row.kernel.id);
  }
  return ids;
}

Result<SortLaunches> plan_sort_launches(const Algorithm& algorithm, const Network& network,
                                        std::string_view kernel, const LaunchSizes& sizes) {
  const auto found = find_cuda_kernel(kernel);
  if (!found) return found.error();
  const auto kernels = launch_kernels(algorithm);
  if (std::ranges::find(kernels, kernel) == kernels.end()) {
    return Error{
        ErrorCode::kBadUsage,
        fmt::format("kernel \"{}\" does not run \"{}\".", kernel, algorithm.id),
        kernels.empty() ? "" : fmt::format("Choose one of: {}.", fmt::join(kernels, ", "))};
  }
  const std::string_view id = (*found)->kernel.id;
  switch (algorithm.family) {
    case Family::kTree:
      return tree_launches(network, id, sizes);
    case Family::kStreams: {
      SortLaunches made{id, false, {}};
      for (const StreamLaunch& launch : plan_streams(network, id == "streams-overlapped")) {
        made.launches.push_back(of_stream(network, launch, sizes.key_bits));
      }
      return made;
    }
    case Family::kIntervals:
      return interval_launches(network, id, sizes);
    default:
      return aks_launches(network, id, sizes);
  }
}

LaunchPlace place_of(const SortLaunch& launch, const Network& network, std::uint32_t layer,
                     std::uint32_t index) {
  const auto flat = [&](std::uint32_t thread, std::uint32_t first_block) -> LaunchPlace {
    return {first_block + thread / launch.threads, thread % launch.threads, true};
  };
  if (launch.who == LaunchThreads::kComparator) return flat(index, 0);
  if (launch.who == LaunchThreads::kUnknown || !network.in_trees(layer)) {
    // The block whose wires they are.
    std::uint32_t wire = 0;
    if (network.aks() != nullptr) {
      wire = network.aks()->spots(layer, index).low;
    } else if (network.in_trees(layer)) {
      wire = network.task(layer, index).base();
    } else if (network.has_splits(layer)) {
      wire = 0;
    } else {
      wire = wires_of(network.form(layer), network.wires(), index).lower;
    }
    for (const LaunchShare& share : launch.shares) {
      if (wire < share.first_wire || wire >= share.end_wire()) continue;
      const std::uint32_t unit = (wire - share.first_wire) / share.unit_wires;
      if (!share.unit_a_thread) return {share.block_of(unit), 0, false};
      return flat(unit, share.first_block);
    }
    return {};
  }
  const TreeTask task = network.task(layer, index);
  if (launch.who == LaunchThreads::kInstance) {
    const std::uint32_t stage = task.stage - launch.first_stage;
    const std::uint32_t first = stage < launch.shares.size() ? launch.shares[stage].first_block : 0;
    return flat(task.instance_of_all(), first);
  }
  const LaunchShare& share = launch.shares.front();
  const std::uint32_t block = task.base() / share.unit_wires;
  if (launch.who == LaunchThreads::kCrown) {
    const std::uint32_t stage = task.stage - launch.first_stage;
    if (stage >= launch.stages) return {block, 0, false};
    const std::uint32_t in_block = task.instance_of_all() & ((1U << stage) - 1);
    return {block, (1U << stage) + in_block, true};
  }
  // Warps take words of 32 slots in turn, from the word of the step's first slot on.
  const std::uint32_t above = floor_log2(share.unit_wires) - task.merge;
  const std::uint32_t slot =
      (1U << (above + task.stage)) + (task.instance_of_all() & ((1U << (above + task.stage)) - 1));
  const std::uint32_t first = launch.overlapped
                                  ? overlapped_slots(above, task.merge, task.merge, task.time).first
                                  : 1U << (above + task.stage);
  const std::uint32_t word = (slot / kWarp - first / kWarp) % (launch.threads / kWarp);
  return {block, word * kWarp + slot % kWarp, true};
}

}  // namespace sortscope
