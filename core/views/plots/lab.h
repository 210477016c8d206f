// lab.h: the lab's result as a plot against n, and where on the page things are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/lab/files.h"
#include "core/pictures/label_fit.h"
#include "core/pictures/picture.h"
#include "core/scenes/layout.h"
#include "core/views/plots/lab_series.h"

namespace sortscope {

/// An earlier result, and what became of its cases.
struct LabBefore {
  std::shared_ptr<const LabResult> result;
  LabComparison changes;
};
/// `now` against `before`.
std::shared_ptr<const LabBefore> compare_with(std::shared_ptr<const LabResult> before,
                                              const LabResult& now);

/// What is kept free for controls of a window, in pixels at scale 1.
struct LabPlotSpace {
  float corner = 170;   // right of the title
  float controls = 0;   // below it
  float status = 0;     // at the foot
  bool button = false;  // beside the details of the cell that is pressed
};

/// A median, or a sample (`sample` >= 0), on the page.
struct LabPlotPoint {
  float x = 0, y = 0;
  int cell = -1;
  int sample = -1;
};

/// The page and what can be pointed at.
struct LabPlot {
  Picture picture;
  LabelArea plot{0, 0, 0, 0};   // of the diagram; empty where there is no room for one
  double x_from = 0, x_to = 1;  // logarithms to base 2 of n at its left and right
  double y_from = 0, y_to = 1;  // ... of the value at its foot and head
  std::vector<LabPlotPoint> points;
  struct Row {
    LabelArea area;
    std::string series;
  };
  std::vector<Row> legend;
  std::vector<LabPlotPoint> marks;  // of failed and skipped cells
  LabelArea button{0, 0, 0, 0};     // empty where there is none
  float controls_top = 0;
  [[nodiscard]] float x_of(double log2_n) const;
  [[nodiscard]] float y_of(double log2_value) const;
};

/// Lays the result out. `before`: what it is compared with, or null. O(samples).
LabPlot lab_plot(const LabResult& result, const LabBefore* before, const LabPlotOptions& options,
                 const LabPlotSpace& space, float width, float height);

/// The nearest point within `reach` pixels: samples before medians where both are; null: none.
const LabPlotPoint* nearest_point(const LabPlot& plot, float x, float y, float reach);

/// Sentences on a cell: its name, its numbers, and where it stands.
struct LabCellText {
  std::string title;    // lab_case_title()
  std::string numbers;  // "median 0.61 ms, quartiles ..., 15 samples"
  std::string rates;    // "1.7 G keys/s, ..., 32 launches, 1.8 × CUB merge sort"
};
/// "Bitonic, fast: 2^20 uint32 keys, uniform".
std::string lab_case_title(const LabCase& what);
LabCellText describe_cell(const LabResult& result, int cell, const LabPlotOptions& options);

// Parts of the page, for lab.cpp.

/// Draws a curve's mark. `size`: half of its width.
void draw_plot_mark(Picture& picture, PlotStyle style, float x, float y, float size);
/// The mark of a cell that failed (a cross) or was skipped (a stroke).
void draw_absence_mark(Picture& picture, LabState state, float x, float y);
/// A tick of a logarithmic axis.
struct LabTick {
  double log2 = 0;
  std::string text;
};
/// Ticks of values from 2^from to 2^to, at most one in `least_step` (in octaves): powers of two,
/// restarting at 1 with every unit of thousands; below an octave round numbers. `scale` names them.
std::vector<LabTick> lab_value_ticks(const LabScale& scale, double from, double to,
                                     double least_step);
/// Ticks at powers of two of n.
std::vector<LabTick> lab_size_ticks(double from, double to, double least_step);

}  // namespace sortscope
