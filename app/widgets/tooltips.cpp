// tooltips.cpp: what is under the pointer says what it does, once the pointer rests.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/state/command_table.h"
#include "app/state/parts/look.h"
#include "app/widgets/widgets.h"

namespace sortscope {

namespace {

constexpr double kTooltipDelaySeconds = 0.4;
constexpr int kFramesToAppear = 3;  // ImGui measures a tooltip before it shows it

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

void show_tooltip(const Look& look, std::string_view text, std::string_view key_text) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleColor(ImGuiCol_PopupBg, 0U);
  ImGui::BeginTooltip();
  const Brush brush = Brush::of(look);
  const float most = brush.px(320);
  const float pad = brush.px(10);
  const float key =
      key_text.empty() ? 0 : text_width(brush, key_text, kSizeSmall, Face::kMono) + brush.px(26);
  const float words = std::min(std::ceil(widest_line(brush, text)) + 1, most);
  const float height = std::max(paragraph_height(brush, words, text, kSizeText, Face::kSans),
                                key > 0 ? brush.px(20) : 0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Area area{at.x, at.y, words + key + 2 * pad, height + 1.2F * pad};
  ImGui::Dummy({area.width, area.height});
  draw_card(brush, area);
  draw_paragraph(brush, area.x + pad, area.y + 0.6F * pad, words, text, kSizeText, Face::kSans,
                 Role::kText);
  if (key > 0) draw_key_cap(brush, area.x + pad + words + brush.px(14), area.mid_y(), key_text);
  ImGui::EndTooltip();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
}

}  // namespace

void expect_tooltip(const Brush& brush, const char* id) {
  if (brush.rest == nullptr) return;
  std::string& waiting = brush.rest->waiting;
  if (!waiting.empty()) brush.rest->unexplained.insert(waiting);
  waiting = id;
}

void tooltip(const Look& look, std::string_view text, std::string_view key_text) {
  look.pointer_rest->waiting.clear();
  if (!rested_on_item(*look.pointer_rest)) return;
  // Beside the item, not over it: below in the upper half of the window, else above.
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float x = (low.x + high.x) / 2;
  const float gap = 6 * look.scale();
  const bool below = high.y < display.y / 2;
  ImGui::SetNextWindowPos(
      {x, below ? high.y + gap : low.y - gap}, ImGuiCond_Always,
      {std::clamp(x / std::max(1.0F, display.x), 0.0F, 1.0F), below ? 0.0F : 1.0F});
  show_tooltip(look, text, key_text);
}

void pointer_tooltip(const Look& look, std::string_view text, float above) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float along = mouse.x / std::max(1.0F, ImGui::GetIO().DisplaySize.x);
  ImGui::SetNextWindowPos({mouse.x, above}, ImGuiCond_Always, {std::clamp(along, 0.0F, 1.0F), 1});
  show_tooltip(look, text, {});
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
  return rest.shown_frames < kFramesToAppear && ImGui::GetFrameCount() <= rest.frame + 1;
}

}  // namespace sortscope
