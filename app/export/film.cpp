// film.cpp: which frame shows what, and ffmpeg's arguments.
#include "app/export/film.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <set>
#include <vector>

#include "app/export/ffmpeg.h"
#include "app/export/marks.h"
#include "core/base/number_text.h"
#include "core/base/output_file.h"
#include "core/networks/steps.h"

namespace sortscope {

std::vector<std::string> film_arguments(const FilmPlan& plan, const ViewRequest& request,
                                        const std::string& path) {
  const std::string rate = plan.format == FilmFormat::kGif
                               ? fmt::format("100/{}", gif_delay(plan.fps))
                               : fmt::format("{}", plan.fps);
  std::vector<std::string> arguments = {"-hide_banner",
                                        "-loglevel",
                                        "error",
                                        "-nostdin",
                                        "-y",
                                        "-f",
                                        "rawvideo",
                                        "-pixel_format",
                                        "rgba",
                                        "-video_size",
                                        fmt::format("{}x{}", request.width, request.height),
                                        "-framerate",
                                        rate,
                                        "-i",
                                        "pipe:0"};
  const auto add = [&arguments](std::initializer_list<const char*> more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  };
  if (plan.format == FilmFormat::kGif) {
    add({"-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "16x16", "-i", "/dev/fd/3",
         "-filter_complex", "[0:v][1:v]paletteuse=dither=none", "-f", "gif"});
  } else {
    // x264 wants even sizes; HD players take the colours as BT.709.
    const std::string filter = fmt::format(
        "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=0x{},scale=out_color_matrix=bt709:out_range=tv,"
        "format=yuv420p",
        hex_of(request.palette->color(Role::kGround)));
    add({"-vf",        filter.c_str(), "-c:v",         "libx264", "-preset",          "veryfast",
         "-crf",       "18",           "-colorspace",  "bt709",   "-color_primaries", "bt709",
         "-color_trc", "bt709",        "-color_range", "tv",      "-movflags",        "+faststart",
         "-f",         "mp4"});
  }
  // Names that look like an address or an option are names.
  arguments.push_back("file:" + path);
  return arguments;
}

bool film_is_whole(const std::string& path, FilmFormat format) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff end = file.tellg();
  if (end <= 0) return false;
  if (format == FilmFormat::kGif) {
    file.seekg(end - 1);
    return file.get() == 0x3B;
  }
  bool index = false;
  std::streamoff at = 0;
  while (at < end) {
    std::array<unsigned char, 16> head = {};
    file.clear();
    file.seekg(at);
    file.read(reinterpret_cast<char*>(head.data()), head.size());
    const auto number = [&head](std::size_t first, std::size_t bytes) {
      std::uint64_t value = 0;
      for (std::size_t i = first; i < first + bytes; ++i) value = value << 8 | head[i];
      return value;
    };
    const std::uint64_t size = number(0, 4) == 1 ? number(8, 8) : number(0, 4);
    if (size < 8 || size > static_cast<std::uint64_t>(end - at)) return false;
    index = index || std::equal(head.begin() + 4, head.begin() + 8, "moov");
    at += static_cast<std::streamoff>(size);
  }
  return index;
}

namespace {

Color blend(Color below, Color above, float alpha) {
  return {below.r + (above.r - below.r) * alpha, below.g + (above.g - below.g) * alpha,
          below.b + (above.b - below.b) * alpha, 1};
}

}  // namespace

std::uint64_t FilmPlan::frames_per_step() const {
  // 0.1 s at 30 frames a second is 3 frames, though 0.1 * 30 is a little more than 3.
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(fps * seconds_per_step - 1e-6)));
}

int gif_delay(double fps) { return std::max(2, static_cast<int>(std::lround(100 / fps))); }

FilmPlan as_written(FilmPlan plan, FilmFormat format) {
  plan.format = format;
  if (format == FilmFormat::kGif) plan.fps = 100.0 / gif_delay(plan.fps);
  return plan;
}

std::string film_length(const FilmPlan& plan) {
  std::string text = fmt::format("{} frames · {:.4g} s", grouped_number(plan.frames()),
                                 static_cast<double>(plan.frames()) / plan.fps);
  if (plan.format == FilmFormat::kGif) text += fmt::format(" at {:.4g} fps", plan.fps);
  return text;
}

FilmFrame film_frame(const FilmPlan& plan, const Network& network, std::uint64_t index) {
  const std::uint64_t each = plan.frames_per_step();
  const auto step = static_cast<std::uint32_t>(plan.from + index / each);
  const std::uint64_t frame = index % each + 1;
  const std::uint64_t moving = std::max<std::uint64_t>(1, each / 2);
  const auto cursor_after = [&](std::uint32_t steps) {
    return plan.whole_layers ? Cursor{steps, 0} : cursor_of_step(network, steps);
  };
  if (step == 0 || frame >= moving) return {cursor_after(step)};
  const Cursor before = cursor_after(step - 1);
  const bool whole_layer = plan.whole_layers || !network.in_trees(before.layer);
  return {before, static_cast<float>(frame) / static_cast<float>(moving), whole_layer};
}

std::array<std::uint8_t, 256 * 4> gif_palette(const Palette& palette) {
  std::vector<Color> colors;
  std::set<std::string> known;
  const auto add = [&](const Color& color) {
    if (colors.size() < 256 && known.insert(hex_of(color)).second) colors.push_back(color);
  };
  const Color ground = palette.color(Role::kGround);
  const auto over = [&](Role role) {
    const Color color = palette.color(role);
    return blend(ground, color, color.a);
  };
  add(ground);
  for (int i = 0; i < static_cast<int>(Role::kRank); ++i) add(over(static_cast<Role>(i)));
  constexpr int kRanks = 72;
  for (int i = 0; i < kRanks; ++i) {
    add(palette.rank_color(static_cast<float>(i) / static_cast<float>(kRanks - 1)));
  }
  // Edges of text and strokes, on the ground and on the band of the current layer.
  const Color band = over(Role::kAccentBand);
  for (const float alpha : {0.5F, 0.25F, 0.75F, 0.125F, 0.375F, 0.625F, 0.875F}) {
    for (const Role role : {Role::kText, Role::kMuted, Role::kExchanged, Role::kKept, Role::kAccent,
                            Role::kFuture, Role::kWire, Role::kGood, Role::kGhost}) {
      add(blend(ground, palette.color(role), alpha));
    }
    for (const Role role : {Role::kExchanged, Role::kKept, Role::kText}) {
      add(blend(band, palette.color(role), alpha));
    }
    // Digits on chips.
    for (const float rank : {0.0F, 0.2F, 0.4F, 0.6F, 0.8F, 1.0F}) {
      add(blend(palette.rank_color(rank), palette.text_on_rank(rank), alpha));
      add(blend(ground, palette.rank_color(rank), alpha));
    }
  }
  while (colors.size() < 256) colors.push_back(ground);
  std::array<std::uint8_t, 256 * 4> bytes = {};
  for (std::size_t i = 0; i < 256; ++i) {
    const auto byte = [](float v) { return static_cast<std::uint8_t>(std::lround(v * 255)); };
    bytes[4 * i] = byte(colors[i].r);
    bytes[4 * i + 1] = byte(colors[i].g);
    bytes[4 * i + 2] = byte(colors[i].b);
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}

Status write_film(ViewRenderer& renderer, const Network& network, const ViewRequest& request,
                  const FilmPlan& plan, const OutputName& name, Progress* progress,
                  std::string* called) {
  const std::string& path = name.path;
  auto file = OutputFile::create(name, true);
  if (!file) return file.error();
  const auto colors = gif_palette(*request.palette);
  auto ffmpeg =
      Ffmpeg::start(film_arguments(plan, request, file->temporary_path()),
                    plan.format == FilmFormat::kGif ? std::span<const std::uint8_t>(colors)
                                                    : std::span<const std::uint8_t>());
  if (!ffmpeg) return ffmpeg.error();
  if (progress != nullptr) progress->begin(plan.frames());
  std::optional<FilmFrame> shown;
  Image image;
  for (std::uint64_t i = 0; i < plan.frames(); ++i) {
    if (progress != nullptr && progress->cancelled()) {
      return Error{ErrorCode::kCancelled, fmt::format("stopped; '{}' was not written.", path), ""};
    }
    const FilmFrame frame = film_frame(plan, network, i);
    // A resting picture is rendered once.
    if (shown != frame) {
      ViewRequest one = request;
      one.cursor = frame.cursor;
      one.fraction = frame.fraction;
      one.whole_layer = frame.whole_layer;
      auto rendered = renderer.render(one);
      if (!rendered) return rendered.error();
      image = std::move(*rendered);
      shown = frame;
    }
    if (Status status = ffmpeg->write(image.rgba, progress); !status) return status;
    if (progress != nullptr) progress->advance();
  }
  if (Status status = ffmpeg->finish(progress); !status) return status;
  if (!film_is_whole(file->temporary_path(), plan.format)) {
    const std::string why = ffmpeg->said();
    return Error{ErrorCode::kIo,
                 fmt::format("'{}' could not be written to its end{}{}.", path,
                             why.empty() ? "" : ": ", why),
                 "Is the disk full?"};
  }
  return file->commit_kept(called);
}

}  // namespace sortscope
