// pointer_card.cpp: what is under the pointer, beside it: where no side panel says it.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/lesson_player.h"
#include "app/state/quiz.h"
#include "core/scenes/scene.h"
#include "core/words/inspect.h"

namespace sortscope {

namespace {

constexpr double kRest_s = 0.25;  // so that nothing flickers under a pointer that passes
constexpr float kWidth = 300;
constexpr float kLabelWidth = 84;
constexpr float kPadding = 12;
constexpr float kHead = 24;
constexpr float kAway = 20;  // from the pointer
constexpr std::size_t kMostRows = 6;

// Facts for those who look closer: they stand in the side panel.
constexpr std::array<std::string_view, 4> kLeftOut = {"number", "binary", "level", "layer"};

std::vector<InspectorRow> rows_of(const InspectorSection& section) {
  std::vector<InspectorRow> rows;
  for (const InspectorRow& row : section.rows) {
    const bool left_out = std::find(kLeftOut.begin(), kLeftOut.end(), row.label) != kLeftOut.end();
    if (!left_out && rows.size() < kMostRows) rows.push_back(row);
  }
  return rows;
}

float row_height(const Brush& brush, const InspectorRow& row) {
  return std::max(paragraph_height(brush, brush.px(kWidth - 2 * kPadding - kLabelWidth), row.value,
                                   kSizeText, Face::kSans),
                  brush.px(18)) +
         brush.px(4);
}

// Below and to the right of the pointer, or where it covers neither panels nor what floats.
Area place_of(const PanelParts& given, const Brush& brush, float width, float height) {
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const PanelSizes sizes =
      panel_sizes(given.look, words_beside(given.look, given.lesson, given.quiz));
  const Area room{sizes.side_panel, sizes.top_bar, display.x - sizes.side_panel,
                  display.y - sizes.top_bar - sizes.timeline};
  const float away = brush.px(kAway);
  const float columns[] = {pointer.x + away, pointer.x - away - width};
  const float low = pointer.y + away;
  const float high = pointer.y - away - height;
  const float beside =
      std::clamp(pointer.y - height / 2, room.y, std::max(room.bottom() - height, room.y));
  const auto covers = [&](const Area& area) {
    return std::ranges::any_of(given.memory.floating, [&](const Area& other) {
      return area.x < other.right() && other.x < area.right() && area.y < other.bottom() &&
             other.y < area.bottom();
    });
  };
  const auto in_room = [&](const Area& area) {
    return area.x >= room.x && area.right() <= room.right() && area.y >= room.y &&
           area.bottom() <= room.bottom();
  };
  for (const float y : {low, high, beside}) {
    for (const float x : columns) {
      const Area area{x, y, width, height};
      if (in_room(area) && !covers(area)) return area;
    }
  }
  // Too large for any of these: within the window, off the pointer.
  Area area{columns[columns[0] + width > display.x ? 1 : 0], low + height > display.y ? high : low,
            width, height};
  area.x = std::clamp(area.x, 0.0F, std::max(display.x - width, 0.0F));
  area.y = std::clamp(area.y, 0.0F, std::max(display.y - height, 0.0F));
  return area;
}

}  // namespace

void draw_pointer_card(const PanelParts& given, bool beside_overlay) {
  PointedAt& pointed = given.memory.pointed;
  const Selection thing = given.session.hover;
  if (thing != pointed.thing) pointed = {thing, given.clock.time_s, false};
  pointed.waits = false;
  // The side panel says it, where it is high enough.
  const bool said_elsewhere = !given.lesson.active() && !given.quiz.open() &&
                              panel_sizes(given.look, false).side_panel > 0 &&
                              !given.memory.inspector_hidden;
  // What is asked is not told.
  if (thing == Selection{} || said_elsewhere || beside_overlay || given.quiz.asking() ||
      given.look.blank || !given.session.loaded() || !pointer_explains(given.look)) {
    return;
  }
  if (given.clock.time_s - pointed.since_s < kRest_s) {
    pointed.waits = true;
    return;
  }
  const Scene scene = given.session.scene();
  if (!inspected_at_once(scene, thing)) return;
  const std::vector<InspectorSection> sections = inspect(scene, thing);
  if (sections.empty()) return;
  const InspectorSection& section = sections.front();
  // Over all windows and in none: to ask for one's list would make ImGui open one.
  const Brush brush{ImGui::GetForegroundDrawList(), given.look.palette, given.look.scale(),
                    given.look.pointer_rest.get()};
  const std::vector<InspectorRow> rows = rows_of(section);
  float height = brush.px(kHead + 2 * kPadding);
  for (const InspectorRow& row : rows) height += row_height(brush, row);
  const Area area = place_of(given, brush, brush.px(kWidth), height);
  draw_card(brush, area);
  const float x = area.x + brush.px(kPadding);
  const float width = area.width - brush.px(2 * kPadding);
  float y = area.y + brush.px(kPadding);
  draw_text(brush, x, y + brush.px(kHead / 2 - 3), section.title, kSizeValue, Face::kSansBold,
            Role::kText);
  y += brush.px(kHead);
  for (const InspectorRow& row : rows) {
    draw_labelled(brush, x, y, width, brush.px(kLabelWidth), row.label, row.value, row.role);
    y += row_height(brush, row);
  }
}

bool pointer_card_waits(const PanelMemory& memory) { return memory.pointed.waits; }

}  // namespace sortscope
