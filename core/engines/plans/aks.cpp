// aks.cpp: the AKS network divided into launches: what fits into shared memory runs there.
#include "core/engines/plans/aks.h"

#include <algorithm>
#include <span>

namespace sortscope {

namespace {

// Keys of a block and of a thread, where there are enough.
constexpr std::uint32_t kBlockKeys = 4096;
constexpr std::uint32_t kThreadKeys = 16;
constexpr std::uint32_t kLeastThreads = 64;
// Separators that take their matchings one after the other while the others wait: what the L2 cache
// of a large GPU keeps.
constexpr std::uint64_t kCacheBytes = std::uint64_t{34} << 20;
// Both sides of each need a matching's key.
constexpr std::uint32_t kMostUnits = kAksMatchingKeys / 2;

std::uint32_t round_up(std::uint32_t value, std::uint32_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Wires of a merge-split, the largest of what runs in shared memory alone.
constexpr std::uint32_t kSplitWires = 128;

// Bytes of shared memory of a block of so many wires: they, and the area of its threads.
std::uint64_t bytes_of(std::uint32_t wires, const AksLimits& limits) {
  const std::uint32_t threads =
      std::min(limits.most_threads, std::max(kLeastThreads, round_up(wires / kThreadKeys, 32)));
  return std::uint64_t{wires + kAksRun * threads} * limits.key_bytes;
}

// Stages of one level at one step: indices in AksNetwork::stages().
struct LevelStages {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

class Planner {
 public:
  Planner(const AksNetwork& aks, const std::vector<std::uint64_t>& first_words,
          const AksLimits& limits)
      : aks_(aks), first_words_(first_words), limits_(limits) {}

  AksPlan take() {
    const std::uint32_t steps = aks_steps(aks_.d());
    for (std::uint32_t t = 0; t < steps; ++t) {
      plan_.first_launch.push_back(static_cast<std::uint32_t>(plan_.launches.size()));
      add_step(t);
    }
    plan_.first_launch.push_back(static_cast<std::uint32_t>(plan_.launches.size()));
    add_blocks(steps);
    plan_.first_launch.push_back(static_cast<std::uint32_t>(plan_.launches.size()));
    add_repair(0);
    add_repair(1);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] bool fits(std::uint32_t wires) const {
    return bytes_of(wires, limits_) <= limits_.shared_bytes;
  }
  [[nodiscard]] bool runs_in_tile(const AksStage& stage) const {
    if (stage.work == AksWork::kMatching) return !aks_is_stored(aks_, stage);
    if (stage.work == AksWork::kCyclic) {
      return (stage.half + kAksRun - 1) / kAksRun <= limits_.most_threads;
    }
    return true;
  }

  std::uint32_t add_stage(const AksStage& stage) {
    AksDeviceStage made;
    made.stage = stage;
    if (stage.work == AksWork::kSorter) made.form = sorter_form(stage.wires, stage.pass);
    made.first_word = first_words_[stage.first_layer];
    made.layer_words = (stage.count() + 31) / 32;
    plan_.stages.push_back(made);
    return static_cast<std::uint32_t>(plan_.stages.size()) - 1;
  }

  void add_step(std::uint32_t t) {
    const AksStep& now = aks_.steps()[t];
    const AksStep& next = aks_.steps()[t + 1];
    auto [first, last] = aks_.stages_of(t);
    std::vector<AksTileLevel> moving;
    std::uint64_t comparators = 0;
    for (std::uint32_t i = 0; i < now.level_count; ++i) {
      const AksLevel& level = now.levels[i];
      LevelStages stages{first, first};
      while (stages.last < last && aks_.stages()[stages.last].level == level.level) ++stages.last;
      first = stages.last;
      add_level(level, stages, aks_move_to(next, level), moving, comparators);
    }
    if (!moving.empty()) add_tiles(moving, comparators);
  }

  // Launches of one level's separators. What ends in shared memory is left in `moving`, to be
  // launched with the other levels.
  void add_level(const AksLevel& level, const LevelStages& stages, const AksMoveTo& to,
                 std::vector<AksTileLevel>& moving, std::uint64_t& comparators) {
    const std::span<const AksStage> all(aks_.stages());
    for (std::uint32_t s = stages.first; s < stages.last;) {
      const AksStage& stage = all[s];
      const bool whole = fits(level.a);
      const auto in_tile = [&](const AksStage& other) {
        return runs_in_tile(other) && (whole || (other.sides == 2 && fits(level.a / 2)));
      };
      if (!in_tile(stage)) {
        std::uint32_t last = s;
        while (last < stages.last && by_sectors(all[last]) && !in_tile(all[last])) ++last;
        if (last > s) {
          add_sectors(all.subspan(s, last - s));
          s = last;
        } else {
          add_layers(stage);
          ++s;
        }
        continue;
      }
      AksTileLevel tile;
      tile.halves = whole ? 0 : 1;
      tile.unit_wires = whole ? level.a : level.a / 2;
      tile.units = whole ? level.nodes() : 2 * level.nodes();
      tile.a = level.a;
      tile.base = level.base;
      tile.first_stage = static_cast<std::uint32_t>(plan_.stages.size());
      std::uint64_t count = 0;
      for (; s < stages.last && in_tile(all[s]); ++s) {
        add_stage(all[s]);
        count += std::uint64_t{all[s].depth} * all[s].count();
      }
      tile.stage_count = static_cast<std::uint32_t>(plan_.stages.size()) - tile.first_stage;
      if (s < stages.last) {
        add_tiles({&tile, 1}, count);
        continue;
      }
      tile.moves = 1;
      tile.to = to;
      moving.push_back(tile);
      comparators += count;
      return;
    }
    AksLaunch move;
    move.kind = AksLaunchKind::kMove;
    move.base = level.base;
    move.wires = level.a << level.level;
    move.to = to;
    plan_.launches.push_back(move);
  }

  [[nodiscard]] bool by_sectors(const AksStage& stage) const {
    return stage.work == AksWork::kMatching && !aks_is_stored(aks_, stage) &&
           aks_has_sectors(stage);
  }

  // Consecutive stages of a level. As many separators at a time as stay in the cache.
  void add_sectors(std::span<const AksStage> stages) {
    const auto first = static_cast<std::uint32_t>(plan_.stages.size());
    std::uint32_t keys = 0;
    for (const AksStage& stage : stages) {
      AksLaunch launch;
      launch.kind = AksLaunchKind::kKeys;
      launch.stage = add_stage(stage);
      plan_.stages.back().first_key = keys;
      keys += stage.depth * stage.nodes * stage.sides;
      plan_.launches.push_back(launch);
    }
    plan_.most_keys = std::max(plan_.most_keys, keys);
    const std::uint32_t nodes = stages.front().nodes;
    const std::uint64_t node_bytes = std::uint64_t{stages.front().a} * limits_.key_bytes;
    const auto fit =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(kCacheBytes / node_bytes, 1, nodes));
    const std::uint32_t groups = (nodes + fit - 1) / fit;
    const std::uint32_t at_once = (nodes + groups - 1) / groups;
    for (std::uint32_t node = 0; node < nodes; node += at_once) {
      for (std::uint32_t s = 0; s < stages.size(); ++s) {
        const AksStage& stage = stages[s];
        AksLaunch launch;
        launch.kind = AksLaunchKind::kSectors;
        launch.stage = first + s;
        launch.first_halver = node * stage.sides;
        launch.halvers = std::min(at_once, nodes - node) * stage.sides;
        launch.comparators = std::uint64_t{launch.halvers} * stage.per_side;
        for (launch.matching = 0; launch.matching < stage.depth; ++launch.matching) {
          plan_.launches.push_back(launch);
        }
      }
    }
  }

  void add_layers(const AksStage& stage) {
    AksLaunch launch;
    launch.stage = add_stage(stage);
    launch.kind = AksLaunchKind::kLayer;
    launch.comparators = stage.count();
    for (launch.matching = 0; launch.matching < stage.depth; ++launch.matching) {
      plan_.launches.push_back(launch);
    }
  }

  std::uint32_t make_tiles(std::span<const AksTileLevel> levels) {
    AksTiles tiles;
    std::uint32_t threads = kLeastThreads;
    bool columns = false;
    for (AksTileLevel level : levels) {
      level.per_block = std::clamp(kBlockKeys / level.unit_wires, 1U, kMostUnits);
      level.per_block = std::clamp(level.units / limits_.multiprocessors, 1U, level.per_block);
      while (level.per_block > 1 && !fits(level.per_block * level.unit_wires)) --level.per_block;
      level.first_block = tiles.blocks;
      tiles.blocks += (level.units + level.per_block - 1) / level.per_block;
      threads = std::max(threads, level.per_block * level.unit_wires / kThreadKeys);
      for (std::uint32_t s = 0; s < level.stage_count; ++s) {
        const AksStage& stage = plan_.stages[level.first_stage + s].stage;
        if (stage.work != AksWork::kCyclic) continue;
        columns = true;
        threads = std::max(threads, (stage.half + kAksRun - 1) / kAksRun);
      }
      tiles.levels[tiles.level_count++] = level;
    }
    tiles.threads = std::min(round_up(threads, 32), limits_.most_threads);
    tiles.column_keys = columns ? kAksRun * tiles.threads : 0;
    plan_.tiles.push_back(tiles);
    return static_cast<std::uint32_t>(plan_.tiles.size()) - 1;
  }

  void add_tiles(std::span<const AksTileLevel> levels, std::uint64_t comparators) {
    AksLaunch launch;
    launch.kind = AksLaunchKind::kTiles;
    launch.tiles = make_tiles(levels);
    launch.comparators = comparators;
    plan_.launches.push_back(launch);
  }

  // A stage a layer of `stage`, whose layers are those of a sorter from `pass` on.
  AksTileLevel layers_of(AksStage stage, std::uint32_t pass, std::uint64_t first_word) {
    AksTileLevel tile;
    tile.units = stage.nodes;
    tile.unit_wires = stage.a;
    tile.a = stage.a;
    tile.base = stage.base;
    tile.first_stage = static_cast<std::uint32_t>(plan_.stages.size());
    tile.stage_count = stage.depth;
    stage.work = AksWork::kSorter;
    stage.depth = 1;
    for (std::uint32_t layer = 0; layer < tile.stage_count; ++layer) {
      AksDeviceStage made;
      made.stage = stage;
      made.form = sorter_form(stage.wires, pass + layer);
      made.layer_words = (stage.count() + 31) / 32;
      made.first_word = first_word + std::uint64_t{layer} * made.layer_words;
      plan_.stages.push_back(made);
    }
    return tile;
  }

  void add_blocks(std::uint32_t steps) {
    const AksStage& stage = aks_.stages()[aks_.stages_of(steps).first];
    const AksTileLevel tile = layers_of(stage, 0, first_words_[stage.first_layer]);
    add_tiles({&tile, 1}, std::uint64_t{stage.depth} * stage.count());
  }

  // A merge-split of two blocks is the last level of a sorter of their wires.
  void add_repair(std::uint32_t odd) {
    const auto repaired = aks_.with_repair(odd + 1);
    const std::uint32_t first_round = repaired->stages_of(aks_steps(aks_.d())).first + 1;
    const AksStage& stage = repaired->stages()[first_round + odd];
    const std::uint32_t pass = sorter_depth(stage.wires) - stage.depth;
    const AksTileLevel tile = layers_of(stage, pass, 0);
    plan_.repair[odd] = make_tiles({&tile, 1});
    plan_.repair_words[odd] = stage.depth * ((stage.count() + 31) / 32);
  }

  const AksNetwork& aks_;
  const std::vector<std::uint64_t>& first_words_;
  const AksLimits& limits_;
  AksPlan plan_;
};

}  // namespace

AksMoveTo aks_move_to(const AksStep& next, const AksLevel& level) {
  AksMoveTo to;
  to.a = level.a;
  to.up = level.up;
  if (level.up > 0) {
    const AksLevel& parent = aks_find_level(next, level.level - 1);
    to.parent_base = parent.base;
    to.parent_a = parent.a;
  }
  if (level.down > 0) {
    const AksLevel& child = aks_find_level(next, level.level + 1);
    to.child_base = child.base;
    to.child_a = child.a;
    to.received = (child.a - level.down) / 2;
  }
  return to;
}

bool aks_is_stored(const AksNetwork& aks, const AksStage& stage) {
  return stage.work == AksWork::kMatching && aks.parameters().matching != MatchingKind::kHash;
}

bool aks_has_sectors(const AksStage& stage) {
  constexpr std::uint32_t kSector = 1U << kSectorLanesLog2;
  return stage.half >= kLeastSectorHalf && stage.half % kSector == 0 && stage.a % kSector == 0 &&
         stage.base % kSector == 0 && stage.keep % kSector == 0;
}

AksPlan plan_aks(const AksNetwork& aks, const std::vector<std::uint64_t>& first_words,
                 const AksLimits& limits) {
  return Planner(aks, first_words, limits).take();
}

std::uint32_t aks_least_shared(const AksLimits& limits) {
  return static_cast<std::uint32_t>(bytes_of(kSplitWires, limits));
}

std::uint32_t aks_shared_bytes(const AksTiles& tiles, std::uint32_t key_bytes) {
  std::uint32_t wires = 0;
  for (std::uint32_t i = 0; i < tiles.level_count; ++i) {
    wires = std::max(wires, tiles.levels[i].per_block * tiles.levels[i].unit_wires);
  }
  return (wires + tiles.column_keys) * key_bytes;
}

}  // namespace sortscope
