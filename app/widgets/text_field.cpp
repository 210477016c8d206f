// text_field.cpp: fields that one types into.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/painters/theme.h"
#include "app/widgets/field_limit.h"
#include "app/widgets/sized_font.h"
#include "app/widgets/widgets.h"
#include "app/widgets/wrap_words.h"
#include "core/base/number_text.h"
#include "core/base/quote.h"

namespace sortscope {

namespace {

constexpr float kFieldPadding = 13;  // above and below lines
constexpr std::size_t kMostFieldLines = 5;

// Gives the keyboard to a text field from the next frame on; one that has just lost it keeps its
// caret. SetKeyboardFocusHere() would select the whole text, twice in two frames.
void focus_text(const char* id) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiID item = ImGui::GetID(id);
  if (context.ActiveId == item) return;
  context.NavNextActivateId = item;
  context.NavNextActivateFlags =
      ImGuiActivateFlags_PreferInput | ImGuiActivateFlags_TryToPreserveState;
}

// A text was longer than a field holds, and nobody has been told yet.
bool refused = false;

// A field that is being edited keeps its own copy of the text: only its callback can change that.
struct TextChange {
  std::optional<std::string>* replacement = nullptr;
  std::size_t columns = 0;  // of a field with several lines
  const std::string* before = nullptr;
};
int change_text(ImGuiInputTextCallbackData* data) {
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCharFilter) {
    return field_takes(data->EventChar) ? 0 : 1;
  }
  const auto* change = static_cast<const TextChange*>(data->UserData);
  auto* replacement = change->replacement;
  if (replacement != nullptr && replacement->has_value()) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, (*replacement)->c_str());
    data->CursorPos = data->BufTextLen;
    data->ClearSelection();
    replacement->reset();
  }
  if (static_cast<std::size_t>(data->BufTextLen) > kMostTextBytes) {
    refused = true;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, change->before->c_str());
    data->CursorPos = data->BufTextLen;
    data->ClearSelection();
  }
  const std::span<char> text(data->Buf, static_cast<std::size_t>(data->BufTextLen));
  if (change->columns > 0 && wrap_words(text, change->columns)) data->BufDirty = true;
  return 0;
}

}  // namespace

bool text_field(const Brush& brush, const char* id, const Area& area, std::string& text,
                std::string_view placeholder, bool* entered, bool focus,
                std::optional<std::string>* replacement, bool several_lines) {
  const SizedFont font = sized_font(brush, kSizeText, Face::kMono);
  ImGui::SetCursorScreenPos({area.x, area.y});
  ImGui::SetNextItemWidth(area.width);
  const float old_scale = font.font->Scale;
  font.font->Scale = font.size / font.font->FontSize;
  ImGui::PushFont(font.font);
  const float padding = several_lines ? brush.px(kFieldPadding)
                                      : std::max(0.0F, (area.height - ImGui::GetFontSize()) / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {brush.px(10), padding});
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, brush.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, brush.color(Role::kGround));
  ImGui::PushStyleColor(ImGuiCol_Text, brush.color(Role::kText));
  ImGui::PushStyleColor(ImGuiCol_TextSelectedBg, brush.color(Role::kAccent, 0.35F));
  const std::string before = text;
  want_letters(font.font, text);
  TextChange change{focus ? nullptr : replacement, 0, &before};
  constexpr ImGuiInputTextFlags kFlags = ImGuiInputTextFlags_EnterReturnsTrue |
                                         ImGuiInputTextFlags_CallbackAlways |
                                         ImGuiInputTextFlags_CallbackCharFilter;
  bool enter = false;
  if (several_lines) {
    const float letter = ImGui::CalcTextSize("0").x;
    change.columns = static_cast<std::size_t>((area.width - brush.px(20)) / letter);
    enter = ImGui::InputTextMultiline(id, &text, {area.width, area.height},
                                      kFlags | ImGuiInputTextFlags_CtrlEnterForNewLine, change_text,
                                      &change);
  } else {
    enter = ImGui::InputText(id, &text, kFlags | ImGuiInputTextFlags_AutoSelectAll, change_text,
                             &change);
  }
  // Enter has just taken the keyboard away where it was pressed.
  if (focus) focus_text(id);
  const bool active = ImGui::IsItemActive();
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar(3);
  ImGui::PopFont();
  font.font->Scale = old_scale;
  brush.list->AddRect({area.x, area.y}, {area.right(), area.bottom()},
                      brush.color(active ? Role::kAccent : Role::kLine), brush.px(6), 0,
                      brush.hairline());
  if (text.empty()) {
    Brush typed = brush;
    typed.typed = true;
    draw_fitted(typed, area.x + brush.px(10), area.mid_y(), area.width - brush.px(20), placeholder,
                kSizeText, Face::kSans, Role::kMuted);
  }
  if (entered != nullptr) *entered = enter;
  return text != before;
}

bool field_takes(unsigned int character) {
  char bytes[5] = {};
  ImTextCharToUtf8(bytes, character);
  std::string_view text = character == 0 ? std::string_view(bytes, 1) : bytes;
  const std::string_view whole = text;
  std::string seen;
  take_printable(text, seen, "\n\t");
  return seen == whole;
}

std::string take_refused_text() {
  if (!std::exchange(refused, false)) return "";
  return fmt::format(
      "A field holds {} of text: what was pasted is longer, and the field is as it was. Many "
      "numbers are pasted on the picture (Esc, then Ctrl+V), or opened as a file.",
      bytes_text(kMostTextBytes));
}

float text_field_height(const Brush& brush, std::string_view text) {
  const SizedFont font = sized_font(brush, kSizeText, Face::kMono);
  const auto lines = static_cast<float>(std::min(count_lines(text), kMostFieldLines));
  return lines * font.size + 2 * brush.px(kFieldPadding) + brush.px(4);
}

bool text_field_has_keyboard(const char* id) { return ImGui::GetActiveID() == ImGui::GetID(id); }

void leave_text_field() { ImGui::ClearActiveID(); }

}  // namespace sortscope
