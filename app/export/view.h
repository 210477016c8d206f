// view.h: a view of a recording as a file: the same for the command line and the window.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/export/film.h"
#include "app/surface/view_renderer.h"
#include "core/base/error.h"
#include "core/base/progress.h"

namespace sortscope {

enum class ExportFormat : std::uint8_t { kPng, kSvg, kPdf, kTex, kGif, kMp4 };

/// By the ending of the name. Errors: kBadUsage.
Result<ExportFormat> export_format(const std::string& path);
constexpr bool is_film(ExportFormat format) {
  return format == ExportFormat::kGif || format == ExportFormat::kMp4;
}
constexpr bool is_vector(ExportFormat format) {
  return format == ExportFormat::kSvg || format == ExportFormat::kPdf ||
         format == ExportFormat::kTex;
}

/// Pixels, or units of 1/96 inch.
struct PixelSize {
  int width = 0;
  int height = 0;
};

/// The size of the file: `wanted`, or else 1280x720 for films and the view's natural size for
/// pictures (of pixels: at most 8192 a side). Errors: kBadUsage (too large, too small, no such
/// view, too many wires for it).
Result<PixelSize> export_size(const Recording& recording, const ViewRequest& request,
                              ExportFormat format, std::optional<PixelSize> wanted);

/// Writes the view that `request` describes to `path`. Films take their steps from `film`, which is
/// not looked at otherwise. `renderer`: draws the pixels of PNG, GIF and MP4; may be null for the
/// others. `name`, `called`: as in OutputFile::commit_kept(). Errors: those of the renderer,
/// kBadUsage (too large for the format), kIo, kCancelled.
Status export_view(const std::shared_ptr<const Recording>& recording, ViewRenderer* renderer,
                   const ViewRequest& request, ExportFormat format, const FilmPlan& film,
                   const OutputName& name, Progress* progress, std::string* called = nullptr);

}  // namespace sortscope
