// tree.cpp: algorithms 1, 2 and 3 of Zachmann 2011 on an array of nodes.
#include "core/engines/cpu/tree.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/engines/cpu/leaf_tree.h"
#include "core/networks/trees/bitonic_tree.h"

namespace sortscope {

namespace {

__extension__ using Wide = unsigned __int128;

// A key with its place below it compares as a strict total order.
struct Key32 {
  using Packed = std::uint64_t;
  static Packed pack(std::uint32_t word, std::uint32_t place) {
    return std::uint64_t{word} << 32 | place;
  }
};
struct Key64 {
  using Packed = Wide;
  static Packed pack(std::uint64_t word, std::uint32_t place) { return Wide{word} << 32 | place; }
};

template <typename Packed>
struct Node {
  Packed key;
  std::uint32_t child[2];  // left, right
};

// Exchanges a and b where `mask` is all ones, without a branch: outcomes cannot be predicted.
template <typename T>
void exchange_if(T& a, T& b, T mask) {
  const T difference = (a ^ b) & mask;
  a ^= difference;
  b ^= difference;
}

// Some step has comparisons of several stages.
bool overlaps(const Network& network) {
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    if (network.step(layer).first_stage != network.step(layer).last_stage) return true;
  }
  return false;
}

// A sort from single keys on whose outcomes nobody asks for, large enough for buckets.
bool suits_leaf_trees(const Algorithm& algorithm, const Network& network, bool recorded) {
  return !recorded && algorithm.rule == TreeRule::kSimplified &&
         network.wires() >= 2 * kBucketKeys && network.step(0).merge == 1 && !overlaps(network);
}

template <typename Packed>
class TreeSort {
 public:
  TreeSort(TreeRule rule, const Network& network, std::span<std::uint32_t> bits, Progress* progress)
      : two_cases_(rule == TreeRule::kTwoCase),
        network_(network),
        bits_(bits),
        progress_(progress),
        nodes_(network.wires()) {
    for (std::uint32_t node = 0; node < network.wires(); ++node) {
      const std::uint32_t reach = (~node & (node + 1)) >> 1;  // 0 in a leaf
      nodes_[node].child[0] = node - reach;
      nodes_[node].child[1] = node + reach;
    }
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      const TreeStep& step = network.step(layer);
      if (step.time != 0) continue;
      first_layer_.resize(step.merge + 1, 0);
      first_layer_[step.merge] = layer;
    }
  }

  std::vector<Node<Packed>>& nodes() { return nodes_; }

  bool run() {
    const Network& network = network_;
    if (network.depth() == 0) return true;
    const TreeStep& last = network.step(network.depth() - 1);
    if (overlaps(network)) return run_steps();
    if (network.step(0).merge == last.merge && last.merge > 1) {
      merge(last.merge, 0);
      return !cancelled();
    }
    return sort_block(last.merge, 0);
  }

  // Keys in in-order of the whole tree, to `out(wire, key)`.
  template <typename Out>
  void in_order(const Out& out) const {
    const auto n = static_cast<std::uint32_t>(nodes_.size());
    if (n > 1) walk(n / 2 - 1, n / 2, 0, out);
    out(n - 1, nodes_[n - 1].key);
  }

 private:
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancelled(); }

  template <typename Out>
  void walk(std::uint32_t node, std::uint32_t half, std::uint32_t first, const Out& out) const {
    if (half > 1) walk(nodes_[node].child[0], half / 2, first, out);
    out(first + half - 1, nodes_[node].key);
    if (half > 1) walk(nodes_[node].child[1], half / 2, first + half, out);
  }

  void put(std::uint32_t layer, std::uint32_t index, bool exchanged) {
    if (bits_.empty()) return;
    bits_[network_.first_word(layer) + index / 32] |= std::uint32_t{exchanged} << (index % 32);
  }

  // Phase 0: true where the keys of root and extra node change places.
  bool first_phase(Node<Packed>& root, Node<Packed>& extra, bool descending) const {
    const bool exchanged = (root.key > extra.key) != descending;
    exchange_if(root.key, extra.key, Packed{0} - Packed{exchanged});
    const std::uint32_t links = std::uint32_t{0} - std::uint32_t{exchanged && !two_cases_};
    exchange_if(root.child[0], root.child[1], links);
    return exchanged;
  }

  // A later phase: `side` 0 in case 1, 1 in case 2.
  static bool later_phase(Node<Packed>& p, Node<Packed>& q, unsigned side, bool descending) {
    const bool exchanged = (p.key > q.key) != descending;
    exchange_if(p.key, q.key, Packed{0} - Packed{exchanged});
    exchange_if(p.child[side], q.child[side], std::uint32_t{0} - std::uint32_t{exchanged});
    return exchanged;
  }

  bool sort_block(std::uint32_t level, std::uint32_t block) {
    if (level > 1) {
      if (!sort_block(level - 1, 2 * block) || !sort_block(level - 1, 2 * block + 1)) return false;
    }
    if (level >= 1) merge(level, block);
    return !cancelled();
  }

  void merge(std::uint32_t level, std::uint32_t block) {
    instance(level, block, 0, 0, root_of_block(level, block), extra_of_block(level, block));
    if (progress_ != nullptr) {
      progress_->advance((std::uint64_t{2} << level) - level - 2);
    }
  }

  // L and U of one instance, then of the two below it.
  void instance(std::uint32_t level, std::uint32_t block, std::uint32_t stage, std::uint32_t number,
                std::uint32_t root, std::uint32_t extra) {
    const bool descending = (block & 1) != 0;
    const std::uint32_t phases = level - stage;
    std::uint32_t layer = first_layer_[level] + stage * level - stage * (stage - 1) / 2;
    const std::uint32_t index = (block << stage) + number;
    const bool swapped = first_phase(nodes_[root], nodes_[extra], descending);
    put(layer, index, swapped);
    if (phases == 1) return;
    const unsigned side = swapped && two_cases_ ? 1 : 0;
    const std::uint32_t left = nodes_[root].child[0];
    const std::uint32_t right = nodes_[root].child[1];
    std::uint32_t p = left;
    std::uint32_t q = right;
    for (std::uint32_t phase = 1; phase < phases; ++phase) {
      const bool exchanged = later_phase(nodes_[p], nodes_[q], side, descending);
      put(++layer, index, exchanged);
      const unsigned down = goes_right(side != 0, exchanged) ? 1 : 0;
      p = nodes_[p].child[down];
      q = nodes_[q].child[down];
    }
    instance(level, block, stage + 1, 2 * number, left, root);
    instance(level, block, stage + 1, 2 * number + 1, right, extra);
  }

  // Overlapped stages (algorithm 3): every step for all its instances.
  bool run_steps() {
    struct Pair {
      std::uint32_t p = 0, q = 0;
    };
    std::vector<Pair> pairs(nodes_.size());  // by slot; root and extra before phase 0
    for (std::uint32_t layer = 0; layer < network_.depth(); ++layer) {
      for (std::uint32_t index = 0; index < network_.count(layer); ++index) {
        const TreeTask task = network_.task(layer, index);
        const bool descending = task.descending();
        Pair& pair = pairs[task.slot()];
        if (task.phase > 0) {
          const bool exchanged = later_phase(nodes_[pair.p], nodes_[pair.q], 0, descending);
          put(layer, index, exchanged);
          const unsigned down = exchanged ? 1 : 0;
          pair = {nodes_[pair.p].child[down], nodes_[pair.q].child[down]};
          continue;
        }
        if (task.stage == 0) {
          pair = {root_of_block(task.merge, task.block), extra_of_block(task.merge, task.block)};
        }
        const Pair ends = pair;
        put(layer, index, first_phase(nodes_[ends.p], nodes_[ends.q], descending));
        if (task.last_phase()) continue;
        pair = {nodes_[ends.p].child[0], nodes_[ends.p].child[1]};
        TreeTask below = task;
        ++below.stage;
        below.instance = 2 * task.instance;
        pairs[below.slot()] = {pair.p, ends.p};
        pairs[below.slot() + 1] = {pair.q, ends.q};
      }
      if (progress_ != nullptr) progress_->advance(network_.count(layer));
      if (cancelled()) return false;
    }
    return true;
  }

  const bool two_cases_;
  const Network& network_;
  std::span<std::uint32_t> bits_;
  Progress* progress_;
  std::vector<Node<Packed>> nodes_;
  std::vector<std::uint32_t> first_layer_;  // by merge level
};

template <typename Key, typename Word>
bool sort_words(const Algorithm& algorithm, const Network& network, std::span<Word> words,
                std::span<std::uint32_t> places, std::span<std::uint32_t> bits,
                Progress* progress) {
  using Packed = typename Key::Packed;
  TreeSort<Packed> sort(algorithm.rule, network, bits, progress);
  for (std::size_t w = 0; w < words.size(); ++w) {
    sort.nodes()[w].key = Key::pack(words[w], places[w]);
  }
  if (!sort.run()) return false;
  sort.in_order([&](std::uint32_t wire, Packed key) {
    words[wire] = static_cast<Word>(key >> 32);
    places[wire] = static_cast<std::uint32_t>(key);
  });
  return true;
}

}  // namespace

bool sort_in_trees(const Algorithm& algorithm, const Network& network, const SortBuffers& buffers,
                   std::span<std::uint32_t> bits, bool buckets, Progress* progress) {
  if (buckets && suits_leaf_trees(algorithm, network, !bits.empty())) {
    return buffers.key_bits == 32 ? sort_in_leaf_trees(buffers.words32, buffers.places, progress)
                                  : sort_in_leaf_trees(buffers.words64, buffers.places, progress);
  }
  std::fill(bits.begin(), bits.end(), 0);
  return buffers.key_bits == 32 ? sort_words<Key32>(algorithm, network, buffers.words32,
                                                    buffers.places, bits, progress)
                                : sort_words<Key64>(algorithm, network, buffers.words64,
                                                    buffers.places, bits, progress);
}

}  // namespace sortscope
