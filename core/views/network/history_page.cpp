// history_page.cpp: what of a run a page of its history has in sight, and its raster in pixels.
#include <algorithm>
#include <cmath>
#include <string>

#include "core/recordings/recording.h"
#include "core/views/network/history.h"

namespace sortscope {

namespace {

constexpr float kMargin = 20;
constexpr float kSmall = 12;
constexpr double kWidestState = 96;
constexpr double kTallestWire = 36;
constexpr double kLeastApart = 16;
constexpr double kMostApart = 20'000;  // cells
constexpr float kLeastColumn = 3;      // of what one can point at

// Sizes of a state and a wire where all of them are in sight, and the room for them.
struct Fit {
  double room_x = 0, room_y = 0;
  double state = 1, wire = 1;
  [[nodiscard]] double most_zoom() const {
    return std::max({1.0, kWidestState / state, kTallestWire / wire});
  }
};

Fit fit_of(const HistoryPage& page, float width, float height) {
  Fit fit;
  fit.room_x = width - kMargin - page.left;
  fit.room_y = height - (page.header ? 40 : 12) - page.top;
  fit.state = std::min(fit.room_x / (page.depth + 1.0), kWidestState);
  fit.wire = std::min(fit.room_y / std::max(page.wires, 1U), kTallestWire);
  return fit;
}

HistoryPage margins_of(const Recording& recording, float width, float height) {
  HistoryPage page;
  page.depth = recording.network.depth();
  page.wires = recording.network.wires();
  page.header = height >= 200 && width >= 240;
  const auto digits = static_cast<float>(std::to_string(page.wires - 1).size());
  page.left = kMargin + (page.header ? 0.6F * kSmall * digits + 8 : 0);
  page.top = page.header ? 76 : 12;
  return page;
}

// The first of `count` things of which `seen` are in sight, `middle` in the middle as a share.
double first_seen(double count, double seen, double middle) {
  return std::clamp(middle * count - seen / 2, 0.0, std::max(count - seen, 0.0));
}

}  // namespace

bool HistoryPage::whole() const {
  return first_state <= 0 && first_wire <= 0 && end_state() > depth + 1 - 1e-3 &&
         end_wire() > wires - 1e-3;
}

bool HistoryPage::apart() const {
  return state >= kLeastApart && wire >= kLeastApart &&
         (end_state() - first_state) * (end_wire() - first_wire) <= kMostApart;
}

std::optional<std::uint32_t> HistoryPage::layers_under(float at) const {
  if (empty() || at < left || at >= right) return {};
  unsigned log2 = 0;
  while (state * static_cast<double>(std::uint64_t{1} << log2) < kLeastColumn &&
         depth >> log2 > 0) {
    ++log2;
  }
  const double states = std::clamp(first_state + (at - left) / state, 0.0, depth + 0.5);
  const std::uint64_t column = static_cast<std::uint64_t>(states) >> log2;
  return (column + 1) << log2 > depth ? depth : static_cast<std::uint32_t>(column << log2);
}

std::optional<Wire> HistoryPage::wire_under(float at) const {
  if (empty() || at < top || at >= foot) return {};
  return std::min(static_cast<Wire>(first_wire + (at - top) / wire), wires - 1);
}

HistoryPage history_page(const Recording& recording, const HistoryCamera& camera, float width,
                         float height) {
  HistoryPage page = margins_of(recording, width, height);
  const Fit fit = fit_of(page, width, height);
  if (fit.room_x < kLeastColumn || fit.room_y < 2 || page.wires == 0) return page;
  page.state = std::min(fit.state * camera.zoom, std::max(kWidestState, fit.state));
  page.wire = std::min(fit.wire * camera.zoom, std::max(kTallestWire, fit.wire));
  const double states = page.depth + 1.0;
  const double seen_x = std::min(fit.room_x / page.state, states);
  const double seen_y = std::min<double>(fit.room_y / page.wire, page.wires);
  page.first_state = first_seen(states, seen_x, camera.x);
  page.first_wire = first_seen(page.wires, seen_y, camera.y);
  page.right = static_cast<float>(page.left + seen_x * page.state);
  page.foot = static_cast<float>(page.top + seen_y * page.wire);
  return page;
}

HistoryCamera clamped(const Recording& recording, HistoryCamera camera, float width, float height) {
  const Fit fit = fit_of(margins_of(recording, width, height), width, height);
  if (fit.room_x < kLeastColumn || fit.room_y < 2) return {};
  camera.zoom = std::clamp(camera.zoom, 1.0, fit.most_zoom());
  if (camera.zoom == 1) return {};
  const HistoryPage page = history_page(recording, camera, width, height);
  camera.x = (page.first_state + page.end_state()) / 2 / (page.depth + 1.0);
  camera.y = (page.first_wire + page.end_wire()) / 2 / page.wires;
  return camera;
}

HistoryCamera zoomed(const Recording& recording, const HistoryCamera& camera, float factor, float x,
                     float y, float width, float height) {
  const HistoryPage before = history_page(recording, camera, width, height);
  if (before.empty()) return camera;
  const double at_x = std::clamp<double>(x, before.left, before.right);
  const double at_y = std::clamp<double>(y, before.top, before.foot);
  const double states = before.first_state + (at_x - before.left) / before.state;
  const double wires = before.first_wire + (at_y - before.top) / before.wire;
  HistoryCamera after = camera;
  after.zoom *= factor;
  after = clamped(recording, after, width, height);
  const HistoryPage page = history_page(recording, after, width, height);
  const double seen_x = page.end_state() - page.first_state;
  const double seen_y = page.end_wire() - page.first_wire;
  after.x = (states - (at_x - page.left) / page.state + seen_x / 2) / (page.depth + 1.0);
  after.y = (wires - (at_y - page.top) / page.wire + seen_y / 2) / page.wires;
  return clamped(recording, after, width, height);
}

namespace {

// The columns and rows of the level that are in sight.
void take_sight(HistorySight& sight, const HistoryPage& page) {
  const auto part = [](double first, double end, std::uint64_t count, unsigned log2,
                       std::uint32_t& from, std::uint32_t& number) {
    constexpr double kHair = 1e-6;  // what of a cell is not seen
    const auto begin = static_cast<std::uint64_t>(std::max(first + kHair, 0.0));
    const auto last = static_cast<std::uint64_t>(std::clamp(
        std::ceil(end - kHair) - 1, static_cast<double>(begin), static_cast<double>(count) - 1));
    from = static_cast<std::uint32_t>(begin >> log2);
    number = static_cast<std::uint32_t>((last >> log2) - from + 1);
  };
  part(page.first_state, page.end_state(), std::uint64_t{page.depth} + 1, sight.layers_log2,
       sight.first_column, sight.columns);
  part(page.first_wire, page.end_wire(), page.wires, sight.wires_log2, sight.first_row, sight.rows);
}

double times(double size, unsigned log2) {
  return size * static_cast<double>(std::uint64_t{1} << log2);
}

void keep_within(HistorySight& sight, const HistoryPage& page, const FarGrid& far,
                 std::uint64_t most) {
  take_sight(sight, page);
  while (sight.cells() > most) {
    if (sight.wires_log2 < far.wires_log2) {
      ++sight.wires_log2;
    } else if (page.depth >> sight.layers_log2 > 0) {
      ++sight.layers_log2;
    } else {
      return;
    }
    take_sight(sight, page);
  }
}

}  // namespace

HistorySight sight_of_cells(const HistoryPage& page, const FarGrid& far, float width, float height,
                            std::uint64_t most) {
  HistorySight sight;
  if (page.empty()) return sight;
  while (times(page.state, sight.layers_log2) < width && page.depth >> sight.layers_log2 > 0) {
    ++sight.layers_log2;
  }
  while (times(page.wire, sight.wires_log2) < height && sight.wires_log2 < far.wires_log2) {
    ++sight.wires_log2;
  }
  keep_within(sight, page, far, most);
  return sight;
}

HistoryRaster raster_of(const HistoryPage& page, const FarGrid& far, float scale,
                        const Palette& palette) {
  HistoryRaster raster;
  raster.palette = &palette;
  if (page.empty()) return raster;
  const double pixel = 1 / double{scale};
  HistorySight& sight = raster.sight;
  while (times(page.state, sight.layers_log2) < pixel && page.depth >> sight.layers_log2 > 0) {
    ++sight.layers_log2;
  }
  // Groups no larger than a pixel's row: it is the mean of those under it.
  while (times(page.wire, sight.wires_log2 + 1) <= pixel && sight.wires_log2 < far.wires_log2) {
    ++sight.wires_log2;
  }
  keep_within(sight, page, far, RankHistory::kMostCells);
  if (page.wire >= pixel) {
    raster.first_wire = times(sight.first_row, sight.wires_log2);
    raster.wires_a_row = times(1, sight.wires_log2);
    raster.rows = sight.rows;
    return raster;
  }
  raster.first_wire = page.first_wire;
  raster.wires_a_row = pixel / page.wire;
  raster.rows = std::max(1U, static_cast<std::uint32_t>(std::ceil(
                                 static_cast<double>(page.foot - page.top) * scale - 1e-3)));
  return raster;
}

namespace {

// The mean of the cells from `first` to `end`, in rows of the sight and their parts.
float weighted_mean(std::span<const float> cells, double first, double end) {
  double sum = 0;
  double weights = 0;
  const double count = static_cast<double>(cells.size());
  first = std::clamp(first, 0.0, count);
  end = std::clamp(end, first, count);
  for (auto cell = static_cast<std::size_t>(first); cell < cells.size() && double(cell) < end;
       ++cell) {
    if (cells[cell] < 0) continue;
    const double weight =
        std::min(end, static_cast<double>(cell) + 1) - std::max(first, static_cast<double>(cell));
    sum += weight * cells[cell];
    weights += weight;
  }
  return weights > 0 ? static_cast<float>(sum / weights) : kOnlyPadding;
}

}  // namespace

std::vector<std::uint8_t> pixels_of(const RankHistory& history, const HistoryRaster& raster) {
  constexpr std::size_t kBytes = 4;
  const HistorySight& sight = raster.sight;
  std::vector<std::uint8_t> pixels(kBytes * sight.columns * raster.rows);
  std::vector<float> cells(sight.rows);
  const double group = times(1, sight.wires_log2);
  const bool rows_are_cells = raster.wires_a_row == group && raster.rows == sight.rows;
  const Color ground = raster.palette->color(Role::kGround);
  const auto byte = [](float share) { return static_cast<std::uint8_t>(std::lround(share * 255)); };
  for (std::uint32_t column = 0; column < sight.columns; ++column) {
    if (!history.column(sight, column, cells)) continue;
    for (std::uint32_t row = 0; row < raster.rows; ++row) {
      const double first = (raster.first_wire + row * raster.wires_a_row) / group - sight.first_row;
      const float rank = rows_are_cells
                             ? cells[row]
                             : weighted_mean(cells, first, first + raster.wires_a_row / group);
      const Color color = rank < 0 ? ground : raster.palette->color(Role::kRank, rank);
      std::uint8_t* const pixel = &pixels[kBytes * (std::size_t{row} * sight.columns + column)];
      pixel[0] = byte(color.r);
      pixel[1] = byte(color.g);
      pixel[2] = byte(color.b);
      pixel[3] = 255;
    }
  }
  return pixels;
}

}  // namespace sortscope
