// export_work.cpp: exports from the window, in the background.
#include "app/commands/export_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "app/export/picture.h"
#include "app/export/sheet.h"
#include "app/state/command_arguments.h"
#include "app/state/parts/background.h"
#include "app/state/parts/by_type.h"
#include "app/state/parts/look.h"
#include "app/state/parts/notices.h"
#include "app/state/parts/remembered.h"
#include "app/state/parts/written_file.h"
#include "app/state/session.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/base/quote.h"
#include "core/networks/lists/listed_network.h"
#include "core/pictures/palette.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/scenes/question_marks.h"
#include "core/views/lack.h"

namespace sortscope {

namespace {

ViewRequest request_of(const Session& session, const ExportPlan& plan) {
  ViewRequest request;
  request.view = plan.view;
  request.cursor = plan.cursor;
  request.palette = plan.palette;
  request.options = session.options;
  request.measured = session.measured;
  request.laid_over = session.laid_over;
  request.scale = plan.scale;
  return request;
}

// What is said once a file is written, or not.
std::function<void(App&)> told(Status status, std::string asked, std::string path) {
  return [status = std::move(status), asked = std::move(asked), path = std::move(path)](App& done) {
    if (status) {
      part_of<Remembered>(done).opened.add_written(path);
      part_of<Notices>(done).offer(said_written("Exported " + path + ".", asked, path),
                                   "Copy the path", "copy-path " + quoted_word(path), false);
    } else {
      part_of<Notices>(done).fail(status.error());
    }
  };
}

Status start_sheet(const Session& session, Background& background, const ExportPlan& plan,
                   const OutputName& name, ExportFormat format) {
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
  request.options = session.options;
  request.measured = session.measured;
  request.laid_over = session.laid_over;
  request.laid_over.question = film_marks(request.laid_over.question);
  return background.start("Exporting " + plan.path,
                          [recording = session.shared_recording(), request, format,
                           name](Progress& progress) -> std::function<void(App&)> {
                            std::string called;
                            Status status =
                                export_sheet(recording, request, format, name, &progress, &called);
                            return told(std::move(status), name.path, called);
                          });
}

}  // namespace

std::shared_ptr<const QuestionMarks> film_marks(
    const std::shared_ptr<const QuestionMarks>& question) {
  if (question == nullptr || !question->veiled) return nullptr;
  auto marks = std::make_shared<QuestionMarks>(*question);
  marks->comparators.clear();
  marks->wires.clear();
  marks->then_layer = marks->asked_layer;  // no band over the layer that is asked for
  return marks;
}

ExportPlan present_export(const Session& session, const Look& look, std::string view,
                          std::string path) {
  ExportPlan plan;
  plan.view = std::move(view);
  plan.path = std::move(path);
  plan.palette = look.palette;
  plan.cursor = session.cursor();
  plan.film.to = session.recording().network.depth();
  const auto format = export_format(plan.path);
  if (format && *format == ExportFormat::kGif) {
    plan.film.format = FilmFormat::kGif;
    plan.film.fps = 25;
  }
  return plan;
}

std::vector<const Layout*> exportable_views(const Session& session) {
  std::vector<const Layout*> views;
  for (const Layout& layout : layouts()) {
    if (!lack_of(layout.id, session.recording(), session.measured)) views.push_back(&layout);
  }
  return views;
}

Result<PixelSize> planned_size(const Session& session, const ExportPlan& plan) {
  const auto format = export_format(plan.path);
  if (!format) return format.error();
  std::optional<PixelSize> wanted;
  if (plan.width > 0 && plan.height > 0) wanted = PixelSize{plan.width, plan.height};
  return export_size(session.recording(), request_of(session, plan), *format, wanted);
}

Status start_sheet(const Session& session, const Look& look, Background& background,
                   const std::string& view, const std::string& path, const std::string& steps,
                   std::uint32_t columns) {
  const auto palette = find_palette("light");
  if (!palette) return palette.error();
  ExportPlan plan = present_export(session, look, view, path);
  plan.palette = *palette;
  plan.columns = columns;
  const Network& network = session.recording().network;
  if (steps.empty()) {
    plan.sheet = sheet_cursors(network);
  } else {
    const auto chosen = parse_steps(steps, network.depth());
    if (!chosen) return chosen.error();
    for (const std::uint32_t step : *chosen) plan.sheet.push_back({step, 0});
  }
  return start_export(session, background, plan);
}

Status start_export(const Session& session, Background& background, const ExportPlan& plan) {
  const OutputName name(plan.path);
  if (background.watched) {
    if (Status regular = check_regular(plan.path); !regular) return regular;
  }
  const auto format = export_format(plan.path);
  if (!format) return format.error();
  const auto layout = find_layout(plan.view);
  if (!layout) return layout.error();
  const std::uint32_t wires = session.recording().network.wires();
  if ((*layout)->max_wires > 0 && wires > (*layout)->max_wires) {
    return Error{ErrorCode::kBadUsage,
                 fmt::format("the {} view takes up to {} wires, this run has {}.", (*layout)->title,
                             (*layout)->max_wires, wires),
                 "Choose another view."};
  }
  const auto size = planned_size(session, plan);
  if (!size) return size.error();
  if (!plan.sheet.empty()) return start_sheet(session, background, plan, name, *format);
  ViewRequest request = request_of(session, plan);
  request.width = size->width;
  request.height = size->height;
  if (is_film(*format)) request.laid_over.question = film_marks(request.laid_over.question);
  const FilmPlan film =
      as_written(plan.film, *format == ExportFormat::kGif ? FilmFormat::kGif : FilmFormat::kMp4);
  return background.start("Exporting " + plan.path,
                          [recording = session.shared_recording(), request, film, format = *format,
                           name](Progress& progress) -> std::function<void(App&)> {
                            // The window's OpenGL context and ImGui belong to the main thread;
                            // cairo needs neither.
                            const auto renderer = make_picture_renderer(recording, &progress);
                            std::string called;
                            Status status = export_view(recording, renderer.get(), request, format,
                                                        film, name, &progress, &called);
                            return told(std::move(status), name.path, called);
                          });
}

std::string run_name(const Recording& recording) {
  const std::string keys = fmt::format("-{}", recording.real_keys());
  const ListedNetwork* listed = recording.network.listed();
  if (listed == nullptr) return std::string(recording.algorithm->id) + keys;
  constexpr std::size_t kMostBytes = 48;
  constexpr std::string_view kDash = "–";
  const std::string whole = one_line(listed->name());
  std::string name;
  for (std::string_view rest = whole; !rest.empty() && name.size() < kMostBytes;) {
    const std::size_t length = std::max<std::size_t>(character_length(rest), 1);
    const std::string_view each = rest.substr(0, length);
    const bool letter =
        length > 1 ? each != kDash : std::isalnum(static_cast<unsigned char>(each[0])) != 0;
    if (letter) {
      name += each;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
    rest.remove_prefix(length);
  }
  while (name.ends_with('-')) name.pop_back();
  if (name.empty()) name = "network";
  return name.ends_with(keys) ? name : name + keys;
}

std::string export_name(const Recording& recording, std::string_view view, std::string_view steps,
                        std::string_view ending) {
  constexpr std::size_t kMostOfName = 32;
  std::string part;
  if (!steps.empty()) {
    const bool sheet = steps.find_first_of(",-") != std::string_view::npos;
    part = sheet ? "-steps" : "-step";
    for (const char c : steps) {
      if (c != ' ') part += c;
    }
    if (part.size() > kMostOfName) part = "-sheet";
  }
  return fmt::format("{}-{}{}{}", run_name(recording), view, part, ending);
}

}  // namespace sortscope
