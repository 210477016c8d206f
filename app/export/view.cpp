// view.cpp: a view of a recording as a file.
#include "app/export/view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include "app/export/picture.h"
#include "core/base/output_file.h"
#include "core/networks/steps.h"
#include "core/recordings/recording.h"
#include "core/scenes/layout.h"
#include "core/views/lack.h"

namespace sortscope {

namespace {

constexpr int kLargestSide = 16384;
constexpr std::int64_t kMostPixels = std::int64_t{1} << 27;
constexpr float kLargestNaturalSide = 8192;
// A network that would have to be made smaller than this, or would be a strip of more than so many
// times its width, is drawn as the window draws it.
constexpr float kLeastShrink = 0.2F;
constexpr float kMostStretched = 4;
constexpr PixelSize kLargeNetwork{2560, 1440};
constexpr int kFilmWidth = 1280;
constexpr int kFilmHeight = 720;
// Marks of a larger network are a map, which needs no page of its size.
constexpr std::uint32_t kMostVectorWires = 4096;
constexpr std::uint64_t kMostVectorComparators = 1'000'000;
constexpr std::uint32_t kMostTexWires = 1024;

Error bad_usage(std::string message, std::string hint = "") {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

std::string title_of(const Recording& recording, const Layout& layout, Cursor cursor) {
  return fmt::format("{}, {} {}, {} after step {} of {}", recording.title(), recording.real_keys(),
                     recording.real_keys() == 1 ? "key" : "keys", layout.title,
                     steps_before(recording.network, cursor), step_count(recording.network));
}

// What was cancelled while it was drawn is not written.
Status write_unless_cancelled(const OutputName& name, std::string_view bytes,
                              const Progress* progress, std::string* called) {
  if (progress != nullptr && progress->cancelled()) {
    return Error{ErrorCode::kCancelled, "stopped.", ""};
  }
  return write_output(name, bytes, called);
}

Status write_vector(const std::shared_ptr<const Recording>& recording, ExportFormat format,
                    const ViewRequest& request, const std::string& title, const OutputName& name,
                    Progress* progress, std::string* called) {
  const std::uint32_t wires = recording->network.wires();
  if (progress != nullptr) progress->begin(0, "laying it out");
  const auto picture =
      PictureMaker(recording).make(request, static_cast<float>(request.width) / request.scale,
                                   static_cast<float>(request.height) / request.scale, progress);
  if (!picture) return picture.error();
  Result<std::string> bytes = std::string();
  if (format == ExportFormat::kSvg) {
    bytes = svg_of(*picture, *request.palette, title, request.scale, progress);
  } else if (format == ExportFormat::kPdf) {
    bytes = pdf_of(*picture, *request.palette, title, request.scale, progress);
  } else {
    bytes = tikz_of(*picture, *request.palette, title, wires, request.scale);
  }
  if (!bytes) return bytes.error();
  return write_unless_cancelled(name, *bytes, progress, called);
}

// Why there is no such picture of the run: the view has only a sentence in its place.
Status check_shown(const Recording& recording, const ViewRequest& request) {
  const auto lack = lack_of(request.view, recording, request.measured);
  // What is missing of a trace is said in its picture.
  if (!lack || request.view == "passes") return {};
  const auto refused = [&](std::string hint) {
    return bad_usage(fmt::format("the view '{}' has nothing to show of a run of '{}'.",
                                 request.view, recording.algorithm->id),
                     std::move(hint));
  };
  if (lack->asks) return refused(lack->why + " What it shows is opened in the window.");
  if (lack->measurable) {
    return refused("A race is run in the window, or in a script: `race ALGORITHM...`.");
  }
  if (lack->algorithm.empty()) return {};
  return refused(
      fmt::format("{} Record the keys with --algorithm {}.", lack->why, lack->algorithm));
}

}  // namespace

Result<ExportFormat> export_format(const std::string& path) {
  constexpr std::pair<std::string_view, ExportFormat> kFormats[] = {
      {".png", ExportFormat::kPng}, {".svg", ExportFormat::kSvg}, {".pdf", ExportFormat::kPdf},
      {".tex", ExportFormat::kTex}, {".gif", ExportFormat::kGif}, {".mp4", ExportFormat::kMp4}};
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [ending, format] : kFormats) {
    if (lower.ends_with(ending)) return format;
  }
  return bad_usage(fmt::format("'{}' does not end in a format that is known.", path),
                   "Name a file that ends in .png, .svg, .pdf, .tex, .gif or .mp4.");
}

Result<PixelSize> export_size(const Recording& recording, const ViewRequest& request,
                              ExportFormat format, std::optional<PixelSize> wanted) {
  const auto layout = find_layout(request.view);
  if (!layout) return layout.error();
  if (Status status = check_shown(recording, request); !status) return status.error();
  const std::uint32_t limit = (*layout)->max_wires;
  if (limit != 0 && recording.network.wires() > limit) {
    return bad_usage(fmt::format("the view '{}' shows up to {} wires; this run has {}.",
                                 request.view, limit, recording.network.wires()),
                     "Choose another view, or fewer keys.");
  }
  PixelSize size{kFilmWidth, kFilmHeight};
  if (wanted) {
    size = *wanted;
  } else if (!is_film(format)) {
    float width = 0;
    float height = 0;
    (*layout)->natural_size(recording, request.options, width, height);
    width *= request.scale;
    height *= request.scale;
    // Pixels are for looking at: a large network is scaled to a size that viewers open.
    const float shrink =
        is_vector(format) ? 1 : std::min(1.0F, kLargestNaturalSide / std::max(width, height));
    const bool strip = std::max(width, height) > kMostStretched * std::min(width, height);
    const std::uint32_t wires = recording.network.wires();
    const bool map = request.view == "network" && is_vector(format) &&
                     (wires > (format == ExportFormat::kTex ? kMostTexWires : kMostVectorWires) ||
                      recording.network.size() > kMostVectorComparators);
    if (map || shrink < kLeastShrink || (shrink < 1 && strip)) {
      size = kLargeNetwork;
    } else {
      size.width = std::max(16, static_cast<int>(std::ceil(width * shrink)));
      size.height = std::max(16, static_cast<int>(std::ceil(height * shrink)));
    }
  }
  const bool too_large = size.width > kLargestSide || size.height > kLargestSide ||
                         std::int64_t{size.width} * size.height > kMostPixels;
  if (too_large && (!is_vector(format) || wanted)) {
    return bad_usage(fmt::format("{}x{} is too large: at most {} a side and {} million pixels.",
                                 size.width, size.height, kLargestSide, kMostPixels / 1'000'000));
  }
  if (std::min(size.width, size.height) < 16) {
    return bad_usage(
        fmt::format("{}x{} is too small to draw in: at least 16 a side.", size.width, size.height));
  }
  return size;
}

Status export_view(const std::shared_ptr<const Recording>& recording, ViewRenderer* renderer,
                   const ViewRequest& request, ExportFormat format, const FilmPlan& film,
                   const OutputName& name, Progress* progress, std::string* called) {
  const auto layout = find_layout(request.view);
  if (!layout) return layout.error();
  if (is_vector(format)) {
    const std::string title = title_of(*recording, **layout, request.cursor);
    return write_vector(recording, format, request, title, name, progress, called);
  }
  if (is_film(format)) {
    return write_film(*renderer, recording->network, request, film, name, progress, called);
  }
  if (progress != nullptr) progress->begin(0, "laying it out");
  const auto image = renderer->render(request);
  if (!image) return image.error();
  const auto png = png_of(*image, progress);
  if (!png) return png.error();
  return write_unless_cancelled(name, *png, progress, called);
}

}  // namespace sortscope
