// aks_facts.cpp: strangers and misplaced keys of a run of the AKS network.
#include "core/recordings/aks_facts.h"

#include <algorithm>
#include <memory>

#include "core/recordings/aks_replay.h"
#include "core/recordings/recording.h"

namespace sortscope {

AksFacts find_aks_facts(const Recording& recording, Progress* progress) {
  const AksNetwork& aks = *recording.network.aks();
  const std::uint32_t steps = aks_steps(aks.d());
  // A replay shares its recording: this one is not freed by it.
  AksReplay replay(std::shared_ptr<const Recording>(std::shared_ptr<void>(), &recording));
  std::vector<std::vector<std::uint32_t>> before;  // places by spot before each step
  for (std::uint32_t t = 0; t <= steps; ++t) {
    if (progress != nullptr && progress->cancelled()) return {};
    replay.seek({aks.first_layer(t), 0});
    before.emplace_back(replay.by_spot().begin(), replay.by_spot().end());
  }
  // The end of the final sorters, then of the repair.
  const AksStage& blocks = aks.stages()[aks.stages_of(steps).first];
  replay.seek({blocks.first_layer + blocks.depth, 0});
  const std::vector<std::uint32_t> network_output(replay.by_spot().begin(), replay.by_spot().end());
  replay.seek(recording.network.end());
  const std::span<const std::uint32_t> output = replay.by_spot();

  AksFacts facts;
  facts.final_wire.resize(output.size());
  for (Wire wire = 0; wire < output.size(); ++wire) facts.final_wire[output[wire]] = wire;
  std::vector<std::uint32_t> start_wire(output.size());
  for (Wire wire = 0; wire < output.size(); ++wire) start_wire[recording.start.places[wire]] = wire;
  const auto word = [&](std::uint32_t place) {
    return recording.start.words.at(start_wire[place]);
  };
  for (Wire wire = 0; wire < output.size(); ++wire) {
    const std::uint32_t place = network_output[wire];
    if (place == output[wire] ||
        (word(place) == word(output[wire]) &&
         recording.is_padding(place) == recording.is_padding(output[wire]))) {
      continue;
    }
    ++facts.misplaced;
    const std::uint32_t here = wire >> kAksBlockLog2;
    const std::uint32_t home = facts.final_wire[place] >> kAksBlockLog2;
    facts.blocks_crossed = std::max(facts.blocks_crossed, here < home ? home - here : here - home);
  }
  for (std::uint32_t t = 0; t <= steps; ++t) {
    if (progress != nullptr && progress->cancelled()) return {};
    const AksStep& step = aks.steps()[t];
    std::vector<AksStrangers> levels;
    for (std::uint32_t i = 0; i < step.level_count; ++i) {
      const AksLevel& level = step.levels[i];
      AksStrangers strangers{level.level, std::vector<std::uint64_t>(level.level, 0)};
      for (std::uint32_t k = 0; k < level.a << level.level; ++k) {
        const std::uint32_t order = stranger_order(aks.d(), level.level, k / level.a,
                                                   facts.final_wire[before[t][level.base + k]]);
        for (std::uint32_t j = 0; j < order; ++j) ++strangers.of_order[j];
      }
      levels.push_back(std::move(strangers));
    }
    facts.steps.push_back(std::move(levels));
  }
  return facts;
}

std::uint64_t misplaced_keys(const Recording& recording, std::span<const std::uint32_t> places) {
  const PreparedKeys& start = recording.start;
  std::vector<Wire> start_wire(places.size());
  for (Wire wire = 0; wire < places.size(); ++wire) start_wire[start.places[wire]] = wire;
  std::vector<std::uint32_t> final_place(places.size());
  for (std::uint32_t place = 0; place < places.size(); ++place) {
    final_place[recording.aks_facts->final_wire[place]] = place;
  }
  std::uint64_t count = 0;
  for (Wire wire = 0; wire < places.size(); ++wire) {
    const std::uint32_t here = places[wire];
    const std::uint32_t home = final_place[wire];
    count += recording.is_padding(here) != recording.is_padding(home) ||
             start.words.at(start_wire[here]) != start.words.at(start_wire[home]);
  }
  return count;
}

}  // namespace sortscope
