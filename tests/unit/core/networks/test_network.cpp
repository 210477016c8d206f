// test_network.cpp: networks against published sizes, recursive definitions and brute force.
#include "core/networks/network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/algorithms/algorithm.h"

namespace sortscope {
namespace {

const Algorithm& algorithm_called(std::string_view id) {
  const auto found = find_algorithm(id);
  EXPECT_TRUE(found.ok()) << id;
  return **found;
}

Network network_of(std::string_view id, std::uint32_t n) { return algorithm_called(id).build(n); }

std::vector<std::uint32_t> lengths() {
  std::vector<std::uint32_t> all;
  for (std::uint32_t n = 1; n <= 70; ++n) all.push_back(n);
  all.insert(all.end(), {100, 128, 200, 255, 256});
  return all;
}

// min wire, max wire.
using Pair = std::pair<std::uint32_t, std::uint32_t>;
using Layers = std::vector<std::vector<Pair>>;

Layers layers_of(const Network& network) {
  Layers layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      layers[layer].emplace_back(c.min_wire, c.max_wire);
    }
  }
  return layers;
}

Layers ordered_by_lower_wire(Layers layers) {
  for (auto& layer : layers) {
    std::sort(layer.begin(), layer.end(), [](const Pair& a, const Pair& b) {
      return std::min(a.first, a.second) < std::min(b.first, b.second);
    });
  }
  return layers;
}

std::map<Pair, int> counted(const Layers& layers) {
  std::map<Pair, int> counts;
  for (const auto& layer : layers) {
    for (const Pair& pair : layer) ++counts[pair];
  }
  return counts;
}

// ---- Work of layers

TEST(Network, SaysWhatALayerDoes) {
  const auto count = [](const Network& network, LayerWork work) {
    std::uint32_t layers = 0;
    for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
      EXPECT_EQ(network.fixed(layer) + network.in_trees(layer) + network.has_splits(layer), 1);
      layers += network.work(layer) == work ? 1 : 0;
    }
    return layers;
  };
  for (const std::string_view id : {"bitonic", "pairwise", "aks", "listed"}) {
    const Network network = network_of(id, 16);
    EXPECT_GT(network.depth(), 0U) << id;
    EXPECT_EQ(count(network, LayerWork::kComparators), network.depth()) << id;
    EXPECT_EQ(network.closed_form(), id != "aks" && id != "listed") << id;
    EXPECT_EQ(network.wires_move(), id == "aks") << id;
  }
  const Network trees = network_of("adaptive", 16);
  EXPECT_EQ(count(trees, LayerWork::kComparisons), trees.depth());
  const Network intervals = network_of("adaptive-interval", 1 << 14);
  EXPECT_GT(count(intervals, LayerWork::kSplits), 0U);
  EXPECT_GT(count(intervals, LayerWork::kComparators), 0U);
}

// ---- Structure

TEST(Network, LayersAreDisjointInsideTheWiresAndOrderedByLowerWire) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : lengths()) {
      const Network network = algorithm.build(n);
      ASSERT_EQ(network.wires(), wires_for(algorithm, n));
      ASSERT_EQ(network.wires(), algorithm.pads ? ceil_pow2(n) : n);
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        ASSERT_GT(network.count(layer), 0u);
        std::set<Wire> touched;
        std::int64_t last_lower = -1;
        for (std::uint32_t i = 0; i < network.count(layer); ++i) {
          const Comparator c = network.comparator(layer, i);
          ASSERT_GT(c.lower(), last_lower) << algorithm.id << ' ' << n << ' ' << layer;
          ASSERT_LT(c.lower(), c.upper());
          ASSERT_LT(c.upper(), network.wires());
          ASSERT_TRUE(touched.insert(c.lower()).second);
          ASSERT_TRUE(touched.insert(c.upper()).second);
          last_lower = c.lower();
        }
      }
    }
  }
}

TEST(Network, UseIsTheInverseOfComparator) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : lengths()) {
      const Network network = algorithm.build(n);
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        std::vector<int> index_at(network.wires(), -1);
        for (std::uint32_t i = 0; i < network.count(layer); ++i) {
          const Comparator c = network.comparator(layer, i);
          index_at[c.min_wire] = index_at[c.max_wire] = static_cast<int>(i);
        }
        for (Wire wire = 0; wire < network.wires(); ++wire) {
          const WireUse use = network.use(layer, wire);
          ASSERT_EQ(use.compared, index_at[wire] >= 0) << algorithm.id << ' ' << n << ' ' << layer;
          if (!use.compared) continue;
          ASSERT_EQ(static_cast<int>(use.index), index_at[wire]);
          ASSERT_EQ(use.comparator, network.comparator(layer, use.index));
        }
        ASSERT_FALSE(network.use(layer, network.wires()).compared);
      }
    }
  }
}

// First fit by lower wire: the first sub-column whose last comparator ends above this one.
TEST(Network, SubColumnsAreFirstFit) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : lengths()) {
      const Network network = algorithm.build(n);
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        std::vector<std::uint32_t> ends;
        for (std::uint32_t i = 0; i < network.count(layer); ++i) {
          const Comparator c = network.comparator(layer, i);
          std::uint32_t column = 0;
          while (column < ends.size() && ends[column] >= c.lower()) ++column;
          if (column == ends.size()) ends.push_back(0);
          ends[column] = c.upper();
          ASSERT_EQ(network.sub_column(layer, i), column)
              << algorithm.id << " n=" << n << " layer " << layer << " comparator " << i;
        }
        ASSERT_EQ(network.sub_columns(layer), ends.size())
            << algorithm.id << " n=" << n << " layer " << layer;
      }
    }
  }
}

TEST(Network, LevelsPartitionTheLayers) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : lengths()) {
      const Network network = algorithm.build(n);
      std::uint32_t next = 0;
      for (std::uint32_t l = 0; l < network.levels().size(); ++l) {
        const MergeLevel& level = network.levels()[l];
        ASSERT_EQ(level.first_layer, next);
        ASSERT_GT(level.layer_count, 0u);
        ASSERT_FALSE(level.name.empty());
        for (std::uint32_t i = 0; i < level.layer_count; ++i) {
          ASSERT_EQ(network.level_index(next + i), l);
          ASSERT_EQ(network.label(next + i).level, level.level);
        }
        next += level.layer_count;
      }
      ASSERT_EQ(next, network.depth());
    }
  }
}

TEST(Network, CursorAndPositionAreInverse) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    for (const std::uint32_t n : {1u, 2u, 3u, 13u, 32u}) {
      const Network network = algorithm.build(n);
      std::uint64_t position = 0;
      for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
        ASSERT_EQ(network.comparators_before(layer), position);
        ASSERT_EQ(network.first_word(layer + 1) - network.first_word(layer),
                  (network.count(layer) + 31) / 32);
        for (std::uint32_t i = 0; i < network.count(layer); ++i, ++position) {
          ASSERT_EQ(network.cursor_at(position), (Cursor{layer, i}));
          ASSERT_EQ(network.position({layer, i}), position);
        }
      }
      ASSERT_EQ(position, network.size());
      ASSERT_EQ(network.cursor_at(position), network.end());
      ASSERT_EQ(network.cursor_at(position + 5), network.end());
      ASSERT_EQ(network.position(network.end()), network.size());
    }
  }
}

TEST(Network, OneKeyNeedsNothing) {
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.family != Family::kNetwork) continue;
    const Network network = algorithm.build(1);
    EXPECT_EQ(network.wires(), 1u);
    EXPECT_EQ(network.depth(), 0u);
    EXPECT_EQ(network.size(), 0u);
    EXPECT_EQ(network.bit_words(), 0u);
  }
}

// ---- Published sizes and depths (Batcher 1968; Knuth 5.3.4; Parberry 1992)

TEST(PublishedSizes, OneThousandAndTwentyFourKeys) {
  for (const auto& [id, depth, size] :
       std::vector<std::tuple<std::string, std::uint32_t, std::uint64_t>>{
           {"bitonic", 55, 28160},
           {"bitonic-recursive", 55, 28160},
           {"bitonic-ascending", 55, 28160},
           {"bitonic-merger", 10, 5120},
           {"bitonic-serial", 9217, 28160},
           {"halver-cascade", 175, 89600},
           {"odd-even-merge", 55, 24063},
           {"pairwise", 55, 24063},
           {"odd-even-transposition", 1024, 523776}}) {
    const Network network = network_of(id, 1024);
    EXPECT_EQ(network.depth(), depth) << id;
    EXPECT_EQ(network.size(), size) << id;
  }
}

TEST(PublishedSizes, PowersOfTwoByFormula) {
  for (std::uint64_t m = 1; m <= 24; ++m) {
    const std::uint64_t n = std::uint64_t{1} << m;
    for (const char* id : {"bitonic", "bitonic-recursive", "bitonic-ascending"}) {
      const Network network = network_of(id, static_cast<std::uint32_t>(n));
      EXPECT_EQ(network.depth(), m * (m + 1) / 2) << id << ' ' << n;
      EXPECT_EQ(network.size(), n * m * (m + 1) / 4) << id << ' ' << n;
    }
    for (const char* id : {"odd-even-merge", "pairwise"}) {
      const Network network = network_of(id, static_cast<std::uint32_t>(n));
      EXPECT_EQ(network.depth(), m * (m + 1) / 2) << id << ' ' << n;
      EXPECT_EQ(network.size(), n * (m * m - m + 4) / 4 - 1) << id << ' ' << n;
    }
    const Network merger = network_of("bitonic-merger", static_cast<std::uint32_t>(n));
    EXPECT_EQ(merger.depth(), m);
    EXPECT_EQ(merger.size(), n * m / 2);
  }
}

TEST(PublishedSizes, TranspositionOfAnyLength) {
  for (std::uint64_t n = 1; n <= 300; ++n) {
    const Network network = network_of("odd-even-transposition", static_cast<std::uint32_t>(n));
    EXPECT_EQ(network.size(), n * (n - 1) / 2) << n;
    // Of two keys the second round is empty.
    EXPECT_EQ(network.depth(), n <= 2 ? n - 1 : n) << n;
  }
}

TEST(PublishedSizes, LargestLengthsKeepTheirCounts) {
  const std::uint64_t n = std::uint64_t{1} << 30;
  EXPECT_EQ(network_of("bitonic", 1u << 30).size(), n * 30 * 31 / 4);
  EXPECT_EQ(network_of("odd-even-merge", 1u << 30).size(), n * (900 - 30 + 4) / 4 - 1);
  EXPECT_EQ(network_of("pairwise", 1u << 30).size(), n * (900 - 30 + 4) / 4 - 1);
}

// ---- Recursive definitions

// BS and BM of Zachmann 2011, layer by layer.
void bitonic_merger(Layers& layers, std::uint32_t layer, std::uint32_t first, std::uint32_t length,
                    bool up) {
  if (length < 2) return;
  const std::uint32_t half = length / 2;
  for (std::uint32_t i = first; i < first + half; ++i) {
    layers[layer].push_back(up ? Pair{i, i + half} : Pair{i + half, i});
  }
  bitonic_merger(layers, layer + 1, first, half, up);
  bitonic_merger(layers, layer + 1, first + half, half, up);
}

// Returns the layer after the sorter.
std::uint32_t bitonic_sorter(Layers& layers, std::uint32_t first, std::uint32_t length, bool up) {
  if (length < 2) return 0;
  const std::uint32_t layer = bitonic_sorter(layers, first, length / 2, true);
  bitonic_sorter(layers, first + length / 2, length / 2, false);
  bitonic_merger(layers, layer, first, length, up);
  return layer + floor_log2(length);
}

std::uint32_t ascending_sorter(Layers& layers, std::uint32_t first, std::uint32_t length) {
  if (length < 2) return 0;
  const std::uint32_t half = length / 2;
  const std::uint32_t layer = ascending_sorter(layers, first, half);
  ascending_sorter(layers, first + half, half);
  for (std::uint32_t i = 0; i < half; ++i) {
    layers[layer].push_back({first + i, first + length - 1 - i});
  }
  bitonic_merger(layers, layer + 1, first, half, true);
  bitonic_merger(layers, layer + 1, first + half, half, true);
  return layer + floor_log2(length);
}

TEST(RecursiveDefinition, BitonicSortersAreBsAndBmStageByStage) {
  for (std::uint32_t n = 2; n <= 256; n *= 2) {
    const std::uint32_t m = floor_log2(n);
    Layers expected(m * (m + 1) / 2);
    bitonic_sorter(expected, 0, n, true);
    expected = ordered_by_lower_wire(expected);
    EXPECT_EQ(layers_of(network_of("bitonic", n)), expected) << n;
    EXPECT_EQ(layers_of(network_of("bitonic-recursive", n)), expected) << n;

    Layers merger(m);
    bitonic_merger(merger, 0, 0, n, true);
    EXPECT_EQ(layers_of(network_of("bitonic-merger", n)), ordered_by_lower_wire(merger)) << n;
  }
}

TEST(RecursiveDefinition, AscendingFormMirrorsTheFirstLayerOfAMergeAndDropsWhatReachesBeyond) {
  for (std::uint32_t n = 1; n <= 130; ++n) {
    const std::uint32_t full = ceil_pow2(n);
    const std::uint32_t m = floor_log2(full);
    Layers expected(m * (m + 1) / 2);
    ascending_sorter(expected, 0, full);
    for (auto& layer : expected) {
      std::erase_if(layer, [n](const Pair& pair) { return pair.second >= n; });
    }
    std::erase_if(expected, [](const auto& layer) { return layer.empty(); });
    EXPECT_EQ(layers_of(network_of("bitonic-ascending", n)), ordered_by_lower_wire(expected)) << n;
  }
}

// Batcher's merge of wires from, from + stride ... below `end`: of every second wire from the first
// and from the second, then neighbours.
void odd_even_merge(Layers& out, std::uint32_t from, std::uint32_t end, std::uint32_t stride) {
  const std::uint32_t step = 2 * stride;
  if (from + step >= end) {
    out[0].push_back({from, from + stride});
    return;
  }
  odd_even_merge(out, from, end, step);
  odd_even_merge(out, from + stride, end, step);
  for (std::uint32_t i = from + stride; i + stride < end; i += step) {
    out[0].push_back({i, i + stride});
  }
}

void odd_even_sort(Layers& out, std::uint32_t first, std::uint32_t length) {
  if (length < 2) return;
  odd_even_sort(out, first, length / 2);
  odd_even_sort(out, first + length / 2, length / 2);
  odd_even_merge(out, first, first + length, 1);
}

TEST(RecursiveDefinition, OddEvenMergesort) {
  for (std::uint32_t n = 1; n <= 130; ++n) {
    Layers expected(1);
    odd_even_sort(expected, 0, ceil_pow2(n));
    std::erase_if(expected[0], [n](const Pair& pair) { return pair.second >= n; });
    EXPECT_EQ(counted(layers_of(network_of("odd-even-merge", n))), counted(expected)) << n;
  }
}

// Parberry: sort pairs, sort the smaller and the larger of each pair alike, then merge.
void pairwise_sort(Layers& out, std::uint32_t first, std::uint32_t count, std::uint32_t stride) {
  if (count < 2) return;
  for (std::uint32_t i = 0; i + 1 < count; i += 2) {
    out[0].push_back({first + i * stride, first + (i + 1) * stride});
  }
  pairwise_sort(out, first, count / 2, 2 * stride);
  pairwise_sort(out, first + stride, count / 2, 2 * stride);
  for (std::uint32_t reach = count / 2 - 1; reach > 0; reach /= 2) {
    for (std::uint32_t i = 1; i + reach < count; i += 2) {
      out[0].push_back({first + i * stride, first + (i + reach) * stride});
    }
  }
}

TEST(RecursiveDefinition, Pairwise) {
  for (std::uint32_t n = 1; n <= 130; ++n) {
    Layers expected(1);
    pairwise_sort(expected, 0, ceil_pow2(n), 1);
    std::erase_if(expected[0], [n](const Pair& pair) { return pair.second >= n; });
    EXPECT_EQ(counted(layers_of(network_of("pairwise", n))), counted(expected)) << n;
  }
}

}  // namespace
}  // namespace sortscope
