// frame.cpp: one frame: panels around the panes, and the overlay on top.
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/overlays/overlay.h"
#include "app/panels/panels.h"
#include "app/state/app.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/quiz.h"
#include "app/state/text_log.h"
#include "app/views/pane_menu.h"
#include "app/views/pane_places.h"
#include "app/widgets/widgets.h"

namespace sortscope {

namespace {

constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                   ImGuiWindowFlags_NoScrollWithMouse;

// A window without any decoration at a place, drawn by `content`.
template <typename Content>
void region(const char* name, const Pane& pane, Content content) {
  ImGui::SetNextWindowPos({pane.x, pane.y});
  ImGui::SetNextWindowSize({pane.width, pane.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0, 0, 0, 0));
  ImGui::Begin(name, nullptr, kBare);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(3);
  content();
  ImGui::End();
}

}  // namespace

bool App::busy() const {
  const bool views_move =
      std::any_of(views.begin(), views.end(), [](const auto& view) { return view->moving(); });
  return frames_wanted > 0 || work != nullptr || session.playing() || tooltip_pending(*this) ||
         views_move || lesson->waiting();
}

Status App::prepare_frame() {
  collect_work();
  if (network_desk->stale) {
    if (Status status = show_edited(*this); !status) notify(status.error().text(), true);
  }
  lab->attend(*this);
  lesson->attend(*this);
  quiz->attend(*this);
  if (halver_test) session.measured.halver_test = halver_test->latest();
  if (experiment) session.measured.experiment = experiment->latest();
  retired_views_.clear();
  if (font_scale_ != scale()) {
    if (Status status = load_fonts(scale()); !status) return status;
    font_scale_ = scale();
  }
  if (themed_ != palette || themed_scale_ != scale()) {
    apply_theme(*palette, scale());
    themed_ = palette;
    themed_scale_ = scale();
  }
  return {};
}

void App::draw_panes(float x, float y, float width, float height) {
  const float gap = 1;
  std::vector<Pane> panes =
      pane_places(views.size(), views.back()->id() == "bars", x, y, width, height, gap);
  const bool alone = projects_one_view(*this);
  if (alone) panes[focused_view] = {x, y, width, height};
  const unsigned line = pack(palette->color(Role::kLine));
  bool any_hovered = false;
  for (std::size_t i = 0; i < panes.size(); ++i) {
    if (alone && i != focused_view) continue;
    Pane& pane = panes[i];
    const std::array<char, 8> name = {'#', '#', 'p', 'a', 'n', 'e', static_cast<char>('0' + i), 0};
    region(name.data(), pane, [&] {
      ImGui::InvisibleButton("canvas", {std::max(pane.width, 1.0F), std::max(pane.height, 1.0F)},
                             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
      ImGui::SetItemAllowOverlap();
      pane.hovered =
          overlay == Overlay::kNone &&
          (ImGui::IsItemHovered() || (ImGui::IsItemActive() && pointer_owner == views[i].get()));
      if (pane.hovered && (ImGui::IsItemActive() || ImGui::GetIO().MouseWheel != 0)) {
        lesson->touch();
      }
      if (ImGui::IsItemActivated()) {
        pointer_owner = views[i].get();
        focused_view = i;
      }
      any_hovered = any_hovered || pane.hovered;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (session.loaded()) views[i]->draw(*this, list, pane);
      if (draw_pane_menu(*this, i, pane)) session.hover = {};
      if (pane.y > y)
        list.AddRectFilled({pane.x, pane.y - gap}, {pane.x + pane.width, pane.y}, line);
      if (pane.x > x)
        list.AddRectFilled({pane.x - gap, pane.y}, {pane.x, pane.y + pane.height}, line);
    });
  }
  if (!any_hovered && overlay == Overlay::kNone) session.hover = {};
}

void App::frame(double seconds) {
  time_s += seconds;
  session.advance(seconds);
  network_desk->drawing = true;
  text_log->follow(*this);
  take_spotlight_wheel(*this);
  const auto width = static_cast<float>(surface.width());
  const auto height = static_cast<float>(surface.height());
  const auto [top, side_width, bottom] = panel_sizes(*this);
  const Pane bar{0, 0, width, top};
  if (top > 0) region("##top", bar, [&] { draw_top_bar(*this, bar); });
  if (side_width > 0) {
    const Pane pane{0, top, side_width, height - top - bottom};
    region("##side", pane, [&] {
      if (lesson->active()) {
        draw_lesson_panel(*this, pane);
      } else if (quiz->open()) {
        draw_quiz_panel(*this, pane);
      } else {
        draw_side_panel(*this, pane);
      }
    });
  }
  const Pane low{0, height - bottom, width, bottom};
  region("##timeline", low, [&] { draw_timeline(*this, low); });
  draw_panes(side_width, top, width - side_width, height - top - bottom);
  if (lesson->away()) draw_lesson_chip(*this, side_width, height - bottom);
  draw_notices(*this);
  draw_overlays(*this);
  draw_spotlight(*this);
  network_desk->drawing = false;
}

void App::frame_view(View& view) {
  const Pane pane{.width = static_cast<float>(surface.width()),
                  .height = static_cast<float>(surface.height()),
                  .picture = true};
  region("##view", pane, [&] { view.draw(*this, *ImGui::GetWindowDrawList(), pane); });
}

}  // namespace sortscope
