// transport.cpp: play, step, speed and where the cursor is.
#include "app/panels/transport.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/quiz.h"
#include "app/widgets/timeline_scale.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

// Middles of the buttons and of the words below, from the top of the panel, at scale 1.
constexpr float kButtons = 42, kWords = 84;
constexpr float kCompactButtons = 23, kCompactWords = 54;
constexpr float kRoomyHeight = 100;

constexpr std::array<float, 11> kSpeeds = {0.05F, 0.1F, 0.25F, 0.5F, 1, 2, 4, 8, 16, 64, 256};

struct UnitWords {
  StepUnit unit;
  std::string_view id;     // of the command's argument
  std::string_view title;  // of many, in a network
  std::string_view forward;
  std::string_view back;
};
constexpr UnitWords kUnits[] = {
    {StepUnit::kComparator, "comparator", "comparators", "step-comparator-forward",
     "step-comparator-back"},
    {StepUnit::kLayer, "layer", "layers", "step-forward", "step-back"},
    {StepUnit::kLevel, "level", "merge levels", "step-level-forward", "step-level-back"},
};
const UnitWords& words_of(StepUnit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

// What one of them is called in the present run: "layer", "parallel step".
std::string_view name_of(const PanelParts& given, StepUnit unit) {
  if (unit == StepUnit::kLevel || !given.session.loaded()) return words_of(unit).id;
  const Wording words = wording(given.session.recording().network);
  return unit == StepUnit::kLayer ? words.layer : words.comparator;
}
std::string names_of(const PanelParts& given, StepUnit unit) {
  if (unit == StepUnit::kLevel || !given.session.loaded()) return std::string(words_of(unit).title);
  return fmt::format("{}s", name_of(given, unit));
}

// "1 layer", "0.5 layers": the name beside a count.
std::string counted_name(const PanelParts& given, StepUnit unit, float count) {
  if (count != 1) return names_of(given, unit);
  return unit == StepUnit::kLevel ? "merge level" : std::string(name_of(given, unit));
}

std::string speed_text(float speed) {
  if (speed >= 10) return fmt::format("{:.0f}×", speed);
  if (speed >= 1) return fmt::format("{:.1f}×", speed);
  return fmt::format("{:.2g}×", speed);
}

// "layer 6 of 10 · comparator 45 of 80", or as much of it as fits.
void draw_position(const PanelParts& given, const Brush& brush, float x, float y, float room) {
  const Network& network = given.session.recording().network;
  // As the views and the side panel count: what is on its way is not done.
  const ShownStep step = given.session.shown();
  const std::uint32_t layer = step.layers_begun();
  const std::uint64_t done = network.position(step.cursor);
  const Wording words = wording(network);
  if (layers_are_asked(given.quiz)) {
    draw_fitted(brush, x, y, room, fmt::format("after {} {}", words.layer, grouped_number(layer)),
                kSizeText, Face::kSans, Role::kMuted);
    return;
  }
  const std::string layers = fmt::format("{} {} of {}", words.layer, grouped_number(layer),
                                         grouped_number(network.depth()));
  const std::string all = fmt::format("{} · {} {} of {}", layers, words.comparator,
                                      grouped_number(done), grouped_number(network.size()));
  const std::string share = share_text(done, network.size());
  const std::string_view name = words.layer == "parallel step" ? "step" : words.layer;
  const std::string brief =
      fmt::format("{} {} of {}", name, grouped_number(layer), grouped_number(network.depth()));
  const std::array<std::string, 4> shorter = {
      fmt::format("{} · {} of {}s", layers, share, words.comparator),
      fmt::format("{} · {}", layers, share), fmt::format("{} · {}", brief, share), brief};
  press_area("position", {x, y - brush.px(10), room, brush.px(20)});
  // The views say a depth that has fewer.
  const std::string why =
      network.wires_move()
          ? fmt::format("Depth {}. {}.", grouped_number(network.aks()->size().depth),
                        kLayersBeyondDepth)
          : std::string();
  if (text_width(brush, all, kSizeText) <= room) {
    draw_text(brush, x, y, all, kSizeText, Face::kSans, Role::kMuted);
    if (!why.empty()) tooltip(given.look, why);
    return;
  }
  const auto* fits = std::ranges::find_if(
      shorter, [&](const std::string& text) { return text_width(brush, text, kSizeText) <= room; });
  draw_fitted(brush, x, y, room, fits == shorter.end() ? brief : *fits, kSizeText, Face::kSans,
              Role::kMuted);
  tooltip(given.look, why.empty() ? all : all + ". " + why);
}

void draw_speed(const PanelParts& given, const Brush& brush, const Area& area) {
  const float speed = given.session.speed();
  const Press press = press_area("speed", area);
  if (press.hovered || press.held) {
    brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                              brush.color(Role::kText, 0.07F), brush.px(4));
  }
  const std::string text = speed_text(speed);
  draw_text(brush, area.x + brush.px(6), area.mid_y(), text, kSizeValue, Face::kMono, Role::kText);
  float& speed_from = given.memory.speed_from;
  if (ImGui::IsItemActivated()) speed_from = speed;
  const float drag = press.held ? ImGui::GetMouseDragDelta(ImGuiMouseButton_Left).x : 0;
  if (drag != 0) {
    const float wanted = speed_from * std::exp2(drag / brush.px(40));
    given.asked.ask(fmt::format("speed {:.3f}", std::clamp(wanted, kLeastSpeed, kMostSpeed)));
  } else if (press && speed_from == speed) {
    open_popover("speeds");
  }
  if (press.hovered && ImGui::GetIO().MouseWheel != 0) {
    given.asked.ask(ImGui::GetIO().MouseWheel > 0 ? "faster" : "slower");
  }
  tooltip(given.look,
          fmt::format("{:.3g} {} a second. Click for a list, drag or turn the wheel to change.",
                      speed, counted_name(given, given.session.play_unit(), speed)),
          fmt::format("{}  {}", key_for("slower"), key_for("faster")));
  constexpr float kRow = 28;
  Area inside;
  const float height = brush.px(kRow * kSpeeds.size() + 16);
  if (!begin_popover(given.look, "speeds", area, area.x, brush.px(120), height, inside)) {
    return;
  }
  const Brush list = Brush::of(given.look);
  for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
    const Area row{inside.x, inside.y + brush.px(kRow) * static_cast<float>(i), inside.width,
                   brush.px(kRow)};
    ImGui::PushID(static_cast<int>(i));
    if (list_row(list, "row", row, speed_text(kSpeeds[i]), "", kSpeeds[i] == speed)) {
      given.asked.ask(fmt::format("speed {}", kSpeeds[i]));
      ImGui::CloseCurrentPopup();
    }
    ImGui::PopID();
  }
  end_popover();
}

void draw_unit(const PanelParts& given, const Brush& brush, const Area& area) {
  const UnitWords& now = words_of(given.session.play_unit());
  const Press press = press_area("unit", area);
  if (press.hovered) {
    brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                              brush.color(Role::kText, 0.07F), brush.px(4));
  }
  // The whole words are in the list, the tooltip and the position below.
  const std::string_view name = name_of(given, now.unit);
  const std::string text = fmt::format("by {}", name == "parallel step" ? "step" : name);
  draw_fitted(brush, area.x + brush.px(6), area.mid_y(), area.width - brush.px(8), text, kSizeSmall,
              Face::kSans, Role::kMuted);
  if (press) open_popover("units");
  command_tooltip(given.look, "play-unit");
  constexpr float kRow = 28;
  Area inside;
  const float height = brush.px(kRow * 3 + 16);
  if (!begin_popover(given.look, "units", area, area.x, brush.px(160), height, inside)) {
    return;
  }
  const Brush list = Brush::of(given.look);
  float y = inside.y;
  for (const UnitWords& words : kUnits) {
    if (list_row(list, words.id.data(), {inside.x, y, inside.width, brush.px(kRow)},
                 names_of(given, words.unit), "", words.unit == now.unit)) {
      given.asked.ask(fmt::format("play-unit {}", words.id));
      ImGui::CloseCurrentPopup();
    }
    y += brush.px(kRow);
  }
  end_popover();
}

}  // namespace

void draw_transport(const PanelParts& given, const Brush& brush, const Area& area) {
  const bool loaded = given.session.loaded();
  const Cursor cursor = given.session.cursor();
  const bool at_start = !loaded || cursor == Cursor{};
  const bool at_end = !loaded || cursor == given.session.recording().network.end();
  const UnitWords& unit = words_of(given.session.play_unit());
  const bool roomy = area.height >= brush.px(kRoomyHeight);
  const float y = area.y + brush.px(roomy ? kButtons : kCompactButtons);
  const auto button = [&](const char* id, float x, Icon icon, std::string_view command,
                          bool enabled) {
    const float side = brush.px(34);
    const Area at{area.x + brush.px(x) - side / 2, y - side / 2, side, side};
    if (icon_button(brush, id, at, icon, 16, enabled)) given.asked.ask(command);
    command_tooltip(given.look, command);
  };
  button("start", 38, Icon::kToStart, "start", !at_start);
  button("back", 76, Icon::kStepBack, unit.back, !at_start);
  const float side = brush.px(40);
  const Area play{area.x + brush.px(120) - side / 2, y - side / 2, side, side};
  if (icon_button(brush, "play", play, given.session.playing() ? Icon::kPause : Icon::kPlay, 18,
                  loaded, true)) {
    given.asked.ask("play-pause");
  }
  command_tooltip(given.look, "play-pause");
  button("forward", 164, Icon::kStepForward, unit.forward, !at_end);
  button("end", 202, Icon::kToEnd, "end", !at_end);
  const float x = area.x + brush.px(222);
  draw_speed(given, brush, {x, y - brush.px(20), brush.px(74), brush.px(22)});
  draw_unit(given, brush, {x, y + brush.px(3), brush.px(74), brush.px(18)});
  if (loaded) {
    draw_position(given, brush, area.x + brush.px(24),
                  area.y + brush.px(roomy ? kWords : kCompactWords), area.width - brush.px(36));
  }
}

}  // namespace sortscope
