// passes.cpp: the pass strip on screen: bars by a shader, the lower track zooms and moves, a
// pass pressed is where the cursor goes.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/painters/pass_strip.h"
#include "app/painters/theme.h"
#include "app/state/command_table.h"
#include "app/surface/surface.h"
#include "app/views/cut_labels.h"
#include "app/views/page_scale.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/networks/wording.h"
#include "core/pictures/crowded_labels.h"
#include "core/words/trace_words.h"

namespace sortscope {

namespace {

using passes_picture::PassesPage;
using passes_picture::TimeWindow;
using passes_picture::Track;

constexpr float kButtonHeight = 26;
constexpr double kShortestWindowNs = 100;
constexpr double kRefreshS = 0.5;

class PassesView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return kPassesLayout.id; }
  [[nodiscard]] std::string_view title() const override { return kPassesLayout.title; }
  [[nodiscard]] bool moving() const override { return painter_.live(); }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    if (given.drawn.trace_live) follow_live(given);
    const Scene scene = given.session.scene();
    const float scale = page_scale(given.look, pane, id());
    const float width = pane.width / scale;
    const float height = pane.height / scale;
    const bool shown = scene.measured->trace != nullptr && !scene.measured->trace->passes.empty();
    if (shown) {
      take_trace(scene);
      if (pane.hovered) take_pointer(given, scene, pane);
      paint_bars(given, list, scene, pane);
    }
    const bool by_shader = shown && painter_.error().empty();
    Picture picture = passes_picture::draw_passes(scene, width, height, window_, !by_shader);
    if (!pane.picture) leave_out_crowded(picture);
    paint_picture(list, picture, *given.look.palette, pane.x, pane.y, scale);
    explain_cut_labels(given.look, picture, pane, pane.x, pane.y, scale);
    if (given.background.work == nullptr && !pane.picture) draw_buttons(given, pane, scene);
  }

  void fit() override { window_ = {}; }
  void zoom(float factor) override {
    if (page_) zoom_about((page_->near.from_ns + page_->near.to_ns) / 2, factor);
  }
  void pan(float dx, float /*dy*/) override {
    if (page_) move_by(dx * (page_->near.to_ns - page_->near.from_ns));
  }

 private:
  void take_trace(const Scene& scene) {
    if (frame_.trace == scene.measured->trace) return;
    // The same sort with other times: a live one, which is drawn already.
    if (scene.measured->trace != refreshed_) {
      frame_.trace = scene.measured->trace;
      window_ = {};
    }
  }

  // The texts follow the bars twice a second; bars are drawn where the kernels wrote their times.
  void follow_live(const ViewParts& given) {
    if (!painter_.why_not_live().empty()) {
      given.drawn.trace_live = false;
      given.notices.notify(painter_.why_not_live(), true);
      return;
    }
    if (!painter_.live() || painter_.turns() == 0 || given.clock.time_s < refresh_at_s_) return;
    refresh_at_s_ = given.clock.time_s + kRefreshS;
    const std::vector<std::uint64_t> times = painter_.read();
    auto trace = std::make_shared<SortTrace>(*frame_.trace);
    if (times.size() != 2 * trace->passes.size()) return;
    for (std::size_t i = 0; i < trace->passes.size(); ++i) {
      trace->passes[i].begin_ns = times[2 * i] - times[0];
      trace->passes[i].end_ns = std::max(times[2 * i], times[2 * i + 1]) - times[0];
    }
    trace->elapsed_ns = trace->passes.back().end_ns;
    trace->runs = 1;
    refreshed_ = std::move(trace);
    given.session.measured.trace = refreshed_;
  }

  void paint_bars(const ViewParts& given, ImDrawList& list, const Scene& scene, const Pane& pane) {
    const float scale = page_scale(given.look, pane, id());
    page_ = passes_picture::passes_page(scene, pane.width / scale, pane.height / scale, window_);
    frame_.x = pane.x;
    frame_.y = pane.y;
    frame_.unit = scale;
    frame_.clip[0] = pane.x;
    frame_.clip[1] = pane.y;
    frame_.clip[2] = pane.x + pane.width;
    frame_.clip[3] = pane.y + pane.height;
    frame_.tracks = {page_->all, page_->near};
    frame_.palette = given.look.palette;
    const bool live = given.drawn.trace_live && scene.measured->trace->stamped &&
                      passes_picture::is_linked(scene) && !gl_is_software();
    frame_.live = live ? given.session.shared_recording() : nullptr;
    list.AddCallback(
        [](const ImDrawList*, const ImDrawCmd* command) {
          auto* self = static_cast<PassesView*>(command->UserCallbackData);
          self->painter_.draw(self->frame_, static_cast<int>(ImGui::GetIO().DisplaySize.y));
        },
        this);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  }

  void zoom_about(double ns, float factor) {
    const Track& near = page_->near;
    const double whole = page_->all.to_ns;
    const double span = std::clamp((near.to_ns - near.from_ns) / static_cast<double>(factor),
                                   std::min(kShortestWindowNs, whole), whole);
    const double share = (ns - near.from_ns) / (near.to_ns - near.from_ns);
    const double from = std::clamp(ns - share * span, 0.0, whole - span);
    window_ = {from, from + span};
  }

  void move_by(double ns) {
    const Track& near = page_->near;
    const double span = near.to_ns - near.from_ns;
    const double from = std::clamp(near.from_ns + ns, 0.0, std::max(page_->all.to_ns - span, 0.0));
    window_ = {from, from + span};
  }

  void take_pointer(const ViewParts& given, const Scene& scene, const Pane& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = page_scale(given.look, pane, id());
    page_ = passes_picture::passes_page(scene, pane.width / scale, pane.height / scale, window_);
    const float x = (io.MousePos.x - pane.x) / scale;
    const float y = (io.MousePos.y - pane.y) / scale;
    const bool in_near = page_->near.has(x, y);
    if (io.MouseWheel != 0) {
      const Track& track = in_near ? page_->near : page_->all;
      if (in_near || track.has(x, y)) zoom_about(track.ns_at(x), std::pow(1.25F, io.MouseWheel));
    }
    if (in_near && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4) &&
        given.panes.pointer_owner == this) {
      move_by(-static_cast<double>(io.MouseDelta.x / scale / page_->near.width) *
              (page_->near.to_ns - page_->near.from_ns));
      dragged_ = true;
    }
    const auto pass = passes_picture::pass_at(scene, *page_, x, y);
    const std::string line = pass ? passes_picture::seek_line(scene, *pass) : "";
    if (!line.empty()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left) && given.panes.pointer_owner == this) {
      // The lower track follows the cursor again.
      if (!dragged_ && !line.empty()) {
        if (!in_near) window_ = {};
        given.asked.ask(line);
      }
      dragged_ = false;
    }
    if (pass && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) say(given, scene, *pass);
  }

  static void say(const ViewParts& given, const Scene& scene, std::uint32_t index) {
    const TracePass& pass = scene.measured->trace->passes[index];
    const auto took = static_cast<double>(pass.end_ns - pass.begin_ns);
    std::string text = fmt::format("Pass {}: {}", index + 1, pass.name);
    if (const std::string layers = pass_layers_text(pass); !layers.empty()) text += ", " + layers;
    text += fmt::format("\n{} from {} on", time_text(took),
                        time_text(static_cast<double>(pass.begin_ns)));
    if (pass.bytes > 0 && took > 0) {
      text += fmt::format("\n{} moved, {:.0f} GB/s", bytes_text(pass.bytes, 3),
                          static_cast<double>(pass.bytes) / took);
    }
    if (pass.comparators > 0) text += "\n" + counted(pass.comparators, "comparator");
    if (pass.floor_ns > 0) {
      text += fmt::format("\nfloor {}, {} of it reached", time_text(pass.floor_ns),
                          share_text(floor_share(pass)));
    }
    pointer_tooltip(given.look, text, ImGui::GetIO().MousePos.y - 14 * given.look.scale());
  }

  void draw_buttons(const ViewParts& given, const Pane& pane, const Scene& scene) const {
    const std::shared_ptr<const SortTrace> trace = scene.measured->trace;
    if (trace == nullptr) return;
    const Brush brush = Brush::of(given.look);
    const float gap = brush.px(8);
    // Below the pane's menu.
    Area area{pane.x + pane.width - gap, pane.y + brush.px(40), 0, brush.px(kButtonHeight)};
    const auto button = [&](const char* id, const std::string& text, const char* line,
                            const char* help) {
      area.width = text_button_width(brush, text);
      area.x -= area.width;
      if (area.x < pane.x || area.bottom() > pane.y + pane.height) return;
      fill_area(brush, area, Role::kGround);
      if (text_button(brush, id, area, text, ButtonLook::kOutline)) given.asked.ask(line);
      tooltip(given.look, help);
      area.x -= gap;
    };
    button("trace", "Trace again", "trace",
           "Sort the keys of this recording again and time every pass");
    if (!trace->stamped || !passes_picture::is_linked(scene)) return;
    button("live", given.drawn.trace_live ? "Stop" : "Live", "trace-live",
           painter_.live() ? "The bars are drawn from the buffers that the kernels write into"
                           : "Repeat the sort and watch its passes; the bars shown are a copy");
  }

  TimeWindow window_;
  std::optional<PassesPage> page_;
  PassStripPainter painter_;
  PassStripFrame frame_;                        // while the draw list is drawn
  std::shared_ptr<const SortTrace> refreshed_;  // frame_.trace with the times of a live sort
  double refresh_at_s_ = 0;
  bool dragged_ = false;
};

}  // namespace

std::unique_ptr<View> make_passes_view() { return std::make_unique<PassesView>(); }

}  // namespace sortscope
