// command_line_export.cpp: `sortscope export`.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "app/command_line.h"
#include "app/command_line_progress.h"
#include "app/command_line_run.h"
#include "app/export_file.h"
#include "app/export_film.h"
#include "app/export_picture.h"
#include "core/layout.h"

namespace sortscope {

namespace {

enum class Format { kPng, kSvg, kPdf, kTex, kGif, kMp4 };

constexpr int kLargestSide = 16384;
constexpr std::int64_t kMostPixels = std::int64_t{1} << 27;
constexpr float kLargestNaturalSide = 8192;
constexpr int kFilmWidth = 1280;
constexpr int kFilmHeight = 720;
constexpr double kSlowestRate = 0.1;
constexpr double kFastestRate = 240;
constexpr std::uint32_t kMostVectorWires = 4096;
constexpr std::uint64_t kMostVectorComparators = 1'000'000;

Error bad_usage(std::string message, std::string hint = "") {
  return Error{ErrorCode::kBadUsage, std::move(message), std::move(hint)};
}

bool is_film(Format format) { return format == Format::kGif || format == Format::kMp4; }
bool is_vector(Format format) {
  return format == Format::kSvg || format == Format::kPdf || format == Format::kTex;
}

LayoutOptions layout_options(const ExportArguments& arguments) {
  LayoutOptions options;
  options.padding = arguments.hide_padding ? PaddingStyle::kHidden : PaddingStyle::kGhost;
  options.equal_layer_widths = arguments.equal_layers;
  options.arrows = !arguments.no_arrows;
  options.min_max_row = arguments.min_max;
  options.kernel_overlay = arguments.overlay;
  return options;
}

Result<Format> format_of(const std::string& path) {
  constexpr std::pair<std::string_view, Format> kFormats[] = {
      {".png", Format::kPng}, {".svg", Format::kSvg}, {".pdf", Format::kPdf},
      {".tex", Format::kTex}, {".gif", Format::kGif}, {".mp4", Format::kMp4}};
  std::string lower = path;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& [ending, format] : kFormats) {
    if (lower.ends_with(ending)) return format;
  }
  return bad_usage(fmt::format("'{}' does not end in a format that is known.", path),
                   "Name a file that ends in .png, .svg, .pdf, .tex, .gif or .mp4.");
}

// What is wrong with the options before anything runs.
Status check_options(const ExportArguments& arguments, Format format) {
  if (is_film(format)) {
    if (arguments.step) {
      return bad_usage("--step is for pictures.", "Films take --from A and --to B.");
    }
    if (arguments.fps && !(*arguments.fps >= kSlowestRate && *arguments.fps <= kFastestRate)) {
      return bad_usage(fmt::format("--fps {} is not from {} to {}.", *arguments.fps, kSlowestRate,
                                   kFastestRate));
    }
    const double seconds = arguments.seconds_per_step.value_or(1);
    if (!(seconds > 0 && seconds <= 3600)) {
      return bad_usage(
          fmt::format("--seconds-per-step {} is not above 0 and up to 3600.", seconds));
    }
    return {};
  }
  for (const auto& [option, given] :
       {std::pair{"--from", arguments.from.has_value()},
        std::pair{"--to", arguments.to.has_value()}, std::pair{"--fps", arguments.fps.has_value()},
        std::pair{"--seconds-per-step", arguments.seconds_per_step.has_value()}}) {
    if (given) {
      return bad_usage(fmt::format("{} is for films (.mp4, .gif).", option),
                       "Pictures take --step S.");
    }
  }
  return {};
}

Status check_steps(const ExportArguments& arguments, std::uint32_t depth) {
  for (const auto& [option, value] :
       {std::pair{"--step", arguments.step}, std::pair{"--from", arguments.from},
        std::pair{"--to", arguments.to}}) {
    if (value && *value > depth) {
      return bad_usage(fmt::format("{} {}: this run has steps 0 to {}.", option, *value, depth));
    }
  }
  if (arguments.from.value_or(0) > arguments.to.value_or(depth)) {
    return bad_usage(fmt::format("--from {} is after --to {}.", *arguments.from, *arguments.to));
  }
  return {};
}

// Size in pixels (or 1/96 inch) of the file.
Result<PixelSize> size_of(const ExportArguments& arguments, Format format, const Layout& layout,
                          const Recording& recording, const LayoutOptions& options) {
  PixelSize size{kFilmWidth, kFilmHeight};
  if (arguments.size) {
    const auto given = parse_size(*arguments.size);
    if (!given) return given.error();
    size = *given;
  } else if (!is_film(format)) {
    float width = 0;
    float height = 0;
    layout.natural_size(recording, options, width, height);
    width *= arguments.scale;
    height *= arguments.scale;
    // Pixels are for looking at: a large network is scaled to a size that viewers open.
    const float shrink =
        is_vector(format) ? 1 : std::min(1.0F, kLargestNaturalSide / std::max(width, height));
    size.width = std::max(16, static_cast<int>(std::ceil(width * shrink)));
    size.height = std::max(16, static_cast<int>(std::ceil(height * shrink)));
  }
  const bool too_large = size.width > kLargestSide || size.height > kLargestSide ||
                         std::int64_t{size.width} * size.height > kMostPixels;
  if (too_large && (!is_vector(format) || arguments.size)) {
    return bad_usage(fmt::format("{}x{} is too large: at most {} a side and {} million pixels.",
                                 size.width, size.height, kLargestSide, kMostPixels / 1'000'000));
  }
  if (std::min(size.width, size.height) < 16) {
    return bad_usage(
        fmt::format("{}x{} is too small to draw in: at least 16 a side.", size.width, size.height));
  }
  return size;
}

std::string title_of(const Recording& recording, const Layout& layout, std::uint32_t step) {
  return fmt::format("{}, {} keys, {} after step {} of {}", recording.algorithm->title,
                     recording.real_keys(), layout.title, step, recording.network.depth());
}

Status write_vector(const std::shared_ptr<const Recording>& recording, Format format,
                    const ViewRequest& request, const std::string& title, const std::string& path) {
  const std::uint32_t wires = recording->network.wires();
  if (request.view == "network" &&
      (wires > kMostVectorWires || recording->network.size() > kMostVectorComparators)) {
    return bad_usage(
        fmt::format("a diagram of {} wires and {} comparators is too large for this format "
                    "(up to {} wires and {} comparators).",
                    wires, recording->network.size(), kMostVectorWires, kMostVectorComparators),
        "Write a .png, which takes any number.");
  }
  const auto picture =
      PictureMaker(recording).make(request, static_cast<float>(request.width) / request.scale,
                                   static_cast<float>(request.height) / request.scale);
  if (!picture) return picture.error();
  Result<std::string> bytes = std::string();
  if (format == Format::kSvg) {
    bytes = svg_of(*picture, *request.palette, title, request.scale);
  } else if (format == Format::kPdf) {
    bytes = pdf_of(*picture, *request.palette, title, request.scale);
  } else {
    bytes = tikz_of(*picture, *request.palette, title, wires, request.scale);
  }
  if (!bytes) return bytes.error();
  return write_file(path, *bytes);
}

// OpenGL where there is some, else cairo.
Result<std::unique_ptr<ViewRenderer>> renderer_for(
    const std::shared_ptr<const Recording>& recording) {
  auto renderer = make_view_renderer(recording);
  if (renderer || renderer.error().code != ErrorCode::kUnavailable) return renderer;
  fmt::print(stderr, "Drawing without OpenGL: {}\n", renderer.error().message);
  return make_picture_renderer(recording);
}

FilmPlan plan_film(const ExportArguments& arguments, Format format, std::uint32_t depth) {
  FilmPlan plan;
  plan.format = format == Format::kGif ? FilmFormat::kGif : FilmFormat::kMp4;
  plan.from = arguments.from.value_or(0);
  plan.to = arguments.to.value_or(depth);
  plan.seconds_per_step = arguments.seconds_per_step.value_or(1);
  plan.fps = arguments.fps.value_or(format == Format::kGif ? 25 : 30);
  if (format == Format::kGif) {
    const double nearest = 100.0 / gif_delay(plan.fps);
    if (std::abs(nearest - plan.fps) > 1e-9) {
      fmt::print(stderr, "GIF has no {} frames a second: taking {:.4g}, {} hundredths a frame.\n",
                 plan.fps, nearest, gif_delay(plan.fps));
    }
    plan.fps = nearest;
  }
  return plan;
}

Status export_run(const ExportArguments& arguments, Format format, Job& job) {
  const auto layout = find_layout(arguments.view);
  if (!layout) return layout.error();
  const std::string by_default = is_vector(format) ? "light" : "dark";
  const auto palette = find_palette(arguments.palette.value_or(by_default));
  if (!palette) return palette.error();
  const auto made = open_or_make_recording(arguments.run, job);
  if (!made) return made.error();
  const auto& recording = *made;
  const std::uint32_t depth = recording->network.depth();
  if (Status status = check_steps(arguments, depth); !status) return status;

  ViewRequest request;
  request.view = arguments.view;
  request.palette = *palette;
  request.scale = arguments.scale;
  request.cursor = {arguments.step.value_or(depth), 0};
  request.options = layout_options(arguments);
  const auto size = size_of(arguments, format, **layout, *recording, request.options);
  if (!size) return size.error();
  request.width = size->width;
  request.height = size->height;

  job.stage("Drawing " + arguments.out);
  const std::string title = title_of(*recording, **layout, request.cursor.layer);
  if (is_vector(format)) return write_vector(recording, format, request, title, arguments.out);
  auto renderer = renderer_for(recording);
  if (!renderer) return renderer.error();
  if (is_film(format)) {
    const FilmPlan plan = plan_film(arguments, format, depth);
    return write_film(**renderer, request, plan, arguments.out, &job.progress());
  }
  const auto image = (*renderer)->render(request);
  if (!image) return image.error();
  const auto png = png_of(*image);
  if (!png) return png.error();
  return write_file(arguments.out, *png);
}

}  // namespace

int run_export_command(const ExportArguments& arguments) {
  const auto format = format_of(arguments.out);
  if (!format) return report_error(format.error());
  if (const Status status = check_options(arguments, *format); !status) {
    return report_error(status.error());
  }
  Job job;
  const Status status = export_run(arguments, *format, job);
  return status ? 0 : report_error(status.error());
}

}  // namespace sortscope
