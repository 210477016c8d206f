// export.cpp: choose a view, a format and steps, and write the file.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <tuple>

#include "app/commands/export_work.h"
#include "app/export/picture.h"
#include "app/export/sheet.h"
#include "app/overlays/file_list.h"
#include "app/overlays/form_card.h"
#include "app/overlays/overlay.h"
#include "app/overlays/parts.h"
#include "app/painters/theme.h"
#include "app/state/command_arguments.h"
#include "app/state/next_run.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"

namespace sortscope {

namespace {

constexpr float kLabelWidth = 84;
constexpr std::array<std::string_view, 6> kFormats = {"PNG", "SVG", "PDF", "TikZ", "MP4", "GIF"};
constexpr std::array<std::string_view, 6> kEndings = {".png", ".svg", ".pdf",
                                                      ".tex", ".mp4", ".gif"};
constexpr std::array<std::string_view, 6> kNotes = {
    "Pixels, for slides and documents.",
    "Vectors with real text, for editing and the web.",
    "Vectors on one page, fonts included.",
    "A LaTeX file for plain pdflatex, up to 1024 wires.",
    "A film (H.264) at an exact frame rate.",
    "A looping film for pages that take no video; the nearest frame rate that GIF has."};
constexpr std::size_t kMp4 = 4;
constexpr std::uint64_t kMostPreviewComparators = 20'000;

// Text fields, and controls turned with the arrow keys, in the order of Tab.
enum class Field : std::uint8_t {
  kView,
  kFormat,
  kStep,
  kColumns,
  kFrom,
  kTo,
  kRate,
  kSeconds,
  kScale,
  kWidth,
  kHeight,
  kPalette,
  kPath
};

class ExportOverlay final : public FormCard<Field> {
 public:
  ExportOverlay() : FormCard(Overlay::kExport, Field::kView) {}
  [[nodiscard]] std::string_view title() const override { return "Export"; }
  [[nodiscard]] ImVec2 wanted_size() const override { return {1040, 640}; }

 private:
  bool prepare(const OverlayParts& given) override {
    if (!given.session.loaded()) {
      given.overlay.open = Overlay::kNone;
      return false;
    }
    offered_ = exportable_views(given.session);
    if (!started_) start(given);
    view_ = std::min(view_, offered_.size() - 1);
    plan_.emplace(read_plan(given));
    return true;
  }

  float draw_beside(const OverlayParts& given, const Brush& brush, const Area& area) override {
    if (area.width < brush.px(900)) return 0;
    const float pad = brush.px(kCardPadding);
    const float width = brush.px(400);
    const float bar = brush.px(14);  // of the form that scrolls
    draw_preview(
        given, brush,
        {area.right() - pad - width + bar, area.y + pad, width - bar, area.height - 2 * pad},
        *plan_);
    return width;
  }

  void start(const OverlayParts& given) {
    started_ = true;
    const std::string_view shown =
        given.panes.views.empty() ? "network" : given.panes.views[given.panes.focused]->id();
    for (std::size_t i = 0; i < offered_.size(); ++i) {
      if (offered_[i]->id == shown) view_ = i;
    }
    cursor_ = given.session.cursor();
    step_ = std::to_string(cursor_.layer);
    from_ = "0";
    to_ = std::to_string(given.session.recording().network.depth());
    dark_ = given.look.palette->dark;
    suggest_path(given);
  }

  [[nodiscard]] bool film() const { return format_ >= kMp4; }
  // Several steps: "0,3,6-10".
  [[nodiscard]] bool sheet() const {
    return !film() && step_.find_first_of(",-") != std::string::npos;
  }

  // A name that says what it is, until the person types one.
  void suggest_path(const OverlayParts& given) {
    if (path_typed_) {
      // Only the ending follows the format.
      const std::filesystem::path path = path_;
      path_ = (path.parent_path() / path.stem()).string() + std::string(kEndings[format_]);
    } else {
      const Recording& recording = given.session.recording();
      // A film of the whole run needs no steps in its name.
      const bool whole = from_ == "0" && to_ == std::to_string(recording.network.depth());
      const std::string steps = !film() ? step_ : whole ? "" : from_ + "-" + to_;
      const std::string name =
          export_name(recording, offered_[view_]->id, steps, kEndings[format_]);
      path_ = (std::filesystem::path(given.overlay.folder) / name).string();
    }
    path_replacement_ = path_;
  }

  // What is asked for; the error names the field that makes no sense.
  [[nodiscard]] Result<ExportPlan> read_plan(const OverlayParts& given) const {
    std::error_code failure;
    const std::string folder = std::filesystem::current_path(failure).string();
    ExportPlan plan = present_export(given.session, given.look, std::string(offered_[view_]->id),
                                     absolute_path(path_, folder));
    // Of the kind that the window has: for the same eyes.
    const auto palette =
        find_palette(given.look.palette->dark == dark_ ? given.look.palette->id
                                                       : given.look.palette->counterpart);
    if (!palette) return palette.error();
    plan.palette = *palette;
    plan.scale = scale_;
    const std::uint32_t depth = given.session.recording().network.depth();
    if (film()) {
      const auto from = whole_argument("From", from_, 0, depth);
      if (!from) return from.error();
      const auto to = whole_argument("To", to_, *from, depth);
      if (!to) return to.error();
      const auto rate = number_argument("Frames a second", rate_, 0.1F, 240);
      if (!rate) return rate.error();
      const auto seconds = number_argument("Seconds a step", seconds_, 0.01F, 3600);
      if (!seconds) return seconds.error();
      plan.film.from = static_cast<std::uint32_t>(*from);
      plan.film.to = static_cast<std::uint32_t>(*to);
      plan.film.fps = *rate;
      plan.film.seconds_per_step = *seconds;
      plan.film = as_written(plan.film, format_ == kMp4 ? FilmFormat::kMp4 : FilmFormat::kGif);
    } else {
      if (sheet()) {
        const auto steps = parse_steps(step_, depth);
        if (!steps) return steps.error();
        const auto columns = whole_argument("Columns", columns_, 1, 20);
        if (!columns) return columns.error();
        for (const std::uint32_t each : *steps) plan.sheet.push_back({each, 0});
        plan.columns = static_cast<std::uint32_t>(*columns);
        return with_size(std::move(plan));
      }
      const auto step = whole_argument("Step", step_, 0, depth);
      if (!step) return step.error();
      // The cursor may stand inside a layer: that is kept until another step is typed.
      plan.cursor = *step == cursor_.layer ? cursor_ : Cursor{static_cast<std::uint32_t>(*step), 0};
    }
    return with_size(std::move(plan));
  }

  [[nodiscard]] Result<ExportPlan> with_size(ExportPlan plan) const {
    if (!width_.empty() || !height_.empty()) {
      const auto width = whole_argument("Width", width_, 16, 16384);
      if (!width) return width.error();
      const auto height = whole_argument("Height", height_, 16, 16384);
      if (!height) return height.error();
      plan.width = static_cast<int>(*width);
      plan.height = static_cast<int>(*height);
    }
    return plan;
  }

  // --- keyboard

  [[nodiscard]] std::vector<Field> fields(const OverlayParts&) const override {
    std::vector<Field> list = {Field::kPath, Field::kView, Field::kFormat};
    if (film()) {
      list.insert(list.end(), {Field::kFrom, Field::kTo, Field::kRate, Field::kSeconds});
    } else {
      list.push_back(Field::kStep);
      if (sheet()) list.push_back(Field::kColumns);
    }
    list.insert(list.end(), {Field::kScale, Field::kWidth, Field::kHeight, Field::kPalette});
    return list;
  }

  [[nodiscard]] bool takes_text(Field field) const override {
    return field != Field::kView && field != Field::kFormat && field != Field::kScale &&
           field != Field::kPalette;
  }

  void turn(const OverlayParts& given, int by) override {
    const auto turned = [by](std::size_t index, std::size_t count) {
      return (index + count + static_cast<std::size_t>(by)) % count;
    };
    if (has_focus(Field::kView)) view_ = turned(view_, offered_.size());
    if (has_focus(Field::kFormat)) format_ = turned(format_, kFormats.size());
    if (has_focus(Field::kView) || has_focus(Field::kFormat)) suggest_path(given);
    if (has_focus(Field::kScale)) scale_ = std::clamp(scale_ + static_cast<float>(by), 1.0F, 4.0F);
    if (has_focus(Field::kPalette)) dark_ = !dark_;
  }

  void enter(const OverlayParts& given) override {
    const auto plan = read_plan(given);
    Status status = plan ? given.remembered.opened.check_kept(plan->path) : Status(plan.error());
    if (status && given.remembered.opened.replaces_foreign(plan->path) &&
        confirmed_path_ != plan->path) {
      confirmed_path_ = plan->path;
      error_ = fmt::format("{} is there already. Once more replaces it.",
                           std::filesystem::path(plan->path).filename().string());
      return;
    }
    if (status) status = start_export(given.session, given.background, *plan);
    if (!status) {
      error_ = status.error().text();
      return;
    }
    if (path_typed_)
      given.overlay.folder = std::filesystem::path(plan->path).parent_path().string();
    given.overlay.open = Overlay::kNone;
  }

  // --- drawing

  static void draw_label(const Brush& brush, float x, float y, std::string_view text) {
    draw_text(brush, x, y, text, kSizeText, Face::kSans, Role::kMuted);
  }

  // A small field with its label before it. Returns its right edge.
  float draw_field(const Brush& brush, Field field, const char* id, float x, float y, float width,
                   std::string_view label, std::string& text, std::string_view placeholder) {
    const float words = text_width(brush, label, kSizeText);
    draw_label(brush, x, y + brush.px(16), label);
    const Area area{x + words + brush.px(8), y, width, brush.px(32)};
    if (form_field(brush, field, id, area, text, placeholder)) error_.clear();
    mark(brush, field, area, false);
    return area.right();
  }

  float draw_form(const OverlayParts& given, const Brush& brush, const Area& area) override {
    const float x = area.x;
    const float width = area.width;
    float y = area.y + brush.px(20);
    const float left = x + brush.px(kLabelWidth);
    const float room = width - brush.px(kLabelWidth);
    const float gap = brush.px(16);
    // First: it is seen in the lowest window, too.
    draw_label(brush, x, y + brush.px(16), "File");
    const Area path{left, y, room, brush.px(32)};
    if (form_field(brush, Field::kPath, "##path", path, path_, "Name or path",
                   &path_replacement_)) {
      path_typed_ = true;
      error_.clear();
      follow_ending();
    }
    if (!ImGui::IsItemActive()) path_replacement_.reset();
    mark(brush, Field::kPath, path, false);
    y = path.bottom() + gap;
    y = draw_views(given, brush, x, y, left, room) + gap;
    draw_label(brush, x, y + brush.px(14), "Format");
    const ChipRow formats =
        choice_chips(brush, "formats", left, y, room, kFormats, static_cast<int>(format_));
    mark(brush, Field::kFormat, formats.chosen);
    if (formats.pressed >= 0) {
      format_ = static_cast<std::size_t>(formats.pressed);
      focus(Field::kFormat);
      suggest_path(given);
      error_.clear();
    }
    y = formats.bottom + brush.px(6);
    y += draw_paragraph(brush, left, y, room, kNotes[format_], kSizeSmall, Face::kSans,
                        Role::kMuted);
    const auto before = std::tuple(step_, from_, to_);
    y = draw_steps(brush, x, y + gap, left, room) + gap;
    if (std::tie(step_, from_, to_) != before && !path_typed_) suggest_path(given);
    return draw_look(brush, x, y, left);
  }

  // Another ending chooses the format.
  void follow_ending() {
    for (std::size_t i = 0; i < kEndings.size(); ++i) {
      if (path_.ends_with(kEndings[i])) format_ = i;
    }
  }

  float draw_views(const OverlayParts& given, const Brush& brush, float x, float y, float left,
                   float room) {
    draw_label(brush, x, y + brush.px(14), "View");
    std::vector<std::string_view> names;
    for (const Layout* layout : offered_) names.push_back(layout->title);
    const ChipRow views =
        choice_chips(brush, "views", left, y, room, names, static_cast<int>(view_));
    mark(brush, Field::kView, views.chosen);
    if (views.pressed >= 0) {
      view_ = static_cast<std::size_t>(views.pressed);
      focus(Field::kView);
      suggest_path(given);
      error_.clear();
    }
    return views.bottom;
  }

  float draw_steps(const Brush& brush, float x, float y, float left, float room) {
    draw_label(brush, x, y + brush.px(16), film() || sheet() ? "Steps" : "Step");
    const float width = brush.px(72);
    const float gap = brush.px(16);
    const float first = left - brush.px(8);
    if (!film()) {
      float end = draw_field(brush, Field::kStep, "##step", first, y, 2 * width, "", step_, "0");
      if (sheet()) {
        draw_field(brush, Field::kColumns, "##columns", end + gap, y, width, "columns", columns_,
                   "2");
      } else {
        end += gap;
        draw_fitted(brush, end, y + brush.px(16), left + room - end,
                    "0,3,6-10 makes a sheet with captions", kSizeSmall, Face::kSans, Role::kMuted);
      }
      return y + brush.px(32);
    }
    float end = draw_field(brush, Field::kFrom, "##from", first, y, width, "", from_, "0");
    end = draw_field(brush, Field::kTo, "##to", end + gap, y, width, "to", to_, "");
    if (end + brush.px(300) > left + room) {
      y += brush.px(40);
      end = left - gap;  // its name begins the row
    }
    end = draw_field(brush, Field::kSeconds, "##seconds", end + gap, y, width, "seconds a step",
                     seconds_, "1");
    draw_field(brush, Field::kRate, "##rate", end + gap, y, width, "fps", rate_, "30");
    return y + brush.px(32);
  }

  float draw_look(const Brush& brush, float x, float y, float left) {
    static constexpr std::array<std::string_view, 4> kScales = {"1×", "2×", "3×", "4×"};
    static constexpr std::array<std::string_view, 2> kPalettes = {"Light", "Dark"};
    draw_label(brush, x, y + brush.px(16), "Scale");
    const Area scale{left, y, brush.px(200), brush.px(32)};
    const int chosen =
        segmented(brush, "scale", scale, kScales.data(), 4, static_cast<int>(scale_) - 1);
    mark(brush, Field::kScale, scale);
    if (chosen >= 0) {
      scale_ = static_cast<float>(chosen + 1);
      focus(Field::kScale);
    }
    const Area palette{scale.right() + brush.px(16), y, brush.px(150), brush.px(32)};
    const int dark = segmented(brush, "palette", palette, kPalettes.data(), 2, dark_ ? 1 : 0);
    mark(brush, Field::kPalette, palette);
    if (dark >= 0) {
      dark_ = dark == 1;
      focus(Field::kPalette);
    }
    y += brush.px(44);
    draw_label(brush, x, y + brush.px(16), "Size");
    const float width = brush.px(84);
    const float end = draw_field(brush, Field::kWidth, "##width", left - brush.px(8), y, width, "",
                                 width_, "natural");
    draw_field(brush, Field::kHeight, "##height", end + brush.px(8), y, width, "×", height_,
               "natural");
    return y + brush.px(32);
  }

  void draw_footer(const OverlayParts& given, const Area& area) override {
    const Result<ExportPlan>& plan = *plan_;
    const Brush brush = Brush::of(given.look);
    const float pad = brush.px(kCardPadding);
    draw_hairline(brush, area.x, area.y, area.right(), area.y);
    const auto size = plan ? planned_size(given.session, *plan) : Result<PixelSize>(plan.error());
    std::string problem = !error_.empty() ? error_ : size ? "" : size.error().text();
    if (problem.empty() && given.background.work) problem = "Other work is still going on.";
    const float wide = brush.px(112);
    const Area button{area.right() - pad - wide, area.mid_y() - brush.px(18), wide, brush.px(36)};
    const Press press = text_button(brush, "export", button, "Export", ButtonLook::kPrimary,
                                    size.ok() && given.background.work == nullptr);
    tooltip(given.look, "Write the file", "Enter");
    const float x = area.x + pad;
    const float room = button.x - x - brush.px(16);
    if (!problem.empty()) {
      draw_icon(*brush.list, Icon::kWarning, x + brush.px(8), area.mid_y(), brush.px(14),
                brush.color(Role::kExchanged));
      draw_fitted(brush, x + brush.px(26), area.mid_y(), room - brush.px(26), problem, kSizeText,
                  Face::kSans, Role::kText);
    } else {
      draw_fitted(brush, x, area.mid_y(), room, summary(*plan, *size, !given.surface.headless()),
                  kSizeText, Face::kSans, Role::kMuted);
    }
    if (press.pressed) enter(given);
  }

  // The picture as it will be; of films its first step.
  void draw_preview(const OverlayParts& given, const Brush& brush, const Area& area,
                    const Result<ExportPlan>& plan) {
    std::string problem;
    if (!plan) {
      problem = plan.error().message;
    } else if (given.session.recording().network.size() > kMostPreviewComparators) {
      problem = "Too large for a preview.";
    } else {
      problem = make_preview(given, *plan);
    }
    if (!problem.empty()) {
      draw_text(brush, area.mid_x(), area.mid_y(), problem, kSizeSmall, Face::kSans, Role::kMuted,
                Anchor::kMiddle);
      return;
    }
    const float fit = std::min(area.width / preview_.width, area.height / preview_.height);
    const float width = preview_.width * fit;
    const float height = preview_.height * fit;
    const float x = std::round(area.mid_x() - width / 2);
    const float y = std::round(area.mid_y() - height / 2);
    const Color ground = plan->palette->color(Role::kGround);
    brush.list->AddRectFilled({x, y}, {x + width, y + height}, pack(ground));
    brush.list->PushClipRect({x, y}, {x + width, y + height}, true);
    paint_picture(*brush.list, preview_, *plan->palette, x, y, fit);
    brush.list->PopClipRect();
    brush.list->AddRect({x, y}, {x + width, y + height}, brush.color(Role::kLine), 0, 0,
                        brush.hairline());
  }

  // Lays the picture out where the plan has changed. Returns why there is none.
  std::string make_preview(const OverlayParts& given, const ExportPlan& plan) {
    const auto size = planned_size(given.session, plan);
    if (!size) return size.error().message;
    ViewRequest request;
    request.view = plan.view;
    request.cursor = film() ? Cursor{plan.film.from, 0} : plan.cursor;
    request.options = given.session.options;
    request.measured = given.session.measured;
    request.laid_over = given.session.laid_over;
    const float width = static_cast<float>(size->width) / plan.scale;
    const float height = static_cast<float>(size->height) / plan.scale;
    if (plan.sheet.empty() && preview_of_ && preview_of_->view == request.view &&
        preview_of_->cursor == request.cursor && preview_.width == width &&
        preview_.height == height) {
      return {};
    }
    if (!plan.sheet.empty()) return make_sheet_preview(given, plan, request, width, height);
    sheet_of_.clear();
    if (!maker_) maker_.emplace(given.session.shared_recording());
    auto picture = maker_->make(request, width, height);
    if (!picture) return picture.error().message;
    preview_ = std::move(*picture);
    preview_.width = width;
    preview_.height = height;
    preview_of_ = request;
    return {};
  }

  std::string make_sheet_preview(const OverlayParts& given, const ExportPlan& plan,
                                 ViewRequest request, float width, float height) {
    const std::string of =
        fmt::format("{} {} {} {} {}", plan.view, step_, plan.columns, width, height);
    if (of == sheet_of_) return {};
    if (plan.sheet.size() * given.session.recording().network.size() > kMostPreviewComparators) {
      return "Too large for a preview.";
    }
    if (!maker_) maker_.emplace(given.session.shared_recording());
    std::vector<SheetCell> cells;
    for (const Cursor cursor : plan.sheet) {
      request.cursor = cursor;
      auto picture = maker_->make(request, width, height);
      if (!picture) return picture.error().message;
      cells.push_back({std::move(*picture), caption_of(given.session.recording(), cursor)});
    }
    SheetForm form;
    form.columns = plan.columns;
    preview_ = compose_sheet(cells, form);
    preview_of_.reset();
    sheet_of_ = of;
    return {};
  }

  // `where`: with the folder; pictures of the manual do not tell where they were made.
  [[nodiscard]] std::string summary(const ExportPlan& plan, PixelSize size, bool where) const {
    std::string text;
    if (!plan.sheet.empty()) {
      text = fmt::format("{} pictures of {} × {} in {} column{}", plan.sheet.size(), size.width,
                         size.height, plan.columns, plan.columns == 1 ? "" : "s");
    } else {
      text = fmt::format("{} × {} {}", size.width, size.height,
                         format_ == 0 || film() ? "pixels" : "units of 1/96 inch");
    }
    if (film()) {
      text += " · " + film_length(plan.film);
    }
    const std::filesystem::path path = plan.path;
    std::error_code failure;
    const bool replaces = std::filesystem::exists(path, failure);
    if (replaces) text += " · replaces the file";
    if (where) text += fmt::format(" · in {}", path.parent_path().string());
    return text;
  }

  bool started_ = false;
  std::vector<const Layout*> offered_;  // views that show the run
  std::size_t view_ = 0;                // of those
  std::size_t format_ = 0;
  Cursor cursor_;
  std::string step_, from_, to_;
  std::string columns_ = "2";
  std::string rate_ = "30";
  std::string seconds_ = "1";
  std::string width_, height_;
  float scale_ = 1;
  bool dark_ = true;
  std::string path_;
  std::optional<std::string> path_replacement_;
  std::string confirmed_path_;  // of a file that may go
  bool path_typed_ = false;
  std::string error_;
  std::optional<Result<ExportPlan>> plan_;  // of this frame
  std::optional<PictureMaker> maker_;
  std::optional<ViewRequest> preview_of_;
  std::string sheet_of_;  // what the preview is a sheet of; "" where it is none
  Picture preview_;
};

}  // namespace

std::shared_ptr<OverlayContent> make_export_overlay() { return std::make_shared<ExportOverlay>(); }

}  // namespace sortscope
