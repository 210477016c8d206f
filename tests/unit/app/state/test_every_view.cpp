// test_every_view.cpp: panes that always show something of the run, or offer the one button.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/opening.h"
#include "core/networks/lists/listed_network.h"
#include "core/recordings/recording.h"
#include "core/recordings/usual_run.h"
#include "core/scenes/layout.h"
#include "core/views/lack.h"
#include "core/words/own_kernel.h"
#include "tests/unit/app/quiet_surface.h"
#include "tests/unit/app/small_kernel.h"

namespace sortscope {
namespace {

PreparedRun run_of(const Algorithm& algorithm, std::uint32_t keys) {
  RunRequest request;
  request.algorithm = algorithm.id;
  request.input = usual_input(algorithm);
  request.seed = 7;
  EXPECT_TRUE(generate_run_keys(request, algorithm, KeyType::kInt32, keys));
  return prepare_run(*record(request, *make_cpu_engine()));
}

std::optional<Lack> lack_in(const App& app, const View& view) {
  return lack_of(view.id(), app.session.recording(), app.session.measured);
}

class EveryView : public testing::TestWithParam<std::string_view> {};

TEST_P(EveryView, HasAButtonThatGivesItWhatItLacks) {
  for (const Algorithm& algorithm : algorithms()) {
    QuietSurface surface;
    App app(surface);
    app.next.engine_id = "cpu";
    adopt(app, run_of(algorithm, 16));
    app.panes.set_count(1);
    ASSERT_TRUE(app.panes.set(0, GetParam()));
    const auto lack = lack_in(app, *app.panes.views[0]);
    if (!lack) continue;
    const Status status = run_command_line(app, lack->command);
    ASSERT_TRUE(status) << lack->command << ": " << (status ? "" : status.error().text());
    app.background.wait(app);
    EXPECT_EQ(app.panes.views[0]->id(), GetParam()) << algorithm.id;
    if (lack->asks) continue;
    EXPECT_FALSE(lack_in(app, *app.panes.views[0])) << algorithm.id << ": " << lack->command;
  }
}

// A network of a person's own, one key, and outcomes that are recorded again where one looks.
std::vector<RunRequest> other_runs() {
  std::vector<RunRequest> runs(3);
  runs[0].algorithm = "listed";
  const std::vector<std::vector<Comparator>> layers = {{{0, 1}, {3, 2}}, {{4, 1}}};
  runs[0].parameters.set(ListedChoice{*ListedNetwork::build(5, layers, "my own")});
  runs[0].keys = *read_numbers("3 5 1 4 2", "test", KeyType::kInt32, 5);
  runs[1].algorithm = "bitonic";
  runs[1].keys = *read_numbers("7", "test", KeyType::kInt32, 1);
  runs[2].algorithm = "odd-even-merge";
  runs[2].keys = *read_numbers("7 6 5 4 3 2 1 0", "test", KeyType::kInt32, 8);
  runs[2].keyframes_only = true;
  return runs;
}

TEST_P(EveryView, ShowsOtherRunsOrHasTheOneButton) {
  for (const RunRequest& request : other_runs()) {
    QuietSurface surface;
    App app(surface);
    app.next.engine_id = "cpu";
    adopt(app, prepare_run(*record(request, *make_cpu_engine())));
    EXPECT_FALSE(lack_in(app, *app.panes.views[0])) << request.algorithm << " opens in a view";
    app.panes.set_count(1);
    ASSERT_TRUE(app.panes.set(0, GetParam()));
    // More keys first, and then what is measured of them: one button each.
    for (int presses = 0; presses < 2; ++presses) {
      const auto lack = lack_in(app, *app.panes.views[0]);
      if (!lack) break;
      const Status status = run_command_line(app, lack->command);
      ASSERT_TRUE(status) << lack->command << ": " << (status ? "" : status.error().text());
      app.background.wait(app);
      EXPECT_EQ(app.panes.views[0]->id(), GetParam()) << request.algorithm;
      if (lack->asks) break;
      const auto then = lack_in(app, *app.panes.views[0]);
      EXPECT_FALSE(then && !then->measurable) << request.algorithm << ": " << lack->command;
      EXPECT_FALSE(then && lack->measurable) << request.algorithm << ": " << lack->command;
    }
  }
}

// A person's own kernel, run once for all views.
struct OwnRun {
  std::shared_ptr<const Recording> recording;
  std::shared_ptr<const OwnKernel> kernel;
};
const OwnRun& own_run() {
  static const OwnRun kRun = [] {
    const std::filesystem::path path = testing::TempDir() + "every-view.cu";
    std::ofstream(path) << kSmallKernel;
    QuietSurface surface;
    App app(surface);
    adopt(app, prepare_run(small_recording()));
    app.next.run = app.session.recording().request;
    EXPECT_TRUE(run_command_line(app, "kernel-open " + quoted_word(path.string())));
    EXPECT_TRUE(run_command_line(app, "kernel-allow"));
    app.background.wait(app);
    std::filesystem::remove(path);
    return OwnRun{app.session.shared_recording(), app.session.measured.kernel};
  }();
  return kRun;
}

TEST_P(EveryView, ShowsAnOwnKernelOrHasTheOneButton) {
  const OwnRun& own = own_run();
  ASSERT_NE(own.kernel, nullptr);
  QuietSurface surface;
  App app(surface);
  app.next.engine_id = "cpu";
  adopt(app, prepare_run(own.recording));
  app.session.measured.kernel = own.kernel;
  app.panes.set_count(1);
  ASSERT_TRUE(app.panes.set(0, GetParam()));
  const auto lack = lack_in(app, *app.panes.views[0]);
  if (!lack) {
    const auto layout = find_layout(GetParam());
    if (!layout) return;
    const Picture picture = (*layout)->layout(app.session.scene(), 900, 560);
    const bool something = !picture.labels.empty() || !picture.chips.empty() ||
                           !picture.lines.empty() || !picture.boxes.empty();
    EXPECT_TRUE(something);
    return;
  }
  const Status status = run_command_line(app, lack->command);
  ASSERT_TRUE(status) << lack->command << ": " << (status ? "" : status.error().text());
  app.background.wait(app);
  EXPECT_EQ(app.panes.views[0]->id(), GetParam());
  if (lack->asks) return;
  const auto then = lack_in(app, *app.panes.views[0]);
  EXPECT_FALSE(then && !then->measurable) << lack->command;
}

// As a window that was closed while this view was shown opens again.
TEST_P(EveryView, GivesWayWhereItIsRememberedAndCannotShowTheRun) {
  for (const std::size_t count : {1U, 2U, 4U}) {
    for (const Algorithm& algorithm : algorithms()) {
      QuietSurface surface;
      App app(surface);
      app.panes.set_count(count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(app.panes.set(i, GetParam()));
      adopt(app, run_of(algorithm, 16));
      ASSERT_EQ(app.panes.views.size(), count);
      for (const auto& view : app.panes.views) {
        EXPECT_FALSE(lack_in(app, *view)) << view->id() << " of " << algorithm.id;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryView, testing::ValuesIn([] {
                           std::vector<std::string_view> ids;
                           for (const ViewKind& kind : view_kinds()) ids.push_back(kind.id);
                           return ids;
                         }()),
                         [](const auto& each) {
                           std::string name(each.param);
                           std::erase(name, '-');
                           return name;
                         });

TEST(EveryRun, AnotherOneNeverLeavesAPaneEmpty) {
  QuietSurface surface;
  App app(surface);
  app.panes.set_count(4);
  for (const Algorithm& first : algorithms()) {
    for (const Algorithm& then : algorithms()) {
      adopt(app, run_of(first, 16));
      adopt(app, run_of(then, 16));
      for (const auto& view : app.panes.views) {
        const auto lack = lack_in(app, *view);
        EXPECT_FALSE(lack && !lack->measurable) << view->id() << " of " << then.id;
      }
    }
  }
}

TEST(EveryRun, OpensInTheViewThatExplainsIt) {
  const std::map<std::string_view, std::string_view> explained = {
      // Comparators of fixed wires: the diagram.
      {"bitonic", "network"},
      {"bitonic-recursive", "network"},
      {"bitonic-ascending", "network"},
      {"bitonic-merger", "network"},
      {"bitonic-serial", "network"},
      {"odd-even-merge", "network"},
      {"odd-even-transposition", "network"},
      {"pairwise", "network"},
      {"halver-cascade", "network"},
      {"listed", "network"},
      // What they compare follows from the keys: where these hang.
      {"adaptive", "tree"},
      {"adaptive-two-case", "tree"},
      {"adaptive-overlapped", "tree"},
      {"adaptive-merger", "tree"},
      {"abisort", "streams"},
      {"adaptive-interval", "cylinder"},
      {"aks", "aks-tree"},
  };
  for (const Algorithm& algorithm : algorithms()) {
    ASSERT_TRUE(explained.contains(algorithm.id)) << algorithm.id;
    const std::string_view view = explained.at(algorithm.id);
    QuietSurface surface;
    App app(surface);
    // After a run of another family.
    adopt(app, run_of(**find_algorithm(view == "network" ? "adaptive" : "pairwise"), 16));
    adopt(app, run_of(algorithm, 16));
    EXPECT_EQ(app.panes.views[0]->id(), view) << algorithm.id;
    EXPECT_EQ(app.panes.views[1]->id(), "bars") << algorithm.id;
    EXPECT_FALSE(lack_in(app, *app.panes.views[0])) << algorithm.id;
    adopt(app, run_of(**find_algorithm("pairwise"), 16));
    EXPECT_EQ(app.panes.views[0]->id(), "network") << algorithm.id;
  }
}

TEST(EveryRun, AMeasurementThatIsMissingKeepsItsPane) {
  QuietSurface surface;
  App app(surface);
  adopt(app, run_of(**find_algorithm("bitonic"), 16));
  ASSERT_TRUE(app.panes.set(0, "race"));
  adopt(app, run_of(**find_algorithm("pairwise"), 16));
  EXPECT_EQ(app.panes.views[0]->id(), "race");
}

}  // namespace
}  // namespace sortscope
