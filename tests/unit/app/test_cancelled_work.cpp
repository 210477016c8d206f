// test_cancelled_work.cpp: long work of every kind, cancelled at moments that are spread over all
// of it: it ends soon, nothing half-written is left, and its memory is free again. Moments and
// "soon" are processor time: a busy machine changes neither.
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <functional>
#include <thread>

#include "app/engines/trace_run.h"
#include "app/engines/verify_run.h"
#include "app/export/picture.h"
#include "app/export/sheet.h"
#include "app/export/steps/output.h"
#include "app/export/view.h"
#include "core/base/random.h"
#include "core/keys/inputs.h"
#include "core/lab/experiments/experiment.h"
#include "core/lab/lab.h"
#include "core/pictures/palette.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"
#include "core/recordings/request.h"
#include "tests/sanitizers/watched.h"
#include "tests/unit/app/cancelled.h"

namespace sortscope {
namespace {

namespace fs = std::filesystem;

// One before it begins, and in the middle of it.
constexpr int kMoments = kThreadSanitizer ? 2 : 6;

using Work = std::function<Status(Progress&)>;

/// Cancels once so much processor time was used.
class Canceller {
 public:
  Canceller(Progress& progress, double after_s)
      : thread_([this, &progress, until = processor_s() + after_s](const std::stop_token& over) {
          while (!over.stop_requested() && processor_s() < until) {
            std::this_thread::sleep_for(std::chrono::microseconds(200));
          }
          progress.cancel = true;
          at_s_ = processor_s();
        }) {}
  /// Processor time since.
  double since_s() {
    thread_.request_stop();
    thread_.join();
    return processor_s() - at_s_;
  }

 private:
  double at_s_ = 0;
  std::jthread thread_;
};

class CancelledWork : public testing::Test {
 protected:
  static RunRequest request_of(std::string_view id, std::uint32_t n, std::string_view input) {
    RunRequest request;
    request.algorithm = id;
    const auto algorithm = find_algorithm(id);
    request.keys = *generate_keys(input, KeyType::kInt32, n, 7, **algorithm, Order::kAscending);
    return request;
  }

  static std::shared_ptr<const Recording> recorded(std::string_view id, std::uint32_t n) {
    return *record(request_of(id, n, "uniform"), *make_cpu_engine());
  }

  // `leaves`: files that it writes, where it was done before it was cancelled.
  void ends_soon(std::string_view what, const Work& work, std::size_t leaves = 0) {
    const std::size_t before = own.files();
    Progress never;
    const double begun_s = processor_s();
    const Status whole = work(never);
    ASSERT_TRUE(whole) << what << ": " << whole.error().text();
    const double all_s = processor_s() - begun_s;
    EXPECT_EQ(own.files(), before + leaves) << what;
    SplitMix64 random(5);
    int cancelled = 0;
    const std::int64_t in_use = bytes_in_use();
    for (int moment = 0; moment < kMoments; ++moment) {
      own.clear();
      const std::size_t kept = own.files();
      const double share = (moment + random.below(1000) / 1000.0) / kMoments;
      double after_s = 0;
      const auto cancel = [&] {
        Progress progress;
        // The first before it begins: however quick the machine is, one is cancelled.
        progress.cancel = moment == 0;
        Canceller canceller(progress, share * all_s);
        Status ended = work(progress);
        after_s = canceller.since_s();
        return ended;
      };
      Status status = cancel();
      // Beside other work processors take longer for the same: what is late once is tried again.
      for (int again = 0; again < 2 && !status && after_s >= kSoon_s; ++again) {
        own.clear();
        status = cancel();
      }
      if (status) {
        EXPECT_EQ(own.files(), kept + leaves) << what;
        continue;
      }
      ++cancelled;
      EXPECT_EQ(status.error().code, ErrorCode::kCancelled) << what << status.error().text();
      EXPECT_LT(after_s, kSoon_s) << what << " at " << share << " of " << all_s << " s";
      EXPECT_EQ(own.files(), kept) << what << ": something half-written is left";
    }
    EXPECT_GT(cancelled, 0) << what;
    if (kCountsMemory) {
      EXPECT_LT(bytes_in_use() - in_use, kKeptBytes) << what << ": memory is not given back";
    }
  }

  OwnFolder own;
  const fs::path folder = own.path;
};

template <typename T>
Status status_of(const Result<T>& result) {
  return result ? Status() : Status(result.error());
}

TEST_F(CancelledWork, RecordingEveryFamily) {
  const auto engine = make_cpu_engine();
  for (const auto& [id, n] :
       std::vector<std::pair<std::string_view, std::uint32_t>>{{"bitonic", 1U << 18},
                                                               {"odd-even-merge", 1U << 18},
                                                               {"adaptive", 1U << 16},
                                                               {"adaptive-overlapped", 1U << 16},
                                                               {"abisort", 1U << 16},
                                                               {"adaptive-interval", 1U << 18},
                                                               {"aks", 1U << 11}}) {
    const RunRequest request = request_of(id, n, "uniform");
    ends_soon(id, [&](Progress& progress) {
      return status_of(record(request, *engine, false, &progress));
    });
  }
}

TEST_F(CancelledWork, WritingAndOpeningARecording) {
  const auto run = recorded("bitonic", 1U << 18);
  const std::string path = (folder / "out.h5").string();
  ends_soon(
      "writing", [&](Progress& progress) { return write_recording(*run, path, &progress); }, 1);
  const std::string kept = (folder / "run.h5").string();
  ASSERT_TRUE(write_recording(*run, kept));
  ends_soon("opening",
            [&](Progress& progress) { return status_of(read_recording(kept, &progress)); });
}

TEST_F(CancelledWork, ReadingNumbers) {
  std::string text;
  for (std::uint32_t i = 0; i < (1U << 19); ++i) text += std::to_string(i * 2654435761U) + "\n";
  ends_soon("numbers", [&](Progress& progress) {
    return status_of(read_numbers(text, "numbers.txt", std::nullopt, 1U << 24, &progress));
  });
}

TEST_F(CancelledWork, PicturesFilmsSheetsAndSteps) {
  const auto run = recorded("bitonic", 1U << 10);
  ViewRequest request;
  request.view = "network";
  request.palette = *find_palette("light");
  request.width = 640;
  request.height = 360;
  const auto renderer = make_picture_renderer(run);
  FilmPlan film;
  film.format = FilmFormat::kMp4;
  film.from = 0;
  film.to = 8;
  film.fps = 4;
  film.seconds_per_step = 1;
  ends_soon(
      "film",
      [&](Progress& progress) {
        return export_view(run, renderer.get(), request, ExportFormat::kMp4, film,
                           (folder / "out.mp4").string(), &progress);
      },
      1);
  SheetRequest sheet;
  sheet.view = "bars";
  sheet.palette = request.palette;
  sheet.cursors = sheet_cursors(run->network);
  ends_soon(
      "sheet",
      [&](Progress& progress) {
        return export_sheet(run, sheet, ExportFormat::kPdf, (folder / "out.pdf").string(),
                            &progress);
      },
      1);
  const auto large = recorded("bitonic", 1U << 13);
  ends_soon("steps", [&](Progress& progress) {
    std::FILE* out = std::fopen("/dev/null", "w");
    const Status status = write_steps(large, {.format = StepsFormat::kJson}, out, &progress);
    std::fclose(out);
    return status;
  });
}

// What is kept of a page until it is set is looked at before a byte is written, and freed after a
// cancel, and neither can be stopped: both take as long as there is much of it.
TEST_F(CancelledWork, APageOfManyMarksIsSoonForgotten) {
  if (!kCountsMemory) GTEST_SKIP();
  constexpr int kMarks = 200'000;
  Picture picture;
  picture.width = picture.height = 2000;
  for (int i = 0; i < kMarks; ++i) {
    const auto x = static_cast<float>(i % 1000) * 2;
    const int row = i / 1000;
    const auto y = static_cast<float>(row);
    picture.lines.push_back({x, y, x, y + 5, i % 3 == 0 ? Role::kExchanged : Role::kKept, 1});
    picture.arrows.push_back({x, y, true, 2, Role::kKept, 0});
    picture.dots.push_back({x, y, 1, i % 2 == 0 ? Role::kExchanged : Role::kKept, i % 5 != 0});
  }
  const Palette& palette = **find_palette("light");
  Progress progress;
  const std::int64_t before = bytes_in_use();
  std::int64_t kept = 0;
  std::jthread canceller([&](const std::stop_token& over) {
    while (!over.stop_requested()) {
      const char* phase = progress.phase;
      if (phase != nullptr && std::string_view(phase) == "setting the page") {
        kept = bytes_in_use() - before;
        progress.cancel = true;
        return;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  });
  const auto pdf = pdf_of(picture, palette, "many", 1, &progress);
  canceller.request_stop();
  canceller.join();
  ASSERT_FALSE(pdf);
  EXPECT_EQ(pdf.error().code, ErrorCode::kCancelled);
  EXPECT_GT(kept, 0);
  EXPECT_LT(static_cast<double>(kept) / (3 * kMarks), 200) << "bytes a mark";
}

TEST_F(CancelledWork, LargePictures) {
  for (const auto& [id, n, format, name] :
       std::vector<std::tuple<std::string_view, std::uint32_t, ExportFormat, const char*>>{
           {"odd-even-transposition", 768, ExportFormat::kPdf, "out.pdf"},
           {"bitonic", 2048, ExportFormat::kPdf, "out2048.pdf"},
           {"odd-even-transposition", 1024, ExportFormat::kSvg, "out.svg"},
           {"bitonic", 1U << 18, ExportFormat::kPng, "out.png"}}) {
    const auto run = recorded(id, n);
    ViewRequest request;
    request.palette = *find_palette("light");
    const auto size = export_size(*run, request, format, std::nullopt);
    ASSERT_TRUE(size.ok());
    request.width = size->width;
    request.height = size->height;
    const std::string path = (folder / name).string();
    ends_soon(
        name,
        [&, format = format](Progress& progress) {
          const auto renderer = make_picture_renderer(run, &progress);
          return export_view(run, renderer.get(), request, format, {}, path, &progress);
        },
        1);
  }
}

TEST_F(CancelledWork, Verifying) {
  const auto algorithm = find_algorithm("odd-even-merge");
  const auto network = list_comparators((*algorithm)->build(24), "Batcher");
  ASSERT_TRUE(network.ok());
  VerifyQuestion question;
  question.method = VerifyMethod::kBrute;
  ends_soon("verify", [&](Progress& progress) {
    return status_of(run_verify("cpu", **network, question, &progress));
  });
}

TEST_F(CancelledWork, MeasuringAndTracing) {
  const auto lab = make_cpu_lab();
  LabBackend* const backends[] = {lab.get()};
  LabRequest request;
  request.sorters = {"std-sort"};
  request.sizes = {1U << 16, 1U << 18};
  request.types = {KeyType::kInt32};
  request.inputs = {"uniform"};
  request.repetitions = 9;
  ends_soon("bench", [&](Progress& progress) {
    LabControl control;
    // The lab's own progress is cancelled by the one that is given.
    control.before_sample = [&](const LabCase&, double) {
      control.progress.cancel = progress.cancelled();
    };
    return run_lab(backends, request, nullptr, control, [](const auto&) {});
  });
  const auto engine = make_cpu_engine();
  const RunRequest run = request_of("bitonic", 1U << 18, "uniform");
  const auto algorithm = find_algorithm("bitonic");
  const auto network = (*algorithm)->build(1U << 18);
  const PreparedKeys start = prepare_keys(run.keys, run.order, network.wires(), false);
  ends_soon("trace", [&](Progress& progress) {
    return status_of(run_trace(*engine, **algorithm, network, start, {}, &progress));
  });
}

TEST_F(CancelledWork, Experimenting) {
  const auto engine = make_cpu_engine();
  for (const Experiment& experiment : experiments()) {
    if (experiment.id == "large-sort" || experiment.id == "cpu-cuda") continue;
    ExperimentOptions options;
    options.quick = true;
    options.repetitions = 1;
    options.engine = engine.get();
    options.no_cuda = "no device in this test";
    Progress first;
    const double begun_s = processor_s();
    // What is over in a moment need not be cancelled, and of what takes minutes the beginning is.
    Canceller canceller(first, 8);
    const Status status = run_experiment(experiment, options, &first, [](const auto&) {});
    const double after_s = canceller.since_s();
    const double all_s = processor_s() - begun_s;
    if (!status) {
      EXPECT_EQ(status.error().code, ErrorCode::kCancelled) << experiment.id;
      EXPECT_LT(after_s, kSoon_s) << experiment.id;
    }
    const std::int64_t in_use = bytes_in_use();
    for (const double share : {0.1, 0.4, 0.7, 0.9}) {
      if (all_s < 0.2) break;
      Progress progress;
      Canceller again(progress, share * all_s);
      const Status ended = run_experiment(experiment, options, &progress, [](const auto&) {});
      const double since_s = again.since_s();
      if (ended) continue;
      EXPECT_EQ(ended.error().code, ErrorCode::kCancelled) << experiment.id;
      EXPECT_LT(since_s, kSoon_s) << experiment.id << " at " << share << " of " << all_s << " s";
    }
    if (kCountsMemory) {
      EXPECT_LT(bytes_in_use() - in_use, kKeptBytes) << experiment.id;
    }
  }
}

}  // namespace
}  // namespace sortscope
