// tooltips.cpp: what is under the pointer says what it does, once the pointer rests.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "app/state/command_table.h"
#include "app/state/parts/look.h"
#include "app/widgets/widgets.h"

namespace sortscope {

namespace {

constexpr double kTooltipDelaySeconds = 0.4;
constexpr double kProjectedSeconds = 4;
constexpr double kCutDelaySeconds = 0.6;  // what has a tooltip of its own shows that one
constexpr int kFramesToAppear = 3;        // ImGui measures a tooltip before it shows it

// True once the pointer has rested on the last item for a moment.
bool rested_on_item(PointerRest& rest) {
  if (!ImGui::IsItemHovered()) return false;
  const ImVec2 corner = ImGui::GetItemRectMin();
  const int frame = ImGui::GetFrameCount();
  if (corner.x != rest.corner_x || corner.y != rest.corner_y || frame > rest.frame + 1) {
    rest.corner_x = corner.x;
    rest.corner_y = corner.y;
    rest.since_s = ImGui::GetTime();
    rest.shown_frames = 0;
  }
  rest.frame = frame;
  if (ImGui::GetTime() - rest.since_s < kTooltipDelaySeconds) return false;
  if (rest.shown_frames < kFramesToAppear) ++rest.shown_frames;
  return !ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

// Width of the widest of the lines of `text`.
float widest_line(const Brush& brush, std::string_view text) {
  float width = 0;
  while (true) {
    const std::size_t newline = text.find('\n');
    width = std::max(width, text_width(brush, text.substr(0, newline), kSizeText));
    if (newline == std::string_view::npos) return width;
    text.remove_prefix(newline + 1);
  }
}

bool meet(const Area& a, const PointerRest::Control& b) {
  return a.x < b.x + b.width && b.x < a.right() && a.y < b.y + b.height && b.y < a.bottom();
}

// Where a tooltip of `width` x `height` stands beside an area, not over it: below in the upper half
// of the window, else above, and further off where it would lie on what one may press next.
ImVec2 place_beside(const Look& look, const Area& area, float width, float height) {
  constexpr int kFarthest = 48;  // gaps
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float gap = 6 * look.scale();
  const bool below = area.bottom() < display.y / 2;
  const float along = std::clamp(area.mid_x() / std::max(1.0F, display.x), 0.0F, 1.0F);
  const auto at = [&](float x, bool under, float off) {
    return Area{std::clamp(x, 0.0F, std::max(display.x - width, 0.0F)),
                under ? area.bottom() + gap + off : area.y - gap - off - height, width, height};
  };
  const auto clear = [&](const Area& spot) {
    return spot.y >= 0 && spot.bottom() <= display.y &&
           std::ranges::none_of(look.pointer_rest->controls_before,
                                [&](const auto& control) { return meet(spot, control); });
  };
  const float middle = area.mid_x() - along * width;
  std::optional<Area> best;
  float least = kFarthest * gap;
  const auto consider = [&](float x, bool under, float off) {
    const Area spot = at(x, under, off);
    const float away = std::abs(spot.x - middle) + off;
    if (away >= least || !clear(spot)) return;
    least = away;
    best = spot;
  };
  for (int step = 0; step < kFarthest; ++step) {
    for (const bool under : {below, !below}) {
      const float off = static_cast<float>(step) * gap;
      for (int aside = 0; aside < kFarthest - step; ++aside) {
        consider(middle + static_cast<float>(aside) * gap, under, off);
        consider(middle - static_cast<float>(aside) * gap, under, off);
      }
    }
  }
  if (best) return {best->x, best->y};
  const Area spot = at(middle, below, 0);
  return {spot.x, spot.y};
}

// Nobody reads a tooltip for longer than that; on a projector it stands in the way.
bool stays(const Look& look) {
  const PointerRest& rest = *look.pointer_rest;
  return pointer_explains(look) &&
         (!look.projector || ImGui::GetTime() - rest.moved_s < kProjectedSeconds);
}

// Its place by its size.
using Place = std::function<ImVec2(float width, float height)>;

void show_tooltip(const Look& look, std::string_view text, std::string_view key_text,
                  const Place& place) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, 0U);
  const Brush measure{nullptr, look.palette, look.scale(), nullptr};
  const float most = measure.px(320);
  const float pad = measure.px(10);
  const float key = key_text.empty()
                        ? 0
                        : text_width(measure, key_text, kSizeSmall, Face::kMono) + measure.px(26);
  const float words = std::min(std::ceil(widest_line(measure, text)) + 1, most);
  const float height = std::max(paragraph_height(measure, words, text, kSizeText, Face::kSans),
                                key > 0 ? measure.px(20) : 0);
  Area area{0, 0, words + key + 2 * pad, height + 1.2F * pad};
  ImGui::SetNextWindowPos(place(area.width, area.height), ImGuiCond_Always);
  ImGui::BeginTooltip();
  const Brush brush = Brush::of(look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  area.x = at.x;
  area.y = at.y;
  ImGui::Dummy({area.width, area.height});
  draw_card(brush, area);
  draw_paragraph(brush, area.x + pad, area.y + 0.6F * pad, words, text, kSizeText, Face::kSans,
                 Role::kText);
  if (key > 0) draw_key_cap(brush, area.x + pad + words + brush.px(14), area.mid_y(), key_text);
  ImGui::EndTooltip();
  look.pointer_rest->tooltip_frame = ImGui::GetFrameCount();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

}  // namespace

void follow_pointer(const Look& look, bool covered) {
  PointerRest& rest = *look.pointer_rest;
  rest.cut.clear();
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 pointer = io.MousePos;
  if (io.MouseWheel != 0 || ImGui::IsAnyMouseDown()) rest.asleep = false;
  const bool resized = rest.width != look.width() || rest.height != look.height();
  if (resized && rest.width > 0) rest.resized_s = ImGui::GetTime();
  const bool another_page = resized || rest.scale != look.scale() || (rest.covered && !covered);
  rest.width = look.width();
  rest.height = look.height();
  rest.scale = look.scale();
  rest.covered = covered;
  if (another_page) rest.dismissed = true;
  if (pointer.x == rest.x && pointer.y == rest.y) return;
  // Where a window opens under it, or moves (full screen), it has not moved.
  constexpr double kWindowMoves_s = 0.3;
  const bool moves = ImGui::GetTime() - rest.resized_s < kWindowMoves_s;
  rest.resized_s = kLongAgo_s;  // what follows is a hand's
  const ImVec2 before{rest.x, rest.y};
  if (!moves && ImGui::IsMousePosValid(&before) && ImGui::IsMousePosValid(&pointer)) {
    rest.asleep = rest.dismissed = false;
  }
  rest.x = pointer.x;
  rest.y = pointer.y;
  rest.moved_s = ImGui::GetTime();
}

void sleep_when_lesson_goes_on(const Look& look, std::uint64_t entries) {
  PointerRest& rest = *look.pointer_rest;
  if (std::exchange(rest.lesson_entries, entries) != entries) rest.asleep = rest.dismissed = true;
}

bool pointer_points(const Look& look) { return !look.pointer_rest->asleep; }

bool pointer_explains(const Look& look) {
  // Who points with light does not ask.
  return !look.pointer_rest->dismissed && !look.laser && !look.spotlight.on;
}

void explain_cut_text(const Look& look) {
  const PointerRest& rest = *look.pointer_rest;
  if (rest.cut.empty() || rest.tooltip_frame == ImGui::GetFrameCount() ||
      ImGui::GetTime() - rest.moved_s < kCutDelaySeconds) {
    return;
  }
  area_tooltip(look, rest.cut, {rest.cut_x, rest.cut_y, rest.cut_width, rest.cut_height});
}

void keep_clear(const Brush& brush, const Area& area) {
  if (brush.rest == nullptr || brush.list == nullptr) return;
  PointerRest& rest = *brush.rest;
  const int frame = ImGui::GetFrameCount();
  if (std::exchange(rest.controls_frame, frame) != frame) {
    rest.controls_before = std::exchange(rest.controls, {});
  }
  rest.controls.push_back({area.x, area.y, area.width, area.height});
}

void expect_tooltip(const Brush& brush, const char* id, const Area& area) {
  keep_clear(brush, area);
  if (brush.rest == nullptr) return;
  std::string& waiting = brush.rest->waiting;
  if (!waiting.empty()) brush.rest->unexplained.insert(waiting);
  waiting = id;
}

void tooltip(const Look& look, std::string_view text, std::string_view key_text) {
  look.pointer_rest->waiting.clear();
  if (!rested_on_item(*look.pointer_rest) || !stays(look)) return;
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const Area item{low.x, low.y, high.x - low.x, high.y - low.y};
  show_tooltip(look, text, key_text,
               [&](float width, float height) { return place_beside(look, item, width, height); });
}

void area_tooltip(const Look& look, std::string_view text, const Area& area) {
  if (!stays(look)) return;
  show_tooltip(look, text, {},
               [&](float width, float height) { return place_beside(look, area, width, height); });
}

void pointer_tooltip(const Look& look, std::string_view text, float above) {
  if (!stays(look)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float along = mouse.x / std::max(1.0F, ImGui::GetIO().DisplaySize.x);
  show_tooltip(look, text, {}, [&](float width, float height) {
    return ImVec2{mouse.x - std::clamp(along, 0.0F, 1.0F) * width, above - height};
  });
}

std::string_view key_for(std::string_view line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const Command* command = find_command(line.substr(0, blank));
  if (command == nullptr) return {};
  const std::string_view arguments =
      blank < line.size() ? line.substr(blank + 1) : line.substr(blank);
  const auto names = key_names(*command);
  for (std::size_t i = 0; i < names.size() && i < command->keys.size(); ++i) {
    if (command->keys[i].arguments == arguments) return names[i];
  }
  return {};
}

void action_tooltip(const Look& look, std::string_view text, std::string_view line) {
  tooltip(look, text, key_for(line));
}

void command_tooltip(const Look& look, std::string_view command_id) {
  const Command* command = find_command(command_id);
  if (command == nullptr) {
    tooltip(look, command_id);
  } else {
    tooltip(look, command->title, key_for(command_id));
  }
}

bool tooltip_pending(const Look& look) {
  const PointerRest& rest = *look.pointer_rest;
  const int frame = ImGui::GetFrameCount();
  const bool goes = look.projector && frame <= rest.tooltip_frame + 1 &&
                    ImGui::GetTime() - rest.moved_s < kProjectedSeconds + 0.2;
  const bool comes = !rest.cut.empty() && ImGui::GetTime() - rest.moved_s < kCutDelaySeconds + 0.1;
  return goes || comes || (rest.shown_frames < kFramesToAppear && frame <= rest.frame + 1);
}

}  // namespace sortscope
