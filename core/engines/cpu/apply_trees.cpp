// apply_trees.cpp: goes through the instances of bitonic trees depth first, reading outcomes where
// the engine compares keys.
#include "core/engines/cpu/apply_trees.h"

#include <algorithm>
#include <bit>

#include "core/base/pieces.h"

namespace sortscope {

namespace {

// Wires of a tile of blocks: its nodes stay in the second-level cache.
constexpr std::uint32_t kTileLog2 = 13;
// A block is divided among threads from this merge level on, where there are fewer blocks than so
// many.
constexpr std::uint32_t kSharedFrom = 14;
constexpr std::uint32_t kManyBlocks = 16;
// The stages that one thread does first. Instances of the next are dealt out by the 64: those of a
// piece share no word of bits with others in any stage below.
constexpr std::uint32_t kCrownStages = 9;
constexpr std::uint32_t kInstancesAPiece = 64;

/// Where the outcomes of one phase of a stage stand.
struct PhaseBits {
  std::uint32_t layer = 0;
  const std::uint32_t* words = nullptr;
  std::uint32_t a_block = 0;  // comparisons
  std::uint32_t before = 0;   // of the block, in stages before

  [[nodiscard]] bool at(std::uint32_t block, std::uint32_t number) const {
    const std::uint32_t index = block * a_block + before + number;
    return (words[index / 32] >> (index % 32) & 1) != 0;
  }
};

/// The layers of one merge level, by stage and phase.
struct Level {
  std::uint32_t merge = 0;
  std::uint32_t stages = 0;  // as many as run in trees
  std::uint32_t end = 0;     // the layer after its last
  std::vector<PhaseBits> phases;

  [[nodiscard]] const PhaseBits& phase(std::uint32_t stage, std::uint32_t phase) const {
    return phases[stage * merge + phase];
  }
};

// The merge level that `layer` belongs to.
Level level_of(const Network& network, const std::uint32_t* bits, std::uint32_t layer) {
  Level level;
  level.merge = network.step(layer).merge;
  level.phases.resize(std::size_t{level.merge} * level.merge);
  std::uint32_t at = layer - network.step(layer).time;
  for (; at < network.depth() && network.in_trees(at) && network.step(at).merge == level.merge;
       ++at) {
    const TreeStep& step = network.step(at);
    level.stages = std::max(level.stages, step.last_stage + 1);
    for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
      level.phases[stage * level.merge + step.phase(stage)] = {
          at, bits + network.first_word(at), step.tasks_a_block(),
          (std::uint32_t{1} << stage) - (std::uint32_t{1} << step.first_stage)};
    }
  }
  level.end = at;
  return level;
}

std::uint32_t blocks_of(const Network& network, const Level& level) {
  return network.wires() >> level.merge;
}

bool shares_blocks(const Network& network, const Level& level) {
  return level.merge >= kSharedFrom && level.stages > kCrownStages &&
         blocks_of(network, level) < kManyBlocks;
}

/// The layers [first, last) of a level, in a tree that views show.
class TreeWalk {
 public:
  TreeWalk(const Level& level, TreeRule rule, LayerRange range, BitonicTree& tree)
      : level_(level), rule_(rule), range_(range), tree_(tree) {}

  // The instance and those below it, down to stage `end`.
  void run(std::uint32_t block, std::uint32_t stage, std::uint32_t number, std::uint32_t end) {
    TreeTask task{level_.merge, 0, block, stage, number, 0};
    for (; task.phase < level_.merge - stage; ++task.phase) {
      const PhaseBits& phase = level_.phase(stage, task.phase);
      if (phase.layer < range_.first) continue;
      if (phase.layer >= range_.last) break;
      tree_.apply(task, rule_, phase.at(block, number));
    }
    if (stage + 1 >= end || level_.phase(stage + 1, 0).layer >= range_.last) return;
    run(block, stage + 1, 2 * number, end);
    run(block, stage + 1, 2 * number + 1, end);
  }

 private:
  const Level& level_;
  const TreeRule rule_;
  const LayerRange range_;
  BitonicTree& tree_;
};

/// A place and its links, side by side: following keys needs no more of a node.
struct Node {
  std::uint32_t place;
  std::uint32_t child[2];  // left, right
};

/// An instance that waits for a thread.
struct Instance {
  std::uint32_t block, stage, number, root, extra;
};

// Exchanges a and b where `mask` is all ones, without a branch: outcomes cannot be predicted.
void exchange_if(std::uint32_t& a, std::uint32_t& b, std::uint32_t mask) {
  const std::uint32_t difference = (a ^ b) & mask;
  a ^= difference;
  b ^= difference;
}

/// Places in trees, through whole merge levels.
class Follower {
 public:
  Follower(const Network& network, TreeRule rule, std::vector<std::uint32_t>& places)
      : network_(network), two_cases_(rule == TreeRule::kTwoCase), places_(places) {
    nodes_.resize(places.size());
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
      const std::uint32_t reach = (~node & (node + 1)) >> 1;  // 0 in a leaf
      nodes_[node] = {places[node], {node - reach, node + reach}};
    }
  }

  // False where it was cancelled.
  bool run(const std::vector<Level>& levels, Progress* progress) {
    const std::uint32_t wires = network_.wires();
    std::size_t done = 0;
    while (done < levels.size()) {
      if (shares_blocks(network_, levels[done])) {
        if (!run_shared(levels[done], progress)) return false;
        ++done;
        continue;
      }
      // Tiles of blocks go through several levels on their own.
      std::size_t end = done + 1;
      while (end < levels.size() && levels[end].merge <= kTileLog2) ++end;
      const std::uint32_t tile_log2 =
          std::min(std::max(levels[end - 1].merge, kTileLog2),
                   static_cast<std::uint32_t>(std::bit_width(wires)) - 1);
      const bool all = run_pieces(
          wires >> tile_log2,
          [&](std::size_t tile) {
            for (std::size_t l = done; l < end; ++l) {
              const std::uint32_t blocks = 1U << (tile_log2 - levels[l].merge);
              const auto first = static_cast<std::uint32_t>(tile) * blocks;
              for (std::uint32_t b = first; b < first + blocks; ++b) run_block(levels[l], b);
              note(progress, levels[l], blocks);
            }
          },
          progress);
      if (!all) return false;
      done = end;
    }
    return put_in_order(levels.back().merge, progress);
  }

 private:
  void note(Progress* progress, const Level& level, std::uint32_t blocks) const {
    if (progress == nullptr) return;
    progress->advance(blocks * ((std::uint64_t{2} << level.merge) - level.merge - 2));
  }

  void run_block(const Level& level, std::uint32_t block) {
    run_instance(level, first_instance(level, block), level.stages, nullptr);
  }

  static Instance first_instance(const Level& level, std::uint32_t block) {
    return {block, 0, 0, root_of_block(level.merge, block), extra_of_block(level.merge, block)};
  }

  // The first stages of every block, then what is below them in pieces.
  bool run_shared(const Level& level, Progress* progress) {
    const std::uint32_t blocks = blocks_of(network_, level);
    std::vector<Instance> below;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      run_instance(level, first_instance(level, b), kCrownStages, &below);
    }
    const bool all = run_pieces(
        below.size() / kInstancesAPiece,
        [&](std::size_t piece) {
          for (std::size_t i = 0; i < kInstancesAPiece; ++i) {
            run_instance(level, below[piece * kInstancesAPiece + i], level.stages, nullptr);
          }
        },
        progress);
    note(progress, level, blocks);
    return all;
  }

  // The instance and those below it down to stage `end`, which go to `rest` where there are any.
  void run_instance(const Level& level, const Instance& at, std::uint32_t end,
                    std::vector<Instance>* rest) {
    if (at.stage == end) {
      if (rest != nullptr) rest->push_back(at);
      return;
    }
    const PhaseBits* phase = &level.phase(at.stage, 0);
    Node& root = nodes_[at.root];
    const bool swapped = phase->at(at.block, at.number);
    exchange_if(root.place, nodes_[at.extra].place, std::uint32_t{0} - std::uint32_t{swapped});
    const std::uint32_t phases = level.merge - at.stage;
    if (phases == 1) return;
    exchange_if(root.child[0], root.child[1],
                std::uint32_t{0} - std::uint32_t{swapped && !two_cases_});
    const unsigned side = swapped && two_cases_ ? 1 : 0;
    const std::uint32_t left = root.child[0];
    const std::uint32_t right = root.child[1];
    std::uint32_t p = left;
    std::uint32_t q = right;
    for (std::uint32_t i = 1; i < phases; ++i) {
      const bool exchanged = (++phase)->at(at.block, at.number);
      const std::uint32_t mask = std::uint32_t{0} - std::uint32_t{exchanged};
      exchange_if(nodes_[p].place, nodes_[q].place, mask);
      // Leaves have themselves for children.
      if (i + 1 == phases) break;
      exchange_if(nodes_[p].child[side], nodes_[q].child[side], mask);
      const unsigned down = goes_right(side != 0, exchanged) ? 1 : 0;
      p = nodes_[p].child[down];
      q = nodes_[q].child[down];
    }
    run_instance(level, {at.block, at.stage + 1, 2 * at.number, left, at.root}, end, rest);
    run_instance(level, {at.block, at.stage + 1, 2 * at.number + 1, right, at.extra}, end, rest);
  }

  /// A subtree whose keys stand on the wires from `first` on.
  struct Subtree {
    std::uint32_t node, half, first;
  };

  void write(const Subtree& tree) {
    const Node& node = nodes_[tree.node];
    if (tree.half > 1) write({node.child[0], tree.half / 2, tree.first});
    places_[tree.first + tree.half - 1] = node.place;
    if (tree.half > 1) write({node.child[1], tree.half / 2, tree.first + tree.half});
  }

  // Places on their wires: blocks of `merge`, each followed by its extra node.
  bool put_in_order(std::uint32_t merge, const Progress* progress) {
    std::vector<Subtree> trees;
    for (std::uint32_t block = 0; block < network_.wires() >> merge; ++block) {
      trees.push_back({root_of_block(merge, block), 1U << (merge - 1), block << merge});
      const std::uint32_t extra = extra_of_block(merge, block);
      places_[extra] = nodes_[extra].place;
    }
    // Large ones are divided at their roots.
    for (std::size_t i = 0; i < trees.size(); ++i) {
      while (trees[i].half > 1U << (kTileLog2 - 1)) {
        const Subtree whole = trees[i];
        const Node& node = nodes_[whole.node];
        places_[whole.first + whole.half - 1] = node.place;
        trees[i] = {node.child[0], whole.half / 2, whole.first};
        trees.push_back({node.child[1], whole.half / 2, whole.first + whole.half});
      }
    }
    constexpr std::size_t kTreesAPiece = 16;
    return run_pieces((trees.size() + kTreesAPiece - 1) / kTreesAPiece,
                      [&](std::size_t piece) {
                        const std::size_t end = std::min(trees.size(), (piece + 1) * kTreesAPiece);
                        for (std::size_t i = piece * kTreesAPiece; i < end; ++i) write(trees[i]);
                      },
                      progress);
  }

  const Network& network_;
  const bool two_cases_;
  std::vector<std::uint32_t>& places_;
  std::vector<Node> nodes_;
};

// Subsequences change places: the split of each sequence of a layer.
void apply_splits(const Network& network, const std::uint32_t* bits, std::uint32_t layer,
                  std::uint32_t* places) {
  const LayerForm& form = network.form(layer);
  const std::uint32_t* const words = bits + network.first_word(layer);
  for (std::uint32_t index = 0; index < form.count; ++index) {
    const Split split = Split::of(words[index]);
    const std::uint32_t first = (index << form.block_log2) + (split.second_case ? split.length : 0);
    const std::uint32_t length = split.second_case ? form.distance - split.length : split.length;
    std::swap_ranges(places + first, places + first + length, places + first + form.distance);
  }
}

}  // namespace

void apply_tree_layers(const Network& network, TreeRule rule, const std::uint32_t* bits,
                       LayerRange range, BitonicTree& tree) {
  if (range.first >= range.last) return;
  const Level level = level_of(network, bits, range.first);
  TreeWalk walk(level, rule, range, tree);
  const std::uint32_t blocks = blocks_of(network, level);
  if (!shares_blocks(network, level)) {
    // Tiles share no word of second cases.
    const std::uint32_t tiles = std::max(network.wires() >> std::max(level.merge, kTileLog2), 1U);
    run_pieces(tiles, [&](std::size_t tile) {
      const auto first = static_cast<std::uint32_t>(blocks * tile / tiles);
      const auto last = static_cast<std::uint32_t>(blocks * (tile + 1) / tiles);
      for (std::uint32_t block = first; block < last; ++block) walk.run(block, 0, 0, level.stages);
    });
    return;
  }
  for (std::uint32_t block = 0; block < blocks; ++block) walk.run(block, 0, 0, kCrownStages);
  if (level.phase(kCrownStages, 0).layer >= range.last) return;
  constexpr std::uint32_t kPieces = (1U << kCrownStages) / kInstancesAPiece;
  run_pieces(std::size_t{blocks} * kPieces, [&](std::size_t piece) {
    const auto block = static_cast<std::uint32_t>(piece / kPieces);
    const auto first = static_cast<std::uint32_t>(piece % kPieces) * kInstancesAPiece;
    for (std::uint32_t i = first; i < first + kInstancesAPiece; ++i) {
      walk.run(block, kCrownStages, i, level.stages);
    }
  });
}

bool follow_adaptive(const Network& network, TreeRule rule, const std::uint32_t* bits,
                     std::vector<std::uint32_t>& places, Progress* progress) {
  std::uint32_t end = 0;
  for (std::uint32_t first = 0; first < network.depth(); first = end) {
    if (progress != nullptr && progress->cancelled()) return false;
    end = first + 1;
    if (network.has_splits(first)) {
      apply_splits(network, bits, first, places.data());
      if (progress != nullptr) progress->advance(network.count(first));
      continue;
    }
    const bool trees = network.in_trees(first);
    while (end < network.depth() && network.work(end) == network.work(first)) ++end;
    if (!trees) {
      if (!apply_layers(network, bits, {first, end}, places.data(), progress)) return false;
      continue;
    }
    std::vector<Level> levels;
    for (std::uint32_t layer = first; layer < end; layer = levels.back().end) {
      levels.push_back(level_of(network, bits, layer));
    }
    if (!Follower(network, rule, places).run(levels, progress)) return false;
  }
  return true;
}

}  // namespace sortscope
