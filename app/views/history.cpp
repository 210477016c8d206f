// history.cpp: the history on screen: its raster as a texture, made beside the window; words and
// lines above it, zoom, pan and picking.
#include <imgui.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/painters/rank_raster.h"
#include "app/painters/theme.h"
#include "app/views/cut_labels.h"
#include "app/views/history_maker.h"
#include "app/views/in_sight.h"
#include "app/views/page_scale.h"
#include "app/views/pane_menu.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/largest_keys.h"
#include "core/recordings/recording.h"
#include "core/scenes/scene.h"
#include "core/views/network/history.h"

namespace sortscope {

namespace {

class HistoryView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return kHistoryLayout.id; }
  [[nodiscard]] std::string_view title() const override { return kHistoryLayout.title; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    const Scene scene = given.session.scene();
    unit_ = page_scale(given.look, pane, id());
    width_ = pane.width / unit_;
    height_ = pane.height / unit_;
    show_run(given, scene);
    if (pane.hovered) take_camera(given, pane);
    follow_cursor(scene);
    camera_ = clamped(*recording_, camera_, width_, height_);
    const HistoryPage page = history_page(*recording_, camera_, width_, height_);
    if (pane.hovered && !dragging_) take_pointer(given, scene, page, pane);
    const bool waits = !given.background.watched || pane.picture;
    const HistoryCells cells = draw_raster(given, list, scene, page, pane, waits);
    Picture picture = history_picture(scene, *scene.history, page, width_, height_, cells);
    if (!pane.picture && !given.look.projector) {
      end_before(picture, pane_menu_corner(title(), width_, given.look.scale() / unit_));
    }
    if (given.look.projector) keep_keys_largest(picture);
    if (!pane.picture) leave_out_crowded(picture);
    paint_picture(list, picture, *given.look.palette, pane.x, pane.y, unit_);
    explain_cut_labels(given.look, picture, pane, pane.x, pane.y, unit_);
    in_sight.push_back({pane.x + unit_ * page.left, pane.y + unit_ * page.top,
                        pane.x + unit_ * page.right, pane.y + unit_ * page.foot});
    keep_in_sight(in_sight, picture, pane.x, pane.y, unit_);
  }

  [[nodiscard]] bool moving() const override { return coming_; }

  void fit() override {
    camera_ = {};
    zoomed_ = 1;
  }
  void zoom(float factor) override {
    zoomed_ *= factor;
    zoom_at(factor, width_ / 2, height_ / 2);
  }
  void pan(float dx, float dy) override {
    if (recording_ == nullptr) return;
    const HistoryPage page = history_page(*recording_, camera_, width_, height_);
    camera_.x += dx * (page.end_state() - page.first_state) / (page.depth + 1.0);
    camera_.y += dy * (page.end_wire() - page.first_wire) / page.wires;
    camera_ = clamped(*recording_, camera_, width_, height_);
  }
  [[nodiscard]] std::optional<ViewCamera> camera() const override {
    const HistoryCamera now = wanted_.value_or(camera_);
    if (now == HistoryCamera{}) return {};
    return ViewCamera{now.zoom, now.x, now.y};
  }
  void set_camera(const ViewCamera& camera) override {
    wanted_ = HistoryCamera{camera.zoom, camera.x, camera.y};
  }

 private:
  // A raster on the GPU, and what it shows.
  struct Shown {
    HistoryRaster raster;
    RankRaster texture;
  };

  void show_run(const ViewParts& given, const Scene& scene) {
    if (generation_ != given.session.generation()) {
      const bool first = recording_ == nullptr;
      generation_ = given.session.generation();
      recording_ = given.session.shared_recording();
      maker_ = std::make_unique<HistoryMaker>(scene.history->shared_from_this());
      sight_.reset();
      whole_.reset();
      // Lessons and scripts record and zoom within one frame: the zoom is meant for the new run.
      camera_ = {};
      if (!first || zoomed_ != 1) zoom_at(zoomed_, width_ / 2, height_ / 2);
      followed_ = scene.cursor;
    }
    zoomed_ = 1;
    if (!wanted_) return;
    camera_ = *std::exchange(wanted_, std::nullopt);
    followed_ = scene.cursor;
  }

  void zoom_at(float factor, float x, float y) {
    if (recording_ == nullptr) return;
    camera_ = zoomed(*recording_, camera_, factor, x, y, width_, height_);
  }

  // Zoomed in, the layer that the cursor has gone to comes into the middle when it is out of sight.
  void follow_cursor(const Scene& scene) {
    if (scene.cursor == followed_) return;
    followed_ = scene.cursor;
    const HistoryPage page = history_page(*recording_, camera_, width_, height_);
    const double at = scene.cursor.layer + 0.5;
    if (at >= page.first_state && at <= page.end_state()) return;
    camera_.x = at / (page.depth + 1.0);
  }

  void take_camera(const ViewParts& given, const Pane& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel != 0) {
      zoom_at(std::pow(io.KeyCtrl ? 1.05F : 1.2F, io.MouseWheel), (io.MousePos.x - pane.x) / unit_,
              (io.MousePos.y - pane.y) / unit_);
    }
    const bool own = given.panes.pointer_owner == this;
    if (own && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4) && pressed_.empty() &&
        camera_.zoom > 1) {
      pan(-io.MouseDelta.x / pane_share(true), -io.MouseDelta.y / pane_share(false));
      dragging_ = true;
    } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      released_ = own && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !dragging_;
      dragging_ = false;
    }
  }

  // Pixels of what pan() counts as one.
  [[nodiscard]] float pane_share(bool across) const {
    const HistoryPage page = history_page(*recording_, camera_, width_, height_);
    return unit_ * std::max(across ? page.right - page.left : page.foot - page.top, 1.0F);
  }

  void take_pointer(const ViewParts& given, const Scene& scene, const HistoryPage& page,
                    const Pane& pane) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float x = (mouse.x - pane.x) / unit_;
    const float y = (mouse.y - pane.y) / unit_;
    const std::string line = history_action(page, x, y);
    if (!line.empty()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    take_action(given, line);
    const bool released = std::exchange(released_, false);
    if (!pressed_.empty()) return;
    const Selection found = pick_history(scene, *scene.history, page, x, y);
    given.session.hover = found;
    if (released) given.session.selected = found;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !found.place) fit();
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
    if (pressed_.empty() || line.empty() || line == pressed_) return;
    pressed_ = line;
    given.asked.ask(line);
  }

  // The raster of what is in sight or, until it is there, the last ones, stretched. What is left to
  // the picture.
  HistoryCells draw_raster(const ViewParts& given, ImDrawList& list, const Scene& scene,
                           const HistoryPage& page, const Pane& pane, bool waits) {
    coming_ = false;
    if (page.empty()) return HistoryCells::kNone;
    if (!given.drawn.buffers) {
      // Nothing is drawn by OpenGL here.
      scene.history->make_now(sight_of_picture(page, scene.history->far()));
      return HistoryCells::kAll;
    }
    const HistoryRaster wanted = raster_of(page, scene.history->far(), unit_, *given.look.palette);
    const bool there = sight_ && sight_->raster == wanted && complete_;
    if (!there && waits) {
      take(HistoryMaker::make_now(*scene.history, wanted), page);
    } else if (!there) {
      maker_->ask(wanted);
      if (auto made = maker_->take()) take(std::move(*made), page);
      coming_ = maker_->works();
    }
    if (page.apart() && scene.history->has(wanted.sight)) return HistoryCells::kApart;
    const float end = hides_what_comes(scene) ? page.x(scene.cursor.layer + 1.0) : page.right;
    const auto at = [&](float x, float y) {
      return ImVec2{pane.x + x * unit_, pane.y + y * unit_};
    };
    const ImVec2 first = at(page.left, page.top);
    const ImVec2 last = at(std::min(page.right, end), page.foot);
    for (const std::optional<Shown>* shown : {&whole_, &sight_}) {
      if (!*shown || (*shown)->raster.palette != given.look.palette) continue;
      const HistoryRaster& raster = (*shown)->raster;
      const ImVec2 from = at(page.x(raster.first_state()), page.y(raster.first_wire));
      const ImVec2 to = at(page.x(raster.end_state()), page.y(raster.end_wire()));
      (*shown)->texture.draw(list, {from.x, from.y, to.x, to.y},
                             {first.x, first.y, last.x, last.y});
    }
    return HistoryCells::kNone;
  }

  void take(MadeRaster made, const HistoryPage& page) {
    // The whole run stays below what is in sight of it.
    if (sight_ && sight_whole_ && !page.whole()) {
      whole_ = std::move(sight_);
      sight_.reset();
    }
    if (!sight_) sight_.emplace();
    sight_->raster = made.raster;
    complete_ = made.complete;
    sight_whole_ = page.whole();
    if (!sight_->texture.take(made.raster.sight.columns, made.raster.rows, made.pixels)) {
      sight_.reset();
    }
    if (sight_whole_) whole_.reset();
  }

  std::uint64_t generation_ = 0;
  std::shared_ptr<const Recording> recording_;
  HistoryCamera camera_;
  std::optional<HistoryCamera> wanted_;
  float zoomed_ = 1;  // since the last frame
  Cursor followed_;
  std::unique_ptr<HistoryMaker> maker_;
  std::optional<Shown> sight_;  // the latest
  std::optional<Shown> whole_;  // of the whole run, where `sight_` is a part
  bool sight_whole_ = false;
  bool complete_ = false;  // `sight_`
  bool coming_ = false;
  bool dragging_ = false;
  bool released_ = false;
  std::string pressed_;  // the action that the button went down on
  float unit_ = 1;       // pixels
  float width_ = 1, height_ = 1;
};

}  // namespace

std::unique_ptr<View> make_history_view() { return std::make_unique<HistoryView>(); }

}  // namespace sortscope
