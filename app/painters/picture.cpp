// picture.cpp: draws a core/pictures/picture.h picture with ImGui's draw list.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/painters/theme.h"
#include "core/pictures/notation.h"

namespace sortscope {

namespace {

constexpr std::size_t kMostSoftShapes = 1500;

void dashed_line(ImDrawList& list, ImVec2 a, ImVec2 b, unsigned color, float width, float dash) {
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  const float length = std::sqrt(dx * dx + dy * dy);
  if (length < 1e-3F) return;
  const int pieces = std::min(static_cast<int>(length / (2 * dash)) + 1, 400);
  for (int i = 0; i < pieces; ++i) {
    const float t0 = static_cast<float>(i) / static_cast<float>(pieces);
    const float t1 = t0 + 0.5F / static_cast<float>(pieces);
    list.AddLine({a.x + dx * t0, a.y + dy * t0}, {a.x + dx * t1, a.y + dy * t1}, color, width);
  }
}

struct Brush {
  ImDrawList& list;
  const Palette& palette;
  float ox, oy, scale;

  [[nodiscard]] ImVec2 at(float x, float y) const { return {ox + x * scale, oy + y * scale}; }

  void box(const Box& b) const {
    const ImVec2 p0 = at(b.x, b.y);
    const ImVec2 p1 = at(b.x + b.w, b.y + b.h);
    const unsigned color = pack(palette.color(b.role, b.rank));
    if (b.filled) {
      list.AddRectFilled(p0, p1, color, b.corner * scale);
    } else if (b.dashed) {
      const float w = std::max(b.width * scale, 1.0F);
      const float dash = 3 * scale;
      dashed_line(list, p0, {p1.x, p0.y}, color, w, dash);
      dashed_line(list, {p1.x, p0.y}, p1, color, w, dash);
      dashed_line(list, p1, {p0.x, p1.y}, color, w, dash);
      dashed_line(list, {p0.x, p1.y}, p0, color, w, dash);
    } else {
      list.AddRect(p0, p1, color, b.corner * scale, 0, std::max(b.width * scale, 1.0F));
    }
  }

  void shape(const Picture& picture, const Shape& s, std::vector<ImVec2>& corners) const {
    corners.clear();
    for (const ShapePoint& p : picture.points_of(s)) corners.push_back(at(p.x, p.y));
    const unsigned color = pack(palette.color(s));
    if (s.width <= 0 && corners.size() == 4 && corners[0].y == corners[1].y &&
        corners[1].x == corners[2].x && corners[2].y == corners[3].y &&
        corners[3].x == corners[0].x) {
      // Upright rectangles have no soft edges: neighbours meet without a seam.
      list.AddRectFilled(corners[0], corners[2], color);
      return;
    }
    if (s.width <= 0) {
      list.AddConvexPolyFilled(corners.data(), static_cast<int>(corners.size()), color);
      return;
    }
    const float width = std::max(s.width * scale, 1.0F);
    if (!s.dashed) {
      list.AddPolyline(corners.data(), static_cast<int>(corners.size()), color,
                       s.closed ? ImDrawFlags_Closed : 0, width);
      return;
    }
    if (s.closed && !corners.empty()) corners.push_back(corners.front());
    for (std::size_t i = 1; i < corners.size(); ++i) {
      dashed_line(list, corners[i - 1], corners[i], color, width, 4 * scale);
    }
  }

  void line(const Line& l) const {
    const unsigned color = pack(palette.color(l.role));
    const float width = std::max(l.width * scale, 1.0F);
    if (l.dashed) {
      dashed_line(list, at(l.x0, l.y0), at(l.x1, l.y1), color, width, 4 * scale);
    } else {
      list.AddLine(at(l.x0, l.y0), at(l.x1, l.y1), color, width);
    }
  }

  void arrow(const ArrowHead& a) const {
    const unsigned color = pack(palette.color(a.role));
    const float back = a.down ? -a.size : a.size;
    const ImVec2 points[3] = {at(a.x - a.size * 0.7F, a.y + back), at(a.x, a.y),
                              at(a.x + a.size * 0.7F, a.y + back)};
    if (a.width > 0) {
      list.AddPolyline(points, 3, color, 0, std::max(a.width * scale, 1.0F));
    } else {
      list.AddTriangleFilled(points[0], points[1], points[2], color);
    }
  }

  void dot(const Dot& d) const {
    const ImVec2 center = at(d.x, d.y);
    const float radius = d.radius * scale;
    const unsigned color = pack(palette.color(d.role));
    if (d.filled) {
      list.AddCircleFilled(center, radius, color);
    } else {
      list.AddCircleFilled(center, radius, pack(palette.color(Role::kGround)));
      list.AddCircle(center, radius, color, 0, std::max(d.width * scale, 1.0F));
    }
  }

  void label(const Label& l) const {
    const float em = std::max(l.size * scale, 4.0F);
    std::string kept;
    const std::vector<NotationRun> runs = notation_runs(typeset(l.text, l.face, kept), l.face);
    float width = 0;
    for (const NotationRun& run : runs) width += run_size(run, l.face, em).x;
    ImVec2 p = at(l.x, l.y);
    if (l.anchor == Anchor::kMiddle) p.x -= width / 2;
    if (l.anchor == Anchor::kEnd) p.x -= width;
    const Color color = l.on_rank >= 0 ? palette.text_on_rank(l.on_rank) : palette.color(l.role);
    for (const NotationRun& run : runs) {
      const float own = run.size * em;
      const ImVec2 size = run_size(run, l.face, em);
      const float up = run.up * em;
      // Whole pixels keep the glyphs crisp.
      list.AddText(Fonts::nearest(l.face, own), Fonts::line_pixels(l.face, own),
                   {std::round(p.x), std::round(p.y - size.y / 2 - up)}, pack(color),
                   run.text.c_str());
      p.x += size.x;
    }
  }

  static ImVec2 run_size(const NotationRun& run, Face face, float em) {
    const float own = run.size * em;
    const ImFont* const font = Fonts::nearest(face, own);
    want_letters(font, run.text);
    return font->CalcTextSizeA(Fonts::line_pixels(face, own), 1e9F, 0, run.text.c_str());
  }
};

}  // namespace

void paint_picture(ImDrawList& list, const Picture& picture, const Palette& palette, float x,
                   float y, float scale) {
  const Brush brush{list, palette, x, y, scale};
  for (const Box& box : picture.boxes) {
    if (box.filled) brush.box(box);
  }
  for (const Box& box : picture.boxes) {
    if (!box.filled) brush.box(box);
  }
  // Soft edges take five times the triangles: many small shapes do without.
  const ImDrawListFlags flags = list.Flags;
  if (picture.shapes.size() > kMostSoftShapes) list.Flags &= ~ImDrawListFlags_AntiAliasedFill;
  std::vector<ImVec2> corners;
  for (const Shape& shape : picture.shapes) brush.shape(picture, shape, corners);
  list.Flags = flags;
  for (const Line& line : picture.lines) brush.line(line);
  for (const ArrowHead& arrow : picture.arrows) brush.arrow(arrow);
  for (const Dot& dot : picture.dots) brush.dot(dot);
  for (const Box& chip : picture.chips) brush.box(chip);
  for (const Label& label : picture.labels) brush.label(label);
}

}  // namespace sortscope
