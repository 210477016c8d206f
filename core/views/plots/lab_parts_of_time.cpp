// lab_parts_of_time.cpp: transfers beside the sort, inputs beside each other, published ratios.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/base/number_text.h"
#include "core/lab/text.h"
#include "core/pictures/label_fit.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kBarRow = 20;
constexpr float kHeading = 26;
constexpr float kNames = 210;
constexpr float kTotals = 90;
constexpr std::size_t kMostRows = 8;

bool is_measured(const LabCell& cell) {
  return cell.state == LabState::kMeasured && !cell.samples.empty();
}

// The largest size of the slice with a transfer; 0: none.
std::uint32_t size_with_transfers(const LabPage& page) {
  std::uint32_t n = 0;
  if (!page.slice.transfers) return n;
  for (const LabSeries& series : page.series) {
    for (const int at : series.cells) {
      const LabCell& cell = page.cell(at);
      const LabTransfers parts = cell.transfers();
      if (is_measured(cell) && parts.upload_ns + parts.download_ns > 0) {
        n = std::max(n, cell.what.n);
      }
    }
  }
  return n;
}

struct BarOfParts {
  const LabSeries* series;
  double sort_ns;
  LabTransfers transfers;
  [[nodiscard]] double total_ns() const {
    return sort_ns + transfers.upload_ns + transfers.download_ns;
  }
};

std::vector<BarOfParts> bars_of(const LabPage& page, std::uint32_t n) {
  std::vector<BarOfParts> bars;
  for (const LabSeries& series : page.series) {
    if (page.hidden(series.id)) continue;
    for (const int at : series.cells) {
      const LabCell& cell = page.cell(at);
      if (cell.what.n != n || !is_measured(cell)) continue;
      const LabTransfers parts = cell.transfers();
      const double all = cell.elapsed_ms().median() * 1e6;
      bars.push_back({&series, std::max(all - parts.upload_ns - parts.download_ns, 0.0), parts});
    }
  }
  std::ranges::stable_sort(bars, {}, &BarOfParts::total_ns);
  if (bars.size() > kMostRows) bars.resize(kMostRows);
  return bars;
}

}  // namespace

LabInputRanges::Name LabInputRanges::name_of(const LabCase& what) {
  return {what.n, what.type, what.pairs, what.recording, what.transfers, what.warm, what.sorter};
}

LabInputRanges::LabInputRanges(const LabResult& result, const LabScale& scale) {
  if (scale.quantity() == LabPlotOptions::Quantity::kRatio) return;
  for (const LabCell& cell : result.cells) {
    const auto value = scale.median(cell);
    if (!value) continue;
    Range& range = ranges_[name_of(cell.what)];
    auto& [least, most] = range.values;
    least = range.inputs == 0 ? *value : std::min(least, *value);
    most = std::max(most, *value);
    ++range.inputs;
  }
}

const std::pair<double, double>* LabInputRanges::of(const LabCase& what) const {
  const auto found = ranges_.find(name_of(what));
  return found == ranges_.end() || found->second.inputs < 2 ? nullptr : &found->second.values;
}

std::optional<std::pair<double, double>> lab_input_range(const LabPage& page, const LabCell& cell) {
  const auto* const range = page.input_ranges.of(cell.what);
  return range == nullptr ? std::nullopt : std::optional(*range);
}

bool has_input_bands(const LabPage& page) {
  return std::ranges::any_of(page.series, [&](const LabSeries& series) {
    return std::ranges::any_of(
        series.cells, [&](int at) { return lab_input_range(page, page.cell(at)).has_value(); });
  });
}

std::optional<double> published_ratio(std::span<const LabPublished> lines,
                                      std::string_view ratio_to, const LabPublishedPoint& point) {
  const auto named = std::ranges::find(lines, ratio_to, &LabPublished::of);
  if (lines.empty()) return std::nullopt;
  const LabPublished& base = named == lines.end() || ratio_to.empty() ? lines.front() : *named;
  for (const LabPublishedPoint& of_base : base.points) {
    if (of_base.n == point.n && point.elapsed_ms > 0) return of_base.elapsed_ms / point.elapsed_ms;
  }
  return std::nullopt;
}

float lab_transfers_height(const LabPage& page) {
  const std::uint32_t n = size_with_transfers(page);
  return n == 0 ? 0 : kHeading + kBarRow * static_cast<float>(bars_of(page, n).size()) + 8;
}

void draw_lab_transfers(LabPlot& plot, const LabPage& page, float top, float width) {
  const std::uint32_t n = size_with_transfers(page);
  if (n == 0) return;
  Picture& picture = plot.picture;
  picture.lines.push_back({kLabMargin, top + 2, width - kLabMargin, top + 2, Role::kLine, 1});
  const std::vector<BarOfParts> bars = bars_of(page, n);
  double most = 1;
  for (const BarOfParts& bar : bars) most = std::max(most, bar.total_ns());
  const float left = kLabMargin + std::min(kNames, 0.3F * width);
  const float room = std::max(width - kLabMargin - kTotals - left, 20.0F);
  const auto w_of = [&](double ns) { return room * static_cast<float>(ns / most); };
  float x = kLabMargin;
  const auto key = [&](Role role, float alpha, const std::string& text) {
    const ShapePoint corners[] = {
        {x, top + 8}, {x + 12, top + 8}, {x + 12, top + 20}, {x, top + 20}};
    Shape shape;
    shape.role = role;
    shape.alpha = alpha;
    picture.add_shape(corners, shape);
    picture.labels.push_back(
        {x + 18, top + 14, text, kLabText, Face::kSans, Anchor::kStart, Role::kMuted});
    x += 30 + estimated_width(text, kLabText, Face::kSans);
  };
  key(Role::kMuted, 1, "upload");
  key(Role::kAccent, 1, "sort");
  key(Role::kMuted, 0.5F, fmt::format("download, {} keys; none on the CPU", lab_size_text(n)));
  float y = top + kHeading;
  for (const BarOfParts& bar : bars) {
    picture.labels.push_back(fitted({left - 8, y + kBarRow / 2, std::string(bar.series->title),
                                     kLabText, Face::kSans, Anchor::kEnd, Role::kText},
                                    left - 8 - kLabMargin));
    float at = left;
    const auto part = [&](double ns, Role role, float alpha) {
      const float w = w_of(ns);
      if (w <= 0) return;
      const ShapePoint corners[] = {
          {at, y + 3}, {at + w, y + 3}, {at + w, y + kBarRow - 3}, {at, y + kBarRow - 3}};
      Shape shape;
      shape.role = role;
      shape.alpha = alpha;
      picture.add_shape(corners, shape);
      at += w;
    };
    part(bar.transfers.upload_ns, Role::kMuted, 1);
    part(bar.sort_ns, Role::kAccent, 1);
    part(bar.transfers.download_ns, Role::kMuted, 0.5F);
    picture.labels.push_back({at + 6, y + kBarRow / 2, time_text(bar.total_ns(), kLabTimeDigits),
                              kLabText, Face::kMono, Anchor::kStart, Role::kText});
    y += kBarRow;
  }
}

}  // namespace sortscope
