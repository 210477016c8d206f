// maker.cpp: puts a scene together.
#include "core/scenes/maker.h"

#include <utility>

#include "core/recordings/counts/mapped_networks.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/scenes/compare_facts.h"
#include "core/scenes/rank_history.h"
#include "core/scenes/tree_partner.h"

namespace sortscope {

namespace {

std::shared_ptr<const std::vector<std::uint32_t>> ranks_of(const Recording& recording,
                                                           const Progress* progress) {
  if (recording.ranges && recording.ranges->passed().ranks) return recording.ranges->passed().ranks;
  return std::make_shared<const std::vector<std::uint32_t>>(ranks_by_place(recording, progress));
}

}  // namespace

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

SceneMaker::SceneMaker(std::shared_ptr<const Recording> recording, const Progress* progress)
    : own_(std::move(recording)),
      counterpart_(adaptive_counterpart(*own_.recording)),
      ranks_(ranks_of(*own_.recording, progress)),
      padding_(map_padding(*own_.recording)),
      history_(std::make_shared<RankHistory>(own_.recording, ranks_)),
      exchanges_(has_exchange_map(own_.recording->network)
                     ? ExchangeMap::make(*own_.recording, progress)
                     : nullptr) {
  bars_.range = range_of(own_.recording->request.keys);
}

bool FarSeek::run(Progress& progress) {
  if (!replay.seek(target, &progress)) return false;
  if (by_source) return true;
  elsewhere = std::make_unique<Replay>(replay.copy());
  // Elsewhere indeed: it shares no state with what is shown.
  return elsewhere->seek({target.layer > 0 ? target.layer - 1 : 1, 0});
}

void SceneMaker::use(const std::shared_ptr<PlacesSource>& source) {
  own_.replay.use(source);
  own_.replay.expect_copies();
  own_.elsewhere.use(source);
  source_ = source;
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
  scene.ranks = *ranks_;
  scene.padding = padding_.empty() ? nullptr : &padding_;
  scene.separators = &separators_;
  scene.bars = &bars_;
  scene.history = history_.get();
  scene.exchanges = exchanges_.get();
  if (!scene.options->tree.compare) return scene;
  if (!std::exchange(partner_sought_, true)) {
    if (auto other = tree_partner(*own_.recording)) {
      partner_ = std::make_unique<Run>(std::move(other));
    }
  }
  if (partner_) {
    beside_ = scene;
    beside_.bars = nullptr;
    partner_->show(beside_);
    scene.beside = &beside_;
  }
  return scene;
}

}  // namespace sortscope
