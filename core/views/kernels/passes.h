// passes.h: the parts of the pass strip, for its view: a shader draws the bars there.
#pragma once

#include <cstdint>
#include <optional>

#include "core/engines/sort_trace.h"
#include "core/scenes/layout.h"

namespace sortscope {

extern const Layout kPassesLayout;

namespace passes_picture {

/// The stretch of time that the lower track shows; equal: around the present pass.
struct TimeWindow {
  double from_ns = 0;
  double to_ns = 0;
};

/// A rectangle of the page whose width is time.
struct Track {
  float left = 0, top = 0, width = 0, height = 0;
  double from_ns = 0, to_ns = 1;

  [[nodiscard]] float x(double ns) const {
    return left + width * static_cast<float>((ns - from_ns) / (to_ns - from_ns));
  }
  [[nodiscard]] double ns_at(float x_of_page) const {
    return from_ns + (to_ns - from_ns) * static_cast<double>((x_of_page - left) / width);
  }
  [[nodiscard]] bool has(float x_of_page, float y) const {
    return x_of_page >= left && x_of_page <= left + width && y >= top && y <= top + height;
  }
};

/// Where everything is on a page.
struct PassesPage {
  Track all;                    // the whole sort
  Track near;                   // a part of it
  float words_top = 0;          // sentences
  float table_top = 0;          // its head
  std::uint32_t first_row = 0;  // pass in the first row
  std::uint32_t rows = 0;
  std::optional<std::uint32_t> present;  // the pass that holds the cursor's layer
  double position_ns = 0;                // of the cursor in it, layers sharing its time evenly
};
inline constexpr float kRowHeight = 20;

/// The trace is of the algorithm and layers of the scene's recording: they can be linked.
bool is_linked(const Scene& scene);
/// `scene.measured->trace` is there. O(passes).
PassesPage passes_page(const Scene& scene, float width, float height, const TimeWindow& window);
/// The pass at a point of the page: in a track or a row.
std::optional<std::uint32_t> pass_at(const Scene& scene, const PassesPage& page, float x, float y);
/// Without the bars of the tracks and what is behind them where not `bars`. O(passes).
Picture draw_passes(const Scene& scene, float width, float height, const TimeWindow& window,
                    bool bars);
/// "seek 66": to the first layer of the pass; "" where it has none or is not linked.
std::string seek_line(const Scene& scene, std::uint32_t pass);

}  // namespace passes_picture
}  // namespace sortscope
