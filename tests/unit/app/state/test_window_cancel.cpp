// test_window_cancel.cpp: the command `cancel` while work of every kind goes on beside the window.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "app/state/command_table.h"
#include "app/state/lab_desk.h"
#include "app/state/lesson_player.h"
#include "app/state/opening.h"
#include "app/state/parts/kernel_desk.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "tests/unit/app/cancelled.h"
#include "tests/unit/app/quiet_surface.h"
#include "tests/unit/app/small_kernel.h"

namespace sortscope {
namespace {

// What is on the screen, and the line that begins the work. FOLDER stands for a folder.
struct Kind {
  const char* id;
  const char* shown;  // an algorithm and its keys
  std::uint32_t keys;
  std::vector<std::string> lines;  // the last one begins the work
  const char* says = "stopped";    // part of the notice
  bool keeps_run = true;           // what was on the screen stays
  bool adds_runs = false;          // to the runs before, on the way there
};

const Kind kKinds[] = {
    {"record", "bitonic", 16, {"record-with adaptive 2^17"}},
    {"open", "bitonic", 16, {"open FOLDER/run.h5 large"}},
    {"save", "bitonic", 1U << 20, {"save FOLDER/out.h5"}},
    {"export", "odd-even-transposition", 900, {"export network FOLDER/out.pdf"}},
    {"film", "bitonic", 1U << 10, {"export bars FOLDER/out.mp4"}},
    {"sheet", "bitonic", 256, {"sheet FOLDER/out.pdf"}},
    {"verify", "odd-even-transposition", 30, {"verify"}},
    {"bench",
     "bitonic",
     16,
     {"bench-sorters cpu-bitonic", "bench-sizes 2^18", "bench-repetitions 200", "bench-run"},
     "was stopped"},
    {"trace", "bitonic", 1U << 18, {"trace 99"}},
    {"experiment", "bitonic", 16, {"experiment misplaced full"}, "was stopped"},
    {"race", "bitonic", 1U << 20, {"race bitonic odd-even-merge"}},
    {"lanes of a race",
     "bitonic",
     1U << 17,
     {"race bitonic odd-even-merge", "race-sync time", "race-time 1 1", "race-time 2 9",
      "race-time 1 99"},
     "stopped",
     true,
     true},
    {"tree", "bitonic", 1U << 17, {"tree-record"}},
    {"halver", "aks", 1U << 9, {"halver-test"}},
    {"run before", "bitonic", 16, {"record-with bitonic 2^17", "record-with bitonic 16", "back"}},
    {"session", "bitonic", 16, {"open FOLDER/large.sscope large"}},
    {"kernel",
     "bitonic",
     16,
     {"kernel-open FOLDER/k.cu 8", "kernel-allow", "kernel-open FOLDER/k.cu 2048"},
     "cancelled"},
    // Without a GPU its network is measured.
    {"times of a kernel",
     "bitonic",
     16,
     {"kernel-open FOLDER/k.cu 256", "kernel-allow", "kernel-bench"},
     "stopped",
     true,
     true},
    {"lesson", "bitonic", 16, {"lesson FOLDER/long.md"}, "", false},
};

std::ostream& operator<<(std::ostream& out, const Kind& kind) { return out << kind.id; }

std::shared_ptr<const Recording> run_of(const char* algorithm, std::uint32_t n) {
  RunRequest request;
  request.algorithm = algorithm;
  request.keys = *generate_keys("uniform", KeyType::kInt32, n, 7, **find_algorithm(algorithm),
                                Order::kAscending);
  return *record(request, *make_cpu_engine());
}

class WindowCancel : public testing::TestWithParam<Kind> {
 protected:
  void begin() {
    for (std::string line : GetParam().lines) {
      if (const auto at = line.find("FOLDER"); at != std::string::npos) {
        line.replace(at, 6, own.path.string());
      }
      // What leads there.
      to_the_end();
      app.notices.shown.clear();
      shown = app.session.shared_recording();
      const Status status = run_command_line(app, line);
      // A file that ran in this window is not asked about once more.
      if (line == "kernel-allow" && !app.kernel->waiting()) continue;
      ASSERT_TRUE(status) << line << ": " << status.error().text();
    }
    if (GetParam().id == std::string("lesson")) app.lesson->attend(app);
    ASSERT_NE(app.background.work, nullptr) << GetParam().id;
  }

  // As the window does it, once a frame.
  void to_the_end() {
    while (app.background.work) {
      app.lab->attend();
      app.background.collect(app);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  // Begins the work afresh, and cancels it once it used so much where it is not over before.
  void cancels_after(double used_s) {
    app.notices.shown.clear();
    app.notices.failure.reset();
    begin();
    const double from_s = processor_s();
    while (processor_s() - from_s < used_s && app.background.work) {
      app.background.collect(app);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const bool went_on = app.background.work != nullptr;
    if (went_on) {
      ASSERT_TRUE(run_command_line(app, "cancel"));
    }
    const double cancelled_s = processor_s();
    to_the_end();
    EXPECT_LT(processor_s() - cancelled_s, kSoon_s) << GetParam().id << " after " << used_s << " s";
    EXPECT_FALSE(app.notices.failure) << app.notices.failure->text();  // a cancel is no failure
    bool said = went_on && GetParam().says[0] == 0;
    for (const Notice& notice : app.notices.shown) {
      EXPECT_FALSE(notice.error) << notice.text;
      heard += (went_on ? "cancelled: " : "over: ") + notice.text + "\n";
      const bool told = notice.text.find(GetParam().says) != std::string::npos ||
                        notice.text.find("was cancelled") != std::string::npos;
      said = said || (went_on && told);
    }
    // Where nothing is told, the work was over when it was to end.
    if (said) {
      if (GetParam().keeps_run) {
        EXPECT_EQ(app.session.shared_recording(), shown);
      }
      ++cancelled;
      EXPECT_EQ(own.files(), files) << GetParam().id << ": something half-written is left";
    }
    own.clear();
    if (app.lesson->shared_lesson() != nullptr) {
      ASSERT_TRUE(run_command_line(app, "lesson-close"));
      to_the_end();
    }
    app.notices.shown.clear();
  }

  QuietSurface surface;
  App app{surface};
  OwnFolder own;
  std::shared_ptr<const Recording> shown;  // before the last line
  std::size_t files = 0;
  int cancelled = 0;
  std::string heard;  // of all notices
};

TEST_P(WindowCancel, EndsItSoonAndLeavesNothing) {
  const Kind& kind = GetParam();
  ASSERT_TRUE(write_recording(*run_of("bitonic", 1U << 18), (own.path / "run.h5").string()));
  std::ofstream(own.path / "long.md") << "# Long\n\n## Stop\n```sortscope\nalgorithm "
                                         "odd-even-transposition\nsize 12000\nrecord\n```\n"
                                         "Words.\n";
  std::ofstream(own.path / "large.sscope")
      << "# Sortscope session 1\nalgorithm bitonic\ninput uniform\nn 2^17\nseed 3\nrecord\n";
  std::ofstream(own.path / "k.cu") << kSmallKernel;
  files = own.files();
  adopt(app, prepare_run(run_of(kind.shown, kind.keys)));
  // These also fill what is kept for the next.
  cancels_after(0);
  cancels_after(0.2);
  const std::int64_t in_use = bytes_in_use();
  for (const double used_s : {0.01, 0.05, 0.02, 0.1, 0.0}) cancels_after(used_s);
  EXPECT_GT(cancelled, 0) << heard;
  if (kCountsMemory && kind.keeps_run && !kind.adds_runs) {
    // Runs end on another thread.
    for (int look = 0; look < 5000 && bytes_in_use() - in_use >= kKeptBytes; ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_LT(bytes_in_use() - in_use, kKeptBytes) << kind.id << ": memory is not given back";
  }
  // The window goes on as before.
  ASSERT_TRUE(run_command_line(app, "record-with bitonic 32"));
  app.background.wait(app);
  EXPECT_EQ(app.session.recording().real_keys(), 32U);
}

INSTANTIATE_TEST_SUITE_P(Each, WindowCancel, testing::ValuesIn(kKinds), [](const auto& each) {
  std::string name = each.param.id;
  std::ranges::replace(name, ' ', '_');
  return name;
});

}  // namespace
}  // namespace sortscope
