// notices.cpp: messages and the progress of work, in the corner above the timeline.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/panels/panels.h"
#include "app/panels/parts.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/network_desk.h"
#include "app/state/view.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"

namespace sortscope {

namespace {

constexpr float kWidth = 380;
constexpr float kEdge = 20;
constexpr float kPadding = 14;
constexpr std::size_t kMostNotices = 4;

// Work that is over sooner than this shows no progress: it would only flash.
constexpr double kProgressAfterSeconds = 0.3;

// How long a message stays: time to read it, longer with a button, longest for an error.
double lifetime_s(const Notice& notice) {
  const double reading_s = 1.5 + 0.06 * static_cast<double>(notice.text.size());
  if (notice.error) return std::max(12.0, 2 * reading_s);
  return notice.action.empty() ? std::max(3.0, reading_s) : std::max(6.0, 2 * reading_s);
}

// A card that floats over the picture.
class Card {
 public:
  Card(const PanelParts& given, const char* name, const Area& area)
      : window_(name, area), brush_(Brush::of(given.look)), area_(area) {
    draw_card(brush_, area_);
  }
  [[nodiscard]] const Brush& brush() const { return brush_; }
  [[nodiscard]] const Area& area() const { return area_; }

 private:
  FloatingWindow window_;
  Brush brush_;
  Area area_;
};

// Errors begin in lower case, to follow a program's name; here they stand alone.
std::string sentence(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

// Each phase has an estimate of its own.
const WorkPhase& phase_of(WorkPhase& seen, const BackgroundWork& work, double now_s) {
  const char* const name = work.progress.phase;
  const std::uint64_t units = work.progress.total;
  if (seen.work_started_s != work.started_s || seen.name != name || seen.units != units) {
    const bool first = seen.work_started_s != work.started_s;
    seen = {work.started_s, name, units, first ? work.started_s : now_s};
  }
  return seen;
}

// "Making the keys · 63 % · about 12 s left".
std::string progress_text(const BackgroundWork& work, const WorkPhase& phase, double now_s) {
  const double fraction = work.progress.fraction();
  if (work.progress.cancelled()) return "stopping …";
  if (fraction <= 0) return "starting …";
  if (fraction >= 1) return "finishing …";
  const double spent_s = now_s - phase.since_s;
  std::string text = phase.name != nullptr ? sentence(phase.name) + " · " : "";
  text += fmt::format("{:.0f} %", 100 * fraction);
  // A forecast from the first few hundredths would be noise.
  if (fraction > 0.03 && spent_s > 1) {
    text += fmt::format(" · {} left", duration_text(spent_s / fraction * (1 - fraction)));
  }
  return text;
}

float draw_work(const PanelParts& given, float right, float bottom, float width) {
  const float scale = given.look.scale();
  const float height = 86 * scale;
  const Card card(given, "work", {right - width, bottom - height, width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = brush.px(kPadding);
  const float button = text_button_width(brush, "Cancel");
  draw_fitted(brush, area.x + pad, area.y + brush.px(24), area.width - button - 3 * pad,
              given.background.work->title, kSizeText, Face::kSansBold, Role::kText);
  const bool running = !given.background.work->progress.cancelled();
  if (text_button(brush, "cancel",
                  {area.right() - pad - button, area.y + brush.px(10), button, brush.px(28)},
                  "Cancel", ButtonLook::kOutline, running)) {
    given.asked.ask("cancel");
  }
  command_tooltip(given.look, "cancel");
  draw_progress(brush, {area.x + pad, area.y + brush.px(48), area.width - 2 * pad, brush.px(6)},
                given.background.work->progress.fraction());
  draw_fitted(brush, area.x + pad, area.y + brush.px(69), area.width - 2 * pad,
              progress_text(*given.background.work,
                            phase_of(given.memory.work, *given.background.work, given.clock.time_s),
                            given.clock.time_s),
              kSizeSmall, Face::kSans, Role::kMuted);
  return height;
}

// Draws one message; true when the person has dismissed it, or pressed its button: then `command`
// is the button's.
bool draw_notice(const PanelParts& given, const Notice& notice, std::size_t index, float right,
                 float bottom, float width, float& height, std::string& command) {
  const float scale = given.look.scale();
  const float pad = kPadding * scale;
  const float mark = 26 * scale;
  const float room = width - 3 * pad - mark - 16 * scale;
  const std::string text = sentence(notice.text);
  Brush measure{nullptr, given.look.palette, scale};
  // What is wrong is said as it was typed.
  measure.typed = notice.error;
  const float words = paragraph_height(measure, room, text, kSizeText, Face::kSans);
  const float action = notice.action.empty() ? 0 : text_button_width(measure, notice.action);
  const float gap = 10 * scale;
  const float length = text_width(measure, text, kSizeText, Face::kSans);
  // A few words and their button share a line, no longer than they are.
  const bool one_line = action > 0 && length + gap + action <= room;
  if (one_line) width -= room - length - gap - action;
  height = words + 2 * pad + (action == 0 || one_line ? 0 : 40 * scale);
  const std::string name = fmt::format("notice-{}", index);
  const Card card(given, name.c_str(), {right - width, bottom - height, width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const Role role = notice.error ? Role::kExchanged : Role::kAccent;
  brush.list->AddRectFilled({area.x, area.y}, {area.x + brush.px(3), area.bottom()},
                            brush.color(role), brush.px(3), ImDrawFlags_RoundCornersLeft);
  draw_icon(*brush.list, notice.error ? Icon::kWarning : Icon::kInfo, area.x + pad + brush.px(8),
            area.y + pad + brush.px(10), brush.px(16), brush.color(role));
  Brush says = brush;
  says.typed = notice.error;
  draw_paragraph(says, area.x + pad + mark, area.y + pad, room, text, kSizeText, Face::kSans,
                 Role::kText);
  if (!notice.action.empty()) {
    const float left = area.x + pad + mark;
    const float side = brush.px(30);
    const Area button = one_line ? Area{left + length + gap, area.mid_y() - side / 2, action, side}
                                 : Area{left, area.y + pad + words + gap, action, side};
    const Press press = text_button(brush, "action", button, notice.action, ButtonLook::kOutline,
                                    given.background.work == nullptr);
    command_tooltip(given.look, notice.command);
    if (press) {
      command = notice.command;
      return true;
    }
  }
  const float side = brush.px(26);
  const Press press =
      icon_button(brush, "close", {area.right() - pad / 2 - side, area.y + pad / 2, side, side},
                  Icon::kClose, 9);
  tooltip(given.look, "Dismiss this message");
  return press.pressed;
}

}  // namespace

void draw_notices(const PanelParts& given) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float scale = given.look.scale();
  const PanelSizes sizes = panel_sizes(given.look, given.lesson.active());
  // While a network is edited they leave the canvas, its buttons and the bars alone.
  const float edge = 12 * scale;
  // Beside a lesson they leave its buttons alone instead.
  const bool aside =
      given.network_desk.editor && !given.lesson.active() && sizes.side_panel > 200 * scale;
  const float right = aside ? sizes.side_panel - edge : display.x - kEdge * scale;
  const float width =
      aside ? sizes.side_panel - 2 * edge : std::min(kWidth * scale, display.x - 2 * kEdge * scale);
  // Before a class they lie over the timeline: the picture stays clear.
  float bottom =
      given.look.projector ? display.y - 6 * scale : display.y - sizes.timeline - 12 * scale;
  const float gap = 8 * scale;
  // The plot that grows tells of the lab itself.
  const bool told =
      given.lab.running() && std::any_of(given.panes.views.begin(), given.panes.views.end(),
                                         [](const auto& view) { return view->id() == "plots"; });
  if (given.background.work && !told &&
      given.clock.time_s - given.background.work->started_s > kProgressAfterSeconds) {
    bottom -= draw_work(given, right, bottom, width) + gap;
  }
  std::erase_if(given.notices.shown, [&](const Notice& notice) {
    return given.clock.time_s - notice.shown_s > lifetime_s(notice);
  });
  if (given.notices.shown.size() > kMostNotices) {
    given.notices.shown.erase(given.notices.shown.begin(),
                              given.notices.shown.end() - kMostNotices);
  }
  std::string command;
  // The newest lies lowest.
  for (std::size_t i = given.notices.shown.size(); i-- > 0;) {
    float height = 0;
    const bool dismissed =
        draw_notice(given, given.notices.shown[i], i, right, bottom, width, height, command);
    bottom -= height + gap;
    if (dismissed) {
      given.notices.shown.erase(given.notices.shown.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  // It may add messages: not while they are drawn.
  if (!command.empty()) given.asked.ask(command);
}

}  // namespace sortscope
