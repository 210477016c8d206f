#include "core/own_kernels/padding.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sortscope {

namespace {

std::shared_ptr<const ListedNetwork> built(std::uint32_t wires,
                                           const std::vector<std::vector<Comparator>>& layers,
                                           const ListedNetwork& of) {
  auto made = ListedNetwork::build(wires, layers, of.name());
  return made ? *made : nullptr;
}

}  // namespace

PaddingPaths follow_padding(const ListedNetwork& network, std::vector<bool> padded) {
  PaddingPaths paths;
  // The wire on which the key here began.
  std::vector<Wire> began(network.wires());
  std::iota(began.begin(), began.end(), Wire{0});
  for (const Comparator& c : network.comparators()) {
    const bool at_min = padded[c.min_wire];
    const bool at_max = padded[c.max_wire];
    const bool moves = at_min && !at_max;
    if (moves) {
      std::swap(began[c.min_wire], began[c.max_wire]);
      padded[c.min_wire] = false;
      padded[c.max_wire] = true;
    }
    paths.idle.push_back(at_min && at_max);
    paths.fates.push_back(moves    ? PaddingFate::kMoves
                          : at_max ? PaddingFate::kStays
                                   : PaddingFate::kKeys);
  }
  paths.ends.resize(network.wires());
  for (Wire wire = 0; wire < network.wires(); ++wire) paths.ends[began[wire]] = wire;
  paths.padded = std::move(padded);
  return paths;
}

std::vector<bool> last_wires(std::uint32_t wires, std::uint32_t n) {
  std::vector<bool> padded(wires, false);
  std::fill(padded.begin() + n, padded.end(), true);
  return padded;
}

std::shared_ptr<const ListedNetwork> of_keys_alone(const ListedNetwork& network, std::uint32_t n,
                                                   const std::vector<bool>& padded) {
  const PaddingPaths paths = follow_padding(network, padded);
  if (paths.padded != last_wires(network.wires(), n)) return nullptr;
  // Keys exchange wires with padding on their way: each is followed by where it ends without
  // comparators of keys.
  std::vector<Wire> called = paths.ends;
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::size_t i = network.first(l); i < network.first(l + 1); ++i) {
      const Comparator& c = network.comparators()[i];
      if (paths.fates[i] == PaddingFate::kMoves) {
        std::swap(called[c.min_wire], called[c.max_wire]);
      } else if (paths.fates[i] == PaddingFate::kKeys) {
        layers[l].push_back({called[c.min_wire], called[c.max_wire]});
      }
    }
  }
  return built(n, layers, network);
}

std::shared_ptr<const ListedNetwork> with_idle_ascending(const ListedNetwork& network,
                                                         const std::vector<bool>& padded) {
  const PaddingPaths paths = follow_padding(network, padded);
  std::vector<std::vector<Comparator>> layers(network.depth());
  for (std::uint32_t l = 0; l < network.depth(); ++l) {
    for (std::size_t i = network.first(l); i < network.first(l + 1); ++i) {
      const Comparator& c = network.comparators()[i];
      layers[l].push_back(paths.idle[i] ? Comparator{c.lower(), c.upper()} : c);
    }
  }
  return built(network.wires(), layers, network);
}

}  // namespace sortscope
