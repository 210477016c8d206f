// tree_words.cpp: what the AKS tree says: the step, what happens, a node, a key's way.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/number_text.h"
#include "core/pictures/label_fit.h"
#include "core/recordings/aks_facts.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/aks/tree.h"

namespace sortscope::aks_tree_picture {

namespace {

// "1, 3 and 5"
std::string list_of(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    text += i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ";
    text += fmt::to_string(numbers[i]);
  }
  return text;
}

// "3", "3 to 5, 7"
std::string ranges_of(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t j = i;
    while (j + 1 < numbers.size() && numbers[j + 1] == numbers[j] + 1) ++j;
    if (!text.empty()) text += ", ";
    text += i == j ? fmt::to_string(numbers[i]) : fmt::format("{}–{}", numbers[i], numbers[j]);
    i = j + 1;
  }
  return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", grouped_number(count), noun, count == 1 ? "" : "s");
}

// "key 7", "Key 7"; "padding", "Padding".
std::string key_in_words(const Recording& recording, std::uint32_t place, std::string_view noun) {
  if (recording.is_padding(place)) return noun == "Key" ? "Padding" : "padding";
  return fmt::format("{} {}", noun, recording.key_text(place));
}

std::string end_story(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const AksNetwork& aks = *recording.network.aks();
  const AksStage& blocks = aks.stages()[aks.stages_of(aks_steps(aks.d())).first];
  if (scene.cursor.layer < blocks.first_layer + blocks.depth) {
    return "Each node holds 64 wires; bitonic sorters put them in order.";
  }
  const AksFacts* facts = recording.aks_facts.get();
  if (facts == nullptr) return "The 64-wire nodes are sorted.";
  if (facts->misplaced == 0) {
    return "No key was left on a wrong wire: nothing to repair.";
  }
  const std::uint32_t rounds = aks.repair_rounds();
  const std::string left =
      fmt::format("The network itself left {} misplaced, up to {} from home",
                  plural(facts->misplaced, "key"), plural(facts->blocks_crossed, "block"));
  if (scene.cursor == recording.network.end()) {
    return fmt::format("{}; {} mended that.", left, plural(rounds, "repair round"));
  }
  return fmt::format("{}; repair: neighbouring blocks merge and split.", left);
}

}  // namespace

std::string step_title(const Scene& scene, std::uint32_t t) {
  const std::uint32_t steps = aks_steps(scene.recording->network.aks()->d());
  if (t == steps) return fmt::format("Result, t = {}", t);
  return fmt::format("Step t = {} of {}", t, steps);
}

std::string step_story(const Scene& scene, const AksTreeMoment& moment) {
  const AksNetwork& aks = *scene.recording->network.aks();
  if (moment.t == aks_steps(moment.d)) return end_story(scene);
  if (moment.move_share(scene.fraction) > 0) {
    return "Wires move: FL and FR up to the parent, the others down to the children.";
  }
  const AksStep& step = aks.steps()[moment.t];
  const std::uint32_t first = aks.first_layer(moment.t);
  if (scene.cursor == Cursor{first, 0} && scene.fraction == 0) {
    std::vector<std::uint32_t> levels;
    for (std::uint32_t i = 0; i < step.level_count; ++i) levels.push_back(step.levels[i].level);
    return fmt::format("Separators at level{} {} come next.", levels.size() == 1 ? "" : "s",
                       list_of(levels));
  }
  const auto layer = layer_in_view(scene);
  if (!layer || scene.whole_level || *layer < first) return "Separators run in the nodes.";
  const AksStage& stage = aks.stages()[aks.stage_of(*layer)];
  return fmt::format("Level {}: layer {} of its separators, matching {} of {}.", stage.level,
                     stage.layer, *layer - stage.first_layer + 1, stage.depth);
}

std::string hit_text(const Scene& scene, const AksTreeMoment& moment, const AksTreeHit& hit) {
  const AksNetwork& aks = *scene.recording->network.aks();
  const AksLevel& level = aks_find_level(aks.steps()[moment.t], hit.level);
  std::uint64_t strangers = 0;
  for (std::uint32_t k = 0; k < level.a; ++k) {
    const std::uint32_t place = moment.places[level.base + hit.node * level.a + k];
    if (moment.order(place, hit.level, hit.node) > 0) ++strangers;
  }
  const std::string moves = moment.t == aks_steps(moment.d)
                                ? std::string()
                                : fmt::format(", {} up, {} to each child", level.up, level.down);
  const std::uint32_t order = moment.order(hit.place, hit.level, hit.node);
  return fmt::format("Level {}, node {}: {}{}, {} · {}{}", hit.level, hit.node,
                     plural(level.a, "wire"), moves, plural(strangers, "stranger"),
                     key_in_words(*scene.recording, hit.place, "key"),
                     order > 0 ? fmt::format(", stranger of order {}", order) : std::string());
}

std::string path_text(const Scene& scene, const AksTreeMoment& moment, const AksTreePath& path,
                      bool brief) {
  const AksNetwork& aks = *scene.recording->network.aks();
  std::vector<std::uint32_t> away;
  std::uint32_t level_now = 0;
  std::uint32_t node_now = 0;
  for (std::uint32_t t = 0; t < path.spots.size(); ++t) {
    const AksStep& step = aks.steps()[t];
    const AksSpot at = aks_spot(step, path.spots[t]);
    const std::uint32_t level = step.levels[at.index].level;
    if (t > moment.t && hides_what_comes(scene)) break;
    if (moment.order(path.place, level, at.node) > 0) away.push_back(t);
    if (t != moment.t) continue;
    level_now = level;
    node_now = at.node;
  }
  const std::uint32_t order = moment.order(path.place, level_now, node_now);
  const std::string here =
      fmt::format("{}: level {}, node {}", key_in_words(*scene.recording, path.place, "Key"),
                  level_now, node_now);
  const std::string state =
      order > 0 ? fmt::format("stranger, goes home from level {} to level {}", level_now,
                              level_now - order)
      : moment.t == aks_steps(moment.d)
          ? fmt::format("it belongs on wire {}", moment.final_wire[path.place])
          : fmt::format("on its way to wire {}", moment.final_wire[path.place]);
  const std::string history =
      away.empty() ? "never a stranger" : fmt::format("a stranger at t = {}", ranges_of(away));
  if (brief) return fmt::format("{} · {}", here, history);
  return fmt::format("{} · {} · {}", here, state, history);
}

}  // namespace sortscope::aks_tree_picture
