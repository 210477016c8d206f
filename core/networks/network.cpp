// network.cpp: counting, inversion and sub-columns of closed-form layers.
#include "core/networks/network.h"

#include <algorithm>
#include <cassert>

#include "core/base/pieces.h"

namespace sortscope {

namespace {

// Wires of a tile of blocks that one thread resolves at a time.
constexpr std::uint32_t kResolvedTileLog2 = 13;
// Parts of a block that is larger than a tile.
constexpr std::uint32_t kResolvedParts = 8;

// Columns of one run of overlapping chunks: the distance is an odd multiple q of the chunk, and
// (q + 1) / 2 chunks of lower wires lie under one comparator.
std::uint32_t chunks_overlapping(const LayerForm& form) {
  return ((form.distance >> form.chunk_log2) + 1) / 2;
}

}  // namespace

Network::Network(std::uint32_t wires, std::vector<LayerForm> forms, std::vector<LayerLabel> labels,
                 std::vector<MergeLevel> levels, std::vector<LayerWork> works,
                 std::vector<TreeStep> steps)
    : wires_(wires),
      works_(std::move(works)),
      steps_(std::move(steps)),
      forms_(std::move(forms)),
      labels_(std::move(labels)),
      levels_(std::move(levels)) {
  assert(forms_.size() == labels_.size());
  count_layers();
}

Network::Network(std::shared_ptr<const AksNetwork> aks) : wires_(aks->wires()) {
  const std::vector<AksStage>& stages = aks->stages();
  const std::uint32_t steps = aks_steps(aks->d());
  for (std::uint32_t i = 0; i < stages.size(); ++i) {
    const AksStage& stage = stages[i];
    const bool repair = stage.work == AksWork::kRepair;
    const bool begins = i == 0 || repair || stages[i - 1].t != stage.t;
    if (begins) {
      const std::string name = repair             ? "repair " + std::to_string(stage.pass + 1)
                               : stage.t == steps ? std::string("final")
                                                  : "t = " + std::to_string(stage.t);
      levels_.push_back({stage.first_layer, 0, stage.t, name});
    }
    levels_.back().layer_count += stage.depth;
    LayerForm form;
    form.count = stage.count();
    for (std::uint32_t matching = 0; matching < stage.depth; ++matching) {
      forms_.push_back(form);
      labels_.push_back({stage.level, matching});
    }
  }
  aks_ = std::move(aks);
  count_layers();
}

Network::Network(std::shared_ptr<const ListedNetwork> listed) : wires_(listed->wires()) {
  forms_.reserve(listed->depth());
  labels_.resize(listed->depth());
  for (std::uint32_t layer = 0; layer < listed->depth(); ++layer) {
    LayerForm form;
    form.count = static_cast<std::uint32_t>(listed->layer(layer).size());
    form.distance = 0;  // no closed form
    forms_.push_back(form);
  }
  if (listed->depth() > 0) {
    levels_.push_back({0, listed->depth(), 1, listed->name().empty() ? "network" : listed->name()});
  }
  listed_ = std::move(listed);
  count_layers();
}

void Network::count_layers() {
  comparators_before_.reserve(forms_.size() + 1);
  first_word_.reserve(forms_.size() + 1);
  if (adaptive()) tree_before_.push_back(0);
  for (std::uint32_t layer = 0; layer < depth(); ++layer) {
    const std::uint64_t comparators = forms_[layer].count;
    comparators_before_.push_back(comparators_before_.back() + comparators);
    const std::uint64_t words = has_splits(layer) ? comparators : (comparators + 31) / 32;
    first_word_.push_back(first_word_.back() + words);
    if (adaptive()) {
      tree_before_.push_back(tree_before_.back() + (in_trees(layer) ? comparators : 0));
    }
  }
}

bool Network::resolve(TreeRule rule, std::span<const std::uint32_t> bits, Progress* progress) {
  if (!adaptive()) return true;
  resolved_ = true;
  lower_wires_.resize(tree_before_.back());
  // By slot: how far the instance's pair has gone to the right, in wires, and its case.
  std::vector<std::uint32_t> gone(wires_, 0);
  std::vector<std::uint8_t> second(wires_, 0);
  const bool two_cases = rule == TreeRule::kTwoCase;
  // Of the instances of each stage of a block, part `part` of `parts`.
  const auto resolve_part = [&](std::uint32_t layer, std::uint32_t block, std::uint32_t part,
                                std::uint32_t parts) {
    const TreeStep& step = steps_[layer];
    const std::uint32_t* const words = bits.data() + first_word(layer);
    std::uint32_t* const lower = lower_wires_.data() + tree_before_[layer];
    for (std::uint32_t stage = step.first_stage; stage <= step.last_stage; ++stage) {
      const std::uint32_t instances = std::uint32_t{1} << stage;
      const std::uint32_t size_log2 = step.merge - stage;
      const std::uint32_t below = std::uint32_t{1} << (size_log2 - 1) >> step.phase(stage);
      const std::uint32_t end = instances * (part + 1) / parts;
      for (std::uint32_t i = instances * part / parts; i < end; ++i) {
        const std::uint32_t index = index_of(step, block, stage, i);
        const bool exchanged = (words[index / 32] >> (index % 32) & 1) != 0;
        const std::uint32_t base = (block << step.merge) + (i << size_log2);
        const std::uint32_t slot = (block << step.merge) + instances + i;
        if (step.phase(stage) == 0) {
          lower[index] = base + below - 1;
          second[slot] = two_cases && exchanged;
          gone[slot] = 0;
          continue;
        }
        lower[index] = base + gone[slot] + below - 1;
        gone[slot] += goes_right(second[slot] != 0, exchanged) ? below : 0;
      }
    }
  };
  std::uint32_t end = 0;
  for (std::uint32_t first = 0; first < depth(); first = std::max(end, first + 1)) {
    end = first;
    while (end < depth() && in_trees(end) && steps_[end].merge == steps_[first].merge) ++end;
    if (end == first) continue;
    // Instances share nothing here: tiles of blocks, and parts of large blocks, go through the
    // layers of their merge level on their own.
    const std::uint32_t merge = steps_[first].merge;
    const std::uint32_t tiles = std::max(wires_ >> std::max(merge, kResolvedTileLog2), 1U);
    const std::uint32_t blocks = (wires_ >> merge) / tiles;
    const std::uint32_t parts = merge > kResolvedTileLog2 ? kResolvedParts : 1;
    const bool all = run_pieces(
        std::size_t{tiles} * parts,
        [&](std::size_t piece) {
          const auto tile = static_cast<std::uint32_t>(piece / parts);
          for (std::uint32_t layer = first; layer < end; ++layer) {
            for (std::uint32_t block = tile * blocks; block < (tile + 1) * blocks; ++block) {
              resolve_part(layer, block, static_cast<std::uint32_t>(piece % parts), parts);
            }
            if (progress != nullptr)
              progress->advance(blocks * steps_[layer].tasks_a_block() / parts);
          }
        },
        progress);
    if (!all) return false;
  }
  return true;
}

bool Network::stages_overlap() const {
  return std::any_of(steps_.begin(), steps_.end(),
                     [](const TreeStep& step) { return step.first_stage != step.last_stage; });
}

Comparator Network::tree_comparator(std::uint32_t layer, std::uint32_t index) const {
  assert(resolved());
  const TreeTask now = task(layer, index);
  const std::uint32_t lower = lower_wires_[tree_before_[layer] + index];
  if (now.descending()) return {lower + now.half(), lower};
  return {lower, lower + now.half()};
}

WireUse Network::tree_use(std::uint32_t layer, Wire wire) const {
  const TreeStep& now = steps_[layer];
  const std::uint32_t block = wire >> now.merge;
  for (std::uint32_t stage = now.first_stage; stage <= now.last_stage; ++stage) {
    const std::uint32_t in_block = wire & ((std::uint32_t{1} << now.merge) - 1);
    const std::uint32_t index = index_of(now, block, stage, in_block >> (now.merge - stage));
    const Comparator comparator = tree_comparator(layer, index);
    if (comparator.min_wire == wire || comparator.max_wire == wire)
      return {true, index, comparator};
  }
  return {};
}

std::uint32_t Network::level_index(std::uint32_t layer) const {
  const auto after = std::upper_bound(
      levels_.begin(), levels_.end(), layer,
      [](std::uint32_t value, const MergeLevel& level) { return value < level.first_layer; });
  return static_cast<std::uint32_t>(after - levels_.begin()) - 1;
}

WireUse Network::use(std::uint32_t layer, Wire wire) const {
  const LayerForm& form = forms_[layer];
  if (wire >= wires_ || form.count == 0 || has_splits(layer)) return {};
  if (aks_) {
    const std::int64_t index = aks_->index_of(layer, wire);
    if (index < 0) return {};
    const auto found = static_cast<std::uint32_t>(index);
    return {true, found, aks_->comparator(layer, found)};
  }
  if (listed_) return listed_->use(layer, wire);
  if (in_trees(layer)) return tree_use(layer, wire);
  return use_of(form, wires_, wire);
}

std::uint32_t Network::sub_columns(std::uint32_t layer) const {
  const LayerForm& form = forms_[layer];
  if (form.count == 0) return 0;
  if (aks_) return std::min(form.count, aks_columns(layer));
  if (listed_) return listed_->sub_columns(layer);
  if (!fixed(layer)) {
    return steps_[layer].last_stage - steps_[layer].first_stage + 1;
  }
  if (form.mirror != 0) return std::min(form.count, form.block_count);
  return std::min(form.count, chunks_overlapping(form) << form.chunk_log2);
}

std::uint32_t Network::sub_column(std::uint32_t layer, std::uint32_t index) const {
  const LayerForm& form = forms_[layer];
  if (in_trees(layer)) return task(layer, index).stage - steps_[layer].first_stage;
  if (aks_) return index % aks_columns(layer);
  if (listed_) return listed_->sub_column(layer, index);
  if (has_splits(layer)) return 0;
  if (form.mirror != 0) return index % form.block_count;
  const std::uint32_t r = form.block_count > 0 ? index % form.block_count : index;
  const std::uint32_t chunk = r >> form.chunk_log2;
  return ((chunk % chunks_overlapping(form)) << form.chunk_log2) |
         (r & ((std::uint32_t{1} << form.chunk_log2) - 1));
}

std::uint32_t Network::aks_columns(std::uint32_t layer) const {
  return aks_->stages()[aks_->stage_of(layer)].per_side;
}

Cursor Network::cursor_at(std::uint64_t position) const {
  if (position >= size()) return end();
  const auto after =
      std::upper_bound(comparators_before_.begin(), comparators_before_.end(), position);
  const auto layer = static_cast<std::uint32_t>(after - comparators_before_.begin()) - 1;
  return {layer, static_cast<std::uint32_t>(position - comparators_before_[layer])};
}

}  // namespace sortscope
