// code_state.cpp: which line of the pseudocode runs at the cursor.
#include "core/words/code_state.h"

#include <bit>

#include "core/algorithms/demonstrations.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/words/code_tree.h"

namespace sortscope {

namespace {

// In a whole-layer step all compare first, then some exchange.
constexpr float kComparingShare = 0.3F;

// The first comparator from `first` on that exchanges in `layer`, or `first`.
std::uint32_t first_exchange(const Recording& recording, std::uint32_t layer, std::uint32_t first) {
  const std::uint32_t count = recording.network.count(layer);
  if (recording.network.has_splits(layer)) {
    std::uint32_t index = first;
    while (index < count && !recording.exchanged(layer, index)) ++index;
    return index < count ? index : first;
  }
  const LayerBits kept = recording.layer_bits(layer);
  for (std::uint32_t word = first / 32; word * 32 < count; ++word) {
    std::uint32_t bits = kept.words[word];
    if (word == first / 32) bits &= ~std::uint32_t{0} << (first % 32);
    if (bits != 0) return word * 32 + static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  return first;
}

// The comparator of `layer`, not yet run, that the person looks at, if there is one.
std::optional<std::uint32_t> looked_at(const Scene& scene, std::uint32_t layer) {
  const Network& network = scene.recording->network;
  for (const Selection* selection : {&scene.hover, &scene.selected}) {
    if (selection->comparator && selection->comparator->layer == layer &&
        selection->comparator->index >= scene.cursor.comparator &&
        selection->comparator->index < network.count(layer)) {
      return selection->comparator->index;
    }
    if (selection->wire) {
      const WireUse use = network.use(layer, *selection->wire);
      if (use.compared && use.index >= scene.cursor.comparator) return use.index;
    }
  }
  return std::nullopt;
}

// "move: FL and FR up ..." in the listing of `aks`.
constexpr int kAksMoveLine = 10;
// The last layer of a step exchanges first, then the wires move (core/scenes/aks_tree_moment.h).
constexpr float kExchangingShare = 0.3F;

bool moves_wires(const Scene& scene) {
  const AksNetwork* aks = scene.recording->network.aks();
  if (aks == nullptr || !scene.whole_layer || scene.fraction < kExchangingShare) return false;
  const std::uint32_t t = aks->stages()[aks->stage_of(scene.cursor.layer)].t;
  return t < aks_steps(aks->d()) && scene.cursor.layer + 1 == aks->first_layer(t + 1);
}

}  // namespace

Listing listing_of(const Recording& recording) {
  const Algorithm& algorithm = *recording.algorithm;
  if (const ListedNetwork* listed = recording.network.listed()) {
    if (const Loops* loops = demonstration_loops(*listed)) {
      return {listed->name(), loops->pseudocode, loops->lines, loops->variables};
    }
  }
  return {algorithm.title, algorithm.pseudocode, algorithm.lines, algorithm.variables};
}

std::string code_line(const Listing& listing, const CodeState& state, std::size_t index) {
  std::string line(listing.pseudocode[index]);
  if (!state.turned) return line;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '<' && line[at] != '>') continue;
    // Of keys, not of positions: a[...], v(...), x > y.
    const std::string_view rest = std::string_view(line).substr(at + 1);
    if (rest.starts_with(" a[") || rest.starts_with(" v(") || rest.starts_with(" y")) {
      line[at] = line[at] == '<' ? '>' : '<';
    }
  }
  return line;
}

namespace {

CodeState state_at(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const Algorithm& algorithm = *recording.algorithm;
  const Network& network = recording.network;
  const std::uint32_t layer = scene.cursor.layer;
  const Listing listing = listing_of(recording);
  if (layer >= network.depth()) return {listing.lines.finished, {}};

  if (network.in_trees(layer) && algorithm.tree_lines != nullptr) {
    return tree_code_state(scene);
  }
  const CodeLines lines =
      algorithm.lines_of != nullptr ? algorithm.lines_of(network, layer) : listing.lines;
  std::uint32_t index = scene.cursor.comparator;
  bool exchanges = recording.exchanged(layer, index);
  if (scene.whole_layer) {
    const bool compared = scene.fraction >= kComparingShare;
    const auto chosen = looked_at(scene, layer);
    if (chosen) {
      index = *chosen;
    } else if (compared) {
      index = first_exchange(recording, layer, index);
    }
    exchanges = recording.exchanged(layer, index);
  }
  const bool moving = scene.fraction > 0;
  int line = lines.compare;
  if (!moving && scene.whole_layer && scene.cursor.comparator == 0) line = lines.layer;
  if (moving && exchanges && (!scene.whole_layer || scene.fraction >= kComparingShare)) {
    line = lines.exchange;
  }
  if (moves_wires(scene)) line = kAksMoveLine;
  // In the listings of adaptive sorts, networks say nothing of directions.
  const bool turned = network.adaptive() && network.fixed(layer)
                          ? !recording.comparator(layer, index).ascending()
                          : recording.request.order == Order::kDescending;
  return {line, listing.variables(network, layer, index), turned};
}

}  // namespace

CodeState code_state(const Scene& scene) {
  CodeState state = state_at(scene);
  state.next = !state.variables.empty() && !(scene.fraction > 0);
  return state;
}

}  // namespace sortscope
