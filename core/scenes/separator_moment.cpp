// separator_moment.cpp: which separator a scene shows, its layers, its keys.
#include "core/scenes/separator_moment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/recordings/recording.h"
#include "core/scenes/separator_memory.h"

namespace sortscope {

namespace {

bool is_active(const AksStep& step, std::uint32_t level) {
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    if (step.levels[i].level == level) return true;
  }
  return false;
}

std::string active_levels(const AksStep& step) {
  std::string text;
  for (std::uint32_t i = 0; i < step.level_count; ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(step.levels[i].level);
  }
  return text;
}

// The step whose separators the scene is about: of the layer in view.
std::uint32_t step_in_view(const Scene& scene, const AksNetwork& aks) {
  const auto layer = layer_in_view(scene);
  return layer ? aks.stages()[aks.stage_of(*layer)].t : 0;
}

struct Choice {
  std::uint32_t t = 0, level = 0, node = 0;
  std::string note;
};

// A comparator that is chosen, or else the one at the cursor, says which node is meant.
Choice follow(const Scene& scene, const AksNetwork& aks) {
  const std::uint32_t last = aks_steps(aks.d()) - 1;
  const auto layer = layer_in_view(scene);
  if (!layer) return {};
  const AksStage& stage = aks.stages()[aks.stage_of(*layer)];
  if (stage.t > last) {
    const AksStep& step = aks.steps()[last];
    return {last, step.levels[0].level, 0,
            "All separators have run; this is one of the last, as it was left."};
  }
  std::uint32_t index = 0;
  if (scene.cursor.layer == *layer) {
    index = std::min(scene.cursor.comparator, stage.count() - 1);
  }
  const auto& chosen = scene.selected.comparator;
  if (chosen && chosen->layer == *layer && chosen->index < stage.count()) index = chosen->index;
  return {stage.t, stage.level, aks.at(*layer, index).node, ""};
}

Choice opened(const Scene& scene, const AksNetwork& aks) {
  const AksOptions& options = scene.options->aks;
  const std::uint32_t steps = aks_steps(aks.d());
  std::uint32_t now = step_in_view(scene, aks);
  Choice choice;
  choice.level = std::min(options.level, deepest_level(aks));
  choice.node = std::min(options.node, (std::uint32_t{1} << choice.level) - 1);
  // Between two steps the keys stand after the one and before the other.
  const std::uint32_t next = scene.aks->t();
  if (next > now && next < steps && !is_active(aks.steps()[now], choice.level)) now = next;
  // Where it is active, else where it was last, else where it will be.
  std::optional<std::uint32_t> before, after;
  for (std::uint32_t t = 0; t < steps; ++t) {
    if (!is_active(aks.steps()[t], choice.level)) continue;
    if (t <= now) before = t;
    if (t > now && !after) after = t;
  }
  if (!before && !after) return follow(scene, aks);
  choice.t = before ? *before : *after;
  if (choice.t == now) return choice;
  const std::string_view part = before ? "end" : "start";
  if (now >= steps) {
    choice.note = fmt::format("The final sorters run; shown at its {}, t = {}.", part, choice.t);
    return choice;
  }
  choice.note = fmt::format("Level {} rests at t = {}; shown at its {}, t = {}. Active: {}.",
                            choice.level, now, part, choice.t, active_levels(aks.steps()[now]));
  return choice;
}

void add_rows(const AksNetwork& aks, SeparatorMoment& moment) {
  const auto [from, to] = aks.stages_of(moment.t);
  for (std::uint32_t i = from; i < to; ++i) {
    const AksStage& stage = aks.stages()[i];
    if (stage.level != moment.level.level) continue;
    const bool planted = stage.work == AksWork::kPlanted;
    if (moment.rows.empty() || moment.rows.back().stage.layer != stage.layer ||
        moment.rows.back().planted() != planted) {
      moment.rows.push_back({.stage = stage, .first = stage.first_layer});
    }
    SeparatorLayer& row = moment.rows.back();
    row.end = stage.first_layer + stage.depth;
    if (is_forced(stage.work)) {
      row.shuffled = row.shuffled || stage.work == AksWork::kShuffle;
      continue;
    }
    row.depth += stage.depth;
    row.comparators += std::uint64_t{stage.depth} * stage.sides * stage.per_side;
  }
  moment.first = moment.rows.empty() ? aks.first_layer(moment.t) : moment.rows.front().first;
  moment.end = moment.rows.empty() ? moment.first : moment.rows.back().end;
}

void mark_progress(const Scene& scene, SeparatorMoment& moment) {
  const Cursor at = moment.at;
  for (SeparatorLayer& row : moment.rows) {
    row.done = std::clamp(at.layer, row.first, row.end) - row.first;
    if (at.layer >= row.end) {
      row.progress = Progression::kDone;
    } else if (at > Cursor{row.first, 0} ||
               (at.layer == row.first && moment.is_live(scene) && scene.fraction > 0)) {
      row.progress = Progression::kRunning;
    }
  }
}

// Keys by slot from a replay that stands at step t, or between step t and the next.
bool take_keys(const AksReplay& replay, const AksNetwork& aks, SeparatorMoment& moment) {
  const std::uint32_t first = moment.level.base + moment.node * moment.level.a;
  const std::span<const std::uint32_t> spots = replay.by_spot();
  moment.keys.resize(moment.level.a);
  if (replay.t() == moment.t) {
    const auto from = spots.begin() + first;
    std::copy(from, from + moment.level.a, moment.keys.begin());
    return true;
  }
  if (replay.t() != moment.t + 1 || replay.cursor() != Cursor{aks.first_layer(moment.t + 1), 0}) {
    return false;
  }
  const AksStep& now = aks.steps()[moment.t];
  const AksStep& next = aks.steps()[moment.t + 1];
  for (std::uint32_t slot = 0; slot < moment.level.a; ++slot) {
    moment.keys[slot] = spots[aks_move(now, next, first + slot)];
  }
  return true;
}

// Keys of another step, replayed.
void replay_keys(const Scene& scene, const AksNetwork& aks, SeparatorMoment& moment) {
  if (scene.separators != nullptr) {
    const auto& kept = scene.separators->keys;
    if (kept && kept->at == moment.at && kept->t == moment.t && kept->level == moment.level.level &&
        kept->node == moment.node) {
      moment.keys = kept->keys;
      return;
    }
  }
  scene.elsewhere->seek(moment.at);
  take_keys(*scene.elsewhere->aks(), aks, moment);
  if (scene.separators != nullptr) {
    scene.separators->keys = {moment.at, moment.t, moment.level.level, moment.node, moment.keys};
  }
}

}  // namespace

std::optional<std::uint32_t> SeparatorMoment::current_row() const {
  if (rows.empty()) return std::nullopt;
  std::uint32_t row = 0;
  for (std::uint32_t i = 0; i < rows.size(); ++i) {
    if (rows[i].progress == Progression::kRunning) return i;
    if (rows[i].progress == Progression::kDone) row = i;
  }
  return row;
}

std::optional<SeparatorMoment> separator_moment(const Scene& scene) {
  const AksNetwork* aks = scene.recording->network.aks();
  if (aks == nullptr || scene.aks == nullptr) return std::nullopt;
  const Choice choice = scene.options->aks.follow ? follow(scene, *aks) : opened(scene, *aks);
  SeparatorMoment moment;
  moment.t = choice.t;
  moment.node = choice.node;
  moment.note = choice.note;
  moment.level = aks_find_level(aks->steps()[choice.t], choice.level);
  moment.layers = aks_separator_layers(moment.level.a, moment.level.up);
  add_rows(*aks, moment);
  moment.at = scene.cursor;
  if (!take_keys(*scene.aks, *aks, moment)) {
    const bool later = moment.t > scene.aks->t();
    moment.at = later ? Cursor{aks->first_layer(moment.t), 0} : Cursor{moment.end, 0};
    if (scene.elsewhere == nullptr) return std::nullopt;
    replay_keys(scene, *aks, moment);
  }
  mark_progress(scene, moment);
  return moment;
}

std::uint32_t deepest_level(const AksNetwork& aks) {
  std::uint32_t deepest = 0;
  for (std::uint32_t t = 0; t < aks_steps(aks.d()); ++t) {
    deepest = std::max(deepest, aks_omega(t));
  }
  return deepest;
}

std::string halver_kind(const AksNetwork& aks, const SeparatorLayer& row) {
  switch (row.stage.work) {
    case AksWork::kCyclic:
      return row.shuffled ? "perfect: cyclic matchings, then shuffled"
                          : "perfect: cyclic matchings";
    case AksWork::kSorter:
      return row.shuffled ? "bitonic sorter, then shuffled" : "bitonic sorter";
    case AksWork::kPlanted:
      return "errors made on purpose";
    default:
      return std::string(matching_of(aks.parameters().matching).title);
  }
}

std::optional<HalverWire> halver_wire(const AksStage& stage, std::uint32_t slot) {
  const std::uint32_t side = stage.sides == 2 && slot >= stage.a / 2 ? 1 : 0;
  std::uint32_t k = side == 0 ? slot : stage.a - 1 - slot;
  if (k >= stage.keep) {
    if (k < 2 * stage.keep) return std::nullopt;
    k -= stage.keep;
  }
  if (k >= stage.wires) return std::nullopt;
  return HalverWire{side, k};
}

SeparatorWalk::SeparatorWalk(const Recording& recording, const SeparatorMoment& moment)
    : recording_(recording),
      aks_(*recording.network.aks()),
      first_(moment.first),
      end_(moment.end),
      node_(moment.node),
      base_(moment.level.base + moment.node * moment.level.a),
      at_(std::clamp(moment.at, Cursor{moment.first, 0}, Cursor{moment.end, 0})),
      keys_(moment.keys) {}

std::pair<std::uint32_t, std::uint32_t> SeparatorWalk::range(std::uint32_t layer) const {
  const AksStage& stage = aks_.stages()[aks_.stage_of(layer)];
  const std::uint32_t each = stage.sides * stage.per_side;
  return {node_ * each, (node_ + 1) * each};
}

void SeparatorWalk::apply(std::uint32_t layer, std::uint32_t from, std::uint32_t to) {
  const auto [first, last] = range(layer);
  from = std::clamp(from, first, last);
  to = std::clamp(to, first, last);
  aks_.for_each(layer, from, to, [&](std::uint32_t index, std::uint32_t x, std::uint32_t y) {
    if (recording_.exchanged(layer, index)) std::swap(keys_[x - base_], keys_[y - base_]);
  });
}

void SeparatorWalk::seek(std::uint32_t layer) {
  layer = std::clamp(layer, first_, end_);
  const Cursor to{layer, 0};
  while (at_ < to) {
    apply(at_.layer, at_.comparator, ~std::uint32_t{0});
    at_ = {at_.layer + 1, 0};
  }
  while (at_ > to) {
    const std::uint32_t back = at_.comparator > 0 ? at_.layer : at_.layer - 1;
    apply(back, 0, at_.comparator > 0 ? at_.comparator : ~std::uint32_t{0});
    at_ = {back, 0};
  }
}

}  // namespace sortscope
