// spotlight.cpp: dims the window around a soft circle; the laser's dot; the black screen.
#include "app/state/parts/spotlight.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/painters/theme.h"
#include "app/state/parts/look.h"
#include "app/state/parts/overlay_state.h"

namespace sortscope {

namespace {

constexpr float kDimmed = 0.62F;
constexpr float kSoftness = 1.35F;  // radius where it is fully dimmed, of that of the light
constexpr float kWheelStep = 1.12F;
constexpr float kRingRadius = 22;
constexpr int kCorners = 96;
constexpr float kLaserRadius = 7;
constexpr Color kLaserRed{0.92F, 0.05F, 0.1F, 1};

ImVec2 center_of(Look& look, ImVec2 display) {
  Spotlight& light = look.spotlight;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool seen = ImGui::IsMousePosValid(&pointer);
  if (light.place && seen &&
      std::hypot(pointer.x - light.pointer_x, pointer.y - light.pointer_y) > 4) {
    light.place.reset();
  }
  if (light.place) return {light.place->first * display.x, light.place->second * display.y};
  if (seen) return pointer;
  return {display.x / 2, display.y / 2};
}

// A ring from `from` to `to`, its alpha going from `inner` to `outer`.
void fill_ring(ImDrawList& list, ImVec2 center, float from, float to, unsigned inner,
               unsigned outer) {
  const ImVec2 uv = ImGui::GetFontTexUvWhitePixel();
  list.PrimReserve(6 * kCorners, 2 * kCorners);
  const unsigned first = list._VtxCurrentIdx;
  for (int i = 0; i < kCorners; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / kCorners;
    const ImVec2 way{std::cos(angle), std::sin(angle)};
    list.PrimWriteVtx({center.x + from * way.x, center.y + from * way.y}, uv, inner);
    list.PrimWriteVtx({center.x + to * way.x, center.y + to * way.y}, uv, outer);
  }
  for (unsigned i = 0; i < kCorners; ++i) {
    const unsigned a = first + 2 * i;
    const unsigned b = first + 2 * ((i + 1) % kCorners);
    for (const unsigned corner : {a, a + 1, b + 1, a, b + 1, b}) {
      list.PrimWriteIdx(static_cast<ImDrawIdx>(corner));
    }
  }
}

}  // namespace

void take_spotlight_wheel(Look& look, const OverlayState& overlay) {
  ImGuiIO& io = ImGui::GetIO();
  if (!look.spotlight.on || !io.KeyShift || overlay.open != Overlay::kNone) return;
  // Some systems turn the wheel sideways while Shift is held.
  const float wheel = io.MouseWheel != 0 ? io.MouseWheel : io.MouseWheelH;
  if (wheel == 0) return;
  io.MouseWheel = io.MouseWheelH = 0;
  look.spotlight.radius = std::clamp(look.spotlight.radius * std::pow(kWheelStep, wheel),
                                     kSpotlightLeast, kSpotlightMost);
}

void draw_spotlight(Look& look, const OverlayState& overlay) {
  if (!look.spotlight.on || look.blank || overlay.open != Overlay::kNone) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const ImVec2 center = center_of(look, display);
  const float radius = look.spotlight.radius * look.scale();
  // Dark over light and dark over dark: black takes light away from either.
  const Color dark{0, 0, 0, kDimmed};
  const Color none{0, 0, 0, 0};
  const float soft = radius * kSoftness;
  fill_ring(list, center, radius, soft, pack(none), pack(dark));
  const float far = soft + 2 * std::hypot(display.x, display.y);
  fill_ring(list, center, soft, far, pack(dark), pack(dark));
  // Two strokes: one of them is seen on any ground.
  const float ring = kRingRadius * look.scale();
  const float width = std::max(3 * look.scale(), 2.0F);
  list.AddCircle(center, ring, pack(look.palette->color(Role::kGround)), 48, 2 * width);
  list.AddCircle(center, ring, pack(look.palette->color(Role::kAccent)), 48, width);
}

void draw_laser(const Look& look, const OverlayState& overlay) {
  if (!look.laser || look.blank || overlay.open != Overlay::kNone) return;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  if (!ImGui::IsMousePosValid(&pointer)) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_None);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const float radius = kLaserRadius * look.scale();
  Color glow = kLaserRed;
  glow.a = 0.45F;
  Color none = kLaserRed;
  none.a = 0;
  fill_ring(list, pointer, radius, 2.4F * radius, pack(glow), pack(none));
  // The white edge is seen on orange and red, the glow on white.
  list.AddCircleFilled(pointer, radius, pack(kLaserRed), 32);
  list.AddCircle(pointer, radius, pack({1, 1, 1, 1}), 32, std::max(1.5F * look.scale(), 1.5F));
}

void draw_blank(Look& look, const OverlayState& overlay) {
  if (!look.blank || overlay.open != Overlay::kNone) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  // A window of its own: the click that ends it reaches nothing below.
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(display);
  ImGui::SetNextWindowFocus();
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(0, 0, 0, 255));
  ImGui::Begin("black", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  if (ImGui::IsWindowHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) look.blank = false;
  }
  ImGui::End();
}

}  // namespace sortscope
