// test_plot_labels.cpp: words of the lab's plot and of experiments in panes of all windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/engines/engine.h"
#include "core/lab/experiments/experiment.h"
#include "core/recordings/recording.h"
#include "core/views/plots/experiment.h"
#include "core/views/plots/lab.h"
#include "core/views/plots/lab_series.h"
#include "tests/unit/app/pane_pictures.h"
#include "tests/unit/lab_plot_fixture.h"

namespace sortscope {
namespace {

struct Page {
  float width, height;  // in units
};

// Panes of windows with one, two and four views, beside the side panel.
std::vector<Page> pages() {
  std::vector<Page> found;
  std::set<std::pair<float, float>> seen;
  for (const auto& [wide, high] :
       {std::pair{1024.0F, 700.0F}, {1280.0F, 720.0F}, {1920.0F, 1080.0F}, {2560.0F, 1440.0F}}) {
    for (const float scale : {1.0F, 1.3F, 2.0F, 3.0F}) {
      const float width = wide / scale - 290;
      const float height = high / scale - 140;
      for (const auto& [columns, rows] : {std::pair{1.0F, 1.0F}, {2.0F, 1.0F}, {2.0F, 2.0F}}) {
        const Page page{width / columns, height / rows};
        if (page.width > 60 && page.height > 60 && seen.emplace(page.width, page.height).second) {
          found.push_back(page);
        }
      }
    }
  }
  return found;
}

TEST(PlotLabels, OfTheLabHaveRoomInEveryPane) {
  LabPlotSpace space;
  space.controls = 44;
  space.button = true;
  space.corner = 310;
  int said = 0;
  for (const LabResult& result : {LabResult{}, small_lab_result(), published_lab_result()}) {
    for (const bool compared : {false, true}) {
      const auto before = compare_with(std::make_shared<const LabResult>(result), result);
      for (const Page& page : pages()) {
        const LabPlot plot =
            lab_plot(result, compared ? before.get() : nullptr, {}, space, page.width, page.height);
        for (const std::string& complaint : complaints(plot.picture)) {
          if (++said > 12) return;
          ADD_FAILURE() << page.width << " × " << page.height << ": " << complaint;
        }
      }
    }
  }
}

// Of those that are counted, not run: they are the same everywhere.
TEST(PlotLabels, OfExperimentsHaveRoomInEveryPane) {
  const auto complexity = find_experiment("complexity");
  ASSERT_TRUE(complexity);
  const auto engine = make_cpu_engine();
  ExperimentOptions options;
  options.quick = true;
  options.engine = engine.get();
  std::shared_ptr<const ExperimentResult> result;
  ASSERT_TRUE(run_experiment(**complexity, options, nullptr, [&](auto grown) { result = grown; }));
  ASSERT_NE(result, nullptr);
  ASSERT_TRUE(result->complete);
  int said = 0;
  for (const Page& page : pages()) {
    const Picture picture = experiment_picture(*result, page.width, page.height);
    for (const std::string& complaint : complaints(picture)) {
      if (++said > 12) return;
      ADD_FAILURE() << page.width << " × " << page.height << ": " << complaint;
    }
  }
  // A whole pane of a projector, beside a lesson, has the names of all curves.
  const Picture picture = experiment_picture(*result, 682, 471);
  for (const ExperimentSeries& series : result->panels.front().series) {
    if (series.points.empty()) continue;
    EXPECT_TRUE(std::ranges::any_of(picture.labels, [&](const Label& label) {
      return label.text == series.title;
    })) << series.title;
  }
}

// A stop of a lesson that shows one plot shows a large one: axes of half the page's height and
// more, at a desk and on a projector.
TEST(PlotLabels, LeaveHalfOfALessonsPageToThePlot) {
  constexpr Page kLessons[] = {{682, 474}, {909, 614}, {909, 632}, {1363, 908}};
  const auto engine = make_cpu_engine();
  ExperimentOptions options;
  options.quick = true;
  options.engine = engine.get();
  std::shared_ptr<const ExperimentResult> result;
  ASSERT_TRUE(run_experiment(**find_experiment("complexity"), options, nullptr,
                             [&](auto grown) { result = grown; }));
  LabPlotSpace space;
  space.controls = 44;
  space.button = true;
  space.corner = 310;
  for (const Page& page : kLessons) {
    const Picture picture = experiment_picture(*result, page.width, page.height);
    float top = page.height;
    float bottom = 0;
    for (const Line& line : picture.lines) {
      if (line.role != Role::kLine || line.y0 != line.y1) continue;
      top = std::min(top, line.y0);
      bottom = std::max(bottom, line.y0);
    }
    EXPECT_GE(bottom - top, 0.5F * page.height) << page.width << " × " << page.height;
    // What there is more to say has at least a line.
    EXPECT_TRUE(std::ranges::any_of(picture.labels, [&](const Label& label) {
      return label.y > bottom + 40 &&
             label.text.starts_with(result->findings.front().substr(0, 12));
    })) << page.width;
    const LabPlot plot = lab_plot(small_lab_result(), nullptr, {}, space, page.width, page.height);
    EXPECT_GE(plot.plot.bottom - plot.plot.top, 0.5F * page.height)
        << page.width << " × " << page.height;
  }
}

// Curves of one diagram differ in colour; beyond eight, in their dots.
TEST(PlotColours, SeriesOfAnExperimentAreToldApart) {
  for (const std::size_t count : {2U, 4U, 6U, 8U, 12U}) {
    ExperimentPanel panel;
    for (std::size_t i = 0; i < count; ++i) {
      ExperimentSeries& series = panel.series.emplace_back();
      series.id = series.title = std::to_string(i);
      const auto y = static_cast<double>(i);
      series.points = {{1, {{y}}}, {2, {{y + 1}}}};
    }
    Picture picture;
    draw_panel(picture, panel, 0, 0, 700, 500);
    std::set<std::pair<Role, bool>> looks;
    for (const Dot& dot : picture.dots) looks.emplace(dot.role, dot.filled);
    EXPECT_EQ(looks.size(), count);
  }
}

}  // namespace
}  // namespace sortscope
