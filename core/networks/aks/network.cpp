// network.cpp: the stages of an AKS network, its comparators and its wires.
#include "core/networks/aks/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sortscope {

namespace {

constexpr std::uint32_t kBlock = std::uint32_t{1} << kAksBlockLog2;
constexpr std::uint32_t kMergeLayers = 7;    // of two sorted blocks of 64
constexpr std::uint32_t kShuffleLayers = 2;  // two involutions make any permutation

// Ranks 1, 2 ... of the wrong keys, where `share` of every k may be wrong: the j-th is ceil(j /
// share).
std::vector<std::uint32_t> wrong_ranks(double share, std::uint32_t most) {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t j = 1;; ++j) {
    const double rank = std::ceil(j / share - 1e-9);
    if (!(rank <= most)) return ranks;
    ranks.push_back(static_cast<std::uint32_t>(std::max(rank, 1.0)));
    if (ranks.size() > 1 && ranks[ranks.size() - 2] >= ranks.back()) {
      ranks.back() = ranks[ranks.size() - 2] + 1;
      if (ranks.back() > most) {
        ranks.pop_back();
        return ranks;
      }
    }
  }
}

// Every error that the definition of a separator allows, after its wires were sorted: small keys
// and, mirrored, large ones.
std::vector<AksPair> planted_pairs(const AksParameters& parameters, std::uint32_t a,
                                   std::uint32_t up) {
  const std::uint32_t half = a / 2;
  const std::uint32_t edge = up < a ? up / 2 : 0;
  std::vector<AksPair> pairs;
  std::vector<std::uint32_t> leaving;  // slots of FL whose keys leave it
  if (edge > 0) {
    for (const std::uint32_t rank : wrong_ranks(parameters.epsilon_f * parameters.planted, edge)) {
      leaving.push_back(rank - 1);
    }
  }
  std::vector<bool> crossing(half, false);
  for (const std::uint32_t rank : wrong_ranks(parameters.epsilon_b * parameters.planted, half)) {
    std::uint32_t slot = rank - 1;
    if (slot < edge) {
      // An error of a half that is one of FL as well.
      const auto at = std::find_if(leaving.begin(), leaving.end(), [&](std::uint32_t other) {
        return other >= slot && !crossing[other];
      });
      if (at == leaving.end()) continue;
      slot = *at;
    }
    crossing[slot] = true;
    pairs.push_back({slot, a - 1 - slot});
  }
  std::uint32_t inner = edge;
  for (const std::uint32_t slot : leaving) {
    if (crossing[slot]) continue;
    while (inner < half && crossing[inner]) ++inner;
    if (inner == half) break;
    pairs.push_back({slot, inner});
    pairs.push_back({a - 1 - inner, a - 1 - slot});
    ++inner;
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const AksPair& x, const AksPair& y) { return x.low < y.low; });
  return pairs;
}

// Layer `layer` of the merge-split of two blocks of 64: the first is mirrored.
AksPair merge_pair(std::uint32_t layer, std::uint32_t u) {
  if (layer == 0) return {u, 2 * kBlock - 1 - u};
  const std::uint32_t bit = kAksBlockLog2 - layer;
  const std::uint32_t low = insert_zero_bit(u, bit);
  return {low, low + (1U << bit)};
}
std::uint32_t merge_index(std::uint32_t layer, std::uint32_t k) {
  if (layer == 0) return std::min(k, 2 * kBlock - 1 - k);
  return remove_bit(k, kAksBlockLog2 - layer);
}

}  // namespace

std::uint32_t sorter_depth(std::uint32_t wires) {
  std::uint32_t depth = 0;
  for (std::uint32_t level = 1; (std::uint64_t{1} << level) < std::uint64_t{2} * wires; ++level) {
    depth += level;
  }
  return depth;
}

LayerForm sorter_form(std::uint32_t wires, std::uint32_t layer) {
  std::uint32_t level = 1;
  while (layer >= level) layer -= level++;
  LayerForm form;
  if (layer == 0) {
    form.mirror = 1;
    form.block_log2 = level;
    form.block_count = 1U << (level - 1);
    form.distance = (1U << level) - 1;
  } else {
    form.chunk_log2 = level - 1 - layer;
    form.distance = 1U << form.chunk_log2;
  }
  form.count = count_comparators(form, wires);
  return form;
}

Result<std::shared_ptr<const AksNetwork>> AksNetwork::build(std::uint32_t d,
                                                            const AksParameters& parameters) {
  if (!aks_allowed(d)) {
    const std::uint32_t nearest = std::clamp((d + 2) / 4 * 4, kAksLeastLog2, kAksMostLog2);
    return Error{ErrorCode::kBadUsage,
                 fmt::format("there is no AKS network of 2^{} wires: d must be a multiple of 4, "
                             "from {} to {}.",
                             d, kAksLeastLog2, kAksMostLog2),
                 fmt::format("The nearest is d = {}: {} wires.", nearest, 1U << nearest)};
  }
  const auto all = resolved(parameters);
  if (!all) return all.error();
  auto made = std::shared_ptr<AksNetwork>(new AksNetwork(d, *all));
  if (made->size_.layers > kMostLayers) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("this network of {} wires has {} layers; at most {} can be run.",
                             made->wires(), made->size_.layers, kMostLayers),
                 "Choose depth=perfect, depth=custom or a number; 'sortscope experiment "
                 "complexity' counts deeper ones."};
  }
  return std::shared_ptr<const AksNetwork>(std::move(made));
}

AksNetwork::AksNetwork(std::uint32_t d, AksParameters parameters) : d_(d), parameters_(parameters) {
  for (std::uint32_t t = 0; t <= aks_steps(d); ++t) steps_.push_back(aks_step(d, t));
  for (std::uint32_t t = 0; t < aks_steps(d); ++t) {
    first_stage_.push_back(static_cast<std::uint32_t>(stages_.size()));
    std::uint64_t deepest = 0;
    for (std::uint32_t i = 0; i < steps_[t].level_count; ++i) {
      const std::size_t first = stages_.size();
      add_separators(t, steps_[t].levels[i]);
      std::uint64_t depth = 0;
      for (std::size_t s = first; s < stages_.size(); ++s) {
        if (!is_forced(stages_[s].work)) depth += stages_[s].depth;
      }
      deepest = std::max(deepest, depth);
    }
    size_.depth += deepest;
  }
  first_stage_.push_back(static_cast<std::uint32_t>(stages_.size()));
  AksStage blocks;
  blocks.work = AksWork::kBlocks;
  blocks.t = aks_steps(d);
  blocks.level = d - kAksBlockLog2;
  blocks.nodes = 1U << blocks.level;
  blocks.a = kBlock;
  blocks.wires = kBlock;
  blocks.half = kBlock / 2;
  blocks.keep = kBlock;
  blocks.per_side = kBlock / 2;
  blocks.depth = sorter_depth(kBlock);
  add(blocks);
  size_.depth += blocks.depth;
  first_stage_.push_back(static_cast<std::uint32_t>(stages_.size()));
}

void AksNetwork::add(AksStage stage) {
  if (stage.per_side == 0 || stage.depth == 0) return;
  stage.first_layer = static_cast<std::uint32_t>(size_.layers);
  size_.layers += stage.depth;
  size_.bit_words += std::uint64_t{stage.depth} * ((stage.count() + 31) / 32);
  if (!is_forced(stage.work)) size_.comparators += std::uint64_t{stage.depth} * stage.count();
  stages_.push_back(stage);
}

void AksNetwork::add_sorter(AksStage stage) {
  stage.work = AksWork::kSorter;
  const std::uint32_t depth = sorter_depth(stage.wires);
  for (std::uint32_t layer = 0; layer < depth; ++layer) {
    stage.pass = layer;
    stage.depth = 1;
    stage.per_side = sorter_form(stage.wires, layer).count;
    add(stage);
  }
}

void AksNetwork::add_planted(AksStage stage) {
  const std::vector<AksPair> pairs = planted_pairs(parameters_, stage.a, stage.up);
  stage.work = AksWork::kPlanted;
  stage.sides = 1;
  stage.depth = 1;
  stage.per_side = static_cast<std::uint32_t>(pairs.size());
  stage.planted = static_cast<std::uint32_t>(planted_.size());
  planted_.insert(planted_.end(), pairs.begin(), pairs.end());
  add(stage);
}

void AksNetwork::add_separators(std::uint32_t t, const AksLevel& level) {
  const bool whole = level.up == level.a;
  if (whole && parameters_.skip_whole) return;
  const bool ideal = parameters_.depth_rule == DepthRule::kIdeal;
  const std::uint32_t layers = ideal ? 0 : aks_separator_layers(level.a, level.up);
  AksStage stage;
  stage.t = t;
  stage.level = level.level;
  stage.nodes = level.nodes();
  stage.a = level.a;
  stage.up = level.up;
  stage.base = level.base;
  for (std::uint32_t layer = 0; layer <= layers; ++layer) {
    stage.layer = layer;
    stage.sides = layer == 0 ? 1 : 2;
    stage.wires = aks_halver_wires(level.a, level.up, layer);
    stage.half = stage.wires / 2;
    // Layers from 2 on take the wires that layer 1 has kept, then those it had not touched.
    stage.keep = layer < 2 ? stage.wires : aks_halver_wires(level.a, level.up, 1) / 2;
    stage.pass = 0;
    if (!halver_is_perfect(parameters_, level.a, level.up, layer)) {
      stage.work = AksWork::kMatching;
      stage.per_side = stage.half;
      stage.depth = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(halver_depth(parameters_, level.a, level.up), kMostLayers + 1));
      add(stage);
      continue;
    }
    if (ideal || parameters_.perfect == PerfectHalver::kBitonic) {
      add_sorter(stage);
    } else {
      stage.work = AksWork::kCyclic;
      stage.per_side = stage.half;
      stage.depth = stage.half;
      add(stage);
    }
    if (parameters_.shuffle_halves && !ideal) {
      stage.work = AksWork::kShuffle;
      stage.per_side = 2 * (stage.half / 2);
      stage.depth = kShuffleLayers;
      add(stage);
    }
  }
  if (parameters_.planted > 0) {
    stage.keep = level.a;
    add_planted(stage);
  }
}

std::shared_ptr<const AksNetwork> AksNetwork::with_repair(std::uint32_t rounds) const {
  auto made = std::shared_ptr<AksNetwork>(new AksNetwork(*this));
  while (made->repair_rounds_ < rounds) made->add_repair();
  return made;
}

void AksNetwork::add_repair() {
  AksStage stage;
  stage.work = AksWork::kRepair;
  stage.t = aks_steps(d_);
  stage.pass = repair_rounds_++;
  const std::uint32_t odd = stage.pass % 2;
  stage.level = d_ - kAksBlockLog2 - 1;
  stage.nodes = (1U << stage.level) - odd;
  stage.base = odd * kBlock;
  stage.a = 2 * kBlock;
  stage.wires = stage.a;
  stage.half = kBlock;
  stage.keep = stage.a;
  stage.per_side = kBlock;
  stage.depth = kMergeLayers;
  add(stage);
  size_.depth += kMergeLayers;
  first_stage_.back() = static_cast<std::uint32_t>(stages_.size());
}

std::pair<std::uint32_t, std::uint32_t> AksNetwork::stages_of(std::uint32_t t) const {
  return {first_stage_[t], first_stage_[t + 1]};
}

std::uint32_t AksNetwork::stage_of(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      stages_.begin(), stages_.end(), layer,
      [](std::uint32_t value, const AksStage& stage) { return value < stage.first_layer; });
  return static_cast<std::uint32_t>(after - stages_.begin()) - 1;
}

std::uint32_t AksNetwork::first_layer(std::uint32_t t) const {
  const std::uint32_t stage = first_stage_[std::min<std::size_t>(t, first_stage_.size() - 1)];
  return stage < stages_.size() ? stages_[stage].first_layer : layers();
}

AksAt AksNetwork::at(std::uint32_t layer, std::uint32_t index) const {
  AksAt found;
  found.stage = stage_of(layer);
  const AksStage& stage = stages_[found.stage];
  found.matching = layer - stage.first_layer;
  const std::uint32_t halver = index / stage.per_side;
  found.u = index - halver * stage.per_side;
  found.node = halver / stage.sides;
  found.side = halver % stage.sides;
  return found;
}

MatchingKey AksNetwork::key(const AksStage& stage, std::uint32_t matching, std::uint32_t node,
                            std::uint32_t side) const {
  return aks_matching_key(keying(), stage, matching, node, side);
}

void AksNetwork::partners(const AksStage& stage, std::uint32_t matching, std::uint32_t node,
                          std::uint32_t side, std::span<std::uint32_t> partners) const {
  fill_partners(parameters_.matching, key(stage, matching, node, side), partners);
}

AksPair AksNetwork::halver_pair(const AksAt& at) const {
  const AksStage& stage = stages_[at.stage];
  switch (stage.work) {
    case AksWork::kMatching:
      return {at.u,
              stage.half + partner_in(parameters_.matching,
                                      key(stage, at.matching, at.node, at.side), stage.half, at.u)};
    case AksWork::kCyclic:
      return {at.u, stage.half + (at.u + at.matching) % stage.half};
    case AksWork::kSorter:
    case AksWork::kBlocks: {
      const LayerForm form = sorter_form(stage.wires, stage.pass + at.matching);
      const WirePair pair = wires_of(form, stage.wires, at.u);
      return {pair.lower, pair.upper};
    }
    case AksWork::kShuffle: {
      const HashMatching hash =
          hash_matching(key_bits_of(key(stage, at.matching, at.node, at.side)), stage.half);
      return aks_shuffle_pair(hash, stage.half, at.u);
    }
    case AksWork::kPlanted:
      return planted_[stage.planted + at.u];
    case AksWork::kRepair:
      return merge_pair(at.matching, at.u);
  }
  return {};
}

AksPair AksNetwork::spots(std::uint32_t layer, std::uint32_t index) const {
  const AksAt where = at(layer, index);
  const AksStage& stage = stages_[where.stage];
  const AksPair pair = halver_pair(where);
  const std::uint32_t first = stage.base + where.node * stage.a;
  const std::uint32_t x = first + aks_slot(stage, where.side, pair.low);
  const std::uint32_t y = first + aks_slot(stage, where.side, pair.high);
  if (where.side == 0) return {x, y};
  return {y, x};
}

Comparator AksNetwork::comparator(std::uint32_t layer, std::uint32_t index) const {
  const AksPair pair = spots(layer, index);
  const std::uint32_t t = stages_[stage_of(layer)].t;
  return {wire_at(t, pair.low), wire_at(t, pair.high)};
}

std::int64_t AksNetwork::index_of(std::uint32_t layer, Wire wire) const {
  const AksStage& stage = stages_[stage_of(layer)];
  return index_at(stage, layer - stage.first_layer, spot_of(stage.t, wire));
}

std::int64_t AksNetwork::index_at(const AksStage& stage, std::uint32_t matching,
                                  std::uint32_t spot) const {
  if (spot < stage.base || spot - stage.base >= stage.nodes * stage.a) return -1;
  const std::uint32_t node = (spot - stage.base) / stage.a;
  const std::uint32_t slot = (spot - stage.base) % stage.a;
  const std::uint32_t side = stage.sides == 2 && slot >= stage.a / 2 ? 1 : 0;
  std::uint32_t k = side == 0 ? slot : stage.a - 1 - slot;
  if (k >= stage.keep) {
    if (k < 2 * stage.keep) return -1;
    k -= stage.keep;
  }
  if (k >= stage.wires) return -1;
  const std::int64_t first = std::int64_t{node * stage.sides + side} * stage.per_side;
  switch (stage.work) {
    case AksWork::kMatching:
      if (k < stage.half) return first + k;
      return first + partner_back(parameters_.matching, key(stage, matching, node, side),
                                  stage.half, k - stage.half);
    case AksWork::kCyclic:
      if (k < stage.half) return first + k;
      return first + (k - matching % stage.half) % stage.half;
    case AksWork::kSorter:
    case AksWork::kBlocks: {
      const WireUse use = use_of(sorter_form(stage.wires, stage.pass + matching), stage.wires, k);
      return use.compared ? first + use.index : -1;
    }
    case AksWork::kShuffle: {
      const HashMatching hash =
          hash_matching(key_bits_of(key(stage, matching, node, side)), stage.half);
      const std::uint32_t pairs = stage.half / 2;
      const std::uint32_t j = hash_partner_back(hash, k % stage.half) / 2;
      return j < pairs ? first + (k < stage.half ? 0 : pairs) + j : -1;
    }
    case AksWork::kPlanted:
      for (std::uint32_t i = 0; i < stage.per_side; ++i) {
        const AksPair& pair = planted_[stage.planted + i];
        if (pair.low == slot || pair.high == slot) return first + i;
      }
      return -1;
    case AksWork::kRepair:
      return first + merge_index(matching, k);
  }
  return -1;
}

Wire AksNetwork::wire_at(std::uint32_t t, std::uint32_t spot) const {
  for (; t + 1 < steps_.size(); ++t) spot = aks_move(steps_[t], steps_[t + 1], spot);
  return spot;
}

std::uint32_t AksNetwork::spot_of(std::uint32_t t, Wire wire) const {
  std::uint32_t spot = wire;
  for (auto s = static_cast<std::uint32_t>(steps_.size()) - 1; s > t; --s) {
    spot = aks_move_back(steps_[s - 1], steps_[s], spot);
  }
  return spot;
}

std::vector<Wire> AksNetwork::wires_at(std::uint32_t t) const {
  std::vector<Wire> wires(this->wires());
  for (std::uint32_t spot = 0; spot < wires.size(); ++spot) wires[spot] = wire_at(t, spot);
  return wires;
}

}  // namespace sortscope
