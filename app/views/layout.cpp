// layout.cpp: any layout of core as a view: the picture fills the pane.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/views/cut_labels.h"
#include "app/views/in_sight.h"
#include "app/views/page_scale.h"
#include "app/views/pane_menu.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "app/widgets/widgets.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/largest_keys.h"
#include "core/recordings/recording.h"
#include "core/views/network/findings.h"

namespace sortscope {

namespace {

class LayoutView final : public View {
 public:
  /// `whole_height`: of a page that is scrolled where it is taller than the pane; null: it fills
  /// it.
  using WholeHeight = float (*)(const Scene& scene, float width);
  explicit LayoutView(const Layout& layout, WholeHeight whole_height = nullptr)
      : layout_(layout), whole_height_(whole_height) {}
  [[nodiscard]] std::string_view id() const override { return layout_.id; }
  [[nodiscard]] std::string_view title() const override { return layout_.title; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    const Scene scene = given.session.scene();
    unit_ = page_scale(given.look, pane, layout_.id);
    const float scale = unit_ * zoom_;
    if (layout_.max_wires != 0 && scene.recording->network.wires() > layout_.max_wires) {
      say_too_large(given, list, pane);
      return;
    }
    const float page_width = pane.width / unit_;
    const float page_height = pane.height / unit_;
    page_width_ = page_width;
    page_height_ = page_height;
    const bool menu = !pane.picture && !given.look.projector && zoom_ <= 1;
    LabelArea corner = pane_menu_corner(title(), page_width, given.look.scale() / unit_);
    if (menu) page_width_ = width_beside_menu(id(), page_width, page_height, corner);
    scrolls_ = 0;
    if (whole_height_ != nullptr && !pane.picture) {
      page_height_ = std::max(page_height, whole_height_(scene, page_width_));
      scrolls_ = page_height_ - page_height;
    }
    scroll_ = std::clamp(scroll_, 0.0F, scrolls_);
    corner.top += scroll_;
    corner.bottom += scroll_;
    Picture picture = layout_.layout(scene, page_width_, page_height_);
    if (menu) end_before(picture, corner);
    if (given.look.projector) keep_keys_largest(picture);
    if (!pane.picture) leave_out_crowded(picture);
    unfinished_ = picture.unfinished;
    take_pointer(given, scene, pane);
    const float x = pane.x + pane.width / 2 + (offset_x_ - 0.5F) * pane.width * zoom_;
    const float y =
        pane.y + pane.height / 2 + (offset_y_ - 0.5F) * pane.height * zoom_ - scroll_ * scale;
    origin_x_ = x;
    origin_y_ = y;
    paint_picture(list, picture, *given.look.palette, x, y, scale);
    explain_cut_labels(given.look, picture, pane, x, y, scale);
    keep_in_sight(in_sight, picture, x, y, scale);
    draw_scroll(given, list, pane);
  }

  [[nodiscard]] bool moving() const override { return unfinished_; }

  void fit() override {
    zoom_ = 1;
    offset_x_ = offset_y_ = scroll_ = 0;
  }
  void zoom(float factor) override { zoom_ = std::clamp(zoom_ * factor, 1.0F, 16.0F); }
  void pan(float dx, float dy) override {
    if (scrolls_ > 0) {
      scroll_ += dy * (page_height_ - scrolls_);
      return;
    }
    offset_x_ -= dx / zoom_;
    offset_y_ -= dy / zoom_;
  }
  [[nodiscard]] std::optional<ViewCamera> camera() const override {
    if (zoom_ == 1 && offset_x_ == 0 && offset_y_ == 0) return {};
    return ViewCamera{zoom_, offset_x_, offset_y_};
  }
  void set_camera(const ViewCamera& camera) override {
    zoom_ = std::clamp(static_cast<float>(camera.zoom), 1.0F, 16.0F);
    offset_x_ = std::clamp(static_cast<float>(camera.x), -0.5F, 0.5F);
    offset_y_ = std::clamp(static_cast<float>(camera.y), -0.5F, 0.5F);
  }

 private:
  // How far the page is scrolled, at the right edge.
  void draw_scroll(const ViewParts& given, ImDrawList& list, const Pane& pane) const {
    if (scrolls_ <= 0) return;
    const float bar = pane.height * (1 - scrolls_ / page_height_);
    const float top = pane.y + (pane.height - bar) * scroll_ / scrolls_;
    const float wide = 4 * given.look.scale();
    const float right = pane.x + pane.width - wide / 2;
    const Brush brush{&list, given.look.palette, given.look.scale(), given.look.pointer_rest.get()};
    list.AddRectFilled({right - wide, top}, {right, top + bar}, brush.color(Role::kMuted, 0.5F),
                       wide / 2);
  }

  void say_too_large(const ViewParts& given, ImDrawList& list, const Pane& pane) const {
    Picture picture;
    picture.labels.push_back({pane.width / given.look.scale() / 2,
                              pane.height / given.look.scale() / 2,
                              std::string(layout_.title) + " shows up to " +
                                  std::to_string(layout_.max_wires) + " wires.",
                              15, Face::kSans, Anchor::kMiddle, Role::kMuted});
    paint_picture(list, picture, *given.look.palette, pane.x, pane.y, given.look.scale());
  }

  void take_pointer(const ViewParts& given, const Scene& scene, const Pane& pane) {
    if (!pane.hovered) return;
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0 && scrolls_ > 0) {
      constexpr float kWheelUnits = 56;
      scroll_ -= kWheelUnits * io.MouseWheel;
    } else if (io.MouseWheel != 0) {
      zoom(std::pow(1.2F, io.MouseWheel));
    }
    if (zoom_ > 1 && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4) &&
        given.panes.pointer_owner == this) {
      offset_x_ += io.MouseDelta.x / (pane.width * zoom_);
      offset_y_ += io.MouseDelta.y / (pane.height * zoom_);
      offset_x_ = std::clamp(offset_x_, -0.5F, 0.5F);
      offset_y_ = std::clamp(offset_y_, -0.5F, 0.5F);
    }
    if (zoom_ <= 1) offset_x_ = offset_y_ = 0;
    const float scale = unit_ * zoom_;
    const float width = page_width_;
    const float height = page_height_;
    const float x = (io.MousePos.x - origin_x_) / scale;
    const float y = (io.MousePos.y - origin_y_) / scale;
    if (layout_.action != nullptr && zoom_ <= 1) {
      const std::string line = layout_.action(scene, width, height, x, y);
      if (!line.empty()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      take_action(given, line);
      if (!pressed_.empty()) return;
    }
    if (layout_.pick == nullptr) return;
    const Selection found = layout_.pick(scene, width, height, x, y);
    given.session.hover = found;
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && given.panes.pointer_owner == this) {
      given.session.selected = found;
    }
  }

  // Runs `line` where the button goes down on it, and its like while it is dragged over others.
  void take_action(const ViewParts& given, const std::string& line) {
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      pressed_ = line;
      if (!line.empty()) given.asked.ask(line);
      return;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
        !ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
      pressed_.clear();
    }
    const std::size_t name = pressed_.find(' ');
    if (pressed_.empty() || line == pressed_ || line.substr(0, name) != pressed_.substr(0, name)) {
      return;
    }
    pressed_ = line;
    given.asked.ask(line);
  }

  const Layout& layout_;
  WholeHeight whole_height_;
  std::string pressed_;  // the action that the button went down on
  bool unfinished_ = false;
  float unit_ = 1;                          // pixels
  float page_width_ = 1, page_height_ = 1;  // units, of the last frame's picture
  float zoom_ = 1;
  float offset_x_ = 0, offset_y_ = 0;
  float origin_x_ = 0, origin_y_ = 0;
  float scroll_ = 0;   // units of the page above the pane
  float scrolls_ = 0;  // at most
};

}  // namespace

std::unique_ptr<View> make_layout_view(const Layout& layout) {
  return std::make_unique<LayoutView>(layout);
}

std::unique_ptr<View> make_findings_view() {
  return std::make_unique<LayoutView>(kFindingsLayout, findings_height);
}

}  // namespace sortscope
