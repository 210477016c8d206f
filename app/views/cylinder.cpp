// cylinder.cpp: the cylinder on screen: turned, zoomed, its plane dragged, its keys rotated.
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/painters/cylinder.h"
#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/surface/surface.h"
#include "app/views/cut_labels.h"
#include "app/views/cylinder_controls.h"
#include "app/views/in_sight.h"
#include "app/views/page_scale.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/largest_keys.h"
#include "core/views/adaptive/cylinder.h"

namespace sortscope {

namespace {

constexpr float kRadiansPerPixel = 0.008F;
constexpr float kLeastElevation = 0.1F;
constexpr float kMostElevation = 1.45F;
constexpr float kInertiaPerSecond = 3.5F;  // share of the speed that is lost
constexpr float kLeastSpeed = 0.03F;       // radians a second: slower is rest
constexpr float kMostSpeed = 8;
constexpr float kGripPixels = 7;
constexpr double kFoldSeconds = 6;

float distance_to_line(const std::vector<ShapePoint>& line, float x, float y) {
  float nearest = 1e9F;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const float dx = line[i].x - line[i - 1].x;
    const float dy = line[i].y - line[i - 1].y;
    const float square = dx * dx + dy * dy;
    const float along = (x - line[i - 1].x) * dx + (y - line[i - 1].y) * dy;
    const float t = square > 0 ? std::clamp(along / square, 0.0F, 1.0F) : 0.0F;
    nearest = std::min(nearest, std::hypot(x - line[i - 1].x - t * dx, y - line[i - 1].y - t * dy));
  }
  return nearest;
}

class CylinderView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return kCylinderLayout.id; }
  [[nodiscard]] std::string_view title() const override { return kCylinderLayout.title; }
  [[nodiscard]] bool moving() const override { return moving_; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    session_ = &given.session;
    moving_ = false;
    if (memory_.generation != given.session.generation()) {
      memory_ = {};
      memory_.generation = given.session.generation();
    }
    play_fold(given);
    unit_ = roomy_scale(given.look, pane);
    width_ = pane.width / unit_;
    height_ = pane.height / unit_;
    Scene scene = given.session.scene();
    auto model = cylinder_model(scene, width_, &memory_);
    if (model && take_pointer(given, scene, *model, pane)) {
      scene = given.session.scene();
      model = cylinder_model(scene, width_, &memory_);
    }
    coast(given);
    paint(given, list, scene, model, pane);
    if (!model) return;
    draw_grip(given, list, scene, *model, pane);
    controls_ = pane.picture ? Area{} : draw_cylinder_controls(given, pane, *model);
  }

  void fit() override {
    if (session_ == nullptr) return;
    const CylinderOptions start;
    CylinderOptions& options = session_->options.cylinder;
    options.azimuth = start.azimuth;
    options.elevation = start.elevation;
    options.zoom = start.zoom;
    speed_ = 0;
  }
  void zoom(float factor) override {
    if (session_ == nullptr) return;
    float& zoom = session_->options.cylinder.zoom;
    zoom = std::clamp(zoom * factor, 0.3F, 12.0F);
  }
  void pan(float dx, float dy) override {
    if (session_ == nullptr) return;
    CylinderOptions& options = session_->options.cylinder;
    options.azimuth = std::remainder(options.azimuth + 2 * dx, kTau);
    options.elevation = std::clamp(options.elevation + 2 * dy, kLeastElevation, kMostElevation);
  }

 private:
  static constexpr float kTau = 6.2831853F;
  enum class Drag : std::uint8_t { kNone, kCamera, kPlane, kKeys };

  // Long sequences are drawn by shaders where a GPU does it, between the floor and the names.
  void paint(const ViewParts& given, ImDrawList& list, const Scene& scene,
             const std::optional<CylinderModel>& model, const Pane& pane) {
    const float scale = unit_;
    const auto put = [&](CylinderParts parts) {
      Picture picture = cylinder_picture(scene, model, width_, height_, parts);
      if (given.look.projector) keep_keys_largest(picture);
      if (!pane.picture) leave_out_crowded(picture);
      paint_picture(list, picture, *given.look.palette, pane.x, pane.y, scale);
      explain_cut_labels(given.look, picture, pane, pane.x, pane.y, scale);
      keep_in_sight(in_sight, picture, pane.x, pane.y, scale);
    };
    const CylinderOptions& options = scene.options->cylinder;
    const bool shaders = model && cylinder_bar_step(model->focus.size()) > 1 && !options.unrolled &&
                         !options.by_value && model->stage().bitonic && !gl_is_software();
    if (shaders) {
      const unsigned texture = painter_.draw(
          {&scene, &*model, width_, height_, scale, given.look.palette, given.drawn.buffers.get()});
      if (texture != 0) {
        put({.floor = true, .bars = false, .names = false});
        list.AddCallback(
            [](const ImDrawList*, const ImDrawCmd*) { CylinderPainter::blend_texture(); }, nullptr);
        list.AddImage(std::bit_cast<ImTextureID>(std::uintptr_t{texture}), {pane.x, pane.y},
                      {pane.x + pane.width, pane.y + pane.height}, {0, 1}, {1, 0});
        list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
        put({.floor = false, .bars = false, .names = true});
        constexpr float kHead = 40;
        in_sight.push_back(
            {pane.x, pane.y + kHead * scale, pane.x + pane.width, pane.y + pane.height});
        return;
      }
      if (!reported_) given.notices.fail({ErrorCode::kUnavailable, painter_.error(), ""});
      reported_ = true;
    }
    put({});
  }

  void play_fold(const ViewParts& given) {
    CylinderOptions& options = given.session.options.cylinder;
    if (options.fold_since_s < 0) return;
    if (options.fold_cursor != given.session.cursor()) {
      options.fold_since_s = -1;
      return;
    }
    const double share = (given.clock.time_s - options.fold_since_s) / kFoldSeconds;
    options.fold = static_cast<float>(std::clamp(share, 0.0, 1.0));
    if (share >= 1) options.fold_since_s = -1;
    moving_ = true;
  }

  // True where what is drawn changes.
  bool take_pointer(const ViewParts& given, const Scene& scene, const CylinderModel& model,
                    const Pane& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = unit_;
    const float x = (io.MousePos.x - pane.x) / scale;
    const float y = (io.MousePos.y - pane.y) / scale;
    const bool over = pane.hovered && !controls_.contains(io.MousePos);
    grip_ = false;
    if (drag_ != Drag::kNone && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      release(given);
      return true;
    }
    if (over && drag_ == Drag::kNone) {
      const PlaneEdge edge = plane_edge(scene, model, width_, height_);
      for (const auto& line : edge.lines) {
        grip_ = grip_ || distance_to_line(line, x, y) * scale < kGripPixels * scale;
      }
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        speed_ = 0;
        pressed_ = true;
        press_ = grip_ ? Drag::kPlane : io.KeyShift ? Drag::kKeys : Drag::kCamera;
        plane_ = plane_height(model, model.stage(), model.below);
      }
      wheel(given, model);
    }
    if (pressed_ && given.panes.pointer_owner == this &&
        ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
      drag_ = press_;
      drag(given, scene, model, io.MouseDelta.x / scale, io.MouseDelta.y / scale);
      return true;
    }
    if (!over) return false;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !given.session.hover.wire) {
      given.asked.ask("cylinder-reset");
      return true;
    }
    const Selection found =
        grip_ ? Selection{} : pick_cylinder(scene, model, width_, height_, x, y);
    const bool changed = found != given.session.hover;
    given.session.hover = found;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && pressed_) {
      pressed_ = false;
      if (given.panes.pointer_owner == this && !grip_) given.session.selected = found;
      return true;
    }
    return changed;
  }

  void wheel(const ViewParts& given, const CylinderModel& model) {
    const ImGuiIO& io = ImGui::GetIO();
    // Some systems turn the wheel with Shift into a sideways one.
    const float turns = io.KeyShift && io.MouseWheel == 0 ? io.MouseWheelH : io.MouseWheel;
    if (turns == 0) return;
    if (!io.KeyShift) {
      zoom(std::pow(1.15F, turns));
      return;
    }
    float& rotation = given.session.options.cylinder.rotation;
    const auto keys = static_cast<float>(model.focus.size());
    rotation = slot_of(0, -(std::round(rotation) + (turns > 0 ? 1.0F : -1.0F)),
                       static_cast<std::uint32_t>(keys));
  }

  void drag(const ViewParts& given, const Scene& scene, const CylinderModel& model, float dx,
            float dy) {
    CylinderOptions& options = given.session.options.cylinder;
    const float seconds = std::max(ImGui::GetIO().DeltaTime, 1e-3F);
    switch (drag_) {
      case Drag::kCamera: {
        if (options.unrolled) return;
        const float turn = -dx * kRadiansPerPixel;
        options.azimuth = std::remainder(options.azimuth + turn, kTau);
        options.elevation =
            std::clamp(options.elevation + dy * kRadiansPerPixel, kLeastElevation, kMostElevation);
        // The speed of the last moments.
        speed_ = std::lerp(speed_, std::clamp(turn / seconds, -kMostSpeed, kMostSpeed), 0.35F);
        return;
      }
      case Drag::kPlane: {
        const BitonicStage& stage = model.stage();
        plane_ -= dy / std::max(plane_edge(scene, model, width_, height_).rise, 1.0F);
        const auto below = static_cast<float>(
            std::count_if(stage.before.begin(), stage.before.end(),
                          [&](std::uint32_t place) { return model.height(place) < plane_; }));
        options.percentile = 100 * below / static_cast<float>(stage.size());
        return;
      }
      case Drag::kKeys: {
        // A page's width is once around.
        const auto keys = static_cast<float>(model.focus.size());
        options.rotation -= dx / width_ * keys;
        return;
      }
      case Drag::kNone:
        return;
    }
  }

  void release(const ViewParts& given) {
    CylinderOptions& options = given.session.options.cylinder;
    if (drag_ == Drag::kKeys) options.rotation = std::round(options.rotation);
    if (drag_ != Drag::kCamera || given.session.reduced_motion()) speed_ = 0;
    drag_ = Drag::kNone;
    pressed_ = false;
  }

  // The camera turns on for a while after it has been let go.
  void coast(const ViewParts& given) {
    if (drag_ != Drag::kNone || speed_ == 0) return;
    const float seconds = ImGui::GetIO().DeltaTime;
    float& azimuth = given.session.options.cylinder.azimuth;
    azimuth = std::remainder(azimuth + speed_ * seconds, kTau);
    speed_ *= std::exp(-kInertiaPerSecond * seconds);
    if (std::abs(speed_) < kLeastSpeed) speed_ = 0;
    moving_ = moving_ || speed_ != 0;
  }

  // The plane's edge, where one may take hold of it.
  void draw_grip(const ViewParts& given, ImDrawList& list, const Scene& scene,
                 const CylinderModel& model, const Pane& pane) const {
    if (!grip_ && drag_ != Drag::kPlane) return;
    const float scale = unit_;
    for (const auto& line : plane_edge(scene, model, width_, height_).lines) {
      std::vector<ImVec2> points;
      points.reserve(line.size());
      for (const ShapePoint& p : line) {
        points.push_back({pane.x + p.x * scale, pane.y + p.y * scale});
      }
      list.AddPolyline(points.data(), static_cast<int>(points.size()),
                       pack(given.look.palette->color(Role::kAccent)), 0, 3 * scale);
    }
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
  }

  CylinderMemory memory_;
  CylinderPainter painter_;
  bool reported_ = false;
  Session* session_ = nullptr;    // the one that draws it
  float unit_ = 1;                // pixels
  float width_ = 1, height_ = 1;  // units
  Area controls_;
  Drag drag_ = Drag::kNone;
  Drag press_ = Drag::kNone;  // what a drag would do
  bool pressed_ = false;
  bool grip_ = false;
  bool moving_ = false;
  float plane_ = 0;  // where the hand holds it
  float speed_ = 0;  // radians a second
};

}  // namespace

std::unique_ptr<View> make_cylinder_view() { return std::make_unique<CylinderView>(); }

}  // namespace sortscope
