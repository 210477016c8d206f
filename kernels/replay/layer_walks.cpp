// layer_walks.cpp: walks whose values stand on their wires: layers in closed form, lists, and what
// adaptive sorts have beside them.
#include <algorithm>
#include <bit>

#include "kernels/device/in_turn.h"
#include "kernels/replay/kernels.cuh"
#include "kernels/replay/tree_stages.h"
#include "kernels/replay/walk.cuh"
#include "kernels/replay/windows.cuh"

namespace sortscope::device {

namespace {

// First words of layers, where one launch walks many of them.
struct BlockLayers {
  static bool worth(const Network& network) { return network.wires() <= kBlockReplayWires; }
  [[nodiscard]] bool ready() const { return first_words.data() != nullptr; }
  [[nodiscard]] ReplayedLayers range(std::uint32_t first, std::uint32_t last, bool backwards,
                                     const std::uint32_t* bits) const {
    return {bits, first_words.data(), first, last, backwards};
  }

  DeviceBuffer<std::uint64_t> first_words;
};

class FormWalk : public DeviceWalk {
 protected:
  Status prepare(TreeRule /*rule*/) override {
    const std::uint32_t wires = network().wires();
    tiles_ = !BlockLayers::worth(network()) && std::has_single_bit(wires);
    if (!BlockLayers::worth(network()) && !tiles_) return {};
    return in_turn([&] { return put(forms_, std::span(network().forms())); },
                   [&] { return put(layers_.first_words, std::span(network().first_words())); });
  }
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) override {
    return checked(replay_layer(values(), network().wires(), network().form(layer),
                                layer_bits(layer), first, last, stream()),
                   "replaying a layer");
  }
  Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards) override {
    if (!layers_.ready()) return layer_by_layer(first, last, backwards);
    if (tiles_) return in_tiles(first, last, backwards);
    return checked(replay_layers_in_block(values(), network().wires(), forms_.data(),
                                          layers_.range(first, last, backwards, bits()), stream()),
                   "replaying layers");
  }
  // Several layers go in one pass over the values.
  [[nodiscard]] std::uint64_t comparators_a_ns() const override { return tiles_ ? 600 : 50; }

 private:
  // As many layers of the XOR form a launch as can be; others one by one.
  Status in_tiles(std::uint32_t first, std::uint32_t last, bool backwards) {
    const std::span<const LayerForm> forms = network().forms();
    while (first < last) {
      const auto is_xor = [&](std::uint32_t layer) {
        return network().fixed(layer) && is_xor_layer(forms[layer], network().wires());
      };
      std::uint32_t count = 0;
      while (count < last - first && is_xor(backwards ? last - 1 - count : first + count)) ++count;
      const std::uint32_t size = std::max(count, 1U);
      LayerStretch now{backwards ? last - size : first, backwards ? last : first + size};
      if (count > 0) {
        const std::uint32_t at_once = layers_at_once(forms.subspan(now.first, count), backwards);
        (backwards ? now.first : now.last) = backwards ? last - at_once : first + at_once;
      }
      const Status status =
          count == 0 ? layer_by_layer(now.first, now.last, backwards)
                     : checked(replay_at_once(values(), network().wires(), forms, forms_.data(),
                                              layers_.range(now.first, now.last, backwards, bits()),
                                              stream()),
                               "replaying layers");
      if (!status.ok()) return status;
      (backwards ? last : first) = backwards ? now.first : now.last;
    }
    return {};
  }

  DeviceBuffer<LayerForm> forms_;
  BlockLayers layers_;
  bool tiles_ = false;  // 2^k wires, more than a block has
};

class ListWalk final : public DeviceWalk {
 protected:
  Status prepare(TreeRule /*rule*/) override {
    const ListedNetwork& listed = *network().listed();
    if (Status status = put(comparators_, listed.comparators());
        !status.ok() || !BlockLayers::worth(network())) {
      return status;
    }
    std::vector<std::uint64_t> before;
    for (std::uint32_t layer = 0; layer <= network().depth(); ++layer) {
      before.push_back(network().comparators_before(layer));
    }
    return in_turn([&] { return put(before_, std::span<const std::uint64_t>(before)); },
                   [&] { return put(layers_.first_words, std::span(network().first_words())); });
  }
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) override {
    return checked(replay_list(values(), comparators_.data() + network().comparators_before(layer),
                               layer_bits(layer), first, last, stream()),
                   "replaying a layer");
  }
  Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards) override {
    if (!layers_.ready()) return layer_by_layer(first, last, backwards);
    return checked(
        replay_lists_in_block(values(), network().wires(), comparators_.data(), before_.data(),
                              layers_.range(first, last, backwards, bits()), stream()),
        "replaying layers");
  }

 private:
  DeviceBuffer<Comparator> comparators_;
  DeviceBuffer<std::uint64_t> before_;
  BlockLayers layers_;
};

// Trees are walked a merge level at a time, see tree_stages.h; splits and layers in closed form
// between them layer by layer.
class AdaptiveWalk final : public FormWalk {
 protected:
  Status prepare(TreeRule rule) override {
    two_cases_ = rule == TreeRule::kTwoCase ? 1 : 0;
    trees_ = tree_levels(network());
    return in_turn([&] { return FormWalk::prepare(rule); },
                   [&] { return put(phases_, std::span<const TreePhase>(trees_.phases)); });
  }
  [[nodiscard]] LayerStretch stretch(std::uint32_t layer) const override {
    return adaptive_stretch(network(), trees_, layer, FormWalk::stretch(layer));
  }
  Status move(Cursor from, Cursor to) override {
    const std::uint32_t layer = std::min(from, to).layer;
    const TreeLevel* const level = trees_.level_of(layer);
    if (level == nullptr) return FormWalk::move(from, to);
    const StageMoves moves = stage_moves(trees_, *level, from, to);
    Status status;
    for (std::uint32_t stage = moves.undone; status.ok() && stage-- > moves.first;) {
      status = run_stage(*level, stage, from);
    }
    for (std::uint32_t stage = moves.first; status.ok() && stage < moves.done; ++stage) {
      status = run_stage(*level, stage, to);
    }
    return status;
  }
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) override {
    if (!network().has_splits(layer)) return FormWalk::part_of_layer(layer, first, last);
    return checked(
        replay_splits(values(), network().form(layer), layer_bits(layer), first, last, stream()),
        "replaying splits");
  }
  Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards) override {
    return network().has_splits(first) ? layer_by_layer(first, last, backwards)
                                       : FormWalk::whole_layers(first, last, backwards);
  }

 private:
  Status run_stage(const TreeLevel& level, std::uint32_t stage, Cursor until) {
    const TreeStage device_stage{phases_.data() + level.phases_of(stage), level.merge, stage,
                                 two_cases_};
    return checked(
        replay_tree_stage(values(), network().wires(), device_stage, bits(), until, stream()),
        "replaying bitonic trees");
  }

  std::uint32_t two_cases_ = 0;
  TreeLevels trees_;
  DeviceBuffer<TreePhase> phases_;
};

}  // namespace

std::unique_ptr<DeviceWalk> make_form_walk() { return std::make_unique<FormWalk>(); }
std::unique_ptr<DeviceWalk> make_list_walk() { return std::make_unique<ListWalk>(); }
std::unique_ptr<DeviceWalk> make_adaptive_walk() { return std::make_unique<AdaptiveWalk>(); }

}  // namespace sortscope::device
