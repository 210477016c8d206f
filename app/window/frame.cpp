// frame.cpp: one frame: panels around the panes, and the overlay on top.
#include "app/window/frame.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/app.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/parts/spotlight.h"
#include "app/state/quiz.h"
#include "app/state/text_log.h"
#include "app/views/pane_menu.h"
#include "app/views/pane_places.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "core/verify/halver_test.h"

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

ViewParts view_parts(App& app) {
  return {.session = app.session,
          .look = app.look,
          .panes = app.panes,
          .drawn = app.drawn,
          .clock = app.clock,
          .asked = app.asked,
          .guide = CommandGuide(app),
          .notices = app.notices,
          .background = app.background,
          .lab = *app.lab,
          .network_desk = *app.network_desk,
          .text_log = *app.text_log};
}

PanelParts panel_parts(App& app) {
  if (!app.panel_memory) app.panel_memory = std::make_shared<PanelMemory>();
  return {.session = app.session,
          .look = app.look,
          .panes = app.panes,
          .drawn = app.drawn,
          .clock = app.clock,
          .asked = app.asked,
          .next = app.next,
          .notices = app.notices,
          .background = app.background,
          .lab = *app.lab,
          .lesson = *app.lesson,
          .quiz = *app.quiz,
          .memory = *app.panel_memory};
}

OverlayParts overlay_parts(App& app) {
  return {.program = app,
          .overlay = app.overlay,
          .session = app.session,
          .look = app.look,
          .panes = app.panes,
          .drawn = app.drawn,
          .clock = app.clock,
          .surface = app.surface,
          .asked = app.asked,
          .guide = CommandGuide(app),
          .next = app.next,
          .notices = app.notices,
          .remembered = app.remembered,
          .background = app.background,
          .lab = *app.lab};
}

void draw_panes(App& app, float x, float y, float width, float height) {
  const ViewParts given = view_parts(app);
  const float gap = 1;
  std::vector<Pane> places = pane_places(
      app.panes.views.size(), app.panes.views.back()->id() == "bars", x, y, width, height, gap);
  const bool alone = projects_one_view(app.look, app.lesson->active());
  if (alone) places[app.panes.focused] = {x, y, width, height};
  const unsigned line = pack(app.look.palette->color(Role::kLine));
  bool any_hovered = false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (alone && i != app.panes.focused) continue;
    Pane& pane = places[i];
    const std::array<char, 8> name = {'#', '#', 'p', 'a', 'n', 'e', static_cast<char>('0' + i), 0};
    region(name.data(), pane, [&] {
      ImGui::InvisibleButton("canvas", {std::max(pane.width, 1.0F), std::max(pane.height, 1.0F)},
                             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
      ImGui::SetItemAllowOverlap();
      pane.hovered =
          app.overlay.open == Overlay::kNone &&
          (ImGui::IsItemHovered() ||
           (ImGui::IsItemActive() && app.panes.pointer_owner == app.panes.views[i].get()));
      if (pane.hovered && (ImGui::IsItemActive() || ImGui::GetIO().MouseWheel != 0)) {
        app.lesson->touch();
      }
      if (ImGui::IsItemActivated()) {
        app.panes.pointer_owner = app.panes.views[i].get();
        app.panes.focused = i;
      }
      any_hovered = any_hovered || pane.hovered;
      ImDrawList& list = *ImGui::GetWindowDrawList();
      if (app.session.loaded()) app.panes.views[i]->draw(given, list, pane);
      if (draw_pane_menu(given, i, pane)) app.session.hover = {};
      if (pane.y > y)
        list.AddRectFilled({pane.x, pane.y - gap}, {pane.x + pane.width, pane.y}, line);
      if (pane.x > x)
        list.AddRectFilled({pane.x - gap, pane.y}, {pane.x, pane.y + pane.height}, line);
    });
  }
  if (!any_hovered && app.overlay.open == Overlay::kNone) app.session.hover = {};
}

}  // namespace

bool busy(const App& app) {
  return app.overlay.frames_wanted > 0 || app.background.work != nullptr || app.session.playing() ||
         tooltip_pending(app.look) ||
         (app.panel_memory != nullptr && pointer_card_waits(*app.panel_memory)) ||
         app.panes.moving() || app.lesson->waiting();
}

Status prepare_frame(App& app) {
  app.background.collect(app);
  if (app.network_desk->stale) {
    if (Status status = show_edited(app); !status) {
      app.notices.notify(status.error().text(), true);
    }
  }
  app.lab->attend(app);
  app.lesson->attend(app);
  app.quiz->attend(app.session);
  const Background& background = app.background;
  Measured& measured = app.session.measured;
  if (background.halver_test) measured.halver_test = background.halver_test->latest();
  if (background.experiment) measured.experiment = background.experiment->latest();
  return app.look.prepare();
}

void compose_frame(App& app, double seconds) {
  app.clock.time_s += seconds;
  app.session.advance(seconds);
  app.text_log->follow(app.session, app.notices);
  follow_pointer(app.look);
  take_spotlight_wheel(app.look, app.overlay);
  const PanelParts given = panel_parts(app);
  const auto width = app.look.width();
  const auto height = app.look.height();
  const auto [top, side_width, bottom] = panel_sizes(app.look, app.lesson->active());
  const Pane bar{0, 0, width, top};
  if (top > 0) region("##top", bar, [&] { draw_top_bar(given, bar); });
  if (side_width > 0) {
    const Pane pane{0, top, side_width, height - top - bottom};
    region("##side", pane, [&] {
      if (app.lesson->active()) {
        draw_lesson_panel(given, pane);
      } else if (app.quiz->open()) {
        draw_quiz_panel(given, pane);
      } else {
        draw_side_panel(given, pane);
      }
    });
  }
  const Pane low{0, height - bottom, width, bottom};
  region("##timeline", low, [&] { draw_timeline(given, low); });
  draw_panes(app, side_width, top, width - side_width, height - top - bottom);
  if (app.lesson->away()) draw_lesson_chip(given, side_width, height - bottom);
  draw_notices(given);
  draw_overlays(overlay_parts(app));
  explain_cut_text(app.look);
  draw_spotlight(app.look, app.overlay);
  draw_pointer_card(given, app.overlay.open != Overlay::kNone);
  draw_laser(app.look, app.overlay);
  draw_blank(app.look, app.overlay);
}

void compose_view(App& app, View& view) {
  const Pane pane{.width = app.look.width(), .height = app.look.height(), .picture = true};
  region("##view", pane, [&] { view.draw(view_parts(app), *ImGui::GetWindowDrawList(), pane); });
}

}  // namespace sortscope
