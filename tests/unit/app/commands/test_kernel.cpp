// test_kernel.cpp: a CUDA file of the person's own in the window: asked for, run, shown, run again.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/commands/kernel_work.h"
#include "app/state/app.h"
#include "app/state/command_arguments.h"
#include "app/state/command_table.h"
#include "app/state/history.h"
#include "app/state/lab_desk.h"
#include "app/state/opening.h"
#include "app/state/parts/kernel_desk.h"
#include "core/lab/listed.h"
#include "core/own_kernels/json.h"
#include "core/own_kernels/runtime_texts.h"
#include "core/recordings/recording.h"
#include "core/scenes/race.h"
#include "core/views/plots/lab_series.h"
#include "core/words/own_kernel.h"
#include "tests/unit/app/quiet_surface.h"
#include "tests/unit/app/small_kernel.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

class OwnKernelWindow : public testing::Test {
 protected:
  OwnKernelWindow() : app(surface) {
    std::string name = testing::TempDir() + "kernel-XXXXXX";
    folder = ::mkdtemp(name.data());
    path = folder / "my sort.cu";
    write(kSmallKernel);
    app.session.open(prepare_run(small_recording()));
    app.next.run = app.session.recording().request;
  }
  ~OwnKernelWindow() override { fs::remove_all(folder); }

  void write(std::string_view text) const { std::ofstream(path) << text; }
  Status run(const std::string& line) {
    const Status status = run_command_line(app, line);
    app.background.wait(app);
    return status;
  }
  void open() {
    ASSERT_TRUE(run("kernel-open " + quoted_word(path.string())));
    ASSERT_TRUE(run("kernel-allow"));
    ASSERT_FALSE(app.notices.failure) << app.notices.failure->text();
    ASSERT_NE(app.session.measured.kernel, nullptr);
  }
  [[nodiscard]] const KernelReport& report() const { return app.session.measured.kernel->report(); }

  QuietSurface surface;
  App app;
  fs::path folder, path;
};

TEST_F(OwnKernelWindow, NothingRunsBeforeThePersonSaysSo) {
  const auto generation = app.session.generation();
  ASSERT_TRUE(run("open " + quoted_word(path.string())));
  EXPECT_EQ(app.overlay.open, Overlay::kAskKernel);
  EXPECT_EQ(app.session.measured.kernel, nullptr);
  EXPECT_EQ(app.session.generation(), generation);
  EXPECT_FALSE(run("kernel-again"));
}

TEST_F(OwnKernelWindow, NoFileStartsIt) {
  for (const Source source : {Source::kLesson, Source::kSession, Source::kProgram}) {
    const LineSource from{.source = source, .folder = folder.string()};
    for (const std::string line :
         {"kernel-open 'my sort.cu'", "open 'my sort.cu'", "kernel-allow", "kernel-again",
          "kernel-entry sort", "kernel-new v0", "kernel-bench", "kernel-race bitonic"}) {
      EXPECT_FALSE(run_command_line(app, line, from)) << line;
      EXPECT_FALSE(app.kernel->waiting()) << line;
      EXPECT_EQ(app.overlay.open, Overlay::kNone) << line;
    }
  }
}

TEST_F(OwnKernelWindow, ItsNetworkBecomesTheRun) {
  open();
  const Recording& shown = app.session.recording();
  ASSERT_NE(shown.network.listed(), nullptr);
  EXPECT_EQ(shown.network.listed(), report().network.get());
  // Eight keys take 8 layers, 4 and 3 comparators in turns; the keys are those of the run before.
  EXPECT_EQ(shown.network.depth(), 8U);
  EXPECT_EQ(shown.network.size(), 28U);
  EXPECT_EQ(shown.key_text(0), "7");
  EXPECT_TRUE(shown.sorted);
  EXPECT_TRUE(app.history->can_go_back());
  EXPECT_EQ(report().verdict, KernelVerdict::kNetwork);
  EXPECT_EQ(running_line(app.session.scene()), 3U);
  // Another line of the same command needs no word any more.
  ASSERT_TRUE(run("kernel-open " + quoted_word(path.string())));
  EXPECT_EQ(app.overlay.open, Overlay::kNone);
}

TEST_F(OwnKernelWindow, AVersionBeforeIsCalledSo) {
  open();
  EXPECT_FALSE(is_earlier(*app.session.measured.kernel));
  EXPECT_FALSE(shows_version_before(app.session.measured, app.session.recording()));
  // Another run between keeps both versions in the history.
  ASSERT_TRUE(run("record-with bitonic"));
  write(std::string(kSmallKernel) + "// changed\n");
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_FALSE(is_earlier(*app.session.measured.kernel));
  ASSERT_TRUE(run("back"));
  ASSERT_TRUE(run("back"));
  EXPECT_TRUE(is_earlier(*app.session.measured.kernel));
  ASSERT_TRUE(run("forward"));
  ASSERT_TRUE(run("forward"));
  EXPECT_FALSE(is_earlier(*app.session.measured.kernel));
  write(std::string(kSmallKernel) + "does not compile\n");
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_EQ(first_error_line(report()), 12U);
  EXPECT_TRUE(shows_version_before(app.session.measured, app.session.recording()));
}

TEST_F(OwnKernelWindow, SavingRunsItAgainAndTheCursorStays) {
  open();
  ASSERT_TRUE(run("seek 3"));
  const auto kept = app.history->kept();
  EXPECT_FALSE(run_saved_kernel(app, *app.kernel));
  std::string text(kSmallKernel);
  text.replace(text.find("n + 63) / 64, 32"), 16, "n + 15) / 16, 8");
  write(text);
  app.kernel->run_again = true;
  ASSERT_TRUE(run_saved_kernel(app, *app.kernel));
  app.background.wait(app);
  EXPECT_EQ(app.session.cursor(), (Cursor{3, 0}));
  EXPECT_EQ(app.history->kept(), kept);
  EXPECT_EQ(report().launches.at(0).block[0], 8U);

  // What no longer compiles leaves the picture as it was, and says where.
  text.replace(text.find("Key held"), 3, "Kez");
  write(text);
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_FALSE(report().compiled);
  EXPECT_EQ(app.session.cursor(), (Cursor{3, 0}));
  EXPECT_NE(own_kernel(app.session.scene()), nullptr);
  EXPECT_EQ(kernel_verdict(report()), "It does not compile: the first error is in line 4.");
}

TEST_F(OwnKernelWindow, CancelLeavesWhatIsShown) {
  open();
  const auto* before = app.session.measured.kernel.get();
  ASSERT_TRUE(run_command_line(app, "kernel-again"));
  ASSERT_TRUE(run("cancel"));
  EXPECT_EQ(app.session.measured.kernel.get(), before);
  EXPECT_FALSE(app.kernel->working);
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_NE(app.session.measured.kernel.get(), before);
}

TEST_F(OwnKernelWindow, AFindingIsShownWhereItHappened) {
  // The upper wire is one too far: the last thread reads behind the keys.
  std::string text(kSmallKernel);
  text.replace(text.find("i + 1 < n"), 9, "i + 0 < n");
  write(text);
  open();
  ASSERT_FALSE(report().findings.empty());
  const Finding& finding = report().findings.front();
  EXPECT_EQ(finding.kind, FindingKind::kOutOfBounds);
  ASSERT_TRUE(run("kernel-finding 1"));
  EXPECT_EQ(running_line(app.session.scene()), finding.line);
  EXPECT_FALSE(run("kernel-finding 1000"));
}

TEST_F(OwnKernelWindow, ALessonFollowsTheFile) {
  EXPECT_FALSE(run("kernel-task no-such"));
  ASSERT_TRUE(run("kernel-task out-of-bounds"));
  open();
  EXPECT_TRUE(app.session.measured.kernel->task.starts_with("Nothing is planted yet."));
  std::string text(kSmallKernel);
  text.replace(text.find("i + 1 < n"), 9, "i + 0 < n");
  write(text);
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_EQ(app.session.measured.kernel->task,
            "Planted, and found: Out of bounds, line 3. Now mend it.");
  write(kSmallKernel);
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_TRUE(app.session.measured.kernel->task.starts_with("Mended."));
  // Back at the stop that asked for it.
  ASSERT_TRUE(run("kernel-task out-of-bounds"));
  EXPECT_TRUE(app.session.measured.kernel->task.starts_with("Mended."));
  ASSERT_TRUE(run("kernel-task none"));
  EXPECT_EQ(app.session.measured.kernel->task, "");
}

// An editor was writing it: what was said of half a file goes once it runs.
TEST_F(OwnKernelWindow, HalfAFileIsForgotten) {
  open();
  const auto says = [&] {
    return std::ranges::any_of(app.notices.shown, [](const Notice& notice) {
      return notice.text.find("has no function") != std::string::npos;
    });
  };
  write(kSmallKernel.substr(0, kSmallKernel.size() / 3));
  EXPECT_TRUE(run("kernel-again"));
  EXPECT_TRUE(says());
  write(kSmallKernel);
  app.notices.failure.reset();
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_FALSE(says());
}

// As courses write it: int*, and two functions that may be the sort.
TEST_F(OwnKernelWindow, TypesAreFoundAndTheEntryIsSaid) {
  std::string text(kSmallKernel);
  for (std::size_t at = 0; (at = text.find("Key", at)) != std::string::npos;) {
    text.replace(at, 3, "int");
  }
  text.replace(text.find("void sort("), 10, "void first(");
  write(text + "void second(int* keys, int n) { step<<<1, 1>>>(keys, n, 0); }\n");
  ASSERT_TRUE(run("kernel-open " + quoted_word(path.string())));
  ASSERT_TRUE(run("kernel-allow"));
  ASSERT_TRUE(app.notices.failure);
  EXPECT_NE(app.notices.failure->text().find("kernel-entry"), std::string::npos);
  app.notices.failure.reset();
  ASSERT_TRUE(run("kernel-entry first"));
  ASSERT_FALSE(app.notices.failure) << app.notices.failure->text();
  ASSERT_NE(app.session.measured.kernel, nullptr);
  EXPECT_EQ(report().entry, "first");
  EXPECT_TRUE(report().sorted);
}

// Its last round is left out: of all rounds but one, some input comes out wrong.
TEST_F(OwnKernelWindow, AWrongInputIsPlayed) {
  EXPECT_FALSE(run("kernel-counterexample"));
  open();
  EXPECT_FALSE(run("kernel-counterexample"));  // it sorts
  std::string text(kSmallKernel);
  text.replace(text.find("k < n"), 5, "k + 2 < n");
  write(text);
  ASSERT_TRUE(run("kernel-again"));
  ASSERT_FALSE(report().counterexample.empty());
  ASSERT_TRUE(run("kernel-counterexample"));
  const Recording& shown = app.session.recording();
  EXPECT_FALSE(shown.sorted);
  EXPECT_EQ(shown.network.listed(), report().network.get());
  for (std::uint32_t i = 0; i < report().counterexample.size(); ++i) {
    EXPECT_EQ(shown.key_text(i), std::to_string(report().counterexample[i]));
  }
  // It is the file's run still: the line is marked.
  EXPECT_NE(own_kernel(app.session.scene()), nullptr);
}

TEST_F(OwnKernelWindow, TheIntendedNetworkIsShownAndLeftAgain) {
  open();
  EXPECT_FALSE(run("kernel-intended"));  // nothing was asked
  EXPECT_FALSE(run("kernel-against no-such"));
  ASSERT_TRUE(run("kernel-against bitonic"));
  ASSERT_TRUE(report().first_difference);
  // Eight wires: odd-even transposition and bitonic begin alike but for directions.
  EXPECT_EQ(report().first_difference->layer, 0U);
  ASSERT_TRUE(run("kernel-intended"));
  EXPECT_EQ(app.session.recording().network.listed(), report().intended.get());
  EXPECT_EQ(app.session.recording().network.depth(), 6U);
  EXPECT_EQ(app.session.cursor().layer, 0U);
  ASSERT_TRUE(run("back"));
  EXPECT_EQ(app.session.recording().network.listed(), report().network.get());
  ASSERT_TRUE(run("kernel-against none"));
  EXPECT_FALSE(run("kernel-intended"));
}

TEST_F(OwnKernelWindow, AStartIsWrittenAndNothingIsReplaced) {
  const fs::path mine = folder / "mine.cu";
  ASSERT_TRUE(run("kernel-new v0 " + quoted_word(mine.string())));
  EXPECT_EQ(fs::file_size(mine), own_kernel_text("starts/v0.cu").size());
  EXPECT_EQ(app.overlay.open, Overlay::kAskKernel);
  EXPECT_FALSE(run("kernel-new v1 " + quoted_word(mine.string())));
  EXPECT_EQ(fs::file_size(mine), own_kernel_text("starts/v0.cu").size());
}

// The machine of these tests has no GPU.
TEST_F(OwnKernelWindow, WithoutAGpuItsNetworkIsTimedAndSaidToBe) {
  open();
  EXPECT_NE(app.session.measured.kernel->timing_lack.find("no NVIDIA GPU"), std::string::npos);
  ASSERT_TRUE(run("kernel-bench"));
  const auto result = app.lab->shown();
  ASSERT_NE(result, nullptr);
  EXPECT_EQ(lab_name_of(*result, kListedSorter).title, "my sort.cu, its network");
  EXPECT_EQ(result->cells.at(0).state, LabState::kMeasured) << result->cells.at(0).reason;
  ASSERT_FALSE(app.notices.shown.empty());
  ASSERT_TRUE(run("kernel-race"));
  const auto race = app.session.measured.race;
  ASSERT_NE(race, nullptr);
  ASSERT_EQ(race->lanes.size(), 3U);
  EXPECT_EQ(race->lanes[0].name, "my sort.cu, its network");
  EXPECT_NE(race->lanes[2].contrast, nullptr);
}

// The comparators that one input led to sort no other one.
TEST_F(OwnKernelWindow, WithoutAGpuNothingOfWhatIsNoNetworkIsTimed) {
  std::string adaptive(kSmallKernel);
  adaptive.replace(adaptive.find("i + 1 < n &&"), 12, "i + 1 < n && keys[0] < keys[n - 1] &&");
  write(adaptive);
  open();
  ASSERT_NE(app.session.measured.kernel->report().verdict, KernelVerdict::kNetwork);
  const Status status = run("kernel-bench");
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("no NVIDIA GPU"), std::string::npos);
  EXPECT_EQ(app.lab->shown(), nullptr);
}

// More samples of a result do not run the file: nothing of a person's own is kept for that.
TEST_F(OwnKernelWindow, MoreSamplesRunNoFile) {
  LabResult result;
  result.request.sorters = {std::string(kOwnSorter), "std-sort"};
  result.request.sizes = {16};
  LabCell cell;
  cell.what.sorter = kOwnSorter;
  cell.what.n = 16;
  cell.state = LabState::kMeasured;
  cell.samples = {{5, false}};
  result.cells = {cell};
  app.lab->show(std::make_shared<const LabResult>(result));
  ASSERT_TRUE(run("bench-extend 2"));
  const auto shown = app.lab->shown();
  ASSERT_EQ(shown->cells.size(), 2U);
  EXPECT_EQ(shown->cells[0].samples.size(), 1U);
  EXPECT_EQ(shown->cells[0].state, LabState::kMeasured);
  EXPECT_FALSE(shown->cells[1].samples.empty());
}

// Who mends a mistake wants to see the same keys come out right.
TEST_F(OwnKernelWindow, TheKeysThatAreLookedAtStayWhenTheFileIsSavedAgain) {
  const auto shown_keys = [&] {
    std::vector<std::string> keys;
    for (std::uint32_t i = 0; i < app.session.recording().real_keys(); ++i) {
      keys.push_back(app.session.recording().key_text(i));
    }
    return keys;
  };
  std::string wrong(kSmallKernel);
  wrong.replace(wrong.find("k < n"), 5, "k + 2 < n");
  write(wrong);
  open();
  const auto before = shown_keys();
  ASSERT_TRUE(run("kernel-counterexample"));
  const auto looked_at = shown_keys();
  ASSERT_NE(looked_at, before);
  ASSERT_FALSE(app.session.recording().sorted);
  write(kSmallKernel);
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_EQ(shown_keys(), looked_at);
  EXPECT_TRUE(app.session.recording().sorted);
  // They stay also beside what it should be, and as long as no other fit.
  ASSERT_TRUE(run("kernel-against bitonic"));
  ASSERT_TRUE(run("kernel-intended"));
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_EQ(shown_keys(), looked_at);
  ASSERT_TRUE(run("algorithm odd-even-merge"));
  ASSERT_TRUE(run("keys 5 2 9 1"));
  ASSERT_TRUE(run("record"));
  ASSERT_TRUE(run("kernel-again"));
  EXPECT_EQ(shown_keys(), looked_at);
}

TEST_F(OwnKernelWindow, TheFirstDifferenceIsGoneTo) {
  open();
  EXPECT_FALSE(run("kernel-finding difference"));  // nothing was asked
  ASSERT_TRUE(run("kernel-against bitonic"));
  ASSERT_TRUE(run("seek 5"));
  ASSERT_TRUE(run("kernel-finding difference"));
  // Bitonic begins with 3-2, the smaller key below; line 3 of the file compares.
  EXPECT_EQ(app.session.cursor(), (Cursor{0, 0}));
  EXPECT_EQ(app.session.selected.comparator, (ComparatorId{0, 1}));
  EXPECT_EQ(running_line(app.session.scene()), 3U);
}

}  // namespace
}  // namespace sortscope
