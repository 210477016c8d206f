// streams.cpp: local sort, node streams, node-pair streams and finish of GPU-ABiSort.
#include "core/engines/cpu/streams.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/networks/trees/abisort_addresses.h"

namespace sortscope {

namespace {

template <typename Word>
struct StreamKey {
  Word word;
  std::uint32_t place;
};

template <typename Word>
struct StreamNode {
  StreamKey<Word> key;
  std::uint32_t left, right;  // addresses
};

struct NodePair {
  std::uint32_t p, q;  // addresses
};

template <typename Word>
class StreamSort {
 public:
  using Key = StreamKey<Word>;
  using Node = StreamNode<Word>;

  StreamSort(const Network& network, std::span<std::uint32_t> bits, Progress* progress)
      : network_(network), n_log2_(floor_log2(network.wires())), bits_(bits), progress_(progress) {}

  bool run(std::span<Word> words, std::span<std::uint32_t> places) {
    std::uint32_t layer = local_sort(words, places);
    if (n_log2_ < kFinishLog2) return advance(0, layer);
    nodes_.resize(std::size_t{2} * stream_size(n_log2_));
    for (std::vector<NodePair>& pairs : pairs_) pairs.resize(pair_stream_size(n_log2_));
    build(words, places);
    if (!advance(0, layer)) return false;
    while (layer < network_.depth()) {
      const std::uint32_t before = layer;
      if (network_.in_trees(layer)) {
        phase(network_.step(layer), layer);
        ++layer;
      } else {
        finish(network_.label(layer).level, layer);
        layer += kFinishLog2;
      }
      if (!advance(before, layer)) return false;
    }
    const Node* sorted = nodes_.data() + base_address(n_log2_, n_log2_ + 1);
    for (std::size_t wire = 0; wire < words.size(); ++wire) {
      words[wire] = sorted[wire].key.word;
      places[wire] = sorted[wire].key.place;
    }
    return true;
  }

 private:
  static bool exceeds(const Key& a, const Key& b) {
    return a.word > b.word || (a.word == b.word && a.place > b.place);
  }

  bool advance(std::uint32_t from, std::uint32_t to) {
    if (progress_ == nullptr) return true;
    progress_->advance(network_.comparators_before(to) - network_.comparators_before(from));
    return !progress_->cancelled();
  }

  void put(std::uint32_t layer, std::uint32_t index, bool exchanged) {
    if (bits_.empty()) return;
    bits_[network_.first_word(layer) + index / 32] |= std::uint32_t{exchanged} << (index % 32);
  }

  // A layer of comparators that stay in their block of `keys`, keys.size() wires from `first` on.
  void layer_in_block(std::uint32_t layer, std::uint32_t first, std::span<Key> keys) {
    const auto size = static_cast<std::uint32_t>(keys.size());
    const std::uint32_t each = network_.count(layer) / (network_.wires() / size);
    const std::uint32_t from = first / size * each;
    for (std::uint32_t index = from; index < from + each; ++index) {
      const Comparator comparator = network_.comparator(layer, index);
      Key& smaller = keys[comparator.min_wire - first];
      Key& larger = keys[comparator.max_wire - first];
      const bool exchanged = exceeds(smaller, larger);
      if (exchanged) std::swap(smaller, larger);
      put(layer, index, exchanged);
    }
  }

  // One kernel instance a block of 8. Returns the first layer after it.
  std::uint32_t local_sort(std::span<Word> words, std::span<std::uint32_t> places) {
    const std::uint32_t size = std::min(network_.wires(), std::uint32_t{1} << kLocalLog2);
    std::uint32_t layers = 0;
    while (layers < network_.depth() && network_.fixed(layers) &&
           network_.label(layers).level <= kLocalLog2) {
      ++layers;
    }
    std::array<Key, std::size_t{1} << kLocalLog2> keys{};
    for (std::uint32_t first = 0; first < network_.wires(); first += size) {
      for (std::uint32_t i = 0; i < size; ++i) keys[i] = {words[first + i], places[first + i]};
      for (std::uint32_t layer = 0; layer < layers; ++layer) {
        layer_in_block(layer, first, std::span(keys).first(size));
      }
      for (std::uint32_t i = 0; i < size; ++i) {
        words[first + i] = keys[i].word;
        places[first + i] = keys[i].place;
      }
    }
    return layers;
  }

  void write_base(std::uint32_t base, std::uint32_t wire, const Key& key) {
    const std::uint32_t reach = base_reach(wire);
    nodes_[base + wire] = {key, base + wire - reach, base + wire + reach};
  }

  void build(std::span<const Word> words, std::span<const std::uint32_t> places) {
    const std::uint32_t base = base_address(n_log2_, kFinishLog2);
    for (std::uint32_t wire = 0; wire < network_.wires(); ++wire) {
      write_base(base, wire, {words[wire], places[wire]});
    }
  }

  // Algorithm 3 of Zachmann 2011, one phase of all instances of a stage.
  void phase(const TreeStep& step, std::uint32_t layer) {
    const std::uint32_t merge = step.merge;
    const std::uint32_t stage = step.first_stage;
    const std::uint32_t i = step.first_phase;
    const std::uint32_t out = phase_range(n_log2_, merge, stage, i).first;
    const bool last = i + 1 == merge - stage;
    const std::uint32_t below = last ? 0 : phase_range(n_log2_, merge, stage, i + 1).first;
    const StreamEnds ends = stream_ends(n_log2_, merge, stage);
    const std::uint32_t instances = stream_instances(n_log2_, merge, stage);
    const NodePair* in = pairs_[i % 2].data() + instances;
    NodePair* next = pairs_[(i + 1) % 2].data() + instances;
    for (std::uint32_t x = 0; x < instances; ++x) {
      const bool descending = (x >> stage & 1) != 0;
      const NodePair at =
          i == 0 ? NodePair{ends.root + x * ends.stride, ends.extra + x * ends.stride} : in[x];
      Node p = nodes_[at.p];
      Node q = nodes_[at.q];
      const bool exchanged = descending ? exceeds(q.key, p.key) : exceeds(p.key, q.key);
      put(layer, x, exchanged);
      if (exchanged) std::swap(p.key, q.key);
      if (i == 0) {
        if (exchanged) std::swap(p.left, p.right);
        next[x] = {p.left, p.right};
        p.left = below + 2 * x;
        p.right = below + 2 * x + 1;
        const std::uint32_t reach = extra_reach(stage, x & ((std::uint32_t{1} << stage) - 1));
        q.left = out + 2 * x + 1 - reach;
        q.right = out + 2 * x + 1 + reach;
      } else {
        if (exchanged) std::swap(p.left, q.left);
        std::uint32_t& p_down = exchanged ? p.right : p.left;
        std::uint32_t& q_down = exchanged ? q.right : q.left;
        if (!last) {
          next[x] = {p_down, q_down};
          p_down = below + 2 * x;
          q_down = below + 2 * x + 1;
        }
      }
      nodes_[out + 2 * x] = p;
      nodes_[out + 2 * x + 1] = q;
    }
  }

  // The keys of the subtree of `node` in in-order; its root has `half` - 1 nodes on either side.
  void gather(std::uint32_t node, std::uint32_t half, Key* keys) const {
    if (half > 1) gather(nodes_[node].left, half / 2, keys);
    keys[half - 1] = nodes_[node].key;
    if (half > 1) gather(nodes_[node].right, half / 2, keys + half);
  }

  // One kernel instance a run of 16 keys, read from its subtree and extra node.
  void finish(std::uint32_t merge, std::uint32_t layer) {
    constexpr std::uint32_t kSize = std::uint32_t{1} << kFinishLog2;
    const StreamEnds ends = stream_ends(n_log2_, merge, stream_stages(merge));
    const std::uint32_t base = base_address(n_log2_, merge + 1);
    std::array<Key, kSize> keys{};
    for (std::uint32_t run = 0; run < network_.wires() / kSize; ++run) {
      gather(ends.root + run * ends.stride, kSize / 2, keys.data());
      keys[kSize - 1] = nodes_[ends.extra + run * ends.stride].key;
      for (std::uint32_t i = 0; i < kFinishLog2; ++i) layer_in_block(layer + i, run * kSize, keys);
      for (std::uint32_t i = 0; i < kSize; ++i) write_base(base, run * kSize + i, keys[i]);
    }
  }

  const Network& network_;
  const std::uint32_t n_log2_;
  std::span<std::uint32_t> bits_;
  Progress* progress_;
  std::vector<Node> nodes_;  // both node streams
  std::array<std::vector<NodePair>, 2> pairs_;
};

}  // namespace

bool sort_in_streams(const Network& network, const SortBuffers& buffers,
                     std::span<std::uint32_t> bits, Progress* progress) {
  std::fill(bits.begin(), bits.end(), 0);
  if (buffers.key_bits == 32) {
    return StreamSort<std::uint32_t>(network, bits, progress).run(buffers.words32, buffers.places);
  }
  return StreamSort<std::uint64_t>(network, bits, progress).run(buffers.words64, buffers.places);
}

std::uint64_t cpu_stream_bytes(std::uint64_t n, unsigned key_bits) {
  const std::uint64_t node =
      key_bits == 32 ? sizeof(StreamNode<std::uint32_t>) : sizeof(StreamNode<std::uint64_t>);
  return 3 * n * node + n / 8 * sizeof(NodePair);
}

}  // namespace sortscope
