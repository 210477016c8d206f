// test_lab_desk.cpp: the benchmark lab through its commands.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/opening.h"
#include "core/lab/schedule.h"
#include "core/recordings/recording.h"
#include "core/views/plots/lab.h"
#include "tests/unit/app/quiet_surface.h"

namespace sortscope {
namespace {

class LabDeskTest : public testing::Test {
 protected:
  LabDeskTest() {
    adopt(app, prepare_run(small_recording()));
    for (const char* line : {"bench-sorters std-sort,cpu-bitonic", "bench-sizes 256,1000",
                             "bench-repetitions 3", "bench-types u32", "bench-inputs uniform",
                             "bench-pairs off", "bench-recording off", "bench-transfers off"}) {
      run(line);
    }
  }
  void run(const std::string& line) {
    const Status status = run_command_line(app, line);
    EXPECT_TRUE(status.ok()) << line << ": " << (status.ok() ? "" : status.error().text());
  }
  void measure() {
    run("bench-run");
    app.background.wait(app);
    app.lab->attend();
  }

  QuietSurface surface;
  App app{surface};
};

TEST_F(LabDeskTest, MeasuresWhatIsChosenAndShowsIt) {
  EXPECT_EQ(lab_case_count(app.lab->request), 4U);
  EXPECT_GT(lab_expected_s(app.lab->request, nullptr), 0);
  EXPECT_EQ(app.lab->request.preset, "");
  measure();
  const auto result = app.session.measured.lab;
  ASSERT_NE(result, nullptr);
  EXPECT_TRUE(result->complete) << result->problem;
  ASSERT_EQ(result->cells.size(), 4U);
  for (const LabCell& cell : result->cells) {
    EXPECT_EQ(cell.state, LabState::kMeasured) << cell.reason;
    EXPECT_GE(cell.samples.size(), 3U);
    for (const LabSample& sample : cell.samples) EXPECT_FALSE(sample.disturbed);
  }
  EXPECT_FALSE(app.lab->running());
  EXPECT_EQ(app.lab->gate(), nullptr);
  bool shown = false;
  for (const auto& view : app.panes.views) shown = shown || view->id() == "plots";
  EXPECT_TRUE(shown);
}

TEST_F(LabDeskTest, ExtendsWhatItHas) {
  measure();
  run("bench-extend 2");
  app.background.wait(app);
  app.lab->attend();
  for (const LabCell& cell : app.session.measured.lab->cells) EXPECT_EQ(cell.samples.size(), 5U);
}

TEST_F(LabDeskTest, PausesAndIsCancelled) {
  run("bench-sizes 2^18");
  run("bench-repetitions 1000");
  EXPECT_FALSE(run_command_line(app, "bench-pause").ok());  // nothing runs
  run("bench-run");
  run("bench-pause on");
  EXPECT_TRUE(app.lab->now().paused);
  EXPECT_FALSE(run_command_line(app, "bench-run").ok());  // one at a time
  run("bench-pause off");
  run("bench-cancel");
  app.background.wait(app);
  app.lab->attend();
  ASSERT_NE(app.session.measured.lab, nullptr);
  EXPECT_FALSE(app.session.measured.lab->complete);
  ASSERT_FALSE(app.notices.shown.empty());
  EXPECT_NE(app.notices.shown.back().text.find("stopped"), std::string::npos);
}

TEST_F(LabDeskTest, SelectsAndRecordsARun) {
  measure();
  EXPECT_FALSE(run_command_line(app, "plot-record").ok());
  const auto& cells = app.session.measured.lab->cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].what.sorter != "cpu-bitonic" || cells[i].what.n != 256) continue;
    run("plot-select " + std::to_string(i + 1) + " 2");
  }
  EXPECT_EQ(app.session.options.lab_plot.sample, 1);
  run("plot-record");
  app.background.wait(app);
  const Recording& recording = app.session.recording();
  EXPECT_EQ(recording.request.algorithm, "bitonic");
  EXPECT_EQ(recording.real_keys(), 256U);
  EXPECT_EQ(recording.request.input, "uniform");
  EXPECT_EQ(recording.request.keys.type, KeyType::kUint32);
  EXPECT_TRUE(recording.sorted);
}

TEST_F(LabDeskTest, APeerCannotBeRecorded) {
  measure();
  const auto& cells = app.session.measured.lab->cells;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].what.sorter == "std-sort") run("plot-select " + std::to_string(i + 1));
  }
  EXPECT_FALSE(run_command_line(app, "plot-record").ok());
}

TEST_F(LabDeskTest, PlotCommandsChangeThePlot) {
  EXPECT_FALSE(run_command_line(app, "plot-quantity ratio").ok());  // nothing is measured yet
  measure();
  run("plot-quantity ratio");
  EXPECT_EQ(app.session.options.lab_plot.quantity, LabPlotOptions::Quantity::kRatio);
  run("plot-ratio-to cpu-bitonic");
  EXPECT_EQ(app.session.options.lab_plot.ratio_to, "cpu-bitonic");
  run("plot-toggle std-sort");
  EXPECT_EQ(app.session.options.lab_plot.hidden, std::vector<std::string>{"std-sort"});
  run("plot-toggle std-sort on");
  EXPECT_TRUE(app.session.options.lab_plot.hidden.empty());
  run("plot-range 8 10 -3 3");
  EXPECT_EQ(app.session.options.lab_plot.x_to, 10);
  EXPECT_FALSE(run_command_line(app, "plot-select 99").ok());
  EXPECT_FALSE(run_command_line(app, "plot-ratio-to nothing").ok());
}

TEST_F(LabDeskTest, BadChoicesAreNamedAndChangeNothing) {
  const std::size_t cases = lab_case_count(app.lab->request);
  for (const char* line : {"bench-sorter bogosort", "bench-sizes 2^40", "bench-sizes 9..3",
                           "bench-types u128", "bench-inputs nothing", "bench-preset nothing",
                           "bench-repetitions 0", "bench-pairs maybe"}) {
    const Status status = run_command_line(app, line);
    ASSERT_FALSE(status.ok()) << line;
    EXPECT_EQ(status.error().code, ErrorCode::kBadUsage) << line;
  }
  EXPECT_EQ(lab_case_count(app.lab->request), cases);
  run("bench-sorter std-sort off");
  run("bench-sorter cpu-bitonic off");
  EXPECT_FALSE(run_command_line(app, "bench-run").ok());
}

// A script draws no frame between its lines.
TEST_F(LabDeskTest, AResultIsThereForTheNextLineOfAScript) {
  run("bench-run");
  app.background.wait(app);
  run("plot-quantity time");
  ASSERT_NE(app.session.measured.lab, nullptr);
  const std::string path =
      (std::filesystem::temp_directory_path() / "sortscope-next-line.json").string();
  run("lab-save " + path);
  App other(surface);
  adopt(other, prepare_run(small_recording()));
  EXPECT_TRUE(run_command_line(other, "lab-open " + path));
  const Status status = run_command_line(other, "plot-quantity time");
  EXPECT_TRUE(status) << status.error().text();
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace sortscope
