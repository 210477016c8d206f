// rich_text.cpp: captions through ImGui; italics are slanted, as those of Inter are.
#include "app/widgets/rich_text.h"

#include <cmath>

#include "app/painters/theme.h"

namespace sortscope {

namespace {

constexpr float kSlant = 0.19F;

}  // namespace

RichLayout set_rich_text(const Brush& brush, const std::vector<RichBlock>& blocks, float width,
                         float size) {
  const auto measure = [&](std::string_view text, float pixels, Face face) {
    Brush of_face = brush;
    of_face.typed = face == Face::kMono;  // code
    return text_width(of_face, text, pixels / brush.scale, face);
  };
  return layout_rich_text(blocks, width, brush.px(size), measure);
}

void draw_rich_text(const Brush& brush, const RichLayout& text, float x, float y, Role role) {
  ImDrawList& list = *brush.list;
  for (const RichRun& run : text.runs) {
    const float left = x + run.x;
    const float middle = y + run.y;
    if (run.code) {
      const float pad = brush.px(3);
      list.AddRectFilled({left - pad, middle - run.size * 0.75F},
                         {left + run.width + pad, middle + run.size * 0.75F},
                         brush.color(Role::kLine, 0.75F), brush.px(4));
    }
    const int first = list.VtxBuffer.Size;
    Brush of_run = brush;
    of_run.typed = run.code || run.face == Face::kMono;
    draw_text(of_run, left, middle, run.text, run.size / brush.scale, run.face, role);
    if (!run.italic) continue;
    const float baseline = middle + run.size * 0.36F;
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
      ImVec2& at = list.VtxBuffer[i].pos;
      at.x += (baseline - at.y) * kSlant;
    }
  }
}

}  // namespace sortscope
