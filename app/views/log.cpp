// log.cpp: the steps in words, the cursor's marked; rows can be chosen and copied.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <string>

#include "app/state/text_log.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "app/widgets/widgets.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"

namespace sortscope {

namespace {

constexpr float kEdge = 20;
constexpr float kTop = 44;  // the pane's menu stands above
constexpr float kRowGap = 8;
constexpr float kWheelUnits = 56;
constexpr float kFollowAt = 0.3F;  // of the height, where the cursor's step comes to stand

struct Row {
  std::uint32_t step = 0;
  float y = 0;  // from the top of the list
  float height = 0;
};

class LogView final : public View {
 public:
  [[nodiscard]] std::string_view id() const override { return "log"; }
  [[nodiscard]] std::string_view title() const override { return "Log"; }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    const Brush brush{&list, given.look.palette, given.look.scale(), given.look.pointer_rest.get()};
    const Session& session = given.session;
    const std::uint32_t now = steps_before(session.recording().network, session.cursor());
    last_ = given.text_log.steps(session);
    measure(brush, pane);
    if (followed_ != now || generation_ != session.generation()) {
      followed_ = anchor_ = now;
      generation_ = session.generation();
      offset_ = kFollowAt * area_.height;
    }
    if (pane.hovered && ImGui::GetIO().MouseWheel != 0) {
      offset_ += ImGui::GetIO().MouseWheel * brush.px(kWheelUnits);
    }
    lay_out(given, brush);
    take_pointer(given, pane);
    list.PushClipRect({pane.x, area_.y}, {pane.x + pane.width, area_.bottom()}, true);
    for (const Row& row : rows_) draw_row(given, brush, row, now);
    list.PopClipRect();
    const float head = pane.y + brush.px(22);
    draw_fitted(brush, area_.x, head, area_.width - brush.px(110), "The steps in words", kSizeText,
                Face::kSansBold, Role::kMuted);
    draw_hairline(brush, pane.x, area_.y - brush.hairline(), pane.x + pane.width, area_.y);
  }

  void fit() override {
    zoom_ = 1;
    followed_ = UINT32_MAX;
  }
  void zoom(float factor) override { zoom_ = std::clamp(zoom_ * factor, 0.75F, 3.0F); }
  void pan(float /*dx*/, float dy) override { offset_ -= dy * area_.height; }

 private:
  void measure(const Brush& brush, const Pane& pane) {
    const float edge = brush.px(kEdge);
    area_ = {pane.x + edge, pane.y + brush.px(kTop), pane.width - 2 * edge,
             std::max(pane.height - brush.px(kTop), 1.0F)};
    size_ = kSizeText * zoom_;
    numbers_ = text_width(brush, std::to_string(last_), size_, Face::kMono) + brush.px(12);
  }

  float height_of(const ViewParts& given, const Brush& brush, std::uint32_t step) const {
    return paragraph_height(brush, area_.width - numbers_, given.text_log.line(given.session, step),
                            size_, Face::kSans) +
           brush.px(kRowGap);
  }

  // Rows that are seen, from the anchor both ways; the list does not scroll beyond its ends.
  void lay_out(const ViewParts& given, const Brush& brush) {
    anchor_ = std::min(anchor_, last_);
    for (int pass = 0; pass < 3; ++pass) {
      rows_.clear();
      float y = offset_;
      for (std::uint32_t step = anchor_; y < area_.height; ++step) {
        rows_.push_back({step, y, height_of(given, brush, step)});
        y += rows_.back().height;
        if (step == last_) break;
      }
      float top = offset_;
      for (std::uint32_t step = anchor_; step > 0 && top > 0; --step) {
        const float height = height_of(given, brush, step - 1);
        top -= height;
        rows_.push_front({step - 1, top, height});
      }
      if (rows_.empty()) {
        // Scrolled beyond the last row.
        offset_ = 0;
        continue;
      }
      const bool at_start = rows_.front().step == 0;
      if (at_start && rows_.front().y > 0) {
        anchor_ = 0;
        offset_ = 0;
      } else if (rows_.back().step == last_ && y < area_.height &&
                 !(at_start && rows_.front().y >= 0)) {
        offset_ += area_.height - y;
      } else {
        break;
      }
    }
    // The anchor stays near: what is seen, not where it was once, decides what is measured next.
    const auto seen = std::find_if(rows_.begin(), rows_.end(),
                                   [](const Row& row) { return row.y + row.height > 0; });
    if (seen == rows_.end()) return;
    anchor_ = seen->step;
    offset_ = seen->y;
  }

  [[nodiscard]] const Row* row_at(float y) const {
    for (const Row& row : rows_) {
      if (y >= area_.y + row.y && y < area_.y + row.y + row.height) return &row;
    }
    return nullptr;
  }

  // A press chooses a row; dragging, or a press with Shift, chooses all between; a double press
  // goes there.
  void take_pointer(const ViewParts& given, const Pane& pane) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!pane.hovered || given.panes.pointer_owner != this || io.MousePos.y < area_.y) return;
    const Row* row = row_at(io.MousePos.y);
    if (row == nullptr) return;
    auto& chosen = given.text_log.chosen;
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
      const Cursor to = cursor_of_step(given.session.recording().network, row->step);
      given.asked.ask(fmt::format("seek {} {}", to.layer, to.comparator));
    } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !(io.KeyShift && chosen)) {
      // A second press takes the choice away.
      const bool again = chosen && chosen->first == row->step && chosen->second == row->step;
      pressed_ = row->step;
      chosen.reset();
      if (!again) chosen = {row->step, row->step};
    } else if (ImGui::IsMouseDown(ImGuiMouseButton_Left) && chosen &&
               (io.KeyShift || row->step != pressed_ || chosen->first != chosen->second)) {
      chosen = {std::min(pressed_, row->step), std::max(pressed_, row->step)};
    }
  }

  void draw_row(const ViewParts& given, const Brush& brush, const Row& row,
                std::uint32_t now) const {
    const float top = area_.y + row.y;
    const float pad = brush.px(10);
    const ImVec2 low{area_.x - pad, top};
    const ImVec2 high{area_.right() + pad, top + row.height - brush.px(2)};
    const auto& chosen = given.text_log.chosen;
    if (chosen && row.step >= chosen->first && row.step <= chosen->second) {
      brush.list->AddRectFilled(low, high, brush.color(Role::kText, 0.07F), brush.px(4));
      brush.list->AddRect(low, high, brush.color(Role::kAccent), brush.px(4), 0, brush.hairline());
    }
    if (row.step == now) {
      brush.list->AddRectFilled(low, high, brush.color(Role::kAccentBand), brush.px(4));
      brush.list->AddRectFilled(low, {low.x + brush.px(3), high.y}, brush.color(Role::kAccent),
                                brush.px(1));
    }
    const float text_top = top + brush.px(kRowGap / 2 - 1);
    const float line = std::round(size_ * brush.scale * 1.5F);
    draw_text(brush, area_.x + numbers_ - brush.px(12), text_top + line / 2,
              std::to_string(row.step), size_, Face::kMono,
              row.step == now ? Role::kAccent : Role::kMuted, Anchor::kEnd);
    draw_paragraph(brush, area_.x + numbers_, text_top, area_.width - numbers_,
                   given.text_log.line(given.session, row.step), size_, Face::kSans,
                   row.step <= now ? Role::kText : Role::kMuted);
  }

  Area area_;        // of the rows
  float size_ = 13;  // of the text
  float zoom_ = 1;
  float numbers_ = 0;  // width of the column of step numbers
  std::uint32_t last_ = 0;
  std::uint32_t anchor_ = 0;  // a row that is seen
  float offset_ = 0;          // its top, from that of the list
  std::deque<Row> rows_;
  std::uint32_t followed_ = UINT32_MAX;  // step that the list was brought to
  std::uint64_t generation_ = 0;
  std::uint32_t pressed_ = 0;
};

}  // namespace

std::unique_ptr<View> make_log_view() { return std::make_unique<LogView>(); }

}  // namespace sortscope
