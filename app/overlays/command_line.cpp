// command_line.cpp: the command line of what is on screen, to copy.
#include <imgui.h>

#include <algorithm>

#include "app/commands/screen_command_line.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/state/command_table.h"
#include "app/state/session_file.h"

namespace sortscope {

namespace {

class CommandLineOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return "Command line of this picture"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {720, 280}; }

  void draw(const OverlayParts& given, const Area& area) override {
    if (!given.session.loaded()) {
      given.overlay.open = Overlay::kNone;
      return;
    }
    const Brush brush = Brush::of(given.look);
    const auto line = screen_command_line({given.session, given.panes, given.look, given.lesson},
                                          given.next.engine_id);
    const float pad = brush.px(kCardPadding);
    const float row = brush.px(32);
    const Area body{area.x + pad, area.y + brush.px(16), area.width - 2 * pad,
                    area.height - 2 * pad - row - brush.px(8)};
    draw_line(given, body, line ? *line : line.error().text(), line.ok());
    draw_buttons(given, {body.x, area.bottom() - pad - row, body.width, row}, line.ok());
    for (const KeyEvent& event : given.overlay.keys) {
      if (overlay_key(event) == OverlayKey::kEnter && line.ok()) copy(given);
    }
  }

 private:
  void copy(const OverlayParts& given) {
    copied_ = true;
    given.asked.ask("copy-command-line");
  }

  static void draw_line(const OverlayParts& given, const Area& area, const std::string& text,
                        bool good) {
    const Brush around = Brush::of(given.look);
    const ImVec2 low{area.x, area.y};
    const ImVec2 high{area.right(), area.bottom()};
    around.list->AddRectFilled(low, high, around.color(Role::kGround), around.px(6));
    around.list->AddRect(low, high, around.color(Role::kLine), around.px(6), 0, around.hairline());
    const float gap = around.px(12);
    ScrollBody body(given.look, "line",
                    {area.x + gap, area.y + around.px(1), area.width - gap - around.px(4),
                     area.height - around.px(2)});
    body.brush.typed = true;
    const float top = body.content.y + gap;
    const float height =
        draw_paragraph(body.brush, body.content.x, top, area.width - 2 * gap - around.px(10), text,
                       kSizeText, good ? Face::kMono : Face::kSans, Role::kText);
    body.end_at(top + height + gap);
  }

  void draw_buttons(const OverlayParts& given, const Area& area, bool good) {
    const Brush brush = Brush::of(given.look);
    const std::string_view words = copied_ ? "Copied" : "Copy";
    const float wide = std::max(brush.px(96), text_button_width(brush, words));
    const Area button{area.right() - wide, area.y, wide, area.height};
    if (text_button(brush, "copy", button, words, ButtonLook::kPrimary, good)) copy(given);
    command_tooltip(given.look, "copy-command-line");
    const float other = text_button_width(brush, "Save session");
    const Area save{button.x - brush.px(12) - other, area.y, other, area.height};
    if (text_button(brush, "save", save, "Save session", ButtonLook::kOutline)) {
      given.asked.ask("save-session");
    }
    command_tooltip(given.look, "save-session");
    draw_fitted(brush, area.x, area.mid_y(), save.x - area.x - brush.px(12),
                "In a terminal it opens this picture. Enter copies it.", kSizeText, Face::kSans,
                Role::kMuted);
  }

  bool copied_ = false;
};

}  // namespace

std::shared_ptr<OverlayContent> make_command_line_overlay() {
  return std::make_shared<CommandLineOverlay>();
}

}  // namespace sortscope
