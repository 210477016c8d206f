// plots.cpp: the lab's plot with its controls, and experiments.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/painters/theme.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/views/cut_labels.h"
#include "app/views/page_scale.h"
#include "app/views/parts.h"
#include "app/views/views.h"
#include "app/widgets/widgets.h"
#include "core/base/number_text.h"
#include "core/lab/experiments/experiment.h"
#include "core/lab/files.h"
#include "core/lab/text.h"
#include "core/pictures/crowded_labels.h"
#include "core/views/plots/lab.h"

namespace sortscope {

namespace {

constexpr float kButtonHeight = 28;
constexpr float kRow = 30;
constexpr float kTallRow = 48;
constexpr float kListWidth = 440;
constexpr float kControls = 44;
constexpr float kStatus = 52;
constexpr float kButtonsWidth = 310;  // below the pane's menu, beside the title
constexpr float kReach = 28;          // of the pointer, to a median
constexpr float kSampleReach = 6;     // to a sample
constexpr double kLeastOctaves = 0.05;
constexpr double kMostOctaves = 120;
constexpr std::string_view kChoose = "Experiments";

class PlotsView final : public View {
 public:
  PlotsView() : picture_(make_layout_view(kPlotsLayout)) {}
  [[nodiscard]] std::string_view id() const override { return picture_->id(); }
  [[nodiscard]] std::string_view title() const override { return picture_->title(); }

  void draw(const ViewParts& given, ImDrawList& list, const Pane& pane) override {
    session_ = &given.session;
    unit_ = roomy_scale(given.look, pane);
    const Measured& measured = given.session.measured;
    if (measured.experiment != nullptr || pane.picture) {
      picture_->draw(given, list, pane);
      // A class reads what would stand below them.
      const bool pressed = !pane.picture && !given.look.projector;
      if (pressed && given.background.work == nullptr) draw_buttons(given, pane, true);
      return;
    }
    static const LabResult kNothing = published_lab_result();
    const auto held = measured.lab;
    const LabResult& result = held ? *held : kNothing;
    LabPlotSpace space;
    space.controls = kControls;
    space.status = given.lab.running() ? kStatus : 0;
    space.button = true;
    if (!given.background.work) space.corner = kButtonsWidth;
    const float scale = unit_;
    plot_ = lab_plot(result, measured.lab_before.get(), given.session.options.lab_plot, space,
                     pane.width / scale, pane.height / scale);
    if (!pane.picture) leave_out_crowded(plot_.picture);
    paint_picture(list, plot_.picture, *given.look.palette, pane.x, pane.y, scale);
    explain_cut_labels(given.look, plot_.picture, pane, pane.x, pane.y, scale);
    draw_controls(given, result, pane);
    if (given.lab.running()) draw_progress_line(given, pane);
    draw_record_button(given, result, pane);
    take_pointer(given, list, result, pane);
  }

  void fit() override {
    picture_->fit();
    if (session_ == nullptr) return;
    LabPlotOptions& plot = session_->options.lab_plot;
    plot.x_from = plot.x_to = plot.y_from = plot.y_to = 0;
  }
  void zoom(float factor) override {
    picture_->zoom(factor);
    zoom_about(factor, 0.5, 0.5);
  }
  void pan(float dx, float dy) override {
    picture_->pan(dx, dy);
    pan_plot(dx, dy);
  }

 private:
  static constexpr const char* kPopover = "experiments";
  static constexpr const char* kSlices = "plotted keys";
  static constexpr const char* kBases = "ratio to";
  static constexpr const char* kResults = "kept results";
  static constexpr const char* kCompare = "compared with";
  static constexpr std::size_t kMostFiles = 12;

  struct MenuRow {
    std::string title;
    std::string note;  // below it; "" where there is none
    std::string line;  // the command
    bool chosen = false;
    bool enabled = true;
  };

  // --- axes ---

  [[nodiscard]] bool has_axes() const {
    return session_ != nullptr && plot_.plot.right > plot_.plot.left &&
           session_->measured.experiment == nullptr;
  }

  // `x`, `y`: the point that stays, as shares of the diagram from its lower left.
  void zoom_about(double factor, double x, double y) {
    if (!has_axes()) return;
    const double width = (plot_.x_to - plot_.x_from) / factor;
    const double height = (plot_.y_to - plot_.y_from) / factor;
    if (std::min(width, height) < kLeastOctaves || std::max(width, height) > kMostOctaves) return;
    LabPlotOptions& plot = session_->options.lab_plot;
    const double at_x = plot_.x_from + x * (plot_.x_to - plot_.x_from);
    const double at_y = plot_.y_from + y * (plot_.y_to - plot_.y_from);
    plot.x_from = at_x - x * width;
    plot.x_to = plot.x_from + width;
    plot.y_from = at_y - y * height;
    plot.y_to = plot.y_from + height;
  }

  // By shares of the diagram; to larger x and to smaller values.
  void pan_plot(double dx, double dy) {
    if (!has_axes()) return;
    LabPlotOptions& plot = session_->options.lab_plot;
    const double width = plot_.x_to - plot_.x_from;
    const double height = plot_.y_to - plot_.y_from;
    plot.x_from = plot_.x_from + dx * width;
    plot.x_to = plot.x_from + width;
    plot.y_from = plot_.y_from - dy * height;
    plot.y_to = plot.y_from + height;
  }

  // --- pointer ---

  void take_pointer(const ViewParts& given, ImDrawList& list, const LabResult& result,
                    const Pane& pane) {
    if (!pane.hovered) return;
    const ImGuiIO& io = ImGui::GetIO();
    const float scale = unit_;
    const float x = (io.MousePos.x - pane.x) / scale;
    const float y = (io.MousePos.y - pane.y) / scale;
    const bool owned = given.panes.pointer_owner == this;
    for (const LabPlot::Row& row : plot_.legend) {
      if (x < row.area.left || x > row.area.right || y < row.area.top || y > row.area.bottom) {
        continue;
      }
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (owned && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        given.asked.ask("plot-toggle " + row.series);
      }
      return;
    }
    const LabelArea& area = plot_.plot;
    const bool inside = x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
    const float width = area.right - area.left;
    const float height = area.bottom - area.top;
    if (inside && io.MouseWheel != 0) {
      zoom_about(std::pow(1.2, io.MouseWheel), (x - area.left) / width, (area.bottom - y) / height);
    }
    if (inside && owned && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) fit();
    if (inside && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) dragging_ = true;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
        !ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
      dragging_ = false;
    }
    if (dragging_ && owned && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) {
      pan_plot(-io.MouseDelta.x / scale / width, -io.MouseDelta.y / scale / height);
      moved_ = true;
      return;
    }
    const LabPlotPoint* near = point_at(x, y);
    if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
      if (owned && !moved_ && near != nullptr) {
        given.asked.ask(near->sample < 0
                            ? fmt::format("plot-select {}", near->cell + 1)
                            : fmt::format("plot-select {} {}", near->cell + 1, near->sample + 1));
      } else if (owned && !moved_ && inside && given.session.options.lab_plot.cell >= 0) {
        given.asked.ask("plot-select none");
      }
      moved_ = false;
    }
    if (near != nullptr) draw_crosshair(given, list, result, *near, pane);
  }

  // A sample exactly under the pointer, else the nearest median.
  [[nodiscard]] const LabPlotPoint* point_at(float x, float y) const {
    const LabPlotPoint* sample = nearest_point(plot_, x, y, kSampleReach);
    if (sample != nullptr && sample->sample >= 0) return sample;
    const LabPlotPoint* nearest = nullptr;
    float least = kReach * kReach;
    for (const auto* points : {&plot_.points, &plot_.marks}) {
      for (const LabPlotPoint& point : *points) {
        if (point.sample >= 0) continue;
        const float far = (point.x - x) * (point.x - x) + (point.y - y) * (point.y - y);
        if (far >= least) continue;
        least = far;
        nearest = &point;
      }
    }
    return nearest;
  }

  void draw_crosshair(const ViewParts& given, ImDrawList& list, const LabResult& result,
                      const LabPlotPoint& point, const Pane& pane) const {
    Picture cross;
    const LabelArea& area = plot_.plot;
    if (point.y <= area.bottom && point.y >= area.top) {
      cross.lines.push_back({area.left, point.y, area.right, point.y, Role::kAccent, 1, true});
      cross.lines.push_back({point.x, area.top, point.x, area.bottom, Role::kAccent, 1, true});
    }
    cross.dots.push_back(
        {point.x, point.y, point.sample < 0 ? 8.0F : 5.0F, Role::kAccent, false, 1.6F});
    paint_picture(list, cross, *given.look.palette, pane.x, pane.y, unit_);
    LabPlotOptions options = given.session.options.lab_plot;
    options.cell = point.cell;
    options.sample = point.sample;
    const LabCellText text = describe_cell(result, point.cell, options);
    std::string words = text.title + "\n" + text.numbers;
    if (!text.rates.empty()) words += "\n" + text.rates;
    pointer_tooltip(given.look, words, pane.y + (point.y - 14) * unit_);
  }

  // --- controls ---

  // They stand on the page, as large as its words.
  [[nodiscard]] Brush brush_of(const ViewParts& given) const {
    Brush brush = Brush::of(given.look);
    brush.scale = unit_;
    return brush;
  }

  // Right to left below the pane's menu; returns where the last one begins.
  float draw_buttons(const ViewParts& given, const Pane& pane, bool again) {
    const Brush brush = brush_of(given);
    const float gap = brush.px(8);
    Area area{pane.x + pane.width - gap, pane.y + brush.px(40), 0, brush.px(26)};
    const auto put = [&](const char* id, const std::string& text, ButtonLook look) {
      area.width = text_button_width(brush, text);
      area.x -= area.width;
      fill_area(brush, area, Role::kGround);
      const Press press = text_button(brush, id, area, text, look);
      return press;
    };
    if (put("benchmark", "Benchmark", again ? ButtonLook::kOutline : ButtonLook::kPrimary)) {
      given.asked.ask("bench");
    }
    command_tooltip(given.look, "bench");
    area.x -= gap;
    if (put("choose an experiment", std::string(kChoose), ButtonLook::kOutline)) {
      open_popover(kPopover);
    }
    tooltip(given.look, "The experiments of the AKS thesis");
    draw_list(given, area);
    area.x -= gap;
    if (!given.session.measured.experiment) {
      if (put("results", "Results", ButtonLook::kOutline)) open_popover(kResults);
      tooltip(given.look, "What was measured before");
      if (ImGui::IsPopupOpen(kResults)) {
        draw_menu(given, kResults, area, file_rows(given, "lab-open"));
      }
      area.x -= gap;
    }
    const auto& shown = given.session.measured.experiment;
    if (again && shown != nullptr) {
      const std::string line = fmt::format("experiment {} full", shown->experiment->id);
      if (put("measure", shown->quick ? "Run in full" : "Run again", ButtonLook::kOutline)) {
        given.asked.ask(line);
      }
      tooltip(given.look, line);
      area.x -= gap;
      if (given.lab.shown() && put("plot", "Benchmark's plot", ButtonLook::kOutline)) {
        given.asked.ask("bench-show");
      }
    }
    return area.x;
  }

  void draw_controls(const ViewParts& given, const LabResult& result, const Pane& pane) {
    if (!given.background.work) draw_buttons(given, pane, !result.cells.empty());
    if (result.cells.empty()) return;
    const Brush brush = brush_of(given);
    static constexpr std::string_view kQuantities[] = {"Time", "Keys/s", "Bytes/s", "Ratio"};
    static constexpr std::string_view kIds[] = {"time", "keys", "bytes", "ratio"};
    const LabPlotOptions& options = given.session.options.lab_plot;
    const bool narrow = pane.width < brush.px(520);
    Area area{pane.x + brush.px(20), pane.y + brush.px(plot_.controls_top + 4),
              brush.px(narrow ? 220 : 288), brush.px(kButtonHeight)};
    const int chosen =
        segmented(brush, "quantity", area, kQuantities, 4, static_cast<int>(options.quantity));
    if (chosen >= 0) given.asked.ask(fmt::format("plot-quantity {}", kIds[chosen]));
    float x = area.right() + brush.px(10);
    const float limit = pane.x + pane.width - brush.px(12);
    const auto dropdown = [&](const char* id, std::string_view label, const std::string& value) {
      const float wide = std::min(pill_width(brush, label, value, true), limit - x);
      if (wide < brush.px(90)) return Area{};
      const Area at{x, area.y, wide, area.height};
      if (pill(brush, id, at, label, value, true, ImGui::IsPopupOpen(id))) open_popover(id);
      tooltip(given.look, fmt::format("{}: {}. Press to choose.", label, value));
      x = at.right() + brush.px(10);
      return at;
    };
    const std::vector<LabSlice> slices = lab_slices(result);
    if (slices.size() > 1) {
      const std::size_t now = std::min<std::size_t>(options.slice, slices.size() - 1);
      const Area at = dropdown(kSlices, "Keys", slices[now].title());
      std::vector<MenuRow> rows;
      for (std::size_t i = 0; i < slices.size(); ++i) {
        rows.push_back({slices[i].title(), "", fmt::format("plot-keys {}", i + 1), i == now});
      }
      draw_menu(given, kSlices, at, rows);
    }
    if (options.quantity == LabPlotOptions::Quantity::kRatio) {
      const LabSlice slice = slices[std::min<std::size_t>(options.slice, slices.size() - 1)];
      const LabScale scale(result, slice, options);
      std::vector<MenuRow> rows;
      std::string now;
      for (const LabSeries& series : lab_series(result, slice)) {
        const bool is_base = series.id == scale.ratio_to();
        if (is_base) now = series.title;
        rows.push_back({series.title, "", "plot-ratio-to " + series.id, is_base});
      }
      if (!rows.empty()) draw_menu(given, kBases, dropdown(kBases, "Against", now), rows);
    }
    const bool compared = given.session.measured.lab_before != nullptr;
    const Area at =
        dropdown(kCompare, "Compare with",
                 compared ? given.session.measured.lab_before->result->started_at : "nothing");
    if (ImGui::IsPopupOpen(kCompare)) {
      std::vector<MenuRow> rows = file_rows(given, "lab-compare");
      if (compared) rows.insert(rows.begin(), {"With nothing", "", "lab-compare off", false});
      draw_menu(given, kCompare, at, rows);
    }
  }

  // The kept results, as rows of `command`; the folder is read when the menu opens.
  std::vector<MenuRow> file_rows(const ViewParts& given, std::string_view command) {
    if (!files_ || given.clock.time_s - files_read_s_ > 2) {
      files_ = lab_files(given.lab.folder.empty() ? lab_results_folder() : given.lab.folder);
      files_read_s_ = given.clock.time_s;
    }
    std::vector<MenuRow> rows;
    const auto shown = given.lab.shown();
    for (const LabFile& file : *files_) {
      if (rows.size() >= kMostFiles) break;
      const std::string name = file.path.substr(file.path.find_last_of('/') + 1);
      MenuRow row;
      row.title = file.problem.empty()
                      ? fmt::format("{}  {}", file.started_at,
                                    file.preset.empty() ? "own choice" : file.preset)
                      : name;
      row.note = file.problem.empty() ? fmt::format("{} cases · {}", file.cases, file.machine)
                                      : file.problem;
      row.line = fmt::format("{} {}", command, quoted_word(file.path));
      row.chosen = shown && shown->path == file.path;
      row.enabled = file.problem.empty();
      rows.push_back(std::move(row));
    }
    if (rows.empty()) rows.push_back({"No results are kept yet", "", "", false, false});
    return rows;
  }

  static void draw_menu(const ViewParts& given, const char* id, const Area& button,
                        const std::vector<MenuRow>& rows) {
    if (button.width <= 0) return;
    const Brush brush = Brush::of(given.look);
    const bool notes =
        std::any_of(rows.begin(), rows.end(), [](const MenuRow& row) { return !row.note.empty(); });
    const float height = brush.px(notes ? kTallRow : kRow);
    const float width = brush.px(notes ? kListWidth : 360);
    const float x = std::min(button.x, ImGui::GetIO().DisplaySize.x - width - brush.px(8));
    Area list;
    if (!begin_popover(given.look, id, button, x, width,
                       height * static_cast<float>(rows.size()) + brush.px(16), list)) {
      return;
    }
    const Brush inside = Brush::of(given.look);  // the popover is a window of its own
    std::string chosen;
    Area row{list.x, list.y, list.width, height};
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const MenuRow& one = rows[i];
      ImGui::PushID(static_cast<int>(i));
      if (list_row(inside, "row", row, one.title, one.note, one.chosen, one.enabled)) {
        chosen = one.line;
        ImGui::CloseCurrentPopup();
      }
      ImGui::PopID();
      row.y += row.height;
    }
    end_popover();
    if (!chosen.empty()) given.asked.ask(chosen);
  }

  static void draw_list(const ViewParts& given, const Area& button) {
    const Brush brush = Brush::of(given.look);
    const auto all = experiments();
    Area list;
    const float width = brush.px(kListWidth);
    if (!begin_popover(given.look, kPopover, button, button.right() - width, width,
                       brush.px(kRow) * static_cast<float>(all.size()) + brush.px(16), list)) {
      return;
    }
    const Brush inside = Brush::of(given.look);  // the popover is a window of its own
    const auto& shown = given.session.measured.experiment;
    std::string chosen;
    Area row{list.x, list.y, list.width, brush.px(kRow)};
    for (const Experiment& experiment : all) {
      if (list_row(inside, std::string(experiment.id).c_str(), row,
                   fmt::format("{}: {}", experiment.title, experiment.source), "",
                   shown != nullptr && shown->experiment == &experiment)) {
        chosen = fmt::format("experiment {}", experiment.id);
        ImGui::CloseCurrentPopup();
      }
      row.y += row.height;
    }
    end_popover();
    if (!chosen.empty()) given.asked.ask(chosen);
  }

  // "Bitonic, fast: 2^20 keys (uint32, uniform)   12 of 80 cases · about 40 s left", with buttons.
  void draw_progress_line(const ViewParts& given, const Pane& pane) const {
    const Brush brush = brush_of(given);
    const LabNow now = given.lab.now();
    const float pad = brush.px(20);
    const Area area{pane.x, pane.y + pane.height - brush.px(kStatus), pane.width,
                    brush.px(kStatus)};
    fill_area(brush, area, Role::kPanel);
    draw_hairline(brush, area.x, area.y, area.right(), area.y);
    float right = area.right() - pad;
    const auto button = [&](const char* id, std::string_view text, const std::string& line,
                            bool enabled, std::string_view tip) {
      const float wide = text_button_width(brush, text);
      right -= wide;
      const Area at{right, area.mid_y() - brush.px(15), wide, brush.px(30)};
      if (text_button(brush, id, at, text, ButtonLook::kOutline, enabled)) given.asked.ask(line);
      action_tooltip(given.look, tip, line);
      right -= brush.px(8);
    };
    button("stop", "Stop", "bench-cancel", !now.stopping, "Ends after this sample; all is kept");
    button("pause", now.paused ? "Go on" : "Pause", "bench-pause", !now.stopping,
           "Between samples");
    button("extend", "+10 samples", "bench-extend 10", !now.stopping, "Of every case");
    const float room = right - area.x - pad - brush.px(12);
    const std::string what = now.what.sorter.empty() ? "Getting ready" : lab_case_title(now.what);
    std::string left = fmt::format("{} of {} cases", now.done, now.cases);
    if (now.stopping) {
      left += " · stopping …";
    } else if (now.paused) {
      left += " · paused";
    } else if (now.left_s > 0) {
      left += fmt::format(" · {} left", duration_text(now.left_s));
    }
    draw_fitted(brush, area.x + pad, area.y + brush.px(16), room, what + " · " + left, kSizeText,
                Face::kSans, Role::kText);
    draw_progress(brush, {area.x + pad, area.y + brush.px(34), room, brush.px(6)}, now.fraction);
  }

  void draw_record_button(const ViewParts& given, const LabResult& result, const Pane& pane) const {
    if (plot_.button.right <= plot_.button.left) return;
    const Brush brush = brush_of(given);
    const LabelArea& at = plot_.button;
    const Area area{pane.x + brush.px(at.left), pane.y + brush.px(at.top),
                    brush.px(at.right - at.left), brush.px(at.bottom - at.top)};
    const Command* command = find_command("plot-record");
    if (text_button(brush, "record", area, "Record this run", ButtonLook::kOutline,
                    command != nullptr && given.guide.can_run(*command) && !result.cells.empty())) {
      given.asked.ask("plot-record");
    }
    tooltip(given.look, "Records it again with every comparison, and opens it");
  }

  std::unique_ptr<View> picture_;
  Session* session_ = nullptr;  // of the last frame
  LabPlot plot_;
  float unit_ = 1;         // pixels
  bool dragging_ = false;  // the button went down in the diagram
  bool moved_ = false;
  std::optional<std::vector<LabFile>> files_;  // of the results folder, for its menus
  double files_read_s_ = 0;
};

}  // namespace

std::unique_ptr<View> make_plots_view() { return std::make_unique<PlotsView>(); }

}  // namespace sortscope
