// lab_details.cpp: the pressed cell in words, and all of its samples in their order.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/algorithms/algorithm.h"
#include "core/base/number_text.h"
#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kStripWidth = 300;
constexpr float kButtonWidth = 132;
constexpr float kButtonHeight = 30;

// Every sample a dot, in the order in which they were taken; the median as a line.
void draw_samples(LabPlot& plot, const LabPage& page, const LabCell& cell, LabelArea area) {
  const Samples all = cell.elapsed_ms();
  if (all.empty()) return;
  double least = cell.samples[0].elapsed_ns;
  double most = least;
  for (const LabSample& sample : cell.samples) {
    least = std::min(least, sample.elapsed_ns);
    most = std::max(most, sample.elapsed_ns);
  }
  const auto y_of = [&](double elapsed_ns) {
    if (most <= least) return (area.top + area.bottom) / 2;
    return area.bottom -
           (area.bottom - area.top) * static_cast<float>((elapsed_ns - least) / (most - least));
  };
  const std::string series = lab_series_id(cell.what);
  const auto found = std::ranges::find(page.series, series, &LabSeries::id);
  const PlotStyle style = found == page.series.end() ? lab_style(cell.what.sorter) : found->style;
  const float median = y_of(all.median() * 1e6);
  plot.picture.lines.push_back({area.left, median, area.right, median, Role::kMuted, 1});
  const auto count = cell.samples.size();
  for (std::size_t i = 0; i < count; ++i) {
    const LabSample& sample = cell.samples[i];
    const float share = count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0.5F;
    const float x = area.left + 6 + (area.right - area.left - 12) * share;
    const float y = y_of(sample.elapsed_ns);
    plot.picture.dots.push_back({x, y, 2.6F, style.role, !sample.disturbed, 1});
    plot.points.push_back({x, y, page.options.cell, static_cast<int>(i)});
    if (page.options.sample == static_cast<int>(i)) {
      plot.picture.dots.push_back({x, y, 5.5F, Role::kAccent, false, 2});
    }
  }
  const auto limit = [&](double elapsed_ns, float y) {
    plot.picture.labels.push_back({area.right + 8, y, time_text(elapsed_ns, kLabTimeDigits),
                                   kLabText, Face::kMono, Anchor::kStart, Role::kMuted});
  };
  limit(most, area.top);
  if (most > least) limit(least, area.bottom);
}

}  // namespace

std::string lab_case_title(const LabCase& what) {
  const LabSorter* const sorter = known_lab_sorter(what.sorter);
  return fmt::format("{}{}: {} {}", sorter != nullptr ? sorter->title : what.sorter,
                     what.recording ? ", recorded" : "", lab_size_text(what.n),
                     slice_of(what).title());
}

LabCellText describe_cell(const LabResult& result, int index, const LabPlotOptions& options) {
  const LabCell& cell = result.cells[static_cast<std::size_t>(index)];
  const LabCase& what = cell.what;
  LabCellText text;
  const LabSorterName sorter = lab_name_of(result, what.sorter);
  text.title = fmt::format("{}{}: {} {}", sorter.title, what.recording ? ", recorded" : "",
                           lab_size_text(what.n), slice_of(what).title());
  if (cell.state == LabState::kWaiting) {
    text.numbers = "Not measured yet.";
    return text;
  }
  if (cell.state != LabState::kMeasured) {
    text.numbers =
        fmt::format("{}: {}", cell.state == LabState::kFailed ? "Failed" : "Skipped", cell.reason);
    return text;
  }
  const Samples all = cell.elapsed_ms();
  const auto disturbed = std::count_if(cell.samples.begin(), cell.samples.end(),
                                       [](const LabSample& sample) { return sample.disturbed; });
  text.numbers = fmt::format(
      "Median {}, quartiles {} to {}, {} sample{}{}", time_text(all.median() * 1e6, kLabTimeDigits),
      time_text(all.quantile(0.25) * 1e6, kLabTimeDigits),
      time_text(all.quantile(0.75) * 1e6, kLabTimeDigits), cell.samples.size(),
      cell.samples.size() == 1 ? "" : "s",
      disturbed == 0 ? "" : fmt::format(", {} of them disturbed by a frame", disturbed));
  if (options.sample >= 0 && options.cell == index &&
      options.sample < static_cast<int>(cell.samples.size())) {
    const LabSample& sample = cell.samples[static_cast<std::size_t>(options.sample)];
    text.numbers += fmt::format("; sample {}: {}{}", options.sample + 1,
                                time_text(sample.elapsed_ns, kLabTimeDigits),
                                sample.disturbed ? ", disturbed" : "");
  }
  LabPlotOptions as = options;
  const auto part = [&](LabPlotOptions::Quantity quantity, std::string_view after) {
    as.quantity = quantity;
    const LabScale scale(result, slice_of(what), as);
    const auto value = scale.median(cell);
    if (!value) return;
    if (quantity == LabPlotOptions::Quantity::kRatio) {
      text.rates += fmt::format("{}{}", after, scale.text(*value));
      const std::string title = scale.title();
      const std::size_t as_fast = title.find("as fast");
      if (as_fast != std::string::npos) text.rates += " " + title.substr(as_fast);
      return;
    }
    text.rates += fmt::format("{}{}", after, scale.text(*value));
  };
  part(LabPlotOptions::Quantity::kKeysPerSecond, "");
  part(LabPlotOptions::Quantity::kBytesPerSecond, ", ");
  part(LabPlotOptions::Quantity::kRatio, "; ");
  if (cell.launches > 0) {
    text.rates += fmt::format("; {} launch{}", cell.launches, cell.launches == 1 ? "" : "es");
  }
  if (result.floors && cell.what.n > 1) {
    const auto lines = lab_floor_lines(*result.floors, slice_of(what));
    const bool bitonic =
        algorithm_is(sorter.algorithm, [](const Algorithm& a) { return a.bitonic_network; });
    double floor_ns = 0;
    std::string_view name;
    for (const LabFloorLine& line : lines) {
      const double elapsed_ns =
          line.elapsed_ns(*result.floors, what.n, static_cast<double>(cell.least_bytes));
      if (line.letter == 'I' && !bitonic) continue;
      if (elapsed_ns <= floor_ns) continue;
      floor_ns = elapsed_ns;
      name = line.letter == 'M' ? "memory" : line.letter == 'I' ? "instruction" : "launch";
    }
    if (floor_ns > 0 && sorter.place == LabPlace::kGpu) {
      text.rates +=
          fmt::format("; {} floor: {:.0f} % of it", name, 100 * floor_ns / (all.median() * 1e6));
    }
  }
  return text;
}

void draw_lab_details(LabPlot& plot, const LabPage& page, bool button, float top, float width) {
  const LabCell& cell = page.cell(page.options.cell);
  plot.picture.lines.push_back({kLabMargin, top + 4, width - kLabMargin, top + 4, Role::kLine, 1});
  const LabCellText text = describe_cell(page.result, page.options.cell, page.options);
  float right = width - kLabMargin;
  const LabSorterName sorter = lab_name_of(page.result, cell.what.sorter);
  const bool ours = !sorter.algorithm.empty();
  if (button && ours && width > 700) {
    plot.button = {right - kButtonWidth, top + 18, right, top + 18 + kButtonHeight};
    right -= kButtonWidth + 20;
  }
  const bool samples = !cell.samples.empty() && width > 760;
  if (samples) {
    constexpr float kLimits = 70;
    draw_samples(plot, page, cell,
                 {right - kLimits - kStripWidth, top + 22, right - kLimits, top + 84});
    right -= kLimits + kStripWidth + 20;
  }
  const float room = right - kLabMargin;
  float y = top + 24;
  const auto line = [&](const std::string& words, float size, Face face, Role role) {
    plot.picture.labels.push_back(
        fitted({kLabMargin, y, words, size, face, Anchor::kStart, role}, room));
    y += 20;
  };
  line(text.title, 13, Face::kSansBold, Role::kText);
  line(text.numbers, kLabText, Face::kSans, Role::kText);
  if (!text.rates.empty()) line(text.rates, kLabText, Face::kSans, Role::kText);
  std::string last = sorter.place == LabPlace::kCpu ? page.result.cpu : page.result.gpu;
  if (!cell.kernels.empty()) {
    last = lab_kernel_text(cell.kernels.front());
    if (cell.kernels.size() > 1) last += fmt::format("; and {} more", cell.kernels.size() - 1);
  }
  line(last, kLabText, Face::kSans, Role::kMuted);
}

}  // namespace sortscope
