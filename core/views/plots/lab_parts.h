// lab_parts.h: what the parts of the lab's page share.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "core/lab/presets.h"
#include "core/lab/versions.h"
#include "core/views/plots/lab.h"

namespace sortscope {

inline constexpr float kLabMargin = 20;
inline constexpr float kLabText = 12;
inline constexpr float kLabRow = 20;

/// The fastest and the slowest input of each case that was measured with several.
class LabInputRanges {
 public:
  /// O(cases log cases).
  LabInputRanges(const LabResult& result, const LabScale& scale);
  /// Of `what`, whatever its input; null where one input alone was measured.
  [[nodiscard]] const std::pair<double, double>* of(const LabCase& what) const;

 private:
  using Name = std::tuple<std::uint32_t, KeyType, bool, bool, bool, bool, std::string_view>;
  struct Range {
    std::size_t inputs = 0;
    std::pair<double, double> values;
  };
  static Name name_of(const LabCase& what);

  std::map<Name, Range> ranges_;  // names are the result's
};

/// What is drawn, gathered once.
struct LabPage {
  const LabResult& result;
  const LabBefore* before;  // null: nothing to compare with
  const LabPlotOptions& options;
  LabSlice slice;
  LabScale scale;
  std::vector<LabSeries> series;
  std::vector<LabFloorLine> floors;
  std::span<const LabPublished> published;
  LabInputRanges input_ranges;

  LabPage(const LabResult& of, const LabBefore* earlier, const LabPlotOptions& choices);
  [[nodiscard]] const LabCell& cell(int index) const {
    return result.cells[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] bool hidden(std::string_view id) const;
  /// "floor/M", "published/GPUSort": names of what is not a series in LabPlotOptions::hidden.
  [[nodiscard]] static std::string floor_id(const LabFloorLine& line) {
    return std::string("floor/") + line.letter;
  }
  [[nodiscard]] static std::string published_id(const LabPublished& line) {
    return "published/" + std::string(line.title);
  }
  /// Of keys that are counted once: bytes read and written.
  [[nodiscard]] double bytes_of(std::uint32_t n) const;
};

/// Width of the legend beside a page of `width`; 0 where there is no room for it.
float lab_legend_width(const LabPage& page, float width);
/// Names, marks and values of all curves; what is pressed there is in LabPlot::legend.
void draw_lab_legend(LabPlot& plot, const LabPage& page, float left, float top, float width,
                     float height);

/// Series of which cells failed or were skipped: a row each, their marks under the plot.
struct LabAbsence {
  const LabSeries* series;
  std::vector<int> cells;
};
std::vector<LabAbsence> lab_absences(const LabPage& page);
float lab_strip_height(std::size_t rows);
/// `right`: of the page, to which reasons may run.
void draw_lab_strip(LabPlot& plot, const LabPage& page, std::span<const LabAbsence> rows, float top,
                    float right);

/// Changes against an earlier result: marks beside the medians, and a table of the largest at the
/// foot.
std::vector<const LabChange*> lab_changes(const LabPage& page);
void draw_lab_change_marks(LabPlot& plot, const LabPage& page,
                           std::span<const LabChange* const> rows);
float lab_changes_height(std::size_t rows);
void draw_lab_changes(LabPlot& plot, const LabPage& page, std::span<const LabChange* const> rows,
                      float top, float width);

/// What became of a person's kernel since its version before, a column a size at the foot; 0 high
/// where there is none.
std::vector<LabVersionRatio> lab_versions(const LabPage& page);
float lab_versions_height(std::size_t sizes);
void draw_lab_versions(LabPlot& plot, const LabPage& page, std::span<const LabVersionRatio> ratios,
                       float top, float width);

/// Medians of the case for all its inputs, as the scale has them: the smallest and the largest;
/// nothing where one input alone was measured. O(log cases).
std::optional<std::pair<double, double>> lab_input_range(const LabPage& page, const LabCell& cell);
bool has_input_bands(const LabPage& page);
/// A published time beside that of the published line of sorter `ratio_to`, or of the first line
/// where none is of that sorter: how many times as fast. Nothing where that one has no such size.
std::optional<double> published_ratio(std::span<const LabPublished> lines,
                                      std::string_view ratio_to, const LabPublishedPoint& point);

/// Upload, sort and download of all sorts at the largest size that has them, as stacked bars; 0
/// high where transfers are not counted.
float lab_transfers_height(const LabPage& page);
void draw_lab_transfers(LabPlot& plot, const LabPage& page, float top, float width);

/// Details of the pressed cell at the foot of the page.
inline constexpr float kLabDetailsHeight = 100;
void draw_lab_details(LabPlot& plot, const LabPage& page, bool button, float top, float width);

}  // namespace sortscope
