// lack.cpp: the words and the button in the middle of a pane.
#include "app/views/lack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/parts/remembered.h"
#include "app/views/parts.h"
#include "app/widgets/widgets.h"
#include "core/views/lack.h"

namespace sortscope {

Lack with_known_file(Lack lack, const Remembered& remembered) {
  const std::string_view path = remembered.last_kernel();
  if (!lack.asks || path.empty()) return lack;
  const std::string name = std::filesystem::path(path).filename().string();
  lack.why =
      fmt::format("{} has not run in this window yet: its findings come with its run.", name);
  lack.button = fmt::format("Run {} again", name);
  lack.command = "kernel-open " + quoted_word(path);
  lack.asks = false;
  return lack;
}

void draw_lack(const ViewParts& given, const Pane& pane, std::string_view title, const Lack& lack) {
  const Brush brush = Brush::of(given.look);
  const float margin = brush.px(20);
  const float width = std::min(brush.px(420), pane.width - 2 * margin);
  if (width < brush.px(40)) return;
  const float words = paragraph_height(brush, width, lack.why, kSizeText, Face::kSans);
  const float button = brush.px(32);
  const float height = brush.px(30) + words + brush.px(18) + button;
  const float x = std::floor(pane.x + (pane.width - width) / 2);
  // A little above the middle, below the pane's menu.
  float y = pane.y + std::max((pane.height - height) * 0.42F, brush.px(44));
  draw_fitted(brush, x, y + brush.px(10), width, title, kSizeHeading, Face::kSansBold, Role::kText);
  y += brush.px(30);
  y += draw_paragraph(brush, x, y, width, lack.why, kSizeText, Face::kSans, Role::kMuted);
  y += brush.px(18);
  const Area area{x, y, std::min(text_button_width(brush, lack.button), width), button};
  if (area.bottom() > pane.y + pane.height) return;
  const std::string id = lack.command.substr(0, lack.command.find(' '));
  const Command* command = find_command(id);
  const bool can_run = command != nullptr && given.guide.can_run(*command);
  if (text_button(brush, "lack", area, lack.button, ButtonLook::kPrimary, can_run)) {
    given.asked.ask(lack.command);
  }
  command_tooltip(given.look, id);
}

}  // namespace sortscope
