// palette.cpp: find a command by a few letters, or type it with its arguments.
#include <algorithm>
#include <vector>

#include "app/commands/argument_choices.h"
#include "app/overlays/overlay.h"
#include "app/overlays/palette_choices.h"
#include "app/overlays/parts.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/next_run.h"
#include "app/state/parts/notices.h"
#include "app/state/session.h"

namespace sortscope {

namespace {

constexpr float kFieldHeight = 40;
constexpr float kRowHeight = 46;
constexpr float kQuestionHeight = 30;
constexpr int kRowsOfPage = 8;
constexpr std::size_t kMostRecent = 20;

class PaletteOverlay : public OverlayContent {
 public:
  [[nodiscard]] std::string_view title() const override { return {}; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {640, 480}; }

  void draw(const OverlayParts& given, const Area& area) override {
    Brush brush = Brush::of(given.look);
    brush.typed = true;
    const float pad = brush.px(12);
    const Area field{area.x + pad, area.y + pad, area.width - 2 * pad, brush.px(kFieldHeight)};
    if (text_field(brush, "##command", field, text_, "Type a command", nullptr, focus_,
                   &replacement_)) {
      chosen_ = 0;
      error_.clear();
    }
    focus_ = false;
    const std::optional<ArgumentQuestion> question = palette_question(given.program, text_);
    const std::vector<PaletteChoice> choices =
        palette_choices(given.program, given.remembered, text_);
    const int count = static_cast<int>(choices.size());
    chosen_ = std::clamp(chosen_, 0, std::max(count - 1, 0));
    bool moved = false;
    for (const KeyEvent& event : given.overlay.keys) {
      switch (overlay_key(event)) {
        case OverlayKey::kUp:
          chosen_ = chosen_ > 0 ? chosen_ - 1 : std::max(count - 1, 0);
          moved = true;
          break;
        case OverlayKey::kDown:
          chosen_ = chosen_ + 1 < count ? chosen_ + 1 : 0;
          moved = true;
          break;
        case OverlayKey::kPageUp:
          chosen_ = std::max(chosen_ - kRowsOfPage, 0);
          moved = true;
          break;
        case OverlayKey::kPageDown:
          chosen_ = std::clamp(chosen_ + kRowsOfPage, 0, std::max(count - 1, 0));
          moved = true;
          break;
        case OverlayKey::kTab:
          if (count > 0) complete(choices[static_cast<std::size_t>(chosen_)]);
          break;
        case OverlayKey::kEnter:
          enter(given, choices);
          return;
        default:
          break;
      }
    }
    float top = field.bottom() + brush.px(8);
    draw_hairline(brush, area.x, top, area.right(), top);
    top += draw_question(
        brush, {area.x + pad, top, area.width - 2 * pad, brush.px(kQuestionHeight)}, question);
    draw_list(given,
              {area.x + brush.px(8), top + brush.px(8), area.width - brush.px(14),
               area.bottom() - top - brush.px(16)},
              choices, moved);
  }

  [[nodiscard]] std::string_view problem() const override { return error_; }

 private:
  void complete(const PaletteChoice& choice) {
    text_ = choice.line + (choice.line.ends_with(' ') ? "" : " ");
    replacement_ = text_;
    chosen_ = 0;
    focus_ = true;
    error_.clear();
  }

  void enter(const OverlayParts& given, const std::vector<PaletteChoice>& choices) {
    if (choices.empty()) {
      focus_ = true;
      return;
    }
    const PaletteChoice& choice = choices[static_cast<std::size_t>(chosen_)];
    const std::string line = choice.line;
    const Command* command = find_command(line.substr(0, line.find(' ')));
    if (command == nullptr) return;
    if (!choice.why_not.empty()) {
      replacement_ = text_;
      focus_ = true;
      error_ = choice.why_not;
      return;
    }
    // What it still needs is asked for.
    const auto words = split_command_line(line);
    if (words.ok() && words->size() - 1 < argument_count(command->arguments).least) {
      complete(choice);
      return;
    }
    given.overlay.open = Overlay::kNone;
    given.asked.ask(line, [this, given, line, command](const Status& status) {
      if (!status) {
        // It stays open, with what was typed, to be put right.
        given.overlay.open = Overlay::kPalette;
        error_ = status.error().text();
        replacement_ = text_;
        focus_ = true;
        return;
      }
      remember(given, line);
      if (command->group == "Next run") {
        given.notices.notify("Next run: " + next_run_text(given.next) + ". Ctrl+R records it.");
        // Once another run is there, it is no longer the next.
        given.notices.of_run(given.session.generation());
      }
    });
  }

  static void remember(const OverlayParts& given, const std::string& line) {
    std::erase(given.remembered.recent_commands, line);
    given.remembered.recent_commands.insert(given.remembered.recent_commands.begin(), line);
    if (given.remembered.recent_commands.size() > kMostRecent)
      given.remembered.recent_commands.resize(kMostRecent);
  }

  // What is asked for, or what went wrong, above the list. Returns its height.
  float draw_question(const Brush& brush, const Area& area,
                      const std::optional<ArgumentQuestion>& question) const {
    if (!error_.empty()) {
      const float x = area.x + brush.px(20);
      draw_icon(*brush.list, Icon::kWarning, area.x + brush.px(7), area.mid_y() + brush.px(4),
                brush.px(14), brush.color(Role::kExchanged));
      const float height = draw_paragraph(brush, x, area.y + brush.px(8), area.right() - x, error_,
                                          kSizeText, Face::kSans, Role::kText);
      return height + brush.px(8);
    }
    if (!question) return 0;
    std::string text = question->wants;
    if (text.empty()) text = "choose one";
    if (question->optional) text += ", or nothing more: Enter";
    const float y = area.mid_y() + brush.px(4);
    const float width = draw_text(brush, area.x + brush.px(8), y, question->name, kSizeText,
                                  Face::kMono, Role::kAccent);
    draw_fitted(brush, area.x + brush.px(20) + width, y, area.width - width - brush.px(20), text,
                kSizeText, Face::kSans, Role::kMuted);
    return area.height;
  }

  void draw_list(const OverlayParts& given, const Area& area,
                 const std::vector<PaletteChoice>& choices, bool moved) {
    ScrollBody body(given.look, "list", area);
    body.brush.typed = true;
    const Brush& brush = body.brush;
    if (choices.empty()) {
      draw_text(brush, area.x + brush.px(12), body.content.y + brush.px(20), "No command matches.",
                kSizeText, Face::kSans, Role::kMuted);
      return;
    }
    int pressed = -1;
    float y = body.content.y;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const PaletteChoice& choice = choices[i];
      const Area row{body.content.x, y, area.width - brush.px(12), brush.px(kRowHeight)};
      ImGui::PushID(static_cast<int>(i));
      if (draw_choice(brush, row, choice, static_cast<int>(i) == chosen_)) {
        pressed = static_cast<int>(i);
      }
      ImGui::PopID();
      if (moved && static_cast<int>(i) == chosen_) body.reveal(row);
      y += row.height;
    }
    body.end_at(y);
    if (pressed >= 0) {
      chosen_ = pressed;
      enter(given, choices);
    }
  }

  static bool draw_choice(const Brush& brush, const Area& row, const PaletteChoice& choice,
                          bool chosen) {
    const bool enabled = choice.why_not.empty();
    const Press press = press_area("row", row);
    if (chosen || press.hovered) {
      brush.list->AddRectFilled(
          {row.x, row.y}, {row.right(), row.bottom()},
          chosen ? brush.color(Role::kAccentBand) : brush.color(Role::kText, 0.06F), brush.px(6));
    }
    const float x = row.x + brush.px(12);
    float right = row.right() - brush.px(12);
    if (!choice.keys.empty()) {
      right -= text_width(brush, choice.keys, kSizeSmall, Face::kMono) + brush.px(12);
      draw_key_cap(brush, right, row.mid_y(), choice.keys);
      right -= brush.px(12);
    }
    const std::string call = choice.usage.empty() || choice.line.find(' ') != std::string::npos
                                 ? choice.line
                                 : choice.line + " " + choice.usage;
    const TitleParts parts =
        title_parts(choice.title.empty() ? std::string_view(call) : choice.title);
    const float upper = row.y + brush.px(15);
    const float lower = row.y + brush.px(33);
    draw_fitted(brush, x, upper, right - x, parts.title, kSizeText, Face::kSans,
                enabled ? Role::kText : Role::kMuted);
    // Below: why it cannot run, else more about it, and what to type.
    if (!enabled) {
      draw_fitted(brush, x, lower, right - x, choice.why_not, kSizeSmall, Face::kSans,
                  Role::kMuted);
      return press.pressed;
    }
    float left = x;
    const auto add = [&](std::string_view words, Face face) {
      if (words.empty() || left >= right) return;
      draw_fitted(brush, left, lower, right - left, words, kSizeSmall, face, Role::kMuted);
      left += text_width(brush, words, kSizeSmall, face) + brush.px(12);
    };
    if (choice.recent) add("recent", Face::kSans);
    add(parts.detail, Face::kSans);
    if (!choice.title.empty()) add(call, Face::kMono);
    return press.pressed;
  }

  std::string text_;
  std::optional<std::string> replacement_;
  std::string error_;  // of the line that was run last
  int chosen_ = 0;
  bool focus_ = true;
};

}  // namespace

std::shared_ptr<OverlayContent> make_palette_overlay() {
  return std::make_shared<PaletteOverlay>();
}

}  // namespace sortscope
