// help.cpp: every key and every command, from the command table.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/overlays/overlay.h"
#include "app/overlays/palette_choices.h"
#include "app/overlays/parts.h"
#include "app/state/command_table.h"

namespace sortscope {

namespace {

constexpr float kRowHeight = 23;
constexpr float kHeadHeight = 30;
constexpr float kColumnGap = 32;
constexpr float kColumnWidth = 300;  // at least

struct Group {
  std::string_view name;
  std::vector<const Command*> rows;
};

// Blanks between keys and rounding of caps, as draw_key_cap() draws them.
float caps_width(const Brush& brush, const Command& command) {
  float width = 0;
  for (const std::string_view name : key_names(command)) {
    if (width > 0) width += brush.px(4);
    width += text_width(brush, name, kSizeSmall, Face::kMono) + brush.px(12);
  }
  return width;
}

class HelpOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return "Keys and commands"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1120, 720}; }

  void draw(const OverlayParts& given, const Area& area) override {
    Brush brush = Brush::of(given.look);
    brush.typed = true;
    const float pad = brush.px(kCardPadding);
    Area field{area.x + pad, area.y + brush.px(12), 0, brush.px(32)};
    const float chooser = brush.px(190);
    field.width = area.width - 2 * pad - chooser - brush.px(12);
    text_field(brush, "##find", field, filter_, "Find a key or a command", nullptr, first_frame_);
    first_frame_ = false;
    static constexpr std::array<std::string_view, 2> kParts = {"Keys", "Commands"};
    const Area parts{field.right() + brush.px(12), field.y, chooser, field.height};
    const int part = segmented(brush, "part", parts, kParts.data(), 2, all_ ? 1 : 0);
    if (part >= 0) all_ = part == 1;
    for (const KeyEvent& event : given.overlay.keys) {
      const OverlayKey key = overlay_key(event);
      if (key == OverlayKey::kTab || key == OverlayKey::kBackTab) all_ = !all_;
    }
    const float top = field.bottom() + brush.px(8);
    draw_groups(given, {area.x + pad, top, area.width - pad - brush.px(6),
                        area.bottom() - top - brush.px(8)});
  }

 private:
  [[nodiscard]] std::vector<Group> groups() const {
    std::vector<Group> found;
    for (const Command& command : commands()) {
      if (!all_ && command.keys.empty()) continue;
      if (!filter_.empty() && !matches(command)) continue;
      auto group = std::find_if(found.begin(), found.end(),
                                [&](const Group& g) { return g.name == command.group; });
      if (group == found.end()) group = found.insert(found.end(), Group{command.group, {}});
      group->rows.push_back(&command);
    }
    return found;
  }

  [[nodiscard]] bool matches(const Command& command) const {
    if (fuzzy_score(filter_, command.title) >= 50 || fuzzy_score(filter_, command.id) >= 50) {
      return true;
    }
    const auto names = key_names(command);
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return fuzzy_score(filter_, name) >= 50; });
  }

  static float height_of(const Group& group) {
    return kHeadHeight + kRowHeight * static_cast<float>(group.rows.size()) + 6;
  }

  // Where each column begins so that the highest is as low as can be, groups in order.
  static std::vector<std::size_t> column_starts(const std::vector<Group>& groups, int columns) {
    float most = 0;
    for (const Group& group : groups) most = std::max(most, height_of(group));
    for (;; most += kRowHeight / 2) {
      std::vector<std::size_t> starts = {0};
      float height = 0;
      for (std::size_t i = 0; i < groups.size(); ++i) {
        if (height > 0 && height + height_of(groups[i]) > most) {
          starts.push_back(i);
          height = 0;
        }
        height += height_of(groups[i]);
      }
      if (starts.size() <= static_cast<std::size_t>(columns)) return starts;
    }
  }

  void draw_groups(const OverlayParts& given, const Area& area) const {
    ScrollBody body(given.look, "groups", area);
    body.brush.typed = true;
    const Brush& brush = body.brush;
    const std::vector<Group> shown = groups();
    if (shown.empty()) {
      draw_text(brush, area.x, body.content.y + brush.px(24), "No command matches.", kSizeText,
                Face::kSans, Role::kMuted);
      return;
    }
    const float room = area.width - brush.px(14);
    const float least = brush.px(all_ ? kColumnWidth * 1.5F : kColumnWidth);
    const int columns = std::clamp(
        static_cast<int>((room + brush.px(kColumnGap)) / (least + brush.px(kColumnGap))), 1, 3);
    const float width = (room - brush.px(kColumnGap) * static_cast<float>(columns - 1)) /
                        static_cast<float>(columns);
    const std::vector<std::size_t> starts = column_starts(shown, columns);
    float bottom = body.content.y;
    for (std::size_t column = 0; column < starts.size(); ++column) {
      const float x = body.content.x + (width + brush.px(kColumnGap)) * static_cast<float>(column);
      float y = body.content.y;
      const std::size_t end = column + 1 < starts.size() ? starts[column + 1] : shown.size();
      for (std::size_t g = starts[column]; g < end; ++g)
        y = draw_group(brush, shown[g], x, y, width);
      bottom = std::max(bottom, y);
    }
    body.end_at(bottom - brush.px(6));
  }

  float draw_group(const Brush& brush, const Group& group, float x, float y, float width) const {
    draw_heading(brush, x, y + brush.px(kHeadHeight * 0.6F), group.name);
    y += brush.px(kHeadHeight);
    for (const Command* command : group.rows) {
      const float middle = y + brush.px(kRowHeight) / 2;
      float right = x + width;
      const float caps = caps_width(brush, *command);
      float cap = right - caps;
      for (const std::string_view name : key_names(*command)) {
        cap += draw_key_cap(brush, cap, middle, name) + brush.px(4);
      }
      if (caps > 0) right -= caps + brush.px(8);
      float left = x;
      if (all_) {
        const float ids = std::round(width * 0.46F);
        std::string call(command->id);
        if (!command->arguments.empty()) call += " " + std::string(command->arguments);
        draw_fitted(brush, x, middle, ids - brush.px(8), call, kSizeSmall, Face::kMono,
                    Role::kText);
        left += ids;
      }
      std::string_view title = command->title;
      // A short name with its key says enough; all of it stands beside what is typed.
      if (!all_ && text_width(brush, title, kSizeText, Face::kSans) > right - left) {
        title = title_parts(title).title;
      }
      draw_fitted(brush, left, middle, right - left, title, kSizeText, Face::kSans,
                  all_ ? Role::kMuted : Role::kText);
      y += brush.px(kRowHeight);
      draw_hairline(brush, x, y, x + width, y);
    }
    return y + brush.px(6);
  }

  std::string filter_;
  bool all_ = false;  // commands without keys too, with what to type
  bool first_frame_ = true;
};

}  // namespace

std::shared_ptr<OverlayContent> make_help_overlay() { return std::make_shared<HelpOverlay>(); }

}  // namespace sortscope
