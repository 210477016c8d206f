// top.cpp: the head of the window: algorithm, keys, engine; views; how the run went.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/engines/engines.h"
#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/panels/run_menus.h"
#include "app/panels/run_status.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/next_run.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "kernels/cuda_engine.h"

namespace sortscope {

namespace {

constexpr float kEdge = 20;
constexpr float kPillHeight = 30;
constexpr float kPillsFrom = 150;  // beside the word mark
constexpr float kWidestPill = 250;
constexpr float kNarrowestPill = 64;
constexpr float kGap = 12;
constexpr std::string_view kName = "Sortscope";
constexpr std::string_view kPaletteHint = "Ctrl+Shift+P";

std::string_view title_of_kernel(const Recording& recording) {
  const auto choice = choose_engine(recording.engine);
  if (choice) {
    for (const Kernel& kernel : choice->engine->kernels()) {
      if (kernel.id == recording.timing.kernel) return kernel.title;
    }
  }
  return recording.timing.kernel;
}

std::string algorithm_text(const PanelParts& given) {
  if (given.session.loaded()) return given.session.recording().title();
  return next_run_title(given.next);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  if (!result.empty() && result[0] >= 'A' && result[0] <= 'Z') result[0] += 'a' - 'A';
  return result;
}

// "16 · uniform · seed 7", "20 of 32 · numbers.csv".
std::string keys_text(const PanelParts& given) {
  if (!given.session.loaded()) return "none yet";
  const Recording& recording = given.session.recording();
  const RunRequest& request = recording.request;
  std::string text = count_text(recording.real_keys());
  if (request.input == "given") {
    const std::size_t slash = request.source.find_last_of('/');
    const std::string file =
        slash == std::string::npos ? request.source : request.source.substr(slash + 1);
    text += " · " + (file.empty() ? std::string("own keys") : file);
  } else {
    const auto kind = find_input_kind(request.input);
    text += " · " + (kind ? lower_case((*kind)->title) : request.input);
    if (kind && (*kind)->uses_seed) text += fmt::format(" · seed {}", request.seed);
  }
  if (request.order == Order::kDescending) text += " · descending";
  return text;
}

// "CUDA · V2: shared memory", "CPU · 2 threads"; short: "CUDA · V2", "CPU".
std::string engine_text(const PanelParts& given, bool whole) {
  if (!given.session.loaded()) return given.next.engine_id;
  const Recording& recording = given.session.recording();
  if (recording.engine == "cpu") {
    const std::string& words = recording.engine_description;  // "CPU, 2 threads, AVX2"
    const std::size_t first = words.find(", ");
    if (!whole || first == std::string::npos) return "CPU";
    return "CPU · " + words.substr(first + 2, words.find(", ", first + 2) - first - 2);
  }
  std::string name = recording.engine;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  std::string_view kernel = title_of_kernel(recording);
  if (!whole) kernel = kernel.substr(0, kernel.find(':'));
  return fmt::format("{} · {}", name, kernel);
}

// What the bar shows at a width; the least important goes first.
struct BarPlan {
  bool palette_hint = true;
  bool help_word = true;
  bool labels = true;
  bool whole_engine = true;
  bool views = true;
  bool name = true;
  std::size_t status_parts = 3;
};
constexpr int kPlans = 10;
BarPlan plan_of(int reductions) {
  BarPlan plan;
  if (reductions >= 1) plan.palette_hint = false;
  if (reductions >= 2) plan.status_parts = 2;
  if (reductions >= 3) plan.whole_engine = false;
  if (reductions >= 4) plan.status_parts = 1;
  if (reductions >= 5) plan.labels = false;
  if (reductions >= 6) plan.help_word = false;
  if (reductions >= 7) plan.status_parts = 0;
  if (reductions >= 8) plan.name = false;
  if (reductions >= 9) plan.views = false;
  return plan;
}

struct Pill {
  const char* menu;
  std::string_view label;
  std::string value;
  float width = 0;
};

// A number alone does not say of what: the keys keep their name.
std::string_view label_of(const Pill& pill, const BarPlan& plan) {
  return plan.labels || pill.menu == std::string_view(kKeysMenu) ? pill.label : "";
}

float help_width(const Brush& brush, const BarPlan& plan) {
  return text_width(brush, plan.help_word ? "? keys" : "?", kSizeText) + brush.px(16);
}
float hint_width(const Brush& brush) {
  return text_width(brush, kPaletteHint, kSizeText) + brush.px(16);
}
float status_width(const Brush& brush, const BarPlan& plan, const RunStatus& status) {
  const std::string text = status.text(plan.status_parts);
  return brush.px(10) + (text.empty() ? 0 : brush.px(9) + text_width(brush, text, kSizeText));
}
float views_width(const Brush& brush) { return brush.px(3 * 32); }
// Once there is somewhere to go.
bool has_history(const PanelParts& given) {
  return given.history.can_go_back() || given.history.can_go_forward();
}
float history_width(const Brush& brush) { return brush.px(2 * 30 + 8); }

// Width of all that stands right of the pills.
float right_width(const Brush& brush, const BarPlan& plan, const RunStatus& status) {
  float width = status_width(brush, plan, status) + brush.px(kGap) + help_width(brush, plan);
  if (plan.palette_hint) width += hint_width(brush);
  if (plan.views) width += views_width(brush) + brush.px(kGap);
  return width + brush.px(kGap);
}

bool word_button(const PanelParts& given, const Brush& brush, const char* id, const Area& area,
                 std::string_view text, std::string_view command) {
  const Press press = press_area(id, area);
  if (press.hovered) {
    brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                              brush.color(Role::kText, 0.07F), brush.px(6));
  }
  draw_text(brush, area.mid_x(), area.mid_y(), text, kSizeText, Face::kSans,
            press.hovered ? Role::kText : Role::kMuted, Anchor::kMiddle);
  command_tooltip(given.look, command);
  if (press) given.asked.ask(command);
  return press.pressed;
}

void draw_status(const PanelParts& given, const Brush& brush, const Area& area, const BarPlan& plan,
                 const RunStatus& status) {
  const Press press =
      press_area("status", {area.x - brush.px(6), area.y, area.width + brush.px(12), area.height});
  action_tooltip(given.look, status.story, "info");
  if (press) given.asked.ask("info");
  brush.list->AddCircleFilled({area.x + brush.px(5), area.mid_y()}, brush.px(5),
                              brush.color(status.dot), 24);
  const std::string text = status.text(plan.status_parts);
  draw_text(brush, area.x + brush.px(19), area.mid_y(), text, kSizeText, Face::kSans,
            press.hovered ? Role::kText : Role::kMuted);
}

// The way back to the lessons, where people look for it.
void draw_name(const PanelParts& given, const Brush& brush, float x, float mid) {
  const float around = brush.px(8);
  const float width = text_width(brush, kName, kSizeHeading, Face::kSansBold);
  const Area area{x - around, mid - brush.px(15), width + 2 * around, brush.px(30)};
  const Press press = press_area("first-screen", area);
  if (press.hovered) {
    brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                              brush.color(Role::kText, 0.07F), brush.px(6));
  }
  draw_text(brush, x, mid, kName, kSizeHeading, Face::kSansBold, Role::kText);
  command_tooltip(given.look, "welcome");
  if (press) given.asked.ask("welcome");
}

void draw_history(const PanelParts& given, const Brush& brush, float x, float mid) {
  const float side = brush.px(30);
  const bool idle = given.background.work == nullptr;
  const auto button = [&](const char* id, Icon icon, bool enabled, const std::string& title) {
    const Area area{x, mid - side / 2, side, side};
    if (icon_button(brush, id, area, icon, 14, enabled && idle)) given.asked.ask(id);
    action_tooltip(given.look, title, id);
    x += side;
  };
  const History& history = given.history;
  button("back", Icon::kArrowLeft, history.can_go_back(),
         history.can_go_back() ? "Back to " + history.back_title() : "No run before this one");
  button(
      "forward", Icon::kArrowRight, history.can_go_forward(),
      history.can_go_forward() ? "Forward to " + history.forward_title() : "No run after this one");
}

void draw_views(const PanelParts& given, const Brush& brush, float x, float mid) {
  struct Choice {
    std::size_t count;
    Icon icon;
    const char* id;
    std::string_view title;
  };
  static constexpr Choice kChoices[] = {{1, Icon::kOnePane, "one", "One view"},
                                        {2, Icon::kTwoPanes, "two", "Two views"},
                                        {4, Icon::kFourPanes, "four", "Four views"}};
  const float side = brush.px(30);
  for (const Choice& choice : kChoices) {
    const Area area{x, mid - side / 2, side, side};
    if (icon_button(brush, choice.id, area, choice.icon, 16, true, false,
                    given.panes.views.size() == choice.count)) {
      given.asked.ask(fmt::format("views {}", choice.count));
    }
    action_tooltip(given.look, choice.title, fmt::format("views {}", choice.count));
    x += brush.px(32);
  }
}

}  // namespace

void draw_top_bar(const PanelParts& given, const Pane& pane) {
  const Brush brush = Brush::of(given.look);
  fill_area(brush, {pane.x, pane.y, pane.width, pane.height}, Role::kPanel);
  draw_hairline(brush, pane.x, pane.y + pane.height - brush.hairline(), pane.x + pane.width,
                pane.y + pane.height - brush.hairline());
  const float mid = pane.y + pane.height / 2;
  const RunStatus status =
      run_status(given.session, given.background, given.drawn, given.next.engine_note);
  std::array<Pill, 3> pills = {Pill{kAlgorithmMenu, "Algorithm", algorithm_text(given)},
                               Pill{kKeysMenu, "Keys", keys_text(given)},
                               Pill{kEngineMenu, "Engine", ""}};

  BarPlan plan;
  float room = 0;
  float wanted = 0;
  float from = 0;
  for (int reductions = 0; reductions < kPlans; ++reductions) {
    plan = plan_of(reductions);
    from = pane.x + brush.px(plan.name ? kPillsFrom : kEdge);
    if (has_history(given)) from += history_width(brush);
    room = pane.x + pane.width - brush.px(kEdge - 8) - right_width(brush, plan, status) - from -
           2 * brush.px(kGap);
    pills[2].value = engine_text(given, plan.whole_engine);
    wanted = 0;
    for (Pill& each : pills) {
      each.width = pill_width(brush, label_of(each, plan), each.value, true);
      wanted += each.width;
    }
    if (wanted <= room) break;
  }
  if (wanted > room) {
    for (Pill& each : pills) {
      each.width = std::max(brush.px(kNarrowestPill), each.width * room / wanted);
    }
  } else {
    // Spare room goes to the pills, evenly, as far as they take it.
    for (std::size_t left = pills.size(); left > 0; --left) {
      Pill& each = pills[pills.size() - left];
      const float grown = each.width + (room - wanted) / static_cast<float>(left);
      const float width = std::max(each.width, std::min(grown, brush.px(kWidestPill)));
      wanted += width - each.width;
      each.width = width;
    }
  }

  if (plan.name) draw_name(given, brush, pane.x + brush.px(kEdge), mid);
  if (has_history(given)) draw_history(given, brush, from - history_width(brush), mid);
  // A press outside closes an open menu before the pill under it sees the press: one menu follows
  // another all the same, at the release.
  static const char* open_at_press = nullptr;
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    open_at_press = nullptr;
    for (const Pill& each : pills) {
      if (ImGui::IsPopupOpen(each.menu)) open_at_press = each.menu;
    }
  }
  float x = from;
  const float height = brush.px(kPillHeight);
  std::array<Area, 3> areas;
  for (std::size_t i = 0; i < pills.size(); ++i) {
    Pill& each = pills[i];
    areas[i] = {std::round(x), std::round(mid - height / 2), std::floor(each.width), height};
    const bool open = ImGui::IsPopupOpen(each.menu);
    if (pill(brush, each.label.data(), areas[i], label_of(each, plan), each.value, true, open)) {
      open_popover(each.menu);
    }
    const ImGuiIO& io = ImGui::GetIO();
    if (open_at_press != nullptr && open_at_press != each.menu &&
        ImGui::IsMouseReleased(ImGuiMouseButton_Left) && areas[i].contains(io.MousePos) &&
        areas[i].contains(io.MouseClickedPos[0])) {
      open_popover(each.menu);
    }
    action_tooltip(given.look, fmt::format("{}: {}. Press to change it.", each.label, each.value),
                   "new-run");
    x += each.width + brush.px(kGap);
  }
  // A choice may change the widths of the pills: an open menu stays where it opened.
  std::array<Area, 3>& anchors = given.memory.menu_anchors;
  const bool any_open = std::any_of(pills.begin(), pills.end(),
                                    [](const Pill& each) { return ImGui::IsPopupOpen(each.menu); });
  if (!any_open || anchors[0].width <= 0) anchors = areas;
  draw_algorithm_menu(given, anchors[0]);
  draw_keys_menu(given, anchors[1]);
  draw_engine_menu(given, anchors[2]);

  float right = pane.x + pane.width - brush.px(kEdge - 8);
  const auto take = [&](float width) {
    right -= width;
    return Area{right, mid - height / 2, width, height};
  };
  if (plan.palette_hint) {
    word_button(given, brush, "palette", take(hint_width(brush)), kPaletteHint, "find-command");
  }
  word_button(given, brush, "help", take(help_width(brush, plan)), plan.help_word ? "? keys" : "?",
              "help");
  right -= brush.px(kGap);
  if (plan.views) {
    const Area area = take(views_width(brush));
    draw_views(given, brush, area.x, mid);
    right -= brush.px(kGap);
  }
  draw_status(given, brush, take(status_width(brush, plan, status)), plan, status);
}

}  // namespace sortscope
