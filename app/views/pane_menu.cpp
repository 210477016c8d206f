// pane_menu.cpp: which view a pane shows.
#include "app/views/pane_menu.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/state/command_table.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "core/pictures/clauses.h"
#include "core/scenes/layout.h"

namespace sortscope {

namespace {

constexpr float kMenuHeight = 26;
constexpr float kMenuMargin = 8;  // to the edges of the pane

}  // namespace

LabelArea pane_menu_corner(std::string_view title, float width, float scale) {
  constexpr float kAroundTitle = 44;  // a chevron
  const float wide = (estimated_width(title, kSizeText, Face::kSans) + kAroundTitle) * scale;
  const float right = width - kMenuMargin * scale;
  return {right - wide, kMenuMargin * scale, right, (kMenuMargin + kMenuHeight) * scale};
}

float width_beside_menu(std::string_view view, float width, float height, const LabelArea& corner) {
  constexpr float kCaptioned = 160;  // high: bars have words above them
  constexpr float kLeastShare = 0.6F;
  if (view != kBarsLayout.id || height >= kCaptioned || corner.left < kLeastShare * width) {
    return width;
  }
  return corner.left;
}

void end_before(Picture& picture, const LabelArea& corner) {
  constexpr float kBefore = 6;
  constexpr float kLeastRoom = 40;
  for (Label& label : picture.labels) {
    if (label.anchor != Anchor::kStart || !overlap(area_of(label), corner)) continue;
    const float room = corner.left - kBefore - label.x;
    if (room < kLeastRoom) continue;
    std::string whole = label.whole.empty() ? label.text : label.whole;
    label.text = clauses_within(std::move(label.text), label.size, label.face, room);
    label = fitted(std::move(label), room);
    label.whole = std::move(whole);
  }
}

bool draw_pane_menu(const ViewParts& given, std::size_t index, const Pane& pane) {
  if (given.look.film) return false;
  const Brush brush = Brush::of(given.look);
  const View& view = *given.panes.views[index];
  const float width = pill_width(brush, "", view.title(), true);
  const float height = brush.px(kMenuHeight);
  const float margin = brush.px(kMenuMargin);
  if (pane.width < width + 2 * margin || pane.height < height + 2 * margin) return false;
  const Area area{pane.x + pane.width - width - margin, pane.y + margin, width, height};
  const std::string id = fmt::format("view of pane {}", index + 1);
  const std::string list_id = id + " list";
  const bool open = ImGui::IsPopupOpen(list_id.c_str());
  // Nothing stands over the picture that is projected, until one points at this corner.
  const float around = brush.px(24);
  if (given.look.projector && !open &&
      !ImGui::IsMouseHoveringRect({area.x - around, pane.y},
                                  {pane.x + pane.width, area.bottom() + around})) {
    return false;
  }
  fill_area(brush, area, Role::kGround);
  const Press press = pill(brush, id.c_str(), area, "", view.title(), true, open);
  if (press) open_popover(list_id.c_str());
  action_tooltip(given.look, "Choose what this pane shows; the key goes to the next view",
                 "view-next");
  const float row = brush.px(48);
  const auto kinds = view_kinds();
  float list_width = brush.px(320);
  if (open) {
    for (const ViewKind& kind : kinds) {
      list_width = std::max(list_width, list_row_width(brush, kind.summary));
    }
  }
  Area list;
  std::string chosen;
  if (begin_popover(given.look, list_id.c_str(), area, area.right() - list_width, list_width,
                    row * static_cast<float>(kinds.size()) + brush.px(16), list)) {
    const Brush inside = Brush::of(given.look);  // the popover is a window of its own
    float y = list.y;
    for (const ViewKind& kind : kinds) {
      const std::string row_id(kind.id);
      if (list_row(inside, row_id.c_str(), {list.x, y, list.width, row}, kind.title, kind.summary,
                   kind.id == view.id())) {
        chosen = row_id;
        ImGui::CloseCurrentPopup();
      }
      y += row;
    }
    end_popover();
  }
  // Only now: it replaces the view.
  if (!chosen.empty()) given.asked.ask(fmt::format("view {} {}", index + 1, chosen));
  return press.hovered || open;
}

}  // namespace sortscope
