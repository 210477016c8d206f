// lab_changes.cpp: what became slower or faster than before, on the lab's plot and as a
// table.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/lab/text.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kRow = 18;
constexpr std::size_t kMostRows = 5;
constexpr float kMark = 5;

double factor(const LabChange& change) {
  return std::max(change.before_ms, change.now_ms) / std::min(change.before_ms, change.now_ms);
}

PlotStyle mark_of(LabVerdict verdict) {
  return verdict == LabVerdict::kSlower ? PlotStyle{Role::kExchanged, PlotMark::kDown}
                                        : PlotStyle{Role::kGood, PlotMark::kUp};
}

std::string p_text(double p_value) {
  return p_value < 0.0001 ? "p < 0.0001" : fmt::format("p = {:.2g}", p_value);
}

}  // namespace

std::shared_ptr<const LabBefore> compare_with(std::shared_ptr<const LabResult> before,
                                              const LabResult& now) {
  auto both = std::make_shared<LabBefore>();
  both->changes = compare_lab_results(*before, now);
  both->result = std::move(before);
  return both;
}

std::vector<const LabChange*> lab_changes(const LabPage& page) {
  std::vector<const LabChange*> rows;
  if (page.before == nullptr) return rows;
  for (const LabChange& change : page.before->changes.changes) {
    if (change.verdict == LabVerdict::kSame || slice_of(change.what) != page.slice) continue;
    if (page.hidden(lab_series_id(change.what))) continue;
    rows.push_back(&change);
  }
  // What became slower first, the largest first.
  std::stable_sort(rows.begin(), rows.end(), [](const LabChange* a, const LabChange* b) {
    if (a->verdict != b->verdict) return a->verdict == LabVerdict::kSlower;
    return factor(*a) > factor(*b);
  });
  return rows;
}

void draw_lab_change_marks(LabPlot& plot, const LabPage& page,
                           std::span<const LabChange* const> rows) {
  std::vector<LabelArea> taken;
  for (const LabChange* change : rows) {
    for (const LabPlotPoint& point : plot.points) {
      if (point.sample >= 0 || page.cell(point.cell).what != change->what) continue;
      const bool left = point.x + 64 > plot.plot.right;
      const float x = point.x + (left ? -12.0F : 12.0F);
      const float y = point.y + (change->verdict == LabVerdict::kSlower ? 9.0F : -9.0F);
      draw_plot_mark(plot.picture, mark_of(change->verdict), x, y, kMark);
      Label label{x + (left ? -8.0F : 8.0F),
                  y,
                  fmt::format("{:.2f}×", factor(*change)),
                  kLabText,
                  Face::kMono,
                  left ? Anchor::kEnd : Anchor::kStart,
                  mark_of(change->verdict).role};
      // Where two would lie on each other the table has both.
      const LabelArea area = area_of(label);
      const bool free = std::none_of(taken.begin(), taken.end(),
                                     [&](const LabelArea& other) { return overlap(area, other); });
      if (!free) continue;
      taken.push_back(area);
      plot.picture.labels.push_back(std::move(label));
    }
  }
}

float lab_changes_height(std::size_t rows) {
  return 34 + kRow * static_cast<float>(std::min(rows, kMostRows));
}

void draw_lab_changes(LabPlot& plot, const LabPage& page, std::span<const LabChange* const> rows,
                      float top, float width) {
  const float right = width - kLabMargin;
  plot.picture.lines.push_back({kLabMargin, top + 4, right, top + 4, Role::kLine, 1});
  const LabComparison& all = page.before->changes;
  std::size_t slower = 0;
  for (const LabChange* change : rows) slower += change->verdict == LabVerdict::kSlower ? 1 : 0;
  std::size_t compared = 0;
  for (const LabChange& change : all.changes) {
    compared += slice_of(change.what) == page.slice ? 1 : 0;
  }
  float y = top + 20;
  const std::string head = fmt::format(
      "Against {}: {} slower, {} faster of {} (Mann–Whitney, p below {}, and more than {:.0f} %){}",
      page.before->result->started_at, slower, rows.size() - slower, compared, all.level,
      100 * all.share, rows.size() > kMostRows ? fmt::format("; the largest {}:", kMostRows) : "");
  plot.picture.labels.push_back(
      fitted({kLabMargin, y, head, kLabText, Face::kSansBold, Anchor::kStart, Role::kText},
             right - kLabMargin));
  y += 4;
  const float name = std::min(0.42F * width, 420.0F);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    y += kRow;
    const LabChange& change = *rows[i];
    const PlotStyle style = mark_of(change.verdict);
    draw_plot_mark(plot.picture, style, kLabMargin + 6, y, kMark - 1);
    const LabCase& what = change.what;
    const std::string title =
        fmt::format("{}{}, {} keys", lab_name_of(page.result, what.sorter).title,
                    what.recording ? ", recorded" : "", lab_size_text(what.n));
    plot.picture.labels.push_back(
        fitted({kLabMargin + 20, y, title, kLabText, Face::kSans, Anchor::kStart, Role::kText},
               name - 30));
    const std::string numbers = fmt::format(
        "{} → {}   {:.2f} × {}   {}", time_text(change.before_ms * 1e6, kLabTimeDigits),
        time_text(change.now_ms * 1e6, kLabTimeDigits), factor(change),
        change.verdict == LabVerdict::kSlower ? "slower" : "faster", p_text(change.p_value));
    plot.picture.labels.push_back(
        fitted({kLabMargin + name, y, numbers, kLabText, Face::kMono, Anchor::kStart, Role::kText},
               right - kLabMargin - name));
  }
}

}  // namespace sortscope
