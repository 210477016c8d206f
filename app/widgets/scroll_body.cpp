// scroll_body.cpp: a scrolling child window without decoration.
#include "app/widgets/scroll_body.h"

#include <algorithm>

#include "app/state/parts/look.h"

namespace sortscope {

void draw_more_below(const Brush& brush, const Area& part, float bottom) {
  constexpr float kFade = 30;
  constexpr float kSign = 14;  // its strip, which has no words
  constexpr float kLeastBelow = 6;
  const float low = ImGui::GetWindowPos().y + ImGui::GetWindowHeight();
  if (bottom - low < brush.px(kLeastBelow) || part.height < brush.px(3 * kFade)) return;
  const unsigned ground = brush.color(Role::kPanel);
  const unsigned clear = brush.color(Role::kPanel, 0);
  const float top = low - brush.px(kFade);
  const float right = part.right() - brush.px(8);
  const float strip = low - brush.px(kSign);
  brush.list->AddRectFilledMultiColor({part.x, top}, {right, strip}, clear, clear, ground, ground);
  brush.list->AddRectFilled({part.x, strip}, {right, low}, ground);
  draw_icon(*brush.list, Icon::kChevronDown, (part.x + right) / 2, low - brush.px(7), brush.px(12),
            brush.color(Role::kAccent));
}

ScrollBody::ScrollBody(const Look& look, const char* id, const Area& area) {
  // Focus rings reach a little beyond the content.
  const float ring = 4 * look.scale();
  ImGui::SetCursorScreenPos({area.x - ring, area.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(id, {std::max(area.width + ring, 1.0F), std::max(area.height, 1.0F)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  brush = Brush::of(look);
  // What is opened again begins at its beginning.
  if (ImGui::IsWindowAppearing()) ImGui::SetScrollY(0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  content = {at.x + ring, at.y, area.width, area.height};
  bottom_ = at.y;
}

ScrollBody::~ScrollBody() {
  draw_more_below(brush, content, bottom_);
  ImGui::SetCursorScreenPos({content.x, content.y});
  ImGui::Dummy({1, std::max(bottom_ - content.y, 1.0F)});
  ImGui::EndChild();
}

void ScrollBody::reveal(const Area& area) const {
  const float top = area.y - content.y;
  const float scroll = ImGui::GetScrollY();
  if (top < scroll) ImGui::SetScrollY(top);
  if (top + area.height > scroll + content.height) {
    ImGui::SetScrollY(top + area.height - content.height);
  }
}

}  // namespace sortscope
