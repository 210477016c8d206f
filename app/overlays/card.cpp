// card.cpp: the card that every overlay is drawn on, and what they share.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"

namespace sortscope {

namespace {

constexpr float kHeaderHeight = 56;
constexpr int kFramesToPassKeyboard = 6;
constexpr float kMargin = 16;  // between card and window, at least

struct OverlayRow {
  Overlay overlay;
  std::shared_ptr<OverlayContent> (*make)();
};
constexpr OverlayRow kOverlays[] = {
    {Overlay::kHelp, make_help_overlay},
    {Overlay::kPalette, make_palette_overlay},
    {Overlay::kOpenFile, make_open_overlay},
    {Overlay::kSaveFile, make_save_overlay},
    {Overlay::kNewRun, make_new_run_overlay},
    {Overlay::kExport, make_export_overlay},
    {Overlay::kInfo, make_info_overlay},
    {Overlay::kBench, make_bench_overlay},
    {Overlay::kSaveSession, make_save_session_overlay},
    {Overlay::kCommandLine, make_command_line_overlay},
    {Overlay::kWelcome, make_welcome_overlay},
    {Overlay::kAskKernel, make_ask_kernel_overlay},
};

// Makes the content of the overlay that is open, where another one was. True if it did.
bool renew_content(const OverlayParts& given) {
  const bool open = given.overlay.open != Overlay::kNone;
  if (open && given.overlay.content && given.overlay.content->overlay == given.overlay.open)
    return false;
  if (!open && !given.overlay.content) return false;
  given.overlay.content.reset();
  // A field of the overlay before may still have the keyboard.
  leave_text_field();
  for (const OverlayRow& row : kOverlays) {
    if (row.overlay != given.overlay.open) continue;
    given.overlay.content = row.make();
    given.overlay.content->overlay = given.overlay.open;
  }
  return true;
}

Area card_area(const OverlayContent& content, float scale) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 wanted = content.wanted_size();
  const float margin = std::min(kMargin * scale, display.y * 0.04F);
  Area card;
  card.width = std::floor(std::min(wanted.x * scale, display.x - 2 * margin));
  card.height = std::floor(std::min(wanted.y * scale, display.y - 2 * margin));
  card.x = std::floor((display.x - card.width) / 2);
  // A little above the middle, where the eye expects it.
  card.y = std::floor(std::max(margin, (display.y - card.height) * 0.42F));
  return card;
}

// Title, and how to close. Returns what is left for the content.
Area draw_header(const OverlayParts& given, const Brush& brush, const Area& card,
                 std::string_view title) {
  const float height = brush.px(kHeaderHeight);
  const float y = card.y + height / 2;
  draw_text(brush, card.x + brush.px(kCardPadding), y, title, kSizeHeading, Face::kSansBold,
            Role::kText);
  const float side = brush.px(28);
  const Area close{card.right() - brush.px(kCardPadding - 6) - side, y - side / 2, side, side};
  if (icon_button(brush, "close", close, Icon::kClose, 12)) given.overlay.open = Overlay::kNone;
  tooltip(given.look, "Close", "Esc");
  draw_hairline(brush, card.x, card.y + height, card.right(), card.y + height);
  return {card.x, card.y + height, card.width, card.height - height};
}

}  // namespace

void draw_overlays(const OverlayParts& given) {
  const bool opened = renew_content(given);
  if (opened || !given.overlay.keys.empty() || ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    given.overlay.frames_wanted = kFramesToPassKeyboard;
  } else if (given.overlay.frames_wanted > 0) {
    --given.overlay.frames_wanted;
  }
  const std::shared_ptr<OverlayContent> content = given.overlay.content;
  if (content == nullptr) {
    given.overlay.problem.clear();
    given.overlay.keys.clear();
    return;
  }
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  if (opened) ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("overlay", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(3);
  const Brush brush = Brush::of(given.look);
  brush.list->AddRectFilled({0, 0}, display, brush.color(Role::kGround, 0.72F));
  const Area card = card_area(*content, brush.scale);
  draw_card(brush, card, 8);
  if (!opened && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
      ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !card.contains(ImGui::GetMousePos())) {
    given.overlay.open = Overlay::kNone;
  }
  ImGui::PushID(content.get());
  Area area = card;
  if (!content->title().empty()) area = draw_header(given, brush, card, content->title());
  content->draw(given, area);
  given.overlay.problem = content->problem();
  ImGui::PopID();
  ImGui::End();
  given.overlay.keys.clear();
}

ChipRow choice_chips(const Brush& brush, const char* id, float x, float top, float width,
                     std::span<const std::string_view> texts, int chosen, const bool* enabled) {
  const float height = brush.px(28);
  const float gap = brush.px(6);
  ChipRow row;
  float left = x;
  float y = top;
  ImGui::PushID(id);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const float wide = std::ceil(text_width(brush, texts[i], kSizeText) + brush.px(24));
    if (left > x && left + wide > x + width) {
      left = x;
      y += height + gap;
    }
    const Area chip{left, y, wide, height};
    const bool on = enabled == nullptr || enabled[i];
    const bool is_chosen = static_cast<int>(i) == chosen;
    ImGui::PushID(static_cast<int>(i));
    const Press press = press_area("chip", chip, on);
    ImGui::PopID();
    if (press) row.pressed = static_cast<int>(i);
    if (is_chosen) row.chosen = chip;
    row.drawn = chip;
    const ImVec2 low{chip.x, chip.y};
    const ImVec2 high{chip.right(), chip.bottom()};
    brush.list->AddRectFilled(low, high, brush.color(Role::kGround), brush.px(6));
    if (is_chosen)
      brush.list->AddRectFilled(low, high, brush.color(Role::kAccentBand), brush.px(6));
    if (press.hovered)
      brush.list->AddRectFilled(low, high, brush.color(Role::kText, 0.06F), brush.px(6));
    brush.list->AddRect(low, high, brush.color(is_chosen ? Role::kAccent : Role::kLine),
                        brush.px(6), 0, brush.hairline());
    draw_text(brush, chip.mid_x(), chip.mid_y(), texts[i], kSizeText, Face::kSans,
              !on         ? Role::kMuted
              : is_chosen ? Role::kAccent
                          : Role::kText,
              Anchor::kMiddle);
    left = chip.right() + gap;
  }
  ImGui::PopID();
  row.bottom = y + height;
  return row;
}

void draw_focus_ring(const Brush& brush, const Area& area) {
  const float gap = brush.px(2);
  brush.list->AddRect({area.x - gap, area.y - gap}, {area.right() + gap, area.bottom() + gap},
                      brush.color(Role::kAccent), brush.px(8), 0, 2 * brush.hairline());
}

OverlayKey overlay_key(const KeyEvent& event) {
  if (event.character != 0 || event.alt) return OverlayKey::kNone;
  switch (event.key) {
    case GLFW_KEY_UP:
      return OverlayKey::kUp;
    case GLFW_KEY_DOWN:
      return OverlayKey::kDown;
    case GLFW_KEY_LEFT:
      return OverlayKey::kLeft;
    case GLFW_KEY_RIGHT:
      return OverlayKey::kRight;
    case GLFW_KEY_PAGE_UP:
      return OverlayKey::kPageUp;
    case GLFW_KEY_PAGE_DOWN:
      return OverlayKey::kPageDown;
    case GLFW_KEY_HOME:
      return OverlayKey::kHome;
    case GLFW_KEY_END:
      return OverlayKey::kEnd;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
      return OverlayKey::kEnter;
    case GLFW_KEY_TAB:
      return event.shift ? OverlayKey::kBackTab : OverlayKey::kTab;
    case GLFW_KEY_SPACE:
      return OverlayKey::kSpace;
    case GLFW_KEY_BACKSPACE:
      return OverlayKey::kBackspace;
    default:
      return OverlayKey::kNone;
  }
}

std::string with_hyphens(std::string_view text) {
  static constexpr std::array<std::string_view, 4> kDashes = {"–", "—", "‐", "−"};
  std::string plain(text);
  for (const std::string_view dash : kDashes) {
    for (std::size_t at = 0; (at = plain.find(dash, at)) != std::string::npos;) {
      plain.replace(at, dash.size(), "-");
    }
  }
  return plain;
}

int fuzzy_score(std::string_view typed, std::string_view offered) {
  const std::string pattern = with_hyphens(typed);
  const std::string text = with_hyphens(offered);
  const auto lower = [](char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  };
  const auto same = [&](char a, char b) { return lower(a) == lower(b); };
  const auto whole = std::search(text.begin(), text.end(), pattern.begin(), pattern.end(), same);
  int score = pattern.empty() || whole == text.end() ? 1 : whole == text.begin() ? 100 : 50;
  int run = 0;
  std::size_t at = 0;
  for (const char p : pattern) {
    if (p == ' ') continue;
    std::size_t found = at;
    while (found < text.size() && lower(text[found]) != lower(p)) ++found;
    if (found == text.size()) return 0;
    run = found == at && at > 0 ? run + 1 : 0;
    const bool starts_word = found == 0 || text[found - 1] == ' ' || text[found - 1] == '-';
    score += 1 + 4 * run + (starts_word ? 8 : 0) -
             static_cast<int>(std::min<std::size_t>(found - at, 3));
    at = found + 1;
  }
  return std::max(score, 1);
}

}  // namespace sortscope
