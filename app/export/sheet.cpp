// sheet.cpp: chosen steps of a run in a grid with captions, as one file.
#include "app/export/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/export/picture.h"
#include "core/base/output_file.h"
#include "core/networks/wording.h"
#include "core/recordings/recording.h"
#include "core/words/step_text.h"

namespace sortscope {

namespace {

constexpr float kLargestSide = 16384;
constexpr float kMostPixels = 1 << 27;

bool cancelled(const Progress* progress) { return progress != nullptr && progress->cancelled(); }

Error stopped() { return {ErrorCode::kCancelled, "stopped.", ""}; }

Result<std::vector<SheetCell>> make_cells(const std::shared_ptr<const Recording>& recording,
                                          const SheetRequest& request, PixelSize page,
                                          Progress* progress) {
  std::vector<SheetCell> cells;
  PictureMaker maker(recording);
  ViewRequest view;
  view.view = request.view;
  view.palette = request.palette;
  view.options = request.options;
  view.measured = request.measured;
  view.laid_over = request.laid_over;
  for (std::size_t i = 0; i < request.cursors.size(); ++i) {
    if (cancelled(progress)) return stopped();
    view.cursor = request.cursors[i];
    auto picture =
        maker.make(view, static_cast<float>(page.width), static_cast<float>(page.height), progress);
    if (!picture) return picture.error();
    cells.push_back({std::move(*picture), i < request.captions.size()
                                              ? request.captions[i]
                                              : caption_of(*recording, request.cursors[i])});
  }
  return cells;
}

}  // namespace

std::string caption_of(const Recording& recording, Cursor cursor) {
  if (cursor == Cursor{}) return "The input.";
  if (cursor.comparator == 0) return layer_text(recording, cursor.layer - 1);
  return fmt::format("{} comparators of: {}", cursor.comparator,
                     layer_text(recording, cursor.layer));
}

std::vector<Cursor> sheet_cursors(const Network& network) {
  std::vector<Cursor> cursors = {Cursor{}};
  for (const MergeLevel& level : network.levels()) {
    if (cursors.size() >= kMostSheetCells) break;
    const Cursor end{level.first_layer + level.layer_count, 0};
    if (end != cursors.back()) cursors.push_back(end);
  }
  return cursors;
}

Status export_sheet(const std::shared_ptr<const Recording>& recording, const SheetRequest& request,
                    ExportFormat format, const OutputName& name, Progress* progress,
                    std::string* called) {
  if (is_film(format)) {
    return Error{ErrorCode::kBadUsage, "a sheet is a picture, not a film.",
                 "Name a file that ends in .pdf, .tex, .svg or .png."};
  }
  ViewRequest view;
  view.view = request.view;
  view.options = request.options;
  view.measured = request.measured;
  // Vector formats: no limit of pixels for what is only part of a page.
  const auto page = export_size(*recording, view, ExportFormat::kSvg, request.size);
  if (!page) return page.error();
  const auto cells = make_cells(recording, request, *page, progress);
  if (!cells) return cells.error();
  const Picture sheet = compose_sheet(*cells, request.form);
  const std::string title =
      request.form.title.empty()
          ? fmt::format("{}, {}: {}", recording->title(), counted(recording->real_keys(), "key"),
                        counted(request.cursors.size(), "step"))
          : request.form.title;
  Result<std::string> bytes = std::string();
  if (format == ExportFormat::kSvg) {
    bytes = svg_of(sheet, *request.palette, title, request.scale, progress);
  } else if (format == ExportFormat::kPdf) {
    bytes = pdf_of(sheet, *request.palette, title, request.scale, progress);
  } else if (format == ExportFormat::kTex) {
    bytes = tikz_of(sheet, *request.palette, title, recording->network.wires(), request.scale);
  } else {
    const float width = std::ceil(sheet.width * request.scale);
    const float height = std::ceil(sheet.height * request.scale);
    if (std::max(width, height) > kLargestSide || width * height > kMostPixels) {
      return Error{
          ErrorCode::kBadUsage,
          fmt::format("a sheet of {:.0f}x{:.0f} pixels is too large for a .png.", width, height),
          "Choose fewer steps, a smaller --size, or write a .pdf."};
    }
    const auto image = pixels_of(sheet, *request.palette, request.scale, static_cast<int>(width),
                                 static_cast<int>(height), progress);
    if (!image) return image.error();
    bytes = png_of(*image, progress);
  }
  if (!bytes) return bytes.error();
  if (cancelled(progress)) return stopped();
  return write_output(name, *bytes, called);
}

}  // namespace sortscope
