// aks_tree_moment.cpp: keys by spot, before and after what runs at a cursor.
#include "core/scenes/aks_tree_moment.h"

#include <algorithm>
#include <numeric>

#include "core/recordings/recording.h"
#include "core/scenes/scene.h"

namespace sortscope {

namespace {

constexpr float kExchangePart = 0.3F;  // of a movement

// Spots before, in the order of spots after: what stood on `before` is now on `after`.
std::vector<std::uint32_t> spots_before(std::span<const std::uint32_t> before,
                                        std::span<const std::uint32_t> after) {
  std::vector<std::uint32_t> spot_of(before.size());
  for (std::uint32_t spot = 0; spot < before.size(); ++spot) spot_of[before[spot]] = spot;
  std::vector<std::uint32_t> from(after.size());
  for (std::uint32_t spot = 0; spot < after.size(); ++spot) from[spot] = spot_of[after[spot]];
  return from;
}

std::vector<std::uint32_t> final_wires(const Recording& recording, Replay* elsewhere) {
  if (recording.aks_facts) return recording.aks_facts->final_wire;
  std::vector<std::uint32_t> wires(recording.network.wires());
  if (elsewhere == nullptr) {
    std::iota(wires.begin(), wires.end(), 0U);
    return wires;
  }
  elsewhere->seek(recording.network.end());
  const std::span<const std::uint32_t> places = elsewhere->places();
  for (std::uint32_t wire = 0; wire < wires.size(); ++wire) wires[places[wire]] = wire;
  return wires;
}

}  // namespace

float AksTreeMoment::exchange_share(float fraction) const {
  if (!exchanging) return 1;
  return moving ? std::min(fraction / kExchangePart, 1.0F) : fraction;
}

float AksTreeMoment::move_share(float fraction) const {
  if (!moving) return 0;
  return std::max((fraction - kExchangePart) / (1 - kExchangePart), 0.0F);
}

std::shared_ptr<const AksTreeMoment> aks_tree_moment(const Scene& scene, AksTreeMemory* memory) {
  const Recording& recording = *scene.recording;
  if (scene.aks == nullptr || !recording.network.wires_move()) return nullptr;
  const bool running = scene.fraction > 0;
  const AksTreeMemory::Key key{scene.cursor, running, scene.whole_layer, scene.whole_level};
  if (memory != nullptr && memory->moment && memory->key == key) return memory->moment;
  const AksNetwork& aks = *recording.network.aks();
  auto made = std::make_shared<AksTreeMoment>();
  made->d = aks.d();
  made->t = scene.aks->t();
  made->places.assign(scene.aks->by_spot().begin(), scene.aks->by_spot().end());
  made->final_wire = memory != nullptr && memory->moment ? memory->moment->final_wire
                                                         : final_wires(recording, scene.elsewhere);
  if (const RunningStep run = running_step(scene); run.first < run.last) {
    made->exchanging = true;
    made->moving = made->t < aks_steps(made->d) && run.layer + 1 == aks.first_layer(made->t + 1) &&
                   run.last == recording.network.count(run.layer);
    made->from.resize(made->places.size());
    std::iota(made->from.begin(), made->from.end(), 0U);
    aks.for_each(run.layer, run.first, run.last,
                 [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
                   if (!recording.exchanged(run.layer, index)) return;
                   std::swap(made->places[x], made->places[y]);
                   std::swap(made->from[x], made->from[y]);
                 });
    if (scene.whole_level && made->moving && scene.elsewhere != nullptr) {
      scene.elsewhere->seek({aks.first_layer(made->t), 0});
      made->from = spots_before(scene.elsewhere->aks()->by_spot(), made->places);
    }
  }
  const AksStep& step = aks.steps()[made->t];
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    const AksLevel& level = step.levels[i];
    for (std::uint32_t k = 0; k < level.a << level.level; ++k) {
      const Wire wire = made->final_wire[made->places[level.base + k]];
      if (wire >> (made->d - level.level) != k / level.a) ++made->strangers;
    }
  }
  if (memory != nullptr) {
    memory->key = key;
    memory->moment = made;
  }
  return made;
}

std::shared_ptr<const AksTreePath> aks_tree_path(const Recording& recording, std::uint32_t place,
                                                 AksTreeMemory* memory) {
  if (memory != nullptr && memory->path && memory->path->place == place) return memory->path;
  const AksNetwork& aks = *recording.network.aks();
  auto made = std::make_shared<AksTreePath>();
  made->place = place;
  const KeyHistory history = follow_key(recording, place, {});
  for (std::uint32_t t = 0; t <= aks_steps(aks.d()); ++t) {
    made->spots.push_back(aks.spot_of(t, history.wire_after[aks.first_layer(t)]));
  }
  if (memory != nullptr) memory->path = made;
  return made;
}

std::optional<std::uint32_t> aks_tree_pinned(const Scene& scene) {
  if (scene.selected.place && *scene.selected.place < scene.places.size()) {
    return scene.selected.place;
  }
  if (scene.selected.wire && *scene.selected.wire < scene.places.size()) {
    return scene.places[*scene.selected.wire];
  }
  return std::nullopt;
}

}  // namespace sortscope
