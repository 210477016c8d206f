// cylinder_controls.cpp: sliders for fold, plane and rotation, and the flat drawing's switch.
#include "app/views/cylinder_controls.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/state/command_table.h"
#include "app/views/parts.h"

namespace sortscope {

namespace {

constexpr float kRowHeight = 28;
constexpr float kTrack = 96;
constexpr float kLeastTrack = 44;  // in a narrow pane: names of sliders stay
constexpr float kLeastWidth = 500;

// Lays controls side by side.
class ControlRow {
 public:
  // The three sliders share what `values` (of fixed width, in units) and words leave of the pane.
  ControlRow(const ViewParts& given, const Pane& pane, float values)
      : given_(given),
        brush_(Brush::of(given.look)),
        x_(pane.x + brush_.px(16)),
        y_(pane.y + pane.height - brush_.px(kRowHeight + 10)) {
    constexpr float kIconAndGaps = 16 + kRowHeight + 4 + 3 * 8 + 3 * 8 + 20 + 12 + 8 + 12;
    float words = brush_.px(kIconAndGaps + values);
    for (const char* word : {"Fold", "auto", "Plane", "Rotate"}) {
      words += text_width(brush_, word, kSizeSmall);
    }
    track_ = std::clamp((pane.width - words) / 3, brush_.px(kLeastTrack), brush_.px(kTrack));
  }

  void space(float units) { x_ += brush_.px(units); }

  void word(std::string_view text, Role role = Role::kMuted, Face face = Face::kSans) {
    x_ += draw_text(brush_, x_, middle(), text, kSizeSmall, face, role) + brush_.px(8);
  }

  // Text of a fixed width, so that what follows does not move.
  void value(std::string_view text, float units) {
    draw_text(brush_, x_, middle(), text, kSizeSmall, Face::kMono, Role::kText);
    x_ += brush_.px(units);
  }

  // The new share where it is dragged.
  std::optional<float> slider(const char* id, float share, std::string_view command) {
    const Area area{x_, y_, track_, brush_.px(kRowHeight)};
    const Press press = press_area(id, area);
    command_tooltip(given_.look, command);
    const float reach = area.width - brush_.px(12);
    const float left = area.x + brush_.px(6);
    if (press.held && reach > 0) {
      const float dragged = (ImGui::GetIO().MousePos.x - left) / reach;
      share = std::clamp(dragged, 0.0F, 1.0F);
    }
    const float knob = left + share * reach;
    const float line = std::max(brush_.px(2), 1.0F);
    const auto track = [&](float from, float to, unsigned color) {
      brush_.list->AddRectFilled({from, middle() - line / 2}, {to, middle() + line / 2}, color,
                                 line / 2);
    };
    track(left, left + reach, brush_.color(Role::kLine));
    track(left, knob, brush_.color(Role::kMuted));
    const bool lit = press.hovered || press.held;
    brush_.list->AddCircleFilled({knob, middle()}, brush_.px(lit ? 6 : 5),
                                 brush_.color(lit ? Role::kAccent : Role::kText));
    x_ += area.width + brush_.px(8);
    return press.held ? std::optional(share) : std::nullopt;
  }

  bool icon(const char* id, Icon which, std::string_view command) {
    const Area area{x_, y_, brush_.px(kRowHeight), brush_.px(kRowHeight)};
    const Press press = icon_button(brush_, id, area, which, 11);
    command_tooltip(given_.look, command);
    x_ += area.width + brush_.px(4);
    return press.pressed;
  }

  // A word to press; accent where `on`.
  bool toggle(const char* id, std::string_view text, bool on, std::string_view command) {
    const float width = text_width(brush_, text, kSizeSmall) + brush_.px(16);
    const Area area{x_, y_, width, brush_.px(kRowHeight)};
    const Press press = press_area(id, area);
    command_tooltip(given_.look, command);
    if (press.hovered || press.held) {
      brush_.list->AddRectFilled({area.x, area.y + brush_.px(2)},
                                 {area.right(), area.bottom() - brush_.px(2)},
                                 brush_.color(Role::kText, 0.07F), brush_.px(6));
    }
    draw_text(brush_, area.x + brush_.px(8), middle(), text, kSizeSmall,
              on ? Face::kSansBold : Face::kSans, on ? Role::kAccent : Role::kMuted);
    x_ += width + brush_.px(4);
    return press.pressed;
  }

  // A toggle with this word stays within the pane.
  [[nodiscard]] bool has_room(std::string_view text, const Pane& pane) const {
    return x_ + text_width(brush_, text, kSizeSmall) + brush_.px(24) < pane.x + pane.width;
  }
  [[nodiscard]] Area area(const Pane& pane) const {
    return {pane.x, y_, x_ - pane.x, brush_.px(kRowHeight)};
  }

 private:
  [[nodiscard]] float middle() const { return y_ + brush_.px(kRowHeight) / 2; }

  const ViewParts& given_;
  Brush brush_;
  float x_;
  float y_;
  float track_ = 0;  // of a slider
};

}  // namespace

Area draw_cylinder_controls(const ViewParts& given, const Pane& pane, const CylinderModel& model) {
  const float width = pane.width / given.look.scale();
  if (width < kLeastWidth || pane.height / given.look.scale() < 220) return {};
  const CylinderOptions& options = given.session.options.cylinder;
  const std::uint32_t n = model.focus.size();
  constexpr float kPercent = 44;
  const float rotated = n > 1000 ? 52 : 32;
  ControlRow row(given, pane, kPercent + rotated);

  if (row.icon("fold play", Icon::kPlay, "cylinder-fold")) given.asked.ask("cylinder-fold play");
  row.word("Fold");
  if (const auto share = row.slider("fold", model.fold, "cylinder-fold")) {
    given.asked.ask(fmt::format("cylinder-fold {:.3f}", *share));
  }
  const bool follows = options.fold < 0 || options.fold_cursor != given.session.cursor();
  if (row.toggle("fold auto", "auto", follows, "cylinder-fold"))
    given.asked.ask("cylinder-fold auto");

  row.space(12);
  row.word("Plane");
  const float below = static_cast<float>(model.below) / static_cast<float>(n);
  if (const auto share = row.slider("plane", below, "cylinder-plane")) {
    // The median is easy to find again.
    const float percentile = std::abs(*share - 0.5F) < 0.03F ? 50 : 100 * *share;
    given.asked.ask(fmt::format("cylinder-plane {:.2f}", percentile));
  }
  row.value(fmt::format("{:.0f} %", options.percentile), kPercent);

  row.space(8);
  row.word("Rotate");
  const auto keys = static_cast<float>(n);
  if (const auto share = row.slider("rotate", model.rotation / keys, "cylinder-rotate")) {
    given.asked.ask(fmt::format("cylinder-rotate {}", std::lround(*share * (keys - 1))));
  }
  row.value(fmt::format("{}", std::lround(model.rotation) % n), rotated);

  row.space(8);
  // The command palette has it too.
  if (!row.has_room("unrolled", pane)) return row.area(pane);
  if (row.toggle("flat", "unrolled", options.unrolled, "cylinder-unrolled")) {
    given.asked.ask("cylinder-unrolled");
  }
  return row.area(pane);
}

}  // namespace sortscope
