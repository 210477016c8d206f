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
constexpr float kMargin = 6;  // above and below what lies over the timeline
constexpr std::size_t kMostNotices = 4;
constexpr float kWork = 86;  // height
constexpr float kLowWork = 54;

// Work that is over sooner than this shows no progress: it would only flash.
constexpr double kProgressAfterSeconds = 0.3;

// How long a message stays: time to read it, longer with a button, longest for an error.
double lifetime_s(const Notice& notice) {
  const double reading_s = 1.5 + 0.06 * static_cast<double>(notice.text.size());
  if (notice.error) return std::max(12.0, 2 * reading_s);
  return notice.action.empty() ? std::max(3.0, reading_s) : std::max(20.0, 3 * reading_s);
}

// A card that floats over the picture.
class Card {
 public:
  Card(const PanelParts& given, const char* name, const Area& area)
      : window_(name, area), brush_(Brush::of(given.look)), area_(area) {
    draw_card(brush_, area_);
    given.memory.floating.push_back(area_);
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

// In a corner of `width`; `low`: a line for the title and how far it is, as high as the timeline.
float draw_work(const PanelParts& given, float right, float bottom, float width, bool low) {
  const float scale = given.look.scale();
  const float height = (low ? kLowWork : kWork) * scale;
  const Card card(given, "work", {right - width, bottom - height, width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = brush.px(kPadding);
  const float button = text_button_width(brush, "Cancel");
  const std::string& title = given.background.work->title;
  const float room = area.width - button - 3 * pad;
  const float y = area.y + brush.px(low ? 22 : 24);
  draw_fitted(brush, area.x + pad, y, room, title, kSizeText, Face::kSansBold, Role::kText);
  const bool running = !given.background.work->progress.cancelled();
  if (text_button(
          brush, "cancel",
          {area.right() - pad - button, area.y + brush.px(low ? 8 : 10), button, brush.px(28)},
          "Cancel", ButtonLook::kOutline, running)) {
    given.asked.ask("cancel");
  }
  command_tooltip(given.look, "cancel");
  const float bar = low ? height - brush.px(14) : brush.px(48);
  draw_progress(brush, {area.x + pad, area.y + bar, area.width - 2 * pad, brush.px(6)},
                given.background.work->progress.fraction());
  const std::string how_far = progress_text(
      *given.background.work,
      phase_of(given.memory.work, *given.background.work, given.clock.time_s), given.clock.time_s);
  const float behind = text_width(brush, title, kSizeText, Face::kSansBold) + pad;
  if (!low) {
    draw_fitted(brush, area.x + pad, area.y + brush.px(69), area.width - 2 * pad, how_far,
                kSizeSmall, Face::kSans, Role::kMuted);
  } else if (behind < room) {
    draw_fitted(brush, area.x + pad + behind, y, room - behind, how_far, kSizeSmall, Face::kSans,
                Role::kMuted);
  }
  return height;
}

// What stands in a message, and how large that is.
struct NoticeSize {
  float pad, mark, gap, action, close;
  float room;    // for its words
  float words;   // height
  float length;  // of the words in one line
  bool one_line;
  float width, height;
};

// `low`: a line or two as wide as they need, with the button beside them.
NoticeSize size_of(const Brush& measure, const Notice& notice, const std::string& text, float width,
                   bool low) {
  NoticeSize size{};
  size.pad = measure.px(low ? 8 : kPadding);
  size.mark = measure.px(26);
  size.gap = measure.px(10);
  size.close = measure.px(low ? 26 : 16);
  size.action = notice.action.empty() ? 0 : text_button_width(measure, notice.action);
  size.length = text_width(measure, text, kSizeText, Face::kSans);
  const float beside = low && size.action > 0 ? size.gap + size.action : 0;
  const float around = 3 * size.pad + size.mark + size.close + beside;
  size.room =
      low ? std::max(std::min(size.length + 1, width - around), measure.px(60)) : width - around;
  size.words = paragraph_height(measure, size.room, text, kSizeText, Face::kSans);
  // A few words and their button share a line, no longer than they are.
  const bool shares = size.action > 0 && size.length + size.gap + size.action <= size.room;
  size.one_line = low ? size.action > 0 : shares;
  size.width = low ? size.room + around : width;
  if (!low && shares) size.width -= size.room - size.length - size.gap - size.action;
  const bool below = size.action > 0 && !size.one_line;
  const float line = low && size.action > 0 ? measure.px(30) : 0;
  size.height = std::max(size.words, line) + 2 * size.pad + (below ? measure.px(40) : 0);
  return size;
}

// Draws one message; true when the person has dismissed it, or pressed its button: then `command`
// is the button's.
bool draw_notice(const PanelParts& given, const Notice& notice, std::size_t index, float right,
                 float bottom, float width, bool low, float& height, std::string& command) {
  const std::string text = sentence(notice.text);
  Brush measure{nullptr, given.look.palette, given.look.scale()};
  // What is wrong is said as it was typed.
  measure.typed = notice.error;
  NoticeSize size = size_of(measure, notice, text, width, low);
  // A long one goes over the buttons beside the timeline, too, rather than over the picture.
  const float timeline = panel_sizes(given.look, given.lesson.active()).timeline;
  if (low && size.height > timeline - measure.px(kMargin)) {
    size = size_of(measure, notice, text, right - measure.px(kEdge), low);
  }
  height = size.height;
  const std::string name = fmt::format("notice-{}", index);
  const Card card(given, name.c_str(), {right - size.width, bottom - height, size.width, height});
  const Brush& brush = card.brush();
  const Area& area = card.area();
  const float pad = size.pad;
  const Role role = notice.error ? Role::kExchanged : Role::kAccent;
  brush.list->AddRectFilled({area.x, area.y}, {area.x + brush.px(3), area.bottom()},
                            brush.color(role), brush.px(3), ImDrawFlags_RoundCornersLeft);
  const float top = low ? area.mid_y() - size.words / 2 : area.y + pad;
  draw_icon(*brush.list, notice.error ? Icon::kWarning : Icon::kInfo, area.x + pad + brush.px(8),
            top + brush.px(10), brush.px(16), brush.color(role));
  Brush says = brush;
  says.typed = notice.error;
  const float left = area.x + pad + size.mark;
  draw_paragraph(says, left, top, size.room, text, kSizeText, Face::kSans, Role::kText);
  if (!notice.action.empty()) {
    const float side = brush.px(30);
    const float behind = left + (low ? size.room : size.length) + size.gap;
    const Area button = size.one_line ? Area{behind, area.mid_y() - side / 2, size.action, side}
                                      : Area{left, top + size.words + size.gap, size.action, side};
    const Press press = text_button(brush, "action", button, notice.action, ButtonLook::kOutline,
                                    given.background.work == nullptr);
    command_tooltip(given.look, notice.command);
    if (press) {
      command = notice.command;
      return true;
    }
  }
  const float side = brush.px(26);
  const float cross_y = low ? area.mid_y() - side / 2 : area.y + pad / 2;
  const Press press = icon_button(
      brush, "close", {area.right() - pad / 2 - side, cross_y, side, side}, Icon::kClose, 9);
  tooltip(given.look, "Dismiss this message");
  return press.pressed;
}

// Of several messages the one that a class sees: what failed, else the newest. The others wait.
std::size_t first_to_see(const std::vector<Notice>& shown) {
  for (std::size_t i = shown.size(); i-- > 0;) {
    if (shown[i].error) return i;
  }
  return shown.empty() ? 0 : shown.size() - 1;
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
  const float usual =
      aside ? sizes.side_panel - 2 * edge : std::min(kWidth * scale, display.x - 2 * kEdge * scale);
  // Before a class one at a time lies over the timeline, beside its buttons: the picture stays
  // clear. So does work that goes on for long before a plot.
  const bool plots = std::any_of(given.panes.views.begin(), given.panes.views.end(),
                                 [](const auto& view) { return view->id() == "plots"; });
  const float margin = kMargin * scale;
  const float over_timeline = right - kTransportWidth * scale - margin;
  const bool has_strip = !aside && sizes.timeline > 0 && over_timeline > 0.5F * usual;
  const bool low = given.look.projector && has_strip;
  const float foot = display.y - margin;
  float bottom = low ? foot : display.y - sizes.timeline - 12 * scale;
  const float width = low ? over_timeline : usual;
  const float gap = 8 * scale;
  std::erase_if(given.notices.shown, [&](const Notice& notice) {
    return given.clock.time_s - notice.shown_s > lifetime_s(notice);
  });
  if (given.notices.shown.size() > kMostNotices) {
    given.notices.shown.erase(given.notices.shown.begin(),
                              given.notices.shown.end() - kMostNotices);
  }
  // The plot that grows tells of the lab itself.
  const bool told = given.lab.running() && plots;
  const bool hidden = low && !given.notices.shown.empty();
  if (given.background.work && !told && !hidden &&
      given.clock.time_s - given.background.work->started_s > kProgressAfterSeconds) {
    if (has_strip && (low || plots)) {
      draw_work(given, right, foot, std::min(1.4F * usual, over_timeline), true);
    } else {
      bottom -= draw_work(given, right, bottom, width, false) + gap;
    }
  }
  std::string command;
  const std::size_t seen = first_to_see(given.notices.shown);
  // The newest lies lowest.
  for (std::size_t i = given.notices.shown.size(); i-- > 0;) {
    if (low && i != seen) {
      given.notices.shown[i].shown_s = given.clock.time_s;
      continue;
    }
    float height = 0;
    const bool dismissed =
        draw_notice(given, given.notices.shown[i], i, right, bottom, width, low, height, command);
    // Who points at a message reads it, or is about to press its button.
    const Area area{right - width, bottom - height, width, height};
    if (ImGui::IsMouseHoveringRect({area.x, area.y}, {area.right(), area.bottom()}, false)) {
      given.notices.shown[i].shown_s = given.clock.time_s;
    }
    bottom -= height + gap;
    if (dismissed) {
      given.notices.shown.erase(given.notices.shown.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  // It may add messages: not while they are drawn.
  if (!command.empty()) given.asked.ask(command);
}

}  // namespace sortscope
