// film.h: a range of steps as MP4 or GIF.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "app/surface/view_renderer.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/base/progress.h"
#include "core/networks/network.h"
#include "core/pictures/palette.h"

namespace sortscope {

enum class FilmFormat : std::uint8_t { kMp4, kGif };

/// Steps `from` to `to` (0 is the input at rest), each for `seconds_per_step`. Steps are layers, or
/// else those of core/networks/steps.h, in which a comparison of an adaptive run is one.
struct FilmPlan {
  FilmFormat format = FilmFormat::kMp4;
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  bool whole_layers = true;
  double fps = 30;
  double seconds_per_step = 1;

  /// ceil(fps * seconds_per_step), at least 1.
  [[nodiscard]] std::uint64_t frames_per_step() const;
  [[nodiscard]] std::uint64_t frames() const {
    return (std::uint64_t{to} - from + 1) * frames_per_step();
  }
};

/// GIF has whole hundredths of a second a frame, and players slow down what is faster than 50
/// frames a second: the nearest delay to `fps`, at least 2.
int gif_delay(double fps);

/// The plan as its format is written: a GIF has the rate of a whole delay.
FilmPlan as_written(FilmPlan plan, FilmFormat format);
/// "136 frames · 4.08 s", of a GIF " at 33.33 fps". `plan`: as_written().
std::string film_length(const FilmPlan& plan);

/// What frame `index` shows: keys move in the first half of their step's frames, then rest.
struct FilmFrame {
  Cursor cursor;
  float fraction = 0;
  bool whole_layer = true;  // moves; else one comparison
  friend bool operator==(const FilmFrame&, const FilmFrame&) = default;
};
FilmFrame film_frame(const FilmPlan& plan, const Network& network, std::uint64_t index);

/// 256 colours, RGBA, that a view in `palette` is made of: roles, their blends with what they are
/// drawn on, and ranks.
std::array<std::uint8_t, 256 * 4> gif_palette(const Palette& palette);

/// What ffmpeg is told: frames of request.width x request.height come as RGBA through its standard
/// input, at plan.fps; it writes `path`.
std::vector<std::string> film_arguments(const FilmPlan& plan, const ViewRequest& request,
                                        const std::string& path);

/// Whether ffmpeg wrote the film to its end: a GIF ends with its trailer; an MP4 is a row of boxes,
/// one of them "moov", that ends with the file.
bool film_is_whole(const std::string& path, FilmFormat format);

/// Renders the film of a run of `network` to `path`; exactly plan.frames() frames. For GIF
/// `plan.fps` must be 100 / a whole delay. Odd sizes are padded to even ones in MP4. Errors: those
/// of the renderer, kUnavailable (no ffmpeg), kIo, kCancelled; `path` is then as it was.
Status write_film(ViewRenderer& renderer, const Network& network, const ViewRequest& request,
                  const FilmPlan& plan, const OutputName& name, Progress* progress,
                  std::string* called = nullptr);

}  // namespace sortscope
