// test_history_maker.cpp: what a pane of the history shows is made beside the window.
#include "app/views/history_maker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/engines/cpu/engine.h"
#include "core/keys/inputs.h"
#include "core/recordings/recording.h"
#include "core/recordings/replay.h"

namespace sortscope {
namespace {

std::shared_ptr<RankHistory> history_of(std::uint32_t n, std::uint64_t seed) {
  RunRequest request;
  request.keys = *generate_keys("uniform", KeyType::kUint32, n, seed, **find_algorithm("bitonic"),
                                Order::kAscending);
  const auto run = *record(request, *make_cpu_engine());
  return std::make_shared<RankHistory>(
      run, std::make_shared<const std::vector<std::uint32_t>>(ranks_by_place(*run)));
}

HistoryRaster at(const RankHistory& history, const HistoryCamera& camera) {
  const Recording& run = *history.recording();
  const HistoryPage page = history_page(run, clamped(run, camera, 640, 400), 640, 400);
  return raster_of(page, history.far(), 1, palettes().front());
}

// What comes last of what was asked for.
std::optional<MadeRaster> finished(HistoryMaker& maker) {
  std::optional<MadeRaster> last;
  while (maker.works()) {
    if (auto made = maker.take()) last = std::move(made);
    std::this_thread::yield();
  }
  return last;
}

TEST(HistoryMaker, MakesWhatWouldBeMadeHere) {
  const auto history = history_of(4096, 1);
  HistoryMaker maker(history);
  for (const double zoom : {1.0, 5.0, 1e9}) {
    const HistoryRaster raster = at(*history, {zoom, 0.3, 0.6});
    maker.ask(raster);
    const auto made = finished(maker);
    ASSERT_TRUE(made.has_value());
    EXPECT_TRUE(made->complete);
    EXPECT_EQ(made->raster, raster);
    EXPECT_EQ(made->pixels, HistoryMaker::make_now(*history_of(4096, 1), raster).pixels);
    EXPECT_FALSE(maker.take().has_value());  // once
  }
}

// Whatever was asked for before: what is handed out is what was asked for last.
TEST(HistoryMaker, TheLastSightCounts) {
  const auto history = history_of(1U << 14, 2);
  HistoryMaker maker(history);
  HistoryRaster last;
  for (int i = 0; i < 200; ++i) {
    last = at(*history, {1.0 + i, i / 200.0, 1 - i / 200.0});
    maker.ask(last);
    const auto made = maker.take();
    EXPECT_TRUE(!made || made->raster == last);
  }
  const auto made = finished(maker);
  ASSERT_TRUE(made.has_value());
  EXPECT_EQ(made->raster, last);
  EXPECT_TRUE(made->complete);
}

// Asking does not wait for what is made: the window goes on. An end comes in the middle of work.
TEST(HistoryMaker, EndsInTheMiddle) {
  for (int i = 0; i < 20; ++i) {
    const auto history = history_of(1U << 15, 3);
    HistoryMaker maker(history);
    maker.ask(at(*history, {}));
    std::this_thread::sleep_for(std::chrono::milliseconds(i));
  }
}

}  // namespace
}  // namespace sortscope
