// export_work.cpp: exports from the window, in the background.
#include "app/commands/export_work.h"

#include <fmt/format.h>

#include "app/export/picture.h"
#include "app/export/sheet.h"
#include "app/state/app.h"
#include "core/base/progress.h"
#include "core/pictures/palette.h"
#include "core/scenes/layout.h"

namespace sortscope {

namespace {

ViewRequest request_of(const App& app, const ExportPlan& plan) {
  ViewRequest request;
  request.view = plan.view;
  request.cursor = plan.cursor;
  request.palette = plan.palette;
  request.options = app.session.options;
  request.measured = app.session.measured;
  request.laid_over = app.session.laid_over;
  request.scale = plan.scale;
  return request;
}

// What is said once a file is written, or not.
std::function<void(App&)> told(Status status, std::string path) {
  return [status = std::move(status), path = std::move(path)](App& done) {
    if (status) {
      done.notices.notify("Exported " + path + ".");
    } else {
      done.notices.fail(status.error());
    }
  };
}

Status start_sheet(App& app, const ExportPlan& plan, ExportFormat format) {
  if (is_film(format)) {
    return Error{ErrorCode::kBadUsage, "a sheet is a picture, not a film.",
                 "Name a file that ends in .pdf, .tex, .svg or .png."};
  }
  SheetRequest request;
  request.view = plan.view;
  request.cursors = plan.sheet;
  request.form.columns = plan.columns;
  request.palette = plan.palette;
  request.scale = plan.scale;
  if (plan.width > 0 && plan.height > 0) request.size = PixelSize{plan.width, plan.height};
  request.options = app.session.options;
  request.measured = app.session.measured;
  request.laid_over = app.session.laid_over;
  return app.background.start(
      "Exporting " + plan.path,
      [recording = app.session.shared_recording(), request, format,
       path = plan.path](Progress& progress) -> std::function<void(App&)> {
        return told(export_sheet(recording, request, format, path, &progress), path);
      });
}

}  // namespace

ExportPlan present_export(const App& app, std::string view, std::string path) {
  ExportPlan plan;
  plan.view = std::move(view);
  plan.path = std::move(path);
  plan.palette = app.look.palette;
  plan.cursor = app.session.cursor();
  plan.film.to = app.session.recording().network.depth();
  const auto format = export_format(plan.path);
  if (format && *format == ExportFormat::kGif) {
    plan.film.format = FilmFormat::kGif;
    plan.film.fps = 25;
  }
  return plan;
}

Result<PixelSize> planned_size(const App& app, const ExportPlan& plan) {
  const auto format = export_format(plan.path);
  if (!format) return format.error();
  std::optional<PixelSize> wanted;
  if (plan.width > 0 && plan.height > 0) wanted = PixelSize{plan.width, plan.height};
  return export_size(app.session.recording(), request_of(app, plan), *format, wanted);
}

Status start_sheet(App& app, const std::string& view, const std::string& path,
                   const std::string& steps, std::uint32_t columns) {
  const auto palette = find_palette("light");
  if (!palette) return palette.error();
  ExportPlan plan = present_export(app, view, path);
  plan.palette = *palette;
  plan.columns = columns;
  const Network& network = app.session.recording().network;
  if (steps.empty()) {
    plan.sheet = sheet_cursors(network);
  } else {
    const auto chosen = parse_steps(steps, network.depth());
    if (!chosen) return chosen.error();
    for (const std::uint32_t step : *chosen) plan.sheet.push_back({step, 0});
  }
  return start_export(app, plan);
}

Status start_export(App& app, const ExportPlan& plan) {
  const auto format = export_format(plan.path);
  if (!format) return format.error();
  const auto layout = find_layout(plan.view);
  if (!layout) return layout.error();
  const std::uint32_t wires = app.session.recording().network.wires();
  if ((*layout)->max_wires > 0 && wires > (*layout)->max_wires) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the {} view takes up to {} wires, this run has {}.", (*layout)->title,
                             (*layout)->max_wires, wires),
                 "Choose another view."};
  }
  const auto size = planned_size(app, plan);
  if (!size) return size.error();
  if (!plan.sheet.empty()) return start_sheet(app, plan, *format);
  ViewRequest request = request_of(app, plan);
  request.width = size->width;
  request.height = size->height;
  FilmPlan film = plan.film;
  film.format = *format == ExportFormat::kGif ? FilmFormat::kGif : FilmFormat::kMp4;
  if (*format == ExportFormat::kGif) film.fps = 100.0 / gif_delay(film.fps);
  return app.background.start(
      "Exporting " + plan.path,
      [recording = app.session.shared_recording(), request, film, format = *format,
       path = plan.path](Progress& progress) -> std::function<void(App&)> {
        // The window's OpenGL context and ImGui belong to the main thread; cairo needs neither.
        const auto renderer = make_picture_renderer(recording);
        return told(export_view(recording, renderer.get(), request, format, film, path, &progress),
                    path);
      });
}

}  // namespace sortscope
