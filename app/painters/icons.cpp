// icons.cpp: the icons' strokes.
#include "app/painters/icons.h"

#include <imgui.h>

#include <algorithm>

namespace sortscope {

namespace {

// Coordinates of an icon run from -1 to 1 over its square.
struct Pen {
  ImDrawList& list;
  float x, y, half;
  unsigned color;

  [[nodiscard]] ImVec2 at(float u, float v) const { return {x + u * half, y + v * half}; }
  [[nodiscard]] float stroke() const { return std::max(1.0F, half * 0.2F); }
  void line(float u0, float v0, float u1, float v1) const {
    list.AddLine(at(u0, v0), at(u1, v1), color, stroke());
  }
  void bar(float u0, float v0, float u1, float v1) const {
    list.AddRectFilled(at(u0, v0), at(u1, v1), color, half * 0.08F);
  }
  // Triangle whose tip is at (tip, 0) and whose base stands at `base`.
  void triangle(float base, float tip, float height) const {
    if (tip > base) {
      list.AddTriangleFilled(at(base, -height), at(tip, 0), at(base, height), color);
    } else {
      list.AddTriangleFilled(at(base, -height), at(base, height), at(tip, 0), color);
    }
  }
  void frame(float u0, float v0, float u1, float v1) const {
    list.AddRect(at(u0, v0), at(u1, v1), color, half * 0.2F, 0, stroke());
  }
};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, float x, float y, float size, unsigned color) {
  const Pen pen{list, x, y, size / 2, color};
  switch (icon) {
    case Icon::kPlay:
      pen.triangle(-0.6F, 0.9F, 0.85F);
      break;
    case Icon::kPause:
      pen.bar(-0.65F, -0.8F, -0.2F, 0.8F);
      pen.bar(0.2F, -0.8F, 0.65F, 0.8F);
      break;
    case Icon::kStepForward:
      pen.triangle(-0.65F, 0.65F, 0.85F);
      break;
    case Icon::kStepBack:
      pen.triangle(0.65F, -0.65F, 0.85F);
      break;
    case Icon::kToStart:
      pen.triangle(0.9F, -0.5F, 0.85F);
      pen.bar(-0.9F, -0.85F, -0.62F, 0.85F);
      break;
    case Icon::kToEnd:
      pen.triangle(-0.9F, 0.5F, 0.85F);
      pen.bar(0.62F, -0.85F, 0.9F, 0.85F);
      break;
    case Icon::kChevronDown: {
      const ImVec2 points[] = {pen.at(-0.8F, -0.4F), pen.at(0, 0.4F), pen.at(0.8F, -0.4F)};
      list.AddPolyline(points, 3, color, 0, pen.stroke());
      break;
    }
    case Icon::kCheck: {
      const ImVec2 points[] = {pen.at(-0.8F, 0), pen.at(-0.2F, 0.6F), pen.at(0.8F, -0.6F)};
      list.AddPolyline(points, 3, color, 0, pen.stroke() * 1.3F);
      break;
    }
    case Icon::kClose:
      pen.line(-0.7F, -0.7F, 0.7F, 0.7F);
      pen.line(-0.7F, 0.7F, 0.7F, -0.7F);
      break;
    case Icon::kPlus:
      pen.line(0, -0.8F, 0, 0.8F);
      pen.line(-0.8F, 0, 0.8F, 0);
      break;
    case Icon::kMinus:
      pen.line(-0.8F, 0, 0.8F, 0);
      break;
    case Icon::kLoop:
      list.PathArcTo({x, y}, pen.half * 0.7F, -0.9F, 4.4F, 24);
      list.PathStroke(color, 0, pen.stroke());
      list.AddTriangleFilled(pen.at(0.2F, -0.1F), pen.at(0.95F, -0.05F), pen.at(0.7F, -0.85F),
                             color);
      break;
    case Icon::kBookmark: {
      const ImVec2 points[] = {pen.at(-0.55F, -0.85F), pen.at(0.55F, -0.85F), pen.at(0.55F, 0.85F),
                               pen.at(0, 0.3F), pen.at(-0.55F, 0.85F)};
      // Concave: two convex halves.
      const ImVec2 left[] = {points[0], pen.at(0, -0.85F), points[3], points[4]};
      const ImVec2 right[] = {pen.at(0, -0.85F), points[1], points[2], points[3]};
      list.AddConvexPolyFilled(left, 4, color);
      list.AddConvexPolyFilled(right, 4, color);
      break;
    }
    case Icon::kOnePane:
      pen.frame(-0.9F, -0.75F, 0.9F, 0.75F);
      break;
    case Icon::kTwoPanes:
      pen.frame(-0.9F, -0.75F, 0.9F, 0.75F);
      pen.line(-0.9F, 0.25F, 0.9F, 0.25F);
      break;
    case Icon::kFourPanes:
      pen.frame(-0.9F, -0.75F, 0.9F, 0.75F);
      pen.line(0, -0.75F, 0, 0.75F);
      pen.line(-0.9F, 0, 0.9F, 0);
      break;
    case Icon::kSidePanel:
      pen.frame(-0.9F, -0.75F, 0.9F, 0.75F);
      pen.bar(-0.75F, -0.6F, -0.3F, 0.6F);
      break;
    case Icon::kWarning: {
      const ImVec2 points[] = {pen.at(0, -0.8F), pen.at(0.9F, 0.75F), pen.at(-0.9F, 0.75F)};
      list.AddPolyline(points, 3, color, ImDrawFlags_Closed, pen.stroke());
      pen.line(0, -0.25F, 0, 0.3F);
      list.AddCircleFilled(pen.at(0, 0.52F), pen.stroke() * 0.6F, color);
      break;
    }
    case Icon::kArrowLeft:
      pen.line(0.8F, 0, -0.8F, 0);
      pen.line(-0.8F, 0, -0.15F, -0.62F);
      pen.line(-0.8F, 0, -0.15F, 0.62F);
      break;
    case Icon::kArrowRight:
      pen.line(-0.8F, 0, 0.8F, 0);
      pen.line(0.8F, 0, 0.15F, -0.62F);
      pen.line(0.8F, 0, 0.15F, 0.62F);
      break;
    case Icon::kInfo:
      list.AddCircle({x, y}, pen.half * 0.85F, color, 0, pen.stroke());
      pen.line(0, -0.1F, 0, 0.45F);
      list.AddCircleFilled(pen.at(0, -0.42F), pen.stroke() * 0.7F, color);
      break;
  }
}

}  // namespace sortscope
