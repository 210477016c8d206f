// schedule.cpp: the stages and phases of a merge over time, stage by stage and overlapped
// (Zachmann 2011, the parallel algorithm, overlap).
#include "core/views/adaptive/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/pictures/label_fit.h"
#include "core/pictures/label_stride.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/kernels/wide_page.h"

namespace sortscope {

namespace schedule_picture {

namespace {

constexpr float kChartsTop = 76;
constexpr float kStrip = 14;
constexpr float kBelowRows = 42;  // strip, its gap and the axis
constexpr float kBelowRowsBrief = 22;
constexpr float kUsualWidth = 1052;  // of a page: larger ones are magnified
constexpr float kUsualHeight = 640;
constexpr float kMostMagnified = 1.6F;
constexpr float kRowLabels = 48;
constexpr float kCountLabels = 56;  // right of the last column
constexpr float kSideWidth = 340;
constexpr float kNarrowSide = 322;   // on pages that are not wide, as a projector's beside a lesson
constexpr float kLeastBeside = 545;  // of a page with something beside the charts
constexpr float kWidestColumn = 64;
constexpr float kHighestRow = 44;

}  // namespace

std::uint64_t usual_processors(std::uint32_t keys_log2) {
  const std::uint64_t most = (std::uint64_t{1} << keys_log2) / std::max(keys_log2, 1U);
  std::uint64_t p = 1;
  while (2 * p <= most) p *= 2;
  return p;
}

std::optional<Shown> shown_schedule(const Scene& scene) {
  const Recording& recording = *scene.recording;
  const Network& network = recording.network;
  Shown shown;
  shown.keys_log2 = floor_log2(ceil_pow2(network.wires()));
  if (shown.keys_log2 == 0) return std::nullopt;
  if (recording.algorithm->needs_bitonic_input) shown.first_merge = shown.keys_log2;
  const std::optional<std::uint32_t> layer = layer_in_view(scene);
  shown.cursor_merge = shown.keys_log2;
  if (layer && network.adaptive() && !network.fixed(*layer)) {
    shown.cursor_merge = network.step(*layer).merge;
  } else if (layer && network.levels().size() == shown.keys_log2) {
    shown.cursor_merge = network.level_index(*layer) + 1;
  }
  const std::uint32_t chosen = scene.options->schedule.merge;
  shown.merge =
      std::clamp(chosen > 0 ? chosen : shown.cursor_merge, shown.first_merge, shown.keys_log2);
  shown.processors = std::min<std::uint64_t>(scene.options->schedule.processors,
                                             std::uint64_t{1} << shown.keys_log2);
  if (shown.processors == 0) shown.processors = usual_processors(shown.keys_log2);
  shown.every_step = scene.options->schedule.every_step;
  if (!network.adaptive()) return shown;
  shown.overlapped_run = network.stages_overlap();
  for (const MergeLevel& level : network.levels()) {
    const std::uint32_t first = level.first_layer;
    const Execution execution =
        shown.overlapped_run ? Execution::kOverlapped : Execution::kStageByStage;
    if (!network.in_trees(first) || network.step(first).merge != shown.merge) {
      continue;
    }
    if (level.layer_count != merge_steps(execution, shown.merge)) continue;
    shown.level = &level;
    if (layer && *layer >= first && *layer < first + level.layer_count) shown.layer = layer;
  }
  return shown;
}

std::optional<std::uint32_t> layer_of(const Recording& recording, const Shown& shown,
                                      std::uint32_t k, std::uint32_t i) {
  if (shown.level == nullptr || recording.network.depth() == 0) return std::nullopt;
  const Execution execution =
      shown.overlapped_run ? Execution::kOverlapped : Execution::kStageByStage;
  return shown.level->first_layer + step_of(execution, shown.merge, k, i);
}

namespace {

Page magnified_page(const Shown& shown, float width, float height, float by) {
  Page page;
  page.magnified = by;
  width /= page.magnified;
  height /= page.magnified;
  page.width = width;
  page.height = height;
  page.axes = height >= 420;
  const bool side = width >= kLeastBeside && height >= 420;
  const float side_width = width >= 860 ? kSideWidth : kNarrowSide;
  const float charts_right = side ? width - kMargin - side_width - 12 : width - kMargin;
  if (side) {
    page.side = width - kMargin - side_width;
    page.side_column = width >= 860 ? 74.0F : 68.0F;
    page.side_top = kChartsTop;
  }
  page.left = kMargin + kRowLabels;
  const auto columns = static_cast<float>(merge_steps(Execution::kStageByStage, shown.merge));
  page.column = std::min((charts_right - kCountLabels - page.left) / columns, kWidestColumn);
  const float top = page.axes ? kChartsTop : 62;
  const float title = page.axes ? 24 : 20;
  const float below = page.axes ? kBelowRows : kBelowRowsBrief;
  const float between = page.axes ? 18 : 8;
  const float rows_room = height - top - 12 - 2 * (title + below) - between;
  page.row = std::clamp(rows_room / static_cast<float>(2 * shown.merge), 3.0F, kHighestRow);
  const float chart = title + page.row * static_cast<float>(shown.merge) + below;
  page.charts = {Chart{Execution::kStageByStage, top},
                 Chart{shown.second(), top + chart + between}};
  return page;
}

}  // namespace

Page page_for(const Shown& shown, float width, float height) {
  constexpr float kStep = 0.98F;
  const float most =
      std::clamp(std::min(width / kUsualWidth, height / kUsualHeight), 1.0F, kMostMagnified);
  // A larger pane shows no less: rather a little smaller than without the curve.
  for (float by = most; by >= 1; by *= kStep) {
    Page page = magnified_page(shown, width, height, by);
    if (curve_place(shown, page).there()) return page;
  }
  return magnified_page(shown, width, height, most);
}

namespace {

struct Cell {
  std::uint32_t stage = 0;
  std::uint32_t phase = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

enum class CellState : std::uint8_t { kNeutral, kDone, kCurrent, kToCome };

CellState state_of(const Scene& scene, const Shown& shown, const Cell& cell) {
  const auto layer = layer_of(*scene.recording, shown, cell.stage, cell.phase);
  if (!layer) return CellState::kNeutral;
  if (shown.layer == layer && scene.cursor != Cursor{}) return CellState::kCurrent;
  return *layer < scene.cursor.layer ? CellState::kDone : CellState::kToCome;
}

// The cell of a comparison that is pointed at or chosen.
std::optional<Cell> cell_of(const Scene& scene, const Shown& shown, const Selection& selection) {
  const Network& network = scene.recording->network;
  const auto& id = selection.comparator;
  if (!id || id->layer >= network.depth() || !network.in_trees(id->layer) ||
      id->index >= network.count(id->layer)) {
    return std::nullopt;
  }
  const TreeTask task = network.task(id->layer, id->index);
  if (task.merge != shown.merge) return std::nullopt;
  return Cell{task.stage, task.phase};
}

std::string title_of(const Shown& shown, Execution execution) {
  const std::uint32_t steps = merge_steps(execution, shown.merge);
  const std::string_view name = execution == Execution::kStageByStage ? "Stage by stage"
                                : execution == Execution::kOverlapped ? "Overlapped"
                                                                      : "A stage every step";
  return fmt::format("{}: {} parallel step{}", name, steps, steps == 1 ? "" : "s");
}

void draw_title(Picture& picture, const Shown& shown, const Page& page, const Chart& chart,
                bool of_run) {
  const std::string title = title_of(shown, chart.execution);
  const float y = chart.top + 10;
  picture.labels.push_back({kMargin, y, title, 13, Face::kSansBold, Anchor::kStart, Role::kText});
  const ProcessorUse use =
      merge_on_processors(chart.execution, shown.merge, shown.blocks(), shown.processors);
  const double idle = static_cast<double>(use.idle) /
                      (static_cast<double>(use.steps) * static_cast<double>(shown.processors));
  const std::string more =
      fmt::format("{} with {} processor{}, {:.0f} % idle in this merge", use.steps,
                  shown.processors, shown.processors == 1 ? "" : "s", 100 * idle);
  const bool every = chart.execution == Execution::kEveryStep;
  const float x = kMargin + 0.94F * estimated_width(title, 13, Face::kSansBold) + 12;
  const float right = page.side > 0 ? page.side - 24 : page.width - kMargin;
  const std::string text =
      every ? first_fitting({"too early: phases of one step touch the same nodes", "too early"}, 13,
                            Face::kSans, right - x)
            : first_fitting(
                  {of_run ? more + " · this run" : more, more, more.substr(0, more.find(',')),
                   fmt::format("{} with p = {}", use.steps, shown.processors)},
                  13, Face::kSans, right - x);
  picture.labels.push_back(
      {x, y, text, 13, Face::kSans, Anchor::kStart, every ? Role::kExchanged : Role::kMuted});
}

void draw_cell(Picture& picture, const Page& page, const Chart& chart, const Shown& shown,
               const Cell& cell, CellState state, bool clash) {
  const std::uint32_t step = step_of(chart.execution, shown.merge, cell.stage, cell.phase);
  const float gap = page.column >= 6 && page.row >= 6 ? 1.5F : page.column >= 3 ? 0.5F : 0.0F;
  const float x = page.x(step) + gap;
  const float y = page.y(chart, cell.stage) + gap;
  const float w = std::max(page.column - 2 * gap, 0.6F);
  const float h = std::max(page.row - 2 * gap, 0.6F);
  const float corner = std::min({4.0F, w / 4, h / 4});
  const bool small = page.column < 6 || page.row < 6;
  switch (state) {
    case CellState::kCurrent:
      picture.boxes.push_back({x, y, w, h, Role::kAccent, true, corner});
      break;
    case CellState::kDone:
      picture.boxes.push_back({x, y, w, h, small ? Role::kKept : Role::kLine, true, corner});
      break;
    case CellState::kNeutral:
    case CellState::kToCome:
      if (small) {
        picture.boxes.push_back({x, y, w, h, Role::kLine, true, 0});
      } else {
        picture.boxes.push_back({x, y, w, h, Role::kWire, false, corner});
      }
      break;
  }
  if (clash) picture.chips.push_back({x, y, w, h, Role::kExchanged, false, corner, 0, 2});
  if (page.column < 14 || page.row < 14) return;
  const float size = page.column >= 26 && page.row >= 22 ? 13.0F : kLeastText;
  const Role role = state == CellState::kCurrent  ? Role::kGround
                    : state == CellState::kToCome ? Role::kMuted
                                                  : Role::kText;
  picture.labels.push_back(
      {x + w / 2, y + h / 2, fmt::to_string(cell.phase), size, Face::kMono, Anchor::kMiddle, role});
}

// From phase i + 1 of one stage to phase i of the next, one step later: across the corner that the
// two cells share.
void draw_dependency(Picture& picture, const Page& page, const Chart& chart, const Shown& shown,
                     const Cell& cell, Role role) {
  const std::uint32_t step = step_of(chart.execution, shown.merge, cell.stage, cell.phase);
  const float x = page.x(step);
  const float y = page.y(chart, cell.stage);
  const float reach = std::min({page.column, page.row, 26.0F}) * 0.24F;
  const float width = role == Role::kText ? 2.0F : 1.2F;
  picture.lines.push_back({x - reach, y - reach, x + reach, y + reach, role, width});
  const float head = std::max(reach * 0.75F, 3.0F);
  picture.lines.push_back({x + reach, y + reach, x + reach - head, y + reach, role, width});
  picture.lines.push_back({x + reach, y + reach, x + reach, y + reach - head, role, width});
}

// A column a parallel step, cut into as many rounds as the processors need: how many are busy.
void draw_strip(Picture& picture, const Page& page, const Chart& chart, const Shown& shown,
                std::optional<std::uint32_t> current) {
  const float top = page.y(chart, shown.merge) + 6;
  if (top + kStrip > picture.height) return;
  const std::vector<std::uint32_t> tasks = tasks_by_step(chart.execution, shown.merge);
  const auto p = static_cast<double>(shown.processors);
  picture.labels.push_back({page.left - 8, top + kStrip / 2, "busy", kLeastText, Face::kSans,
                            Anchor::kEnd, Role::kMuted});
  for (std::uint32_t step = 0; step < tasks.size(); ++step) {
    const std::uint64_t all = std::uint64_t{tasks[step]} * shown.blocks();
    const std::uint64_t rounds = (all + shown.processors - 1) / shown.processors;
    const float gap = page.column >= 6 ? 1.5F : 0.0F;
    const float x = page.x(step) + gap;
    const float w = page.column - 2 * gap;
    const Role role = current == step ? Role::kAccent : Role::kKept;
    picture.boxes.push_back({x, top, w, kStrip, Role::kLine, true, 0});
    const double last = static_cast<double>(all - (rounds - 1) * shown.processors) / p;
    const float round = w / static_cast<float>(rounds);
    const float full = round * static_cast<float>(rounds - 1);
    if (rounds > 1) picture.boxes.push_back({x, top, full, kStrip, role, true, 0});
    const float h = std::max(kStrip * static_cast<float>(last), 1.0F);
    picture.boxes.push_back({x + full, top + kStrip - h, round, h, role, true, 0});
    if (round < 3) continue;
    for (std::uint64_t r = 1; r < rounds; ++r) {
      const float cut = x + round * static_cast<float>(r);
      picture.lines.push_back({cut, top, cut, top + kStrip, Role::kGround, 1});
    }
  }
  if (!page.axes) return;
  // Steps are numbered from 0, as s = 2k + i has them.
  std::uint32_t every = 1;
  while (every < tasks.size() && static_cast<float>(every) * page.column < 18) {
    every *= every % 5 == 2 ? 5 : 2;
  }
  const float y = top + kStrip + 11;
  picture.labels.push_back(
      {page.left - 8, y, "step s", kLeastText, Face::kSans, Anchor::kEnd, Role::kMuted});
  for (std::uint32_t step = 0; step < tasks.size(); step += every) {
    picture.labels.push_back({page.x(step) + page.column / 2, y, fmt::to_string(step), kLeastText,
                              Face::kMono, Anchor::kMiddle,
                              current == step ? Role::kAccent : Role::kMuted});
  }
}

void draw_rows(Picture& picture, const Page& page, const Chart& chart, const Shown& shown) {
  const std::uint32_t every = label_stride(page.row, 14, shown.merge);
  for (std::uint32_t k = 0; k < shown.merge; k += every) {
    const float y = page.y(chart, k) + page.row / 2;
    picture.labels.push_back({page.left - 8, y, fmt::format("k = {}", k), kLeastText, Face::kMono,
                              Anchor::kEnd, Role::kMuted});
    if (every > 1) continue;
    const std::uint32_t end = step_of(chart.execution, shown.merge, k, shown.merge - k - 1) + 1;
    picture.labels.push_back({page.x(end) + 6, y, fmt::format("× {}", std::uint32_t{1} << k),
                              kLeastText, Face::kMono, Anchor::kStart, Role::kMuted});
  }
}

void draw_chart(Picture& picture, const Scene& scene, const Page& page, const Chart& chart,
                const Shown& shown) {
  const bool overlapped = chart.execution == Execution::kOverlapped;
  const bool of_run = shown.level != nullptr && shown.overlapped_run == overlapped &&
                      chart.execution != Execution::kEveryStep;
  draw_title(picture, shown, page, chart, of_run);
  std::optional<std::uint32_t> current;
  if (of_run && shown.layer && scene.cursor != Cursor{}) {
    current = *shown.layer - shown.level->first_layer;
    picture.boxes.push_back({page.x(*current), page.rows_top(chart) - 2, page.column,
                             page.row * static_cast<float>(shown.merge) + 8 + kStrip,
                             Role::kAccentBand, true, 3});
  }
  const auto trial = chart.execution == Execution::kEveryStep
                         ? trial_of(scene, shown, Execution::kEveryStep)
                         : std::nullopt;
  const std::optional<Cell> hovered = cell_of(scene, shown, scene.hover);
  const std::optional<Cell> selected = cell_of(scene, shown, scene.selected);
  const bool arrows = overlapped && page.column >= 14 && page.row >= 12;
  for (std::uint32_t k = 0; k < shown.merge; ++k) {
    for (std::uint32_t i = 0; i < shown.merge - k; ++i) {
      const Cell cell{k, i};
      const CellState state = state_of(scene, shown, cell);
      draw_cell(picture, page, chart, shown, cell, state, trial && trial->clashes[k][i]);
      if (hovered == cell || selected == cell) {
        const float x = page.x(step_of(chart.execution, shown.merge, k, i));
        picture.chips.push_back({x, page.y(chart, k), page.column, page.row, Role::kAccent, false,
                                 4, 0, selected == cell ? 2.4F : 1.4F});
      }
      if (arrows && k > 0) {
        draw_dependency(picture, page, chart, shown, cell,
                        state == CellState::kCurrent ? Role::kText : Role::kMuted);
      }
    }
  }
  draw_rows(picture, page, chart, shown);
  draw_strip(picture, page, chart, shown, current);
}

// The merge levels as a row of numbers that one can press.
constexpr float kChip = 24;
float chips_left(const Shown& shown, float width) {
  const auto count = static_cast<float>(shown.keys_log2 - shown.first_merge + 1);
  const float left = kMargin + 92;
  return left + kChip * count <= width - 170 ? left : -1;
}

void draw_head(Picture& picture, const Scene& scene, const Shown& shown, const Page& page) {
  const float y = 24;
  const float chips = chips_left(shown, page.width);
  float x = kMargin;
  if (chips > 0) {
    picture.labels.push_back(
        {x, y, "Merge level", 13, Face::kSansBold, Anchor::kStart, Role::kMuted});
    x = chips;
    for (std::uint32_t j = shown.first_merge; j <= shown.keys_log2; ++j, x += kChip) {
      const bool here = j == shown.merge;
      if (here) picture.boxes.push_back({x, y - 11, kChip - 2, 22, Role::kLine, true, 4});
      picture.labels.push_back({x + kChip / 2 - 1, y, fmt::to_string(j), 13, Face::kMono,
                                Anchor::kMiddle, here ? Role::kText : Role::kMuted});
      if (j == shown.cursor_merge && shown.level != nullptr) {
        picture.boxes.push_back({x + 4, y + 12, kChip - 10, 2, Role::kAccent, true, 1});
      }
    }
    x += 12;
  }
  const std::string text = fmt::format(
      "{}{} block{} of {} keys", chips > 0 ? "" : fmt::format("Merge level {}: ", shown.merge),
      shown.blocks(), shown.blocks() == 1 ? "" : "s", std::uint32_t{1} << shown.merge);
  std::vector<std::string> texts = {text};
  if (!scene.recording->network.adaptive()) {
    // The run is a network, which follows no such plan.
    texts = {fmt::format("{} · the plan of adaptive merging, not of this run", text),
             "the plan of adaptive merging, not of this run",
             "adaptive merging's plan, not this run's", "not this run's plan"};
  }
  picture.labels.push_back(fitted({x, y, {}, 13, Face::kSans, Anchor::kStart, Role::kMuted}, texts,
                                  page.width - 150 - x));
  const Claim claim = conflict_claim(scene, shown);
  const float claim_y = page.axes ? 50 : 46;
  picture.dots.push_back(
      {kMargin + 4, claim_y, 4, claim.good ? Role::kGood : Role::kExchanged, true});
  picture.labels.push_back(
      {kMargin + 16, claim_y,
       first_fitting({claim.text, claim.brief}, 13, Face::kSans, page.width - 2 * kMargin - 16), 13,
       Face::kSans, Anchor::kStart, claim.good ? Role::kText : Role::kExchanged});
}

}  // namespace

}  // namespace schedule_picture

namespace {

using namespace schedule_picture;

Picture layout(const Scene& scene, float width, float height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  const auto shown = shown_schedule(scene);
  if (!shown) {
    picture.labels.push_back({kMargin, 24, "One key is sorted already: there is nothing to merge.",
                              13, Face::kSans, Anchor::kStart, Role::kMuted});
    return picture;
  }
  const Page page = page_for(*shown, width, height);
  picture.width = page.width;
  picture.height = page.height;
  draw_head(picture, scene, *shown, page);
  for (const Chart& chart : page.charts) draw_chart(picture, scene, page, chart, *shown);
  if (page.side > 0) {
    draw_table(picture, *shown, page, page.side_top);
    const CurvePlace place = curve_place(*shown, page);
    if (place.there()) draw_curve(picture, *shown, place);
  }
  return magnified(std::move(picture), page.magnified);
}

// The cell under (x, y) of the page.
std::optional<Cell> cell_at(const Shown& shown, const Page& page, float x, float y) {
  for (const Chart& chart : page.charts) {
    const float stage = (y - page.rows_top(chart)) / page.row;
    const float step = (x - page.left) / page.column;
    if (stage < 0 || stage >= static_cast<float>(shown.merge) || step < 0) continue;
    const auto k = static_cast<std::uint32_t>(stage);
    for (std::uint32_t i = 0; i < shown.merge - k; ++i) {
      if (step_of(chart.execution, shown.merge, k, i) == static_cast<std::uint32_t>(step)) {
        return Cell{k, i};
      }
    }
  }
  return std::nullopt;
}

Selection pick(const Scene& scene, float width, float height, float x, float y) {
  Selection found;
  const auto shown = shown_schedule(scene);
  if (!shown) return found;
  const Page page = page_for(*shown, width, height);
  const auto cell = cell_at(*shown, page, x / page.magnified, y / page.magnified);
  if (!cell) return found;
  const auto layer = layer_of(*scene.recording, *shown, cell->stage, cell->phase);
  if (!layer) return found;
  found.comparator =
      ComparatorId{*layer, index_of(scene.recording->network.step(*layer), 0, cell->stage, 0)};
  return found;
}

std::string action(const Scene& scene, float width, float height, float x, float y) {
  const auto shown = shown_schedule(scene);
  if (!shown) return {};
  const Page page = page_for(*shown, width, height);
  x /= page.magnified;
  y /= page.magnified;
  if (const float chips = chips_left(*shown, page.width);
      chips > 0 && y > 10 && y < 40 && x >= chips) {
    const auto j = shown->first_merge + static_cast<std::uint32_t>((x - chips) / kChip);
    if (j <= shown->keys_log2) {
      return j == shown->cursor_merge ? "schedule-merge cursor"
                                      : fmt::format("schedule-merge {}", j);
    }
  }
  if (const auto cell = cell_at(*shown, page, x, y)) {
    const auto layer = layer_of(*scene.recording, *shown, cell->stage, cell->phase);
    return layer ? fmt::format("seek {}", *layer + 1) : std::string();
  }
  const CurvePlace place = curve_place(*shown, page);
  if (place.there() && x >= place.left - 12 && x <= place.right + 12 && y >= place.top &&
      y <= place.bottom + 24) {
    return fmt::format("schedule-processors {}", processors_at(*shown, place, x));
  }
  return {};
}

}  // namespace

const Layout kScheduleLayout = {
    .id = "schedule",
    .title = "Schedule",
    .summary = "Stages and phases over time: which comparisons run in parallel.",
    .max_wires = 0,
    .natural_size = wide_page,
    .layout = layout,
    .pick = pick,
    .action = action};

}  // namespace sortscope
