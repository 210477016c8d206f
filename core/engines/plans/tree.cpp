// tree.cpp: the launches of adaptive bitonic sorting.
#include "core/engines/plans/tree.h"

#include <algorithm>
#include <span>

namespace sortscope {

namespace {

constexpr std::uint32_t kWarpThreads = 32;
constexpr std::uint32_t kFlatThreads = 256;  // of a block where threads are independent
// From here on several tiles share a multiprocessor of a large GPU, and smaller blocks are better:
// 2^20 keys on an H200 0.344 ms with 256 threads, 0.376 ms with 512; 2^18 keys 0.203 and 0.192 ms.
constexpr std::uint32_t kManyTiles = 256;

std::uint32_t ceil_div(std::uint32_t a, std::uint32_t b) { return a / b + (a % b != 0 ? 1 : 0); }

class Planner {
 public:
  Planner(const Network& network, bool recorded, const TreeShape& shape)
      : network_(network), recorded_(recorded), m_(floor_log2(network.wires())) {
    plan_.wires_log2 = m_;
    plan_.shape = shape;
    plan_.shape.tile_log2 = std::min({shape.tile_log2, kMostTileLog2, m_});
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      plan_.overlapped |= network.step(layer).first_stage != network.step(layer).last_stage;
    }
  }

  void steps() {
    plant();
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) {
      flat({.kind = TreeLaunchKind::kStep, .first_layer = layer, .layer_count = 1},
           network_.count(layer));
    }
    harvest();
  }

  void levels() {
    const std::uint32_t tile = plan_.shape.tile_log2;
    bool in_nodes = false;
    for (const MergeLevel& level : network_.levels()) {
      const std::uint32_t merge = network_.step(level.first_layer).merge;
      if (merge < tile) continue;  // in the tiles
      if (merge == tile) {
        tiles(level);
      } else {
        if (plan_.launches.empty()) plant();
        in_nodes = !plan_.overlapped;
        plan_.overlapped ? overlapped_level(level, merge) : stages(level, merge);
      }
    }
    if (in_nodes) harvest();
    if (plan_.bits_jobs.empty()) return;
    const std::uint32_t blocks = ceil_div(ceil_div(most_bits_, kWarpThreads), kFlatThreads);
    plan_.launches.push_back(
        {.kind = TreeLaunchKind::kBits, .blocks = blocks, .threads = kFlatThreads});
  }

  TreePlan take() { return std::move(plan_); }

 private:
  void flat(TreeLaunch launch, std::uint32_t work) {
    launch.threads = kFlatThreads;
    launch.blocks = ceil_div(work, kFlatThreads);
    plan_.launches.push_back(launch);
  }
  void plant() {
    flat({.kind = TreeLaunchKind::kPlant}, network_.wires());
    plan_.nodes = plan_.pairs = true;
  }
  void harvest() { flat({.kind = TreeLaunchKind::kHarvest}, network_.wires() / 2); }

  // All levels up to the tile's, which is `level`.
  void tiles(const MergeLevel& level) {
    const std::uint32_t tile = plan_.shape.tile_log2;
    const std::uint32_t first = network_.step(0).merge;
    const std::uint32_t count = network_.wires() >> tile;
    plan_.launches.push_back({.kind = TreeLaunchKind::kTiles,
                              .merge = tile,
                              .first_merge = first,
                              .stages = tile,
                              .layer_count = level.first_layer + level.layer_count,
                              .blocks = count,
                              .threads = tile_threads()});
    plan_.nodes = tile < m_;
    if (!recorded_) return;
    for (std::uint32_t merge = first; merge <= tile; ++merge) {
      const StagedRows staged = staged_rows(merge, 0, merge, tile);
      plan_.tile_level_at[merge] = staged.base;
      plan_.tile_level_words[merge] = staged.block_words;
      plan_.staged_words += count * staged.block_words;
      bits(merge, {&staged, 1});
    }
  }

  void stages(const MergeLevel& level, std::uint32_t merge) {
    plan_.pairs = true;
    std::uint32_t layer = level.first_layer;
    for (std::uint32_t stage = 0; stage < merge; ++stage) {
      flat({.kind = TreeLaunchKind::kStage,
            .merge = merge,
            .first_stage = stage,
            .stages = 1,
            .first_layer = layer,
            .layer_count = merge - stage},
           network_.wires() >> (merge - stage));
      layer += merge - stage;
    }
  }

  void overlapped_level(const MergeLevel& level, std::uint32_t merge) {
    plan_.nodes = plan_.next_nodes = plan_.pairs = true;
    const std::uint32_t crowns = merge - plan_.shape.tile_log2;
    std::vector<StagedRows> ranges;
    for (std::uint32_t stage = 0; stage < merge;) {
      const bool crown = stage < crowns;
      const std::uint32_t count =
          crown ? std::min(plan_.shape.crown_stages, crowns - stage) : merge - stage;
      const std::uint32_t size_log2 = merge - stage;
      const std::uint32_t blocks = network_.wires() >> size_log2;
      plan_.launches.push_back(
          {.kind = crown ? TreeLaunchKind::kCrown : TreeLaunchKind::kTwigs,
           .merge = merge,
           .first_stage = stage,
           .stages = count,
           .first_layer = level.first_layer,
           .layer_count = level.layer_count,
           .blocks = blocks,
           .threads = crown ? std::max(std::uint32_t{1} << count, kWarpThreads) : tile_threads(),
           .staged = plan_.staged_words});
      if (recorded_) {
        ranges.push_back(staged_rows(size_log2, stage, count, size_log2));
        plan_.launches.back().staged_words = ranges.back().block_words;
        plan_.staged_words += blocks * ranges.back().block_words;
      }
      stage += count;
    }
    if (recorded_) bits(merge, ranges);
  }

  [[nodiscard]] std::uint32_t tile_threads() const {
    const std::uint32_t half = std::uint32_t{1} << plan_.shape.tile_log2 >> 1;
    const bool few = network_.wires() >> plan_.shape.tile_log2 < kManyTiles;
    const std::uint32_t threads =
        plan_.shape.tile_threads != 0 ? plan_.shape.tile_threads : (few ? 512U : 256U);
    return std::clamp(half, kWarpThreads, threads);
  }

  // Of subtrees of 2^size_log2 keys, in which merges of 2^merge keys run `stages` stages.
  [[nodiscard]] StagedRows staged_rows(std::uint32_t merge, std::uint32_t first_stage,
                                       std::uint32_t stages, std::uint32_t size_log2) const {
    StagedRows staged{size_log2, first_stage, stages, plan_.staged_words, 0, {}};
    const std::uint32_t above = size_log2 - merge;
    const std::uint32_t steps =
        plan_.overlapped ? overlapped_steps(merge, stages) : merge * (merge + 1) / 2;
    for (std::uint32_t time = 0; time < steps; ++time) {
      const std::uint32_t stage = step_at(merge, time, plan_.overlapped).first_stage;
      const SlotRange slots = plan_.overlapped ? overlapped_slots(above, merge, stages, time)
                                               : SlotRange{std::uint32_t{1} << (above + stage),
                                                           std::uint32_t{2} << (above + stage)};
      staged.row[time] = staged.block_words - slots.first / 32;
      staged.block_words += slots.words();
    }
    return staged;
  }

  void bits(std::uint32_t merge, std::span<const StagedRows> ranges) {
    const auto level = std::find_if(
        network_.levels().begin(), network_.levels().end(),
        [&](const MergeLevel& at) { return network_.step(at.first_layer).merge == merge; });
    BitsJob job;
    job.wires_log2 = m_;
    job.merge = merge;
    job.overlapped = plan_.overlapped;
    job.layers = level->layer_count;
    for (std::uint32_t i = 0; i < job.layers; ++i) {
      const std::uint32_t layer = level->first_layer + i;
      job.first_word[i] = static_cast<std::uint32_t>(network_.first_word(layer));
      most_bits_ = std::max(most_bits_, network_.count(layer));
    }
    job.ranges = static_cast<std::uint32_t>(ranges.size());
    std::copy(ranges.begin(), ranges.end(), job.range);
    plan_.bits_layers = std::max(plan_.bits_layers, job.layers);
    plan_.bits_jobs.push_back(job);
  }

  const Network& network_;
  bool recorded_;
  std::uint32_t m_;
  std::uint32_t most_bits_ = 0;  // of a layer that kBits writes
  TreePlan plan_;
};

}  // namespace

TreePlan plan_tree(const Network& network, bool by_steps, bool recorded, const TreeShape& shape) {
  Planner planner(network, recorded, shape);
  if (network.depth() == 0) return planner.take();
  by_steps ? planner.steps() : planner.levels();
  return planner.take();
}

}  // namespace sortscope
