// widgets.cpp: text, lines, grounds and buttons.
#include "app/widgets/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <span>

#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/state/parts/look.h"
#include "app/state/view.h"
#include "app/widgets/sized_font.h"
#include "core/pictures/line_break.h"
#include "core/pictures/notation.h"

namespace sortscope {

namespace {

constexpr ImGuiWindowFlags kBareWindow = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                                         ImGuiWindowFlags_NoScrollWithMouse;

constexpr std::string_view kEllipsis = "…";

// Bytes of the UTF-8 character that starts with `first`.
std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  return byte >= 0xC0 ? 2 : 1;
}

// As much of `text` as is drawn in one size.
float width_of_run(const SizedFont& font, std::string_view text) {
  return font.font->CalcTextSizeA(font.size, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}

float width_of(const SizedFont& font, std::string_view text) {
  if (is_plain(text, Face::kSans)) return width_of_run(font, text);
  float width = 0;
  for (const NotationRun& run : notation_runs(text, Face::kSans)) {
    width += width_of_run({font.font, run.size * font.size}, run.text);
  }
  return width;
}

void draw_run(const Brush& brush, const SizedFont& font, float x, float y, std::string_view text,
              unsigned color) {
  if (!is_plain(text, Face::kSans)) {
    for (const NotationRun& run : notation_runs(text, Face::kSans)) {
      const SizedFont own{font.font, run.size * font.size};
      draw_run(brush, own, x, y - run.up * font.size, run.text, color);
      x += width_of_run(own, run.text);
    }
    return;
  }
  want_letters(font.font, text);
  // Whole pixels: glyphs stay as sharp as they were rasterised.
  brush.list->AddText(font.font, font.size, {std::round(x), std::round(y - font.size / 2)}, color,
                      text.data(), text.data() + text.size());
}

// The longest start of `text` that fits into `room`, cut between characters.
std::string_view fitting_start(const SizedFont& font, std::string_view text, float room) {
  std::size_t end = 0;
  float width = 0;
  while (end < text.size()) {
    const std::size_t bytes = std::min(character_bytes(text[end]), text.size() - end);
    width += width_of(font, text.substr(end, bytes));
    if (width > room) break;
    end += bytes;
  }
  return text.substr(0, end);
}

// The last blank of `text` up to `end` where a line may end; npos: there is none.
std::size_t last_break(std::string_view text, std::size_t end, bool code) {
  const std::size_t last = text.rfind(' ', end);
  // In code signs are everywhere, and its lines are narrow.
  if (code) return last;
  for (std::size_t at = last; at != std::string_view::npos && at > 0;
       at = text.rfind(' ', at - 1)) {
    if (!stays_together(text.substr(0, at), text.substr(at + 1))) return at;
  }
  // A formula that is longer than a line is broken.
  return last;
}

// Calls `line` with every line of the wrapped text.
template <typename Line>
void wrap(const SizedFont& font, float width, std::string_view text, bool code, Line line) {
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    std::string_view paragraph = text.substr(0, newline);
    text = newline == std::string_view::npos ? std::string_view{} : text.substr(newline + 1);
    do {
      // Only as much is measured as fits: a paragraph may be long.
      std::string_view start = fitting_start(font, paragraph, width);
      if (start.size() < paragraph.size()) {
        const std::size_t blank = last_break(paragraph, start.size(), code);
        const std::size_t part = start.find_last_of("/-") + 1;  // of a path; 0: there is none
        const std::size_t end = blank == std::string_view::npos || blank == 0 ? part : blank;
        if (end > 0) start = paragraph.substr(0, end);
        // At least one character a line, however narrow the room is.
        if (start.empty()) start = paragraph.substr(0, character_bytes(paragraph[0]));
      }
      line(start);
      paragraph.remove_prefix(start.size());
      paragraph.remove_prefix(std::min(paragraph.find_first_not_of(' '), paragraph.size()));
    } while (!paragraph.empty());
  }
}

void hover_ground(const Brush& brush, const Area& area, const Press& press, float corner) {
  if (!press.hovered && !press.held) return;
  brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                            brush.color(Role::kText, press.held ? 0.12F : 0.07F), brush.px(corner));
}

}  // namespace

Brush Brush::of(const Look& look) {
  return {ImGui::GetWindowDrawList(), look.palette, look.scale(), look.pointer_rest.get()};
}

float line_step(const Brush& brush, float size) { return std::round(size * brush.scale * 1.5F); }

float Brush::hairline() const { return std::max(1.0F, std::floor(scale)); }

unsigned Brush::color(Role role, float alpha) const {
  Color c = palette->color(role);
  c.a *= alpha;
  return pack(c);
}

FloatingWindow::FloatingWindow(const char* name, const Area& area) {
  ImGui::SetNextWindowPos({area.x, area.y});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin(name, nullptr,
               kBareWindow | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoFocusOnAppearing);
  ImGui::PopStyleVar(3);
}

FloatingWindow::~FloatingWindow() { ImGui::End(); }

namespace {

std::string_view as_drawn(const Brush& brush, std::string_view text, Face face, std::string& kept) {
  return brush.typed ? text : typeset(text, face, kept);
}

}  // namespace

float text_width(const Brush& brush, std::string_view text, float size, Face face) {
  std::string kept;
  text = as_drawn(brush, text, face, kept);
  return width_of(sized_font(brush, size, face), text);
}

float draw_text(const Brush& brush, float x, float y, std::string_view text, float size, Face face,
                Role role, Anchor anchor) {
  std::string kept;
  text = as_drawn(brush, text, face, kept);
  const SizedFont font = sized_font(brush, size, face);
  const float width = width_of(font, text);
  const float share = anchor == Anchor::kStart ? 0.0F : anchor == Anchor::kMiddle ? 0.5F : 1.0F;
  draw_run(brush, font, x - width * share, y, text, brush.color(role));
  return width;
}

void explain_at_rest(const Brush& brush, const Area& area, std::string_view text) {
  constexpr ImGuiHoveredFlags kHere = ImGuiHoveredFlags_AllowWhenBlockedByActiveItem |
                                      ImGuiHoveredFlags_ChildWindows |
                                      ImGuiHoveredFlags_NoPopupHierarchy;
  if (brush.rest == nullptr || !area.contains(ImGui::GetIO().MousePos)) return;
  if (!ImGui::IsWindowHovered(kHere)) return;  // nor a field of several lines in it
  brush.rest->cut = text;
  brush.rest->cut_x = area.x;
  brush.rest->cut_y = area.y;
  brush.rest->cut_width = area.width;
  brush.rest->cut_height = area.height;
}

bool draw_fitted(const Brush& brush, float x, float y, float room, std::string_view text,
                 float size, Face face, Role role) {
  std::string kept;
  text = as_drawn(brush, text, face, kept);
  const SizedFont font = sized_font(brush, size, face);
  if (width_of(font, text) <= room) {
    draw_run(brush, font, x, y, text, brush.color(role));
    return false;
  }
  explain_at_rest(brush, {x, y - brush.px(size) * 0.75F, room, brush.px(size) * 1.5F}, text);
  const float dots = width_of(font, kEllipsis);
  if (dots > room) return true;
  std::string shown(fitting_start(font, text, room - dots));
  while (!shown.empty() && shown.back() == ' ') shown.pop_back();
  shown += kEllipsis;
  draw_run(brush, font, x, y, shown, brush.color(role));
  return true;
}

float draw_paragraph(const Brush& brush, float x, float top, float width, std::string_view text,
                     float size, Face face, Role role) {
  std::string kept;
  text = as_drawn(brush, text, face, kept);
  const SizedFont font = sized_font(brush, size, face);
  const float step = line_step(brush, size);
  float y = top;
  wrap(font, width, text, face == Face::kMono, [&](std::string_view line) {
    draw_run(brush, font, x, y + step / 2, line, brush.color(role));
    y += step;
  });
  return y - top;
}

float paragraph_height(const Brush& brush, float width, std::string_view text, float size,
                       Face face) {
  std::string kept;
  text = as_drawn(brush, text, face, kept);
  const float step = line_step(brush, size);
  float height = 0;
  wrap(sized_font(brush, size, face), width, text, face == Face::kMono,
       [&](std::string_view) { height += step; });
  return height;
}

void fill_area(const Brush& brush, const Area& area, Role role) {
  brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()}, brush.color(role));
}

void draw_hairline(const Brush& brush, float x0, float y0, float x1, float y1) {
  const float w = brush.hairline();
  x0 = std::floor(x0);
  y0 = std::floor(y0);
  const bool level = std::abs(y1 - y0) < 1;
  brush.list->AddRectFilled({x0, y0}, level ? ImVec2{x1, y0 + w} : ImVec2{x0 + w, y1},
                            brush.color(Role::kLine));
}

void draw_card(const Brush& brush, const Area& area, float corner) {
  const ImVec2 low{area.x, area.y};
  const ImVec2 high{area.right(), area.bottom()};
  brush.list->AddRectFilled(low, high, brush.color(Role::kPanel), brush.px(corner));
  const float inset = brush.hairline() / 2;
  brush.list->AddRect({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset},
                      brush.color(Role::kLine), brush.px(corner), 0, brush.hairline());
}

void draw_heading(const Brush& brush, float x, float y, std::string_view text) {
  draw_text(brush, x, y, text, kSizeLabel, Face::kSansBold, Role::kMuted);
}

float draw_labelled(const Brush& brush, float x, float top, float width, float label_width,
                    std::string_view label, std::string_view value, Role value_role, Face face) {
  draw_fitted(brush, x, top + line_step(brush, kSizeText) / 2, label_width - brush.px(4), label,
              kSizeText, Face::kSans, Role::kMuted);
  const float height = draw_paragraph(brush, x + label_width, top, width - label_width, value,
                                      kSizeText, face, value_role);
  return std::max(height, line_step(brush, kSizeText)) + brush.px(4);
}

void draw_progress(const Brush& brush, const Area& area, double fraction) {
  const auto share = static_cast<float>(std::clamp(fraction, 0.0, 1.0));
  brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                            brush.color(Role::kLine), area.height / 2);
  const float width = std::max(area.width * share, area.height);
  brush.list->AddRectFilled({area.x, area.y}, {area.x + width, area.bottom()},
                            brush.color(Role::kAccent), area.height / 2);
}

float draw_key_cap(const Brush& brush, float x, float y, std::string_view text) {
  const float width = text_width(brush, text, kSizeSmall, Face::kMono) + brush.px(12);
  const float half = brush.px(10);
  brush.list->AddRectFilled({x, y - half}, {x + width, y + half}, brush.color(Role::kGround),
                            brush.px(4));
  brush.list->AddRect({x, y - half}, {x + width, y + half}, brush.color(Role::kLine), brush.px(4),
                      0, brush.hairline());
  draw_text(brush, x + width / 2, y, text, kSizeSmall, Face::kMono, Role::kText, Anchor::kMiddle);
  return width;
}

Press press_area(const char* id, const Area& area, bool enabled) {
  // ImGui refuses empty items.
  const ImVec2 size{std::max(area.width, 1.0F), std::max(area.height, 1.0F)};
  ImGui::SetCursorScreenPos({area.x, area.y});
  const bool pressed = ImGui::InvisibleButton(id, size);
  if (!enabled) return {};
  return {pressed, ImGui::IsItemHovered(), ImGui::IsItemActive()};
}

float pill_width(const Brush& brush, std::string_view label, std::string_view value, bool chevron) {
  float width = brush.px(24) + text_width(brush, value, kSizeText);
  if (!label.empty()) width += text_width(brush, label, kSizeText) + brush.px(10);
  return std::ceil(width + (chevron ? brush.px(18) : 0));
}

Press pill(const Brush& brush, const char* id, const Area& area, std::string_view label,
           std::string_view value, bool chevron, bool open) {
  expect_tooltip(brush, id, area);
  const Press press = press_area(id, area);
  const ImVec2 low{area.x, area.y};
  const ImVec2 high{area.right(), area.bottom()};
  brush.list->AddRectFilled(low, high, brush.color(Role::kGround), brush.px(6));
  hover_ground(brush, area, press, 6);
  const float inset = brush.hairline() / 2;
  brush.list->AddRect({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset},
                      brush.color(open ? Role::kAccent : Role::kLine), brush.px(6), 0,
                      brush.hairline());
  float x = area.x + brush.px(12);
  const float end = area.right() - brush.px(chevron ? 30 : 12);
  if (!label.empty()) {
    x += draw_text(brush, x, area.mid_y(), label, kSizeText, Face::kSans, Role::kMuted);
    x += brush.px(10);
  }
  draw_fitted(brush, x, area.mid_y(), end - x + 1, value, kSizeText, Face::kSans, Role::kText);
  if (chevron) {
    draw_icon(*brush.list, Icon::kChevronDown, area.right() - brush.px(16), area.mid_y(),
              brush.px(9), brush.color(Role::kMuted));
  }
  return press;
}

float text_button_width(const Brush& brush, std::string_view text) {
  return std::ceil(text_width(brush, text, kSizeText, Face::kSansBold) + brush.px(28));
}

Press text_button(const Brush& brush, const char* id, const Area& area, std::string_view text,
                  ButtonLook look, bool enabled) {
  expect_tooltip(brush, id, area);
  const Press press = press_area(id, area, enabled);
  const ImVec2 low{area.x, area.y};
  const ImVec2 high{area.right(), area.bottom()};
  unsigned color = brush.color(enabled ? Role::kText : Role::kMuted);
  if (look == ButtonLook::kPrimary && enabled) {
    brush.list->AddRectFilled(low, high, brush.color(Role::kAccent), brush.px(6));
    color = brush.on_accent();
  } else if (look != ButtonLook::kPlain) {
    brush.list->AddRect(low, high, brush.color(Role::kLine), brush.px(6), 0, brush.hairline());
  }
  hover_ground(brush, area, press, 6);
  const SizedFont font = sized_font(brush, kSizeText, Face::kSansBold);
  draw_run(brush, font, area.mid_x() - width_of(font, text) / 2, area.mid_y(), text, color);
  return press;
}

Press icon_button(const Brush& brush, const char* id, const Area& area, Icon icon, float icon_size,
                  bool enabled, bool round_accent, bool on) {
  expect_tooltip(brush, id, area);
  const Press press = press_area(id, area, enabled);
  unsigned color = enabled ? brush.color(Role::kText) : brush.color(Role::kMuted, 0.45F);
  if (round_accent) {
    const float radius = std::min(area.width, area.height) / 2;
    brush.list->AddCircleFilled({area.mid_x(), area.mid_y()}, radius,
                                brush.color(Role::kAccent, enabled ? 1 : 0.45F), 48);
    if (press.hovered) {
      brush.list->AddCircleFilled({area.mid_x(), area.mid_y()}, radius,
                                  brush.color(Role::kText, press.held ? 0.2F : 0.1F), 48);
    }
    color = brush.on_accent();
  } else {
    if (on) {
      brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                                brush.color(Role::kAccentBand), brush.px(6));
      color = brush.color(Role::kAccent);
    }
    hover_ground(brush, area, press, 6);
  }
  draw_icon(*brush.list, icon, area.mid_x(), area.mid_y(), brush.px(icon_size), color);
  return press;
}

int segmented(const Brush& brush, const char* id, const Area& area, const std::string_view* texts,
              int count, int chosen) {
  const float corner = brush.px(6);
  brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                            brush.color(Role::kGround), corner);
  brush.list->AddRect({area.x, area.y}, {area.right(), area.bottom()}, brush.color(Role::kLine),
                      corner, 0, brush.hairline());
  const float width = area.width / static_cast<float>(count);
  int result = -1;
  ImGui::PushID(id);
  for (int i = 0; i < count; ++i) {
    const Area part{area.x + width * static_cast<float>(i), area.y, width, area.height};
    ImGui::PushID(i);
    const Press press = press_area("part", part);
    ImGui::PopID();
    if (press) result = i;
    if (i == chosen) {
      brush.list->AddRectFilled({part.x, part.y}, {part.right(), part.bottom()},
                                brush.color(Role::kAccentBand), corner);
    }
    hover_ground(brush, part, press, 6);
    draw_text(brush, part.mid_x(), part.mid_y(), texts[i], kSizeText, Face::kSans,
              i == chosen ? Role::kAccent : Role::kText, Anchor::kMiddle);
  }
  ImGui::PopID();
  return result;
}

bool tick_box(const Brush& brush, const char* id, const Area& area, std::string_view text,
              bool ticked) {
  const Press press = press_area(id, area);
  const float side = brush.px(16);
  const ImVec2 low{area.x, std::round(area.mid_y() - side / 2)};
  const ImVec2 high{low.x + side, low.y + side};
  if (ticked) {
    brush.list->AddRectFilled(low, high, brush.color(Role::kAccent), brush.px(4));
    draw_icon(*brush.list, Icon::kCheck, low.x + side / 2, low.y + side / 2, side * 0.6F,
              brush.on_accent());
  } else {
    brush.list->AddRect(low, high, brush.color(press.hovered ? Role::kText : Role::kMuted),
                        brush.px(4), 0, brush.hairline());
  }
  draw_fitted(brush, high.x + brush.px(8), area.mid_y(), area.right() - high.x - brush.px(8), text,
              kSizeText, Face::kSans, Role::kText);
  return press.pressed;
}

void open_popover(const char* id) { ImGui::OpenPopup(id); }

Area popover_area(const Area& anchor, float x, float width, float height, ImVec2 display,
                  float scale) {
  const float margin = 8 * scale;
  const float gap = 4 * scale;
  width = std::min(width, display.x - 2 * margin);
  x = std::clamp(x, margin, std::max(margin, display.x - width - margin));
  const float below = display.y - margin - (anchor.bottom() + gap);
  const float above = anchor.y - gap - margin;
  if (height <= below || below >= above) {
    return {x, anchor.bottom() + gap, width, std::min(height, below)};
  }
  height = std::min(height, above);
  return {x, anchor.y - gap - height, width, height};
}

bool begin_popover(const Look& look, const char* id, const Area& anchor, float x, float width,
                   float height, Area& area) {
  if (!ImGui::IsPopupOpen(id)) return false;
  const float scale = look.scale();
  const float wanted = height;
  const Area place = popover_area(anchor, x, width, height, ImGui::GetIO().DisplaySize, scale);
  const float y = place.y;
  x = place.x;
  width = place.width;
  height = place.height;
  ImGui::SetNextWindowPos({x, y});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, std::max(1.0F, std::floor(scale)));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, 6 * scale);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, pack(look.palette->color(Role::kPanel)));
  ImGui::PushStyleColor(ImGuiCol_Border, pack(look.palette->color(Role::kLine)));
  ImGuiWindowFlags flags = kBareWindow;
  const bool scrolls = wanted > height + 1;
  if (scrolls) flags &= ~(ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  const bool open = ImGui::BeginPopup(id, flags);
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
  if (!open) return false;
  const float pad = 8 * scale;
  const float bar = scrolls ? ImGui::GetStyle().ScrollbarSize : 0;
  area = {x + pad, y + pad - ImGui::GetScrollY(), width - 2 * pad - bar, wanted - 2 * pad};
  // The height of what is in it, so that it scrolls to its end.
  ImGui::SetCursorScreenPos({x, y - ImGui::GetScrollY()});
  ImGui::Dummy({1, scrolls ? wanted : 1});
  return true;
}

void end_popover() { ImGui::EndPopup(); }

float list_row_width(const Brush& brush, std::string_view note) {
  return text_width(brush, note, kSizeSmall, Face::kSans) + brush.px(28 + 10 + 2 * 8 + 4) +
         ImGui::GetStyle().ScrollbarSize;
}

Press list_row(const Brush& brush, const char* id, const Area& area, std::string_view title,
               std::string_view note, bool chosen, bool enabled, bool cursor) {
  const Press press = press_area(id, area, enabled);
  if (cursor) {
    brush.list->AddRectFilled({area.x, area.y}, {area.right(), area.bottom()},
                              brush.color(Role::kAccentBand), brush.px(6));
  }
  hover_ground(brush, area, press, 6);
  const float x = area.x + brush.px(28);
  const float room = area.right() - brush.px(10) - x;
  const float y = note.empty() ? area.mid_y() : area.mid_y() - brush.px(9);
  if (chosen) {
    draw_icon(*brush.list, Icon::kCheck, area.x + brush.px(14), y, brush.px(10),
              brush.color(Role::kAccent));
  }
  draw_fitted(brush, x, y, room, title, kSizeText, Face::kSans,
              enabled ? Role::kText : Role::kMuted);
  if (!note.empty()) {
    draw_fitted(brush, x, area.mid_y() + brush.px(9), room, note, kSizeSmall, Face::kSans,
                Role::kMuted);
  }
  return press;
}

}  // namespace sortscope
