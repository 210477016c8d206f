// moved_keys.cpp: states before and after a step, compared wire by wire.
#include "core/scenes/moved_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

// The cursor at the end of the running step.
Cursor end_of(const RunningStep& step, const Network& network) {
  return step.last >= network.count(step.layer) ? Cursor{step.layer + 1, 0}
                                                : Cursor{step.layer, step.last};
}

std::vector<Wire> wire_of_place(std::span<const std::uint32_t> places) {
  std::vector<Wire> wires(places.size());
  for (Wire wire = 0; wire < wires.size(); ++wire) wires[places[wire]] = wire;
  return wires;
}

float smooth(float t) {
  t = std::clamp(t, 0.0F, 1.0F);
  return t * t * (3 - 2 * t);
}

}  // namespace

Passing passing(float s) {
  constexpr float kAside = 0.2F;  // of the way
  return {smooth(s / kAside) * smooth((1 - s) / kAside), smooth((s - kAside) / (1 - 2 * kAside))};
}

float passing_track(const Scene& scene, std::span<const Wire> after, Wire wire) {
  constexpr std::size_t kMostWires = 1024;  // each key asks all others
  if (after.empty()) return 1;
  const auto way = [&](Wire of) { return std::int64_t{after[of]} - std::int64_t{of}; };
  const std::int64_t own = way(wire);
  if (after.size() > kMostWires || !stages_overlap(scene.recording->network, scene.cursor.layer)) {
    return std::abs(own) == 1 ? 0.5F : 1;
  }
  std::vector<std::int64_t> shorter;
  for (Wire other = 0; own != 0 && other < after.size(); ++other) {
    const std::int64_t by = way(other);
    const bool same_side = (by > 0) == (own > 0);
    if (by == 0 || !same_side || std::abs(by) >= std::abs(own)) continue;
    if (std::ranges::find(shorter, by) == shorter.end()) shorter.push_back(by);
  }
  return static_cast<float>(shorter.size() + 1);
}

bool stages_overlap(const Network& network, std::uint32_t layer) {
  if (!network.in_trees(layer)) return false;
  return network.step(layer).first_stage != network.step(layer).last_stage;
}

std::vector<Comparator> met_wires(const Scene& scene, std::uint32_t layer) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  std::vector<Comparator> met;
  met.reserve(network.count(layer));
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    met.push_back(recording.comparator(layer, index));
  }
  if (!stages_overlap(network, layer) || scene.elsewhere == nullptr) return met;
  scene.elsewhere->seek({layer, 0});
  const BitonicTree* tree = scene.elsewhere->tree();
  if (tree == nullptr) return met;
  std::vector<std::uint32_t> nodes(network.wires());
  tree->in_order(network.step(layer).merge, nodes);
  const std::vector<Wire> wire_of_node = wire_of_place(nodes);
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    const BitonicTree::Pair pair = tree->pair(network.task(layer, index));
    const bool ascending = met[index].ascending();
    met[index] = {wire_of_node[ascending ? pair.p : pair.q],
                  wire_of_node[ascending ? pair.q : pair.p]};
  }
  return met;
}

std::vector<Wire> wires_after(const Scene& scene) {
  const RunningStep step = running_step(scene);
  if (step.first == step.last) return {};
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  std::vector<Wire> after;
  if (network.adaptive()) {
    if (scene.elsewhere == nullptr) return {};
    scene.elsewhere->seek(end_of(step, network));
    const std::vector<Wire> wires = wire_of_place(scene.elsewhere->places());
    for (const std::uint32_t place : scene.places) after.push_back(wires[place]);
    return after;
  }
  if (network.wires_move()) {
    if (scene.aks == nullptr) return {};
    after.resize(network.wires());
    std::iota(after.begin(), after.end(), 0U);
    const std::span<const Wire> wires = scene.aks->wire_of_spot();
    network.aks()->for_each(step.layer, step.first, step.last,
                            [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
                              if (!recording.exchanged(step.layer, index)) return;
                              after[wires[x]] = wires[y];
                              after[wires[y]] = wires[x];
                            });
    return after;
  }
  after.reserve(network.wires());
  for (Wire wire = 0; wire < network.wires(); ++wire) {
    const WireUse use = network.use(step.layer, wire);
    const bool goes = use.compared && step.contains(step.layer, use.index) &&
                      recording.exchanged(step.layer, use.index);
    const Comparator c = use.comparator;
    after.push_back(!goes ? wire : c.min_wire == wire ? c.max_wire : c.min_wire);
  }
  return after;
}

std::vector<Wire> wires_after_in_trees(const Scene& scene) {
  const Network& network = scene.recording->network;
  const std::uint32_t layer = scene.cursor.layer;
  const bool known = layer >= network.depth() || network.fixed(layer) || !network.adaptive();
  return known ? std::vector<Wire>() : wires_after(scene);
}

std::vector<Comparator> compared_wires(const Scene& scene, std::uint32_t layer) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  std::vector<Comparator> pairs;
  if (network.has_splits(layer)) return pairs;
  pairs.reserve(network.count(layer));
  std::vector<Wire> wire_of_node;
  const BitonicTree* before = nullptr;
  if (stages_overlap(network, layer) && scene.elsewhere != nullptr && scene.tree != nullptr) {
    std::vector<std::uint32_t> nodes(network.wires());
    scene.tree->in_order(scene.merge, nodes);
    wire_of_node = wire_of_place(nodes);
    scene.elsewhere->seek({layer, 0});
    before = scene.elsewhere->tree();
  }
  for (std::uint32_t index = 0; index < network.count(layer); ++index) {
    Comparator comparator = recording.comparator(layer, index);
    if (before != nullptr) {
      const BitonicTree::Pair pair = before->pair(network.task(layer, index));
      const bool ascending = comparator.ascending();
      comparator = {wire_of_node[ascending ? pair.p : pair.q],
                    wire_of_node[ascending ? pair.q : pair.p]};
    }
    pairs.push_back(comparator);
  }
  return pairs;
}

std::vector<MovedWires> moved_wires(const Scene& scene, std::uint32_t layer) {
  std::vector<MovedWires> runs;
  if (scene.elsewhere == nullptr) return runs;
  const RunningStep step = running_step(scene);
  const Cursor to = step.first == step.last ? scene.cursor : end_of(step, scene.recording->network);
  scene.elsewhere->seek(to);
  const std::vector<Wire> after = wire_of_place(scene.elsewhere->places());
  scene.elsewhere->seek({layer, 0});
  const std::span<const std::uint32_t> before = scene.elsewhere->places();
  for (Wire wire = 0; wire < before.size(); ++wire) {
    const std::int64_t by = std::int64_t{after[before[wire]]} - std::int64_t{wire};
    if (by == 0) continue;
    if (!runs.empty() && runs.back().first + runs.back().length == wire && runs.back().by == by) {
      ++runs.back().length;
    } else {
      runs.push_back({wire, 1, by});
    }
  }
  return runs;
}

std::vector<MovedWires> swapped_wires(const Scene& scene, std::uint32_t layer) {
  const Recording& recording = *scene.recording;
  std::vector<MovedWires> swapped;
  if (!recording.network.in_trees(layer)) return swapped;
  const RunningStep step = running_step(scene);
  const Cursor to = step.first == step.last ? scene.cursor : end_of(step, recording.network);
  const std::vector<Comparator> met = met_wires(scene, layer);
  std::vector<bool> by_themselves(recording.network.wires());
  for (std::uint32_t index = 0; index < met.size(); ++index) {
    if (!(Cursor{layer, index} < to) || !recording.exchanged(layer, index)) continue;
    by_themselves[met[index].min_wire] = true;
    by_themselves[met[index].max_wire] = true;
  }
  for (const MovedWires& run : moved_wires(scene, layer)) {
    bool open = false;
    for (Wire wire = run.first; wire < run.first + run.length; ++wire) {
      if (by_themselves[wire]) {
        open = false;
      } else if (open) {
        ++swapped.back().length;
      } else {
        swapped.push_back({wire, 1, run.by});
        open = true;
      }
    }
  }
  return swapped;
}

std::vector<Wire> misplaced_wires(std::span<const std::uint32_t> places,
                                  std::span<const std::uint32_t> ranks) {
  std::vector<std::uint32_t> sorted(ranks.begin(), ranks.end());
  std::ranges::sort(sorted);
  std::vector<Wire> wrong;
  for (Wire wire = 0; wire < places.size(); ++wire) {
    if (ranks[places[wire]] != sorted[wire]) wrong.push_back(wire);
  }
  return wrong;
}

std::string moved_blocks_text(const Scene& scene, std::uint32_t layer) {
  std::vector<MovedWires> runs = moved_wires(scene, layer);
  const auto shorter = [](const MovedWires& a, const MovedWires& b) { return a.length < b.length; };
  auto longest = std::max_element(runs.begin(), runs.end(), shorter);
  const bool blocks = longest != runs.end() && longest->length >= 2;
  if (!blocks) {
    // Subtrees of one node.
    runs = swapped_wires(scene, layer);
    longest = std::max_element(runs.begin(), runs.end(), shorter);
  }
  if (longest == runs.end()) return {};
  const Wire other = static_cast<Wire>(std::int64_t{longest->first} + longest->by);
  const auto text =
      longest->length == 1
          ? fmt::format("Wires {} and {} change places by one pointer swap", longest->first, other)
          : fmt::format("Wires {}–{} and {}–{} change places by one pointer swap", longest->first,
                        longest->first + longest->length - 1, other, other + longest->length - 1);
  const auto pairs = std::count_if(runs.begin(), runs.end(), [&](const MovedWires& run) {
    return run.by > 0 && run.length >= (blocks ? 2U : 1U) && run.first != longest->first;
  });
  return pairs > 0 ? fmt::format("{}, and {} more", text, pairs) : text;
}

}  // namespace sortscope
