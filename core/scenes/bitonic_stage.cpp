// bitonic_stage.cpp: which stage, its keys before and after, theorems 2 and 3.
#include "core/scenes/bitonic_stage.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <utility>

#include "core/networks/trees/abisort_addresses.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

// The layer's sequences are bitonic: its network merges bitonically.
bool merges_bitonically(const Recording& recording, std::uint32_t layer) {
  const Algorithm& algorithm = *recording.algorithm;
  // GPU-ABiSort begins with Batcher's other network.
  if (algorithm.family == Family::kStreams) {
    return recording.network.label(layer).level >= kFinishLog2;
  }
  return algorithm.xor_schedule || !fixed_schedule(algorithm.family);
}

// A half-cleaner of every block of 2 * distance wires, none left out.
bool is_half_cleaner(const Network& network, std::uint32_t layer) {
  const LayerForm& form = network.form(layer);
  const std::uint32_t distance = form.distance;
  return form.mirror == 0 && form.block_count == 0 && form.start == 0 &&
         std::has_single_bit(distance) && form.chunk_log2 == floor_log2(distance) &&
         form.count == network.wires() / 2;
}

// Calls `use` with each comparison of the stage: layer, index.
template <typename Use>
void each_comparison(const Recording& recording, const StageId& stage, Use use) {
  const Network& network = recording.network;
  for (std::uint32_t i = 0; i < stage.layers; ++i) {
    const std::uint32_t layer = stage.first_layer + i;
    if (!network.in_trees(layer)) {
      for (std::uint32_t index = 0; index < network.count(layer); ++index) use(layer, index);
      continue;
    }
    const TreeStep& step = network.step(layer);
    const std::uint32_t instances = network.wires() >> stage.size_log2();
    for (std::uint32_t number = 0; number < instances; ++number) {
      const StageId id = stage.with_number(number);
      use(layer, index_of(step, id.block, id.stage, id.instance));
    }
  }
}

void run_stage(const Recording& recording, const StageId& stage,
               std::vector<std::uint32_t>& places) {
  each_comparison(recording, stage, [&](std::uint32_t layer, std::uint32_t index) {
    const WireExchange exchange = recording.exchange(layer, index);
    const auto first = places.begin() + exchange.first;
    std::swap_ranges(first, first + exchange.length, first + exchange.distance);
  });
}

StageId first_stage_of_merge(const StageId& stage, std::uint32_t merge_first) {
  return {stage.merge, 0, 0, 0, merge_first, stage.merge};
}

// Sorts positions into a strict order in which the sequence is bitonic where that is possible:
// by level, then by `side` (of L or of U), then the further from the peak the smaller.
std::vector<std::uint32_t> strict_order(std::span<const std::uint32_t> levels,
                                        std::span<const std::uint8_t> side) {
  const auto n = static_cast<std::uint32_t>(levels.size());
  const auto before = [&](std::uint32_t a, std::uint32_t b) {
    return levels[a] != levels[b] ? levels[a] < levels[b] : side[a] < side[b];
  };
  std::vector<std::uint32_t> sorted(n);
  std::iota(sorted.begin(), sorted.end(), 0U);
  const std::uint32_t valley = *std::min_element(sorted.begin(), sorted.end(), before);
  const std::uint32_t peak = *std::max_element(sorted.begin(), sorted.end(), before);
  const std::uint32_t fall = (valley + n - peak) % n;  // from the peak on, forwards
  const auto distance = [&](std::uint32_t i) {
    const std::uint32_t forwards = (i + n - peak) % n;
    return forwards <= fall ? forwards : n - forwards;
  };
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (before(a, b) || before(b, a)) return before(a, b);
    const std::uint32_t da = distance(a);
    const std::uint32_t db = distance(b);
    return da != db ? da > db : a < b;
  });
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t i = 0; i < n; ++i) order[sorted[i]] = i;
  return order;
}

// At most one rise and one fall around the circle, of different keys.
bool is_bitonic(std::span<const std::uint32_t> order) {
  const std::size_t n = order.size();
  std::size_t turns = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const bool rises = order[i] < order[(i + 1) % n];
    const bool rises_next = order[(i + 1) % n] < order[(i + 2) % n];
    turns += rises != rises_next ? 1 : 0;
  }
  return turns <= 2;
}

// Fills in what theorems 2 and 3 say, from the order. False where the comparators that exchange
// are neither the first nor the last ones.
bool cut(BitonicStage& stage) {
  const std::uint32_t half = stage.half();
  const auto exchanges = [&](std::uint32_t i) { return stage.in_upper(i) != stage.descending; };
  std::uint32_t count = 0;
  bool one_of_each = true;
  for (std::uint32_t i = 0; i < half; ++i) {
    count += exchanges(i) ? 1 : 0;
    one_of_each = one_of_each && stage.in_upper(i) != stage.in_upper(i + half);
  }
  stage.second_case = exchanges(half - 1);
  stage.length = stage.second_case ? half - count : count;
  stage.parts = {{{0, stage.length},
                  {stage.length, half - stage.length},
                  {half, stage.length},
                  {half + stage.length, half - stage.length}}};
  stage.q = stage.equation() == 7 ? stage.length : (half + stage.length) % stage.size();
  if (!one_of_each) return false;
  for (std::uint32_t i = 0; i < half; ++i) {
    if (exchanges(i) != ((i < stage.length) != stage.second_case)) return false;
  }
  return true;
}

}  // namespace

std::optional<StageId> stage_of(const Recording& recording, std::uint32_t layer,
                                std::uint32_t index) {
  const Network& network = recording.network;
  if (layer >= network.depth() || index >= network.count(layer)) return std::nullopt;
  if (network.in_trees(layer)) {
    const TreeTask task = network.task(layer, index);
    return StageId{task.merge,    task.stage,         task.block,
                   task.instance, layer - task.phase, task.size_log2()};
  }
  StageId stage{.first_layer = layer};
  if (network.has_splits(layer)) {
    stage.merge = network.step(layer).merge;
    stage.stage = network.step(layer).first_stage;
    return stage.with_number(index);
  }
  if (!merges_bitonically(recording, layer) || !is_half_cleaner(network, layer)) {
    return std::nullopt;
  }
  // The direction is that of the merge's block; the last merge has none.
  const LayerForm& form = network.form(layer);
  stage.merge = floor_log2(form.direction_bit != 0 && form.direction_bit < network.wires()
                               ? form.direction_bit
                               : network.wires());
  const std::uint32_t size_log2 = floor_log2(form.distance) + 1;
  if (size_log2 > stage.merge) return std::nullopt;
  stage.stage = stage.merge - size_log2;
  return stage.with_number(network.comparator(layer, index).lower() >> size_log2);
}

std::optional<StageId> stage_in_view(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const auto layer = layer_in_view(scene);
  if (!layer) return std::nullopt;
  // The comparison at the cursor: the one that runs, else the one that ran last.
  std::uint32_t index = 0;
  if (scene.cursor.layer == *layer && (!scene.whole_layer || scene.cursor.comparator > 0)) {
    const bool runs = scene.fraction > 0;
    index = runs || scene.cursor.comparator == 0 ? scene.cursor.comparator
                                                 : scene.cursor.comparator - 1;
  }
  const auto& selected = scene.selected;
  if (selected.comparator) {
    const ComparatorId id = *selected.comparator;
    if (id.layer == *layer) return stage_of(recording, id.layer, id.index);
  }
  const auto stage = stage_of(recording, *layer, index);
  if (!stage || selected == Selection{}) return stage;
  std::optional<Wire> wire = selected.wire;
  if (selected.place) {
    const auto at = std::find(scene.places.begin(), scene.places.end(), *selected.place);
    if (at != scene.places.end()) wire = static_cast<Wire>(at - scene.places.begin());
  }
  if (selected.comparator && selected.comparator->layer < recording.network.depth() &&
      !recording.network.has_splits(selected.comparator->layer) &&
      selected.comparator->index < recording.network.count(selected.comparator->layer)) {
    const auto [of_layer, of_index] = *selected.comparator;
    wire = recording.network.comparator(of_layer, of_index).lower();
  }
  if (!wire || *wire >= recording.network.wires()) return stage;
  return stage->with_number(*wire >> stage->size_log2());
}

float stage_progress(const Scene& scene, const StageId& stage) {
  const Cursor cursor = scene.cursor;
  if (cursor.layer < stage.first_layer) return 0;
  if (cursor.layer >= stage.first_layer + stage.layers) return 1;
  const auto count = static_cast<float>(scene.recording->network.count(cursor.layer));
  float within = static_cast<float>(cursor.comparator) / count;
  if (scene.fraction > 0) {
    const float whole = scene.whole_layer ? 1 - within : 1 / count;
    within += scene.fraction * whole;
  }
  const auto done = static_cast<float>(cursor.layer - stage.first_layer);
  return std::min((done + within) / static_cast<float>(stage.layers), 1.0F);
}

StageKeys stage_keys(const Scene& scene, const StageId& stage) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  // Overlapped: the stages before are still on their way when this one starts.
  const bool overlapped = network.in_trees(stage.first_layer) &&
                          network.step(stage.first_layer).first_stage != stage.stage;
  const std::uint32_t from = overlapped ? stage.first_layer - 2 * stage.stage : stage.first_layer;
  StageKeys keys;
  if (scene.cursor == Cursor{from, 0}) {
    keys.before.assign(scene.places.begin(), scene.places.end());
  } else if (scene.elsewhere != nullptr) {
    scene.elsewhere->seek({from, 0});
    keys.before.assign(scene.elsewhere->places().begin(), scene.elsewhere->places().end());
  } else {
    Replay replay(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &recording));
    replay.seek({from, 0});
    keys.before.assign(replay.places().begin(), replay.places().end());
  }
  if (overlapped) {
    StageId earlier = first_stage_of_merge(stage, from);
    while (earlier.stage < stage.stage) {
      run_stage(recording, earlier, keys.before);
      ++earlier.stage;
      --earlier.layers;
      earlier.first_layer += 2;
    }
  }
  keys.after = keys.before;
  run_stage(recording, stage, keys.after);
  return keys;
}

BitonicStage split_stage(const Recording& recording, std::span<const std::uint32_t> ranks,
                         const StageId& id, const StageKeys& keys) {
  BitonicStage stage;
  stage.id = id;
  const bool reversed = recording.request.order == Order::kDescending;
  stage.descending = ((id.block & 1) != 0) != reversed;
  const std::uint32_t n = id.size();
  const std::uint32_t half = id.half();
  const auto first = keys.before.begin() + id.base();
  stage.before.assign(first, first + n);
  const auto outcome = keys.after.begin() + id.base();
  stage.lower.assign(outcome, outcome + half);
  stage.upper.assign(outcome + half, outcome + n);
  if (stage.descending) std::swap(stage.lower, stage.upper);

  const auto most = static_cast<std::uint32_t>(ranks.size());
  std::vector<std::uint32_t> levels(n);
  std::vector<std::uint8_t> side(n);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t rank = ranks[stage.before[i]];
    levels[i] = reversed ? most - 1 - rank : rank;
    side[i] = stage.upper[i % half] == stage.before[i] ? 1 : 0;
  }
  // A network leaves equal keys where they are; then the comparators that exchange may have gaps,
  // and the keys' values alone decide.
  stage.order = strict_order(levels, side);
  if (!cut(stage) || !is_bitonic(stage.order)) {
    std::fill(side.begin(), side.end(), std::uint8_t{0});
    stage.order = strict_order(levels, side);
    stage.bitonic = cut(stage) && is_bitonic(stage.order);
  } else {
    stage.bitonic = true;
  }
  return stage;
}

BitonicStage rotated(const BitonicStage& stage, std::uint32_t j) {
  const std::uint32_t n = stage.size();
  const std::uint32_t half = stage.half();
  BitonicStage turned = stage;
  for (std::uint32_t i = 0; i < n; ++i) {
    turned.before[i] = stage.before[(i + j) % n];
    turned.order[i] = stage.order[(i + j) % n];
  }
  for (std::uint32_t i = 0; i < half; ++i) {
    const bool first_is_less = turned.order[i] < turned.order[i + half];
    turned.lower[i] = turned.before[first_is_less ? i : i + half];
    turned.upper[i] = turned.before[first_is_less ? i + half : i];
  }
  turned.bitonic = cut(turned) && stage.bitonic;
  return turned;
}

std::vector<std::uint32_t> plane_cuts(std::span<const std::uint32_t> order, std::uint32_t below) {
  const auto n = static_cast<std::uint32_t>(order.size());
  std::vector<std::uint32_t> cuts;
  if (n == 0) return cuts;
  bool below_before = order[n - 1] < below;
  for (std::uint32_t i = 0; i < n; ++i) {
    const bool is_below = order[i] < below;
    if (is_below != below_before) cuts.push_back(i);
    below_before = is_below;
  }
  return cuts;
}

}  // namespace sortscope
