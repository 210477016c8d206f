// lab_axes.cpp: ticks of the lab's plot, marks of its curves, and pointing at them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/views/plots/lab.h"

namespace sortscope {

namespace {

// Round steps between two powers of two, as shares of the lower one.
constexpr double kHalves[] = {1, 1.5};
constexpr double kQuarters[] = {1, 1.25, 1.5, 1.75};

// Of times and rates: 1, 2, 4 ... 512 of a unit, then 1 of the next.
double value_of_tick(int octave, bool thousands) {
  if (!thousands) return std::exp2(octave);
  const int unit = static_cast<int>(std::floor(octave / 10.0));
  return std::pow(1000.0, unit) * std::exp2(octave - 10 * unit);
}

void add_round(std::vector<LabTick>& ticks, const LabScale& scale, double from, double to,
               double least_step) {
  const double low = std::exp2(from);
  const double high = std::exp2(to);
  const double wanted = std::max((high - low) / 8, low * (std::exp2(least_step) - 1));
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  double step = power;
  for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
    step = power * factor;
    if (step >= wanted) break;
  }
  const double first = std::ceil(low / step);
  for (int i = 0; (first + i) * step <= high && i < 40; ++i) {
    const double value = (first + i) * step;
    ticks.push_back({std::log2(value), scale.tick_text(value)});
  }
}

}  // namespace

std::vector<LabTick> lab_value_ticks(const LabScale& scale, double from, double to,
                                     double least_step) {
  std::vector<LabTick> ticks;
  if (!(to > from)) return ticks;
  if (to - from < 1.5) {
    add_round(ticks, scale, from, to, least_step);
    return ticks;
  }
  const bool thousands = scale.quantity() != LabPlotOptions::Quantity::kRatio;
  std::span<const double> parts(kHalves, 1);
  if (least_step <= 0.19) {
    parts = kQuarters;
  } else if (least_step <= 0.41) {
    parts = kHalves;
  }
  // Steps that divide ten, so that every unit starts with 1.
  int octaves = 1;
  for (const int step : {1, 2, 5, 10, 20, 40}) {
    octaves = step;
    if (step >= least_step) break;
  }
  if (octaves > 1) parts = std::span<const double>(kHalves, 1);
  const int first = static_cast<int>(std::floor(from)) - 2 * octaves;
  for (int octave = first - ((first % octaves) + octaves) % octaves; octave <= to + 1;
       octave += octaves) {
    for (const double part : parts) {
      const double value = value_of_tick(octave, thousands) * part;
      const double log2 = std::log2(value);
      if (log2 >= from - 1e-9 && log2 <= to + 1e-9) ticks.push_back({log2, scale.tick_text(value)});
    }
  }
  return ticks;
}

std::vector<LabTick> lab_size_ticks(double from, double to, double least_step) {
  // No number of keys is beyond 2^64: a page without width shows one tick.
  constexpr int kMost = 64;
  int step = 1;
  while (step < kMost && !(step >= least_step)) step *= 2;
  std::vector<LabTick> ticks;
  const int first = static_cast<int>(std::ceil(from / step - 1e-9)) * step;
  for (int log2 = std::max(first, 0); log2 <= to + 1e-9; log2 += step) {
    ticks.push_back({static_cast<double>(log2), fmt::format("2^{}", log2)});
  }
  return ticks;
}

float LabPlot::x_of(double log2_n) const {
  return plot.left +
         (plot.right - plot.left) * static_cast<float>((log2_n - x_from) / (x_to - x_from));
}

float LabPlot::y_of(double log2_value) const {
  return plot.bottom -
         (plot.bottom - plot.top) * static_cast<float>((log2_value - y_from) / (y_to - y_from));
}

const LabPlotPoint* nearest_point(const LabPlot& plot, float x, float y, float reach) {
  const LabPlotPoint* nearest = nullptr;
  float least = reach * reach;
  const auto look = [&](const std::vector<LabPlotPoint>& points) {
    for (const LabPlotPoint& point : points) {
      const float far = (point.x - x) * (point.x - x) + (point.y - y) * (point.y - y);
      // A sample wins over its median where both are under the pointer.
      if (far > least || (far == least && point.sample < 0 && nearest != nullptr)) continue;
      least = far;
      nearest = &point;
    }
  };
  look(plot.points);
  look(plot.marks);
  return nearest;
}

void draw_plot_mark(Picture& picture, PlotStyle style, float x, float y, float size) {
  const auto polygon = [&](std::initializer_list<ShapePoint> unit) {
    std::vector<ShapePoint> corners;
    for (const ShapePoint& p : unit) corners.push_back({x + p.x * size, y + p.y * size});
    Shape shape;
    shape.role = style.role;
    picture.add_shape(corners, shape);
  };
  switch (style.mark) {
    case PlotMark::kDisc:
      picture.dots.push_back({x, y, size, style.role, true});
      return;
    case PlotMark::kRing:
      picture.dots.push_back({x, y, size, style.role, false, 1.6F});
      return;
    case PlotMark::kSquare:
      polygon({{-0.9F, -0.9F}, {0.9F, -0.9F}, {0.9F, 0.9F}, {-0.9F, 0.9F}});
      return;
    case PlotMark::kDiamond:
      polygon({{0, -1.25F}, {1.25F, 0}, {0, 1.25F}, {-1.25F, 0}});
      return;
    case PlotMark::kUp:
      polygon({{0, -1.2F}, {1.15F, 0.85F}, {-1.15F, 0.85F}});
      return;
    case PlotMark::kDown:
      polygon({{0, 1.2F}, {-1.15F, -0.85F}, {1.15F, -0.85F}});
      return;
    case PlotMark::kPlus:
      picture.lines.push_back({x - 1.2F * size, y, x + 1.2F * size, y, style.role, 2.2F});
      picture.lines.push_back({x, y - 1.2F * size, x, y + 1.2F * size, style.role, 2.2F});
      return;
  }
}

void draw_absence_mark(Picture& picture, LabState state, float x, float y) {
  if (state == LabState::kFailed) {
    constexpr float kReach = 4;
    picture.lines.push_back(
        {x - kReach, y - kReach, x + kReach, y + kReach, Role::kExchanged, 2.2F});
    picture.lines.push_back(
        {x - kReach, y + kReach, x + kReach, y - kReach, Role::kExchanged, 2.2F});
    return;
  }
  picture.lines.push_back({x - 5, y, x + 5, y, Role::kMuted, 2.2F});
}

}  // namespace sortscope
