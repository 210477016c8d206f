// test_lab.cpp: the lab's plot: values, curves, ticks, what is never plotted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/lab/limits.h"
#include "core/pictures/palette.h"
#include "core/views/plots/lab.h"
#include "core/views/plots/lab_parts.h"
#include "tests/unit/lab_plot_fixture.h"

namespace sortscope {
namespace {

using Quantity = LabPlotOptions::Quantity;

LabScale scale_of(const LabResult& result, Quantity quantity, std::string ratio_to = "cub-merge") {
  LabPlotOptions options;
  options.quantity = quantity;
  options.ratio_to = std::move(ratio_to);
  return {result, lab_slices(result)[0], options};
}

TEST(LabScale, ValuesByHand) {
  const LabResult result = small_lab_result();
  const LabCell& fast = result.cells[3];  // 2^20 keys in 40 us
  EXPECT_DOUBLE_EQ(*scale_of(result, Quantity::kTime).median(fast), 40000);
  EXPECT_DOUBLE_EQ(*scale_of(result, Quantity::kKeysPerSecond).median(fast), 1048576 / 40e-6);
  // Every key is read and written: 8 bytes.
  EXPECT_DOUBLE_EQ(*scale_of(result, Quantity::kBytesPerSecond).median(fast), 8 * 1048576 / 40e-6);
  EXPECT_DOUBLE_EQ(*scale_of(result, Quantity::kRatio).median(fast), 2);
  // Of three samples 3, 4, 5 the median is 4: twice as fast as 8.
  EXPECT_DOUBLE_EQ(*scale_of(result, Quantity::kRatio).median(result.cells[0]), 2);
  EXPECT_FALSE(scale_of(result, Quantity::kTime).median(result.cells[5]));
  EXPECT_FALSE(scale_of(result, Quantity::kTime).median(result.cells[6]));
}

TEST(LabScale, ARatioFallsBackToWhatWasMeasured) {
  const LabResult result = small_lab_result();
  EXPECT_EQ(scale_of(result, Quantity::kRatio, "std-sort").ratio_to(), "cub-merge");
  EXPECT_EQ(scale_of(result, Quantity::kRatio, "fast").ratio_to(), "fast");
  // It failed: nothing can be compared with it.
  EXPECT_EQ(scale_of(result, Quantity::kRatio, "qsort").ratio_to(), "cub-merge");
  EXPECT_EQ(scale_of(LabResult{}, Quantity::kRatio).ratio_to(), "");
}

TEST(LabSeries, RecordingTypesAndTransfersAreApart) {
  LabResult result = small_lab_result();
  result.cells.push_back(measured_cell("fast", 1U << 10, {6000}, true));
  LabCell other = measured_cell("fast", 1U << 10, {7000});
  other.what.type = KeyType::kFloat32;
  result.cells.push_back(other);
  other.what.transfers = true;
  result.cells.push_back(other);
  ASSERT_EQ(lab_slices(result).size(), 3U);
  const auto series = lab_series(result, lab_slices(result)[0]);
  std::vector<std::string> ids;
  for (const LabSeries& one : series) ids.push_back(one.id);
  const std::vector<std::string> expected = {"block", "fast", "fast/recorded", "cub-merge",
                                             "qsort"};
  EXPECT_EQ(ids, expected);
  EXPECT_EQ(series[1].cells, (std::vector<int>{0, 3}));
  EXPECT_EQ(series[2].cells, (std::vector<int>{7}));
  EXPECT_EQ(series[1].style, series[2].style);  // told apart by dashes
  EXPECT_TRUE(series[2].recorded);
}

TEST(LabSeries, NoTwoSortersLookAlike) {
  std::set<std::pair<int, int>> styles;
  for (const LabSorter& sorter : lab_sorters()) {
    const PlotStyle style = lab_style(sorter.id);
    EXPECT_TRUE(styles.insert({static_cast<int>(style.role), static_cast<int>(style.mark)}).second)
        << sorter.id;
  }
}

// As long as there are colours, no two sorters of a plot share one; then marks tell them apart.
TEST(LabSeries, CurvesOfOnePlotHaveDifferentColours) {
  constexpr std::size_t kColours = 8;
  std::vector<std::vector<std::string>> plots;
  for (const LabSorter& a : lab_sorters()) {
    for (const LabSorter& b : lab_sorters()) {
      if (a.id != b.id) plots.push_back({std::string(a.id), std::string(b.id)});
    }
  }
  for (std::size_t count = 3; count <= lab_sorters().size(); ++count) {
    for (std::size_t first = 0; first + count <= lab_sorters().size(); ++first) {
      std::vector<std::string>& plot = plots.emplace_back();
      for (std::size_t i = 0; i < count; ++i) plot.emplace_back(lab_sorters()[first + i].id);
    }
  }
  for (const std::vector<std::string>& plot : plots) {
    LabResult result;
    for (const std::string& sorter : plot) result.cells.push_back(measured_cell(sorter, 64, {1}));
    std::set<Role> colours;
    std::set<std::pair<Role, PlotMark>> looks;
    for (const LabSeries& series : lab_series(result, lab_slices(result)[0])) {
      colours.insert(series.style.role);
      EXPECT_TRUE(looks.emplace(series.style.role, series.style.mark).second) << series.id;
    }
    EXPECT_EQ(colours.size(), std::min(plot.size(), kColours)) << plot.front() << plot.size();
  }
}

// The legend of the quick look on a machine without a GPU had two greens.
TEST(LabSeries, WhatWasSkippedTakesNoColour) {
  LabResult result;
  for (const char* sorter : {"fast", "adaptive-interval", "cub-radix", "cub-merge"}) {
    result.cells.push_back(absent_cell(sorter, 64, LabState::kSkipped, "no GPU."));
  }
  for (const char* sorter : {"cpu-adaptive-interval", "std-sort", "qsort"}) {
    result.cells.push_back(measured_cell(sorter, 64, {1}));
  }
  for (const LabSeries& series : lab_series(result, lab_slices(result)[0])) {
    if (result.cells[static_cast<std::size_t>(series.cells[0])].state == LabState::kSkipped) {
      continue;
    }
    EXPECT_EQ(series.style, lab_style(series.id)) << series.id;
  }
}

TEST(LabSeries, CurvesHaveContrastOnTheirGround) {
  for (const Palette& palette : palettes()) {
    for (int i = 0; i < 8; ++i) {
      const auto role = static_cast<Role>(static_cast<int>(Role::kSeries1) + i);
      // WCAG 2.1, 1.4.11: graphics.
      EXPECT_GE(contrast(palette.color(role), palette.color(Role::kGround)), 3.0F)
          << palette.id << " " << i;
    }
  }
}

TEST(LabFloors, BitonicComparatorsByCounting) {
  for (const std::uint32_t n : {1U, 2U, 4U, 8U, 64U, 1024U}) {
    std::uint32_t count = 0;
    for (std::uint32_t k = 2; k <= n; k *= 2) {
      for (std::uint32_t j = k / 2; j > 0; j /= 2) count += n / 2;
    }
    EXPECT_DOUBLE_EQ(bitonic_comparators(n), count) << n;
  }
  EXPECT_DOUBLE_EQ(bitonic_comparators(5), bitonic_comparators(8));
}

TEST(LabFloors, LinesFollowTheRates) {
  DeviceFloors floors;
  floors.copy_bytes_per_s = 4e12;
  floors.cached_bytes_per_s = 8e12;
  floors.cache_bytes = 1 << 20;
  floors.min_max_per_s = 1e13;
  LabSlice slice;
  const auto lines = lab_floor_lines(floors, slice);
  ASSERT_EQ(lines.size(), 2U);
  // 2^24 keys: 2^27 bytes read and written.
  EXPECT_NEAR(lines[0].elapsed_ns(floors, 1U << 24, std::exp2(27)), std::exp2(27) / 4e12 * 1e9,
              1e-6);
  // 2^10 keys fit the cache.
  EXPECT_NEAR(lines[0].elapsed_ns(floors, 1U << 10, 8192), 8192 / 8e12 * 1e9, 1e-9);
  // A minimum and a maximum a comparator: 2^24 / 4 * 24 * 25 of them.
  EXPECT_NEAR(lines[1].elapsed_ns(floors, 1U << 24, 0), 2 * std::exp2(22) * 600 / 1e13 * 1e9, 1e-3);
  slice.pairs = true;
  EXPECT_EQ(lab_floor_lines(floors, slice).size(), 1U);
}

TEST(LabTicks, PowersOfTwoRestartWithEveryUnit) {
  const LabResult result = small_lab_result();
  const LabScale time = scale_of(result, Quantity::kTime);
  std::vector<std::string> texts;
  for (const LabTick& tick : lab_value_ticks(time, std::log2(100), std::log2(4100), 0.9)) {
    texts.push_back(tick.text);
    EXPECT_GE(tick.log2, std::log2(100));
  }
  const std::vector<std::string> expected = {"128 ns", "256 ns", "512 ns", "1 µs", "2 µs", "4 µs"};
  ASSERT_EQ(texts.size(), expected.size());
  // Whatever digits the unit's text has: the values are these.
  const auto ticks = lab_value_ticks(time, std::log2(100), std::log2(4100), 0.9);
  const double values[] = {128, 256, 512, 1000, 2000, 4000};
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    EXPECT_NEAR(std::exp2(ticks[i].log2), values[i], 1e-6);
  }
  for (const LabTick& tick : lab_size_ticks(9.5, 20.5, 2)) {
    EXPECT_EQ(std::fmod(tick.log2, 2), 0) << tick.text;
  }
}

TEST(LabPlot, FailedAndSkippedAreNeverPlottedAsTimes) {
  const LabResult result = small_lab_result();
  const LabPlot plot = lab_plot(result, nullptr, {}, {}, 1100, 720);
  for (const LabPlotPoint& point : plot.points) {
    EXPECT_EQ(result.cells[static_cast<std::size_t>(point.cell)].state, LabState::kMeasured);
    EXPECT_GE(point.y, plot.plot.top);
    EXPECT_LE(point.y, plot.plot.bottom);
  }
  ASSERT_EQ(plot.marks.size(), 2U);
  std::set<int> marked;
  for (const LabPlotPoint& mark : plot.marks) {
    marked.insert(mark.cell);
    EXPECT_GT(mark.y, plot.plot.bottom);  // in the strip
  }
  EXPECT_EQ(marked, (std::set<int>{5, 6}));
  const auto says = [&](std::string_view words) {
    return std::any_of(
        plot.picture.labels.begin(), plot.picture.labels.end(),
        [&](const Label& label) { return label.text.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says("its output is wrong."));
  EXPECT_TRUE(says("at most 1024 keys."));
}

TEST(LabPlot, MediansStandWhereTheAxesSay) {
  const LabResult result = small_lab_result();
  const LabPlot plot = lab_plot(result, nullptr, {}, {}, 1100, 720);
  const auto median = std::find_if(plot.points.begin(), plot.points.end(), [](const auto& point) {
    return point.cell == 3 && point.sample < 0;
  });
  ASSERT_NE(median, plot.points.end());
  EXPECT_NEAR(median->x, plot.x_of(20), 0.01);
  EXPECT_NEAR(median->y, plot.y_of(std::log2(40000)), 0.01);
  // Four medians and all their samples of measured cells.
  EXPECT_EQ(plot.points.size(), 5U * 4);
  EXPECT_EQ(nearest_point(plot, median->x + 1, median->y, 5)->cell, 3);
  EXPECT_EQ(nearest_point(plot, -50, -50, 5), nullptr);
}

TEST(LabPlot, HiddenCurvesAreNotThere) {
  const LabResult result = small_lab_result();
  LabPlotOptions options;
  options.hidden = {"fast"};
  const LabPlot plot = lab_plot(result, nullptr, options, {}, 1100, 720);
  for (const LabPlotPoint& point : plot.points) {
    EXPECT_NE(result.cells[static_cast<std::size_t>(point.cell)].what.sorter, "fast");
  }
  // Its row stays, to be pressed again.
  EXPECT_TRUE(std::any_of(plot.legend.begin(), plot.legend.end(),
                          [](const LabPlot::Row& row) { return row.series == "fast"; }));
}

// A sorter that this machine cannot run has no curve to be named.
TEST(LabPlot, WhatWasSkippedIsNotInTheLegend) {
  LabResult result = small_lab_result();
  for (LabCell& cell : result.cells) {
    if (cell.what.sorter != "fast") continue;
    cell.state = LabState::kSkipped;
    cell.reason = "there is no GPU.";
  }
  const LabPlot plot = lab_plot(result, nullptr, {}, {}, 1100, 720);
  EXPECT_FALSE(plot.legend.empty());
  EXPECT_TRUE(std::none_of(plot.legend.begin(), plot.legend.end(),
                           [](const LabPlot::Row& row) { return row.series == "fast"; }));
}

TEST(LabPlot, ZoomedCurvesStayInside) {
  const LabResult result = small_lab_result();
  LabPlotOptions options;
  options.x_from = 12;
  options.x_to = 15;
  options.y_from = std::log2(9000);
  options.y_to = std::log2(20000);
  const LabPlot plot = lab_plot(result, nullptr, options, {}, 1100, 720);
  EXPECT_TRUE(plot.points.empty());
  for (const Line& line : plot.picture.lines) {
    if (line.role != Role::kSeries1 || line.y0 == line.y1) continue;
    EXPECT_GE(std::min(line.y0, line.y1), plot.plot.top - 0.01F);
    EXPECT_LE(std::max(line.y0, line.y1), plot.plot.bottom + 0.01F);
    EXPECT_GE(line.x0, plot.plot.left - 0.01F);
    EXPECT_LE(line.x1, plot.plot.right + 0.01F);
  }
}

TEST(LabPlot, EveryPageSizeAndNoResultAtAll) {
  LabPlotOptions options;
  for (const float width : {1.0F, 50.0F, 200.0F, 419.0F, 640.0F, 2560.0F}) {
    for (const float height : {1.0F, 80.0F, 300.0F, 1440.0F}) {
      for (int cell = -1; cell < 9; ++cell) {
        options.cell = cell;
        options.sample = cell;
        for (const LabResult& result : {LabResult{}, small_lab_result(), published_lab_result()}) {
          const auto before = compare_with(std::make_shared<const LabResult>(result), result);
          const LabPlot plot = lab_plot(result, before.get(), options, {}, width, height);
          for (const Label& label : plot.picture.labels) {
            ASSERT_TRUE(std::isfinite(label.x) && std::isfinite(label.y)) << label.text;
          }
        }
      }
    }
  }
}

// Pages of windows and projectors, beside a lesson and beside another view.
TEST(LabPlot, TitlesAndNamesAreWhole) {
  const LabResult published = published_lab_result();
  for (const auto& [width, height] :
       {std::pair{682.0F, 471.0F}, {537.0F, 471.0F}, {960.0F, 471.0F}, {902.0F, 560.0F}}) {
    LabPlotSpace space;
    space.controls = 44;
    space.button = true;
    space.corner = 310;
    const LabPlot plot = lab_plot(published, nullptr, {}, space, width, height);
    std::size_t names = 0;
    for (const Label& label : plot.picture.labels) {
      EXPECT_FALSE(label.text.ends_with("…")) << width << ": " << label.text;
      names += label.text.starts_with("GPU") || label.text.starts_with("STL") ? 1 : 0;
    }
    EXPECT_GE(names, 4U) << width;
  }
}

TEST(LabPlot, DetailsSayWhatASampleWas) {
  LabResult result = small_lab_result();
  result.cells[0].samples[1].disturbed = true;
  LabPlotOptions options;
  options.cell = 0;
  options.sample = 1;
  const LabCellText text = describe_cell(result, 0, options);
  EXPECT_NE(text.title.find("2^10 uint32 keys"), std::string::npos) << text.title;
  EXPECT_NE(text.numbers.find("1 of them disturbed"), std::string::npos) << text.numbers;
  EXPECT_NE(text.numbers.find("sample 2: "), std::string::npos) << text.numbers;
  EXPECT_NE(text.rates.find("2 × as fast as CUB merge sort"), std::string::npos) << text.rates;
  EXPECT_NE(describe_cell(result, 6, options).numbers.find("Failed: its output is wrong."),
            std::string::npos);
}

bool says(const Picture& picture, std::string_view text) {
  return std::ranges::any_of(picture.labels, [&](const Label& label) {
    return label.text.find(text) != std::string::npos;
  });
}

// The article's own numbers: 418 ms beside 135 and 173 ms for 2^20 pairs.
TEST(LabPlot, RatiosOfPublishedTimesAreToThoseOfTheSameMachine) {
  LabResult result;
  result.request.preset = "article";
  LabPlotOptions options;
  options.ratio_to = "std-sort";
  const LabPage page(result, nullptr, options);
  const auto ratio = [&](std::size_t line, std::string_view to) {
    return published_ratio(page.published, to, page.published[line].points.back());
  };
  EXPECT_NEAR(*ratio(3, "std-sort"), 418.0 / 135, 1e-9);
  EXPECT_NEAR(*ratio(3, "hybrid"), 173.0 / 135, 1e-9);
  EXPECT_NEAR(*ratio(0, "std-sort"), 1, 1e-9);
  EXPECT_NEAR(*ratio(3, "fast"), 418.0 / 135, 1e-9);  // not published: the first
  options.quantity = Quantity::kRatio;
  const LabPlot plot = lab_plot(result, nullptr, options, {}, 1200, 700);
  EXPECT_GE(std::ranges::count(plot.picture.dots, Role::kMuted, &Dot::role), 24);
}

TEST(LabPlot, InputsAreABandFromTheFastestToTheSlowest) {
  LabResult result;
  for (const auto& [input, ns] :
       {std::pair{"uniform", 4000.0}, {"sorted", 1000.0}, {"reversed", 9000.0}}) {
    LabCell cell = measured_cell("fast", 1U << 10, {ns});
    cell.what.input = input;
    result.cells.push_back(cell);
  }
  const LabPlotOptions options;
  const LabPage page(result, nullptr, options);
  const auto range = lab_input_range(page, result.cells[0]);
  ASSERT_TRUE(range);
  EXPECT_DOUBLE_EQ(range->first, 1000);
  EXPECT_DOUBLE_EQ(range->second, 9000);
  EXPECT_TRUE(says(lab_plot(result, nullptr, options, {}, 1200, 700).picture, "bands: all inputs"));
  result.cells.resize(1);
  EXPECT_FALSE(lab_input_range(LabPage(result, nullptr, options), result.cells[0]));
}

// Every case against every other, as the definition says.
std::optional<std::pair<double, double>> range_by_pairs(const LabPage& page, const LabCell& cell) {
  std::vector<double> values;
  for (const LabCell& other : page.result.cells) {
    LabCase same = other.what;
    same.input = cell.what.input;
    if (same != cell.what) continue;
    if (const auto value = page.scale.median(other)) values.push_back(*value);
  }
  if (values.size() < 2) return std::nullopt;
  const auto [least, most] = std::ranges::minmax(values);
  return std::pair(least, most);
}

TEST(LabPlot, BandsAreThoseOfAllPairsOfCases) {
  std::uint32_t state = 5;
  const auto below = [&](std::uint32_t limit) {
    state = state * 1664525U + 1013904223U;
    return (state >> 16) % limit;
  };
  const char* const sorters[] = {"fast", "std-sort", "v2"};
  const char* const inputs[] = {"uniform", "sorted", "reversed"};
  for (int round = 0; round < 40; ++round) {
    LabResult result;
    const std::uint32_t cells = 1 + below(40);
    for (std::uint32_t i = 0; i < cells; ++i) {
      LabCell cell = measured_cell(sorters[below(3)], 1U << below(3), {1.0 + below(1000)});
      cell.what.input = inputs[below(3)];
      cell.what.type = below(2) == 0 ? KeyType::kUint32 : KeyType::kFloat64;
      cell.what.pairs = below(2) == 0;
      cell.what.recording = below(4) == 0;
      cell.what.transfers = below(4) == 0;
      cell.what.warm = below(4) == 0;
      if (below(5) == 0) cell.state = LabState::kFailed;
      const bool again = std::ranges::any_of(
          result.cells, [&](const LabCell& other) { return other.what == cell.what; });
      if (!again) result.cells.push_back(cell);
    }
    LabPlotOptions options;
    options.slice = 0;
    for (const Quantity quantity : {Quantity::kTime, Quantity::kKeysPerSecond}) {
      options.quantity = quantity;
      const LabPage page(result, nullptr, options);
      for (const LabCell& cell : result.cells) {
        EXPECT_EQ(lab_input_range(page, cell), range_by_pairs(page, cell)) << round;
      }
    }
  }
}

// Each with each would be 10^8 pairs.
TEST(LabPlot, BandsOfTheMostCasesAreFound) {
  LabResult result;
  const char* const inputs[] = {"uniform", "sorted", "reversed", "zero-one"};
  for (std::size_t i = 0; i < kMostLabCells; ++i) {
    const auto n = static_cast<std::uint32_t>(1 + i / 4);
    LabCell cell = measured_cell("std-sort", n, {1000.0 * n + 10.0 * static_cast<double>(i % 4)});
    cell.what.input = inputs[i % 4];
    result.cells.push_back(std::move(cell));
  }
  const LabPlotOptions options;
  const LabPage page(result, nullptr, options);
  for (const LabCell& cell : result.cells) {
    const auto range = lab_input_range(page, cell);
    ASSERT_TRUE(range);
    EXPECT_DOUBLE_EQ(range->first, 1000.0 * cell.what.n);
    EXPECT_DOUBLE_EQ(range->second, 1000.0 * cell.what.n + 30);
  }
}

TEST(LabPlot, UploadSortAndDownloadAreStacked) {
  LabResult result;
  LabCell cell = measured_cell("fast", 1U << 20, {100e3});
  cell.what.transfers = true;
  cell.samples[0].transfers = {30e3, 20e3};
  result.cells.push_back(cell);
  LabCell cpu = measured_cell("std-sort", 1U << 20, {200e3});
  cpu.what.transfers = true;
  result.cells.push_back(cpu);
  const LabPlotOptions options;
  const LabPlot plot = lab_plot(result, nullptr, options, {}, 1200, 700);
  EXPECT_TRUE(says(plot.picture, "upload"));
  EXPECT_TRUE(says(plot.picture, "none on the CPU"));
  // Parts by their widths: 30, 50 and 20 of 200, then 200 of the CPU's sort.
  std::vector<float> widths;
  for (const Shape& shape : plot.picture.shapes) {
    const ShapePoint* const corner = &plot.picture.points[shape.first];
    if (shape.count == 4 && corner[0].y > plot.plot.bottom && corner[1].x - corner[0].x > 13) {
      widths.push_back(corner[1].x - corner[0].x);
    }
  }
  ASSERT_EQ(widths.size(), 4U);
  EXPECT_NEAR(widths[0] / widths[3], 0.15, 0.01);
  EXPECT_NEAR(widths[1] / widths[3], 0.25, 0.01);
  EXPECT_NEAR(widths[2] / widths[3], 0.10, 0.01);
}

}  // namespace
}  // namespace sortscope
