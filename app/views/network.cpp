// network.cpp: the network diagram on screen: shader body, labels on top, zoom, pan and
// picking.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/painters/network.h"
#include "app/painters/theme.h"
#include "app/state/network_desk.h"
#include "app/surface/damage.h"
#include "app/views/cut_labels.h"
#include "app/views/in_sight.h"
#include "app/views/network_canvas.h"
#include "app/views/page_scale.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/largest_keys.h"
#include "core/recordings/layer_ranges.h"
#include "core/recordings/recording.h"
#include "core/scenes/moved_keys.h"
#include "core/scenes/scene.h"
#include "core/views/network/diagram_body.h"
#include "core/views/network/diagram_family.h"

namespace sortscope {

namespace {

constexpr float kReadablePitch = 44;   // pixels a wire at scale 1: what full zoom shows
constexpr float kReadableLayer = 150;  // pixels a diagram unit in an AKS network

class NetworkView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return kNetworkLayout.id; }
  [[nodiscard]] std::string_view title() const override { return kNetworkLayout.title; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& whole) override {
    if (given.network_desk.editor && !whole.picture) {
      draw_edited(given, list, whole);
      return;
    }
    canvas_.leave();
    draw_diagram(given, list, whole, roomy_scale(given.look, whole), false);
  }

  [[nodiscard]] bool moving() const override { return !complete_; }
  void fit() override {
    camera_ = {};
    zoomed_ = 1;
  }
  void zoom(float factor) override {
    zoomed_ *= factor;
    zoom_at(factor, 0.5F * page_width_, 0.5F * page_height_);
  }
  void pan(float dx, float dy) override {
    camera_.center_x += dx / camera_.zoom;
    camera_.center_y += dy / camera_.zoom;
    clamp_camera();
  }
  [[nodiscard]] std::optional<ViewCamera> camera() const override {
    const Camera now = wanted_.value_or(camera_);
    if (now.zoom == 1 && now.center_x == 0.5 && now.center_y == 0.5) return {};
    return ViewCamera{now.zoom, now.center_x, now.center_y};
  }
  void set_camera(const ViewCamera& camera) override {
    wanted_ = Camera{camera.zoom, camera.x, camera.y};
  }

 private:
  // The diagram above a strip with what can be done.
  void draw_edited(const ViewParts& given, ImDrawList& list, const Pane& whole) {
    Pane pane = whole;
    pane.height -= canvas_.strip_height(given, whole);
    const CanvasPlace place{&geometry_, &diagram_, pane, roomy_scale(given.look, whole)};
    // Only what was drawn before can be pointed at.
    if (generation_ == given.session.generation()) canvas_.take_pointer(given, place);
    draw_diagram(given, list, pane, place.scale, true);
    canvas_.draw(given, list, place, whole);
    in_sight.push_back(
        {whole.x, whole.y + pane.height, whole.x + whole.width, whole.y + whole.height});
  }

  void draw_diagram(const ViewParts& given, ImDrawList& list, const Pane& pane, float scale,
                    bool edited) {
    const Scene scene = given.session.scene();
    page_width_ = pane.width / scale;
    page_height_ = pane.height / scale;
    large_keys_ = given.look.projector;
    shown_wires_ = shown_wires(scene);
    prepare(given, scene, edited);
    if (pane.hovered) take_pointer(given, pane, scale, edited);
    follow_cursor(scene);
    const DiagramFrame frame = frame_diagram(*scene.recording, geometry_, *scene.options, camera_,
                                             page_width_, page_height_, large_keys_, shown_wires_);
    unit_x_at_fit_ = frame.map.unit_x / static_cast<float>(camera_.zoom);
    unit_y_at_fit_ = frame.map.unit_y / static_cast<float>(camera_.zoom);
    diagram_ = frame;
    if (pane.hovered && !dragging_ && !edited) pick(given, scene, frame, pane, scale);

    painter_ = given.drawn.network;
    given.drawn.buffers->take_tiles(scene);
    frame_.pane_x = pane.x;
    frame_.pane_y = pane.y;
    frame_.pane_width = pane.width;
    frame_.pane_height = pane.height;
    frame_.map = {frame.map.origin_x * scale, frame.map.origin_y * scale, frame.map.unit_x * scale,
                  frame.map.unit_y * scale};
    frame_.scale = scale;
    frame_.front_x = front_x(scene, geometry_);
    frame_.ends = frame.ends;
    frame_.strip = frame.map.unit_y < 3;
    frame_.strip_width = key_mark_width(frame, scene.cursor, scene.recording->network.depth());
    frame_.strip_x = key_position(scene, geometry_, {}, 0, frame).x;
    frame_.palette = given.look.palette;
    frame_.rows = given.drawn.rows();
    frame_.buffers = given.drawn.buffers.get();
    frame_.scene = scene;
    frame_.geometry = &geometry_;
    frame_.waits = !given.background.watched || pane.picture;
    frame_.clip[0] = pane.x;
    frame_.clip[1] = pane.y;
    frame_.clip[2] = pane.x + pane.width;
    frame_.clip[3] = pane.y + pane.height;
    // What is hidden at the end leaves nothing behind.
    if (frame.wires < scene.recording->network.wires()) {
      const float last = frame.map.y(static_cast<float>(frame.wires) - 0.5F);
      frame_.clip[3] = std::min(frame_.clip[3], pane.y + scale * last);
    }

    // Boxes go below the body, keys and names above it.
    Picture picture = layout_diagram(scene, geometry_, frame, page_width_, page_height_, false);
    if (given.look.projector) keep_keys_largest(picture);
    if (!pane.picture) leave_out_crowded(picture);
    Picture below;
    below.boxes.swap(picture.boxes);
    paint_picture(list, below, *given.look.palette, pane.x, pane.y, scale);
    keep_in_sight(in_sight, below, pane.x, pane.y, scale);
    // The layer that one speaks of, at the input too, where no band marks it.
    if (const auto layer = layer_in_view(scene); layer && frame.wires > 0) {
      const auto last = static_cast<float>(frame.wires) - 1;
      in_sight.push_back({pane.x + scale * frame.map.x(geometry_.cell_x(*layer)),
                          pane.y + scale * frame.map.y(0),
                          pane.x + scale * frame.map.x(geometry_.cell_x(*layer + 1)),
                          pane.y + scale * frame.map.y(last)});
    }
    if (frame_.strip) {  // keys in a column of their own
      const float half = scale * frame_.strip_width / 2;
      for (const float at : {frame_.strip_x, -frame_.ends}) {
        const float x = pane.x + frame_.map.x(at);
        in_sight.push_back({x - half, pane.y, x + half, pane.y + pane.height});
      }
    }
    body_ = NetworkBody::of(frame_, given.session.generation());
    // Outcomes that are recorded again come in whenever they are there.
    if (drawn_ == body_ && scene.recording->ranges == nullptr) FrameDamage::say_same(this);
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          auto* self = static_cast<NetworkView*>(command->UserCallbackData);
          self->complete_ =
              self->painter_->draw(self->frame_, static_cast<int>(ImGui::GetIO().DisplaySize.y));
          self->drawn_.reset();
          if (self->complete_) self->drawn_ = self->body_;
          // Nothing of the run is held until the next frame: it may be another by then.
          self->frame_.scene = {};
          self->frame_.buffers = nullptr;
        },
        this);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
    draw_marks(given, scene, frame, list, pane, scale);
    mask_margin(given, frame, list, pane, scale);
    paint_picture(list, picture, *given.look.palette, pane.x, pane.y, scale);
    explain_cut_labels(given.look, picture, pane, pane.x, pane.y, scale);
    keep_in_sight(in_sight, picture, pane.x, pane.y, scale);
    if (!painter_->error().empty() && !reported_) {
      reported_ = true;
      given.notices.fail({ErrorCode::kUnavailable, painter_->error(), ""});
    }
  }

  void prepare(const ViewParts& given, const Scene& scene, bool edited) {
    const bool another_run = generation_ != given.session.generation();
    prepare_geometry(given, scene, edited);
    // Lessons and scripts record and zoom within one frame: the zoom is meant for the new run.
    const float zoomed = std::exchange(zoomed_, 1.0F);
    if (another_run && zoomed != 1) {
      zoom_at(zoomed, 0.5F * page_width_, 0.5F * page_height_);
      followed_ = scene.cursor;
    }
    if (!wanted_) return;
    // Where to look was said: the cursor, which may be elsewhere, is not followed there.
    camera_ = *wanted_;
    wanted_.reset();
    followed_ = scene.cursor;
  }

  void prepare_geometry(const ViewParts& given, const Scene& scene, bool edited) {
    if (generation_ == given.session.generation() &&
        equal_widths_ == scene.options->network.equal_layer_widths) {
      return;
    }
    if (generation_ != given.session.generation() && !edited) camera_ = {};
    generation_ = given.session.generation();
    equal_widths_ = scene.options->network.equal_layer_widths;
    geometry_ = NetworkGeometry(scene.recording->network, equal_widths_);
    recording_ = given.session.shared_recording();
    options_ = *scene.options;
  }

  // Zoomed in, the layer that the cursor has gone to comes into the middle when it is out of sight.
  void follow_cursor(const Scene& scene) {
    if (scene.cursor == followed_) return;
    followed_ = scene.cursor;
    if (camera_.zoom <= 1) return;
    const DiagramFrame frame = frame_diagram(*scene.recording, geometry_, *scene.options, camera_,
                                             page_width_, page_height_, large_keys_, shown_wires_);
    const float at = geometry_.cell_x(scene.cursor.layer);
    if (frame.map.x(at) >= frame.left && frame.map.x(at) <= page_width_ - 16) return;
    camera_.center_x = at / std::max(geometry_.width(), 1.0F);
    clamp_camera();
  }

  void clamp_camera() {
    const bool deep = recording_ != nullptr && diagram_family(*recording_).deep;
    const double most =
        std::max(1.0, deep ? double{kReadableLayer} / std::max(unit_x_at_fit_, 1e-6F)
                           : double{kReadablePitch} / std::max(unit_y_at_fit_, 1e-6F));
    camera_.zoom = std::clamp(camera_.zoom, 0.5, std::max(most, 8.0));
    camera_.center_x = std::clamp(camera_.center_x, 0.0, 1.0);
    camera_.center_y = std::clamp(camera_.center_y, 0.0, 1.0);
  }

  // Keeps the diagram's point under (x, y) of the page where it is.
  void zoom_at(float factor, float x, float y) {
    if (recording_ == nullptr) return;
    const DiagramFrame before = frame_diagram(*recording_, geometry_, options_, camera_,
                                              page_width_, page_height_, large_keys_, shown_wires_);
    const double u = (x - before.map.origin_x) / before.map.unit_x;
    const double w = (y - before.map.origin_y) / before.map.unit_y;
    camera_.zoom *= factor;
    clamp_camera();
    const DiagramFrame after = frame_diagram(*recording_, geometry_, options_, camera_, page_width_,
                                             page_height_, large_keys_, shown_wires_);
    const double moved_x = after.map.origin_x + u * after.map.unit_x - x;
    const double moved_y = after.map.origin_y + w * after.map.unit_y - y;
    camera_.center_x += moved_x / (std::max(geometry_.width(), 1.0F) * double{after.map.unit_x});
    const double rows = std::max(static_cast<double>(after.wires) - 1, 1.0);
    camera_.center_y += moved_y / (rows * after.map.unit_y);
    clamp_camera();
    if (camera_.zoom <= 1.0) camera_ = {camera_.zoom, 0.5, 0.5};
  }

  void take_pointer(const ViewParts& given, const Pane& pane, float scale, bool edited) {
    const ImGuiIO& io = ImGui::GetIO();
    options_ = given.session.options;
    if (io.MouseWheel != 0) {
      zoom_at(std::pow(io.KeyCtrl ? 1.05F : 1.2F, io.MouseWheel), (io.MousePos.x - pane.x) / scale,
              (io.MousePos.y - pane.y) / scale);
    }
    if (edited) return;
    if (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4) && given.panes.pointer_owner == this) {
      const float width = std::max(geometry_.width(), 1.0F) * frame_.map.unit_x;
      const float height =
          std::max(static_cast<float>(diagram_.wires) - 1, 1.0F) * frame_.map.unit_y;
      camera_.center_x -= io.MouseDelta.x / width;
      camera_.center_y -= io.MouseDelta.y / height;
      clamp_camera();
      dragging_ = true;
    } else if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !dragging_ &&
          given.panes.pointer_owner == this) {
        given.session.selected = given.session.hover;
      }
      dragging_ = false;
    }
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !given.session.hover.wire) fit();
  }

  void pick(const ViewParts& given, const Scene& scene, const DiagramFrame& frame, const Pane& pane,
            float scale) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    given.session.hover = pick_diagram(scene, geometry_, frame, (mouse.x - pane.x) / scale,
                                       (mouse.y - pane.y) / scale);
  }

  // Hovered and selected wires and comparators.
  void draw_marks(const ViewParts& given, const Scene& scene, const DiagramFrame& frame,
                  ImDrawList& list, const Pane& pane, float scale) const {
    const Color accent = given.look.palette->color(Role::kAccent);
    for (const auto* selection : {&scene.selected, &scene.hover}) {
      const bool hover = selection == &scene.hover;
      if (selection->comparator &&
          selection->comparator->layer < scene.recording->network.depth()) {
        const auto [layer, index] = *selection->comparator;
        if (!is_drawn(scene, geometry_, layer, index)) continue;
        const Comparator c = drawn_comparator(scene, layer, index);
        if (c.upper() >= frame.wires) continue;
        const float x = pane.x + scale * frame.map.x(geometry_.column_x(scene.recording->network,
                                                                        layer, index));
        const float y0 = pane.y + scale * frame.map.y(static_cast<float>(c.lower()));
        const float y1 = pane.y + scale * frame.map.y(static_cast<float>(c.upper()));
        const float reach = 8 * scale;
        list.AddRect({x - reach, y0 - reach}, {x + reach, y1 + reach},
                     pack({accent.r, accent.g, accent.b, hover ? 0.7F : 1.0F}), 6 * scale, 0,
                     (hover ? 1.2F : 2) * scale);
      } else if (selection->wire && *selection->wire < frame.wires &&
                 !shows_path(scene, *selection)) {
        const float y = pane.y + scale * frame.map.y(static_cast<float>(*selection->wire));
        list.AddLine({pane.x + scale * frame.map.x(-frame.ends), y},
                     {pane.x + scale * frame.map.x(geometry_.width() + frame.ends), y},
                     pack({accent.r, accent.g, accent.b, hover ? 0.45F : 0.8F}),
                     (hover ? 1.5F : 2) * scale);
      }
    }
    draw_path(given, scene, frame, list, pane, scale);
  }

  // A key's way says more than a line along the wire where it stands.
  static bool shows_path(const Scene& scene, const Selection& selection) {
    const auto place = selection.place;
    if (!place || scene.recording->is_padding(*place)) return false;
    const bool chosen = scene.selected.place.has_value();
    if (chosen && place != scene.selected.place) return false;
    return followed_at_once(*scene.recording, *place, chosen);
  }

  // The way of the selected key through the whole run so far.
  void draw_path(const ViewParts& given, const Scene& scene, const DiagramFrame& frame,
                 ImDrawList& list, const Pane& pane, float scale) const {
    const bool chosen = scene.selected.place.has_value();
    const auto place = chosen ? scene.selected.place : scene.hover.place;
    if (!place || scene.recording->is_padding(*place)) return;
    if (!followed_at_once(*scene.recording, *place, chosen)) return;
    const KeyHistory history = follow_key(*scene.recording, *place, scene.cursor);
    const Color accent = given.look.palette->color(Role::kAccent);
    const Network& network = scene.recording->network;
    std::vector<ImVec2> points;
    const auto add = [&](float x, float wire) {
      points.push_back({pane.x + scale * frame.map.x(x), pane.y + scale * frame.map.y(wire)});
    };
    add(-frame.ends, static_cast<float>(history.wire_after[0]));
    for (std::uint32_t layer = 0; layer < scene.cursor.layer; ++layer) {
      const Wire from = history.wire_after[layer];
      const Wire to = history.wire_after[layer + 1];
      if (from == to) continue;
      const WireUse use = network.use(layer, from);
      // A key that moved with its subtree crosses where the subtree does.
      const float x = use.compared ? geometry_.column_x(network, layer, use.index)
                                   : moved_range_x(network, geometry_, layer, 0);
      add(x, static_cast<float>(from));
      add(x, static_cast<float>(to));
    }
    // The wire it stands on, up to where it stands.
    const auto at = std::find(scene.places.begin(), scene.places.end(), *place);
    const auto wire = static_cast<Wire>(at - scene.places.begin());
    const KeyPosition now = key_position(scene, geometry_, wires_after(scene), wire, frame);
    add(now.x, points.empty() ? now.y : static_cast<float>(history.wire_after[scene.cursor.layer]));
    add(now.x, now.y);
    list.AddPolyline(points.data(), static_cast<int>(points.size()),
                     pack({accent.r, accent.g, accent.b, 0.85F}), 0, 2.5F * scale);
  }

  // Wire numbers and names stand on clear ground, whatever slides under them.
  void mask_margin(const ViewParts& given, const DiagramFrame& frame, ImDrawList& list,
                   const Pane& pane, float scale) const {
    const Color g = given.look.palette->color(Role::kGround);
    const unsigned ground = pack({g.r, g.g, g.b, 0.9F});
    const float right = pane.x + pane.width;
    const float bottom = pane.y + pane.height;
    const ClearMargins margins = clear_margins(frame, page_height_);
    if (margins.left > 0) {
      list.AddRectFilled({pane.x, pane.y}, {pane.x + margins.left * scale, bottom}, ground);
    }
    if (margins.top > 0) {
      list.AddRectFilled({pane.x, pane.y}, {right, pane.y + margins.top * scale}, ground);
    }
    if (margins.bottom > 0) {
      list.AddRectFilled({pane.x, bottom - margins.bottom * scale}, {right, bottom}, ground);
    }
  }

  Camera camera_;
  std::optional<Camera> wanted_;  // to look there from the next frame on
  NetworkGeometry geometry_;
  std::shared_ptr<NetworkPainter> painter_;
  bool complete_ = true;
  NetworkBody body_;
  std::optional<NetworkBody> drawn_;  // what is on the screen, where nothing of it is to come
  NetworkFrame frame_;
  NetworkCanvas canvas_;
  DiagramFrame diagram_;                        // of the last frame
  std::shared_ptr<const Recording> recording_;  // that geometry_ is of
  LayoutOptions options_;
  std::uint64_t generation_ = 0;
  Cursor followed_;
  bool equal_widths_ = false;
  bool large_keys_ = false;
  std::uint32_t shown_wires_ = 0;  // of the last frame
  bool dragging_ = false;
  bool reported_ = false;
  float page_width_ = 1, page_height_ = 1;
  float zoomed_ = 1;  // by commands since the last frame
  float unit_x_at_fit_ = 1, unit_y_at_fit_ = 1;
};

}  // namespace

std::unique_ptr<View> make_network_view() { return std::make_unique<NetworkView>(); }

}  // namespace sortscope
