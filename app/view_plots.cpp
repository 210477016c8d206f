// view_plots.cpp: measured times and experiments, and the buttons that measure.
#include <fmt/format.h>

#include "app/app.h"
#include "app/commands.h"
#include "app/views.h"
#include "app/widgets.h"

namespace sortscope {

namespace {

constexpr float kButtonHeight = 26;
constexpr float kRow = 30;
constexpr float kListWidth = 440;
constexpr std::string_view kChoose = "Experiments";

class PlotsView final : public View {
 public:
  PlotsView() : picture_(make_layout_view(kPlotsLayout)) {}
  [[nodiscard]] std::string_view id() const override { return picture_->id(); }
  [[nodiscard]] std::string_view title() const override { return picture_->title(); }

  void draw(App& app, ImDrawList& list, const Pane& pane) override {
    picture_->draw(app, list, pane);
    if (app.work != nullptr || pane.picture) return;
    const Brush brush = Brush::of(app);
    const auto [word, line] = again(app);
    const float gap = brush.px(8);
    // Below the pane's menu.
    Area area{pane.x + pane.width - gap, pane.y + brush.px(40), 0, brush.px(kButtonHeight)};
    for (const std::string& text : {word, std::string(kChoose)}) {
      area.width = text_button_width(brush, text);
      area.x -= area.width;
      if (area.x < pane.x || area.bottom() > pane.y + pane.height) return;
      fill_area(brush, area, Role::kGround);
      const bool choose = text == kChoose;
      if (text_button(brush, choose ? "choose an experiment" : "measure", area, text,
                      ButtonLook::kOutline)) {
        if (choose) {
          open_popover(kPopover);
        } else {
          act(app, line);
        }
      }
      if (choose) {
        tooltip(app, "The experiments of the AKS thesis, and the article's table");
      } else {
        tooltip(app, line);
      }
      if (choose) draw_list(app, area);
      area.x -= gap;
    }
  }
  void fit() override { picture_->fit(); }
  void zoom(float factor) override { picture_->zoom(factor); }
  void pan(float dx, float dy) override { picture_->pan(dx, dy); }

 private:
  static constexpr const char* kPopover = "experiments";

  // What the button says, and the command that it runs.
  static std::pair<std::string, std::string> again(const App& app) {
    const auto& shown = app.session.options.experiment;
    if (shown != nullptr) {
      return {shown->quick ? "Run in full" : "Run again",
              fmt::format("experiment {} full", shown->experiment->id)};
    }
    return {app.benchmark ? "Measure again" : "Measure this machine", "article-benchmark"};
  }

  static void draw_list(App& app, const Area& button) {
    const Brush brush = Brush::of(app);
    const auto all = experiments();
    Area list;
    const float width = brush.px(kListWidth);
    if (!begin_popover(app, kPopover, button.right() - width, button.bottom() + brush.px(4), width,
                       brush.px(kRow) * static_cast<float>(all.size() + 1) + brush.px(16), list)) {
      return;
    }
    const Brush inside = Brush::of(app);  // the popover is a window of its own
    const auto& shown = app.session.options.experiment;
    std::string chosen;
    Area row{list.x, list.y, list.width, brush.px(kRow)};
    const auto add = [&](std::string_view id, const std::string& title, bool on, std::string line) {
      if (list_row(inside, std::string(id).c_str(), row, title, "", on)) {
        chosen = std::move(line);
        ImGui::CloseCurrentPopup();
      }
      row.y += row.height;
    };
    add("article", "The article's table (adaptive sorting)", shown == nullptr, "article-benchmark");
    for (const Experiment& experiment : all) {
      add(experiment.id, fmt::format("{}: {}", experiment.title, experiment.source),
          shown != nullptr && shown->experiment == &experiment,
          fmt::format("experiment {}", experiment.id));
    }
    end_popover();
    if (!chosen.empty()) act(app, chosen);
  }

  std::unique_ptr<View> picture_;
};

}  // namespace

std::unique_ptr<View> make_plots_view() { return std::make_unique<PlotsView>(); }

}  // namespace sortscope
