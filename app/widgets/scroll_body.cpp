// scroll_body.cpp: a scrolling child window without decoration.
#include "app/widgets/scroll_body.h"

#include <algorithm>

#include "app/state/parts/look.h"

namespace sortscope {

ScrollBody::ScrollBody(const Look& look, const char* id, const Area& area) {
  // Focus rings reach a little beyond the content.
  const float ring = 4 * look.scale();
  ImGui::SetCursorScreenPos({area.x - ring, area.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild(id, {std::max(area.width + ring, 1.0F), std::max(area.height, 1.0F)}, false,
                    ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  brush = Brush::of(look);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  content = {at.x + ring, at.y, area.width, area.height};
  bottom_ = at.y;
}

ScrollBody::~ScrollBody() {
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
