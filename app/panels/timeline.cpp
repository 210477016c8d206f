// timeline.cpp: the foot of the window: the layers on which one scrubs, beside the transport.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/panels/transport.h"
#include "app/state/command_table.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "app/widgets/timeline_scale.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/words/level_text.h"

namespace sortscope {

namespace {

// Heights from the top of the panel, at scale 1.
struct StripPlaces {
  float flag_top, names, bracket, cells_top, cells_bottom, labels, foot;
  bool foot_words;  // else only what one can press stands there
};
constexpr StripPlaces kRoomy = {4, 20, 30, 35, 58, 71, 92, true};
constexpr StripPlaces kCompact = {2, 13, 23, 27, 43, 55, 13, false};
constexpr float kRoomyHeight = 100;

// Scrubbing by dragging.
constexpr float kWideLayer = 28;     // at scale 1: layers so wide are gone through bit by bit
constexpr double kRestReach = 0.12;  // layers from a boundary
constexpr double kLeastScrub = 1e-3;

constexpr int kMostLayers = 1 << 30;  // of a level, for the order of names

// The layer that runs, else the one that ran last.
std::uint32_t layer_at_cursor(double position) {
  return static_cast<std::uint32_t>(std::max(0.0, std::ceil(position) - 1));
}

// Everything that the layers' drawing shares.
struct Strip {
  const Brush& brush;
  const StripPlaces& at;
  const Recording& recording;
  TimelineScale scale;
  float top;        // of the panel
  double position;  // of the cursor, in layers
  float cursor_x;
  std::vector<TimelineCell> cells;

  bool tells_next = false;   // a view tells of the step that comes, where one is between two
  std::uint32_t told = ~0U;  // layers whose outcomes are told: not those that one is to predict
  bool asking = false;
  [[nodiscard]] float y(float units) const { return top + brush.px(units); }
  [[nodiscard]] float low() const { return scale.x; }
  [[nodiscard]] float high() const { return scale.x + scale.width; }
  [[nodiscard]] float x_in_view(double layer) const {
    return std::clamp(scale.x_of(layer), low(), high());
  }
  [[nodiscard]] bool one_a_cell() const { return !cells.empty() && cells[0].layer_count == 1; }
};

void draw_cells(const Strip& strip) {
  const Brush& brush = strip.brush;
  const float width = strip.scale.layer_width();
  const float gap = strip.one_a_cell() ? (width > brush.px(14)  ? brush.px(3)
                                          : width > brush.px(5) ? brush.hairline()
                                                                : 0)
                                       : 0;
  const float corner = gap > brush.px(2) ? brush.px(3) : 0;
  const float top = strip.y(strip.at.cells_top);
  const float bottom = strip.y(strip.at.cells_bottom);
  const unsigned ground = brush.color(Role::kLine);
  const unsigned done = brush.color(Role::kExchanged);
  const unsigned to_come = brush.color(Role::kKept);
  for (const TimelineCell& cell : strip.cells) {
    const float left = strip.x_in_view(cell.first_layer);
    const float right =
        std::max(strip.x_in_view(cell.first_layer + cell.layer_count) - gap, left + 1);
    brush.list->AddRectFilled({left, top}, {right, bottom}, ground, corner);
    const float fill = bottom - static_cast<float>(cell.share) * (bottom - top);
    if (fill >= bottom) continue;
    // A part-done layer changes colour at the cursor.
    const float border = std::clamp(strip.cursor_x, left, right);
    if (border > left) {
      brush.list->AddRectFilled(
          {left, fill}, {border, bottom}, done, corner,
          border < right ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersAll);
    }
    if (border < right) {
      brush.list->AddRectFilled(
          {border, fill}, {right, bottom}, to_come, corner,
          border > left ? ImDrawFlags_RoundCornersRight : ImDrawFlags_RoundCornersAll);
    }
  }
}

// Names and brackets of the merge levels, above the cells.
void draw_levels(const Strip& strip) {
  const Brush& brush = strip.brush;
  const Network& network = strip.recording.network;
  const std::uint32_t layer =
      strip.tells_next ? std::min(static_cast<std::uint32_t>(strip.position), network.depth() - 1)
                       : layer_at_cursor(strip.position);
  const std::uint32_t current = network.level_index(layer);
  const float flag = brush.px(10);
  std::vector<LabelWish> wishes;
  std::vector<std::uint32_t> shown;
  for (std::uint32_t i = 0; i < network.levels().size(); ++i) {
    const MergeLevel& level = network.levels()[i];
    const double end = level.first_layer + level.layer_count;
    if (end <= strip.scale.range.first || level.first_layer >= strip.scale.range.last) continue;
    const float left = strip.x_in_view(level.first_layer);
    const float gap = strip.scale.layer_width() > brush.px(14) ? brush.px(3) : brush.hairline();
    const float right = std::max(strip.x_in_view(end) - gap, left + 1);
    if (right - left > brush.px(3)) {
      const float y = strip.y(strip.at.bracket);
      const unsigned color = brush.color(i == current ? Role::kMuted : Role::kLine);
      const float w = brush.hairline();
      brush.list->AddRectFilled({left, y}, {right, y + w}, color);
      brush.list->AddRectFilled({left, y}, {left + w, y + brush.px(3)}, color);
      brush.list->AddRectFilled({right - w, y}, {right, y + brush.px(3)}, color);
    }
    const float width = text_width(brush, level.name, kSizeSmall, Face::kSansBold);
    // A level is named where its bracket is as long; the one at the cursor always.
    if (i != current && width > right - left) continue;
    float x = left + brush.hairline();
    // Names step aside for the flag of the cursor, out of their bracket only where they must.
    if (x < strip.cursor_x + flag && x + width > strip.cursor_x - flag) {
      const float before = strip.cursor_x - flag - width;
      const float behind = strip.cursor_x + flag;
      const bool outside =
          behind + width > right && (before >= left || behind + width > strip.high());
      x = outside ? before : behind;
    }
    // Of names that meet, the longer level's stands.
    const auto layers = static_cast<int>(std::min(level.layer_count, std::uint32_t{kMostLayers}));
    wishes.push_back({x, width, i == current ? kMostLayers + 1 : layers});
    shown.push_back(i);
  }
  const auto stands = fitting_labels(wishes, brush.px(8), strip.low(), strip.high());
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (!stands[i]) continue;
    draw_text(brush, wishes[i].left, strip.y(strip.at.names), network.levels()[shown[i]].name,
              kSizeSmall, Face::kSansBold, shown[i] == current ? Role::kText : Role::kMuted);
  }
}

// Stages of adaptive merging, "k = 1", at their first steps, with a tick between two stages; steps
// "s" where stages overlap. Where one of them has no room for its letter, the letter stands once,
// before all.
void draw_stages(const Strip& strip) {
  const Brush& brush = strip.brush;
  const Network& network = strip.recording.network;
  const float width = strip.scale.layer_width();
  const std::uint32_t current = std::min(layer_at_cursor(strip.position), network.depth() - 1);
  const bool overlapped = network.stages_overlap();
  const auto first = static_cast<std::uint32_t>(strip.scale.range.first);
  const auto last =
      std::min(network.depth(), static_cast<std::uint32_t>(std::ceil(strip.scale.range.last)));
  const auto stage_begins = [&](std::uint32_t layer) {
    return !network.fixed(layer) && (overlapped || network.step(layer).first_phase == 0);
  };
  const auto steps_of = [&](const TreeStep& step) {
    return overlapped ? 1U : step.merge - step.first_stage;
  };
  const auto whole_text = [&](const TreeStep& step) {
    return overlapped ? fmt::format("s = {}", step.time) : fmt::format("k = {}", step.first_stage);
  };
  bool letters = true;
  for (std::uint32_t layer = first; layer < last && letters; ++layer) {
    if (!stage_begins(layer)) continue;
    const TreeStep& step = network.step(layer);
    const float room = width * static_cast<float>(steps_of(step)) - brush.px(6);
    letters = text_width(brush, whole_text(step), kSizeSmall, Face::kMono) <= room;
  }
  if (!letters) {
    draw_text(brush, strip.low() - brush.px(14), strip.y(strip.at.labels), overlapped ? "s" : "k",
              kSizeSmall, Face::kMono, Role::kMuted, Anchor::kEnd);
  }
  std::vector<LabelWish> wishes;
  std::vector<std::string> texts;
  std::vector<bool> lit;
  for (std::uint32_t layer = first; layer < last; ++layer) {
    if (!stage_begins(layer)) continue;
    const TreeStep& step = network.step(layer);
    const TreeStep& now = network.step(current);
    const std::uint32_t length = steps_of(step);
    const std::string whole = whole_text(step);
    texts.push_back(letters ? whole : whole.substr(4));
    const bool same = !network.fixed(current) && now.merge == step.merge &&
                      (overlapped ? now.time == step.time : now.first_stage == step.first_stage);
    lit.push_back(same);
    const float fitted = text_width(brush, texts.back(), kSizeSmall, Face::kMono);
    const float middle = strip.scale.x_of(layer + 0.5 * length) - (overlapped ? 0.0F : brush.px(1));
    wishes.push_back({middle - fitted / 2, fitted, same ? 1 : 0});
    if (overlapped || width * static_cast<float>(length) < brush.px(4)) continue;
    const float left = std::max(strip.scale.x_of(layer), strip.low());
    const float right = strip.x_in_view(layer + length) - brush.px(3);
    if (length < 2 || right <= left) continue;
    const float y = strip.y(strip.at.cells_bottom + 3);
    brush.list->AddRectFilled({left, y}, {right, y + brush.hairline()},
                              brush.color(same ? Role::kMuted : Role::kLine));
  }
  const auto stands =
      fitting_labels(wishes, brush.px(5), strip.low() - brush.px(8), strip.high() + brush.px(8));
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (!stands[i]) continue;
    draw_text(brush, wishes[i].left + wishes[i].width / 2, strip.y(strip.at.labels), texts[i],
              kSizeSmall, Face::kMono, lit[i] ? Role::kText : Role::kMuted, Anchor::kMiddle);
  }
}

// Distances of the layers under the cells; numbers of layers where distances say nothing or do not
// fit.
void draw_distances(const Strip& strip) {
  const Brush& brush = strip.brush;
  const Network& network = strip.recording.network;
  const float width = strip.scale.layer_width();
  if (network.adaptive() && strip.one_a_cell() && width * 2 >= brush.px(9)) {
    draw_stages(strip);
    return;
  }
  const std::uint32_t current = layer_at_cursor(strip.position);
  const float y = strip.y(strip.at.labels);
  // All or none: a row with gaps would look as if layers had none.
  const float longest =
      text_width(brush, fmt::to_string(network.wires() / 2), kSizeSmall, Face::kMono);
  const bool distances = strip.one_a_cell() && network.levels().size() > 1 &&
                         !network.wires_move() && longest + brush.px(3) <= width;
  const bool merger = network.levels().size() == 1 && network.label(0).distance > 1;
  const auto write = [&](float x, const std::string& text, Role role) {
    draw_text(brush, x, y, text, kSizeSmall, Face::kMono, role, Anchor::kMiddle);
  };
  if (!distances && !(merger && strip.one_a_cell())) {
    const std::uint32_t step = tick_step(width, brush.px(56));
    const auto first = static_cast<std::uint32_t>(strip.scale.range.first) / step * step;
    for (std::uint32_t layer = std::max(first, step);
         layer <= network.depth() && layer <= strip.scale.range.last; layer += step) {
      // The number of a layer stands under its middle, counted from 1.
      const float x = strip.scale.x_of(layer - 0.5);
      const std::string text = grouped_number(layer);
      const float half = text_width(brush, text, kSizeSmall, Face::kMono) / 2;
      if (x - half < strip.low() || x + half > strip.high()) continue;
      write(x, text, layer == current + 1 ? Role::kText : Role::kMuted);
    }
    return;
  }
  const std::string_view own = strip.recording.algorithm->distance_letter;
  const std::string_view letter = own.empty() ? "d" : own;
  const auto text_of = [&](std::uint32_t layer, bool whole) {
    const std::uint32_t distance = network.label(layer).distance;
    return whole ? fmt::format("{} = {}", letter, distance) : fmt::format("{}", distance);
  };
  const std::string widest = fmt::format("{} = {}", letter, network.wires() / 2);
  const bool whole = text_width(brush, widest, kSizeSmall, Face::kMono) + brush.px(8) <= width;
  std::vector<LabelWish> wishes;
  for (const TimelineCell& cell : strip.cells) {
    const float text = text_width(brush, text_of(cell.first_layer, whole), kSizeSmall, Face::kMono);
    wishes.push_back({strip.scale.x_of(cell.first_layer + 0.5) - text / 2, text,
                      cell.first_layer == current ? 1 : 0});
  }
  const auto stands =
      fitting_labels(wishes, brush.px(5), strip.low() - brush.px(8), strip.high() + brush.px(8));
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (!stands[i]) continue;
    const std::uint32_t layer = strip.cells[i].first_layer;
    write(wishes[i].left + wishes[i].width / 2, text_of(layer, whole),
          layer == current ? Role::kText : Role::kMuted);
  }
}

void draw_loop(const Strip& strip, double from, double to) {
  const Brush& brush = strip.brush;
  if (to <= strip.scale.range.first || from >= strip.scale.range.last) return;
  const float left = strip.x_in_view(from);
  const float right = strip.x_in_view(to);
  const float top = strip.y(strip.at.cells_top - 4);
  const float bottom = strip.y(strip.at.cells_bottom + 4);
  brush.list->AddRectFilled({left, top}, {right, bottom}, brush.color(Role::kAccent, 0.18F));
  const float w = 2 * brush.hairline();
  for (const float x : {left, right - w}) {
    brush.list->AddRectFilled({x, top}, {x + w, bottom}, brush.color(Role::kAccent));
  }
}

void draw_bookmarks(const PanelParts& given, const Strip& strip) {
  const Brush& brush = strip.brush;
  int id = 0;
  for (const Cursor& bookmark : given.session.bookmarks()) {
    const double layer = layer_of(strip.recording.network, bookmark);
    if (layer < strip.scale.range.first || layer > strip.scale.range.last) continue;
    const float x = strip.scale.x_of(layer);
    const float y = strip.y(strip.at.cells_bottom + 1);
    const float half = brush.px(4);
    ImGui::PushID(id++);
    const Press press =
        press_area("bookmark", {x - half - 2, y - brush.px(4), 2 * half + 4, brush.px(12)});
    if (press) given.asked.ask(fmt::format("seek {} {}", bookmark.layer, bookmark.comparator));
    if (press.hovered) {
      const Wording words = wording(strip.recording.network);
      pointer_tooltip(
          given.look,
          bookmark.comparator == 0
              ? fmt::format("Bookmark after {} {}", words.layer, grouped_number(bookmark.layer))
              : fmt::format("Bookmark in {} {}, after {} {}", words.layer,
                            grouped_number(bookmark.layer + 1), words.comparator,
                            grouped_number(bookmark.comparator)),
          strip.y(-4));
    }
    ImGui::PopID();
    brush.list->AddTriangleFilled({x, y}, {x + half, y + brush.px(7)}, {x - half, y + brush.px(7)},
                                  brush.color(Role::kAccent));
  }
}

void draw_cursor(const Strip& strip) {
  const Brush& brush = strip.brush;
  if (strip.position < strip.scale.range.first || strip.position > strip.scale.range.last) return;
  const float x = strip.cursor_x;
  const float top = strip.y(strip.at.flag_top);
  const float half = brush.px(6);
  const unsigned color = brush.color(Role::kAccent);
  const ImVec2 flag[] = {{x - half, top},
                         {x + half, top},
                         {x + half, top + brush.px(7)},
                         {x, top + brush.px(14)},
                         {x - half, top + brush.px(7)}};
  brush.list->AddConvexPolyFilled(flag, 5, color);
  const float w = std::max(2.0F, std::round(brush.px(1.6F)));
  brush.list->AddRectFilled({x - w / 2, top + brush.px(10)},
                            {x + w / 2, strip.y(strip.at.cells_bottom + 3)}, color);
}

std::string layers_text(const Strip& strip, const TimelineCell& cell) {
  const Network& network = strip.recording.network;
  const std::uint32_t end = cell.first_layer + cell.layer_count;
  const std::uint64_t exchanged =
      strip.recording.exchanged_before[end] - strip.recording.exchanged_before[cell.first_layer];
  const std::uint64_t all =
      network.comparators_before(end) - network.comparators_before(cell.first_layer);
  const Wording words = wording(network);
  const std::string counts =
      end > strip.told
          ? std::string(strip.asking ? "its outcomes are told with the answer"
                                     : "its outcomes are shown once it has run")
          : fmt::format("{} of {} {}s exchanged ({})", grouped_number(exchanged),
                        grouped_number(all), words.comparator, share_text(exchanged, all));
  if (cell.layer_count > 1) {
    return fmt::format("{}s {} to {}\n{}", words.layer_title, grouped_number(cell.first_layer + 1),
                       grouped_number(end), counts);
  }
  const std::string letters = layer_help(strip.recording, cell.first_layer);
  return fmt::format("{} {} · {}\n{}{}{}", words.layer_title, grouped_number(end),
                     layer_name(strip.recording, cell.first_layer), counts,
                     letters.empty() ? "" : "\n", letters);
}

// Scrubbing, loops, zoom, and what is under the pointer.
void handle_pointer(const PanelParts& given, const Strip& strip) {
  TimelineMemory& timeline = given.memory.timeline;
  const Brush& brush = strip.brush;
  const Network& network = strip.recording.network;
  const ImGuiIO& io = ImGui::GetIO();
  const float spill = brush.px(12);  // so that the ends are easy to hit
  ImGui::SetCursorScreenPos({strip.low() - spill, strip.top + brush.px(2)});
  ImGui::InvisibleButton("layers", {strip.scale.width + 2 * spill, brush.px(strip.at.labels + 8)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  const bool hovered = ImGui::IsItemHovered();
  const bool active = ImGui::IsItemActive();
  const double layer = strip.scale.layer_at(io.MousePos.x);

  if (active && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      timeline.resume = given.session.playing();
      if (timeline.resume) given.asked.ask("pause");
    }
    const Cursor wanted =
        std::min(cursor_near(network, layer, io.KeyShift), given.session.furthest());
    timeline.dragged = timeline.dragged || ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4);
    if (timeline.dragged && !io.KeyShift && strip.scale.layer_width() >= brush.px(kWideLayer)) {
      // Steps that are wide are scrubbed; at their ends the hand finds rest.
      const double near = std::round(layer);
      const double most = given.session.furthest().layer;
      const double to = std::min(std::abs(layer - near) < kRestReach ? near : layer, most);
      const double by = to - given.session.layer_position();
      if (std::abs(by) > kLeastScrub) given.asked.ask(fmt::format("scrub {:.4f}", by));
    } else if (wanted != given.session.bound_for() || given.session.posed_fraction() > 0) {
      given.asked.ask(fmt::format("seek {} {}", wanted.layer, wanted.comparator));
    }
  }
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) timeline.dragged = false;
  if (timeline.resume && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    timeline.resume = false;
    // At an open question playing would show its answer.
    const Cursor most = given.session.furthest();
    const bool held = given.quiz.asking() && given.session.bound_for() >= most;
    if (!held) given.asked.ask("play");
  }

  if (active && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) {
    timeline.looping = true;
    timeline.loop_from = layer;
  }
  if (timeline.looping) {
    const double low = std::round(std::min(layer, timeline.loop_from));
    const double high = std::round(std::max(layer, timeline.loop_from));
    if (ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
      draw_loop(strip, low, high);
    } else {
      timeline.looping = false;
      if (high > low) {
        given.asked.ask(fmt::format("loop {} {}", low, high));
      } else if (given.session.loop()) {
        given.asked.ask("loop-clear");
      }
    }
  }
  if (active && ImGui::IsMouseDown(ImGuiMouseButton_Middle)) {
    timeline.range =
        moved(timeline.range, -io.MouseDelta.x / strip.scale.layer_width(), network.depth());
  }
  if (hovered && io.MouseWheel != 0) {
    if (io.KeyShift) {
      timeline.range =
          moved(timeline.range, -io.MouseWheel * timeline.range.span() / 10, network.depth());
    } else {
      timeline.range =
          zoomed(timeline.range, std::pow(1.25, io.MouseWheel), layer, network.depth(), 8);
    }
  }
  if (hovered && io.MouseWheelH != 0) {
    timeline.range =
        moved(timeline.range, io.MouseWheelH * timeline.range.span() / 10, network.depth());
  }

  if (!hovered || active || strip.cells.empty()) return;
  const auto under = std::find_if(strip.cells.begin(), strip.cells.end(), [&](const auto& cell) {
    return layer >= cell.first_layer && layer < cell.first_layer + cell.layer_count;
  });
  if (under == strip.cells.end()) return;
  const float left = strip.x_in_view(under->first_layer);
  const float right = strip.x_in_view(under->first_layer + under->layer_count);
  brush.list->AddRectFilled({left, strip.y(strip.at.cells_top)},
                            {std::max(right, left + 1), strip.y(strip.at.cells_bottom)},
                            brush.color(Role::kText, 0.12F));
  pointer_tooltip(given.look, layers_text(strip, *under), strip.y(-4));
}

// The line at the foot: what the cells mean, the loop and what is in view.
void draw_foot(const PanelParts& given, const Strip& strip) {
  const Brush& brush = strip.brush;
  const Network& network = strip.recording.network;
  const float y = strip.y(strip.at.foot);
  float right = strip.high();
  const auto button = [&](const char* id, std::string_view text, std::string_view note,
                          std::string_view line) {
    const float width = text_width(brush, text, kSizeSmall) + brush.px(12);
    if (right - width < strip.low()) return false;
    right -= width;
    const Area area{right, y - brush.px(10), width, brush.px(20)};
    const Press press = press_area(id, area);
    if (press.hovered) {
      brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                                brush.color(Role::kText, 0.07F), brush.px(4));
    }
    draw_text(brush, area.mid_x(), y, text, kSizeSmall, Face::kSans, Role::kAccent,
              Anchor::kMiddle);
    action_tooltip(given.look, note, line);
    right -= brush.px(8);
    return press.pressed;
  };
  TimelineMemory& timeline = given.memory.timeline;
  const Wording words = wording(network);
  if (timeline.range != whole_run(network.depth())) {
    const std::string text =
        fmt::format("{}s {} to {} · show all", words.layer,
                    grouped_number(static_cast<std::uint64_t>(timeline.range.first) + 1),
                    grouped_number(static_cast<std::uint64_t>(std::ceil(timeline.range.last))));
    if (button("all", text, "Turn the wheel to zoom, Shift and wheel to move along", "")) {
      timeline.range = whole_run(network.depth());
    }
  }
  if (const auto& loop = given.session.loop()) {
    const std::string text =
        fmt::format("loop {} to {} · stop", grouped_number(loop->first.layer + 1),
                    grouped_number(loop->second.layer));
    if (button("loop", text,
               fmt::format("Playback goes round these {}s; press to stop that", words.layer),
               "loop-level"))
      given.asked.ask("loop-clear");
  }
  if (!strip.at.foot_words) return;
  draw_fitted(brush, strip.low(), y, right - strip.low(),
              fmt::format("share of {}s that exchanged, {} by {}", words.comparator, words.layer,
                          words.layer),
              kSizeSmall, Face::kSans, Role::kMuted);
}

void draw_strip(const PanelParts& given, const Brush& brush, const Area& area) {
  const Recording& recording = given.session.recording();
  const Network& network = recording.network;
  if (network.depth() == 0) {
    draw_fitted(brush, area.x, area.mid_y(), area.width,
                network.wires() == 1 ? "One key is sorted already: there is nothing to compare."
                                     : "This network has no comparators yet.",
                kSizeText, Face::kSans, Role::kMuted);
    return;
  }
  // How many layers there are may be the answer.
  if (layers_are_asked(given.quiz)) {
    draw_fitted(brush, area.x, area.mid_y(), area.width, "The timeline comes back with the answer.",
                kSizeText, Face::kSans, Role::kMuted);
    return;
  }
  TimelineMemory& timeline = given.memory.timeline;
  if (timeline.generation != given.session.generation()) {
    timeline = {};
    timeline.generation = given.session.generation();
    timeline.range = whole_run(network.depth());
  }
  const double position =
      given.session.underway() ? given.session.bound_for().layer : given.session.layer_position();
  // Follow the cursor when it moves, so that one may look elsewhere while it rests.
  if (timeline.followed != given.session.cursor()) {
    timeline.followed = given.session.cursor();
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      timeline.range = showing(timeline.range, position, network.depth());
    }
  }
  Strip strip{brush,     area.height < brush.px(kRoomyHeight) ? kCompact : kRoomy,
              recording, {timeline.range, area.x, area.width},
              area.y,    position,
              0,         {}};
  strip.cursor_x = strip.scale.x_of(position);
  strip.tells_next = network.depth() > 0 &&
                     std::ranges::any_of(given.panes.views,
                                         [](const auto& view) { return view->id() == "aks-tree"; });
  strip.cells =
      timeline_cells(network, recording.exchanged_before, strip.scale, std::max(2.0F, brush.px(1)));
  strip.asking = given.quiz.asking();
  // A lesson may ask what comes next: what has not run yet keeps its outcomes to itself.
  if (strip.asking || given.quiz.on || given.lesson.active() ||
      given.quiz.waits(given.session.generation())) {
    strip.told = given.session.cursor().layer;
    for (TimelineCell& cell : strip.cells) {
      if (cell.first_layer + cell.layer_count > strip.told) cell.share = 0;
    }
  }
  draw_cells(strip);
  draw_levels(strip);
  draw_distances(strip);
  if (const auto& loop = given.session.loop()) {
    draw_loop(strip, loop->first.layer, loop->second.layer);
  }
  draw_bookmarks(given, strip);
  handle_pointer(given, strip);
  draw_cursor(strip);
  draw_foot(given, strip);
}

}  // namespace

void draw_timeline(const PanelParts& given, const Pane& pane) {
  const Brush brush = Brush::of(given.look);
  fill_area(brush, {pane.x, pane.y, pane.width, pane.height}, Role::kPanel);
  draw_hairline(brush, pane.x, pane.y, pane.x + pane.width, pane.y);
  const float zone = brush.px(kTransportWidth);
  draw_transport(given, brush, {pane.x, pane.y, zone, pane.height});
  if (!given.session.loaded()) return;
  const Area strip{pane.x + zone + brush.px(30), pane.y,
                   pane.width - zone - brush.px(30) - brush.px(24), pane.height};
  if (strip.width > brush.px(80)) draw_strip(given, brush, strip);
}

}  // namespace sortscope
