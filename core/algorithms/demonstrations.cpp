// demonstrations.cpp: networks in which a mistake is to be found.
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

Made missing_comparator() {
  Layers layers = layers_of(kOddEvenMerge.build(8));
  std::erase(layers[4], Comparator{3, 5});
  return ListedNetwork::build(8, layers, "One is missing");
}

Made spare_comparator() {
  Layers layers = layers_of(kOddEvenMerge.build(8));
  // Wires 0 and 7 carry the minimum and the maximum from layer 4 on.
  layers[4].push_back({0, 7});
  return ListedNetwork::build(8, layers, "One too many");
}

Made seed_002_loops() {
  constexpr Wire kWires = 8;
  Layers layers;
  for (Wire k = 1; k <= kWires / 2; k *= 2) {
    for (Wire j = k / 2; j > 0; j /= 2) {
      layers.emplace_back();
      for (Wire i = 0; i < kWires; ++i) {
        const Wire partner = i ^ j;
        if (partner <= i) continue;
        const bool ascending = (k & j) == 0;
        layers.back().push_back(ascending ? Comparator{i, partner} : Comparator{partner, i});
      }
    }
  }
  return ListedNetwork::build(kWires, layers, "The loops of a tutorial");
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
  return ListedNetwork::build(kWires, layers, "V2 with an index of the block");
}

struct Demonstration {
  std::string_view id;
  Result<std::shared_ptr<const ListedNetwork>> (*build)();
};
constexpr std::array kDemonstrations = {Demonstration{"missing-comparator", missing_comparator},
                                        Demonstration{"spare-comparator", spare_comparator},
                                        Demonstration{"seed-002-loops", seed_002_loops},
                                        Demonstration{"v2-local-index", v2_local_index}};

}  // namespace

Result<std::shared_ptr<const ListedNetwork>> demonstration_network(std::string_view id) {
  const auto demonstration = choose_by_id(kDemonstrations, "demonstration", id);
  if (!demonstration) return demonstration.error();
  return (*demonstration)->build();
}

}  // namespace sortscope
