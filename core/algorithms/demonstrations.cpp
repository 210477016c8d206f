// demonstrations.cpp: networks that are wrong on purpose, or have more than they need.
#include "core/algorithms/demonstrations.h"

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

// The loops of the XOR form on 8 wires; `ascending(k, j, i)`: of the comparator whose lower wire is
// i.
template <typename Ascending>
Layers xor_loops(Wire first_k, Wire last_k, Ascending ascending) {
  constexpr Wire kWires = 8;
  Layers layers;
  for (Wire k = first_k; k <= last_k; k *= 2) {
    for (Wire j = k / 2; j > 0; j /= 2) {
      layers.emplace_back();
      for (Wire i = 0; i < kWires; ++i) {
        const Wire partner = i ^ j;
        if (partner <= i) continue;
        layers.back().push_back(ascending(k, j, i) ? Comparator{i, partner}
                                                   : Comparator{partner, i});
      }
    }
  }
  return layers;
}

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

Made tutorial_loops() {
  return ListedNetwork::build(8, xor_loops(1, 4, [](Wire k, Wire j, Wire) { return (k & j) == 0; }),
                              wrong("the loops of a tutorial"));
}

// Both traces take wires 4 to 7 for ascending where k = 4.
bool ascends_in_traces(Wire k, Wire i) { return k == 4 || (i & k) == 0; }

Made first_trace() {
  return ListedNetwork::build(
      8, xor_loops(2, 8, [](Wire k, Wire, Wire i) { return ascends_in_traces(k, i); }),
      wrong("k = 4 all ascending"));
}

Made second_trace() {
  return ListedNetwork::build(8,
                              xor_loops(2, 8,
                                        [](Wire k, Wire j, Wire i) {
                                          if (k == 8 && j < 4) return i < 4;
                                          return ascends_in_traces(k, i);
                                        }),
                              wrong("k = 4 all ascending, k = 8 not"));
}

Made v2_local_index() {
  constexpr Wire kWires = 16;
  constexpr Wire kThreads = 4;  // of a block, which owns two pieces of so many wires, n/2 apart
  Layers layers;
  for (Wire k = 2; k <= kWires; k *= 2) {
    for (Wire j = k / 2; j > 0; j /= 2) {
      layers.emplace_back();
      for (Wire i = 0; i < kWires; ++i) {
        const Wire partner = i ^ j;
        if (partner <= i) continue;
        const Wire in_block = i % kThreads + (i >= kWires / 2 ? kThreads : 0);
        const Wire index = j <= kThreads / 2 ? in_block : i;
        const bool ascending = (index & k) == 0;
        layers.back().push_back(ascending ? Comparator{i, partner} : Comparator{partner, i});
      }
    }
  }
  return ListedNetwork::build(kWires, layers, wrong("V2 with an index of the block"));
}

struct Demonstration {
  std::string_view id;
  Result<std::shared_ptr<const ListedNetwork>> (*build)();
};
constexpr std::array kDemonstrations = {Demonstration{"missing-comparator", missing_comparator},
                                        Demonstration{"spare-comparator", spare_comparator},
                                        Demonstration{"tutorial-loops", tutorial_loops},
                                        Demonstration{"tutorial-trace-1", first_trace},
                                        Demonstration{"tutorial-trace-2", second_trace},
                                        Demonstration{"v2-local-index", v2_local_index}};

}  // namespace

Result<std::shared_ptr<const ListedNetwork>> demonstration_network(std::string_view id) {
  const auto demonstration = choose_by_id(kDemonstrations, "demonstration", id);
  if (!demonstration) return demonstration.error();
  return (*demonstration)->build();
}

}  // namespace sortscope
