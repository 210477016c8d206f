// maker.cpp: puts a scene together.
#include "core/scenes/maker.h"

#include <utility>

#include "core/recordings/recording.h"
#include "core/scenes/compare_facts.h"
#include "core/scenes/tree_partner.h"

namespace sortscope {

SceneMaker::Run::Run(std::shared_ptr<const Recording> of)
    : recording(std::move(of)), replay(recording), elsewhere(recording) {}

void SceneMaker::Run::show(Scene& scene) {
  replay.seek(scene.cursor);
  scene.recording = recording.get();
  scene.places = replay.places();
  scene.tree = replay.tree();
  scene.aks = replay.aks();
  scene.merge = replay.merge();
  scene.elsewhere = &elsewhere;
}

namespace {

// Fewer wires are drawn one by one on any screen, or sampled well.
constexpr std::uint32_t kMappedWires = 1024;
// Comparators that are not a formula: fewer are drawn one by one, more take too long to look up.
constexpr std::uint64_t kMappedComparators = std::uint64_t{1} << 16;
constexpr std::uint64_t kMostLookedUp = std::uint64_t{1} << 23;

std::unique_ptr<const ExchangeMap> map_exchanges(const Recording& recording,
                                                 const Progress* progress) {
  const Network& network = recording.network;
  const bool many = network.wires() >= kMappedWires || network.size() >= kMappedComparators;
  const bool mapped = network.closed_form()
                          ? network.wires() >= kMappedWires
                          : network.size() <= kMostLookedUp && (many || network.aks() != nullptr);
  return mapped ? ExchangeMap::make(recording, progress) : nullptr;
}

}  // namespace

SceneMaker::SceneMaker(std::shared_ptr<const Recording> recording, const Progress* progress)
    : own_(std::move(recording)),
      counterpart_(adaptive_counterpart(*own_.recording)),
      ranks_(ranks_by_place(*own_.recording, progress)),
      padding_(map_padding(*own_.recording)),
      history_(own_.recording, ranks_),
      exchanges_(map_exchanges(*own_.recording, progress)) {}

bool FarSeek::run(Progress& progress) {
  if (!replay.seek(target, &progress)) return false;
  elsewhere = std::make_unique<Replay>(replay.copy());
  return true;
}

void SceneMaker::arrive(FarSeek seek) {
  own_.replay = std::move(seek.replay);
  if (seek.elsewhere) own_.elsewhere = std::move(*seek.elsewhere);
}

Scene SceneMaker::make(const SceneRequest& request) {
  Scene scene;
  static_cast<SceneRequest&>(scene) = request;
  // At rest there is no comparator on its way.
  scene.whole_layer = scene.fraction == 0 || scene.whole_layer;
  own_.show(scene);
  scene.counterpart = counterpart_.get();
  scene.ranks = ranks_;
  scene.padding = padding_.empty() ? nullptr : &padding_;
  scene.separators = &separators_;
  scene.history = &history_;
  scene.exchanges = exchanges_.get();
  if (!scene.options->tree.compare) return scene;
  if (!std::exchange(partner_sought_, true)) {
    if (auto other = tree_partner(*own_.recording)) {
      partner_ = std::make_unique<Run>(std::move(other));
    }
  }
  if (partner_) {
    beside_ = scene;
    partner_->show(beside_);
    scene.beside = &beside_;
  }
  return scene;
}

}  // namespace sortscope
