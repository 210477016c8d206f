// demonstrations.cpp: networks that are wrong on purpose, or have more than they need.
#include "core/algorithms/demonstrations.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/algorithms/schedules.h"
#include "core/base/choice.h"

namespace sortscope {

namespace {

using Layers = std::vector<std::vector<Comparator>>;
using Made = Result<std::shared_ptr<const ListedNetwork>>;

Layers layers_of(const Network& network) {
  Layers layers(network.depth());
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t index = 0; index < network.count(layer); ++index) {
      layers[layer].push_back(network.comparator(layer, index));
    }
  }
  return layers;
}

// The name stands wherever the run is shown: titles, pictures, files, races.
std::string wrong(std::string_view what) { return "Wrong on purpose: " + std::string(what); }

Made missing_comparator() {
  Layers layers = layers_of(kOddEvenMerge.build(8));
  std::erase(layers[4], Comparator{3, 5});
  return ListedNetwork::build(8, layers, wrong("one is missing"));
}

Made spare_comparator() {
  Layers layers = layers_of(kOddEvenMerge.build(8));
  // Wires 0 and 7 carry the minimum and the maximum from layer 4 on.
  layers[4].push_back({0, 7});
  return ListedNetwork::build(8, layers, "One too many");
}

// Wires i and i xor j, for j = k/2 ... 1 in every k.
template <typename Ascending>
Layers xor_loops(Wire wires, Wire last_k, Ascending ascending) {
  Layers layers;
  for (Wire k = 2; k <= last_k; k *= 2) {
    for (Wire j = k / 2; j > 0; j /= 2) {
      layers.emplace_back();
      for (Wire i = 0; i < wires; ++i) {
        const Wire partner = i ^ j;
        if (partner <= i) continue;
        layers.back().push_back(ascending(i, k, j) ? Comparator{i, partner}
                                                   : Comparator{partner, i});
      }
    }
  }
  return layers;
}

// k = 1 has no j.
Made benicio_loops() {
  const Layers layers = xor_loops(8, 4, [](Wire, Wire k, Wire j) { return (k & j) == 0; });
  return ListedNetwork::build(8, layers, wrong("the loops of a tutorial"));
}

Made first_trace() {
  const Layers layers =
      xor_loops(8, 8, [](Wire i, Wire k, Wire) { return k != 2 || (i & k) == 0; });
  return ListedNetwork::build(8, layers, wrong("the first trace by hand"));
}

Made second_trace() {
  const Layers layers = xor_loops(8, 8, [](Wire i, Wire k, Wire j) {
    if (k == 8) return j == 4 || i < 4;
    return k != 2 || (i & k) == 0;
  });
  return ListedNetwork::build(8, layers, wrong("the second trace by hand"));
}

constexpr Wire kV2Threads = 4;  // of a block, which owns two pieces of so many wires, n/2 apart

Made v2_local_index() {
  constexpr Wire kWires = 16;
  const Layers layers = xor_loops(kWires, kWires, [](Wire i, Wire k, Wire j) {
    const Wire in_block = i % kV2Threads + (i >= kWires / 2 ? kV2Threads : 0);
    return ((j <= kV2Threads / 2 ? in_block : i) & k) == 0;
  });
  return ListedNetwork::build(kWires, layers, wrong("V2 with an index of the block"));
}

std::vector<Variable> loop_variables(const Network& network, std::uint32_t layer,
                                     std::uint32_t index) {
  // k = 2^level has `level` layers.
  std::uint32_t level = 1;
  for (std::uint32_t left = layer; left >= level; ++level) left -= level;
  const Comparator comparator = network.comparator(layer, index);
  return {{"k", std::to_string(Wire{1} << level)},
          {"j", std::to_string(comparator.upper() - comparator.lower())},
          {"i", std::to_string(comparator.lower())},
          {"p", std::to_string(comparator.upper())}};
}

constexpr CodeLines kLoopLines = {.layer = 1, .compare = 6, .exchange = 7};
constexpr std::string_view kBenicioCode[] = {
    "for k = 1, 2, 4 … N/2",
    "  for j = k/2, k/4 … 1",
    "    for all i in parallel",
    "      p = i xor j",
    "      if p > i",
    "        up = (k and j) = 0",
    "        if (a[i] > a[p]) = up",
    "          exchange a[i], a[p]",
};
constexpr std::string_view kTraceCode[] = {
    "for k = 2, 4, 8 … N",
    "  for j = k/2, k/4 … 1",
    "    for i = 0 … N-1",
    "      p = i xor j",
    "      if p > i",
    "        up = (i and k) = 0",
    "        if (a[i] > a[p]) = up",
    "          exchange a[i], a[p]",
};
constexpr std::string_view kV2Code[] = {
    "for k = 2, 4, 8 … n",
    "  for j = k/2, k/4 … 1",
    "    for all i in parallel",
    "      p = i xor j",
    "      if p > i",
    "        up = (t and k) = 0    t: in the block, where j ≤ 2; else i",
    "        if (a[i] > a[p]) = up",
    "          exchange a[i], a[p]",
};

struct Demonstration {
  std::string_view id;
  Result<std::shared_ptr<const ListedNetwork>> (*build)();
  std::span<const std::string_view> code = {};  // of its loops
};
constexpr std::array kDemonstrations = {Demonstration{"missing-comparator", missing_comparator},
                                        Demonstration{"spare-comparator", spare_comparator},
                                        Demonstration{"benicio-loops", benicio_loops, kBenicioCode},
                                        Demonstration{"first-trace", first_trace, kTraceCode},
                                        Demonstration{"second-trace", second_trace, kTraceCode},
                                        Demonstration{"v2-local-index", v2_local_index, kV2Code}};

struct NetworkWithLoops {
  std::shared_ptr<const ListedNetwork> network;
  Loops loops;
};

}  // namespace

Result<std::shared_ptr<const ListedNetwork>> demonstration_network(std::string_view id) {
  const auto demonstration = choose_by_id(kDemonstrations, "demonstration", id);
  if (!demonstration) return demonstration.error();
  return (*demonstration)->build();
}

const Loops* demonstration_loops(const ListedNetwork& network) {
  static const std::vector<NetworkWithLoops> kWithLoops = [] {
    std::vector<NetworkWithLoops> all;
    for (const Demonstration& row : kDemonstrations) {
      if (row.code.empty()) continue;
      all.push_back({row.build().value(), {row.code, kLoopLines, loop_variables}});
    }
    return all;
  }();
  for (const NetworkWithLoops& row : kWithLoops) {
    if (row.network->name() == network.name() && row.network->wires() == network.wires() &&
        std::ranges::equal(row.network->comparators(), network.comparators())) {
      return &row.loops;
    }
  }
  return nullptr;
}

}  // namespace sortscope
