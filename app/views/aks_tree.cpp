// aks_tree.cpp: the AKS tree on screen: keys by shaders, a key pressed is followed, its node
// is opened.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/painters/aks_tree.h"
#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/views/cut_labels.h"
#include "app/views/in_sight.h"
#include "app/views/page_scale.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "core/pictures/crowded_labels.h"
#include "core/pictures/largest_keys.h"
#include "core/recordings/recording.h"
#include "core/views/aks/tree.h"

namespace sortscope {

namespace {

class AksTreeView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return kAksTreeLayout.id; }
  [[nodiscard]] std::string_view title() const override { return kAksTreeLayout.title; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    if (memory_.generation != given.session.generation()) {
      memory_ = {};
      memory_.generation = given.session.generation();
    }
    const float scale = page_scale(given.look, pane, id());
    const float width = pane.width / scale;
    const float height = pane.height / scale;
    Scene scene = given.session.scene();
    auto moment = aks_tree_moment(scene, &memory_);
    if (moment && pane.hovered && take_pointer(given, scene, *moment, pane)) {
      scene = given.session.scene();
      moment = aks_tree_moment(scene, &memory_);
    }
    const auto put = [&](aks_tree_picture::AksTreeParts parts) {
      Picture picture =
          aks_tree_picture::draw_aks_tree(scene, moment.get(), width, height, parts, &memory_);
      if (given.look.projector) keep_keys_largest(picture);
      if (!pane.picture) leave_out_crowded(picture);
      paint_picture(list, picture, *given.look.palette, pane.x, pane.y, scale);
      explain_cut_labels(given.look, picture, pane, pane.x, pane.y, scale);
      keep_in_sight(in_sight, picture, pane.x, pane.y, scale);
    };
    if (!moment || !painter_.error().empty()) {
      if (moment && !reported_) given.notices.fail({ErrorCode::kUnavailable, painter_.error(), ""});
      reported_ = moment != nullptr;
      put({});
      return;
    }
    put({.floor = true, .keys = false, .names = false});
    paint_keys(given, list, scene, moment, pane);
    put({.floor = false, .keys = false, .names = true});
  }

 private:
  void paint_keys(const ViewParts& given, ImDrawList& list, const Scene& scene,
                  const std::shared_ptr<const AksTreeMoment>& moment, const Pane& pane) {
    const float scale = page_scale(given.look, pane, id());
    const aks_tree_picture::AksTreePage page =
        aks_tree_picture::aks_tree_page(scene, moment->t, pane.width / scale, pane.height / scale);
    in_sight.push_back({pane.x + scale * page.field.left, pane.y + scale * page.field.top,
                        pane.x + scale * (page.field.left + page.field.width),
                        pane.y + scale * page.field.bottom()});
    const std::vector<AksStep>& steps = scene.recording->network.aks()->steps();
    scene_ = scene;
    frame_.scene = &scene_;
    frame_.moment = moment;
    frame_.now = aks_tree_rows(page.field, steps[moment->t]);
    frame_.next = aks_tree_rows(page.field, steps[std::min(moment->t + 1, aks_steps(moment->d))]);
    frame_.x = pane.x;
    frame_.y = pane.y;
    frame_.unit = scale * page.magnified;
    frame_.clip[0] = pane.x;
    frame_.clip[1] = pane.y;
    frame_.clip[2] = pane.x + pane.width;
    frame_.clip[3] = pane.y + pane.height;
    frame_.exchange = moment->exchange_share(scene.fraction);
    frame_.move = moment->move_share(scene.fraction);
    frame_.palette = given.look.palette;
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          auto* self = static_cast<AksTreeView*>(command->UserCallbackData);
          self->painter_.draw(self->frame_, static_cast<int>(ImGui::GetIO().DisplaySize.y));
          // Nothing of the run is held until the next frame: it may be another by then.
          self->scene_ = {};
        },
        this);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }

  // True where what is drawn changes.
  bool take_pointer(const ViewParts& given, const Scene& scene, const AksTreeMoment& moment,
                    const Pane& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = page_scale(given.look, pane, id());
    const float width = pane.width / scale;
    const float height = pane.height / scale;
    const float x = (io.MousePos.x - pane.x) / scale;
    const float y = (io.MousePos.y - pane.y) / scale;
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const std::string seek = aks_tree_picture::aks_tree_seek(scene, moment.t, width, height, x, y);
    if (!seek.empty()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      given.session.hover = {};
      seeking_ = seeking_ || pressed;
      const bool drag = seeking_ && ImGui::IsMouseDown(ImGuiMouseButton_Left) && seek != sought_;
      if (!pressed && !drag) return false;
      sought_ = seek;
      given.asked.ask(seek);
      return true;
    }
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) seeking_ = false;
    sought_.clear();
    aks_tree_picture::AksTreeHit hit;
    if (scene.fraction == 0) {
      hit = aks_tree_picture::aks_tree_hit(scene, moment, width, height, x, y);
    }
    Selection found;
    if (hit.found) found = {scene.aks->wire_of_spot()[hit.spot], hit.place, {}};
    const bool changed = found != given.session.hover;
    given.session.hover = found;
    if (hit.found) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (!pressed) return changed;
    // The key, not the wire: it is followed when it moves on.
    given.session.selected = hit.found ? Selection{{}, hit.place, {}} : Selection{};
    if (hit.found) given.asked.ask(fmt::format("aks-open {} {}", hit.level, hit.node));
    return true;
  }

  AksTreeMemory memory_;
  AksTreePainter painter_;
  AksTreeFrame frame_;  // while the draw list is drawn
  Scene scene_;
  std::string sought_;
  bool seeking_ = false;
  bool reported_ = false;
};

}  // namespace

std::unique_ptr<View> make_aks_tree_view() { return std::make_unique<AksTreeView>(); }

}  // namespace sortscope
