// lab_series.h: a result of the lab as curves: what is compared on one page, the marks by which
// curves are told apart, and the values that are drawn.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/curve_look.h"
#include "core/lab/lab.h"
#include "core/pictures/picture.h"
#include "core/scenes/layout.h"

namespace sortscope {

/// Cells that may be compared: the same keys, and the same things counted.
struct LabSlice {
  KeyType type = KeyType::kUint32;
  bool pairs = false;
  std::string input;
  bool transfers = false;
  bool warm = false;
  friend bool operator==(const LabSlice&, const LabSlice&) = default;
  /// "uint32 pairs, uniform, with transfers".
  [[nodiscard]] std::string title() const;
};
LabSlice slice_of(const LabCase& what);
/// In the order in which the cells have them; where there are none, one of the request.
std::vector<LabSlice> lab_slices(const LabResult& result);

struct PlotStyle {
  Role role = Role::kSeries8;
  PlotMark mark = PlotMark::kDisc;
  friend bool operator==(const PlotStyle&, const PlotStyle&) = default;
};
/// Of a sorter of lab_sorters(): no two have the same. Others: grey discs.
PlotStyle lab_style(std::string_view sorter);

/// What is known of a sorter: by the result, or else by lab_sorters(); its id where neither knows.
LabSorterName lab_name_of(const LabResult& result, std::string_view sorter);

/// Nothing measured, beside the article's published times: what there is before a measurement.
LabResult published_lab_result();

/// One curve of a slice.
struct LabSeries {
  std::string id;     // "fast", "fast/recorded"
  std::string title;  // "Bitonic, fast", "Bitonic, fast, recorded"
  LabPlace place = LabPlace::kCpu;
  PlotStyle style;  // its sorter's; where an earlier curve has that colour, one that is free
  bool recorded = false;
  std::vector<int> cells;  // of the result, n rising
};
std::string lab_series_id(const LabCase& what);
/// In the order of lab_sorters(), recording off before on.
std::vector<LabSeries> lab_series(const LabResult& result, const LabSlice& slice);

/// What is drawn of a sample. Times in ns, rates a second.
class LabScale {
 public:
  using Quantity = LabPlotOptions::Quantity;
  LabScale(const LabResult& result, const LabSlice& slice, const LabPlotOptions& options);
  [[nodiscard]] Quantity quantity() const { return quantity_; }
  /// The series that others are divided by: as asked for, or else one that was measured; "" where
  /// none was.
  [[nodiscard]] const std::string& ratio_to() const { return ratio_to_; }
  /// Of a time of a sort of `n` keys that must move `bytes`: nullopt where it has none (a ratio
  /// to what was not measured for n).
  [[nodiscard]] std::optional<double> value(std::uint32_t n, double bytes, double elapsed_ns) const;
  [[nodiscard]] std::optional<double> value(const LabCell& cell, double elapsed_ns) const {
    return value(cell.what.n, static_cast<double>(cell.least_bytes), elapsed_ns);
  }
  /// Median of the cell; nullopt where it was not measured.
  [[nodiscard]] std::optional<double> median(const LabCell& cell) const;
  /// "12.3 µs", "1.2 G keys/s", "3.1 TB/s", "1.83 ×".
  [[nodiscard]] std::string text(double value) const;
  /// The same for round values of ticks: "1 µs", "512 G".
  [[nodiscard]] std::string tick_text(double value) const;
  /// "time", "keys a second", "bytes that must move, a second".
  [[nodiscard]] std::string title() const;

 private:
  struct Base {
    std::uint32_t n;
    double elapsed_ns;
  };
  Quantity quantity_;
  std::string ratio_to_;
  std::string ratio_title_;
  std::vector<Base> base_;
};

/// A lower limit of what a sort can take on the device.
struct LabFloorLine {
  char letter;        // "M", on the line and in the legend
  std::string title;  // "Memory floor, 4.3 TB/s"
  /// Time of n keys. Nanoseconds.
  double (*elapsed_ns)(const DeviceFloors& floors, std::uint32_t n, double bytes);
};
/// Those that `floors` has, for the slice's keys.
std::vector<LabFloorLine> lab_floor_lines(const DeviceFloors& floors, const LabSlice& slice);
/// Comparators of the bitonic network that sorts n keys, padded to a power of two.
double bitonic_comparators(std::uint32_t n);

}  // namespace sortscope
