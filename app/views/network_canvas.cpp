// network_canvas.cpp: drags into commands, and the look of editing.
#include "app/views/network_canvas.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/state/command_table.h"
#include "app/state/network_desk.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "core/networks/formats/best_known.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/scenes/question_marks.h"
#include "core/verify/verdict_marks.h"
#include "core/views/network/diagram_body.h"

namespace sortscope {

namespace {

constexpr float kReach = 9;         // pixels around an end or a line at scale 1
constexpr float kSlack = 5;         // of a click
constexpr float kStripMargin = 16;  // at scale 1
constexpr float kStripPad = 10;
constexpr float kStripRow = 30;  // of the buttons
constexpr float kStripGap = 4;
constexpr float kLeastVerdict = 190;  // width of the words beside the buttons

float screen_x(const CanvasPlace& place, float u) {
  return place.pane.x + place.scale * place.frame->map.x(u);
}
float screen_y(const CanvasPlace& place, float wire) {
  return place.pane.y + place.scale * place.frame->map.y(wire);
}
float unit_x(const CanvasPlace& place, float x) {
  return place.frame->map.inverse_x((x - place.pane.x) / place.scale);
}

Wire nearest_wire(const ViewParts& given, const CanvasPlace& place, float y) {
  const float wire = place.frame->map.inverse_y((y - place.pane.y) / place.scale);
  const auto last = static_cast<float>(given.session.recording().network.wires()) - 1;
  return static_cast<Wire>(std::lround(std::clamp(wire, 0.0F, last)));
}

// The layer that x is over, as commands count: 0 before all, depth + 1 behind all.
std::uint32_t layer_number(const ViewParts& given, const CanvasPlace& place, float x) {
  const std::uint32_t depth = given.session.recording().network.depth();
  if (depth == 0) return 1;
  const float u = unit_x(place, x);
  constexpr float kMargin = 0.9F;
  if (u < place.geometry->first_column(0) - kMargin) return 0;
  if (u > place.geometry->width() - NetworkGeometry::kLayerGap + kMargin) return depth + 1;
  return place.geometry->layer_at(u) + 1;
}

}  // namespace

namespace {

struct StripButton {
  const char* id;
  std::string text;
  std::string line;  // "": words between buttons
  bool enabled;
  ButtonLook look;
};

constexpr std::size_t kWireButtons = 3;  // the last ones: they stand together

// From the right.
std::array<StripButton, 5 + kWireButtons> strip_buttons(const NetworkEditor& editor) {
  const bool asap = editor.rule() == LayerRule::kAsap;
  const std::uint32_t wires = editor.network()->wires();
  return {{
      {"edit done", "Done", "edit-network off", true, ButtonLook::kPrimary},
      {"edit undo", "Undo", "undo", editor.can_undo(), ButtonLook::kOutline},
      {"edit redo", "Redo", "redo", editor.can_redo(), ButtonLook::kOutline},
      {"edit delete", "Delete", "delete-comparator", editor.selected().has_value(),
       ButtonLook::kOutline},
      {"edit layers", asap ? "Keep layers" : "Earliest layers", "layers", true,
       ButtonLook::kOutline},
      {"edit more", "+", fmt::format("wires {}", wires + 1), wires < kMostEditedWires,
       ButtonLook::kOutline},
      {"", counted(wires, "wire"), "", true, ButtonLook::kPlain},
      {"edit fewer", "−", fmt::format("wires {}", wires - 1), wires > 1, ButtonLook::kOutline},
  }};
}

float width_of(const Brush& brush, const StripButton& button) {
  return button.line.empty() ? text_width(brush, button.text, kSizeText, Face::kSans)
                             : text_button_width(brush, button.text);
}

// What is known of the network that is shown.
Sorts known_of(const Session& session) {
  const auto& shown = session.measured.verdict;
  if (!shown || shown->verdict.property != Property::kSorts ||
      !is_of(*shown, session.recording())) {
    return Sorts::kNotAsked;
  }
  switch (shown->verdict.answer) {
    case Answer::kYes:
      return Sorts::kYes;
    case Answer::kNo:
      return Sorts::kNo;
    case Answer::kUnknown:
      break;
  }
  return Sorts::kNotAsked;
}

// What the strip says, in whole sentences, and where: the verdict beside the buttons, the rest
// below. What has no room is left out whole.
struct StripPlan {
  std::string verdict;
  std::string facts;
  std::string help;
  std::size_t buttons = 0;  // those that have room
  float left = 0;           // of the words
  float width = 0;          // of the rows below
  float beside = 0;         // width of the verdict
  float first = 0;          // height of the first row
  float height = 0;
};

StripPlan plan_strip(const ViewParts& given, const Pane& whole) {
  const Brush brush{nullptr, given.look.palette, given.look.scale()};
  const NetworkEditor& editor = *given.network_desk.editor;
  const ListedNetwork& network = *editor.network();
  StripPlan plan;
  const QuestionMarks* question = given.session.laid_over.question.get();
  const bool veiled = question != nullptr && question->veiled;
  plan.verdict = veiled ? "Editing."
                 : given.session.recording().sorted
                     ? "Editing. These keys come out in order."
                     : "Editing. These keys do not come out in order.";
  const Sorts known = known_of(given.session);
  plan.facts = beside_best_known(network.wires(), network.size(), network.depth(), known) + ".";
  if (known == Sorts::kNotAsked && network.size() > 0) plan.facts += " Z asks whether it sorts.";
  plan.help =
      "Drag from wire to wire: the larger key goes where the drag ends. Click a comparator: Del "
      "removes it, C turns it round. Esc ends.";
  plan.left = whole.x + brush.px(kStripMargin);
  plan.width = std::max(whole.width - 2 * brush.px(kStripMargin), brush.px(40));
  plan.beside = plan.width;
  for (const StripButton& button : strip_buttons(editor)) {
    const float width = width_of(brush, button) + brush.px(8);
    if (plan.beside - width < brush.px(kLeastVerdict)) break;
    plan.beside -= width;
    ++plan.buttons;
  }
  const auto all = strip_buttons(editor);
  for (const std::size_t others = all.size() - kWireButtons;
       plan.buttons > others && plan.buttons < all.size(); --plan.buttons) {
    plan.beside += width_of(brush, all[plan.buttons - 1]) + brush.px(8);
  }
  plan.first = std::max(brush.px(kStripRow), paragraph_height(brush, plan.beside, plan.verdict,
                                                              kSizeText, Face::kSansBold));
  const auto row = [&](const std::string& text, float size) {
    if (text.empty()) return 0.0F;
    return brush.px(kStripGap) + paragraph_height(brush, plan.width, text, size, Face::kSans);
  };
  const auto height = [&] {
    return plan.first + row(plan.facts, kSizeText) + row(plan.help, kSizeSmall) +
           2 * brush.px(kStripPad);
  };
  const float most = 0.4F * whole.height;
  if (height() > most) plan.help.clear();
  if (height() > most) plan.facts.clear();
  plan.height = std::min(height(), whole.height / 2);
  return plan;
}

}  // namespace

float NetworkCanvas::strip_height(const ViewParts& given, const Pane& whole) const {
  return plan_strip(given, whole).height;
}

NetworkCanvas::Target NetworkCanvas::target_at(const ViewParts& given, const CanvasPlace& place,
                                               ImVec2 at) const {
  const Network& network = given.session.recording().network;
  Target found;
  float nearest = kReach * place.scale;
  for (std::uint32_t layer = 0; layer < network.depth(); ++layer) {
    for (std::uint32_t i = 0; i < network.count(layer); ++i) {
      const Comparator c = network.comparator(layer, i);
      const float x = std::abs(screen_x(place, place.geometry->column_x(network, layer, i)) - at.x);
      const float low = screen_y(place, static_cast<float>(c.min_wire));
      const float high = screen_y(place, static_cast<float>(c.max_wire));
      const float to_min = std::hypot(x, low - at.y);
      const float to_max = std::hypot(x, high - at.y);
      if (to_min < nearest) {
        nearest = to_min;
        found = {Grip::kMinimum, c.min_wire, {layer, i}, c};
      }
      if (to_max < nearest) {
        nearest = to_max;
        found = {Grip::kMaximum, c.max_wire, {layer, i}, c};
      }
      // Ends go before middles.
      const bool between = at.y > std::min(low, high) && at.y < std::max(low, high);
      if (between && x + 2 < nearest) {
        nearest = x + 2;
        found = {Grip::kMiddle, c.lower(), {layer, i}, c};
      }
    }
  }
  if (found.grip != Grip::kNothing) return found;
  const Wire wire = nearest_wire(given, place, at.y);
  const float half = std::max(0.5F * place.frame->map.unit_y, kReach) * place.scale;
  const bool on_wire = std::abs(screen_y(place, static_cast<float>(wire)) - at.y) <= half;
  const float u = unit_x(place, at.x);
  if (on_wire && u > -1.2F && u < place.geometry->width() + 1.2F)
    return {Grip::kWire, wire, {}, {}};
  return {};
}

void NetworkCanvas::take_pointer(const ViewParts& given, const CanvasPlace& place) {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const bool inside = place.pane.hovered && at.y < place.pane.y + place.pane.height;
  if (place.pane.hovered) given.session.hover = {};
  const Target target = inside ? target_at(given, place, at) : Target{};
  if (grip_ == Grip::kNothing && target.grip == Grip::kWire) given.session.hover.wire = target.wire;
  if (grip_ == Grip::kNothing && target.grip != Grip::kNothing && target.grip != Grip::kWire) {
    given.session.hover.comparator = ComparatorId{target.place.layer, target.place.index};
  }
  if (inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    held_ = target;
    grip_ = held_.grip;
    pressed_ = at;
    NetworkEditor& editor = *given.network_desk.editor;
    const bool comparator = grip_ != Grip::kNothing && grip_ != Grip::kWire;
    if (editor.select(comparator ? std::optional(held_.place) : std::nullopt).ok()) {
      given.network_desk.stale = true;
    }
    return;
  }
  if (grip_ != Grip::kNothing && !holds(given)) grip_ = Grip::kNothing;
  if (grip_ != Grip::kNothing && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    release(given, place, at);
    grip_ = Grip::kNothing;
  } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    grip_ = Grip::kNothing;
  }
}

bool NetworkCanvas::holds(const ViewParts& given) const {
  if (grip_ == Grip::kNothing || grip_ == Grip::kWire) return grip_ == Grip::kWire;
  const ListedNetwork& network = *given.network_desk.editor->network();
  if (held_.place.layer >= network.depth()) return false;
  const auto layer = network.layer(held_.place.layer);
  return held_.place.index < layer.size() && layer[held_.place.index] == held_.comparator;
}

void NetworkCanvas::release(const ViewParts& given, const CanvasPlace& place, ImVec2 at) {
  const Wire to = nearest_wire(given, place, at.y);
  if (grip_ == Grip::kWire) {
    if (to == held_.wire) return;
    given.asked.ask(fmt::format("add-comparator {} {} {}", held_.wire, to,
                                layer_number(given, place, pressed_.x)));
    return;
  }
  const bool clicked = std::hypot(at.x - pressed_.x, at.y - pressed_.y) < kSlack * place.scale;
  if (clicked) return;
  Comparator c = held_.comparator;
  if (grip_ == Grip::kMiddle) {
    given.asked.ask(fmt::format("move-comparator {} {} {}", c.min_wire, c.max_wire,
                                layer_number(given, place, at.x)));
    return;
  }
  (grip_ == Grip::kMinimum ? c.min_wire : c.max_wire) = to;
  if (c.min_wire == c.max_wire) return;
  given.asked.ask(fmt::format("move-comparator {} {}", c.min_wire, c.max_wire));
}

void NetworkCanvas::draw_drag(const ViewParts& given, ImDrawList& list,
                              const CanvasPlace& place) const {
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Brush brush{&list, given.look.palette, place.scale, given.look.pointer_rest.get()};
  const unsigned accent = brush.color(Role::kAccent);
  const float radius = 5 * place.scale;
  if (grip_ == Grip::kNothing) {
    if (!place.pane.hovered || at.y >= place.pane.y + place.pane.height) return;
    const Target target = target_at(given, place, at);
    if (target.grip == Grip::kWire) {
      list.AddCircle({at.x, screen_y(place, static_cast<float>(target.wire))}, radius, accent, 0,
                     1.5F * place.scale);
    } else if (target.grip != Grip::kNothing) {
      ImGui::SetMouseCursor(target.grip == Grip::kMiddle ? ImGuiMouseCursor_ResizeEW
                                                         : ImGuiMouseCursor_ResizeNS);
    }
    return;
  }
  Comparator c{held_.wire, nearest_wire(given, place, at.y)};
  float x = pressed_.x;
  if (grip_ != Grip::kWire) {
    if (!holds(given)) return;
    c = held_.comparator;
    if (grip_ == Grip::kMiddle) {
      x = at.x;
    } else {
      (grip_ == Grip::kMinimum ? c.min_wire : c.max_wire) = nearest_wire(given, place, at.y);
      const Network& network = given.session.recording().network;
      x = screen_x(place, place.geometry->column_x(network, held_.place.layer, held_.place.index));
    }
  }
  const float from = screen_y(place, static_cast<float>(c.min_wire));
  const float to = screen_y(place, static_cast<float>(c.max_wire));
  list.AddCircleFilled({x, from}, radius, accent);
  if (c.min_wire == c.max_wire) return;
  list.AddLine({x, from}, {x, to}, accent, 3 * place.scale);
  const float way = to > from ? 1.0F : -1.0F;
  const float head = 9 * place.scale;
  list.AddTriangleFilled({x, to}, {x - head * 0.7F, to - way * head * 1.4F},
                         {x + head * 0.7F, to - way * head * 1.4F}, accent);
  // What it would be, beside it.
  const std::string text = fmt::format("min {}  max {}", c.min_wire, c.max_wire);
  const float width = text_width(brush, text, kSizeSmall, Face::kMono);
  const float left = x + 14 * place.scale;
  const float middle = (from + to) / 2;
  list.AddRectFilled({left, middle - 12 * place.scale},
                     {left + width + 12 * place.scale, middle + 12 * place.scale},
                     brush.color(Role::kPanel), 4 * place.scale);
  draw_text(brush, left + 6 * place.scale, middle, text, kSizeSmall, Face::kMono, Role::kText);
}

void NetworkCanvas::draw_marker(const ViewParts& given, ImDrawList& list,
                                const CanvasPlace& place) const {
  const NetworkDesk& desk = given.network_desk;
  if (!desk.marker_shown) return;
  const Brush brush{&list, given.look.palette, place.scale, given.look.pointer_rest.get()};
  const unsigned accent = brush.color(Role::kAccent);
  const std::uint32_t layer =
      std::min(given.session.cursor().layer, given.session.recording().network.depth());
  const float x = screen_x(place, place.geometry->cell_x(layer));
  const float y = screen_y(place, static_cast<float>(desk.marker));
  const float reach = 7 * place.scale;
  if (desk.first_end) {
    const float from = screen_y(place, static_cast<float>(*desk.first_end));
    list.AddCircleFilled({x, from}, 5 * place.scale, accent);
    list.AddLine({x, from}, {x, y}, accent, 3 * place.scale);
  }
  list.AddRect({x - reach, y - reach}, {x + reach, y + reach}, accent, 2 * place.scale, 0,
               2 * place.scale);
}

void NetworkCanvas::draw_strip(const ViewParts& given, ImDrawList& list, const CanvasPlace& place,
                               const Pane& whole) const {
  const Brush brush{&list, given.look.palette, given.look.scale(), given.look.pointer_rest.get()};
  const StripPlan plan = plan_strip(given, whole);
  const float top = place.pane.y + place.pane.height;
  const Area strip{whole.x, top, whole.width, whole.y + whole.height - top};
  fill_area(brush, strip, Role::kPanel);
  draw_hairline(brush, strip.x, top, strip.right(), top);
  float y = strip.y + brush.px(kStripPad);
  const auto buttons = strip_buttons(*given.network_desk.editor);
  float right = strip.right() - brush.px(kStripMargin);
  std::string_view pressed;
  for (std::size_t i = 0; i < plan.buttons; ++i) {
    const StripButton& button = buttons[i];
    const float width = width_of(brush, button);
    const Area area{right - width, y, width, brush.px(kStripRow)};
    right -= width + brush.px(8);
    if (button.line.empty()) {
      draw_text(brush, area.x, area.mid_y(), button.text, kSizeText, Face::kSans, Role::kText);
      continue;
    }
    const Press press =
        text_button(brush, button.id, area, button.text, button.look, button.enabled);
    command_tooltip(given.look, std::string_view(button.line).substr(0, button.line.find(' ')));
    if (press) pressed = button.line;
  }
  const float words =
      paragraph_height(brush, plan.beside, plan.verdict, kSizeText, Face::kSansBold);
  draw_paragraph(brush, plan.left, y + (plan.first - words) / 2, plan.beside, plan.verdict,
                 kSizeText, Face::kSansBold, Role::kAccent);
  y += plan.first + brush.px(kStripGap);
  if (!plan.facts.empty()) {
    y += draw_paragraph(brush, plan.left, y, plan.width, plan.facts, kSizeText, Face::kSans,
                        Role::kText) +
         brush.px(kStripGap);
  }
  if (!plan.help.empty()) {
    draw_paragraph(brush, plan.left, y, plan.width, plan.help, kSizeSmall, Face::kSans,
                   Role::kMuted);
  }
  if (!pressed.empty()) given.asked.ask(pressed);
}

void NetworkCanvas::draw(const ViewParts& given, ImDrawList& list, const CanvasPlace& place,
                         const Pane& whole) {
  if (!given.network_desk.stale) {
    draw_drag(given, list, place);
    draw_marker(given, list, place);
  }
  draw_strip(given, list, place, whole);
  const Brush brush{&list, given.look.palette, place.scale, given.look.pointer_rest.get()};
  const float inset = place.scale;
  list.AddRect({whole.x + inset, whole.y + inset},
               {whole.x + whole.width - inset, whole.y + whole.height - inset},
               brush.color(Role::kAccent), 0, 0, 2 * place.scale);
}

}  // namespace sortscope
