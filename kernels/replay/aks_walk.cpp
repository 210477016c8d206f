// aks_walk.cpp: the walk of the AKS network: values by spot, moved over the tree between steps.
#include <algorithm>
#include <utility>

#include "kernels/device/in_turn.h"
#include "kernels/replay/aks_kernels.cuh"
#include "kernels/replay/walk.cuh"
#include "kernels/sorters/aks/launch.cuh"

namespace sortscope::device {

namespace {

class AksWalk final : public DeviceWalk {
 public:
  Status write(std::uint32_t* to) override {
    return in_turn([&] { return find_wires(); },
                   [&] {
                     return checked(
                         give_aks_values(values(), to, wires_.data(), aks().d(), stream()),
                         "writing values by wire");
                   });
  }

 protected:
  Status prepare(TreeRule /*rule*/) override {
    all_ = aks_replay_stages(aks());
    found_ = false;
    return in_turn([&] { return next_.allocate(values_.count()); },
                   [&] { return wires_.allocate(values_.count()); },
                   [&] { return put(steps_, std::span(aks().steps())); },
                   [&] { return put(planted_, aks().planted()); },
                   [&] { return put(forms_, std::span<const LayerForm>(all_.forms)); });
  }
  Status arrange(Cursor cursor) override {
    graph_ = {aks().keying(), planted_.data(), forms_.data()};
    const std::uint32_t layer = std::min(cursor.layer, network().depth() - 1);
    arrangement_ = aks().stages()[aks().stage_of(layer)].t;
    Status status = in_turn([&] { return find_wires(); },
                            [&] {
                              return checked(take_aks_values(values(), next_.data(), wires_.data(),
                                                             aks().d(), stream()),
                                             "taking values to their spots");
                            });
    std::swap(values_, next_);
    return status;
  }
  // A stage is as much as is walked in one launch, where its halvers are small.
  [[nodiscard]] LayerStretch stretch(std::uint32_t layer) const override {
    const AksStage& stage = aks().stages()[aks().stage_of(layer)];
    return {stage.first_layer, stage.first_layer + stage.depth};
  }
  Status part_of_layer(std::uint32_t layer, std::uint32_t first, std::uint32_t last) override {
    const AksReplayStage& stage = all_.stages[aks().stage_of(layer)];
    return in_turn([&] { return move_to_step(stage.stage.t); },
                   [&] {
                     return checked(
                         replay_aks_layer(values(), stage, graph_, layer - stage.stage.first_layer,
                                          layer_bits(layer), first, last, stream()),
                         "replaying a layer");
                   });
  }
  Status whole_layers(std::uint32_t first, std::uint32_t last, bool backwards) override {
    const AksReplayStage& stage = all_.stages[aks().stage_of(first)];
    if (!aks_halver_in_block(stage.stage)) return layer_by_layer(first, last, backwards);
    const std::uint32_t base = stage.stage.first_layer;
    return in_turn([&] { return move_to_step(stage.stage.t); },
                   [&] {
                     return checked(
                         replay_aks_halvers(
                             values(), stage, graph_,
                             {layer_bits(base), first - base, last - base, backwards}, stream()),
                         "replaying halvers");
                   });
  }

 private:
  [[nodiscard]] const AksNetwork& aks() const { return *network().aks(); }

  Status move_to_step(std::uint32_t t) {
    Status status;
    while (status.ok() && arrangement_ != t) {
      const bool back = t < arrangement_;
      const std::uint32_t earlier = back ? arrangement_ - 1 : arrangement_;
      status = checked(move_aks_values(values(), next_.data(), steps_.data(), aks().d(), earlier,
                                       back, stream()),
                       "moving values to another step");
      std::swap(values_, next_);
      arrangement_ = back ? earlier : earlier + 1;
    }
    return status;
  }
  // The wires of the spots of the present step.
  Status find_wires() {
    if (found_ && found_step_ == arrangement_) return {};
    found_ = true;
    found_step_ = arrangement_;
    return checked(write_aks_wires(steps_.data(), aks().d(), arrangement_, wires_.data(), stream()),
                   "finding the wires of spots");
  }

  AksReplayStages all_;
  AksReplayGraph graph_;
  DeviceBuffer<std::uint32_t> next_;   // the other buffer of a move
  DeviceBuffer<std::uint32_t> wires_;  // of the spots of step found_step_, where found_
  bool found_ = false;
  std::uint32_t found_step_ = 0;
  DeviceBuffer<AksStep> steps_;
  DeviceBuffer<AksPair> planted_;
  DeviceBuffer<LayerForm> forms_;
};

}  // namespace

std::unique_ptr<DeviceWalk> make_aks_walk() { return std::make_unique<AksWalk>(); }

}  // namespace sortscope::device
