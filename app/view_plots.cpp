// view_plots.cpp: measured times, and the button that measures them.
#include "app/app.h"
#include "app/commands.h"
#include "app/views.h"
#include "app/widgets.h"

namespace sortscope {

namespace {

class PlotsView final : public View {
 public:
  PlotsView() : picture_(make_layout_view(kPlotsLayout)) {}
  [[nodiscard]] std::string_view id() const override { return picture_->id(); }
  [[nodiscard]] std::string_view title() const override { return picture_->title(); }

  void draw(App& app, ImDrawList& list, const Pane& pane) override {
    picture_->draw(app, list, pane);
    if (app.work != nullptr) return;
    const Brush brush = Brush::of(app);
    const std::string_view word = app.benchmark ? "Measure again" : "Measure this machine";
    const float width = text_button_width(brush, word);
    // Below the pane's menu.
    const Area area{pane.x + pane.width - width - brush.px(8), pane.y + brush.px(40), width,
                    brush.px(26)};
    if (area.x < pane.x || area.bottom() > pane.y + pane.height) return;
    fill_area(brush, area, Role::kGround);
    if (text_button(brush, "measure the article's table", area, word, ButtonLook::kOutline)) {
      act(app, "article-benchmark");
    }
    command_tooltip(app, "article-benchmark");
  }
  void fit() override { picture_->fit(); }
  void zoom(float factor) override { picture_->zoom(factor); }
  void pan(float dx, float dy) override { picture_->pan(dx, dy); }

 private:
  std::unique_ptr<View> picture_;
};

}  // namespace

std::unique_ptr<View> make_plots_view() { return std::make_unique<PlotsView>(); }

}  // namespace sortscope
