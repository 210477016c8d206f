// drawn_text.h: the words of a frame, read from the letters that it draws.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sortscope {

/// Letters that stand in a line.
struct DrawnText {
  std::string text;
  float left = 0, right = 0, top = 0, bottom = 0;
  /// It ends in three dots, as words do that have no room; dots between blanks are of a code.
  [[nodiscard]] bool cut() const {
    return text.size() > 3 && text.ends_with("…") && !text.ends_with(" …");
  }
};

/// What the last frame, once rendered, has drawn, in its order. A blank is a gap, and a wide gap
/// or another line begins another text.
inline std::vector<DrawnText> drawn_texts() {
  constexpr float kBlank = 0.12F;  // of the font's height, beyond where a letter ends
  constexpr float kApart = 0.9F;
  struct Letter {
    ImFontGlyph glyph;
    float height;  // of the font
  };
  std::map<std::pair<float, float>, Letter> letters;
  for (const ImFont* font : ImGui::GetIO().Fonts->Fonts) {
    for (const ImFontGlyph& glyph : font->Glyphs) {
      if (glyph.Visible) letters.insert({{glyph.U0, glyph.V0}, {glyph, font->FontSize}});
    }
  }
  std::vector<DrawnText> found;
  const ImDrawData* data = ImGui::GetDrawData();
  float pen = 0;  // where the next letter of the text so far begins
  for (int n = 0; n < data->CmdListsCount; ++n) {
    const ImVector<ImDrawVert>& marks = data->CmdLists[n]->VtxBuffer;
    bool fresh = true;
    for (int i = 0; i + 3 < marks.Size;) {
      const auto letter = letters.find({marks[i].uv.x, marks[i].uv.y});
      const bool upright =
          marks[i].pos.y == marks[i + 1].pos.y && marks[i + 2].pos.x == marks[i + 1].pos.x;
      if (letter == letters.end() || !upright) {
        ++i;
        fresh = true;
        continue;
      }
      const ImVec2 low = marks[i].pos;
      const ImVec2 high = marks[i + 2].pos;
      i += 4;
      char bytes[5] = {};
      const auto code = static_cast<unsigned>(letter->second.glyph.Codepoint);
      if (code < 0x80) {
        bytes[0] = static_cast<char>(code);
      } else if (code < 0x800) {
        bytes[0] = static_cast<char>(0xC0 | (code >> 6));
        bytes[1] = static_cast<char>(0x80 | (code & 0x3F));
      } else {
        bytes[0] = static_cast<char>(0xE0 | (code >> 12));
        bytes[1] = static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        bytes[2] = static_cast<char>(0x80 | (code & 0x3F));
      }
      const ImFontGlyph& glyph = letter->second.glyph;
      const float scale = (high.x - low.x) / std::max(glyph.X1 - glyph.X0, 0.01F);
      const float size = letter->second.height * scale;
      const float begins = low.x - glyph.X0 * scale;
      const float gap = begins - std::exchange(pen, begins + glyph.AdvanceX * scale);
      if (!found.empty() && !std::exchange(fresh, false)) {
        DrawnText& last = found.back();
        const bool line = low.y < last.bottom + 0.3F * size && high.y > last.top - 0.3F * size;
        if (line && gap > -0.3F * size && gap < kApart * size) {
          if (gap > kBlank * size) last.text += ' ';
          last.text += bytes;
          last.right = high.x;
          last.top = std::min(last.top, low.y);
          last.bottom = std::max(last.bottom, high.y);
          continue;
        }
      }
      fresh = false;
      found.push_back({bytes, low.x, high.x, low.y, high.y});
    }
  }
  return found;
}

}  // namespace sortscope
