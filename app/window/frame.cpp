// frame.cpp: one frame: panels around the panes, and the overlay on top.
#include "app/window/frame.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <new>
#include <utility>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/app.h"
#include "app/state/history.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/parts/nothing_chosen.h"
#include "app/state/parts/spotlight.h"
#include "app/state/quiz.h"
#include "app/state/text_log.h"
#include "app/views/lack.h"
#include "app/views/pane_menu.h"
#include "app/views/pane_places.h"
#include "app/views/parts.h"
#include "app/widgets/field_limit.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/networks/steps.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/verify/halver_test.h"
#include "core/views/lack.h"

namespace sortscope {

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
          .text_log = *app.text_log,
          .remembered = app.remembered};
}

namespace {

constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                   ImGuiWindowFlags_NoScrollWithMouse;

// A window without any decoration at a place, drawn by `content`.
template <typename Content>
void region(const char* name, const Pane& pane, Content content) {
  // A size of nothing would mean that of its content.
  if (pane.width <= 0 || pane.height <= 0) return;
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

// The view, or why it has nothing to show and what gives it that.
void draw_view(const ViewParts& given, ImDrawList& list, const Pane& pane, View& view) {
  const auto lack = lack_of(view.id(), given.session.recording(), given.session.measured);
  if (!lack) return view.draw(given, list, pane);
  if (pane.hovered) given.session.hover = {};
  draw_lack(given, pane, view.title(), with_known_file(*lack, given.remembered));
}

// The wheel with Alt goes through a step bit by bit, wherever the pointer is.
void take_scrub_wheel(App& app) {
  constexpr float kTurn = 0.1F;  // of a layer
  ImGuiIO& io = ImGui::GetIO();
  float turns = app.surface.take_alt_wheel();
  if (app.overlay.open != Overlay::kNone) {
    io.MouseWheel += turns;  // a list scrolls, whatever is held
    return;
  }
  if (io.KeyAlt) turns += std::exchange(io.MouseWheel, 0.0F);
  if (turns != 0 && app.session.loaded()) app.asked.ask(fmt::format("scrub {:.3f}", kTurn * turns));
}

void draw_panes(App& app, float x, float y, float width, float height) {
  const ViewParts given = view_parts(app);
  const float gap = 1;
  std::vector<bool> low;
  for (const auto& view : app.panes.views) low.push_back(view->id() == "bars");
  const Pane area{x, y, width, height};
  std::vector<PlacedPane> places =
      projects_one_view(app.look, app.lesson->active())
          ? std::vector<PlacedPane>{{app.panes.focused, area}}
          : shown_panes(low, app.panes.focused, area, gap, app.look.scale());
  for (const auto& view : app.panes.views) view->in_sight.clear();
  const unsigned line = pack(app.look.palette->color(Role::kLine));
  bool any_hovered = false;
  for (PlacedPane& placed : places) {
    const std::size_t i = placed.view;
    Pane& pane = placed.pane;
    pane.picture = app.look.film;
    const std::array<char, 8> name = {'#', '#', 'p', 'a', 'n', 'e', static_cast<char>('0' + i), 0};
    region(name.data(), pane, [&] {
      ImGui::InvisibleButton("canvas", {std::max(pane.width, 1.0F), std::max(pane.height, 1.0F)},
                             ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
      ImGui::SetItemAllowOverlap();
      pane.hovered =
          app.overlay.open == Overlay::kNone && pointer_points(app.look) &&
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
      if (app.session.loaded()) draw_view(given, list, pane, *app.panes.views[i]);
      if (draw_pane_menu(given, i, pane)) app.session.hover = {};
      if (pane.y > y)
        list.AddRectFilled({pane.x, pane.y - gap}, {pane.x + pane.width, pane.y}, line);
      if (pane.x > x)
        list.AddRectFilled({pane.x - gap, pane.y}, {pane.x, pane.y + pane.height}, line);
    });
  }
  if (!any_hovered && app.overlay.open == Overlay::kNone) app.session.hover = {};
}

// The side buttons of a mouse go through the runs, as in a browser.
void take_side_buttons(App& app) {
  constexpr ImGuiMouseButton kBackButton = 3;
  constexpr ImGuiMouseButton kForwardButton = 4;
  if (app.overlay.open != Overlay::kNone || app.background.work) return;
  if (ImGui::IsMouseClicked(kBackButton) && app.history->can_go_back()) app.asked.ask("back");
  if (ImGui::IsMouseClicked(kForwardButton) && app.history->can_go_forward()) {
    app.asked.ask("forward");
  }
}

}  // namespace

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
          .lab = *app.lab,
          .history = *app.history,
          .lesson = *app.lesson,
          .quiz = *app.quiz};
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
          .history = *app.history,
          .network_desk = *app.network_desk,
          .remembered = app.remembered,
          .memory = *app.panel_memory};
}

bool moves(const App& app) {
  return app.overlay.frames_wanted > 0 || app.session.playing() || app.session.moving() ||
         app.session.underway() || tooltip_pending(app.look) ||
         (app.panel_memory != nullptr && pointer_card_waits(*app.panel_memory)) ||
         app.panes.moving() || app.lesson->waiting() || !app.notices.shown.empty();
}

void go_far(App& app) {
  Background& background = app.background;
  Session& session = app.session;
  if (!background.work) background.far_target.reset();
  const bool wanted = session.underway() &&
                      (!background.far_target || *background.far_target == session.bound_for());
  if (!wanted && background.far_target) background.work->progress.cancel = true;
  if (!session.underway() || background.work) return;
  std::shared_ptr<FarSeek> seek;
  try {
    seek = std::make_shared<FarSeek>(session.set_out());
  } catch (const std::bad_alloc&) {
    session.stay();
    app.notices.fail({ErrorCode::kOutOfMemory, "there is not enough memory to go there.", ""});
    return;
  }
  const Status started = background.start(
      fmt::format("Going to step {}",
                  count_text(steps_before(session.recording().network, seek->target))),
      [seek, generation = session.generation()](Progress& progress) -> std::function<void(App&)> {
        bool there = false;
        try {
          there = seek->run(progress);
        } catch (const std::bad_alloc&) {
          // The cursor stays where it is.
        }
        return [seek, there, generation](App& shown) {
          Session& now = shown.session;
          // Another run is shown, or another cursor is wanted.
          if (now.generation() != generation || !now.underway()) return;
          if (now.bound_for() != seek->target) return;
          if (there) {
            now.arrive(std::move(*seek));
          } else {
            now.stay();
          }
        };
      });
  if (started) {
    background.far_target = seek->target;
  } else {
    session.stay();
  }
}

void take_live_results(App& app) {
  const Background& background = app.background;
  Measured& measured = app.session.measured;
  if (background.halver_test) measured.halver_test = background.halver_test->latest();
  if (background.experiment) measured.experiment = background.experiment->latest();
}

// Layers that the frames before did not wait for.
void record_wanted(App& app) {
  const auto recording = app.session.shared_recording();
  if (!recording || !recording->ranges) return;
  recording->ranges->make_beside(app.background.watched);
  if (!app.background.watched || app.background.looks_on()) return;
  const auto layer = recording->ranges->take_wanted();
  const auto wire = recording->ranges->take_wanted_path();
  if (!layer && !wire) return;
  app.background.look_on([recording, layer, wire](Progress& further) -> std::function<void(App&)> {
    if (layer) (void)recording->ranges->range_of(*recording, *layer, &further);
    if (wire) (void)recording->ranges->path(*recording, *wire, &further);
    return {};
  });
}

// What was recorded again for the frames before.
void tell_doubt(App& app) {
  const auto recording = app.session.shared_recording();
  const std::string doubt = recording && recording->ranges ? recording->ranges->untold_doubt() : "";
  if (doubt.empty()) return;
  app.notices.notify(fmt::format("This run is not what it was: {}.", doubt), true);
  app.notices.of_run(app.session.generation());
}

void attend_question(App& app) {
  const bool clicked = app.quiz->asking() && app.session.selected != Selection{};
  if (clicked && app.lesson->turn_to_question()) app.session.selected = {};
  app.quiz->attend(app.session);
}

Status prepare_frame(App& app) {
  app.background.collect(app);
  record_wanted(app);
  tell_doubt(app);
  go_far(app);
  if (app.network_desk->stale) {
    if (Status status = show_edited(app); !status) {
      app.notices.fail(status.error());
    }
  }
  app.lab->attend();
  app.lesson->attend(app);
  attend_question(app);
  forget_nothing_chosen(*app.quiz, app.notices);
  if (app.quiz->asking()) app.notices.forget_runs();
  take_live_results(app);
  if (const std::string words = take_lacking_letters(); !words.empty()) app.notices.notify(words);
  if (const std::string words = take_refused_text(); !words.empty()) app.notices.notify(words);
  app.look.follow_window();
  return app.look.prepare();
}

Result<bool> prepare_in_time(App& app, std::chrono::nanoseconds most) {
  const std::uint64_t shown = app.session.generation();
  const auto begin = std::chrono::steady_clock::now();
  if (Status status = prepare_frame(app); !status) return status.error();
  const bool late = std::chrono::steady_clock::now() - begin > most;
  return !late || !app.background.watched || app.session.generation() == shown;
}

void compose_frame(App& app, double seconds) {
  app.clock.time_s += seconds;
  app.session.advance(seconds);
  app.text_log->follow(app.session, app.notices);
  follow_pointer(app.look, app.overlay.open != Overlay::kNone);
  // Neither a lesson that goes on nor a new run points at what a pointer happens to rest on.
  sleep_when_lesson_goes_on(app.look, app.lesson->entries() + app.session.generation());
  take_spotlight_wheel(app.look, app.overlay);
  take_scrub_wheel(app);
  const PanelParts given = panel_parts(app);
  given.memory.floating.clear();
  const auto width = app.look.width();
  const auto height = app.look.height();
  const auto [top, side_width, bottom] =
      panel_sizes(app.look, words_beside(app.look, *app.lesson, *app.quiz));
  const Pane bar{0, 0, width, top};
  region("##top", bar, [&] { draw_top_bar(given, bar); });
  // The chip of a lesson that one has left stands at the foot of the side panel.
  const float chip = app.lesson->away() ? lesson_chip_height(app.look) : 0;
  const Pane side{0, top, side_width, height - top - bottom - chip};
  given.memory.verdict_seen = false;
  region("##side", side, [&] {
    if (app.lesson->active()) {
      draw_lesson_panel(given, side);
    } else if (app.quiz->open()) {
      draw_quiz_panel(given, side);
    } else {
      draw_side_panel(given, side);
    }
  });
  const Pane low{0, height - bottom, width, bottom};
  region("##timeline", low, [&] { draw_timeline(given, low); });
  // Without a side panel the chip takes the foot of the picture's place.
  const float foot = side_width > 0 ? 0 : chip;
  const float panes = std::max(height - top - bottom - foot, 0.0F);
  draw_panes(app, side_width, top, width - side_width, panes);
  if (chip > 0) {
    const float wide = side_width > 0 ? side_width : std::min(440 * app.look.scale(), width);
    draw_lesson_chip(given, {0, height - bottom - chip, wide, chip});
  }
  if (!app.look.film) draw_notices(given, {side_width, top, width - side_width, panes});
  take_side_buttons(app);
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
