// test_two_hundred_runs.cpp: runs that are recorded, written, opened, looked at and replaced leave
// nothing behind.
#include <fmt/format.h>
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>

#include "app/state/app.h"
#include "app/state/command_table.h"
#include "app/window/run.h"
#include "core/keys/inputs.h"
#include "core/recordings/file.h"
#include "core/recordings/recording.h"

namespace sortscope {
namespace {

constexpr int kRuns = 200;
// By the first as many are kept in the history as ever are. What is kept rises and falls, so the
// least between them is compared with the least after the second.
constexpr int kKnown = 60;
constexpr int kMiddle = 130;
constexpr std::size_t kTolerance = std::size_t{8} << 20;  // a recording a run is more

/// What grows where something is left behind.
struct Held {
  std::size_t files = 0;
  int buffers = 0;
};

Held held() {
  constexpr unsigned kMostNames = 1U << 14;
  Held now;
  const std::filesystem::directory_iterator open_files("/proc/self/fd");
  now.files = static_cast<std::size_t>(std::distance(begin(open_files), end(open_files)));
  for (unsigned name = 1; name < kMostNames; ++name) now.buffers += glIsBuffer(name) != 0 ? 1 : 0;
  return now;
}

TEST(TwoHundredRuns, LeaveNothingBehind) {
  auto surface = make_headless_surface(320, 240, 1);
  ASSERT_TRUE(surface.ok()) << surface.error().text();
  App app(**surface);
  app.background.watched = true;
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("soak-{}.h5", ::getpid())).string();
  const auto engine = make_cpu_engine();
  constexpr const char* kAlgorithms[] = {"bitonic", "odd-even-merge", "adaptive",
                                         "adaptive-interval", "aks"};
  constexpr const char* kViews[] = {"network", "history", "bars", "network"};
  Held known;
  std::size_t least_before = ~std::size_t{0};
  std::size_t least_after = ~std::size_t{0};
  for (int i = 0; i < kRuns; ++i) {
    if (i == kKnown) known = held();
    if (i >= kKnown) {
      std::size_t& least = i < kMiddle ? least_before : least_after;
      least = std::min(least, std::size_t{mallinfo2().uordblks});
    }
    RunRequest request;
    request.algorithm = kAlgorithms[static_cast<std::size_t>(i) % std::size(kAlgorithms)];
    const auto algorithm = find_algorithm(request.algorithm);
    request.keys =
        *generate_keys("uniform", KeyType::kUint32, 256, 7, **algorithm, Order::kAscending);
    const auto made = record(request, *engine);
    ASSERT_TRUE(made.ok());
    ASSERT_TRUE(write_recording(**made, path).ok());
    ASSERT_TRUE(open_path(app, path).ok());
    app.background.wait(app);
    const std::string view = kViews[static_cast<std::size_t>(i) % std::size(kViews)];
    for (const std::string& line : {"view " + view, std::string("end")}) {
      ASSERT_TRUE(run_command_line(app, line).ok()) << line;
      ASSERT_TRUE(draw_frame(app, 0.1).ok());
    }
  }
  const Held last = held();
  EXPECT_EQ(last.files, known.files);
  EXPECT_LE(last.buffers, known.buffers + 4);
  EXPECT_LT(least_after, least_before + kTolerance);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace sortscope
