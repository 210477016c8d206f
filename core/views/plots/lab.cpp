// lab.cpp: the lab's page: title, axes, curves with their samples, floors.
#include "core/views/plots/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/lab/claims.h"
#include "core/lab/text.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kMarkSize = 4;
constexpr float kSmallMark = 2.6F;  // where sizes stand close
constexpr float kSampleRadius = 1.6F;
constexpr float kSpread = 14;      // of a point's samples, beside each other
constexpr double kFloorReach = 2;  // octaves beyond the curves that a floor may widen the axis by

struct Range {
  double from = 1e300, to = -1e300;
  void take(double value) {
    from = std::min(from, value);
    to = std::max(to, value);
  }
  [[nodiscard]] bool empty() const { return from > to; }
};

// The part of a line within the plot; false where there is none. (Liang and Barsky)
bool clip(const LabelArea& area, float& x0, float& y0, float& x1, float& y1) {
  const float dx = x1 - x0;
  const float dy = y1 - y0;
  float from = 0;
  float to = 1;
  const auto side = [&](float step, float room) {
    if (step == 0) return room >= 0;
    const float t = room / step;
    if (step < 0) {
      from = std::max(from, t);
    } else {
      to = std::min(to, t);
    }
    return from <= to;
  };
  if (!side(-dx, x0 - area.left) || !side(dx, area.right - x0) || !side(-dy, y0 - area.top) ||
      !side(dy, area.bottom - y0)) {
    return false;
  }
  const float x = x0;
  const float y = y0;
  x0 = x + from * dx;
  y0 = y + from * dy;
  x1 = x + to * dx;
  y1 = y + to * dy;
  return true;
}

bool inside(const LabelArea& area, float x, float y) {
  return x >= area.left && x <= area.right && y >= area.top && y <= area.bottom;
}

class Plotter {
 public:
  Plotter(LabPlot& plot, const LabPage& page) : plot_(plot), page_(page) {}

  // The ranges of the axes: as zoomed, or everything that is not hidden.
  void settle() {
    Range x;
    Range y;
    for (const LabSeries& series : page_.series) {
      const bool hidden = page_.hidden(series.id);
      for (const int at : series.cells) {
        const LabCell& cell = page_.cell(at);
        x.take(std::log2(cell.what.n));
        if (!hidden) take_values(cell, y);
      }
    }
    if (page_.before != nullptr) {
      for (const LabSeries& series : lab_series(*page_.before->result, page_.slice)) {
        if (page_.hidden(series.id)) continue;
        for (const int at : series.cells) {
          take_values(page_.before->result->cells[static_cast<std::size_t>(at)], y);
        }
      }
    }
    for (const LabPublished& line : page_.published) {
      for (const LabPublishedPoint& point : line.points) {
        x.take(std::log2(point.n));
        if (page_.hidden(LabPage::published_id(line))) continue;
        if (const auto value = value_of(point)) y.take(std::log2(*value));
      }
    }
    if (x.empty()) x = {10, 20};
    if (x.to - x.from < 1) x = {x.from - 0.5, x.to + 0.5};
    const double margin = 0.02 * (x.to - x.from) + 0.1;
    x = {x.from - margin, x.to + margin};
    if (!y.empty()) take_floors(x, y);
    if (page_.options.quantity == LabPlotOptions::Quantity::kRatio) y.take(0);
    if (y.empty()) y = {0, 10};
    if (y.to - y.from < 0.5) y = {y.from - 0.25, y.to + 0.25};
    const double air = 0.05 * (y.to - y.from);
    plot_.x_from = x.from;
    plot_.x_to = x.to;
    plot_.y_from = y.from - air;
    plot_.y_to = y.to + air;
    const LabPlotOptions& options = page_.options;
    if (options.x_from < options.x_to) {
      plot_.x_from = options.x_from;
      plot_.x_to = options.x_to;
    }
    if (options.y_from < options.y_to) {
      plot_.y_from = options.y_from;
      plot_.y_to = options.y_to;
    }
  }

  void axes() {
    Picture& picture = plot_.picture;
    const LabelArea& area = plot_.plot;
    const float height = area.bottom - area.top;
    const float width = area.right - area.left;
    const double octave_y = (plot_.y_to - plot_.y_from) / height;
    for (const LabTick& tick :
         lab_value_ticks(page_.scale, plot_.y_from, plot_.y_to, 24 * octave_y)) {
      const float y = plot_.y_of(tick.log2);
      const bool one = page_.scale.quantity() == LabPlotOptions::Quantity::kRatio && tick.log2 == 0;
      picture.lines.push_back(
          {area.left, y, area.right, y, one ? Role::kMuted : Role::kLine, one ? 1.6F : 1});
      picture.labels.push_back(
          {area.left - 8, y, tick.text, kLabText, Face::kMono, Anchor::kEnd, Role::kMuted});
    }
    picture.lines.push_back({area.left, area.bottom, area.right, area.bottom, Role::kMuted, 1});
    for (const LabTick& tick :
         lab_size_ticks(plot_.x_from, plot_.x_to, 44 * (plot_.x_to - plot_.x_from) / width)) {
      const float x = plot_.x_of(tick.log2);
      picture.lines.push_back({x, area.top, x, area.bottom + 4, Role::kLine, 1});
      picture.labels.push_back(
          {x, area.bottom + 14, tick.text, kLabText, Face::kMono, Anchor::kMiddle, Role::kMuted});
    }
    picture.labels.push_back({area.left - 40, area.top - 14, page_.scale.title(), kLabText,
                              Face::kSans, Anchor::kStart, Role::kMuted});
    picture.labels.push_back(
        {area.right, area.bottom + 30, "keys", kLabText, Face::kSans, Anchor::kEnd, Role::kMuted});
  }

  void floors() {
    if (!page_.result.floors) return;
    const std::vector<double> places = floor_places();
    for (const LabFloorLine& line : page_.floors) {
      if (page_.hidden(LabPage::floor_id(line))) continue;
      std::optional<std::pair<float, float>> last;
      std::optional<std::pair<float, float>> shown;
      for (const double log2 : places) {
        const auto value = floor_value(line, log2);
        if (!value) {
          last.reset();
          continue;
        }
        const std::pair<float, float> point = {plot_.x_of(log2), plot_.y_of(std::log2(*value))};
        if (last) {
          auto [x0, y0] = *last;
          auto [x1, y1] = point;
          if (clip(plot_.plot, x0, y0, x1, y1)) {
            plot_.picture.lines.push_back({x0, y0, x1, y1, Role::kText, 1.2F, true});
            shown = {x1, y1};
          }
        }
        last = point;
      }
      if (!shown) continue;
      // Its letter on the line, in a gap of the ground.
      const float x = shown->first - 12;
      const float y = shown->second - 12;
      plot_.picture.labels.push_back({x, std::max(y, plot_.plot.top + 8),
                                      std::string(1, line.letter), kLabText, Face::kSansBold,
                                      Anchor::kMiddle, Role::kText});
    }
  }

  void published() {
    char number = '0';
    std::vector<LabelArea> taken;
    for (const LabPublished& line : page_.published) {
      ++number;
      if (page_.hidden(LabPage::published_id(line))) continue;
      std::optional<std::pair<float, float>> last;
      for (const LabPublishedPoint& point : line.points) {
        const auto value = value_of(point);
        if (!value) continue;
        const std::pair<float, float> at = {plot_.x_of(std::log2(point.n)),
                                            plot_.y_of(std::log2(*value))};
        if (last) stroke(*last, at, Role::kMuted, 1.2F, true);
        last = at;
        if (inside(plot_.plot, at.first, at.second)) {
          plot_.picture.dots.push_back({at.first, at.second, 2.5F, Role::kMuted, false});
        }
      }
      if (last && inside(plot_.plot, last->first, last->second)) {
        Label name{last->first + 6, last->second - 2, std::string(1, number),
                   kLabText,        Face::kSansBold,  Anchor::kStart,
                   Role::kMuted};
        // Of curves that end side by side, the numbers stand above each other as the ends do.
        for (const LabelArea& other : taken) {
          if (!overlap(other, area_of(name))) continue;
          const float middle = (other.top + other.bottom) / 2;
          name.y = middle + (name.y <= middle ? -1.0F : 1.0F) * (kLabText + 1);
        }
        taken.push_back(area_of(name));
        plot_.picture.labels.push_back(std::move(name));
      }
    }
  }

  // What was measured before: thin and dashed, medians alone.
  void earlier() {
    if (page_.before == nullptr) return;
    for (const LabSeries& series : lab_series(*page_.before->result, page_.slice)) {
      if (page_.hidden(series.id)) continue;
      std::optional<std::pair<float, float>> last;
      for (const int at : series.cells) {
        const auto value =
            page_.scale.median(page_.before->result->cells[static_cast<std::size_t>(at)]);
        if (!value) {
          last.reset();
          continue;
        }
        const LabCell& cell = page_.before->result->cells[static_cast<std::size_t>(at)];
        const std::pair<float, float> point = {plot_.x_of(std::log2(cell.what.n)),
                                               plot_.y_of(std::log2(*value))};
        if (last) stroke(*last, point, series.style.role, 1, true);
        last = point;
        if (inside(plot_.plot, point.first, point.second)) {
          plot_.picture.dots.push_back({point.first, point.second, 3, series.style.role, false, 1});
        }
      }
    }
  }

  // From the fastest to the slowest input of each size.
  void band(const LabSeries& series) {
    if (page_.hidden(series.id)) return;
    std::optional<std::array<ShapePoint, 2>> last;
    for (const int at : series.cells) {
      const auto range = lab_input_range(page_, page_.cell(at));
      if (!range) {
        last.reset();
        continue;
      }
      const float x = plot_.x_of(std::log2(page_.cell(at).what.n));
      const auto y_of = [&](double value) {
        return std::clamp(plot_.y_of(std::log2(value)), plot_.plot.top, plot_.plot.bottom);
      };
      const std::array<ShapePoint, 2> now = {ShapePoint{x, y_of(range->first)},
                                             ShapePoint{x, y_of(range->second)}};
      if (last && x <= plot_.plot.right && (*last)[0].x >= plot_.plot.left) {
        const ShapePoint corners[] = {(*last)[0], now[0], now[1], (*last)[1]};
        Shape shape;
        shape.role = series.style.role;
        shape.alpha = 0.16F;
        plot_.picture.add_shape(corners, shape);
      }
      last = now;
    }
  }

  void curve(const LabSeries& series) {
    if (page_.hidden(series.id)) return;
    std::optional<std::pair<float, float>> last;
    for (const int at : series.cells) {
      const LabCell& cell = page_.cell(at);
      const auto value = page_.scale.median(cell);
      if (!value) {
        // A gap where it failed; what waits still may come.
        if (cell.state != LabState::kWaiting) last.reset();
        continue;
      }
      const std::pair<float, float> point = {plot_.x_of(std::log2(cell.what.n)),
                                             plot_.y_of(std::log2(*value))};
      if (last) stroke(*last, point, series.style.role, 2.2F, series.recorded);
      last = point;
      samples(series, cell, at, point.first);
      if (!inside(plot_.plot, point.first, point.second)) continue;
      plot_.points.push_back({point.first, point.second, at, -1});
      draw_plot_mark(plot_.picture, series.style, point.first, point.second,
                     spread() < 8 ? kSmallMark : kMarkSize);
      if (page_.options.cell == at) {
        plot_.picture.dots.push_back(
            {point.first, point.second, kMarkSize + 4, Role::kAccent, false, 2});
      }
    }
  }

 private:
  void stroke(std::pair<float, float> from, std::pair<float, float> to, Role role, float width,
              bool dashed) {
    if (!clip(plot_.plot, from.first, from.second, to.first, to.second)) return;
    plot_.picture.lines.push_back(
        {from.first, from.second, to.first, to.second, role, width, dashed});
  }

  // Quartiles as a box behind the median, samples beside each other in the order of measuring.
  void samples(const LabSeries& series, const LabCell& cell, int index, float x) {
    const Samples all = cell.elapsed_ms();
    const auto first = page_.scale.value(cell, all.quantile(0.25) * 1e6);
    const auto third = page_.scale.value(cell, all.quantile(0.75) * 1e6);
    const auto least = page_.scale.value(cell, all.quantile(0) * 1e6);
    const auto most = page_.scale.value(cell, all.quantile(1) * 1e6);
    // Where samples agree they stay within the mark, which could not be read else.
    const bool apart =
        least && most &&
        std::abs(plot_.y_of(std::log2(*most)) - plot_.y_of(std::log2(*least))) > kMarkSize;
    const float width = apart ? spread() : std::min(spread(), kMarkSize);
    if (first && third) {
      float x0 = x;
      float x1 = x;
      float y0 = plot_.y_of(std::log2(*first));
      float y1 = plot_.y_of(std::log2(*third));
      if (clip(plot_.plot, x0, y0, x1, y1) && x >= plot_.plot.left && x <= plot_.plot.right) {
        // At least a pixel high, so that it is seen where samples agree.
        const float low = std::max(y0, y1) + 0.5F;
        const float high = std::min(y0, y1) - 0.5F;
        const ShapePoint corners[] = {{x - width / 2, high},
                                      {x + width / 2, high},
                                      {x + width / 2, low},
                                      {x - width / 2, low}};
        Shape box;
        box.role = series.style.role;
        box.alpha = 0.35F;
        plot_.picture.add_shape(corners, box);
      }
    }
    const auto count = cell.samples.size();
    for (std::size_t i = 0; i < count; ++i) {
      const LabSample& sample = cell.samples[i];
      const auto value = page_.scale.value(cell, sample.elapsed_ns);
      if (!value) continue;
      const float share =
          count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) - 0.5F : 0;
      const float sx = x + share * width;
      const float sy = plot_.y_of(std::log2(*value));
      if (!inside(plot_.plot, sx, sy)) continue;
      // A disturbed sample is hollow.
      plot_.picture.dots.push_back({sx, sy, sample.disturbed ? 2.2F : kSampleRadius,
                                    series.style.role, !sample.disturbed, 1});
      plot_.points.push_back({sx, sy, index, static_cast<int>(i)});
      if (page_.options.cell == index && page_.options.sample == static_cast<int>(i)) {
        plot_.picture.dots.push_back({sx, sy, 5, Role::kAccent, false, 2});
      }
    }
  }

  // Of neighbouring sizes the samples do not touch.
  [[nodiscard]] float spread() const {
    const double octave = (plot_.plot.right - plot_.plot.left) / (plot_.x_to - plot_.x_from);
    return std::clamp(0.4F * static_cast<float>(octave), 3.0F, kSpread);
  }

  void take_values(const LabCell& cell, Range& y) const {
    if (cell.state != LabState::kMeasured || cell.samples.empty()) return;
    const Samples all = cell.elapsed_ms();
    for (const double share : {0.0, 0.5, 1.0}) {
      if (const auto value = page_.scale.value(cell, all.quantile(share) * 1e6)) {
        y.take(std::log2(*value));
      }
    }
  }

  // Ratios of published times are to what was published for the same sort: one machine.
  [[nodiscard]] std::optional<double> value_of(const LabPublishedPoint& point) const {
    if (page_.scale.quantity() == LabPlotOptions::Quantity::kRatio) {
      return published_ratio(page_.published, page_.scale.ratio_to(), point);
    }
    return page_.scale.value(point.n, page_.bytes_of(point.n), point.elapsed_ms * 1e6);
  }

  // Ratios are known at measured sizes only; all else everywhere.
  [[nodiscard]] std::vector<double> floor_places() const {
    std::vector<double> places;
    if (page_.scale.quantity() == LabPlotOptions::Quantity::kRatio) {
      for (const LabSeries& series : page_.series) {
        for (const int at : series.cells) places.push_back(std::log2(page_.cell(at).what.n));
      }
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
      return places;
    }
    // At powers of two, straight between them.
    const int last = static_cast<int>(std::ceil(plot_.x_to));
    for (int log2 = static_cast<int>(std::floor(plot_.x_from)); log2 <= last; ++log2) {
      places.push_back(log2);
    }
    return places;
  }
  [[nodiscard]] std::optional<double> floor_value(const LabFloorLine& line, double log2) const {
    const double n = std::exp2(log2);
    if (n < 2 || n > 4e9) return std::nullopt;
    const auto keys = static_cast<std::uint32_t>(std::lround(n));
    const double bytes = page_.bytes_of(1) * n;
    const double elapsed_ns = line.elapsed_ns(*page_.result.floors, keys, bytes);
    return page_.scale.value(keys, bytes, elapsed_ns);
  }

  // Floors widen the axis, within reason.
  void take_floors(const Range& x, Range& y) const {
    if (!page_.result.floors || page_.scale.quantity() == LabPlotOptions::Quantity::kRatio) return;
    const Range curves = y;
    for (const LabFloorLine& line : page_.floors) {
      if (page_.hidden(LabPage::floor_id(line))) continue;
      for (const double at : {x.from, (x.from + x.to) / 2, x.to}) {
        const auto value = floor_value(line, at);
        if (!value) continue;
        y.take(std::clamp(std::log2(*value), curves.from - kFloorReach, curves.to + kFloorReach));
      }
    }
  }

  LabPlot& plot_;
  const LabPage& page_;
};

std::string machines(const LabPage& page) {
  bool cpu = page.series.empty();
  bool gpu = page.series.empty();
  for (const LabSeries& series : page.series) {
    (series.place == LabPlace::kCpu ? cpu : gpu) = true;
  }
  std::string text;
  if (gpu && !page.result.gpu.empty()) text = page.result.gpu;
  if (cpu && !page.result.cpu.empty()) text += (text.empty() ? "" : "; ") + page.result.cpu;
  return text;
}

// Returns where it ends.
float draw_title(LabPlot& plot, const LabPage& page, float width, float room_above, float corner) {
  float y = kLabMargin + 8;
  const bool measured = !page.result.cells.empty();
  constexpr float kLineStep = 20;
  const auto line = [&](const std::string& text, float size, Face face, Role role) {
    const float room = width - 2 * kLabMargin - corner;
    std::vector<std::string> rows = wrapped(text, size, face, room);
    // Nothing is cut where more lines have room above a plot of half the page.
    constexpr std::size_t kMostLines = 4;
    const float left =
        std::clamp((room_above - y) / kLineStep + 1, 1.0F, static_cast<float>(kMostLines));
    const std::size_t most = measured ? static_cast<std::size_t>(left) : kMostLines;
    for (; rows.size() > most; rows.pop_back()) rows.end()[-2] += ' ' + rows.back();
    for (const std::string& row : rows) {
      plot.picture.labels.push_back(
          fitted({kLabMargin, y, row, size, face, Anchor::kStart, role}, room));
      y += kLineStep;
    }
  };
  std::string title = fmt::format("Sorting {}", page.slice.title());
  if (const auto preset = find_lab_preset(page.result.request.preset); preset.ok()) {
    title = fmt::format("{}: {}", (*preset)->title, page.slice.title());
  }
  line(title, 15, Face::kSansBold, Role::kText);
  std::string how = machines(page);
  if (measured) {
    how += fmt::format("{}medians of up to {} samples, boxes: quartiles", how.empty() ? "" : "; ",
                       page.result.request.repetitions);
    const bool gpu = std::any_of(page.series.begin(), page.series.end(),
                                 [](const auto& series) { return series.place == LabPlace::kGpu; });
    if (gpu && !page.result.gpu.empty() && !page.slice.transfers) {
      how += "; GPU: time on the device";
    }
  } else {
    how = "Nothing is measured yet: the button Benchmark chooses what to measure here.";
  }
  if (measured && lab_slices(page.result).size() > 1 && has_input_bands(page)) {
    how += "; bands: all inputs";
  }
  line(how, kLabText, Face::kSans, Role::kMuted);
  if (const LabClaim* claim = find_lab_claim(page.result.request.preset)) {
    const ClaimState state = judge(*claim, page.result).state;
    line(std::string(claim->says), 13, Face::kSans, Role::kText);
    line(claim_text(page.result), 13, Face::kSansBold,
         state == ClaimState::kHolds     ? Role::kGood
         : state == ClaimState::kDoesNot ? Role::kExchanged
                                         : Role::kMuted);
  }
  if (page.before != nullptr) {
    line(fmt::format("Thin and dashed, hollow: measured {}{}", page.before->result->started_at,
                     page.before->changes.same_machine ? "" : ", on another machine"),
         kLabText, Face::kSans, Role::kMuted);
    if (!page.before->changes.busy.empty()) {
      line(page.before->changes.busy, kLabText, Face::kSans, Role::kMuted);
    }
  }
  if (!page.result.busy.empty()) line(page.result.busy, kLabText, Face::kSans, Role::kMuted);
  if (const std::string note = lab_clock_note(page.result); !note.empty()) {
    line(note, kLabText, Face::kSans, Role::kMuted);
  }
  if (!page.result.problem.empty()) {
    line(page.result.problem, kLabText, Face::kSans, Role::kExchanged);
  }
  return y - 4;
}

}  // namespace

LabPage::LabPage(const LabResult& of, const LabBefore* earlier, const LabPlotOptions& choices)
    : result(of),
      before(earlier),
      options(choices),
      slice([&] {
        const std::vector<LabSlice> slices = lab_slices(of);
        return slices[std::min<std::size_t>(choices.slice, slices.size() - 1)];
      }()),
      scale(of, slice, choices),
      series(lab_series(of, slice)),
      input_ranges(of, scale) {
  if (of.floors) floors = lab_floor_lines(*of.floors, slice);
  if (const auto preset = find_lab_preset(of.request.preset)) published = (*preset)->published;
}

bool LabPage::hidden(std::string_view id) const {
  return std::find(options.hidden.begin(), options.hidden.end(), id) != options.hidden.end();
}

double LabPage::bytes_of(std::uint32_t n) const {
  const unsigned key_bytes = bits_of(slice.type) / 8 + (slice.pairs ? 4 : 0);
  return 2.0 * n * key_bytes;
}

LabPlot lab_plot(const LabResult& result, const LabBefore* before, const LabPlotOptions& options,
                 const LabPlotSpace& space, float width, float height) {
  LabPlot plot;
  plot.picture.width = width;
  plot.picture.height = height;
  const LabPage page(result, before, options);
  const std::vector<LabAbsence> absences = lab_absences(page);
  float strip = lab_strip_height(absences.size());
  // Below the title stand the controls and the axis's name, below the axes numbers and absences. On
  // high pages all words stand.
  constexpr float kHighPage = 520;
  const float around = space.controls + 28 + kLabMargin + space.status + 34 + strip;
  const float room_above = height >= kHighPage ? height : height / 2 - around;
  const float title_end = draw_title(plot, page, width, room_above, space.corner);
  plot.controls_top = title_end;
  const float top = title_end + space.controls + 28;
  const float foot = height - kLabMargin - space.status;
  const bool pressed = options.cell >= 0 && options.cell < static_cast<int>(result.cells.size());
  const float transfers = pressed ? 0 : lab_transfers_height(page);
  const float wanted = pressed ? kLabDetailsHeight : transfers;
  const float details = foot - top > 220 + wanted ? wanted : 0;

  std::vector<const LabChange*> changes = lab_changes(page);
  float table = before != nullptr ? lab_changes_height(changes.size()) : 0;
  if (foot - details - table - top < 240) table = 0;
  const std::vector<LabVersionRatio> versions = lab_versions(page);
  float since = lab_versions_height(versions.size());
  if (foot - details - table - since - top < 200) since = 0;
  table += since;
  if (foot - details - table - strip - top < 200) strip = 0;
  const float legend = lab_legend_width(page, width);
  LabelArea area{kLabMargin + 68, top, width - kLabMargin - legend - (legend > 0 ? 20 : 0),
                 foot - details - table - strip - 34};
  if (area.right - area.left >= 80 && area.bottom - area.top >= 60) {
    plot.plot = area;
    Plotter plotter(plot, page);
    plotter.settle();
    plotter.axes();
    plotter.floors();
    plotter.published();
    plotter.earlier();
    for (const LabSeries& series : page.series) plotter.band(series);
    for (const LabSeries& series : page.series) plotter.curve(series);
    draw_lab_change_marks(plot, page, changes);
    if (strip > 0) {
      draw_lab_strip(plot, page, absences, area.bottom + 34, width - kLabMargin);
    }
  }
  if (legend > 0) {
    draw_lab_legend(plot, page, width - kLabMargin - legend, top - 14, legend,
                    foot - details - table - strip - top + 14);
  }
  if (table > since) draw_lab_changes(plot, page, changes, foot - details - table, width);
  if (since > 0) draw_lab_versions(plot, page, versions, foot - details - since, width);
  if (details > 0 && pressed) {
    draw_lab_details(plot, page, space.button, foot - details, width);
  } else if (details > 0) {
    draw_lab_transfers(plot, page, foot - details, width);
  }
  return plot;
}

}  // namespace sortscope
