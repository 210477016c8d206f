// lab_versions.cpp: a person's kernel and its version before: the ratio of their times by size.
#include <fmt/format.h>

#include <algorithm>

#include "core/lab/listed.h"
#include "core/lab/text.h"
#include "core/views/plots/lab_parts.h"

namespace sortscope {

namespace {

constexpr float kHeight = 84;
constexpr float kLeastColumn = 104;
constexpr float kMostColumn = 190;

PlotStyle mark_of(LabVerdict verdict) {
  return verdict == LabVerdict::kSlower ? PlotStyle{Role::kExchanged, PlotMark::kDown}
                                        : PlotStyle{Role::kGood, PlotMark::kUp};
}

}  // namespace

std::vector<LabVersionRatio> lab_versions(const LabPage& page) {
  std::vector<LabVersionRatio> ratios = version_ratios(page.result);
  std::erase_if(ratios, [&](const LabVersionRatio& ratio) {
    return slice_of(ratio.what) != page.slice || page.hidden(kOwnSorter) ||
           page.hidden(kBeforeSorter);
  });
  std::ranges::sort(ratios, {}, [](const LabVersionRatio& ratio) { return ratio.what.n; });
  return ratios;
}

float lab_versions_height(std::size_t sizes) { return sizes == 0 ? 0 : kHeight; }

void draw_lab_versions(LabPlot& plot, const LabPage& page, std::span<const LabVersionRatio> ratios,
                       float top, float width) {
  Picture& picture = plot.picture;
  const float right = width - kLabMargin;
  picture.lines.push_back({kLabMargin, top + 4, right, top + 4, Role::kLine, 1});
  const std::string head =
      fmt::format("{} since the version before: time now through time before, samples in turns",
                  lab_name_of(page.result, kOwnSorter).title);
  picture.labels.push_back(
      fitted({kLabMargin, top + 20, head, kLabText, Face::kSansBold, Anchor::kStart, Role::kText},
             right - kLabMargin));
  // The largest sizes where there is no room for all.
  const auto room = static_cast<std::size_t>(std::max(1.0F, (right - kLabMargin) / kLeastColumn));
  if (ratios.size() > room) ratios = ratios.last(room);
  const float column =
      std::min(kMostColumn,
               (right - kLabMargin) / static_cast<float>(std::max<std::size_t>(ratios.size(), 1)));
  float x = kLabMargin;
  for (const LabVersionRatio& ratio : ratios) {
    picture.labels.push_back({x, top + 40, fmt::format("{} keys", lab_size_text(ratio.what.n)),
                              kLabText, Face::kSans, Anchor::kStart, Role::kMuted});
    const bool same = ratio.verdict == LabVerdict::kSame;
    const PlotStyle mark = mark_of(ratio.verdict);
    if (!same) draw_plot_mark(picture, mark, x + 5, top + 58, 4);
    picture.labels.push_back({x + (same ? 0.0F : 15.0F), top + 58,
                              fmt::format("{:.3g} ×", ratio.median), 13, Face::kMono,
                              Anchor::kStart, same ? Role::kText : mark.role});
    picture.labels.push_back(
        fitted({x, top + 75, fmt::format("{:.3g} to {:.3g}", ratio.low, ratio.high), kLabText,
                Face::kMono, Anchor::kStart, Role::kMuted},
               column - 8));
    x += column;
  }
}

}  // namespace sortscope
